/* SPDX-License-Identifier: Apache-2.0
 *
 * Strongly connected components on every shape in every mode against searches from every vertex, and on graphs that
 * need many rounds of trimming or of colouring.
 */
#include "tests/algorithms/oracles.h"
#include "tests/algorithms/run_matrix.h"
#include "tools/verify/verify.h"

#include <stdlib.h>

static void check_run(const matrix_run *run, const mg_graph *graph, const mg_vertex *expected) {
    mg_scc_options options = MG_SCC_OPTIONS_INIT;
    mg_result *result = NULL;
    char why[256] = "";
    options.run = run->options;
    RUN_OK(run, mg_scc(run->context, graph, &options, &result));
    const mg_vertex *label = run_column(run, graph, result, "component", MG_UINT32);
    for (mg_vertex v = 0; v < mg_graph_vertex_count(graph); v++) {
        matrix_expect(run, "scc", v, label[v], expected[v]);
    }
    RUN_CHECK(run, mgt_verify_scc(run->context, graph, result, why, sizeof why), "%s", why);
    mg_result_destroy(result);
}

static void check_all(const mg_graph *graph, const char *what, const mg_vertex *expected) {
    for (size_t i = 0; i < matrix_run_count; i++) {
        matrix_run run = matrix_run_at(i, what);
        check_run(&run, graph, expected);
        run.options.statistics = true; /* the program, in place of a direct run */
        check_run(&run, graph, expected);
    }
}

static void check_graph(const mg_graph *graph, const char *what) {
    mg_vertex *expected = oracle_scc(graph);
    check_all(graph, what, expected);
    free(expected);
}

TEST(scc_on_every_shape) {
    matrix_graphs(NULL, 0, check_graph);
}

/* Cycles of three, each with an edge to the one before: colouring finds one component a round. Loops do not keep the
 * vertices between them from being trimmed. */
TEST(scc_of_a_chain_of_cycles) {
    const uint64_t cycles = 12;
    edge_builder edges = {.n = 4 * cycles};
    mg_vertex expected[48];
    for (uint64_t i = 0; i < cycles; i++) {
        const uint64_t first = 4 * i;
        builder_add(&edges, first, first + 1);
        builder_add(&edges, first + 1, first + 2);
        builder_add(&edges, first + 2, first);
        builder_add(&edges, first + 2, first + 3);
        builder_add(&edges, first + 3, first + 3);
        if (i) {
            builder_add(&edges, first + 3, first - 4);
        }
        for (uint64_t k = 0; k < 4; k++) {
            expected[first + k] = (mg_vertex)(k < 3 ? first : first + 3);
        }
    }
    mg_graph *graph = builder_graph(test_context(2), &edges, WEIGHTS_NONE, true);
    check_all(graph, "chain of cycles", expected);
    mg_graph_destroy(graph);
}

/* A long path, with indices that fall along it, and loops: each vertex is a component. Trimming alone finds all. */
TEST(scc_of_a_falling_path_with_loops) {
    const uint64_t n = 30000;
    edge_builder edges = {.n = n};
    mg_vertex *expected = test_memory(n, sizeof *expected);
    for (uint64_t v = 0; v < n; v++) {
        expected[v] = (mg_vertex)v;
        builder_add(&edges, v, v);
        builder_add(&edges, v, v);
        if (v) {
            builder_add(&edges, v, v - 1);
        }
    }
    mg_graph *graph = builder_graph(test_context(2), &edges, WEIGHTS_NONE, true);
    matrix_run run = matrix_run_at(0, "falling path");
    check_run(&run, graph, expected);
    free(expected);
    mg_graph_destroy(graph);
}

/* The smallest id names a component in whatever order the vertices are. */
TEST(scc_in_another_order) {
    mg_graph *graph = shape_graph(test_context(2), shape_named("kron"), WEIGHTS_NONE, true), *other = NULL;
    CHECK_OK(test_context(2), mg_graph_reorder(test_context(2), graph, MG_ORDER_SHUFFLED, 3, &other));
    check_graph(other, "shuffled");
    mg_graph_destroy(graph);
    mg_graph_destroy(other);
}

/* Compares a direct run with the program. */
static void check_large(const mg_graph *graph, const char *what) {
    const matrix_run run = matrix_run_at(0, what);
    mg_scc_options options = MG_SCC_OPTIONS_INIT;
    mg_result *result[2] = {NULL, NULL};
    for (size_t i = 0; i < 2; i++) {
        options.run.statistics = i > 0;
        CHECK_OK(test_context(2), mg_scc(test_context(2), graph, &options, &result[i]));
    }
    const mg_vertex *const label = mg_result_column(result[0], "component")->data;
    const mg_vertex *const expected = mg_result_column(result[1], "component")->data;
    for (mg_vertex v = 0; v < mg_graph_vertex_count(graph); v++) {
        matrix_expect(&run, "component", v, label[v], expected[v]);
    }
    mg_result_destroy(result[0]);
    mg_result_destroy(result[1]);
}

/* A large component, by searches of many edges. */
TEST(scc_of_rmat) {
    mg_generate_options options = MG_GENERATE_OPTIONS_INIT;
    mg_graph *graph = NULL, *other = NULL;
    options.scale = 14;
    options.edge_factor = 8;
    CHECK_OK(test_context(2), mg_generate(test_context(2), "rmat", &options, &graph));
    CHECK_OK(test_context(2), mg_graph_reorder(test_context(2), graph, MG_ORDER_SHUFFLED, 5, &other));
    check_large(graph, "rmat");
    check_large(other, "rmat, shuffled");
    mg_graph_destroy(graph);
    mg_graph_destroy(other);
}

/* A grid of one-way streets, whose searches have long ways, with a tail of streets without a way back, and small
 * circles on it. */
TEST(scc_of_streets) {
    const uint64_t width = 150, n = width * width;
    edge_builder edges = {.n = 2 * n};
    uint64_t seed = 1;
    for (uint64_t v = 0; v < n; v++) {
        const uint64_t right = v + 1, below = v + width;
        if (right % width) {
            const bool back = test_random(&seed) % 2;
            builder_add(&edges, back ? right : v, back ? v : right);
        }
        if (below < n) {
            const bool back = test_random(&seed) % 2;
            builder_add(&edges, back ? below : v, back ? v : below);
        }
    }
    for (uint64_t v = n; v + 1 < 2 * n; v++) {
        builder_add(&edges, v - 1, v);
        if (v % 7 == 0 && v < n + 100) { /* a round of the program for each */
            builder_add(&edges, v, v - 3);
        }
    }
    mg_graph *graph = builder_graph(test_context(2), &edges, WEIGHTS_NONE, true);
    check_large(graph, "streets");
    mg_graph_destroy(graph);
}

/* One circle of all vertices: the ways of the searches are as long. */
TEST(scc_of_a_circle) {
    const uint64_t n = 40000;
    edge_builder edges = {.n = n};
    mg_vertex *expected = test_memory(n, sizeof *expected);
    for (uint64_t v = 0; v < n; v++) {
        builder_add(&edges, v, (v + n - 1) % n);
        expected[v] = 0;
    }
    mg_graph *graph = builder_graph(test_context(2), &edges, WEIGHTS_NONE, true);
    matrix_run run = matrix_run_at(0, "circle");
    check_run(&run, graph, expected);
    free(expected);
    mg_graph_destroy(graph);
}
