/* SPDX-License-Identifier: Apache-2.0 */
#include "core/stage_clock.h"

#include <assert.h>

#define MG_STAGE_NAME(name, text, meaning) text,

const char *mg_stage_name(mg_stage stage) {
    static const char *const names[] = {MG_STAGE_MAP(MG_STAGE_NAME)};
    return (unsigned)stage < MG_STAGES ? names[stage] : "unknown";
}

mg_stage mg__stage_switch(mg_context *context, mg_stage stage) {
    assert((unsigned)stage < MG_STAGES);
    if (!context) {
        return stage;
    }
    mg_stage_clock *const clock = &context->clock;
    const mg_stage until_now = clock->stage;
    const double now = mg__now();
    clock->seconds[until_now] += now - clock->since;
    clock->since = now;
    clock->stage = stage;
    return until_now;
}

mg_status mg_context_stages(mg_context *context, double seconds[MG_STAGES]) {
    if (!context || !seconds) {
        return context ? mg__fail(context, MG_ERROR_INVALID, "mg_context_stages: seconds is NULL") : MG_ERROR_INVALID;
    }
    mg__stage_switch(context, context->clock.stage);
    for (int i = 0; i < MG_STAGES; i++) {
        seconds[i] = context->clock.seconds[i];
    }
    return MG_OK;
}
