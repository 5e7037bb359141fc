/* SPDX-License-Identifier: Apache-2.0 */
#include "algorithms/rounds.h"

#include <string.h>

static mg_status run_all(mg_context *context, const mg_graph *graph, const mg_rounds *rounds, const mg_run_options *run,
                         void *state, mg_recorder *recorder) {
    mg_status status = MG_OK;
    const mg_vertex n = mg_graph_vertex_count(graph);
    uint32_t round = 0;
    do {
        recorder->run = round++;
        MG_TRY(mg__run_plan(context, graph, rounds->program, NULL, rounds->params, run, state, recorder));
    } while (rounds->next(context, n, state, rounds->params));
    return MG_OK;
out:
    return status;
}

mg_status mg__run_rounds(mg_context *context, const mg_graph *graph, const mg_rounds *rounds,
                         const mg_run_options *given, void *state, mg_result **result) {
    mg_status status;
    const mg_column_spec *const columns = rounds->columns ? rounds->columns : rounds->program->columns;
    mg_run_options run;
    mg_recorder recorder = {0};
    mg_result *made = NULL;
    MG_TRY(mg__run_options(context, given, &run));
    run.max_iterations = 0;
    recorder.keep = run.statistics;
    MG_TRY(run_all(context, graph, rounds, &run, state, &recorder));
    MG_TRY(mg__result_create(context, graph, &recorder, &made));
    for (size_t k = 0; k < MG_COLUMNS_MAX && columns[k].name; k++) {
        MG_TRY(mg__result_add(context, made, &columns[k], 1, state, rounds->program->state_size));
    }
    *result = made;
    made = NULL;
out:
    mg_result_destroy(made);
    mg__recorder_release(context, &recorder);
    return status;
}

mg_status mg__run_loops(mg_context *context, const mg_graph *graph, const mg_program *program, const void *params,
                        const mg_run_options *given, void *state, mg_column_copies *outputs, mg_result **result) {
    mg_run_options run = *given;
    run.max_iterations = 0;
    return mg__run_to_outputs(context, graph, program, params, &run, state, outputs, result);
}

void mg__write_ranks(const mg_context *context, const mg_graph *graph, void *state, size_t state_size, size_t offset) {
    const mg_vertex n = mg_graph_vertex_count(graph), *const by_id = mg_graph_by_id(graph);
#pragma omp parallel for num_threads(context->threads)
    for (mg_vertex rank = 0; rank < n; rank++) {
        const mg_vertex v = by_id ? by_id[rank] : rank;
        memcpy((char *)state + v * state_size + offset, &rank, sizeof rank);
    }
}

void mg__write_ranked(const mg_context *context, const mg_graph *graph, void *state, size_t state_size, size_t offset) {
    const mg_vertex n = mg_graph_vertex_count(graph), *const by_id = mg_graph_by_id(graph);
#pragma omp parallel for num_threads(context->threads)
    for (mg_vertex rank = 0; rank < n; rank++) {
        const mg_vertex v = by_id ? by_id[rank] : rank;
        memcpy((char *)state + rank * state_size + offset, &v, sizeof v);
    }
}
