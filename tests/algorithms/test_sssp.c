/* SPDX-License-Identifier: Apache-2.0
 *
 * SSSP on every shape, weighting and mode: distances equal to Bellman-Ford's in the same arithmetic, and by properties.
 */
#include "tests/algorithms/matrix.h"
#include "tests/algorithms/oracles.h"
#include "tools/verify/verify.h"

#include <stdlib.h>

/* Expected distances in the arithmetic of the graph's weights; one pointer is set. */
typedef struct expectation {
    uint64_t *integers;
    float *floats;
    double *doubles;
} expectation;

static expectation expect(const mg_graph *graph, mg_vertex source) {
    expectation e = {0};
    switch (mg_graph_weight_type(graph)) {
    case MG_FLOAT32:
        e.floats = oracle_sssp_float(graph, source);
        break;
    case MG_FLOAT64:
        e.doubles = oracle_sssp_double(graph, source);
        break;
    default:
        e.integers = oracle_sssp_integer(graph, source);
    }
    return e;
}

static void free_expectation(expectation e) {
    free(e.integers);
    free(e.floats);
    free(e.doubles);
}

static void compare_integers(const matrix_run *run, const mg_graph *graph, const mg_result *result,
                             const uint64_t *expected) {
    const mg_column *column = mg_result_column(result, "distance");
    const bool wide = column && column->type == MG_UINT64;
    const void *data = run_column(run, graph, result, "distance", wide ? MG_UINT64 : MG_UINT32);
    for (mg_vertex v = 0; v < mg_graph_vertex_count(graph); v++) {
        uint64_t found = wide ? ((const uint64_t *)data)[v] : ((const uint32_t *)data)[v];
        if (!wide && found == MG_UNREACHED) {
            found = MG_UNREACHED64;
        }
        RUN_CHECK(run, found == expected[v], "distance of %lu is %llu, expected %llu", (unsigned long)v,
                  (unsigned long long)found, (unsigned long long)expected[v]);
    }
}

static void compare_reals(const matrix_run *run, const mg_graph *graph, const mg_result *result, expectation e) {
    const void *data = run_column(run, graph, result, "distance", e.floats ? MG_FLOAT32 : MG_FLOAT64);
    for (mg_vertex v = 0; v < mg_graph_vertex_count(graph); v++) {
        const double found = e.floats ? (double)((const float *)data)[v] : ((const double *)data)[v];
        const double expected = e.floats ? (double)e.floats[v] : e.doubles[v];
        RUN_CHECK(run, found == expected, "distance of %lu is %.17g, expected %.17g", (unsigned long)v, found,
                  expected);
    }
}

static void check_options(const matrix_run *run, const mg_graph *graph, mg_vertex source, double delta, bool parents,
                          expectation e) {
    mg_sssp_options options = MG_SSSP_OPTIONS_INIT;
    mg_result *result = NULL;
    char why[256] = "";
    options.run = run->options;
    options.source = source;
    options.delta = delta;
    options.parents = parents;
    RUN_OK(run, mg_sssp(run->context, graph, &options, &result));
    if (e.integers) {
        compare_integers(run, graph, result, e.integers);
    } else {
        compare_reals(run, graph, result, e);
    }
    RUN_CHECK(run, (mg_result_column(result, "parent") != NULL) == parents, "column parent");
    RUN_CHECK(run, mgt_verify_sssp(run->context, graph, source, result, why, sizeof why), "source %lu, delta %g: %s",
              (unsigned long)source, delta, why);
    mg_result_destroy(result);
}

static void check_graph(const mg_graph *graph, const char *what) {
    mg_vertex sources[4];
    const size_t count = test_sources(graph, sources);
    for (size_t s = 0; s < count && s < 3; s++) {
        const mg_vertex source = sources[s] == MG_NONE ? mg_graph_default_source(graph) : sources[s];
        expectation e = expect(graph, source);
        for (size_t i = 0; i < matrix_run_count; i++) {
            matrix_run run = matrix_run_at(i, what);
            check_options(&run, graph, sources[s], 0.0, i % 2 == s % 2, e);
        }
        free_expectation(e);
    }
}

TEST(sssp_unweighted_and_int32) {
    static const weighting weightings[] = {WEIGHTS_NONE, WEIGHTS_INT, WEIGHTS_INT_ZERO};
    matrix_graphs(weightings, 3, check_graph);
}

TEST(sssp_all_zero_and_large_int32) {
    static const weighting weightings[] = {WEIGHTS_ALL_ZERO, WEIGHTS_INT_LARGE};
    matrix_graphs(weightings, 2, check_graph);
}

TEST(sssp_float) {
    static const weighting weightings[] = {WEIGHTS_FLOAT, WEIGHTS_FLOAT_MIX};
    matrix_graphs(weightings, 2, check_graph);
}

TEST(sssp_int64) {
    static const weighting weightings[] = {WEIGHTS_INT64};
    matrix_graphs(weightings, 1, check_graph);
}

