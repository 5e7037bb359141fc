/* SPDX-License-Identifier: Apache-2.0
 *
 * The segmented edges themselves: every edge once, receivers of high in-degree in segments by group, the others apart;
 * when mode auto builds them, and the dense representation. That pushing along them gives the right results is tested
 * with every algorithm (tests/algo/matrix_cpu.c).
 */
#include "core/cpu/dense_layout.h"
#include "core/cpu/segments.h"
#include "tests/algo/programs/own.h"
#include "tests/failing_memory.h"
#include "tests/harness.h"
#include "tests/shapes.h"

#include <math.h>
#include <stdlib.h>

#define HIGH 4 /* in-edges of a receiver in a segment, where try_all is set */

typedef struct edge {
    mg_vertex sender, receiver;
    int32_t weight;
} edge;

typedef struct subject {
    mg_context *context;
    mg_graph *graph;
    mg_direction direction;
    mg_frame frame;
    const mg_segments *segments;
    uint32_t *degree; /* in-edges of every vertex in this direction */
} subject;

static uint32_t *count_degrees(const mg_frame *f) {
    uint32_t *degree = test_memory((uint64_t)f->n + 1, sizeof *degree);
    for (uint32_t side = 0; side < f->sides; side++) {
        for (uint64_t e = 0; e < f->send[side].offsets[f->n]; e++) {
            degree[f->send[side].neighbours[e]]++;
        }
    }
    return degree;
}

/* Calls `check` for shapes in both kinds and all directions, with small, medium and default segments. */
static void each_representation(void (*check)(const subject *)) {
    static const uint64_t caches[] = {1024, 4096, 0};
    static const mg_run_options sparse = {.size = sizeof sparse, .mode = MG_MODE_SPARSE};
    for (size_t i = 0; i < shape_count * 12; i++) {
        subject s = {.direction = (mg_direction)(i % 3)};
        mg_phase_info info = {.direction = s.direction, .weight_type = MG_INT32};
        mg_context_options options = MG_CONTEXT_OPTIONS_INIT;
        options.threads = 1 + (int)(i % 2);
        CHECK_OK(NULL, mg_context_create(&options, &s.context));
        s.context->try_all = true;
        s.graph = shape_graph(s.context, &shapes[i / 12], i % 2 ? WEIGHTS_INT : WEIGHTS_NONE, i / 6 % 2);
        s.frame.n = mg_graph_vertex_count(s.graph);
        CHECK_OK(s.context, mg__set_arcs(s.context, s.graph, &info, &sparse, &s.frame));
        s.degree = count_degrees(&s.frame);
        for (size_t c = 0; c < sizeof caches / sizeof *caches; c++) {
            s.context->cache_bytes = caches[c];
            CHECK_OK(s.context,
                     mg__segments_get(s.context, s.graph, &s.frame, s.direction, MG_INT32, true, &s.segments));
            check(&s);
        }
        free(s.degree);
        mg_graph_destroy(s.graph);
        mg_context_destroy(s.context);
    }
}

static int compare_edges(const void *a, const void *b) {
    const edge *x = a, *y = b;
    if (x->sender != y->sender) {
        return x->sender < y->sender ? -1 : 1;
    }
    if (x->receiver != y->receiver) {
        return x->receiver < y->receiver ? -1 : 1;
    }
    return (x->weight > y->weight) - (x->weight < y->weight);
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

static void check_edges(const subject *s) {
    const mg_frame *f = &s->frame;
    uint64_t expected_count = 0, room = 1;
    for (uint32_t side = 0; side < f->sides; side++) {
        room += f->send[side].offsets[f->n];
    }
    edge *expected = test_memory(room, sizeof *expected), *found = test_memory(room, sizeof *found);
    for (uint32_t side = 0; side < f->sides; side++) {
        expected_count = add_arcs(f, &f->send[side], expected, expected_count);
    }
    uint64_t all = s->segments->low.offsets[f->n];
    for (uint32_t k = 0; k < s->segments->high_count; k++) {
        all += s->segments->high[k].offsets[f->n];
    }
    CHECK_EQ(all, expected_count);
    uint64_t count = add_arcs(f, &s->segments->low, found, 0);
    for (uint32_t k = 0; k < s->segments->high_count; k++) {
        const mg_segment *part = &s->segments->high[k];
        for (mg_vertex u = 0; u < f->n; u++) {
            for (uint64_t e = part->offsets[u]; e < part->offsets[u + 1]; e++) {
                CHECK(part->rows[e] < part->row_count);
                found[count++] = (edge){u, part->receivers[part->rows[e]], weight_at(part->weights, e)};
            }
        }
    }
    qsort(expected, count, sizeof *expected, compare_edges);
    qsort(found, count, sizeof *found, compare_edges);
    for (uint64_t i = 0; i < count; i++) {
        CHECK_EQ(compare_edges(&found[i], &expected[i]), 0);
    }
    free(expected);
    free(found);
}

TEST(every_edge_is_in_one_segment) {
    each_representation(check_edges);
}

static void check_receivers(const subject *s) {
    const mg_segments *g = s->segments;
    const uint32_t most = 1u << mg__panel_shift(s->context->cache_bytes);
    mg_vertex high = 0, rows = 0, before = MG_NONE;
    for (mg_vertex v = 0; v < s->frame.n; v++) {
        high += s->degree[v] >= HIGH;
    }
    for (uint32_t k = 0; k < g->high_count; k++) {
        CHECK(g->high[k].row_count > 0 && g->high[k].row_count <= most);
        for (uint32_t row = 0; row < g->high[k].row_count; row++, rows++) {
            const mg_vertex v = g->high[k].receivers[row];
            CHECK(v < s->frame.n && s->degree[v] >= HIGH);
            if (before != MG_NONE) {
                const int last = mg__degree_group(s->degree[before]), here = mg__degree_group(s->degree[v]);
                CHECK(last < here || (last == here && before < v));
            }
            before = v;
        }
    }
    CHECK_EQ(rows, g->row_count);
    CHECK_EQ(rows, high < 8 * most ? high : 8 * most);
}

TEST(rows_are_receivers_of_high_in_degree_by_group) {
    each_representation(check_receivers);
}

static void check_again(const subject *s) {
    const mg_segments *again = NULL;
    CHECK_OK(s->context, mg__segments_get(s->context, s->graph, &s->frame, s->direction, MG_INT32, false, &again));
    CHECK(again == s->segments);
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

/* The Nth allocation fails, in building and in running; nothing leaks, the context stays usable. */
TEST(failing_memory_while_segmented) {
    for (int n = 0;; n++) {
        failing_memory memory;
        mg_context *context = failing_memory_context(&memory, 1000000);
        mg_run_options options = MG_RUN_OPTIONS_INIT;
        mg_graph *graph = shape_graph(context, shape_named("kron"), WEIGHTS_INT, true);
        context->try_all = true;
        context->cache_bytes = 1024;
        options.mode = MG_MODE_SPARSE;
        options.sparse_layout = MG_SPARSE_SEGMENTED;
        memory.countdown = n;
        const mg_status status = mg_run(context, graph, &own_spread_program, NULL, &options, NULL, NULL);
        memory.countdown = 1000000;
        CHECK(status == MG_OK || (status == MG_ERROR_MEMORY && mg_context_error(context)[0]));
        CHECK_OK(context, mg_run(context, graph, &own_spread_program, NULL, &options, NULL, NULL));
        mg_graph_destroy(graph);
        mg_context_destroy(context);
        CHECK_EQ(memory.live, 0);
        if (status == MG_OK) {
            CHECK(n > 20);
            break;
        }
    }
}
