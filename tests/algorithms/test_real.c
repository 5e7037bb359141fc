/* SPDX-License-Identifier: Apache-2.0
 *
 * The graphs of datasets/real and of MG_TEST_DATA: every algorithm in every mode, verified by properties and, where
 * this is fast, compared with the oracles.
 */
#include "tests/algorithms/run_matrix.h"
#include "tests/algorithms/oracles.h"
#include "tools/verify/verify.h"

#include <stdlib.h>

/* Number of sources for which betweenness is verified. */
#define BC_SOURCES 2

static void check_bfs(const matrix_run *run, const mg_graph *graph) {
    mg_bfs_options options = MG_BFS_OPTIONS_INIT;
    mg_result *result = NULL;
    char why[256] = "";
    options.run = run->options;
    RUN_OK(run, mg_bfs(run->context, graph, &options, &result));
    RUN_CHECK(run, mgt_verify_bfs(run->context, graph, MG_NONE, result, why, sizeof why), "bfs: %s", why);
    mg_result_destroy(result);
}

static void check_sssp(const matrix_run *run, const mg_graph *graph) {
    mg_sssp_options options = MG_SSSP_OPTIONS_INIT;
    mg_result *result = NULL;
    char why[256] = "";
    options.run = run->options;
    options.parents = true;
    RUN_OK(run, mg_sssp(run->context, graph, &options, &result));
    RUN_CHECK(run, mgt_verify_sssp(run->context, graph, MG_NONE, result, why, sizeof why), "sssp: %s", why);
    mg_result_destroy(result);
}

static void check_cc(const matrix_run *run, const mg_graph *graph) {
    mg_cc_options options = MG_CC_OPTIONS_INIT;
    mg_result *result = NULL;
    char why[256] = "";
    options.run = run->options;
    RUN_OK(run, mg_cc(run->context, graph, &options, &result));
    RUN_CHECK(run, mgt_verify_cc(run->context, graph, result, why, sizeof why), "cc: %s", why);
    mg_result_destroy(result);
}

static void check_pagerank(const matrix_run *run, const mg_graph *graph, bool data_driven) {
    mg_pagerank_options options = MG_PAGERANK_OPTIONS_INIT;
    mg_result *result = NULL;
    char why[256] = "";
    options.run = run->options;
    options.run.max_iterations = 2000;
    options.data_driven = data_driven;
    RUN_OK(run, mg_pagerank(run->context, graph, &options, &result));
    RUN_CHECK(run, mgt_verify_pagerank(run->context, graph, &options, MG_OK, result, why, sizeof why),
              "pagerank, data-driven %d: %s", data_driven, why);
    mg_result_destroy(result);
}

static void check_bc(const matrix_run *run, const mg_graph *graph) {
    mg_bc_options options = MG_BC_OPTIONS_INIT;
    mg_result *result = NULL;
    char why[256] = "";
    const mg_vertex sources[BC_SOURCES] = {mg_graph_default_source(graph), mg_graph_vertex_count(graph) / 3};
    options.run = run->options;
    options.sources = sources;
    options.source_count = BC_SOURCES;
    RUN_OK(run, mg_bc(run->context, graph, &options, &result));
    RUN_CHECK(run, mgt_verify_bc(run->context, graph, sources, BC_SOURCES, false, result, why, sizeof why), "bc: %s",
              why);
    mg_result_destroy(result);
}

/* Large sparse graphs have up to thousands of levels, and each dense iteration visits all edges. */
static bool takes_minutes(const matrix_run *run, const mg_graph *graph) {
    const mg_vertex n = mg_graph_vertex_count(graph);
    return !matrix_is_short && run->options.mode == MG_MODE_DENSE && n > 100000 &&
           mg_graph_arc_count(graph) < (uint64_t)4 * n;
}

/* Every `step`th run configuration from `first` on; all if there are few. */
static void check_file(const char *path, const mg_graph_options *options, size_t first, size_t step) {
    mg_context *context = test_context(2);
    mg_graph *graph = NULL;
    CHECK_OK(context, mg_graph_read(context, path, options, &graph));
    CHECK(mg_graph_vertex_count(graph) > 1 && mg_graph_arc_count(graph) > 1);
    for (size_t i = matrix_is_short ? 0 : first; i < matrix_run_count; i += matrix_is_short ? 1 : step) {
        const matrix_run run = matrix_run_at(i, path);
        if (takes_minutes(&run, graph)) {
            continue;
        }
        check_bfs(&run, graph);
        check_sssp(&run, graph);
        check_cc(&run, graph);
        check_pagerank(&run, graph, (i + i / 4) % 2);
        check_bc(&run, graph);
    }
    mg_graph_destroy(graph);
}

TEST(shipped_graphs) {
    static const char *const names[] = {"karate.mtx", "les-miserables.mtx", "davis-women.mtx",
                                        "florentine-families.mtx", "debian12-includes.el"};
    for (size_t i = 0; i < sizeof names / sizeof *names; i++) {
        char path[1024];
        mg_graph_options random = MG_GRAPH_OPTIONS_INIT;
        random.weights = MG_WEIGHTS_RANDOM;
        snprintf(path, sizeof path, "%s/datasets/real/%s", test_root(), names[i]);
        check_file(path, NULL, 0, 1);
        check_file(path, &random, 1, 3);
    }
}

/* With the weights of the file, and with random ones. */
static void check_data(const char *const *names, size_t count, bool random_weights, size_t first, size_t step) {
    if (!test_data()) {
        test_skip("MG_TEST_DATA is not set");
    }
    for (size_t i = 0; i < count; i++) {
        char path[1024];
        mg_graph_options options = MG_GRAPH_OPTIONS_INIT;
        options.weights = random_weights ? MG_WEIGHTS_RANDOM : MG_WEIGHTS_FILE;
        snprintf(path, sizeof path, "%s/graphs/%s.mtx.zst", test_data(), names[i]);
        check_file(path, &options, first, step);
    }
}

#ifdef MG_SLOW
TEST(large_roads) {
    static const char *const names[] = {"USA-road-BAY", "USA-road-NW"};
    check_data(names, 2, true, 4, 1);
}

TEST(large_scale_free_graphs) {
    static const char *const names[] = {"imdb-actor", "cnr-2000", "web-NotreDame", "soc-Slashdot0902"};
    check_data(names, 4, true, 4, 1);
}
#else
TEST(small_graphs) {
    static const char *const names[] = {"power", "cora", "hep-th", "wb-cs-stanford", "PGPgiantcompo"};
    check_data(names, 5, true, 0, 1);
}

/* Kinds of weights: integer lengths and times, real times with zeros. */
TEST(weighted_roads) {
    static const char *const names[] = {"tntp-Austin", "tntp-Philadelphia", "south_seattle_car"};
    check_data(names, 3, false, 1, 3);
}

TEST(medium_graphs) {
    static const char *const names[] = {"email-Enron", "cit-HepTh", "4elt", "musae-git"};
    check_data(names, 4, true, 1, 3);
}
#endif
