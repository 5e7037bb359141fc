/* SPDX-License-Identifier: Apache-2.0
 *
 * The segmented edges: every edge once, receivers of high in-degree in segments by group, all others separately; when
 * mode auto builds them, and when the dense representation. The results of pushes along segments are tested with every
 * algorithm (tests/algorithms/matrix_cpu.c).
 */
#include "core/cpu/dense/dense_layout.h"
#include "core/cpu/segments/segments.h"
#include "tests/algorithms/programs/own.h"
#include "tests/core/cpu/representation_cases.h"

#include <math.h>
#include <stdlib.h>

#define HUB_IN_DEGREE 4 /* in-edges of a receiver in a segment, where test_all_paths is set */

static const void *build(const representation_case *s, const int32_t **weights) {
    const mg_segments *built = NULL;
    (void)weights; /* they are in the segments */
    CHECK_OK(s->context, mg__segments_get(s->context, s->graph, &s->frame, s->direction, MG_INT32, true, &built));
    return built;
}

static void each_representation(void (*check)(const representation_case *)) {
    each_representation_case(MG_MODE_SPARSE, build, check);
}

/* In-edges of every vertex in this direction. */
static uint32_t *count_degrees(const mg_frame *f) {
    uint32_t *degree = test_memory((uint64_t)f->n + 1, sizeof *degree);
    for (uint32_t side = 0; side < f->direction_count; side++) {
        for (uint64_t e = 0; e < f->push_arcs[side].offsets[f->n]; e++) {
            degree[f->push_arcs[side].neighbours[e]]++;
        }
    }
    return degree;
}

static int32_t weight_at(const void *weights, uint64_t e) {
    return weights ? ((const int32_t *)weights)[e] : 1;
}

static uint64_t add_arcs(const mg_frame *f, const mg_arcs *arcs, edge *edges, uint64_t count) {
    for (mg_vertex u = 0; u < f->n; u++) {
        for (uint64_t e = arcs->offsets[u]; e < arcs->offsets[u + 1]; e++) {
            edges[count++] = (edge){u, arcs->neighbours[e], weight_at(arcs->weights, e)};
        }
    }
    return count;
}

static void check_edges(const representation_case *s) {
    const mg_frame *f = &s->frame;
    const mg_segments *g = s->built;
    uint64_t expected_count = 0;
    edge *expected = representation_case_edges(s, &expected_count);
    edge *found = test_memory(expected_count + 1, sizeof *found);
    uint64_t all = g->low_arcs.offsets[f->n];
    for (uint32_t k = 0; k < g->segment_count; k++) {
        all += g->hub_segments[k].offsets[f->n];
    }
    CHECK_EQ(all, expected_count);
    uint64_t count = add_arcs(f, &g->low_arcs, found, 0);
    for (uint32_t k = 0; k < g->segment_count; k++) {
        const mg_segment *part = &g->hub_segments[k];
        for (mg_vertex u = 0; u < f->n; u++) {
            for (uint64_t e = part->offsets[u]; e < part->offsets[u + 1]; e++) {
                CHECK(part->rows[e] < part->row_count);
                found[count++] = (edge){u, part->receivers[part->rows[e]], weight_at(part->weights, e)};
            }
        }
    }
    check_same_edges(found, expected, count);
}

TEST(every_edge_is_in_one_segment) {
    each_representation(check_edges);
}

static void check_receivers(const representation_case *s) {
    const mg_segments *g = s->built;
    uint32_t *degree = count_degrees(&s->frame);
    const uint32_t most = 1u << mg__panel_shift(s->context->cache_bytes);
    mg_vertex high = 0, rows = 0, before = MG_NONE;
    for (mg_vertex v = 0; v < s->frame.n; v++) {
        high += degree[v] >= HUB_IN_DEGREE;
    }
    for (uint32_t k = 0; k < g->segment_count; k++) {
        CHECK(g->hub_segments[k].row_count > 0 && g->hub_segments[k].row_count <= most);
        for (uint32_t row = 0; row < g->hub_segments[k].row_count; row++, rows++) {
            const mg_vertex v = g->hub_segments[k].receivers[row];
            CHECK(v < s->frame.n && degree[v] >= HUB_IN_DEGREE);
            if (before != MG_NONE) {
                const int last = mg__degree_group(degree[before]), here = mg__degree_group(degree[v]);
                CHECK(last < here || (last == here && before < v));
            }
            before = v;
        }
    }
    CHECK_EQ(rows, g->row_count);
    CHECK_EQ(rows, high < 8 * most ? high : 8 * most);
    free(degree);
}

