/* SPDX-License-Identifier: Apache-2.0
 *
 * run_kcore.c: coreness: runs the levels of the program until no vertex is left.
 */
#include "algorithms/entry.h"
#include "algorithms/programs/coreness.h"
#include "algorithms/rounds.h"
#include "core/kept_memory.h"
#include "core/stage_clock.h"

/* The next level is the least number of edges that a vertex has left. */
static bool next_levels(const mg_context *context, mg_vertex n, void *states, void *params) {
    const coreness_vertex *const state = states;
    coreness_parameters *const p = params;
    uint32_t least = MG_NONE;
    bool left = false;
#pragma omp parallel for num_threads(context->threads) reduction(min : least) reduction(|| : left)
    for (mg_vertex v = 0; v < n; v++) {
        const bool is_left = state[v].core == MG_NONE;
        left = left || is_left;
        least = is_left && state[v].edges < least ? state[v].edges : least;
    }
    p->resumed = 1;
    p->level = least;
    return left;
}

mg_status mg_kcore(mg_context *context, const mg_graph *graph, const mg_kcore_options *options, mg_result **result) {
    MG_STAGE(context, MG_STAGE_RUN);
    mg_status status = mg__check_call(context, graph, result, options ? options->size : 0, sizeof *options);
    if (status < 0) {
        return status;
    }
    const mg_kcore_options o = options ? *options : MG_KCORE_OPTIONS_INIT;
    coreness_parameters parameters = {.directed = mg_graph_directed(graph)};
    const mg_rounds rounds = {.program = &coreness_program, .params = &parameters, .next = next_levels};
    coreness_vertex *state = NULL;
    MG_TRY(mg__check_one_lane(context, &o.run));
    MG_TRY(MG_KEPT_ALLOC_ZEROED(context, state, mg_graph_vertex_count(graph), "vertex states"));
    status = mg__run_rounds(context, graph, &rounds, &o.run, state, result);
out:
    mg__kept_release(context, state);
    return status;
}
