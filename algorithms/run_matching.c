/* SPDX-License-Identifier: Apache-2.0
 *
 * run_matching.c: maximal matchings: repeats the rounds of the program until no vertex may get a mate.
 */
#include "algorithms/entry.h"
#include "algorithms/programs/matching.h"
#include "algorithms/rounds.h"
#include "core/kept_memory.h"
#include "core/stage_clock.h"

static bool any_open(const mg_context *context, mg_vertex n, void *states, void *params) {
    const matching_vertex *const state = states;
    bool open = false;
#pragma omp parallel for num_threads(context->threads) reduction(|| : open)
    for (mg_vertex v = 0; v < n; v++) {
        open = open || state[v].open;
    }
    ((matching_parameters *)params)->resumed = 1;
    return open;
}

mg_status mg_matching(mg_context *context, const mg_graph *graph, const mg_matching_options *options,
                      mg_result **result) {
    MG_STAGE(context, MG_STAGE_RUN);
    mg_status status = mg__check_call(context, graph, result, options ? options->size : 0, sizeof *options);
    if (status < 0) {
        return status;
    }
    const mg_matching_options o = options ? *options : MG_MATCHING_OPTIONS_INIT;
    matching_parameters parameters = {.seed = o.seed, .given = 1};
    const mg_rounds rounds = {.program = &matching_program, .params = &parameters, .next = any_open};
    matching_vertex *state = NULL;
    MG_TRY(mg__check_one_lane(context, &o.run));
    MG_TRY(MG_KEPT_ALLOC(context, state, mg_graph_vertex_count(graph), "vertex states"));
    mg__write_ranks(context, graph, state, sizeof *state, offsetof(matching_vertex, rank));
    mg__write_ranked(context, graph, state, sizeof *state, offsetof(matching_vertex, ranked));
    status = mg__run_rounds(context, graph, &rounds, &o.run, state, result);
out:
    mg__kept_release(context, state);
    return status;
}
