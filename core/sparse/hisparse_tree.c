/* SPDX-License-Identifier: Apache-2.0
 *
 * hisparse_tree.c: plans the levels of a tree over sorted leaves, bottom-up, and writes its inner nodes.
 */
#include "core/sparse/columns_seen.h"
#include "core/sparse/hisparse.h"

#include <assert.h>
#include <omp.h>
#include <string.h>

#define KEY uint64_t
#define RADIX_SORT sort_columns
#include "core/radix_sort.inc.h"

#define PIECE_NODES 4096 /* that one thread places or writes at a time */

void mg__tree_plan_release(mg_context *context, mg_tree_plan *plan) {
    for (uint32_t i = 0; i < MG_TREE_DEPTH_MAX; i++) {
        mg__release(&context->memory, plan->levels[i].rows);
        mg__release(&context->memory, plan->levels[i].columns);
        mg__release(&context->memory, plan->levels[i].firsts);
        mg__release(&context->memory, plan->levels[i].order);
        mg__release(&context->memory, plan->levels[i].nodes);
    }
}

/* Levels of nodes of side 1 << shift that cover the matrix. */
static uint32_t depth_of(const mg_storage *from, uint32_t shift) {
    const uint64_t side = from->rows > from->columns ? from->rows : from->columns;
    uint32_t depth = 1;
    while (depth * shift < 32 && side > UINT64_C(1) << depth * shift) {
        depth++;
    }
    return depth;
}

static mg_status allocate_level(mg_context *context, mg_tree_level *level, uint64_t count) {
    mg_status status;
    level->count = count;
    MG_TRY(MG_ALLOC(context, level->rows, count, "nodes of format hisparse"));
    MG_TRY(MG_ALLOC(context, level->columns, count, "nodes of format hisparse"));
    MG_TRY(MG_ALLOC(context, level->firsts, count + 1, "nodes of format hisparse"));
    MG_TRY(MG_ALLOC(context, level->nodes, count, "nodes of format hisparse"));
out:
    return status;
}

static mg_status list_leaves(mg_context *context, const mg_sorted_blocks *leaves, mg_tree_level *level) {
    const mg_status status = allocate_level(context, level, leaves->block_count);
    if (status < 0) {
        return status;
    }
#pragma omp parallel for num_threads(context->threads) schedule(static)
    for (uint64_t row = 0; row < leaves->block_rows; row++) {
        for (uint64_t i = leaves->row_firsts[row]; i < leaves->row_firsts[row + 1]; i++) {
            level->rows[i] = (uint32_t)row;
        }
    }
    if (level->count) {
        memcpy(level->columns, leaves->columns, level->count * sizeof *level->columns);
    }
    memcpy(level->firsts, leaves->starts, (level->count + 1) * sizeof *level->firsts);
    return MG_OK;
}

/* Counts the children `begin` to `end` of a row of parents by column. */
static void see_children(const mg_tree_level *below, uint32_t shift, uint64_t begin, uint64_t end,
                         mg_columns_seen *seen) {
    for (uint64_t i = begin; i < end; i++) {
        mg__see_column(seen, below->columns[i] >> shift);
    }
}

/* Writes the parents of a row from number `at` on, by column. Their children stay by row, then column. */
static void write_parents(const mg_tree_level *below, mg_tree_level *level, uint32_t shift, uint64_t begin,
                          uint64_t end, uint64_t at, mg_columns_seen *seen) {
    uint64_t first = begin;
    sort_columns(seen->listed, seen->scratch, seen->count);
    for (uint64_t i = 0; i < seen->count; i++, at++) {
        uint64_t *const next = &seen->counts[seen->listed[i]];
        const uint64_t children = *next;
        level->rows[at] = below->rows[begin] >> shift;
        level->columns[at] = (uint32_t)seen->listed[i];
        level->firsts[at] = *next = first;
        first += children;
    }
    for (uint64_t i = begin; i < end; i++) {
        level->order[seen->counts[below->columns[i] >> shift]++] = i;
    }
}

