/* SPDX-License-Identifier: Apache-2.0
 *
 * The dense representation itself: it holds every edge once, in panels and blocks as loops.h says, whatever the size of
 * the panels. That runs over it give the right results is tested with every algorithm (tests/algo/matrix.c).
 */
#include "core/cpu/dense.h"
#include "tests/failing_memory.h"
#include "tests/harness.h"
#include "tests/shapes.h"

#include "tests/algo/programs/own.h"

#include <stdlib.h>

typedef struct edge {
    mg_vertex receiver, sender;
    int32_t weight;
} edge;

typedef struct subject {
    mg_context *context;
    mg_graph *graph;
    mg_direction direction;
    mg_frame frame;
    const mg_dense *dense;
    const int32_t *weights;
} subject;

/* Calls `check` for shapes in both kinds and all directions, in small, medium and default panels. */
static const mg_run_options dense = {.size = sizeof dense, .mode = MG_MODE_DENSE};

static void each_representation(void (*check)(const subject *)) {
    static const uint64_t caches[] = {1024, 4096, 0};
    for (size_t i = 0; i < shape_count * 12; i++) {
        subject s = {.direction = (mg_direction)(i % 3)};
        mg_phase_info info = {.direction = s.direction, .weight_type = MG_INT32};
        mg_context_options options = MG_CONTEXT_OPTIONS_INIT;
        options.threads = 1 + (int)(i % 2);
        CHECK_OK(NULL, mg_context_create(&options, &s.context));
        s.graph = shape_graph(s.context, &shapes[i / 12], i % 2 ? WEIGHTS_INT : WEIGHTS_NONE, i / 6 % 2);
        s.frame.n = mg_graph_vertex_count(s.graph);
        CHECK_OK(s.context, mg__set_arcs(s.context, s.graph, &info, &dense, &s.frame));
        for (size_t c = 0; c < sizeof caches / sizeof *caches; c++) {
            const void *weights = NULL;
            s.context->cache_bytes = caches[c];
            CHECK_OK(s.context, mg__dense_get(s.context, s.graph, &s.frame, s.direction, MG_INT32, &s.dense, &weights));
            s.weights = weights;
            check(&s);
        }
        mg_graph_destroy(s.graph);
        mg_context_destroy(s.context);
    }
}

static int compare_edges(const void *a, const void *b) {
    const edge *x = a, *y = b;
    if (x->receiver != y->receiver) {
        return x->receiver < y->receiver ? -1 : 1;
    }
    if (x->sender != y->sender) {
        return x->sender < y->sender ? -1 : 1;
    }
    return (x->weight > y->weight) - (x->weight < y->weight);
}

/* The edges as the graph has them: the in-edges of receivers are the out-edges of senders. */
static edge *expected_edges(const subject *s, uint64_t *count) {
    const mg_adjacency out = mg_graph_out_edges(s->graph);
    const mg_vertex n = s->frame.n;
    const bool both = s->direction == MG_DIRECTION_BOTH && mg_graph_directed(s->graph);
    edge *edges = test_memory(2 * out.offsets[n] + 1, sizeof *edges);
    *count = 0;
    for (mg_vertex u = 0; u < n; u++) {
        for (uint64_t e = out.offsets[u]; e < out.offsets[u + 1]; e++) {
            const int32_t weight = out.weights ? ((const int32_t *)out.weights)[e] : 1;
            if (s->direction != MG_DIRECTION_IN) {
                edges[(*count)++] = (edge){out.neighbours[e], u, weight};
            }
            if (s->direction == MG_DIRECTION_IN || both) {
                edges[(*count)++] = (edge){u, out.neighbours[e], weight};
            }
        }
    }
    qsort(edges, *count, sizeof *edges, compare_edges);
    return edges;
}

static void check_edges(const subject *s) {
    const mg_dense *d = s->dense;
    uint64_t expected_count = 0, found_count = 0;
    edge *expected = expected_edges(s, &expected_count);
    edge *found = test_memory(expected_count + 1, sizeof *found);
    CHECK_EQ(d->blocks[d->block_count].edge, expected_count);
    CHECK_EQ(d->blocks[d->block_count].run, d->run_count);
    for (uint64_t b = 0; b < d->block_count; b++) {
        const mg_dense_block *block = &d->blocks[b];
        uint64_t e = block->edge;
        CHECK(block[1].run > block->run);
        for (uint64_t r = block->run; r < block[1].run; r++) {
            const uint64_t row = ((uint64_t)block->row_panel << d->row_shift) + d->runs[r].row;
            CHECK(row < d->n && d->runs[r].row < 1u << d->row_shift && d->runs[r].length > 0);
            CHECK(r == block->run || d->runs[r].row >= d->runs[r - 1].row);
            for (uint32_t i = 0; i < d->runs[r].length; i++, e++) {
                const uint64_t column = ((uint64_t)block->column_panel << d->column_shift) + d->columns[e];
                CHECK(found_count < expected_count && column < d->n && d->columns[e] < 1u << d->column_shift);
                found[found_count++] =
                    (edge){d->row_order[row], d->column_order[column], s->weights ? s->weights[e] : 1};
            }
        }
        CHECK_EQ(e, block[1].edge);
    }
    CHECK_EQ(found_count, expected_count);
    qsort(found, found_count, sizeof *found, compare_edges);
    for (uint64_t i = 0; i < expected_count; i++) {
        CHECK_EQ(compare_edges(&found[i], &expected[i]), 0);
    }
    free(expected);
    free(found);
}

