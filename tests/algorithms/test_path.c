/* SPDX-License-Identifier: Apache-2.0
 *
 * Searches that end at a target or a cutoff, against searches to the end; and paths.
 */
#include "tests/algorithms/oracles.h"
#include "tests/algorithms/run_matrix.h"
#include "tools/verify/verify.h"

#include <math.h>
#include <stdlib.h>

/* Run options without those of the run under test: the search to the end, whose results other tests check. */
static mg_result *full_search(mg_context *context, const mg_graph *graph, mg_vertex source, bool weighted) {
    mg_result *result = NULL;
    if (weighted) {
        mg_sssp_options options = MG_SSSP_OPTIONS_INIT;
        options.source = source;
        options.parents = true;
        CHECK_OK(context, mg_sssp(context, graph, &options, &result));
    } else {
        mg_bfs_options options = MG_BFS_OPTIONS_INIT;
        options.source = source;
        CHECK_OK(context, mg_bfs(context, graph, &options, &result));
    }
    return result;
}

static void check_bfs(const matrix_run *run, const mg_graph *graph, const mg_result *full, mg_vertex source,
                      mg_vertex target, uint32_t cutoff) {
    mg_bfs_options options = MG_BFS_OPTIONS_INIT;
    mg_result *result = NULL;
    char why[256] = "";
    options.run = run->options;
    options.source = source;
    options.target = target;
    options.cutoff = cutoff;
    RUN_OK(run, mg_bfs(run->context, graph, &options, &result));
    const double most = cutoff == UINT32_MAX ? (double)INFINITY : cutoff;
    RUN_CHECK(run, mgt_verify_within(graph, full, target, most, result, why, sizeof why),
              "bfs from %u to %u, cutoff %u: %s", source, target, cutoff, why);
    mg_result_destroy(result);
}

static void check_sssp(const matrix_run *run, const mg_graph *graph, const mg_result *full, mg_vertex source,
                       mg_vertex target, double cutoff) {
    mg_sssp_options options = MG_SSSP_OPTIONS_INIT;
    mg_result *result = NULL;
    char why[256] = "";
    options.run = run->options;
    options.source = source;
    options.target = target;
    options.cutoff = cutoff;
    options.parents = true;
    RUN_OK(run, mg_sssp(run->context, graph, &options, &result));
    RUN_CHECK(run, mgt_verify_within(graph, full, target, cutoff, result, why, sizeof why),
              "sssp from %u to %u, cutoff %g: %s", source, target, cutoff, why);
    mg_result_destroy(result);
}

static double length_of(const mg_result *full, mg_vertex v) {
    const mg_column *column = mg_result_column_at(full, 0);
    const double d = column->type == MG_UINT32    ? ((const uint32_t *)column->data)[v]
                     : column->type == MG_UINT64  ? (double)((const uint64_t *)column->data)[v]
                     : column->type == MG_FLOAT32 ? (double)((const float *)column->data)[v]
                                                  : ((const double *)column->data)[v];
    const bool is_far = (column->type == MG_UINT32 && d >= 4294967295.0) || (column->type == MG_UINT64 && d >= 0x1p64);
    return is_far ? (double)INFINITY : d;
}

/* The path begins and ends where it should, has the distances of the full search, and follows edges. */
static void check_path(const matrix_run *run, const mg_graph *graph, const mg_result *full, mg_vertex source,
                       mg_vertex target, bool unweighted) {
    const mg_vertex n = mg_graph_vertex_count(graph);
    const mg_adjacency out = mg_graph_out_edges(graph);
    mg_path_options options = MG_PATH_OPTIONS_INIT;
    mg_vertex *vertices = test_memory(n, sizeof *vertices), count = n;
    double *distances = test_memory(n, sizeof *distances);
    options.run = run->options;
    options.source = source;
    options.target = target;
    options.unweighted = unweighted;
    RUN_OK(run, mg_path(run->context, graph, &options, vertices, distances, &count));
    const double length = length_of(full, target);
    RUN_CHECK(run, (count == 0) == isinf(length), "from %u to %u: %u vertices", source, target, count);
    for (mg_vertex i = 0; i < count; i++) {
        bool has_edge = i == 0;
        for (uint64_t e = i ? out.offsets[vertices[i - 1]] : 0; i && e < out.offsets[vertices[i - 1] + 1]; e++) {
            has_edge = has_edge || out.neighbours[e] == vertices[i];
        }
        RUN_CHECK(run, has_edge && distances[i] == length_of(full, vertices[i]), "from %u to %u: vertex %u", source,
                  target, i);
    }
    RUN_CHECK(run, !count || (vertices[0] == source && vertices[count - 1] == target), "from %u to %u: ends", source,
              target);
    free(vertices);
    free(distances);
}

