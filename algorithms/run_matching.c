/* SPDX-License-Identifier: Apache-2.0
 *
 * run_matching.c: maximal matchings, by direct runs where the backend has them, else by the program matching.c.
 */
#include "algorithms/entry.h"
#include "algorithms/programs/matching.h"
#include "algorithms/rounds.h"
#include "core/engine/direct.h"
#include "core/engine/outputs.h"
#include "core/kept_memory.h"
#include "core/stage_clock.h"

static mg_status run_direct(mg_context *context, const mg_graph *graph, const mg_matching_options *o,
                            mg_result **result) {
    mg_status status;
    mg_run_options run;
    mg_direct_job job = {.kind = MG_DIRECT_MATCHING, .seed = o->seed};
    MG_TRY(mg__run_options(context, &o->run, &run));
    MG_TRY(mg__run_direct(context, graph, &job, matching_program.columns, &run, result));
out:
    return status;
}

static mg_status run_program(mg_context *context, const mg_graph *graph, const mg_matching_options *o,
                             mg_column_copies *outputs, mg_result **result) {
    const matching_parameters parameters = {.seed = o->seed, .given = 1};
    matching_vertex *state = NULL;
    mg_status status;
    MG_TRY(MG_KEPT_ALLOC(context, state, mg_graph_vertex_count(graph), "vertex states"));
    mg__write_ranks(context, graph, state, sizeof *state, offsetof(matching_vertex, rank));
    mg__write_ranked(context, graph, state, sizeof *state, offsetof(matching_vertex, ranked));
    status = mg__run_loops(context, graph, &matching_program, &parameters, &o->run, state, outputs, result);
out:
    mg__kept_release(context, state);
    return status;
}

mg_status mg_matching(mg_context *context, const mg_graph *graph, const mg_matching_options *options,
                      mg_result **result) {
    MG_STAGE(context, MG_STAGE_RUN);
    mg_result *made = NULL;
    mg_status status = mg__check_call(context, graph, result, options ? options->size : 0, sizeof *options);
    if (status < 0) {
        return status;
    }
    mg_matching_options o = options ? *options : MG_MATCHING_OPTIONS_INIT;
    mg_column_copies outputs;
    MG_TRY(mg__check_one_lane(context, &o.run));
    MG_TRY(mg__take_outputs(context, &o.run, matching_program.columns, &outputs));
    MG_TRY(run_direct(context, graph, &o, &made));
    MG_TRY(made ? MG_OK : run_program(context, graph, &o, &outputs, &made));
    MG_TRY(mg__deliver_outputs(context, &outputs, status, &made));
    *result = made;
out:
    return status;
}
