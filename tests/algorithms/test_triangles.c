/* SPDX-License-Identifier: Apache-2.0
 *
 * Triangles and clustering coefficients on every shape against a search of all pairs of neighbours, and on graphs whose
 * counts are known.
 */
#include "tests/algorithms/oracles.h"
#include "tests/algorithms/run_matrix.h"
#include "tools/verify/verify.h"

#include <stdlib.h>

static void check_triangles(const matrix_run *run, const mg_graph *graph, const uint64_t *expected) {
    mg_triangles_options options = MG_TRIANGLES_OPTIONS_INIT;
    mg_result *result = NULL;
    char why[256] = "";
    options.run = run->options;
    RUN_OK(run, mg_triangles(run->context, graph, &options, &result));
    const uint64_t *count = run_column(run, graph, result, "triangles", MG_UINT64);
    for (mg_vertex v = 0; v < mg_graph_vertex_count(graph); v++) {
        matrix_expect(run, "triangles", v, count[v], expected[v]);
    }
    RUN_CHECK(run, mgt_verify_triangles(run->context, graph, result, why, sizeof why), "%s", why);
    mg_result_destroy(result);
}

static void check_total(const matrix_run *run, const mg_graph *graph, const uint64_t *triangles) {
    mg_triangles_options options = MG_TRIANGLES_OPTIONS_INIT;
    mg_result *result = NULL;
    char why[256] = "";
    uint64_t corners = 0;
    size_t count;
    for (mg_vertex v = 0; v < mg_graph_vertex_count(graph); v++) {
        corners += triangles[v];
    }
    options.run = run->options;
    options.total_only = true;
    RUN_OK(run, mg_triangles(run->context, graph, &options, &result));
    const double *const total = mg_result_totals(result, &count);
    CHECK(mg_result_column_count(result) == 0);
    if (mg_graph_vertex_count(graph)) {
        RUN_CHECK(run, count == 1 && total[0] == (double)(corners / 3), "total is not %lu", (unsigned long)corners / 3);
        RUN_CHECK(run, mgt_verify_triangle_total(run->context, graph, corners / 3, why, sizeof why), "%s", why);
        CHECK(!mgt_verify_triangle_total(run->context, graph, corners / 3 + 1, why, sizeof why));
    } else {
        CHECK(count == 0);
    }
    mg_result_destroy(result);
}

static void check_lcc(const matrix_run *run, const mg_graph *graph, const double *expected) {
    mg_lcc_options options = MG_LCC_OPTIONS_INIT;
    mg_result *result = NULL;
    char why[256] = "";
    options.run = run->options;
    RUN_OK(run, mg_lcc(run->context, graph, &options, &result));
    const double *lcc = run_column(run, graph, result, "lcc", MG_FLOAT64);
    for (mg_vertex v = 0; v < mg_graph_vertex_count(graph); v++) {
        RUN_CHECK(run, lcc[v] == expected[v], "coefficient of %lu is %.17g, expected %.17g", (unsigned long)v, lcc[v],
                  expected[v]);
    }
    RUN_CHECK(run, mgt_verify_lcc(run->context, graph, result, why, sizeof why), "%s", why);
    mg_result_destroy(result);
}

static void check_graph(const mg_graph *graph, const char *what) {
    double *lcc;
    uint64_t *triangles = oracle_triangles(graph, &lcc);
    for (size_t i = 0; i < matrix_run_count; i++) {
        matrix_run run = matrix_run_at(i, what);
        check_triangles(&run, graph, triangles);
        check_total(&run, graph, triangles);
        check_lcc(&run, graph, lcc);
    }
    free(triangles);
    free(lcc);
}

TEST(triangles_on_every_shape) {
    matrix_graphs(NULL, 0, check_graph);
}

/* Every vertex of a clique has a triangle with each pair of the others. */
TEST(triangles_of_a_clique) {
    edge_builder edges = {.n = 300};
    uint64_t *expected = test_memory(edges.n, sizeof *expected);
    for (uint64_t u = 0; u < edges.n; u++) {
        for (uint64_t v = 0; v < u; v++) {
            builder_add(&edges, u, v);
        }
        expected[u] = (edges.n - 1) * (edges.n - 2) / 2;
    }
    mg_graph *graph = builder_graph(test_context(2), &edges, WEIGHTS_NONE, false);
    for (size_t i = 0; i < matrix_run_count; i++) {
        matrix_run run = matrix_run_at(i, "clique");
        check_triangles(&run, graph, expected);
        check_total(&run, graph, expected);
    }
    free(expected);
    mg_graph_destroy(graph);
}

/* A wheel: the hub has a triangle at each edge of the rim, a vertex of the rim two. The bitmap has many words, and rows
 * are longer than one. */
TEST(triangles_of_a_wheel_with_a_large_hub) {
    const uint64_t rim = 20000;
    edge_builder edges = {.n = rim + 1};
    uint64_t *expected = test_memory(edges.n, sizeof *expected);
    for (uint64_t v = 0; v < rim; v++) {
        builder_add(&edges, v, (v + 1) % rim);
        builder_add(&edges, rim, v);
        expected[v] = 2;
    }
    expected[rim] = rim;
    mg_graph *graph = builder_graph(test_context(2), &edges, WEIGHTS_NONE, true);
    for (size_t i = 0; i < matrix_run_count; i++) {
        matrix_run run = matrix_run_at(i, "wheel");
        check_triangles(&run, graph, expected);
        check_total(&run, graph, expected);
    }
    free(expected);
    mg_graph_destroy(graph);
}

/* A cycle of three arcs; with one of them reversed as well, the corner opposite to it has one edge more. */
TEST(coefficients_count_directions) {
    edge_builder edges = {.n = 3};
    const double expected[] = {1.0, 0.5, 0.5};
    builder_add(&edges, 0, 1);
    builder_add(&edges, 1, 2);
    builder_add(&edges, 2, 0);
    builder_add(&edges, 2, 1);
    builder_add(&edges, 2, 1); /* counts once */
    builder_add(&edges, 0, 0); /* is no neighbour */
    mg_graph *graph = builder_graph(test_context(1), &edges, WEIGHTS_NONE, true);
    for (size_t i = 0; i < matrix_run_count; i++) {
        matrix_run run = matrix_run_at(i, "cycle");
        check_lcc(&run, graph, expected);
    }
    mg_graph_destroy(graph);
}
