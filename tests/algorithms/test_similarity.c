/* SPDX-License-Identifier: Apache-2.0
 *
 * Scores of edges on every shape, of every type, against loops in long double, and where they are known.
 */
#include "tests/algorithms/run_matrix.h"
#include "tools/verify/verify.h"

#include <stdlib.h>

/* Features in rows of `stride`, some rows 0. */
static void *features(const mg_graph *graph, mg_type type, uint32_t k, uint64_t stride) {
    const mg_vertex n = mg_graph_vertex_count(graph);
    void *x = test_memory((uint64_t)n * stride, 8);
    uint64_t state = 5;
    for (mg_vertex v = 0; v < n; v++) {
        for (uint32_t i = 0; i < k; i++) {
            const int64_t value = v % 7 == 3 ? 0 : (int64_t)(test_random(&state) % 201) - 100;
            const uint64_t at = v * stride + i;
            if (type == MG_INT32) {
                ((int32_t *)x)[at] = (int32_t)value;
            } else if (type == MG_INT64) {
                ((int64_t *)x)[at] = value << 40; /* sums that wrap around */
            } else if (type == MG_FLOAT32) {
                ((float *)x)[at] = (float)value / 7;
            } else {
                ((double *)x)[at] = (double)value / 7;
            }
        }
    }
    return x;
}

static void check_type(const mg_graph *graph, const char *what, mg_type type, uint32_t k, uint64_t stride) {
    void *x = features(graph, type, k, stride), *scores = test_memory(mg_graph_arc_count(graph), 8);
    for (size_t i = 0; i < matrix_run_count; i++) {
        matrix_run run = matrix_run_at(i, what);
        for (int measure = 0; measure < (type == MG_FLOAT32 || type == MG_FLOAT64 ? 2 : 1); measure++) {
            const mg_similarity_options options = {.size = sizeof options,
                                                   .measure = (mg_similarity_measure)measure,
                                                   .type = type,
                                                   .backend = run.options.backend};
            char why[256] = "";
            RUN_OK(&run, mg_similarity(run.context, graph, &options, k, x, stride, scores));
            RUN_CHECK(&run, mgt_verify_similarity(graph, &options, k, x, stride, scores, why, sizeof why),
                      "type %d, k %u, measure %d: %s", (int)type, k, measure, why);
        }
    }
    free(x);
    free(scores);
}

static void check_graph(const mg_graph *graph, const char *what) {
    check_type(graph, what, MG_FLOAT32, 1, 1);
    check_type(graph, what, MG_FLOAT32, 5, 7);
    check_type(graph, what, MG_FLOAT64, 16, 16);
    check_type(graph, what, MG_INT32, 3, 3);
    check_type(graph, what, MG_INT64, 4, 5);
}

TEST(similarity_of_every_type) {
    static const weighting weightings[] = {WEIGHTS_NONE, WEIGHTS_DOUBLE};
    matrix_graphs(weightings, 2, check_graph);
}

/* 0 -> 1 at a right angle, 0 -> 2 the same direction, 1 -> 3 opposite, 3 -> 4 with zeros; lengths whose squares are no
 * numbers. Cosines are symmetric. */
TEST(similarity_that_is_known) {
    static const double x[] = {1e200, 0, 0, 1e-200, 3e250, 0, 0, -5, 0, 0};
    mg_context *context = test_context(2);
    edge_builder edges = {.n = 5};
    const uint64_t ends[][2] = {{0, 1}, {0, 2}, {1, 3}, {3, 4}};
    for (int i = 0; i < 4; i++) {
        builder_add(&edges, ends[i][0], ends[i][1]);
    }
    mg_graph *graph = builder_graph(context, &edges, WEIGHTS_NONE, true);
    mg_similarity_options options = MG_SIMILARITY_OPTIONS_INIT;
    double scores[4], dot[4];
    options.measure = MG_SIMILARITY_COSINE;
    options.type = MG_FLOAT64;
    CHECK_OK(context, mg_similarity(context, graph, &options, 2, x, 2, scores));
    static const double expected[] = {0, 1, -1, 0};
    for (int i = 0; i < 4; i++) {
        CHECK(fabs(scores[i] - expected[i]) < 1e-15);
    }
    options.measure = MG_SIMILARITY_DOT;
    CHECK_OK(context, mg_similarity(context, graph, &options, 2, x, 2, dot));
    CHECK(dot[0] == 0 && isinf(dot[1]) && fabs(dot[2] / -5e-200 - 1) < 1e-15 && dot[3] == 0);
    mg_graph_destroy(graph);
}

TEST(similarity_refuses) {
    mg_context *context = test_context(1);
    mg_graph *graph = shape_graph(context, shape_named("cycle"), WEIGHTS_NONE, true);
    double *x = test_memory(mg_graph_vertex_count(graph), sizeof *x);
    double *scores = test_memory(mg_graph_arc_count(graph), sizeof *scores);
    for (int i = 0; i < 9; i++) {
        mg_similarity_options options = MG_SIMILARITY_OPTIONS_INIT;
        options.size = i == 0 ? 3 : options.size;
        options.measure = i == 1 ? (mg_similarity_measure)99 : i == 2 ? MG_SIMILARITY_COSINE : MG_SIMILARITY_DOT;
        options.type = i == 2 ? MG_INT32 : i == 3 ? MG_TYPE_NONE : MG_FLOAT64;
        const mg_status status =
            mg_similarity(context, graph, &options, i == 4 ? 0 : 1, i == 5 ? NULL : x, i == 6 ? 0 : 1,
                          i == 7   ? NULL
                          : i == 8 ? (void *)x
                                   : scores);
        if (status != MG_ERROR_INVALID) {
            test_fail(__FILE__, __LINE__, "bad arguments %d: %s", i, mg_status_name(status));
        }
    }
    free(x);
    free(scores);
    mg_graph_destroy(graph);
}
