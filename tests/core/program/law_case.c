/* SPDX-License-Identifier: Apache-2.0 */
#include "tests/core/program/law_case.h"

#include "tests/algorithms/matrix.h"

#include <math.h>
#include <stdlib.h>
#include <string.h>

#define VALUES 1000
#define STATES 100
#define NEAR 1e-4

mg_status laws_hold(mg_context *context, const law_case *s, const void *params, const void *states, mg_vertex n) {
    static const double totals[MG_TOTALS_MAX] = {1.0, 1.0};
    mg_phase_info info;
    uint64_t seed = 78;
    uint64_t *values = test_memory(VALUES, sizeof *values);
    double *weights = test_memory(VALUES, sizeof *weights);
    mg_ctx *contexts = test_memory(STATES + n, sizeof *contexts);
    s->phase->describe(&info, NULL);
    char *all = test_memory(STATES + n, info.state_size);
    for (size_t i = 0; i < VALUES; i++) {
        s->sample(test_random(&seed), &values[i]);
        weights[i] = s->weight(test_random(&seed));
    }
    for (mg_vertex v = 0; v < STATES + n; v++) {
        contexts[v] = (mg_ctx){.vertex = v,
                               .iteration = v % 7,
                               .out_degree = v % 3,
                               .in_degree = v % 4,
                               .totals = totals,
                               .vertices = STATES + n};
        if (v < n) {
            memcpy(all + v * info.state_size, (const char *)states + v * info.state_size, info.state_size);
        } else {
            s->phase->calls->init(&contexts[v], params, all + v * info.state_size);
        }
    }
    const mg_laws laws = {.phase = s->phase,
                          .params = params,
                          .values = values,
                          .value_count = VALUES,
                          .states = all,
                          .contexts = contexts,
                          .state_count = STATES + n,
                          .weights = weights,
                          .weight_count = VALUES,
                          .same = s->same};
    const mg_status status = mg__laws_check(context, &laws);
    free(values);
    free(weights);
    free(contexts);
    free(all);
    return status;
}

static bool close_to(const mg_column *column, const void *a, const void *b, size_t i) {
    const double x = column->type == MG_FLOAT32 ? (double)((const float *)a)[i] : ((const double *)a)[i];
    const double y = column->type == MG_FLOAT32 ? (double)((const float *)b)[i] : ((const double *)b)[i];
    return x == y || fabs(x - y) <= NEAR * fmax(fabs(x), fabs(y));
}

static bool columns_agree(const mg_column *column, const void *first, mg_vertex n) {
    if (column->type != MG_FLOAT32 && column->type != MG_FLOAT64) {
        const size_t width = column->type == MG_INT64 || column->type == MG_UINT64 ? 8 : 4;
        return memcmp(column->data, first, n * width) == 0;
    }
    for (mg_vertex v = 0; v < n; v++) {
        if (!close_to(column, column->data, first, v)) {
            return false;
        }
    }
    return true;
}

bool laws_of_modes_hold(const mg_program *program, const char *name, const void *params, const void *state,
                        const mg_graph *graph, char *why, size_t size) {
    const mg_vertex n = mg_graph_vertex_count(graph);
    const size_t bytes = n * program->state_size;
    void *first = test_memory(n, 8), *own = test_memory(1, bytes);
    bool holds = true;
    for (size_t i = 0; i < matrix_run_count && holds; i++) {
        const matrix_run run = matrix_run_at(i, program->name);
        mg_result *result = NULL;
        if (state) {
            memcpy(own, state, bytes);
        } else {
            memset(own, 0, bytes);
        }
        const mg_status status = mg_run(run.context, graph, program, params, &run.options, own, &result);
        const mg_column *column = status >= 0 ? mg_result_column(result, name) : NULL;
        if (column && i == 0) {
            const bool wide = column->type == MG_INT64 || column->type == MG_UINT64 || column->type == MG_FLOAT64;
            memcpy(first, column->data, n * (wide ? (size_t)8 : (size_t)4));
        }
        if (!column || !columns_agree(column, first, n)) {
            snprintf(why, size, "%s: %s with %d threads differs from the first run: %s", program->name, run.mode,
                     mg_context_threads(run.context), status < 0 ? mg_context_error(run.context) : name);
            holds = false;
        }
        mg_result_destroy(result);
    }
    free(first);
    free(own);
    return holds;
}
