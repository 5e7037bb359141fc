/* SPDX-License-Identifier: Apache-2.0
 *
 * SSSP on every shape, weighting and mode: distances equal to Bellman-Ford's in the same arithmetic, and by properties.
 */
#include "algorithms/programs/sssp.h"
#include "tests/algorithms/oracles.h"
#include "tests/algorithms/run_matrix.h"
#include "tools/verify/verify.h"

#include <stdlib.h>
#include <string.h>

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

/* Hubs whose edges are shared out, more in a bucket than there are places for, and vertices that are found again. */
static void check_hubs(bool directed) {
    enum { HUBS = 300, LEAVES = 2200 };
    mg_context *context = test_context(4);
    edge_builder edges = {.n = 1 + HUBS + LEAVES};
    for (uint64_t hub = 1; hub <= HUBS; hub++) {
        builder_add(&edges, 0, hub);
        for (uint64_t leaf = 0; leaf < LEAVES; leaf++) {
            builder_add(&edges, hub, 1 + HUBS + leaf);
        }
        builder_add(&edges, 1 + HUBS + hub, hub % HUBS + 1);
    }
    mg_graph *graph = builder_graph(context, &edges, WEIGHTS_INT, directed);
    expectation e = expect(graph, 0);
    static const double deltas[] = {0.0, 1.0, 8.0, 1e3};
    for (size_t d = 0; d < sizeof deltas / sizeof *deltas; d++) {
        const matrix_run run = {
            .context = context, .options = MG_RUN_OPTIONS_INIT, .graph = "hubs", .mode = "4 threads"};
        check_options(&run, graph, 0, deltas[d], true, e);
    }
    free_expectation(e);
    mg_graph_destroy(graph);
}

