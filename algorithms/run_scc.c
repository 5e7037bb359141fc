/* SPDX-License-Identifier: Apache-2.0
 *
 * run_scc.c: strongly connected components: repeats the rounds of the program until every vertex has a component.
 */
#include "algorithms/entry.h"
#include "algorithms/programs/scc.h"
#include "core/kept_memory.h"

static bool any_open(const mg_context *context, const scc_vertex *state, mg_vertex n) {
    bool open = false;
#pragma omp parallel for num_threads(context->threads) reduction(|| : open)
    for (mg_vertex v = 0; v < n; v++) {
        open = open || state[v].component == MG_NONE;
    }
    return open;
}

/* Every round closes at least the component of the smallest open vertex. */
static mg_status run_rounds(mg_context *context, const mg_graph *graph, const mg_run_options *run, scc_vertex *state,
                            mg_recorder *recorder) {
    mg_status status = MG_OK;
    scc_parameters parameters = {.round = 0};
    do {
        recorder->run = parameters.round;
        MG_TRY(mg__run_plan(context, graph, &scc_program, NULL, &parameters, run, state, recorder));
        parameters.round++;
    } while (any_open(context, state, mg_graph_vertex_count(graph)));
out:
    return status;
}

static mg_status run_directed(mg_context *context, const mg_graph *graph, const mg_run_options *given,
                              mg_result **result) {
    mg_status status;
    mg_run_options run;
    mg_recorder recorder = {0};
    mg_result *made = NULL;
    scc_vertex *state = NULL;
    MG_TRY(mg__run_options(context, given, &run));
    run.max_iterations = 0;
    recorder.keep = run.statistics;
    MG_TRY(MG_KEPT_ALLOC_ZEROED(context, state, mg_graph_vertex_count(graph), "vertex states"));
    MG_TRY(run_rounds(context, graph, &run, state, &recorder));
    MG_TRY(mg__result_create(context, graph, &recorder, &made));
    MG_TRY(mg__result_add(context, made, &scc_program.columns[0], 1, state, sizeof *state));
    MG_TRY(mg__name_by_id(context, graph, made));
    *result = made;
    made = NULL;
out:
    mg_result_destroy(made);
    mg__recorder_release(context, &recorder);
    mg__kept_release(context, state);
    return status;
}

mg_status mg_scc(mg_context *context, const mg_graph *graph, const mg_scc_options *options, mg_result **result) {
    mg_status status;
    MG_TRY(mg__check_call(context, graph, result, options ? options->size : 0, sizeof *options));
    const mg_scc_options o = options ? *options : MG_SCC_OPTIONS_INIT;
    MG_TRY(mg__check_one_lane(context, &o.run));
    if (mg_graph_directed(graph)) {
        return run_directed(context, graph, &o.run, result);
    }
    mg_cc_options undirected = MG_CC_OPTIONS_INIT;
    undirected.run = o.run;
    undirected.run.max_iterations = 0;
    status = mg_cc(context, graph, &undirected, result);
out:
    return status;
}
