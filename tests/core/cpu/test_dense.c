/* SPDX-License-Identifier: Apache-2.0
 *
 * The dense representation: it has every edge once, in panels and blocks as loops.h says, for any size of panels. The
 * results of dense runs are tested with every algorithm (tests/algorithms/matrix_cpu.c).
 */
#include "core/cpu/dense/dense.h"
#include "tests/algorithms/programs/own.h"
#include "tests/core/cpu/representation_cases.h"

#include <stdlib.h>
#include <string.h>

static const void *build(const representation_case *s, const int32_t **weights) {
    const mg_dense *built = NULL;
    const void *own = NULL;
    const mg_dense_spec spec = {.direction = s->direction, .weights = MG_INT32};
    CHECK_OK(s->context, mg__dense_get(s->context, s->graph, &s->frame, &spec, &built, &own));
    *weights = own;
    return built;
}

static void each_representation(void (*check)(const representation_case *)) {
    each_representation_case(MG_MODE_DENSE, build, check);
}

static void check_edges(const representation_case *s) {
    const mg_dense *d = s->built;
    uint64_t expected_count = 0, found_count = 0;
    edge *expected = representation_case_edges(s, &expected_count);
    edge *found = test_memory(expected_count + 1, sizeof *found);
    CHECK_EQ(d->blocks[d->block_count].edge, expected_count);
    CHECK_EQ(d->blocks[d->block_count].block_row, d->block_row_count);
    for (uint64_t b = 0; b < d->block_count; b++) {
        const mg_dense_block *block = &d->blocks[b];
        uint64_t e = block->edge;
        CHECK(block[1].block_row > block->block_row);
        for (uint64_t r = block->block_row; r < block[1].block_row; r++) {
            const uint64_t row = ((uint64_t)block->row_panel << d->row_shift) + d->block_rows[r].row;
            CHECK(row < d->n && d->block_rows[r].row < 1u << d->row_shift && d->block_rows[r].length > 0);
            CHECK(r == block->block_row || d->block_rows[r].row >= d->block_rows[r - 1].row);
            for (uint32_t i = 0; i < d->block_rows[r].length; i++, e++) {
                const uint64_t column = ((uint64_t)block->column_panel << d->column_shift) + d->columns[e];
                CHECK(found_count < expected_count && column < d->n && d->columns[e] < 1u << d->column_shift);
                found[found_count++] =
                    (edge){d->column_order[column], d->row_order[row], s->weights ? s->weights[e] : 1};
            }
        }
        CHECK_EQ(e, block[1].edge);
    }
    CHECK_EQ(found_count, expected_count);
    check_same_edges(found, expected, expected_count);
}

TEST(every_edge_is_in_one_block) {
    each_representation(check_edges);
}

/* Table 3.1 of the paper. */
static int group(uint64_t degree) {
    static const uint64_t from[] = {2048, 1024, 512, 256, 128, 0};
    int g = 0;
    while (degree < from[g]) {
        g++;
    }
    return g + 1;
}

static int group_at(const representation_case *s, const mg_arcs *arcs, mg_vertex v) {
    uint64_t degree = 0;
    for (uint32_t side = 0; side < s->frame.direction_count; side++) {
        degree += arcs[side].offsets[v + 1] - arcs[side].offsets[v];
    }
    return group(degree);
}

