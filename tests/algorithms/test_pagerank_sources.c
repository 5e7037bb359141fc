/* SPDX-License-Identifier: Apache-2.0
 *
 * PageRank of several sources on every shape, in few and many lanes, against the power iteration of each source.
 */
#include "tests/algorithms/oracles.h"
#include "tests/algorithms/run_matrix.h"
#include "tests/failing_memory.h"
#include "tools/verify/verify.h"

#include <stdlib.h>
#include <string.h>

#define ENOUGH 400 /* 0.85^400 is 6e-29: the oracle's fixed point */
#define SOURCES 7

/* Every few vertices, one of them twice. */
static void choose_sources(const mg_graph *graph, mg_vertex sources[SOURCES]) {
    const mg_vertex n = mg_graph_vertex_count(graph);
    for (mg_vertex i = 0; i < SOURCES; i++) {
        sources[i] = i == SOURCES - 1 ? sources[0] : (mg_vertex)((uint64_t)i * 977 % n);
    }
}

static double *expected_of(const mg_graph *graph, const mg_vertex *sources, double damping, uint32_t iterations) {
    const mg_vertex n = mg_graph_vertex_count(graph);
    double *all = test_memory((uint64_t)n * SOURCES, sizeof *all), *jump = test_memory(n, sizeof *jump);
    for (size_t i = 0; i < SOURCES; i++) {
        jump[sources[i]] = 1;
        double *ranks = oracle_pagerank(graph, damping, jump, iterations);
        for (mg_vertex v = 0; v < n; v++) {
            all[(size_t)v * SOURCES + i] = ranks[v];
        }
        free(ranks);
        jump[sources[i]] = 0;
    }
    free(jump);
    return all;
}

static void check_columns(const matrix_run *run, const mg_graph *graph, const mg_result *result, const double *expected,
                          double bound) {
    const mg_column *column = mg_result_column(result, "rank");
    RUN_CHECK(run, column && column->width == SOURCES && column->type == MG_FLOAT64, "the column is wrong");
    for (size_t i = 0; i < SOURCES; i++) {
        double distance = 0;
        for (size_t v = 0; v < mg_graph_vertex_count(graph); v++) {
            distance += fabs(((const double *)column->data)[v * SOURCES + i] - expected[v * SOURCES + i]);
        }
        RUN_CHECK(run, distance <= bound, "source %zu: off by %g in L1, allowed %g", i, distance, bound);
    }
}

static void check_graph(const mg_graph *graph, const char *what) {
    static const uint32_t lanes[] = {0, 1, 3};
    mg_vertex sources[SOURCES];
    if (!mg_graph_vertex_count(graph)) {
        return;
    }
    choose_sources(graph, sources);
    double *expected = expected_of(graph, sources, 0.85, ENOUGH);
    for (size_t i = 0; i < matrix_run_count; i++) {
        matrix_run run = matrix_run_at(i, what);
        mg_pagerank_options options = MG_PAGERANK_OPTIONS_INIT;
        mg_result *result = NULL;
        char why[256] = "";
        options.run = run.options;
        options.run.max_iterations = 1000;
        options.run.lanes = lanes[i % 3];
        options.tolerance = 1e-9;
        options.sources = sources;
        options.source_count = SOURCES;
        const mg_status status = mg_pagerank(run.context, graph, &options, &result);
        RUN_CHECK(&run, status == MG_OK, "%s: %s", mg_status_name(status), mg_context_error(run.context));
        check_columns(&run, graph, result, expected, 1e-9 * 0.85 / 0.15 + 1e-12);
        RUN_CHECK(&run, mgt_verify_pagerank(run.context, graph, &options, status, result, why, sizeof why), "%s", why);
        size_t count;
        const mg_vertex *kept = mg_result_sources(result, &count);
        RUN_CHECK(&run, count == SOURCES && memcmp(kept, sources, sizeof sources) == 0, "other sources");
        mg_result_destroy(result);
    }
    free(expected);
}

TEST(pagerank_of_sources) {
    matrix_graphs(NULL, 0, check_graph);
}

/* Tolerance 0 and a limit: the start is the source, so that one iteration gives its neighbours their shares. */
TEST(pagerank_of_sources_counts_iterations) {
    mg_context *context = test_context(2);
    edge_builder edges = {.n = 4};
    builder_add(&edges, 0, 1);
    builder_add(&edges, 0, 2);
    mg_graph *graph = builder_graph(context, &edges, WEIGHTS_NONE, true);
    const mg_vertex sources[] = {0, 3};
    mg_pagerank_options options = MG_PAGERANK_OPTIONS_INIT;
    mg_result *result = NULL;
    options.damping = 0.5;
    options.tolerance = 0;
    options.run.max_iterations = 1;
    options.sources = sources;
    options.source_count = 2;
    CHECK_OK(context, mg_pagerank(context, graph, &options, &result));
    static const double expected[] = {0.5, 0, 0.25, 0, 0.25, 0, 0, 1};
    const double *rank = mg_result_column(result, "rank")->data;
    for (int i = 0; i < 8; i++) {
        CHECK(fabs(rank[i] - expected[i]) < 1e-15);
    }
    CHECK_EQ(mg_result_statistics(result)->iterations, 1);
    mg_result_destroy(result);
    options.tolerance = 1e-9;
    CHECK_STATUS(context, mg_pagerank(context, graph, &options, &result), MG_NOT_CONVERGED);
    mg_result_destroy(result);
    mg_graph_destroy(graph);
}

