/* SPDX-License-Identifier: Apache-2.0
 *
 * PageRank on every shape, topology- and data-driven, against power iteration in double, and by its properties. A run
 * that converged to tolerance t is within t * d / (1 - d) of the fixed point in L1.
 */
#include "tests/algorithms/oracles.h"
#include "tests/algorithms/run_matrix.h"
#include "tools/verify/verify.h"

#include <stdlib.h>
#include <string.h>

/* 0.85^400 is 6e-29: the oracle's fixed point. */
#define ENOUGH 400

static double rank_at(const mg_column *column, mg_vertex v) {
    return ((const double *)column->data)[v];
}

static double distance_l1(const mg_graph *graph, const mg_result *result, const double *expected) {
    double sum = 0.0;
    for (mg_vertex v = 0; v < mg_graph_vertex_count(graph); v++) {
        sum += fabs(rank_at(mg_result_column(result, "rank"), v) - expected[v]);
    }
    return sum;
}

static void check_run(const matrix_run *run, const mg_graph *graph, mg_pagerank_options options,
                      const double *expected) {
    mg_result *result = NULL;
    char why[256] = "";
    const uint32_t limit = options.run.max_iterations;
    options.run = run->options;
    options.run.max_iterations = limit;
    const mg_status status = mg_pagerank(run->context, graph, &options, &result);
    RUN_CHECK(run, status == MG_OK, "%s: %s", mg_status_name(status), mg_context_error(run->context));
    run_column(run, graph, result, "rank", MG_FLOAT64);
    const double bound = options.tolerance * options.damping / (1.0 - options.damping) + 1e-12;
    const double distance = distance_l1(graph, result, expected);
    RUN_CHECK(run, distance <= bound, "damping %g, tolerance %g, data-driven %d: off by %g in L1, allowed %g",
              options.damping, options.tolerance, options.data_driven, distance, bound);
    RUN_CHECK(run, mgt_verify_pagerank(run->context, graph, &options, status, result, why, sizeof why),
              "damping %g, tolerance %g, data-driven %d: %s", options.damping, options.tolerance, options.data_driven,
              why);
    mg_result_destroy(result);
}

static mg_pagerank_options options_of(double damping, double tolerance, bool data_driven,
                                      const double *personalization) {
    mg_pagerank_options options = MG_PAGERANK_OPTIONS_INIT;
    options.damping = damping;
    options.tolerance = tolerance;
    options.data_driven = data_driven;
    options.personalization = personalization;
    options.run.max_iterations = 1000;
    return options;
}

static void check_all_runs(const mg_graph *graph, const char *what, mg_pagerank_options options) {
    double *expected = oracle_pagerank(graph, options.damping, options.personalization, ENOUGH);
    for (size_t i = 0; i < matrix_run_count; i++) {
        matrix_run run = matrix_run_at(i, what);
        check_run(&run, graph, options, expected);
    }
    free(expected);
}

static void check_topology_driven(const mg_graph *graph, const char *what) {
    check_all_runs(graph, what, options_of(0.85, 1e-6, false, NULL));
    check_all_runs(graph, what, options_of(0.5, 1e-11, false, NULL));
}

TEST(pagerank_topology_driven) {
    matrix_graphs(NULL, 0, check_topology_driven);
}

static void check_data_driven(const mg_graph *graph, const char *what) {
    check_all_runs(graph, what, options_of(0.85, 1e-6, true, NULL));
    check_all_runs(graph, what, options_of(0.5, 1e-9, true, NULL));
}

TEST(pagerank_data_driven) {
    matrix_graphs(NULL, 0, check_data_driven);
}

/* Random jumps lead to every third vertex, with different weights, or to the last vertex only. */
static void check_personalized(const mg_graph *graph, const char *what) {
    const mg_vertex n = mg_graph_vertex_count(graph);
    double *jump = test_memory(n, sizeof *jump);
    if (!n) {
        free(jump);
        return;
    }
    jump[n - 1] = 3.0;
    check_all_runs(graph, what, options_of(0.85, 1e-6, false, jump));
    for (mg_vertex v = 0; v < n; v += 3) {
        jump[v] = 1.0 + v % 5;
    }
    check_all_runs(graph, what, options_of(0.7, 1e-8, false, jump));
    check_all_runs(graph, what, options_of(0.7, 1e-8, true, jump));
    free(jump);
}

TEST(pagerank_personalized) {
    matrix_graphs(NULL, 0, check_personalized);
}

