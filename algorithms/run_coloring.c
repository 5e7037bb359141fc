/* SPDX-License-Identifier: Apache-2.0
 *
 * run_coloring.c: greedy colouring, and maximal independent sets: the vertices that get the first colour. Direct runs
 * where the backend has them, else the program coloring.c.
 */
#include "algorithms/entry.h"
#include "algorithms/programs/coloring.h"
#include "algorithms/rounds.h"
#include "core/engine/direct.h"
#include "core/engine/outputs.h"
#include "core/kept_memory.h"
#include "core/stage_clock.h"

/* Vertices of the first colour are the set; one run finds them. */
static bool make_set(const mg_context *context, mg_vertex n, void *states, void *params) {
    coloring_vertex *const state = states;
    (void)params;
#pragma omp parallel for num_threads(context->threads)
    for (mg_vertex v = 0; v < n; v++) {
        state[v].color = state[v].color == 0;
    }
    return false;
}

/* States with the ranks of the ids, which the caller releases. */
static mg_status take_states(mg_context *context, const mg_graph *graph, coloring_vertex **states) {
    mg_status status;
    coloring_vertex *state = NULL;
    MG_TRY(MG_KEPT_ALLOC(context, state, mg_graph_vertex_count(graph), "vertex states"));
    mg__write_ranks(context, graph, state, sizeof *state, offsetof(coloring_vertex, priority));
    *states = state;
out:
    return status;
}

static mg_status run_direct(mg_context *context, const mg_graph *graph, mg_direct_kind kind, uint64_t seed,
                            const mg_column_spec *columns, const mg_run_options *given, mg_result **result) {
    mg_status status;
    mg_run_options run;
    mg_direct_job job = {.kind = kind, .seed = seed};
    MG_TRY(mg__check_one_lane(context, given));
    MG_TRY(mg__run_options(context, given, &run));
    MG_TRY(mg__run_direct(context, graph, &job, columns, &run, result));
out:
    return status;
}

static mg_status run_coloring(mg_context *context, const mg_graph *graph, const mg_coloring_options *o,
                              mg_result **result) {
    const coloring_parameters parameters = {.seed = o->seed, .window = COLORING_WINDOW, .given = 1};
    coloring_vertex *state = NULL;
    mg_status status;
    MG_TRY(take_states(context, graph, &state));
    status = mg__run_loops(context, graph, &coloring_program, &parameters, &o->run, state, NULL, result);
out:
    mg__kept_release(context, state);
    return status;
}

mg_status mg_coloring(mg_context *context, const mg_graph *graph, const mg_coloring_options *options,
                      mg_result **result) {
    MG_STAGE(context, MG_STAGE_RUN);
    mg_result *made = NULL;
    mg_column_copies outputs;
    mg_status status = mg__check_call(context, graph, result, options ? options->size : 0, sizeof *options);
    if (status < 0) {
        return status;
    }
    mg_coloring_options o = options ? *options : MG_COLORING_OPTIONS_INIT;
    MG_TRY(mg__take_outputs(context, &o.run, coloring_program.columns, &outputs));
    MG_TRY(run_direct(context, graph, MG_DIRECT_COLORING, o.seed, coloring_program.columns, &o.run, &made));
    MG_TRY(made ? MG_OK : run_coloring(context, graph, &o, &made));
    MG_TRY(mg__deliver_outputs(context, &outputs, status, &made));
    *result = made;
out:
    return status;
}

static mg_status run_mis(mg_context *context, const mg_graph *graph, const mg_mis_options *o,
                         const mg_column_spec *columns, mg_result **result) {
    coloring_parameters parameters = {.seed = o->seed, .window = 1, .given = 1};
    const mg_rounds rounds = {
        .program = &coloring_program, .params = &parameters, .next = make_set, .columns = columns};
    coloring_vertex *state = NULL;
    mg_status status;
    MG_TRY(take_states(context, graph, &state));
    status = mg__run_rounds(context, graph, &rounds, &o->run, state, result);
out:
    mg__kept_release(context, state);
    return status;
}

mg_status mg_mis(mg_context *context, const mg_graph *graph, const mg_mis_options *options, mg_result **result) {
    MG_STAGE(context, MG_STAGE_RUN);
    static const mg_column_spec columns[] = {MG_COLUMN(coloring_vertex, color, "member", MG_NUMBER), {.name = NULL}};
    mg_result *made = NULL;
    mg_column_copies outputs;
    mg_status status = mg__check_call(context, graph, result, options ? options->size : 0, sizeof *options);
    if (status < 0) {
        return status;
    }
    mg_mis_options o = options ? *options : MG_MIS_OPTIONS_INIT;
    MG_TRY(mg__take_outputs(context, &o.run, columns, &outputs));
    MG_TRY(run_direct(context, graph, MG_DIRECT_MIS, o.seed, columns, &o.run, &made));
    MG_TRY(made ? MG_OK : run_mis(context, graph, &o, columns, &made));
    MG_TRY(mg__deliver_outputs(context, &outputs, status, &made));
    *result = made;
out:
    return status;
}
