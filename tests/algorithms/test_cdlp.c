/* SPDX-License-Identifier: Apache-2.0
 *
 * Label propagation on every shape against a quadratic count of labels, for several numbers of iterations.
 */
#include "tests/algorithms/oracles.h"
#include "tests/algorithms/run_matrix.h"
#include "tools/verify/verify.h"

#include <stdlib.h>

static void check_run(const matrix_run *run, const mg_graph *graph, uint32_t iterations, const mg_vertex *expected) {
    mg_cdlp_options options = MG_CDLP_OPTIONS_INIT;
    mg_result *result = NULL;
    char why[256] = "";
    options.run = run->options;
    options.iterations = iterations;
    RUN_OK(run, mg_cdlp(run->context, graph, &options, &result));
    const mg_vertex *label = run_column(run, graph, result, "label", MG_UINT32);
    for (mg_vertex v = 0; v < mg_graph_vertex_count(graph); v++) {
        matrix_expect(run, "cdlp", v, label[v], expected[v]);
    }
    RUN_CHECK(run, mgt_verify_cdlp(run->context, graph, iterations, result, why, sizeof why), "%s", why);
    mg_result_destroy(result);
}

static void check_iterations(const mg_graph *graph, const char *what, uint32_t iterations) {
    mg_vertex *expected = oracle_cdlp(graph, iterations);
    for (size_t i = 0; i < matrix_run_count; i++) {
        matrix_run run = matrix_run_at(i, what);
        check_run(&run, graph, iterations, expected);
    }
    free(expected);
}

static void check_graph(const mg_graph *graph, const char *what) {
    check_iterations(graph, what, 1);
    check_iterations(graph, what, 4);
}

TEST(cdlp_on_every_shape) {
    matrix_graphs(NULL, 0, check_graph);
}

/* The smallest of equally frequent labels is that of the smallest id, in whatever order the vertices are. */
TEST(cdlp_in_another_order) {
    mg_graph *graph = shape_graph(test_context(2), shape_named("kron"), WEIGHTS_NONE, true), *other = NULL;
    CHECK_OK(test_context(2), mg_graph_reorder(test_context(2), graph, MG_ORDER_DEGREE, 1, &other));
    check_iterations(other, "by degree", 10);
    mg_graph_destroy(graph);
    mg_graph_destroy(other);
}

/* Hubs of every size of row that a GPU counts in another way, whose neighbours have different labels at first, and
 * later few. */
TEST(cdlp_of_hubs) {
    static const uint64_t degree[] = {6, 20, 60, 100, 200, 900, 4000};
    const uint64_t leaves = 4000, hubs = sizeof degree / sizeof *degree;
    edge_builder edges = {.n = leaves + hubs};
    for (uint64_t v = 0; v < leaves; v++) {
        for (uint64_t i = 0; i < hubs; i++) {
            if (v < degree[i]) {
                builder_add(&edges, leaves + i, v);
            }
        }
        if (v % 7) {
            builder_add(&edges, v, v - v % 7);
        }
    }
    mg_graph *graph = builder_graph(test_context(2), &edges, WEIGHTS_NONE, false);
    for (uint32_t iterations = 1; iterations < 12; iterations += 5) {
        check_iterations(graph, "hubs", iterations);
    }
    mg_graph_destroy(graph);
}