TEST(rows_are_receivers_of_high_in_degree_by_group) {
    each_representation(check_receivers);
}

static void check_again(const representation_case *s) {
    const mg_segments *again = NULL;
    CHECK_OK(s->context, mg__segments_get(s->context, s->graph, &s->frame, s->direction, MG_INT32, false, &again));
    CHECK(again == s->built);
}

TEST(they_are_built_once) {
    each_representation(check_again);
}

static mg_graph *kron(mg_context *context, uint32_t scale, uint32_t edge_factor) {
    mg_generate_options options = MG_GENERATE_OPTIONS_INIT;
    mg_graph *graph = NULL;
    options.scale = scale;
    options.edge_factor = edge_factor;
    CHECK_OK(context, mg_generate(context, "kron", &options, &graph));
    return graph;
}

static mg_result *rank(mg_context *context, const mg_graph *graph, bool data_driven, mg_mode mode,
                       uint32_t iterations) {
    mg_pagerank_options options = MG_PAGERANK_OPTIONS_INIT;
    mg_result *result = NULL;
    options.data_driven = data_driven;
    options.run.mode = mode;
    options.run.max_iterations = iterations;
    CHECK(mg_pagerank(context, graph, &options, &result) >= 0);
    return result;
}

static double difference(const mg_result *a, const mg_result *b) {
    const double *x = mg_result_column(a, "rank")->data, *y = mg_result_column(b, "rank")->data;
    double sum = 0.0;
    for (mg_vertex v = 0; v < mg_result_vertex_count(a); v++) {
        sum += fabs(x[v] - y[v]);
    }
    return sum;
}

TEST(auto_builds_them_for_sums_over_many_iterations) {
    mg_context *context = NULL;
    CHECK_OK(NULL, mg_context_create(NULL, &context));
    mg_graph *graph = kron(context, 12, 16);
    mg_result *pull = rank(context, graph, true, MG_MODE_PULL, 200);
    CHECK_EQ(mg_result_statistics(pull)->kept_bytes, 0);
    mg_result *chosen = rank(context, graph, true, MG_MODE_AUTO, 200);
    CHECK(mg_result_statistics(chosen)->kept_bytes > 0);
    CHECK(mg_result_statistics(chosen)->build_seconds > 0.0);
    CHECK(difference(pull, chosen) < 1e-5);
    mg_result_destroy(pull);
    mg_result_destroy(chosen);
    mg_graph_destroy(graph);
    mg_context_destroy(context);
}

TEST(auto_runs_dense_where_values_outgrow_the_cache) {
    mg_context *context = NULL;
    CHECK_OK(NULL, mg_context_create(NULL, &context));
    mg_graph *graph = kron(context, 13, 128);
    mg_result *pull = rank(context, graph, false, MG_MODE_PULL, 20);
    mg_result *fits = rank(context, graph, false, MG_MODE_AUTO, 20);
    context->cache_bytes = 16384;
    mg_result *few = rank(context, graph, false, MG_MODE_AUTO, 2),
              *chosen = rank(context, graph, false, MG_MODE_AUTO, 20);
    CHECK_EQ(mg_result_statistics(fits)->mode_iterations[MG_MODE_DENSE], 0);
    CHECK_EQ(mg_result_statistics(few)->mode_iterations[MG_MODE_DENSE], 0);
    CHECK(mg_result_statistics(chosen)->mode_iterations[MG_MODE_DENSE] > 0);
    CHECK_EQ(mg_result_statistics(chosen)->mode_iterations[MG_MODE_PULL], 0);
    CHECK(difference(pull, chosen) < 1e-9);
    mg_result *const all[] = {pull, fits, few, chosen};
    for (size_t i = 0; i < sizeof all / sizeof *all; i++) {
        mg_result_destroy(all[i]);
    }
    mg_graph_destroy(graph);
    mg_context_destroy(context);
}

static mg_status run_segmented(mg_context *context, const mg_graph *graph) {
    mg_run_options options = MG_RUN_OPTIONS_INIT;
    options.mode = MG_MODE_SPARSE;
    options.sparse_layout = MG_SPARSE_SEGMENTED;
    return mg_run(context, graph, &own_spread_program, NULL, &options, NULL, NULL);
}

TEST(failing_memory_while_segmented) {
    fail_each_allocation(run_segmented);
}
