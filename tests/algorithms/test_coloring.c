/* SPDX-License-Identifier: Apache-2.0
 *
 * Colourings and maximal independent sets on every shape in every mode against the serial greedy algorithm.
 */
#include "tests/algorithms/oracles.h"
#include "tests/algorithms/run_matrix.h"
#include "tools/verify/verify.h"

#include <stdlib.h>

static void check_coloring(const matrix_run *run, const mg_graph *graph, uint64_t seed, const uint32_t *expected) {
    mg_coloring_options options = MG_COLORING_OPTIONS_INIT;
    mg_result *result = NULL;
    char why[256] = "";
    options.run = run->options;
    options.seed = seed;
    RUN_OK(run, mg_coloring(run->context, graph, &options, &result));
    const uint32_t *color = run_column(run, graph, result, "color", MG_UINT32);
    for (mg_vertex v = 0; v < mg_graph_vertex_count(graph); v++) {
        matrix_expect(run, "coloring", v, color[v], expected[v]);
    }
    RUN_CHECK(run, mgt_verify_coloring(run->context, graph, result, why, sizeof why), "%s", why);
    mg_result_destroy(result);
}

static void check_mis(const matrix_run *run, const mg_graph *graph, uint64_t seed, const uint32_t *expected) {
    mg_mis_options options = MG_MIS_OPTIONS_INIT;
    mg_result *result = NULL;
    char why[256] = "";
    options.run = run->options;
    options.seed = seed;
    RUN_OK(run, mg_mis(run->context, graph, &options, &result));
    const uint32_t *member = run_column(run, graph, result, "member", MG_UINT32);
    for (mg_vertex v = 0; v < mg_graph_vertex_count(graph); v++) {
        matrix_expect(run, "mis", v, member[v], expected[v] == 0);
    }
    RUN_CHECK(run, mgt_verify_mis(run->context, graph, result, why, sizeof why), "%s", why);
    mg_result_destroy(result);
}

static void check_seed(const mg_graph *graph, const char *what, uint64_t seed) {
    uint32_t *expected = oracle_coloring(graph, seed);
    for (size_t i = 0; i < matrix_run_count; i++) {
        matrix_run run = matrix_run_at(i, what);
        check_coloring(&run, graph, seed, expected);
        check_mis(&run, graph, seed, expected);
    }
    free(expected);
}

static void check_graph(const mg_graph *graph, const char *what) {
    check_seed(graph, what, 0);
}

TEST(coloring_on_every_shape) {
    matrix_graphs(NULL, 0, check_graph);
}

TEST(coloring_by_other_seeds) {
    static const uint64_t seeds[] = {1, 0x100000000, UINT64_MAX};
    mg_graph *graph = shape_graph(test_context(2), shape_named("grid"), WEIGHTS_NONE, false);
    for (size_t i = 0; i < sizeof seeds / sizeof *seeds; i++) {
        check_seed(graph, "grid by another seed", seeds[i]);
    }
    mg_graph_destroy(graph);
}

/* Priorities are those of ids, in whatever order the vertices are. */
TEST(coloring_in_another_order) {
    mg_graph *graph = shape_graph(test_context(2), shape_named("kron"), WEIGHTS_NONE, true), *other = NULL;
    CHECK_OK(test_context(2), mg_graph_reorder(test_context(2), graph, MG_ORDER_SHUFFLED, 3, &other));
    check_seed(other, "shuffled", 5);
    mg_graph_destroy(graph);
    mg_graph_destroy(other);
}

/* A clique of 100 vertices needs 100 colours, in four rounds; pendants at each of them keep to the first ones. */
TEST(coloring_of_a_clique_with_pendants) {
    edge_builder edges = {.n = 200};
    for (uint64_t v = 0; v < 100; v++) {
        for (uint64_t u = 0; u < v; u++) {
            builder_add(&edges, u, v);
        }
        builder_add(&edges, v, 100 + v);
        builder_add(&edges, v, v);
    }
    mg_graph *graph = builder_graph(test_context(2), &edges, WEIGHTS_NONE, true);
    check_seed(graph, "clique with pendants", 0);
    mg_graph_destroy(graph);
}
