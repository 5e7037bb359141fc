/* SPDX-License-Identifier: Apache-2.0
 *
 * Eigenvector and Katz centralities on every shape against serial iterations, and on graphs whose values are known.
 */
#include "tests/algorithms/run_matrix.h"
#include "tools/verify/verify.h"

#include <math.h>
#include <stdlib.h>

/* NOT_CONVERGED is a result like others: on bipartite graphs the iteration is slow, and Katz diverges on large ones. */
static void check_run(const matrix_run *run, const mg_graph *graph, uint32_t iterations) {
    mg_eigenvector_options options = MG_EIGENVECTOR_OPTIONS_INIT;
    mg_katz_options katz = MG_KATZ_OPTIONS_INIT;
    mg_result *result = NULL;
    char why[256] = "";
    options.run = run->options;
    options.run.max_iterations = iterations;
    mg_status status = mg_eigenvector(run->context, graph, &options, &result);
    RUN_CHECK(run, status >= 0, "%s", mg_context_error(run->context));
    RUN_CHECK(run, mgt_verify_eigenvector(graph, &options, status, result, why, sizeof why), "eigenvector: %s", why);
    mg_result_destroy(result);
    katz.run = options.run;
    katz.alpha = 0.01;
    katz.raw = iterations % 2;
    status = mg_katz(run->context, graph, &katz, &result);
    RUN_CHECK(run, status >= 0, "%s", mg_context_error(run->context));
    RUN_CHECK(run, mgt_verify_katz(graph, &katz, status, result, why, sizeof why), "katz: %s", why);
    mg_result_destroy(result);
}

static void check_graph(const mg_graph *graph, const char *what) {
    for (size_t i = 0; i < matrix_run_count; i++) {
        matrix_run run = matrix_run_at(i, what);
        check_run(&run, graph, 0);
        check_run(&run, graph, 3);
    }
}

TEST(eigenvector_and_katz_on_every_shape) {
    matrix_graphs(NULL, 0, check_graph);
}

static double value(const mg_result *result, mg_vertex v) {
    return ((const double *)mg_result_column(result, "centrality")->data)[v];
}

/* A star of k leaves has the eigenvalue sqrt(k): the centre has 1 / sqrt(2), a leaf 1 / sqrt(2 k). */
TEST(eigenvector_of_a_star) {
    mg_context *context = test_context(2);
    edge_builder edges = {.n = 10};
    mg_eigenvector_options options = MG_EIGENVECTOR_OPTIONS_INIT;
    mg_result *result = NULL;
    for (uint64_t v = 1; v < 10; v++) {
        builder_add(&edges, 0, v);
    }
    mg_graph *graph = builder_graph(context, &edges, WEIGHTS_NONE, false);
    options.tolerance = 1e-13;
    options.run.max_iterations = 1000;
    CHECK_OK(context, mg_eigenvector(context, graph, &options, &result));
    CHECK(fabs(value(result, 0) - sqrt(0.5)) < 1e-9);
    CHECK(fabs(value(result, 9) - sqrt(1.0 / 18)) < 1e-9);
    mg_result_destroy(result);
    mg_graph_destroy(graph);
}

/* Along a directed path x is 1, 1 + a, 1 + a + a^2, ... */
TEST(katz_of_a_path) {
    mg_context *context = test_context(1);
    edge_builder edges = {.n = 4};
    mg_katz_options options = MG_KATZ_OPTIONS_INIT;
    mg_result *result = NULL;
    for (uint64_t v = 1; v < 4; v++) {
        builder_add(&edges, v - 1, v);
    }
    mg_graph *graph = builder_graph(context, &edges, WEIGHTS_NONE, true);
    options.alpha = 0.5;
    options.raw = true;
    CHECK_OK(context, mg_katz(context, graph, &options, &result));
    for (mg_vertex v = 0; v < 4; v++) {
        CHECK(fabs(value(result, v) - (2 - pow(0.5, v))) < 1e-12);
    }
    mg_result_destroy(result);
    mg_graph_destroy(graph);
}

TEST(katz_diverges_with_a_large_alpha) {
    mg_context *context = test_context(1);
    mg_graph *graph = shape_graph(context, shape_named("kron"), WEIGHTS_NONE, false);
    mg_katz_options options = MG_KATZ_OPTIONS_INIT;
    mg_result *result = NULL;
    options.alpha = 10;
    CHECK_STATUS(context, mg_katz(context, graph, &options, &result), MG_NOT_CONVERGED);
    mg_result_destroy(result);
    mg_graph_destroy(graph);
}