/* The first node of a level in this row or a later one. */
static uint64_t first_in_row(const mg_tree_level *level, uint64_t row) {
    uint64_t low = 0, high = level->count;
    while (low < high) {
        const uint64_t middle = low + (high - low) / 2;
        if (level->rows[middle] < row) {
            low = middle + 1;
        } else {
            high = middle;
        }
    }
    return low;
}

/* Parents that cover `rows` x `columns` nodes of the level below. */
static mg_status list_parents(mg_context *context, const mg_tree_level *below, uint32_t shift, uint64_t rows,
                              uint64_t columns, mg_tree_level *level) {
    uint64_t *parents = NULL, *memory = NULL;
    mg_status status;
    MG_TRY(MG_ALLOC(context, parents, rows, "nodes of format hisparse"));
    MG_TRY(MG_ALLOC_ZEROED(context, memory, 3 * columns * (uint64_t)context->threads, "nodes of format hisparse"));
#pragma omp parallel for num_threads(context->threads) schedule(dynamic, 1)
    for (uint64_t row = 0; row < rows; row++) {
        mg_columns_seen seen = mg__columns_seen(memory, columns);
        see_children(below, shift, first_in_row(below, row << shift), first_in_row(below, (row + 1) << shift), &seen);
        parents[row] = seen.count;
        mg__forget_columns(&seen);
    }
    MG_TRY(allocate_level(context, level, mg__sum_before(parents, rows)));
    MG_TRY(MG_ALLOC(context, level->order, below->count, "nodes of format hisparse"));
#pragma omp parallel for num_threads(context->threads) schedule(dynamic, 1)
    for (uint64_t row = 0; row < rows; row++) {
        const uint64_t begin = first_in_row(below, row << shift), end = first_in_row(below, (row + 1) << shift);
        mg_columns_seen seen = mg__columns_seen(memory, columns);
        see_children(below, shift, begin, end, &seen);
        write_parents(below, level, shift, begin, end, parents[row], &seen);
        mg__forget_columns(&seen);
    }
    level->firsts[level->count] = below->count;
out:
    mg__release(&context->memory, parents);
    mg__release(&context->memory, memory);
    return status;
}

/* ---- places ---- */

static mg_node_type type_of(const mg_tree_plan *plan, uint32_t l, uint64_t i, const uint8_t *unique, uint64_t *units) {
    const mg_tree_level *level = &plan->levels[l];
    const size_t size = l ? sizeof(uint32_t) : plan->size;
    const uint64_t count = level->firsts[i + 1] - level->firsts[i];
    const mg_node_type type = mg__node_choose(plan->shift, count, l || !unique || unique[i], size);
    *units = mg__node_bytes(plan->shift, type, l == 0, count, size) / MG_NODE_UNIT;
    return type;
}

/* Gives the nodes of a level their places: first the units of each piece, then the nodes of each. */
static mg_status place_level(mg_context *context, mg_tree_plan *plan, uint32_t l, const uint8_t *unique) {
    const mg_tree_level *level = &plan->levels[l];
    const uint64_t pieces = level->count / PIECE_NODES + 1;
    uint64_t *begins = NULL;
    mg_status status;
    MG_TRY(MG_ALLOC(context, begins, pieces, "nodes of format hisparse"));
#pragma omp parallel for num_threads(context->threads) schedule(static)
    for (uint64_t piece = 0; piece < pieces; piece++) {
        uint64_t sum = 0, units;
        for (uint64_t i = piece * PIECE_NODES; i < (piece + 1) * PIECE_NODES && i < level->count; i++) {
            type_of(plan, l, i, unique, &units);
            sum += units;
        }
        begins[piece] = sum;
    }
    const uint64_t all = mg__sum_before(begins, pieces);
    if (plan->units + all > MG_NODE_UNITS_MAX) {
        MG_TRY(mg__fail(context, MG_ERROR_UNSUPPORTED, "format hisparse: more than 16 GiB of nodes"));
    }
#pragma omp parallel for num_threads(context->threads) schedule(static)
    for (uint64_t piece = 0; piece < pieces; piece++) {
        uint64_t at = plan->units + begins[piece], units;
        for (uint64_t i = piece * PIECE_NODES; i < (piece + 1) * PIECE_NODES && i < level->count; i++) {
            level->nodes[i] = (uint32_t)(at << 2) | (uint32_t)type_of(plan, l, i, unique, &units);
            at += units;
        }
    }
    plan->units += all;
out:
    mg__release(&context->memory, begins);
    return status;
}

