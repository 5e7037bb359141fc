/* SPDX-License-Identifier: Apache-2.0
 *
 * Closeness and harmonic centralities on every shape in every mode against a search from each source.
 */
#include "tests/algorithms/oracles.h"
#include "tests/algorithms/run_matrix.h"
#include "tools/verify/verify.h"

#include <math.h>
#include <stdlib.h>

static void compare(const matrix_run *run, const mg_graph *graph, const mg_result *result, const char *column,
                    const double *expected) {
    const double *found = run_column(run, graph, result, column, MG_FLOAT64);
    for (mg_vertex v = 0; v < mg_graph_vertex_count(graph); v++) {
        const bool same = isnan(expected[v]) ? isnan(found[v]) : fabs(found[v] - expected[v]) <= 1e-12 * expected[v];
        RUN_CHECK(run, same, "%s of %lu is %.17g, expected %.17g", column, (unsigned long)v, found[v], expected[v]);
    }
}

static void check_run(const matrix_run *run, const mg_graph *graph, const mg_vertex *sources, size_t count,
                      const double *closeness, const double *harmonic) {
    mg_closeness_options options = MG_CLOSENESS_OPTIONS_INIT;
    mg_result *result = NULL;
    char why[256] = "";
    options.run = run->options;
    options.sources = sources;
    options.source_count = count;
    RUN_OK(run, mg_closeness(run->context, graph, &options, &result));
    compare(run, graph, result, "closeness", closeness);
    compare(run, graph, result, "harmonic", harmonic);
    RUN_CHECK(run, mgt_verify_closeness(run->context, graph, sources, count, result, why, sizeof why), "%s", why);
    mg_result_destroy(result);
}

static void check_sources(const mg_graph *graph, const char *what, const mg_vertex *sources, size_t count) {
    double *harmonic = NULL, *closeness = oracle_closeness(graph, sources, count, &harmonic);
    for (size_t i = 0; i < matrix_run_count; i++) {
        matrix_run run = matrix_run_at(i, what);
        check_run(&run, graph, sources, count, closeness, harmonic);
    }
    free(closeness);
    free(harmonic);
}

/* All vertices; on long paths, whose batches have a level per vertex, more sources than two batches have. */
#define MOST_SOURCES 130

static void check_graph(const mg_graph *graph, const char *what) {
    const mg_vertex n = mg_graph_vertex_count(graph);
    if (mg_graph_arc_count(graph) > 2ull * n || n <= 1024) {
        check_sources(graph, what, NULL, 0);
    } else {
        mg_vertex many[MOST_SOURCES];
        for (mg_vertex i = 0; i < MOST_SOURCES; i++) {
            many[i] = (mg_vertex)((uint64_t)i * n / MOST_SOURCES);
        }
        check_sources(graph, what, many, MOST_SOURCES);
    }
    if (n >= 2) {
        const mg_vertex sources[] = {n - 1, 0};
        check_sources(graph, what, sources, 2);
        check_sources(graph, what, sources, 1);
    }
}

TEST(closeness_on_every_shape) {
    matrix_graphs(NULL, 0, check_graph);
}

/* More sources than a run of the program has, and a last batch that is not full. */
TEST(closeness_of_many_sources) {
    edge_builder edges = {.n = 0};
    builder_grid(&edges, 30, 20);
    mg_graph *graph = builder_graph(test_context(2), &edges, WEIGHTS_NONE, false);
    check_sources(graph, "grid of 30 x 20", NULL, 0);
    mg_graph_destroy(graph);
}

/* A sample is what mg_draw_sources() draws; a source that is listed twice counts once. */
TEST(closeness_of_samples) {
    mg_context *context = test_context(2);
    mg_graph *graph = shape_graph(context, shape_named("kron"), WEIGHTS_NONE, true);
    mg_vertex drawn[70], doubled[140];
    mg_closeness_options options = MG_CLOSENESS_OPTIONS_INIT;
    mg_result *result = NULL;
    size_t count = 0;
    CHECK_OK(context, mg_draw_sources(context, graph, 11, 70, drawn));
    options.sample = 70;
    options.seed = 11;
    CHECK_OK(context, mg_closeness(context, graph, &options, &result));
    const mg_vertex *sources = mg_result_sources(result, &count);
    CHECK_EQ(count, 70);
    for (size_t i = 0; i < 70; i++) {
        CHECK_EQ(sources[i], drawn[i]);
        doubled[i] = doubled[139 - i] = drawn[i];
    }
    double *harmonic = NULL, *closeness = oracle_closeness(graph, drawn, 70, &harmonic);
    const matrix_run run = matrix_run_at(0, "sample of kron");
    compare(&run, graph, result, "closeness", closeness);
    compare(&run, graph, result, "harmonic", harmonic);
    mg_result_destroy(result);
    options = MG_CLOSENESS_OPTIONS_INIT;
    options.sources = doubled;
    options.source_count = 140;
    CHECK_OK(context, mg_closeness(context, graph, &options, &result));
    compare(&run, graph, result, "closeness", closeness);
    mg_result_destroy(result);
    free(closeness);
    free(harmonic);
    mg_graph_destroy(graph);
}
