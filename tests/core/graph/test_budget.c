/* SPDX-License-Identifier: Apache-2.0
 *
 * Kept representations are counted and, over budget, freed least recently used first.
 */
#include "core/context.h"
#include "tests/algorithms/programs/own.h"
#include "tests/harness.h"
#include "tests/shapes.h"

#include <pthread.h>
#include <stdlib.h>
#include <string.h>

static mg_context *context_with(uint64_t budget) {
    mg_context_options options = MG_CONTEXT_OPTIONS_INIT;
    mg_context *context = NULL;
    options.threads = 2;
    options.memory_budget = budget;
    CHECK_OK(NULL, mg_context_create(&options, &context));
    return context;
}

/* The kept bytes after a run in a mode; its distances must equal those of mode sparse. */
static uint64_t run_paths(mg_context *context, const mg_graph *graph, mg_mode mode) {
    const own_distance_parameters p = {.source = 0, .delta = 8};
    const mg_vertex n = mg_graph_vertex_count(graph);
    mg_run_options options = MG_RUN_OPTIONS_INIT;
    mg_result *result = NULL;
    own_distance *expected = test_memory(n, sizeof *expected);
    options.mode = MG_MODE_SPARSE;
    CHECK_OK(context, mg_run(context, graph, &own_sssp_apply_program, &p, &options, expected, NULL));
    options.mode = mode;
    CHECK_OK(context, mg_run(context, graph, &own_sssp_apply_program, &p, &options, NULL, &result));
    CHECK(memcmp(mg_result_column_at(result, 0)->data, expected, n * sizeof *expected) == 0);
    const mg_statistics *s = mg_result_statistics(result);
    const mg_representation *rows = &s->representation[MG_REPRESENTATION_ROWS];
    const mg_representation *dense = &s->representation[MG_REPRESENTATION_DENSE];
    const uint64_t kept = s->kept_bytes;
    if (context->memory_budget == 0) {
        CHECK_EQ(rows->bytes + dense->bytes, kept);
        CHECK((rows->seconds > 0.0) == (rows->bytes > 0) && (dense->seconds > 0.0) == (dense->bytes > 0));
        CHECK(mode != MG_MODE_DENSE || dense->bytes > 0);
        CHECK_EQ(s->representation[MG_REPRESENTATION_TILES].bytes, 0);
    }
    mg_result_destroy(result);
    free(expected);
    return kept;
}

TEST(without_a_budget_all_stays) {
    mg_context *context = context_with(0);
    mg_graph *graph = shape_graph(context, shape_named("kron"), WEIGHTS_INT, true);
    const uint64_t n = mg_graph_vertex_count(graph), arcs = mg_graph_arc_count(graph);
    CHECK_EQ(run_paths(context, graph, MG_MODE_SPARSE), 0);
    const uint64_t pull = run_paths(context, graph, MG_MODE_PULL);
    CHECK_EQ(pull, 8 * (n + 1) + 8 * arcs); /* offsets; neighbours and weights of 4 bytes */
    const uint64_t dense = run_paths(context, graph, MG_MODE_DENSE);
    CHECK(dense > pull + 6 * arcs); /* columns and weights */
    CHECK_EQ(run_paths(context, graph, MG_MODE_PULL), dense);
    mg_graph_destroy(graph);
    mg_context_destroy(context);
}

TEST(the_least_recently_used_goes_first) {
    mg_context *all = context_with(0);
    mg_graph *graph = shape_graph(all, shape_named("kron"), WEIGHTS_INT, true);
    const uint64_t pull = run_paths(all, graph, MG_MODE_PULL), both = run_paths(all, graph, MG_MODE_DENSE);
    mg_context *some = context_with(both - 1), *none = context_with(1);
    /* Dense reads the in-edges too: it used both last, the dense representation after the in-edges. */
    CHECK_EQ(run_paths(some, graph, MG_MODE_DENSE), both - pull);
    CHECK_EQ(run_paths(some, graph, MG_MODE_PULL), pull);
    CHECK_EQ(run_paths(none, graph, MG_MODE_PULL), 0);
    CHECK_EQ(run_paths(none, graph, MG_MODE_DENSE), 0);
    CHECK_EQ(run_paths(all, graph, MG_MODE_PULL), pull);
    CHECK_EQ(run_paths(none, graph, MG_MODE_SPARSE), 0);
    mg_graph_destroy(graph);
    mg_context_destroy(all);
    mg_context_destroy(some);
    mg_context_destroy(none);
}

TEST(in_edges_that_were_given_away_stay) {
    mg_context *none = context_with(1);
    mg_graph *graph = shape_graph(none, shape_named("kron"), WEIGHTS_INT, true);
    mg_adjacency before, after;
    CHECK_OK(none, mg_graph_in_edges(none, graph, &before));
    CHECK(run_paths(none, graph, MG_MODE_PULL) > 0);
    CHECK_OK(none, mg_graph_in_edges(none, graph, &after));
    CHECK(before.neighbours == after.neighbours);
    mg_graph_destroy(graph);
    mg_context_destroy(none);
}

static void *run_many(void *data) {
    mg_context *none = context_with(1);
    for (int i = 0; i < 20; i++) {
        run_paths(none, data, i % 2 ? MG_MODE_PULL : MG_MODE_DENSE);
    }
    mg_context_destroy(none);
    return NULL;
}

TEST(nothing_in_use_is_freed) {
    mg_context *context = context_with(0);
    mg_graph *graph = shape_graph(context, shape_named("random"), WEIGHTS_INT, true);
    pthread_t threads[4];
    for (int i = 0; i < 4; i++) {
        CHECK_EQ(pthread_create(&threads[i], NULL, run_many, graph), 0);
    }
    for (int i = 0; i < 4; i++) {
        pthread_join(threads[i], NULL);
    }
    mg_graph_destroy(graph);
    mg_context_destroy(context);
}
