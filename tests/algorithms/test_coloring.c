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
        if (matrix_is_short) { /* on a GPU the program runs in mode auto only if iterations are recorded */
            run.options.statistics = true;
            check_coloring(&run, graph, seed, expected);
            check_mis(&run, graph, seed, expected);
        }
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

/* The columns of a run of each algorithm in one mode. */
static void run_both(const mg_graph *graph, const char *what, mg_mode mode, mg_result *result[2]) {
    mg_coloring_options coloring = MG_COLORING_OPTIONS_INIT;
    mg_mis_options mis = MG_MIS_OPTIONS_INIT;
    matrix_run run = matrix_run_at(0, what);
    run.options.mode = mode;
    coloring.run = mis.run = run.options;
    coloring.seed = mis.seed = 9;
    RUN_OK(&run, mg_coloring(run.context, graph, &coloring, &result[0]));
    RUN_OK(&run, mg_mis(run.context, graph, &mis, &result[1]));
}

/* Graphs for which the oracle is too slow: verified, and the same in the modes auto and sparse. */
static void check_large(mg_graph *graph, const char *what) {
    mg_result *result[2][2] = {{NULL}};
    const matrix_run run = matrix_run_at(0, what);
    char why[256] = "";
    run_both(graph, what, MG_MODE_AUTO, result[0]);
    run_both(graph, what, MG_MODE_SPARSE, result[1]);
    for (size_t k = 0; k < 2; k++) {
        const uint32_t *const left = mg_result_column_at(result[0][k], 0)->data;
        const uint32_t *const right = mg_result_column_at(result[1][k], 0)->data;
        for (mg_vertex v = 0; v < mg_graph_vertex_count(graph); v++) {
            matrix_expect(&run, what, v, left[v], right[v]);
        }
    }
    RUN_CHECK(&run, mgt_verify_coloring(run.context, graph, result[0][0], why, sizeof why), "%s", why);
    RUN_CHECK(&run, mgt_verify_mis(run.context, graph, result[0][1], why, sizeof why), "%s", why);
    for (size_t k = 0; k < 4; k++) {
        mg_result_destroy(result[k / 2][k % 2]);
    }
    mg_graph_destroy(graph);
}

/* A clique that needs more colours than a GPU counts at once, whose edges are half of them in-edges. */
TEST(coloring_of_a_large_clique) {
    for (uint32_t directed = 0; directed < 2; directed++) {
        edge_builder edges = {.n = 1100};
        for (uint64_t v = 0; v < edges.n; v++) {
            for (uint64_t u = 0; u < v; u++) {
                builder_add(&edges, (u + v) % 2 ? u : v, (u + v) % 2 ? v : u);
            }
        }
        check_large(builder_graph(test_context(2), &edges, WEIGHTS_NONE, directed), "a large clique");
    }
}

/* Rows of all lengths, of which the longest are cut into pieces. */
TEST(coloring_of_long_rows) {
    static const char *const kinds[] = {"kron", "rmat", "star"};
    for (size_t i = 0; i < sizeof kinds / sizeof *kinds; i++) {
        mg_generate_options options = MG_GENERATE_OPTIONS_INIT;
        mg_graph *graph = NULL;
        options.scale = 13;
        CHECK_OK(test_context(2), mg_generate(test_context(2), kinds[i], &options, &graph));
        check_large(graph, kinds[i]);
    }
}
