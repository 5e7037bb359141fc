/* SPDX-License-Identifier: Apache-2.0
 *
 * run_scc.c: strongly connected components, of directed graphs by direct runs where the backend has them, else by the
 * program scc.c.
 */
#include "algorithms/entry.h"
#include "algorithms/programs/scc.h"
#include "algorithms/rounds.h"
#include "core/engine/direct.h"
#include "core/engine/outputs.h"
#include "core/stage_clock.h"

static mg_status run_directed(mg_context *context, const mg_graph *graph, const mg_run_options *given,
                              mg_column_copies *outputs, mg_result **result) {
    mg_status status;
    const scc_parameters parameters = {0};
    mg_direct_job job = {.kind = MG_DIRECT_SCC};
    mg_run_options run;
    mg_result *made = NULL;
    MG_TRY(mg__run_options(context, given, &run));
    MG_TRY(mg__run_direct(context, graph, &job, scc_program.columns, &run, &made));
    MG_TRY(made ? MG_OK
                : mg__run_loops(context, graph, &scc_program, &parameters, given, NULL,
                                mg_graph_by_id(graph) ? NULL : outputs, &made));
    MG_TRY(mg__name_by_id(context, graph, made));
    *result = made;
    made = NULL;
out:
    mg_result_destroy(made);
    return status;
}

static mg_status run_undirected(mg_context *context, const mg_graph *graph, const mg_run_options *given,
                                mg_result **result) {
    mg_status status;
    mg_cc_options o = MG_CC_OPTIONS_INIT;
    MG_TRY(mg__run_options(context, given, &o.run));
    o.run.max_iterations = 0;
    status = mg_cc(context, graph, &o, result);
out:
    return status;
}

mg_status mg_scc(mg_context *context, const mg_graph *graph, const mg_scc_options *options, mg_result **result) {
    MG_STAGE(context, MG_STAGE_RUN);
    mg_status status;
    MG_TRY(mg__check_call(context, graph, result, options ? options->size : 0, sizeof *options));
    mg_scc_options o = options ? *options : MG_SCC_OPTIONS_INIT;
    mg_column_copies outputs;
    MG_TRY(mg__check_one_lane(context, &o.run));
    MG_TRY(mg__take_outputs(context, &o.run, scc_program.columns, &outputs));
    status = mg_graph_directed(graph) ? run_directed(context, graph, &o.run, &outputs, result)
                                      : run_undirected(context, graph, &o.run, result);
    status = mg__deliver_outputs(context, &outputs, status, result);
out:
    return status;
}
