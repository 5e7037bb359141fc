/* SPDX-License-Identifier: Apache-2.0 */
#include "tests/algorithms/run_matrix.h"

#include <stdarg.h>

void matrix_fail(const char *file, int line, const matrix_run *run, const char *format, ...) {
    char text[1024];
    va_list arguments;
    va_start(arguments, format);
    vsnprintf(text, sizeof text, format, arguments);
    va_end(arguments);
    test_fail(file, line, "[%s; %s, %d threads] %s", run->graph, run->mode, mg_context_threads(run->context), text);
}

void matrix_graphs(const weighting *weightings, size_t count, matrix_check check) {
    static const weighting unweighted[] = {WEIGHTS_NONE};
    if (!count) {
        weightings = unweighted;
        count = 1;
    }
    for (size_t s = 0; s < shape_count; s++) {
        for (size_t i = 0; i < 2 * count; i++) {
            const bool directed = i % 2;
            char what[128];
            snprintf(what, sizeof what, "%s, %s, %s", shapes[s].name, directed ? "directed" : "undirected",
                     weighting_names[weightings[i / 2]]);
            mg_graph *graph = shape_graph(test_context(1), &shapes[s], weightings[i / 2], directed);
            check(graph, what);
            mg_graph_destroy(graph);
        }
    }
}

const void *run_column(const matrix_run *run, const mg_graph *graph, const mg_result *result, const char *name,
                       mg_type type) {
    const mg_column *column = mg_result_column(result, name);
    RUN_CHECK(run, column, "there is no column %s", name);
    RUN_CHECK(run, column->type == type, "column %s has type %d, expected %d", name, (int)column->type, (int)type);
    RUN_CHECK(run, mg_result_vertex_count(result) == mg_graph_vertex_count(graph), "the result has %lu vertices",
              (unsigned long)mg_result_vertex_count(result));
    return column->data;
}

size_t test_sources(const mg_graph *graph, mg_vertex sources[4]) {
    const mg_vertex n = mg_graph_vertex_count(graph);
    sources[0] = MG_NONE;
    sources[1] = 0;
    sources[2] = n - 1;
    sources[3] = n / 2;
    return n < 4 ? (size_t)n + 1 : 4;
}

void *matrix_program(const matrix_run *run, const mg_graph *graph, const mg_program *program, const void *params) {
    void *state = test_memory(mg_graph_vertex_count(graph), program->state_size);
    mg_result *result = NULL;
    RUN_OK(run, mg_run(run->context, graph, program, params, &run->options, state, &result));
    RUN_CHECK(run, mg_result_vertex_count(result) == mg_graph_vertex_count(graph), "%s: vertices of the result",
              program->name);
    mg_result_destroy(result);
    return state;
}

void matrix_expect(const matrix_run *run, const char *program, mg_vertex v, uint64_t found, uint64_t expected) {
    RUN_CHECK(run, found == expected, "%s: vertex %lu has %llu, expected %llu", program, (unsigned long)v,
              (unsigned long long)found, (unsigned long long)expected);
}

void matrix_expect_column(const matrix_run *run, const char *name, const mg_result *found, const mg_result *expected) {
    const uint32_t *const left = mg_result_column(found, name)->data;
    const uint32_t *const right = mg_result_column(expected, name)->data;
    for (mg_vertex v = 0; v < mg_result_vertex_count(expected); v++) {
        matrix_expect(run, name, v, left[v], right[v]);
    }
}
