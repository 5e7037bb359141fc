/* SPDX-License-Identifier: Apache-2.0 */
#include "algorithms/cc_on_ranks.h"
#include "algorithms/entry.h"
#include "algorithms/programs/cc.h"
#include "algorithms/start.h"
#include "core/engine/outputs.h"
#include "core/ranks/ranks.h"
#include "core/stage_clock.h"

mg_status mg_cc(mg_context *context, const mg_graph *graph, const mg_cc_options *options, mg_result **result) {
    MG_STAGE(context, MG_STAGE_RUN);
    mg_status status = mg__check_device_call(context, graph, result, options ? options->size : 0, sizeof *options);
    if (status < 0) {
        return status;
    }
    mg_cc_options o = options ? *options : MG_CC_OPTIONS_INIT;
    const mg_start *const from = o.run.from;
    mg_result *made = NULL;
    mg_status outcome = MG_OK;
    mg_run_options run;
    const mg_backend *backend = NULL;
    mg_column_copies outputs;
    o.run.from = NULL;
    MG_TRY(mg__check_one_lane(context, &o.run));
    MG_TRY(mg__take_outputs(context, &o.run, cc_program.columns, &outputs));
    MG_TRY(mg__run_options(context, &o.run, &run));
    if (from) {
        MG_TRY(mg__start_cc(context, graph, from, &made));
    }
    if (!made) {
        MG_TRY(mg__backend_for_run(context, run.backend, &backend));
        const mg_program *const program = backend->kind == MG_BACKEND_CPU ? &cc_cpu_program : &cc_program;
        /* on GPUs of ranks it is a plan as any other */
        const bool on_ranks = backend->kind == MG_BACKEND_CPU && mg__ranks_of(context) > 1 && !context->estimate;
        outcome = on_ranks ? mg__cc_on_ranks(context, graph, &run, &made)
                           : mg__run_to_outputs(context, graph, program, NULL, &run, NULL,
                                                mg_graph_by_id(graph) ? NULL : &outputs, &made);
        MG_TRY(outcome);
        MG_TRY(mg__name_by_id(context, graph, made));
    }
    MG_TRY(mg__result_deliver(context, &outputs, made));
    *result = made;
    made = NULL;
    status = outcome;
out:
    mg_result_destroy(made);
    return status;
}
