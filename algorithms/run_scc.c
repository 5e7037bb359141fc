/* SPDX-License-Identifier: Apache-2.0
 *
 * run_scc.c: strongly connected components: repeats the rounds of the program until every vertex has a component.
 */
#include "algorithms/entry.h"
#include "algorithms/programs/scc.h"
#include "algorithms/rounds.h"
#include "core/kept_memory.h"
#include "core/stage_clock.h"

/* Every round closes at least the component of the smallest open vertex. */
static bool any_open(const mg_context *context, mg_vertex n, void *states, void *params) {
    const scc_vertex *const state = states;
    bool open = false;
#pragma omp parallel for num_threads(context->threads) reduction(|| : open)
    for (mg_vertex v = 0; v < n; v++) {
        open = open || state[v].component == MG_NONE;
    }
    ((scc_parameters *)params)->round++;
    return open;
}

static mg_status run_directed(mg_context *context, const mg_graph *graph, const mg_run_options *given,
                              mg_result **result) {
    mg_status status;
    scc_parameters parameters = {.round = 0};
    const mg_rounds rounds = {.program = &scc_program, .params = &parameters, .next = any_open};
    mg_result *made = NULL;
    scc_vertex *state = NULL;
    MG_TRY(MG_KEPT_ALLOC_ZEROED(context, state, mg_graph_vertex_count(graph), "vertex states"));
    MG_TRY(mg__run_rounds(context, graph, &rounds, given, state, &made));
    MG_TRY(mg__name_by_id(context, graph, made));
    *result = made;
    made = NULL;
out:
    mg_result_destroy(made);
    mg__kept_release(context, state);
    return status;
}

mg_status mg_scc(mg_context *context, const mg_graph *graph, const mg_scc_options *options, mg_result **result) {
    MG_STAGE(context, MG_STAGE_RUN);
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
