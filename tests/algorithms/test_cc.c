/* SPDX-License-Identifier: Apache-2.0
 *
 * Connected components on every shape in every mode against depth-first search, and by their properties.
 */
#include "tests/algorithms/run_matrix.h"
#include "tests/algorithms/oracles.h"
#include "tools/verify/verify.h"

#include <stdlib.h>

static void check_run(const matrix_run *run, const mg_graph *graph, const mg_vertex *expected) {
    mg_cc_options options = MG_CC_OPTIONS_INIT;
    mg_result *result = NULL;
    char why[256] = "";
    options.run = run->options;
    RUN_OK(run, mg_cc(run->context, graph, &options, &result));
    const mg_vertex *label = run_column(run, graph, result, "component", MG_UINT32);
    for (mg_vertex v = 0; v < mg_graph_vertex_count(graph); v++) {
        RUN_CHECK(run, label[v] == expected[v], "component of %lu is %lu, expected %lu", (unsigned long)v,
                  (unsigned long)label[v], (unsigned long)expected[v]);
    }
    RUN_CHECK(run, mgt_verify_cc(run->context, graph, result, why, sizeof why), "%s", why);
    mg_result_destroy(result);
}

static void check_graph(const mg_graph *graph, const char *what) {
    mg_vertex *expected = oracle_cc(graph);
    for (size_t i = 0; i < matrix_run_count; i++) {
        matrix_run run = matrix_run_at(i, what);
        for (int again = 0; again < 3; again++) {
            check_run(&run, graph, expected);
        }
    }
    free(expected);
}

TEST(cc_on_every_shape) {
    matrix_graphs(NULL, 0, check_graph);
}

/* cc samples the giant component: here the smallest vertices are outside it, and another one is almost as large. */
TEST(cc_with_two_large_components) {
    for (int directed = 0; directed < 2; directed++) {
        edge_builder edges = {.n = 20000};
        uint64_t seed = 21;
        for (int i = 0; i < 60000; i++) {
            const uint64_t side = test_random(&seed) % 2, half = edges.n / 2 - 5;
            const uint64_t u = test_random(&seed) % half, v = test_random(&seed) % half;
            builder_add(&edges, 10 + 2 * u + side, 10 + 2 * v + side);
        }
        mg_graph *graph = builder_graph(test_context(2), &edges, WEIGHTS_NONE, directed);
        check_graph(graph, "two large components");
        mg_graph_destroy(graph);
    }
}