static void check_targets(const mg_graph *graph, const char *what, bool weighted, mg_vertex source) {
    const mg_vertex n = mg_graph_vertex_count(graph);
    const mg_vertex targets[] = {MG_NONE, source, 0, n / 3, n - 1};
    mg_result *full = full_search(test_context(1), graph, source, weighted);
    for (size_t i = 0; i < matrix_run_count; i++) { /* each configuration has another target */
        static const double cutoffs[] = {0, 0.75, 60, 3e9};
        const matrix_run run = matrix_run_at(i, what);
        const mg_vertex target = targets[(i + source) % (sizeof targets / sizeof *targets)];
        if (weighted) {
            check_sssp(&run, graph, full, source, target, (double)INFINITY);
            check_sssp(&run, graph, full, source, target, cutoffs[i % 4]);
        } else {
            check_bfs(&run, graph, full, source, target, UINT32_MAX);
            check_bfs(&run, graph, full, source, target, (uint32_t)i % 4);
        }
        if (target != MG_NONE) {
            check_path(&run, graph, full, source, target, !weighted);
        }
    }
    mg_result_destroy(full);
}

static void check_graph(const mg_graph *graph, const char *what) {
    const mg_vertex n = mg_graph_vertex_count(graph);
    const bool weighted = mg_graph_weight_type(graph) != MG_TYPE_NONE;
    for (mg_vertex source = 0; source < n; source += n / 2 + 1) {
        check_targets(graph, what, weighted, source);
    }
}

TEST(paths_on_every_shape) {
    static const weighting weightings[] = {WEIGHTS_NONE, WEIGHTS_INT_ZERO, WEIGHTS_INT_LARGE, WEIGHTS_DOUBLE};
    matrix_graphs(weightings, sizeof weightings / sizeof *weightings, check_graph);
}

/* Floats: a cutoff between two floats, and one that is a distance. */
TEST(cutoffs_of_floats) {
    mg_graph *graph = shape_graph(test_context(1), shape_named("grid"), WEIGHTS_FLOAT, true);
    mg_result *full = full_search(test_context(1), graph, 0, true);
    const double exact = length_of(full, mg_graph_vertex_count(graph) / 2), between = nextafter(exact, 0);
    for (size_t i = 0; i < matrix_run_count; i++) {
        matrix_run run = matrix_run_at(i, "cutoffs of floats");
        check_sssp(&run, graph, full, 0, MG_NONE, exact);
        check_sssp(&run, graph, full, 0, MG_NONE, between);
        check_path(&run, graph, full, 0, mg_graph_vertex_count(graph) / 2, false);
    }
    mg_result_destroy(full);
    mg_graph_destroy(graph);
}

/* A search to a vertex near by reads a small part of the edges, on the CPU. */
TEST(a_near_target_ends_the_search) {
    mg_context *context = test_context(2);
    edge_builder edges = {.n = 0};
    builder_grid(&edges, 300, 300);
    mg_graph *graph = builder_graph(context, &edges, WEIGHTS_INT, false);
    for (int weighted = 0; weighted < 2; weighted++) {
        mg_bfs_options bfs = MG_BFS_OPTIONS_INIT;
        mg_sssp_options sssp = MG_SSSP_OPTIONS_INIT;
        mg_result *result = NULL;
        bfs.source = sssp.source = 0;
        bfs.target = sssp.target = 302;
        bfs.run.backend = sssp.run.backend = MG_BACKEND_CPU;
        CHECK_OK(context, weighted ? mg_sssp(context, graph, &sssp, &result) : mg_bfs(context, graph, &bfs, &result));
        CHECK(mg_result_statistics(result)->edges_visited < mg_graph_arc_count(graph) / 10);
        mg_result_destroy(result);
    }
    mg_graph_destroy(graph);
}

TEST(refused_targets) {
    mg_context *context = test_context(1);
    mg_graph *graph = shape_graph(context, shape_named("path"), WEIGHTS_INT, true);
    mg_bfs_options bfs = MG_BFS_OPTIONS_INIT;
    mg_sssp_options sssp = MG_SSSP_OPTIONS_INIT;
    mg_path_options path = MG_PATH_OPTIONS_INIT;
    const mg_vertex n = mg_graph_vertex_count(graph), sources[] = {0, 1};
    mg_vertex vertices[1], count = 0;
    mg_result *result = NULL;
    bfs.target = sssp.target = path.target = n;
    path.source = 0;
    CHECK_STATUS(context, mg_bfs(context, graph, &bfs, &result), MG_ERROR_RANGE);
    CHECK_STATUS(context, mg_sssp(context, graph, &sssp, &result), MG_ERROR_RANGE);
    CHECK_STATUS(context, mg_path(context, graph, &path, vertices, NULL, &count), MG_ERROR_RANGE);
    bfs.target = 0;
    bfs.sources = sources;
    bfs.source_count = 2;
    CHECK_STATUS(context, mg_bfs(context, graph, &bfs, &result), MG_ERROR_INVALID);
    sssp.target = MG_NONE;
    sssp.cutoff = -1;
    CHECK_STATUS(context, mg_sssp(context, graph, &sssp, &result), MG_ERROR_INVALID);
    sssp.cutoff = (double)NAN;
    CHECK_STATUS(context, mg_sssp(context, graph, &sssp, &result), MG_ERROR_INVALID);
    CHECK(!result);
    mg_graph_destroy(graph);
}
