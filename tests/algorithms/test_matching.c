/* SPDX-License-Identifier: Apache-2.0
 *
 * Maximal matchings on every shape in every mode against the serial greedy algorithm.
 */
#include "tests/algorithms/oracles.h"
#include "tests/algorithms/run_matrix.h"
#include "tools/verify/verify.h"

#include <stdlib.h>

static void check_run(const matrix_run *run, const mg_graph *graph, uint64_t seed, const mg_vertex *expected) {
    mg_matching_options options = MG_MATCHING_OPTIONS_INIT;
    mg_result *result = NULL;
    char why[256] = "";
    options.run = run->options;
    options.seed = seed;
    RUN_OK(run, mg_matching(run->context, graph, &options, &result));
    const mg_vertex *mate = run_column(run, graph, result, "mate", MG_UINT32);
    for (mg_vertex v = 0; v < mg_graph_vertex_count(graph); v++) {
        matrix_expect(run, "matching", v, mate[v], expected[v]);
    }
    RUN_CHECK(run, mgt_verify_matching(run->context, graph, result, why, sizeof why), "%s", why);
    mg_result_destroy(result);
}

static void check_seed(const mg_graph *graph, const char *what, uint64_t seed) {
    mg_vertex *expected = oracle_matching(graph, seed);
    for (size_t i = 0; i < matrix_run_count; i++) {
        matrix_run run = matrix_run_at(i, what);
        check_run(&run, graph, seed, expected);
        run.options.statistics = true; /* the program, in place of a direct run */
        check_run(&run, graph, seed, expected);
    }
    free(expected);
}

static void check_graph(const mg_graph *graph, const char *what) {
    check_seed(graph, what, 0);
}

TEST(matching_on_every_shape) {
    matrix_graphs(NULL, 0, check_graph);
}

TEST(matching_by_other_seeds) {
    static const uint64_t seeds[] = {1, 0x100000000, UINT64_MAX};
    mg_graph *graph = shape_graph(test_context(2), shape_named("grid"), WEIGHTS_NONE, false);
    for (size_t i = 0; i < sizeof seeds / sizeof *seeds; i++) {
        check_seed(graph, "grid by another seed", seeds[i]);
    }
    mg_graph_destroy(graph);
}

/* Priorities are those of ids, in whatever order the vertices are. */
TEST(matching_in_another_order) {
    mg_graph *graph = shape_graph(test_context(2), shape_named("kron"), WEIGHTS_NONE, true), *other = NULL;
    CHECK_OK(test_context(2), mg_graph_reorder(test_context(2), graph, MG_ORDER_SHUFFLED, 3, &other));
    check_seed(other, "shuffled", 5);
    mg_graph_destroy(graph);
    mg_graph_destroy(other);
}

/* A clique, with loops: every round takes few of its edges. */
TEST(matching_of_a_clique) {
    edge_builder edges = {.n = 90};
    for (uint64_t v = 0; v < 90; v++) {
        for (uint64_t u = 0; u <= v; u++) {
            builder_add(&edges, u, v);
        }
    }
    mg_graph *graph = builder_graph(test_context(2), &edges, WEIGHTS_NONE, true);
    check_seed(graph, "clique", 0);
    mg_graph_destroy(graph);
}

static void check_large(mg_graph *graph, const char *what) {
    const matrix_run run = matrix_run_at(0, what);
    mg_matching_options options = MG_MATCHING_OPTIONS_INIT;
    mg_result *result[2] = {NULL, NULL};
    options.seed = 7;
    for (size_t i = 0; i < 2; i++) {
        options.run.statistics = i > 0;
        CHECK_OK(test_context(2), mg_matching(test_context(2), graph, &options, &result[i]));
    }
    matrix_expect_column(&run, "mate", result[0], result[1]);
    mg_result_destroy(result[0]);
    mg_result_destroy(result[1]);
}

/* Graphs that several threads share: a direct run finds what the program finds, in any order of the vertices. */
TEST(matching_of_large_graphs) {
    static const char *const kinds[] = {"kron", "rmat", "road", "star", "uniform"};
    for (size_t i = 0; i < sizeof kinds / sizeof *kinds; i++) {
        mg_generate_options options = MG_GENERATE_OPTIONS_INIT;
        mg_graph *graph = NULL, *other = NULL;
        options.scale = 13;
        options.width = options.height = 100;
        CHECK_OK(test_context(2), mg_generate(test_context(2), kinds[i], &options, &graph));
        CHECK_OK(test_context(2), mg_graph_reorder(test_context(2), graph, MG_ORDER_SHUFFLED, 5, &other));
        check_large(graph, kinds[i]);
        check_large(other, kinds[i]);
        mg_graph_destroy(graph);
        mg_graph_destroy(other);
    }
}
