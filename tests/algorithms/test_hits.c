/* SPDX-License-Identifier: Apache-2.0
 *
 * Hubs and authorities on every shape: each iteration against a power iteration in long double, the fixed point by the
 * verifier, and where it is known.
 */
#include "tests/algorithms/oracles.h"
#include "tests/algorithms/run_matrix.h"
#include "tools/verify/verify.h"

#include <stdlib.h>
#include <string.h>

static mg_hits_options options_of(const matrix_run *run, double tolerance, uint32_t iterations) {
    mg_hits_options options = MG_HITS_OPTIONS_INIT;
    options.run = run->options;
    options.run.max_iterations = iterations;
    options.tolerance = tolerance;
    return options;
}

static void check_near(const matrix_run *run, const mg_graph *graph, const char *name, const double *found,
                       const double *expected) {
    double distance = 0;
    for (mg_vertex v = 0; v < mg_graph_vertex_count(graph); v++) {
        distance += fabs(found[v] - expected[v]);
    }
    RUN_CHECK(run, distance <= 1e-12, "%s: off by %g in L1", name, distance);
}

/* With tolerance 0 exactly so many iterations run. */
static void check_counted(const mg_graph *graph, const char *what) {
    for (uint32_t iterations = 1; iterations < 20; iterations += 9) {
        double *authority, *hub = oracle_hits(graph, iterations, &authority);
        for (size_t i = 0; i < matrix_run_count; i++) {
            matrix_run run = matrix_run_at(i, what);
            const mg_hits_options options = options_of(&run, 0, iterations);
            mg_result *result = NULL;
            RUN_OK(&run, mg_hits(run.context, graph, &options, &result));
            check_near(&run, graph, "hub", run_column(&run, graph, result, "hub", MG_FLOAT64), hub);
            check_near(&run, graph, "authority", run_column(&run, graph, result, "authority", MG_FLOAT64), authority);
            mg_result_destroy(result);
        }
        free(hub);
        free(authority);
    }
}

TEST(hits_with_counted_iterations) {
    matrix_graphs(NULL, 0, check_counted);
}

/* Long chains, whose largest eigenvalues are close to each other. */
static bool is_slow(const char *what) {
    static const char *const slow[] = {"path,", "long path,", "grid,", "disconnected,"};
    for (size_t i = 0; i < sizeof slow / sizeof *slow; i++) {
        if (strncmp(what, slow[i], strlen(slow[i])) == 0) {
            return true;
        }
    }
    return false;
}

static void check_converged(const mg_graph *graph, const char *what) {
    for (size_t i = 0; i < matrix_run_count; i++) {
        matrix_run run = matrix_run_at(i, what);
        char why[256] = "";
        const mg_hits_options options = options_of(&run, 1e-5, 200);
        mg_result *result = NULL;
        const mg_status status = mg_hits(run.context, graph, &options, &result);
        RUN_CHECK(&run, status == MG_OK || (status == MG_NOT_CONVERGED && is_slow(what)), "%s: %s",
                  mg_status_name(status), mg_context_error(run.context));
        RUN_CHECK(&run, mgt_verify_hits(run.context, graph, &options, status, result, why, sizeof why), "%s", why);
        mg_result_destroy(result);
    }
}

TEST(hits_converged) {
    matrix_graphs(NULL, 0, check_converged);
}

/* A star whose edges lead to the centre, and a ring: what the scores must be. */
TEST(hits_that_are_known) {
    mg_context *context = test_context(2);
    edge_builder star = {.n = 6}, ring = {.n = 5};
    for (uint64_t i = 1; i < 6; i++) {
        builder_add(&star, i, 0);
    }
    for (uint64_t i = 0; i < 5; i++) {
        builder_add(&ring, i, (i + 1) % 5);
    }
    for (int k = 0; k < 2; k++) {
        mg_graph *graph = builder_graph(context, k ? &ring : &star, WEIGHTS_INT, true);
        mg_result *result = NULL;
        CHECK_OK(context, mg_hits(context, graph, NULL, &result));
        const double *hub = mg_result_column(result, "hub")->data;
        const double *authority = mg_result_column(result, "authority")->data;
        for (mg_vertex v = 0; v < mg_graph_vertex_count(graph); v++) {
            const double a = k ? 0.2 : v ? 0 : 1, h = k ? 0.2 : v ? 0.2 : 0;
            CHECK(fabs(authority[v] - a) < 1e-15 && fabs(hub[v] - h) < 1e-15);
        }
        CHECK(mg_result_statistics(result)->edges_visited > 0);
        mg_result_destroy(result);
        mg_graph_destroy(graph);
    }
}

/* The results of any number of threads are equal bit by bit. */
TEST(hits_is_repeatable) {
    mg_graph *graph = shape_graph(test_context(1), shape_named("kron"), WEIGHTS_NONE, true);
    const size_t bytes = mg_graph_vertex_count(graph) * sizeof(double);
    double *first = test_memory(1, bytes);
    for (int i = 0; i < 4; i++) {
        mg_context *context = test_context(1 << i % 3);
        mg_hits_options options = MG_HITS_OPTIONS_INIT;
        options.run.backend = MG_BACKEND_CPU;
        mg_result *result = NULL;
        CHECK_OK(context, mg_hits(context, graph, &options, &result));
        const mg_column *hub = mg_result_column(result, "hub");
        if (i == 0) {
            memcpy(first, hub->data, bytes);
        }
        CHECK(memcmp(first, hub->data, bytes) == 0);
        mg_result_destroy(result);
    }
    free(first);
    mg_graph_destroy(graph);
}

TEST(hits_not_converged_and_refused) {
    mg_context *context = test_context(2);
    mg_graph *graph = shape_graph(context, shape_named("kron"), WEIGHTS_NONE, true);
    mg_hits_options options = MG_HITS_OPTIONS_INIT;
    mg_result *result = NULL;
    char why[256];
    options.run.max_iterations = 2;
    options.run.statistics = true;
    CHECK_STATUS(context, mg_hits(context, graph, &options, &result), MG_NOT_CONVERGED);
    CHECK_EQ(mg_result_statistics(result)->iterations, 2);
    CHECK_EQ(mg_result_statistics(result)->iteration_count, 2);
    CHECK(mgt_verify_hits(context, graph, &options, MG_NOT_CONVERGED, result, why, sizeof why));
    CHECK(!mgt_verify_hits(context, graph, &options, MG_OK, result, why, sizeof why));
    mg_result_destroy(result);
    result = NULL;
    for (int i = 0; i < 4; i++) {
        options = MG_HITS_OPTIONS_INIT;
        options.tolerance = i == 0 ? -1 : i == 1 ? (double)NAN : i == 2 ? (double)INFINITY : 1;
        options.run.lanes = i == 3 ? 2 : 0;
        CHECK_STATUS(context, mg_hits(context, graph, &options, &result),
                     i == 3 ? MG_ERROR_UNSUPPORTED : MG_ERROR_INVALID);
        CHECK(!result);
    }
    mg_graph_destroy(graph);
}
