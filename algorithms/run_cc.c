/* SPDX-License-Identifier: Apache-2.0 */
#include "algorithms/entry.h"
#include "algorithms/programs/cc.h"

mg_status mg_cc(mg_context *context, const mg_graph *graph, const mg_cc_options *options, mg_result **result) {
    mg_status status = mg__check_call(context, graph, result, options ? options->size : 0, sizeof *options);
    if (status < 0) {
        return status;
    }
    const mg_cc_options o = options ? *options : MG_CC_OPTIONS_INIT;
    status = mg__check_one_lane(context, &o.run);
    return status < 0 ? status : mg_run(context, graph, &cc_program, NULL, &o.run, NULL, result);
}