/* With tolerance 0 exactly max_iterations run. */
static void check_counted(const mg_graph *graph, const char *what) {
    for (uint32_t iterations = 1; iterations < 15; iterations += 6) {
        double *expected = oracle_pagerank(graph, 0.85, NULL, iterations);
        for (size_t i = 0; i < matrix_run_count; i++) {
            matrix_run run = matrix_run_at(i, what);
            mg_pagerank_options options = MG_PAGERANK_OPTIONS_INIT;
            mg_result *result = NULL;
            options.run = run.options;
            options.run.max_iterations = iterations;
            options.tolerance = 0.0;
            const mg_status status = mg_pagerank(run.context, graph, &options, &result);
            RUN_CHECK(&run, status >= 0, "%s: %s", mg_status_name(status), mg_context_error(run.context));
            const double distance = distance_l1(graph, result, expected);
            RUN_CHECK(&run, distance <= 1e-5, "%lu iterations: off by %g in L1", (unsigned long)iterations, distance);
            mg_result_destroy(result);
        }
        free(expected);
    }
}

TEST(pagerank_with_counted_iterations) {
    matrix_graphs(NULL, 0, check_counted);
}

TEST(pagerank_not_converged) {
    mg_context *context = test_context(2);
    mg_graph *graph = shape_graph(context, shape_named("kron"), WEIGHTS_NONE, true);
    mg_pagerank_options options = MG_PAGERANK_OPTIONS_INIT;
    char why[256] = "";
    options.tolerance = 1e-9;
    options.run.max_iterations = 3;
    for (int data_driven = 0; data_driven < 2; data_driven++) {
        mg_result *result = NULL;
        options.data_driven = data_driven;
        CHECK_STATUS(context, mg_pagerank(context, graph, &options, &result), MG_NOT_CONVERGED);
        CHECK(result);
        const mg_statistics *statistics = mg_result_statistics(result);
        CHECK_EQ(statistics->iterations - statistics->mode_iterations[MG_MODE_AUTO], 3);
        if (!mgt_verify_pagerank(context, graph, &options, MG_NOT_CONVERGED, result, why, sizeof why)) {
            test_fail(__FILE__, __LINE__, "%s", why);
        }
        mg_result_destroy(result);
    }
    mg_graph_destroy(graph);
}

/* Topology-driven runs give identical results for any number of threads. */
TEST(pagerank_is_repeatable) {
    mg_graph *graph = shape_graph(test_context(1), shape_named("kron"), WEIGHTS_NONE, true);
    const size_t bytes = mg_graph_vertex_count(graph) * sizeof(double);
    void *first = test_memory(1, bytes);
    for (int i = 0; i < 6; i++) {
        mg_context *context = test_context(i < 3 ? 2 : 4);
        mg_result *result = NULL;
        CHECK_OK(context, mg_pagerank(context, graph, NULL, &result));
        const mg_column *rank = mg_result_column(result, "rank");
        if (i % 3 == 0) {
            memcpy(first, rank->data, bytes);
        }
        CHECK(memcmp(first, rank->data, bytes) == 0);
        mg_result_destroy(result);
    }
    free(first);
    mg_graph_destroy(graph);
}

/* A directed graph with both directions of every edge takes the iterations of the undirected one. */
TEST(pagerank_of_a_symmetric_directed_graph) {
    mg_context *context = test_context(2);
    mg_graph *graph = shape_graph(context, shape_named("kron"), WEIGHTS_NONE, false), *directed = NULL;
    const mg_vertex n = mg_graph_vertex_count(graph);
    const mg_adjacency edges = mg_graph_out_edges(graph);
    const mg_pagerank_options options = MG_PAGERANK_OPTIONS_INIT;
    mg_result *expected = NULL, *result = NULL;
    CHECK_OK(context,
             mg_graph_from_csr(context, n, edges.offsets, edges.neighbours, MG_TYPE_NONE, NULL, true, &directed));
    CHECK(mg_graph_directed(directed));
    CHECK_OK(context, mg_pagerank(context, graph, &options, &expected));
    CHECK_OK(context, mg_pagerank(context, directed, &options, &result));
    CHECK(mg_result_statistics(result)->iterations == mg_result_statistics(expected)->iterations);
    CHECK(memcmp(mg_result_column(result, "rank")->data, mg_result_column(expected, "rank")->data,
                 n * sizeof(double)) == 0);
    mg_result_destroy(expected);
    mg_result_destroy(result);
    mg_graph_destroy(graph);
    mg_graph_destroy(directed);
}

