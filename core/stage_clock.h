/* SPDX-License-Identifier: Apache-2.0
 *
 * stage_clock.h: divides the time of a context among stages (mg_context_stages()). A stage that begins within another
 * one interrupts it, so no time counts twice.
 */
#ifndef MG_CORE_STAGE_CLOCK_H
#define MG_CORE_STAGE_CLOCK_H

#include "core/context.h"

/* A stage until the end of a scope, and the stage that it interrupts. */
typedef struct mg_stage_scope {
    mg_context *context;
    mg_stage interrupted;
} mg_stage_scope;

/* Counts the time from now on for `stage`; returns the stage until now. Only by the thread that uses the context. NULL
 * is allowed, so that a call can begin with MG_STAGE() before it checks its context. */
mg_stage mg__stage_switch(mg_context *context, mg_stage stage);

static inline mg_stage_scope mg__stage_enter(mg_context *context, mg_stage stage) {
    return (mg_stage_scope){context, mg__stage_switch(context, stage)};
}

static inline void mg__stage_leave(mg_stage_scope *scope) {
    mg__stage_switch(scope->context, scope->interrupted);
}

/* Declares that the rest of the enclosing block is `stage`, however the block is left. It stands before the first
 * MG_TRY, which must not jump over it. */
#define MG_STAGE(context, stage)                                                                                       \
    __attribute__((cleanup(mg__stage_leave))) mg_stage_scope mg__stage_scope = mg__stage_enter((context), (stage))

#endif