TEST(every_edge_is_in_one_block) {
    each_representation(check_edges);
}

/* Table 3.1. */
static int group(uint64_t degree) {
    static const uint64_t from[] = {2048, 1024, 512, 256, 128, 0};
    int g = 0;
    while (degree < from[g]) {
        g++;
    }
    return g + 1;
}

static int group_at(const subject *s, const mg_arcs *arcs, mg_vertex v) {
    uint64_t degree = 0;
    for (uint32_t side = 0; side < s->frame.sides; side++) {
        degree += arcs[side].offsets[v + 1] - arcs[side].offsets[v];
    }
    return group(degree);
}

static void check_order(const subject *s, const mg_arcs *arcs, const mg_vertex *order) {
    bool *seen = test_memory((uint64_t)s->frame.n + 1, sizeof *seen);
    for (mg_vertex i = 0; i < s->frame.n; i++) {
        CHECK(order[i] < s->frame.n && !seen[order[i]]);
        seen[order[i]] = true;
        if (i > 0) {
            const int before = group_at(s, arcs, order[i - 1]), here = group_at(s, arcs, order[i]);
            CHECK(before < here || (before == here && order[i - 1] < order[i]));
        }
    }
    free(seen);
}

static void check_orders(const subject *s) {
    check_order(s, s->frame.receive, s->dense->row_order);
    check_order(s, s->frame.send, s->dense->column_order);
}

TEST(rows_and_columns_are_in_stable_degree_groups) {
    each_representation(check_orders);
}

static void check_items(const subject *s) {
    const mg_dense *d = s->dense;
    const uint64_t heavy = (uint64_t)1 << d->column_shift >> 1;
    bool *seen = test_memory(d->block_count + 1, sizeof *seen);
    CHECK_EQ(d->items[0], 0);
    CHECK_EQ(d->items[d->item_count], d->block_count);
    for (uint64_t i = 0; i < d->item_count; i++) {
        CHECK(d->items[i] < d->items[i + 1]);
        CHECK(i >= d->heavy_count || d->items[i + 1] - d->items[i] == 1);
        for (uint64_t k = d->items[i]; k < d->items[i + 1]; k++) {
            const mg_dense_block *block = &d->blocks[d->item_blocks[k]];
            CHECK(!seen[d->item_blocks[k]]);
            seen[d->item_blocks[k]] = true;
            CHECK_EQ(block[1].edge - block->edge >= heavy, i < d->heavy_count);
            CHECK_EQ(block->column_panel, d->blocks[d->item_blocks[d->items[i]]].column_panel);
        }
    }
    for (uint32_t r = 0; r < d->row_panels; r++) {
        for (uint64_t b = d->panel_blocks[r]; b < d->panel_blocks[r + 1]; b++) {
            CHECK_EQ(d->blocks[b].row_panel, r);
            CHECK(b == d->panel_blocks[r] || d->blocks[b].column_panel >= d->blocks[b - 1].column_panel);
        }
    }
    CHECK_EQ(d->panel_blocks[d->row_panels], d->block_count);
    free(seen);
}

TEST(every_block_is_in_one_work_item) {
    each_representation(check_items);
}

static void check_again(const subject *s) {
    const mg_dense *again = NULL;
    const void *weights = NULL, *wide = NULL;
    CHECK_OK(s->context, mg__dense_get(s->context, s->graph, &s->frame, s->direction, MG_INT32, &again, &weights));
    CHECK(again == s->dense && weights == s->weights);
    mg_phase_info info = {.direction = s->direction, .weight_type = MG_FLOAT64};
    mg_frame frame = {.n = s->frame.n};
    CHECK_OK(s->context, mg__set_arcs(s->context, s->graph, &info, &dense, &frame));
    CHECK_OK(s->context, mg__dense_get(s->context, s->graph, &frame, s->direction, MG_FLOAT64, &again, &wide));
    CHECK(again == s->dense && !wide == !s->weights);
    for (uint64_t e = 0; wide && e < again->blocks[again->block_count].edge; e++) {
        CHECK(((const double *)wide)[e] == s->weights[e]);
    }
}

TEST(it_is_built_once_and_weights_follow) {
    each_representation(check_again);
}

/* The Nth allocation fails, in building and in running; nothing leaks, the context stays usable. */
TEST(failing_memory_while_dense) {
    for (int n = 0;; n++) {
        failing_memory memory;
        mg_context *context = failing_memory_context(&memory, 1000000);
        mg_run_options options = MG_RUN_OPTIONS_INIT;
        const own_distance_parameters p = {.source = 0, .delta = 8};
        mg_graph *graph = shape_graph(context, shape_named("kron"), WEIGHTS_INT, true);
        context->cache_bytes = 1024;
        options.mode = MG_MODE_DENSE;
        memory.countdown = n;
        const mg_status status = mg_run(context, graph, &own_sssp_program, &p, &options, NULL, NULL);
        memory.countdown = 1000000;
        CHECK(status == MG_OK || (status == MG_ERROR_MEMORY && mg_context_error(context)[0]));
        CHECK_OK(context, mg_run(context, graph, &own_sssp_program, &p, &options, NULL, NULL));
        mg_graph_destroy(graph);
        mg_context_destroy(context);
        CHECK_EQ(memory.live, 0);
        if (status == MG_OK) {
            CHECK(n > 20);
            break;
        }
    }
}