mg_status mg__tree_plan(mg_context *context, const mg_storage *from, const mg_sorted_blocks *leaves,
                        const uint8_t *unique, mg_tree_plan *plan) {
    mg_status status;
    *plan = (mg_tree_plan){.shift = leaves->shift,
                           .depth = depth_of(from, leaves->shift),
                           .size = mg__type_size(from->type),
                           .units = 1}; /* unit 0 is no node */
    uint64_t rows = leaves->block_rows, columns = leaves->block_columns;
    MG_TRY(list_leaves(context, leaves, &plan->levels[0]));
    for (uint32_t l = 1; l < plan->depth; l++) {
        rows = mg__blocks_of(rows, plan->shift);
        columns = mg__blocks_of(columns, plan->shift);
        MG_TRY(list_parents(context, &plan->levels[l - 1], plan->shift, rows, columns, &plan->levels[l]));
    }
    for (uint32_t l = 0; l < plan->depth; l++) {
        MG_TRY(place_level(context, plan, l, unique));
    }
out:
    return status;
}

static void write_node(const mg_tree_plan *plan, const mg_hisparse *h, uint32_t l, uint64_t i, mg_node_list *list) {
    const mg_tree_level *level = &plan->levels[l], *below = &plan->levels[l - 1];
    const uint32_t mask = (1U << plan->shift) - 1;
    list->count = 0;
    for (uint64_t e = level->firsts[i]; e < level->firsts[i + 1]; e++) {
        const uint64_t child = level->order[e];
        list->places[list->count] = (uint16_t)((below->rows[child] & mask) << 8 | (below->columns[child] & mask));
        ((uint32_t *)(void *)list->entries)[list->count++] = below->nodes[child];
    }
    mg__node_write(h, level->nodes[i], false, sizeof(uint32_t), list);
}

/* Writes the nodes `begin` to `end` of a level, leaves excepted, and counts them in. */
static void write_piece(const mg_tree_plan *plan, const mg_hisparse *h, uint32_t l, uint64_t begin, uint64_t end,
                        mg_node_list *list, mg_node_counts *counts) {
    const mg_tree_level *level = &plan->levels[l];
    for (uint64_t i = begin; i < end && i < level->count; i++) {
        const uint64_t count = level->firsts[i + 1] - level->firsts[i];
        if (l) {
            write_node(plan, h, l, i, list);
        }
        mg__hisparse_count(plan->shift, level->nodes[i], l == 0, count, l ? sizeof(uint32_t) : plan->size, 1, counts);
    }
}

mg_status mg__tree_write(mg_context *context, const mg_tree_plan *plan, mg_hisparse *h) {
    const uint64_t cells = UINT64_C(1) << (2 * plan->shift), threads = (uint64_t)context->threads;
    uint16_t *places = NULL;
    char *entries = NULL;
    mg_status status;
    MG_TRY(MG_ALLOC(context, places, cells * threads, "a node of format hisparse"));
    MG_TRY(MG_ALLOC(context, entries, cells * threads * sizeof(uint32_t), "a node of format hisparse"));
#pragma omp parallel num_threads(context->threads)
    {
        const uint64_t thread = (uint64_t)omp_get_thread_num();
        mg_node_list list = {.places = places + cells * thread, .entries = entries + cells * sizeof(uint32_t) * thread};
        mg_node_counts counts = {0};
        for (uint32_t l = 0; l < plan->depth; l++) {
#pragma omp for schedule(dynamic, 1) nowait
            for (uint64_t piece = 0; piece <= plan->levels[l].count / PIECE_NODES; piece++) {
                write_piece(plan, h, l, piece * PIECE_NODES, (piece + 1) * PIECE_NODES, &list, &counts);
            }
        }
#pragma omp critical(mg_tree_counts)
        mg__hisparse_add_counts(h, &counts);
    }
    const mg_tree_level *top = &plan->levels[plan->depth - 1];
    h->root = top->count ? top->nodes[0] : 0;
out:
    mg__release(&context->memory, places);
    mg__release(&context->memory, entries);
    return status;
}