static void check_order(const representation_case *s, const mg_arcs *arcs, const mg_vertex *order) {
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

static void check_orders(const representation_case *s) {
    const mg_dense *d = s->built;
    check_order(s, s->frame.pull_arcs, d->row_order);
    check_order(s, s->frame.push_arcs, d->column_order);
}

TEST(rows_and_columns_are_in_stable_degree_groups) {
    each_representation(check_orders);
}

static void check_items(const representation_case *s) {
    const mg_dense *d = s->built;
    const uint64_t heavy = (uint64_t)1 << d->column_shift >> 1;
    bool *seen = test_memory(d->block_count + 1, sizeof *seen);
    CHECK_EQ(d->items[0], 0);
    CHECK_EQ(d->items[d->item_count], d->block_count);
    for (uint64_t i = 0; i < d->item_count; i++) {
        CHECK(d->items[i] < d->items[i + 1]);
        CHECK(i >= d->heavy_item_count || d->items[i + 1] - d->items[i] == 1);
        for (uint64_t k = d->items[i]; k < d->items[i + 1]; k++) {
            const mg_dense_block *block = &d->blocks[d->item_blocks[k]];
            CHECK(!seen[d->item_blocks[k]]);
            seen[d->item_blocks[k]] = true;
            CHECK_EQ(block[1].edge - block->edge >= heavy, i < d->heavy_item_count);
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

static void check_again(const representation_case *s) {
    const mg_dense *again = NULL;
    const void *weights = NULL, *wide = NULL;
    mg_dense_spec spec = {.direction = s->direction, .weights = MG_INT32};
    CHECK_OK(s->context, mg__dense_get(s->context, s->graph, &s->frame, &spec, &again, &weights));
    CHECK(again == s->built && weights == s->weights);
    mg_phase_info info = {.direction = s->direction, .weight_type = MG_FLOAT64};
    mg_frame frame = {.n = s->frame.n};
    mg_run_options dense = MG_RUN_OPTIONS_INIT;
    dense.mode = MG_MODE_DENSE;
    CHECK_OK(s->context, mg__set_arcs(s->context, s->graph, &info, &dense, &frame));
    spec.weights = MG_FLOAT64;
    CHECK_OK(s->context, mg__dense_get(s->context, s->graph, &frame, &spec, &again, &wide));
    CHECK(again == s->built && !wide == !s->weights);
    for (uint64_t e = 0; wide && e < again->blocks[again->block_count].edge; e++) {
        CHECK(((const double *)wide)[e] == s->weights[e]);
    }
}

TEST(it_is_built_once_and_weights_follow) {
    each_representation(check_again);
}

/* Other constants give another representation and the same results. */
static void check_constants(const representation_case *s) {
    static const uint32_t heavy[] = {1, 18432, UINT32_MAX};
    const own_distance_parameters p = {.source = 0, .delta = 8};
    const size_t bytes = (mg_graph_vertex_count(s->graph) + 1u) * own_sssp_program.state_size;
    void *expected = test_memory(bytes, 1), *found = test_memory(bytes, 1);
    mg_run_options options = MG_RUN_OPTIONS_INIT;
    memset(expected, 0, bytes);
    options.mode = MG_MODE_DENSE;
    CHECK_OK(s->context, mg_run(s->context, s->graph, &own_sssp_program, &p, &options, expected, NULL));
    for (size_t i = 0; i < sizeof heavy / sizeof *heavy; i++) {
        const mg_dense_spec spec = {
            .direction = s->direction, .weights = MG_INT32, .block_width = 100, .heavy_edges = heavy[i]};
        const mg_dense *made = NULL, *again = NULL;
        const void *weights;
        CHECK_OK(s->context, mg__dense_get(s->context, s->graph, &s->frame, &spec, &made, &weights));
        CHECK_OK(s->context, mg__dense_get(s->context, s->graph, &s->frame, &spec, &again, &weights));
        CHECK(made == again && made != s->built && (made->column_shift == 6 || s->frame.n > 1000));
        for (uint64_t k = 0; k < made->item_count; k++) {
            const mg_dense_block *const block = &made->blocks[made->item_blocks[made->items[k]]];
            CHECK_EQ(block[1].edge - block->edge > heavy[i], k < made->heavy_item_count);
        }
        options.block_width = 100;
        options.heavy_edges = heavy[i];
        memset(found, 0, bytes);
        CHECK_OK(s->context, mg_run(s->context, s->graph, &own_sssp_program, &p, &options, found, NULL));
        CHECK(memcmp(found, expected, bytes) == 0);
    }
    free(expected);
    free(found);
}

TEST(constants_of_blocks) {
    each_representation(check_constants);
}

static mg_status run_dense(mg_context *context, const mg_graph *graph) {
    mg_run_options options = MG_RUN_OPTIONS_INIT;
    const own_distance_parameters p = {.source = 0, .delta = 8};
    options.mode = MG_MODE_DENSE;
    return mg_run(context, graph, &own_sssp_program, &p, &options, NULL, NULL);
}

TEST(failing_memory_while_dense) {
    fail_each_allocation(run_dense);
}