/* Equal bit by bit for any number of threads, and with other sources beside it up to rounding. */
TEST(pagerank_of_sources_is_repeatable) {
    mg_graph *graph = shape_graph(test_context(1), shape_named("kron"), WEIGHTS_NONE, true);
    mg_vertex sources[SOURCES];
    double *first = NULL;
    choose_sources(graph, sources);
    const size_t bytes = mg_graph_vertex_count(graph) * sizeof(double) * SOURCES;
    for (int threads = 1; threads <= 4; threads *= 2) {
        mg_context *context = test_context(threads);
        mg_pagerank_options options = MG_PAGERANK_OPTIONS_INIT;
        mg_result *result = NULL;
        options.run.backend = MG_BACKEND_CPU;
        options.run.lanes = 4;
        options.sources = sources;
        options.source_count = SOURCES;
        CHECK_OK(context, mg_pagerank(context, graph, &options, &result));
        const double *rank = mg_result_column(result, "rank")->data;
        if (!first) {
            first = test_memory(1, bytes);
            memcpy(first, rank, bytes);
        }
        CHECK(memcmp(first, rank, bytes) == 0);
        mg_result_destroy(result);
    }
    free(first);
    mg_graph_destroy(graph);
}

TEST(pagerank_of_sources_refuses) {
    mg_context *context = test_context(1);
    mg_graph *graph = shape_graph(context, shape_named("cycle"), WEIGHTS_NONE, true);
    const mg_vertex good[] = {1, 2}, outside[] = {1, MG_NONE};
    double *jump = test_memory(mg_graph_vertex_count(graph), sizeof *jump);
    jump[0] = 1;
    for (int i = 0; i < 6; i++) {
        mg_pagerank_options options = MG_PAGERANK_OPTIONS_INIT;
        mg_result *result = NULL;
        options.sources = i == 0 ? NULL : i == 1 ? outside : good;
        options.source_count = i == 2 ? 0 : 2;
        options.data_driven = i == 3;
        options.personalization = i == 4 ? jump : NULL;
        options.run.lanes = i == 5 ? MG_LANES_MAX + 1 : 0;
        CHECK_STATUS(context, mg_pagerank(context, graph, &options, &result),
                     i == 1 ? MG_ERROR_RANGE : MG_ERROR_INVALID);
        CHECK(!result);
    }
    free(jump);
    mg_graph_destroy(graph);
}

TEST(pagerank_of_sources_with_failing_memory) {
    mg_status status = MG_ERROR_MEMORY;
    int allowed = 0;
    for (; status == MG_ERROR_MEMORY; allowed++) {
        failing_memory memory;
        mg_context *context = failing_memory_context(&memory, allowed);
        const uint64_t from[] = {0, 1, 2}, to[] = {1, 2, 0};
        const mg_edge_list list = {.edge_count = 3, .id_type = MG_UINT64, .source = from, .target = to};
        const mg_vertex sources[] = {0, 1};
        mg_pagerank_options options = MG_PAGERANK_OPTIONS_INIT;
        mg_hits_options hits_options = MG_HITS_OPTIONS_INIT;
        mg_graph *graph = NULL;
        mg_result *result = NULL, *hits = NULL;
        float x[] = {1, 2, 3}, scores[3];
        const mg_similarity_options similarity = {
            .size = sizeof similarity, .measure = MG_SIMILARITY_COSINE, .type = MG_FLOAT32, .backend = MG_BACKEND_CPU};
        options.run.backend = hits_options.run.backend = MG_BACKEND_CPU;
        options.sources = sources;
        options.source_count = 2;
        status = mg_graph_from_edges(context, &list, NULL, &graph);
        status = status < 0 ? status : mg_pagerank(context, graph, &options, &result);
        CHECK((status >= 0) == (result != NULL));
        status = status < 0 ? status : mg_hits(context, graph, &hits_options, &hits);
        CHECK((status >= 0) == (hits != NULL));
        status = status < 0 ? status : mg_similarity(context, graph, &similarity, 1, x, 1, scores);
        mg_result_destroy(result);
        mg_result_destroy(hits);
        mg_graph_destroy(graph);
        mg_context_destroy(context);
        CHECK_EQ(memory.live, 0);
    }
    CHECK_EQ(status, MG_OK);
    CHECK(allowed > 30);
}