TEST(pagerank_refuses_bad_options) {
    mg_context *context = test_context(1);
    mg_graph *graph = shape_graph(context, shape_named("cycle"), WEIGHTS_NONE, true);
    double *jump = test_memory(mg_graph_vertex_count(graph), sizeof *jump);
    const double nan = strtod("nan", NULL);
    double negative[101] = {1.0}, not_a_number[101] = {1.0}, infinite[101] = {1.0};
    negative[7] = -0.5;
    not_a_number[7] = nan;
    infinite[7] = (double)INFINITY;
    const mg_pagerank_options bad[] = {
        options_of(0.0, 1e-6, false, NULL),         options_of(1.0, 1e-6, false, NULL),
        options_of(-0.5, 1e-6, false, NULL),        options_of(nan, 1e-6, false, NULL),
        options_of(0.85, -1e-6, false, NULL),       options_of(0.85, nan, false, NULL),
        options_of(0.85, 1e-6, false, jump),        options_of(0.85, 1e-6, false, negative),
        options_of(0.85, 1e-6, true, not_a_number), options_of(0.85, 1e-6, false, infinite),
    };
    for (size_t i = 0; i < sizeof bad / sizeof *bad; i++) {
        mg_result *result = NULL;
        const mg_status status = mg_pagerank(context, graph, &bad[i], &result);
        if (status != MG_ERROR_INVALID || result) {
            test_fail(__FILE__, __LINE__, "bad options %zu: %s", i, mg_status_name(status));
        }
    }
    free(jump);
    mg_graph_destroy(graph);
}

/* By weight: one more iteration changes nothing, with and without a personalization, also where all weights are 0. */
static void check_weighted(const mg_graph *graph, const char *what) {
    const mg_vertex n = mg_graph_vertex_count(graph);
    double *jumps = test_memory(n, sizeof *jumps);
    for (mg_vertex v = 0; v < n; v++) {
        jumps[v] = v % 3 == 0;
    }
    for (size_t i = 0; i < 2; i++) { /* products have no modes: one thread, and several where runs have them */
        const matrix_run run = matrix_run_at(i ? matrix_run_count / 2 : 0, what);
        mg_pagerank_options o = options_of(0.85, 1e-7, false, i && n ? jumps : NULL);
        mg_result *result = NULL;
        char why[256] = "";
        o.weighted = true;
        o.run = run.options;
        o.run.max_iterations = 1000;
        RUN_OK(&run, mg_pagerank(run.context, graph, &o, &result));
        RUN_CHECK(&run, mgt_verify_pagerank(run.context, graph, &o, MG_OK, result, why, sizeof why), "%s", why);
        mg_result_destroy(result);
    }
    free(jumps);
}

TEST(pagerank_by_weight) {
    static const weighting weightings[] = {WEIGHTS_INT_ZERO, WEIGHTS_ALL_ZERO, WEIGHTS_DOUBLE, WEIGHTS_INT64};
    matrix_graphs(weightings, 4, check_weighted);
}

TEST(pagerank_by_weight_refuses) {
    mg_context *context = test_context(1);
    const uint64_t offsets[] = {0, 1, 1};
    const mg_vertex neighbours[] = {1}, source = 0;
    const double negative = -1, one = 1;
    mg_graph *graph = NULL;
    mg_result *result = NULL;
    mg_pagerank_options o = MG_PAGERANK_OPTIONS_INIT;
    o.weighted = true;
    CHECK_OK(context, mg_graph_from_csr(context, 2, offsets, neighbours, MG_FLOAT64, &negative, true, &graph));
    CHECK_STATUS(context, mg_pagerank(context, graph, &o, &result), MG_ERROR_INVALID);
    mg_graph_destroy(graph);
    CHECK_OK(context, mg_graph_from_csr(context, 2, offsets, neighbours, MG_FLOAT64, &one, true, &graph));
    o.data_driven = true;
    CHECK_STATUS(context, mg_pagerank(context, graph, &o, &result), MG_ERROR_INVALID);
    o.data_driven = false;
    o.sources = &source;
    o.source_count = 1;
    CHECK_STATUS(context, mg_pagerank(context, graph, &o, &result), MG_ERROR_INVALID);
    mg_graph_destroy(graph);
}

/* ---- conjugate gradients: the residual in the end ---- */

