/* SPDX-License-Identifier: Apache-2.0
 *
 * Coreness on every shape in every mode against the definition, and on graphs with few and with many levels.
 */
#include "tests/algorithms/oracles.h"
#include "tests/algorithms/run_matrix.h"
#include "tools/verify/verify.h"

#include <stdlib.h>

static void check_run(const matrix_run *run, const mg_graph *graph, const uint32_t *expected) {
    mg_kcore_options options = MG_KCORE_OPTIONS_INIT;
    mg_result *result = NULL;
    char why[256] = "";
    options.run = run->options;
    RUN_OK(run, mg_kcore(run->context, graph, &options, &result));
    const uint32_t *core = run_column(run, graph, result, "core", MG_UINT32);
    for (mg_vertex v = 0; v < mg_graph_vertex_count(graph); v++) {
        matrix_expect(run, "kcore", v, core[v], expected[v]);
    }
    RUN_CHECK(run, mgt_verify_kcore(run->context, graph, result, why, sizeof why), "%s", why);
    mg_result_destroy(result);
}

static void check_all(const mg_graph *graph, const char *what, const uint32_t *expected) {
    for (size_t i = 0; i < matrix_run_count; i++) {
        matrix_run run = matrix_run_at(i, what);
        check_run(&run, graph, expected);
    }
}

static void check_graph(const mg_graph *graph, const char *what) {
    uint32_t *expected = oracle_kcore(graph);
    check_all(graph, what, expected);
    free(expected);
}

TEST(kcore_on_every_shape) {
    matrix_graphs(NULL, 0, check_graph);
}

/* Cliques of 2 to 40 vertices, each joined to the next by an edge: a level for each, in several runs of the program. */
TEST(kcore_of_cliques) {
    edge_builder edges = {.n = 0};
    uint32_t expected[819];
    for (uint32_t size = 2; size <= 40; size++) {
        for (uint64_t i = 0; i < size; i++) {
            expected[edges.n + i] = size - 1;
            for (uint64_t k = 0; k < i; k++) {
                builder_add(&edges, edges.n + i, edges.n + k);
            }
        }
        if (edges.n) {
            builder_add(&edges, edges.n - 1, edges.n);
        }
        edges.n += size;
    }
    CHECK_EQ(edges.n, 819);
    mg_graph *graph = builder_graph(test_context(2), &edges, WEIGHTS_NONE, true);
    check_all(graph, "cliques", expected);
    mg_graph_destroy(graph);
}

/* A thousand parallel edges, then nothing up to five thousand: levels are skipped. Loops do not count. */
TEST(kcore_of_parallel_edges) {
    static const uint64_t copies[] = {1, 1000, 5000};
    static const uint32_t expected[] = {1, 1000, 5000, 5000};
    for (uint32_t directed = 0; directed < 2; directed++) {
        edge_builder edges = {.n = 4};
        for (uint64_t v = 0; v < 3; v++) {
            for (uint64_t i = 0; i < copies[v]; i++) {
                builder_add(&edges, v, v + 1);
                builder_add(&edges, v, v);
            }
        }
        mg_graph *graph = builder_graph(test_context(2), &edges, WEIGHTS_NONE, directed);
        check_all(graph, "parallel edges", expected);
        mg_graph_destroy(graph);
    }
}

/* A path is taken away from both ends, one vertex an iteration. */
TEST(kcore_of_a_long_path) {
    const uint64_t n = 20000;
    edge_builder edges = {.n = n};
    uint32_t *expected = test_memory(n, sizeof *expected);
    for (uint64_t v = 0; v < n; v++) {
        expected[v] = 1;
        if (v) {
            builder_add(&edges, v - 1, v);
        }
    }
    mg_graph *graph = builder_graph(test_context(2), &edges, WEIGHTS_NONE, false);
    matrix_run run = matrix_run_at(0, "long path");
    check_run(&run, graph, expected);
    free(expected);
    mg_graph_destroy(graph);
}
