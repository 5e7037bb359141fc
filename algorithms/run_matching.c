/* SPDX-License-Identifier: Apache-2.0
 *
 * run_matching.c: maximal matchings.
 */
#include "algorithms/entry.h"
#include "algorithms/programs/matching.h"
#include "algorithms/rounds.h"
#include "core/engine/outputs.h"
#include "core/kept_memory.h"
#include "core/stage_clock.h"

mg_status mg_matching(mg_context *context, const mg_graph *graph, const mg_matching_options *options,
                      mg_result **result) {
    MG_STAGE(context, MG_STAGE_RUN);
    mg_status status = mg__check_call(context, graph, result, options ? options->size : 0, sizeof *options);
    if (status < 0) {
        return status;
    }
    mg_matching_options o = options ? *options : MG_MATCHING_OPTIONS_INIT;
    const matching_parameters parameters = {.seed = o.seed, .given = 1};
    mg_column_copies outputs;
    matching_vertex *state = NULL;
    MG_TRY(mg__check_one_lane(context, &o.run));
    MG_TRY(mg__take_outputs(context, &o.run, matching_program.columns, &outputs));
    MG_TRY(MG_KEPT_ALLOC(context, state, mg_graph_vertex_count(graph), "vertex states"));
    mg__write_ranks(context, graph, state, sizeof *state, offsetof(matching_vertex, rank));
    mg__write_ranked(context, graph, state, sizeof *state, offsetof(matching_vertex, ranked));
    status = mg__run_loops(context, graph, &matching_program, &parameters, &o.run, state, &outputs, result);
    status = mg__deliver_outputs(context, &outputs, status, result);
out:
    mg__kept_release(context, state);
    return status;
}