/* The L1 change of ranks by a plain iteration. jump: of each vertex; no vertex is without edges. */
static double change_by_iteration(const mg_graph *graph, const mg_column *rank, double damping, const double *jump) {
    const mg_adjacency out = mg_graph_out_edges(graph);
    const mg_vertex n = mg_graph_vertex_count(graph);
    double change = 0;
    for (mg_vertex v = 0; v < n; v++) {
        double received = 0;
        for (uint64_t e = out.offsets[v]; e < out.offsets[v + 1]; e++) {
            const mg_vertex u = out.neighbours[e];
            received += rank_at(rank, u) / (double)(out.offsets[u + 1] - out.offsets[u]);
        }
        change += fabs((1 - damping) * jump[v] + damping * received - rank_at(rank, v));
    }
    return change;
}

static void check_ends(mg_context *context, const mg_graph *graph, const double *jump, const char *what) {
    static const double dampings[] = {0.5, 0.85, 0.9, 0.95}, factors[] = {1, 2.5, 6};
    for (size_t d = 0; d < sizeof dampings / sizeof *dampings; d++) {
        for (int digits = 1; digits < 12; digits++) {
            for (size_t f = 0; f < sizeof factors / sizeof *factors; f++) {
                mg_pagerank_options o = options_of(dampings[d], factors[f] * pow(10, -digits), false, jump);
                const double allowed = o.tolerance * o.damping,
                             rounded = allowed < 1.2e-7 ? 1e-14 : 5e-7 * (1 + o.damping);
                mg_result *result = NULL;
                o.run.backend = MG_BACKEND_CPU;
                o.run.max_iterations = 1000;
                CHECK_OK(context, mg_pagerank(context, graph, &o, &result));
                const double change = change_by_iteration(graph, mg_result_column(result, "rank"), o.damping, jump);
                if (!(change <= allowed + rounded)) {
                    test_fail(__FILE__, __LINE__, "%s, damping %g, tolerance %g: a change by %g", what, o.damping,
                              o.tolerance, change);
                }
                mg_result_destroy(result);
            }
        }
    }
}

/* A triangle and a star, or a random tree; jumps to all vertices or to one. */
TEST(pagerank_ends_within_the_tolerance) {
    mg_context *context = test_context(1);
    for (mg_vertex n = 6; n < 40; n += 3) {
        mg_vertex source[40], target[40];
        double jump[2][40] = {{0}};
        uint32_t random = n;
        for (int tree = 0; tree < 2; tree++) {
            mg_vertex edges = 0;
            for (mg_vertex v = 1; v < n; v++) {
                random = random * 1664525u + 1013904223u;
                if (tree || v != 3) {
                    source[edges] = v;
                    target[edges++] = tree ? (random >> 8) % v : v < 3 ? 0 : 3;
                }
            }
            if (!tree) {
                source[edges] = 1;
                target[edges++] = 2;
            }
            for (mg_vertex v = 0; v < n; v++) {
                jump[0][v] = 1.0 / n;
                jump[1][v] = v == n / 2;
            }
            const mg_edge_list list = {.vertex_count = n,
                                       .edge_count = edges,
                                       .id_type = MG_UINT32,
                                       .source = source,
                                       .target = target,
                                       .contiguous = true};
            mg_graph_options options = MG_GRAPH_OPTIONS_INIT;
            mg_graph *graph = NULL;
            options.directedness = MG_UNDIRECTED;
            CHECK_OK(context, mg_graph_from_edges(context, &list, &options, &graph));
            check_ends(context, graph, jump[0], tree ? "tree, jumps to all" : "star, jumps to all");
            if (tree) {
                check_ends(context, graph, jump[1], "tree, jumps to one");
            }
            mg_graph_destroy(graph);
        }
    }
}

/* Residuals are even there: one gather is enough for two digits. */
TEST(pagerank_of_a_uniform_graph_takes_one_gather) {
    mg_context *context = test_context(1);
    mg_generate_options generated = MG_GENERATE_OPTIONS_INIT;
    mg_pagerank_options o = options_of(0.85, 1e-2, false, NULL);
    mg_graph *graph = NULL;
    mg_result *result = NULL;
    generated.scale = 12;
    CHECK_OK(context, mg_generate(context, "uniform", &generated, &graph));
    o.run.backend = MG_BACKEND_CPU;
    CHECK_OK(context, mg_pagerank(context, graph, &o, &result));
    CHECK(mg_result_statistics(result)->iterations <= 2); /* with the phase that ends the run */
    mg_result_destroy(result);
    mg_graph_destroy(graph);
}
