/* SPDX-License-Identifier: Apache-2.0
 *
 * BFS on every shape in every mode against a queue, and by its properties.
 */
#include "tests/algorithms/run_matrix.h"
#include "tests/algorithms/oracles.h"
#include "tools/verify/verify.h"

#include <stdlib.h>

static void check_run(const matrix_run *run, const mg_graph *graph, mg_vertex source, const uint32_t *expected) {
    mg_bfs_options options = MG_BFS_OPTIONS_INIT;
    mg_result *result = NULL;
    char why[256] = "";
    options.run = run->options;
    options.source = source;
    RUN_OK(run, mg_bfs(run->context, graph, &options, &result));
    const uint32_t *depth = run_column(run, graph, result, "depth", MG_UINT32);
    for (mg_vertex v = 0; v < mg_graph_vertex_count(graph); v++) {
        RUN_CHECK(run, depth[v] == expected[v], "source %lu: depth of %lu is %lu, expected %lu", (unsigned long)source,
                  (unsigned long)v, (unsigned long)depth[v], (unsigned long)expected[v]);
    }
    RUN_CHECK(run, mgt_verify_bfs(run->context, graph, source, result, why, sizeof why), "source %lu: %s",
              (unsigned long)source, why);
    mg_result_destroy(result);
}

static void check_graph(const mg_graph *graph, const char *what) {
    mg_vertex sources[4];
    const size_t count = test_sources(graph, sources);
    for (size_t s = 0; s < count; s++) {
        const mg_vertex source = sources[s] == MG_NONE ? mg_graph_default_source(graph) : sources[s];
        uint32_t *expected = oracle_bfs(graph, source);
        for (size_t i = 0; i < matrix_run_count; i++) {
            matrix_run run = matrix_run_at(i, what);
            check_run(&run, graph, sources[s], expected);
        }
        free(expected);
    }
}

TEST(bfs_on_every_shape) {
    matrix_graphs(NULL, 0, check_graph);
}

TEST(bfs_refuses_a_source_outside_the_graph) {
    mg_context *context = test_context(1);
    mg_graph *graph = shape_graph(context, shape_named("path"), WEIGHTS_NONE, true);
    mg_bfs_options options = MG_BFS_OPTIONS_INIT;
    mg_result *result = NULL;
    options.source = mg_graph_vertex_count(graph);
    CHECK_STATUS(context, mg_bfs(context, graph, &options, &result), MG_ERROR_RANGE);
    CHECK(!result);
    CHECK(mg_context_error(context)[0]);
    mg_graph_destroy(graph);
}

TEST(bfs_records_its_iterations) {
    mg_context *context = test_context(2);
    mg_graph *graph = shape_graph(context, shape_named("tree"), WEIGHTS_NONE, true);
    mg_bfs_options options = MG_BFS_OPTIONS_INIT;
    mg_result *result = NULL;
    options.run.statistics = true;
    options.source = 0;
    CHECK_OK(context, mg_bfs(context, graph, &options, &result));
    const mg_statistics *statistics = mg_result_statistics(result);
    CHECK_EQ(statistics->iteration_count, 8);
    CHECK_EQ(statistics->iterations, 8);
    CHECK_EQ(statistics->vertices_visited, 255);
    CHECK_EQ(statistics->edges_visited, 254);
    for (uint32_t i = 0; i < 8; i++) {
        CHECK_EQ(statistics->iteration[i].iteration, i);
        CHECK_EQ(statistics->iteration[i].frontier_vertices, 1u << i);
        CHECK_EQ(statistics->iteration[i].frontier_edges, i < 7 ? 2u << i : 0);
    }
    mg_result_destroy(result);
    mg_graph_destroy(graph);
}
