/* SPDX-License-Identifier: Apache-2.0
 *
 * Eccentricities and diameters on every shape, against a search from every vertex.
 */
#include "tests/algorithms/oracles.h"
#include "tests/algorithms/run_matrix.h"
#include "tools/verify/verify.h"

#include <stdlib.h>

static void check_run(const matrix_run *run, const mg_graph *graph) {
    mg_eccentricity_options o = MG_ECCENTRICITY_OPTIONS_INIT;
    mg_result *result = NULL;
    mg_diameter_info info = {0};
    uint32_t greatest = 0;
    char why[256] = "";
    o.run = run->options;
    RUN_OK(run, mg_eccentricity(run->context, graph, &o, &result));
    RUN_CHECK(run, mgt_verify_eccentricity(graph, result, why, sizeof why), "%s", why);
    const uint32_t *const eccentricity = run_column(run, graph, result, "eccentricity", MG_UINT32);
    for (mg_vertex v = 0; v < mg_graph_vertex_count(graph); v++) {
        greatest = eccentricity[v] > greatest ? eccentricity[v] : greatest;
    }
    RUN_OK(run, mg_diameter(run->context, graph, &o, &info));
    RUN_CHECK(run, info.diameter == greatest, "the diameter is %lu, expected %lu", (unsigned long)info.diameter,
              (unsigned long)greatest);
    mg_result_destroy(result);
}

/* The greatest distance of all searches. */
static void check_directed(const mg_graph *graph, const char *what) {
    uint32_t greatest = 0;
    mg_result *result = NULL;
    for (mg_vertex v = 0; v < mg_graph_vertex_count(graph); v++) {
        uint32_t *const depth = oracle_bfs(graph, v);
        for (mg_vertex w = 0; w < mg_graph_vertex_count(graph); w++) {
            greatest = depth[w] != MG_UNREACHED && depth[w] > greatest ? depth[w] : greatest;
        }
        free(depth);
    }
    for (size_t i = 0; i < matrix_run_count; i++) {
        const matrix_run run = matrix_run_at(i, what);
        mg_eccentricity_options o = MG_ECCENTRICITY_OPTIONS_INIT;
        mg_diameter_info info = {0};
        o.run = run.options;
        if (run.options.mode != MG_MODE_AUTO) {
            continue;
        }
        RUN_OK(&run, mg_diameter(run.context, graph, &o, &info));
        RUN_CHECK(&run, info.diameter == greatest, "the diameter is %lu, expected %lu", (unsigned long)info.diameter,
                  (unsigned long)greatest);
    }
    CHECK_STATUS(test_context(1), mg_eccentricity(test_context(1), graph, NULL, &result), MG_ERROR_UNSUPPORTED);
}

static void check_graph(const mg_graph *graph, const char *what) {
    if (mg_graph_directed(graph)) {
        check_directed(graph, what);
        return;
    }
    for (size_t i = 0; i < matrix_run_count; i++) {
        const matrix_run run = matrix_run_at(i, what);
        if (run.options.mode == MG_MODE_AUTO) { /* modes are those of the searches */
            check_run(&run, graph);
        }
    }
}

TEST(eccentricity_of_every_shape) {
    matrix_graphs(NULL, 0, check_graph);
}

/* Of a grid of 60 x 50, which is searched by mg_bfs(): 59 + 49; beside it a path that is longer, and a pair. */
TEST(eccentricity_that_is_known) {
    mg_context *context = test_context(2);
    edge_builder edges = {.n = 3000 + 120 + 2};
    builder_grid(&edges, 60, 50);
    edges.n = 3000 + 120 + 2;
    for (uint64_t v = 3000; v < 3119; v++) {
        builder_add(&edges, v, v + 1);
    }
    builder_add(&edges, 3120, 3121);
    mg_graph *graph = builder_graph(context, &edges, WEIGHTS_NONE, false);
    mg_diameter_info info = {0};
    mg_result *result = NULL;
    CHECK_OK(context, mg_diameter(context, graph, NULL, &info));
    CHECK_EQ(info.diameter, 119);
    CHECK_EQ(info.components, 3);
    CHECK(info.searches < 100);
    CHECK_OK(context, mg_eccentricity(context, graph, NULL, &result));
    const uint32_t *const eccentricity = mg_result_column(result, "eccentricity")->data;
    CHECK_EQ(eccentricity[0], 108);
    CHECK_EQ(eccentricity[30 * 50 + 25], 30 + 25);
    CHECK_EQ(eccentricity[3000], 119);
    CHECK_EQ(eccentricity[3121], 1);
    mg_result_destroy(result);
    mg_graph_destroy(graph);
}