TEST(sssp_through_many_hubs) {
    check_hubs(true);
    check_hubs(false);
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

static mg_graph *path_of(mg_context *context, mg_type type, const void *weights, uint32_t edges) {
    uint32_t from[8], to[8];
    for (uint32_t i = 0; i < edges; i++) {
        from[i] = i;
        to[i] = i + 1;
    }
    mg_edge_list list = {.edge_count = edges,
                         .id_type = MG_UINT32,
                         .source = from,
                         .target = to,
                         .weight_type = type,
                         .weight = weights,
                         .contiguous = true,
                         .id_base = 10,
                         .vertex_count = edges + 2}; /* the last vertex is not reached */
    for (uint32_t i = 0; i < edges; i++) {
        from[i] += 10;
        to[i] += 10;
    }
    mg_graph *graph = NULL;
    CHECK_OK(context, mg_graph_from_edges(context, &list, NULL, &graph));
    return graph;
}

/* A sum beyond the type is an error, not the distance of an unreached vertex; the largest sum that fits is none. */
TEST(sssp_says_which_distance_overflows) {
    static const float floats[] = {3e38f, 3e38f}, float_fits[] = {1e38f, 2e38f};
    static const double doubles[] = {1e308, 1e308}, double_fits[] = {1e308, 0.7e308};
    static const int64_t wholes[] = {INT64_MAX, INT64_MAX, 1}, whole_fits[] = {INT64_MAX, INT64_MAX, 0};
    static const float endless[] = {INFINITY, 3e38f};
    const struct {
        mg_type type;
        const void *weights;
        uint32_t edges;
        const char *message; /* NULL: fits */
    } cases[] = {
        {MG_FLOAT32, floats, 2, "from 11 to 12 leads to a distance beyond the largest float32; read"},
        {MG_FLOAT32, float_fits, 2, NULL},
        {MG_FLOAT64, doubles, 2, "from 11 to 12 leads to a distance beyond the largest float64"},
        {MG_FLOAT64, double_fits, 2, NULL},
        {MG_INT64, wholes, 3, "from 12 to 13 leads to a distance beyond the largest uint64"},
        {MG_INT64, whole_fits, 3, NULL},
        {MG_FLOAT32, endless, 2, NULL}, /* an edge of infinite weight reaches nothing */
    };
    for (size_t i = 0; i < sizeof cases / sizeof *cases; i++) {
        mg_context *context = test_context(2);
        mg_graph *graph = path_of(context, cases[i].type, cases[i].weights, cases[i].edges);
        mg_sssp_options options = MG_SSSP_OPTIONS_INIT;
        mg_result *result = NULL;
        char why[256] = "";
        options.source = 0;
        options.parents = true;
        const mg_status status = mg_sssp(context, graph, &options, &result);
        if (cases[i].message) {
            CHECK_STATUS(context, status, MG_ERROR_RANGE);
            CHECK(!result && strstr(mg_context_error(context), cases[i].message));
        } else {
            CHECK_OK(context, status);
            CHECK_STR((mgt_verify_sssp(context, graph, 0, result, why, sizeof why), why), "");
        }
        mg_result_destroy(result);
        mg_graph_destroy(graph);
    }
}

/* A program that reads int32 weights runs on an int64 graph whose weights fit, and refuses others. */
TEST(sssp_of_int32_weights_refuses_wider_ones) {
    static const int64_t fits[] = {INT32_MAX, 0}, wide[] = {1, (int64_t)INT32_MAX + 1};
    for (int i = 0; i < 2; i++) {
        mg_context *context = test_context(1);
        mg_graph *graph = path_of(context, MG_INT64, i ? wide : fits, 2);
        const sssp_parameters params = {.source = 0, .per_unit = 1.0};
        uint64_t distance[4] = {0};
        const mg_status status = mg_run(context, graph, &sssp_u64_program, &params, NULL, distance, NULL);
        CHECK_EQ(status, i ? MG_ERROR_PROGRAM : MG_OK);
        CHECK(i ? strstr(mg_context_error(context), "int64 weights") != NULL : distance[2] == INT32_MAX);
        mg_graph_destroy(graph);
    }
}

/* 20,000 edges of 0.1 are longer than one of 1999.9. Sums of floats say otherwise; the verifier notices. */
TEST(sssp_takes_the_shortest_path_in_doubles) {
    enum { EDGES = 20000 };
    static uint32_t from[EDGES + 1], to[EDGES + 1];
    static double doubles[EDGES + 1];
    static float floats[EDGES + 1];
    for (uint32_t i = 0; i < EDGES; i++) {
        from[i] = i;
        to[i] = i + 1;
        doubles[i] = 0.1;
        floats[i] = 0.1f;
    }
    from[EDGES] = 0;
    to[EDGES] = EDGES;
    doubles[EDGES] = 1999.9;
    floats[EDGES] = 1999.9f;
    for (int wide = 0; wide < 2; wide++) {
        mg_context *context = test_context(2);
        mg_edge_list list = {.edge_count = EDGES + 1,
                             .id_type = MG_UINT32,
                             .source = from,
                             .target = to,
                             .weight_type = wide ? MG_FLOAT64 : MG_FLOAT32,
                             .weight = wide ? (const void *)doubles : floats};
        mg_graph *graph = NULL;
        mg_result *result = NULL;
        char why[256] = "";
        mg_sssp_options options = MG_SSSP_OPTIONS_INIT;
        options.source = 0;
        CHECK_OK(context, mg_graph_from_edges(context, &list, NULL, &graph));
        for (int parents = 0; parents < 2; parents++) {
            options.parents = parents;
            CHECK_OK(context, mg_sssp(context, graph, &options, &result));
            const bool verified = mgt_verify_sssp(context, graph, 0, result, why, sizeof why);
            CHECK_EQ(verified, wide);
            CHECK(wide || strstr(why, "sums of float32 are too coarse"));
            if (wide) {
                CHECK(((const double *)mg_result_column(result, "distance")->data)[EDGES] == 1999.9);
            }
            if (wide && parents) {
                CHECK_EQ(((const mg_vertex *)mg_result_column(result, "parent")->data)[EDGES], 0);
            }
            mg_result_destroy(result);
        }
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