TEST(sssp_double) {
    static const weighting weightings[] = {WEIGHTS_DOUBLE};
    matrix_graphs(weightings, 1, check_graph);
}

/* The bucket width must not change the result, however narrow or wide. */
static void check_deltas(const mg_graph *graph, const char *what) {
    static const double deltas[] = {1e-3, 1.0, 7.0, 1e3, 1e12};
    const mg_vertex source = mg_graph_default_source(graph);
    expectation e = expect(graph, source);
    for (size_t d = 0; d < sizeof deltas / sizeof *deltas; d++) {
        matrix_run run = matrix_run_at(0, what), parallel = matrix_run_at(3, what);
        check_options(&run, graph, MG_NONE, deltas[d], true, e);
        check_options(&parallel, graph, MG_NONE, deltas[d], true, e);
    }
    free_expectation(e);
}

TEST(sssp_with_given_delta) {
    static const weighting weightings[] = {WEIGHTS_NONE,      WEIGHTS_INT_ZERO, WEIGHTS_INT_LARGE,
                                           WEIGHTS_FLOAT_MIX, WEIGHTS_DOUBLE,   WEIGHTS_INT64};
    matrix_graphs(weightings, 6, check_deltas);
}

/* Distances of 2^32 - 2, which fits 32 bits, 2^32 - 1, which would mean unreached, and 2^32. */
TEST(sssp_at_the_edge_of_32_bits) {
    static const int32_t weights[][3] = {
        {INT32_MAX, INT32_MAX, 0}, {INT32_MAX, INT32_MAX, 1}, {INT32_MAX, INT32_MAX, 2}};
    static const uint32_t from[] = {0, 1, 2}, to[] = {1, 2, 3};
    for (size_t i = 0; i < 3; i++) {
        mg_context *context = test_context(2);
        mg_edge_list list = {.edge_count = 3,
                             .id_type = MG_UINT32,
                             .source = from,
                             .target = to,
                             .weight_type = MG_INT32,
                             .weight = weights[i],
                             .contiguous = true,
                             .vertex_count = 5};
        mg_graph *graph = NULL;
        CHECK_OK(context, mg_graph_from_edges(context, &list, NULL, &graph));
        expectation e = expect(graph, 0);
        CHECK_EQ(e.integers[3], 2ull * INT32_MAX + i);
        for (size_t r = 0; r < matrix_run_count; r++) {
            matrix_run run = matrix_run_at(r, "path at the edge of 32 bits");
            check_options(&run, graph, 0, 0.0, true, e);
        }
        free_expectation(e);
        mg_graph_destroy(graph);
    }
}

TEST(sssp_on_long_chains_with_zero_weights) {
    edge_builder edges = {.n = 4000};
    for (uint64_t v = 0; v + 1 < edges.n; v++) {
        builder_add(&edges, v, v + 1);
        builder_add(&edges, v + 1, v / 2); /* back edges give cycles of weight 0 of many lengths */
    }
    mg_graph *graph = builder_graph(test_context(1), &edges, WEIGHTS_INT_ZERO, true);
    expectation e = expect(graph, 0);
    for (size_t i = 0; i < matrix_run_count; i++) {
        matrix_run run = matrix_run_at(i, "long chain with zero weights");
        check_options(&run, graph, 0, 0.0, true, e);
    }
    free_expectation(e);
    mg_graph_destroy(graph);
}

TEST(sssp_refuses_negative_weights_and_bad_sources) {
    mg_context *context = test_context(1);
    static const uint32_t from[] = {0, 1}, to[] = {1, 0};
    static const float weights[] = {1.0f, -1.0f};
    mg_edge_list list = {.edge_count = 2,
                         .id_type = MG_UINT32,
                         .source = from,
                         .target = to,
                         .weight_type = MG_FLOAT32,
                         .weight = weights,
                         .contiguous = true,
                         .vertex_count = 2};
    mg_graph *graph = NULL, *path = shape_graph(context, shape_named("path"), WEIGHTS_INT, true);
    mg_sssp_options options = MG_SSSP_OPTIONS_INIT;
    mg_result *result = NULL;
    CHECK_OK(context, mg_graph_from_edges(context, &list, NULL, &graph));
    CHECK_STATUS(context, mg_sssp(context, graph, NULL, &result), MG_ERROR_INVALID);
    CHECK(!result && mg_context_error(context)[0]);
    options.source = mg_graph_vertex_count(path);
    CHECK_STATUS(context, mg_sssp(context, path, &options, &result), MG_ERROR_RANGE);
    CHECK(!result);
    options.source = 0;
    options.delta = -1.0;
    CHECK_STATUS(context, mg_sssp(context, path, &options, &result), MG_ERROR_INVALID);
    CHECK(!result);
    mg_graph_destroy(graph);
    mg_graph_destroy(path);
}
