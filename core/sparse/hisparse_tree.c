/* SPDX-License-Identifier: Apache-2.0
 *
 * hisparse_tree.c: plans the levels of a tree over sorted leaves, bottom-up, and writes its inner nodes.
 */
#include "core/sparse/hisparse.h"

#include <assert.h>
#include <omp.h>
#include <string.h>

#define KEY uint64_t
#define RADIX_SORT sort_children
#include "core/radix_sort.inc.h"

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

/* Sorts the children of the parents in one row by parent; the order within a parent stays by row, then column. Returns
 * the parents. */
static uint64_t group_row(const mg_tree_level *below, uint32_t shift, uint64_t begin, uint64_t end, uint64_t *keys,
                          uint64_t *scratch) {
    uint64_t parents = 0;
    for (uint64_t i = begin; i < end; i++) {
        keys[i - begin] = (uint64_t)(below->columns[i] >> shift) << 32 | (i - begin);
    }
    sort_children(keys, scratch, end - begin);
    for (uint64_t i = 0; i < end - begin; i++) {
        parents += i == 0 || keys[i] >> 32 != keys[i - 1] >> 32;
    }
    return parents;
}

/* The nodes of each row of parents: row i begins with node begins[i]. Returns the rows; without a list only counts. */
static uint64_t list_rows(const mg_tree_level *below, uint32_t shift, uint64_t *begins) {
    uint64_t rows = 0;
    for (uint64_t i = 0; i < below->count; i++) {
        if (i == 0 || below->rows[i] >> shift != below->rows[i - 1] >> shift) {
            if (begins) {
                begins[rows] = i;
            }
            rows++;
        }
    }
    if (begins) {
        begins[rows] = below->count;
    }
    return rows;
}

/* Writes the parents of a row from number `at` on. */
static void write_parents(const mg_tree_level *below, mg_tree_level *level, uint32_t shift, uint64_t begin,
                          uint64_t end, const uint64_t *keys, uint64_t at) {
    for (uint64_t i = 0; i < end - begin; i++) {
        if (i == 0 || keys[i] >> 32 != keys[i - 1] >> 32) {
            level->rows[at] = below->rows[begin] >> shift;
            level->columns[at] = (uint32_t)(keys[i] >> 32);
            level->firsts[at++] = begin + i;
        }
        level->order[begin + i] = begin + (uint32_t)keys[i];
    }
}

static mg_status list_parents(mg_context *context, const mg_tree_level *below, uint32_t shift, mg_tree_level *level) {
    const uint64_t rows = list_rows(below, shift, NULL);
    uint64_t *begins = NULL, *parents = NULL, *keys = NULL, most = 0;
    mg_status status;
    MG_TRY(MG_ALLOC(context, begins, rows + 1, "nodes of format hisparse"));
    MG_TRY(MG_ALLOC(context, parents, rows, "nodes of format hisparse"));
    list_rows(below, shift, begins);
    for (uint64_t i = 0; i < rows; i++) {
        most = begins[i + 1] - begins[i] > most ? begins[i + 1] - begins[i] : most;
    }
    MG_TRY(MG_ALLOC(context, keys, 2 * most * (uint64_t)context->threads, "nodes of format hisparse"));
#pragma omp parallel for num_threads(context->threads) schedule(dynamic, 1)
    for (uint64_t i = 0; i < rows; i++) {
        uint64_t *const own = keys + 2 * most * (uint64_t)omp_get_thread_num();
        parents[i] = group_row(below, shift, begins[i], begins[i + 1], own, own + most);
    }
    MG_TRY(allocate_level(context, level, mg__sum_before(parents, rows)));
    MG_TRY(MG_ALLOC(context, level->order, below->count, "nodes of format hisparse"));
#pragma omp parallel for num_threads(context->threads) schedule(dynamic, 1)
    for (uint64_t i = 0; i < rows; i++) {
        uint64_t *const own = keys + 2 * most * (uint64_t)omp_get_thread_num();
        group_row(below, shift, begins[i], begins[i + 1], own, own + most);
        write_parents(below, level, shift, begins[i], begins[i + 1], own, parents[i]);
    }
    level->firsts[level->count] = below->count;
out:
    mg__release(&context->memory, begins);
    mg__release(&context->memory, parents);
    mg__release(&context->memory, keys);
    return status;
}

static mg_status place_nodes(mg_context *context, mg_tree_plan *plan, const uint8_t *unique) {
    for (uint32_t l = 0; l < plan->depth; l++) {
        const mg_tree_level *level = &plan->levels[l];
        const size_t size = l ? sizeof(uint32_t) : plan->size;
        for (uint64_t i = 0; i < level->count; i++) {
            const uint64_t count = level->firsts[i + 1] - level->firsts[i];
            const mg_node_type type = mg__node_choose(plan->shift, count, l || !unique || unique[i], size);
            level->nodes[i] = (uint32_t)(plan->units << 2) | (uint32_t)type;
            plan->units += mg__node_bytes(plan->shift, type, l == 0, count, size) / MG_NODE_UNIT;
            if (plan->units > MG_NODE_UNITS_MAX) {
                return mg__fail(context, MG_ERROR_UNSUPPORTED, "format hisparse: more than 16 GiB of nodes");
            }
        }
    }
    return MG_OK;
}

mg_status mg__tree_plan(mg_context *context, const mg_storage *from, const mg_sorted_blocks *leaves,
                        const uint8_t *unique, mg_tree_plan *plan) {
    mg_status status;
    *plan = (mg_tree_plan){.shift = leaves->shift,
                           .depth = depth_of(from, leaves->shift),
                           .size = mg__type_size(from->type),
                           .units = 1}; /* unit 0 is no node */
    MG_TRY(list_leaves(context, leaves, &plan->levels[0]));
    for (uint32_t l = 1; l < plan->depth; l++) {
        MG_TRY(list_parents(context, &plan->levels[l - 1], plan->shift, &plan->levels[l]));
    }
    status = place_nodes(context, plan, unique);
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

mg_status mg__tree_write(mg_context *context, const mg_tree_plan *plan, mg_hisparse *h) {
    const uint64_t cells = UINT64_C(1) << (2 * plan->shift);
    mg_node_list list = {0};
    mg_status status;
    MG_TRY(MG_ALLOC(context, list.places, cells, "a node of format hisparse"));
    MG_TRY(MG_ALLOC(context, list.entries, cells * sizeof(uint32_t), "a node of format hisparse"));
    for (uint32_t l = 0; l < plan->depth; l++) {
        for (uint64_t i = 0; i < plan->levels[l].count; i++) {
            if (l) {
                write_node(plan, h, l, i, &list);
            }
            mg__hisparse_account(h, plan->levels[l].nodes[i], l == 0, l ? sizeof(uint32_t) : plan->size, 1);
        }
    }
    const mg_tree_level *top = &plan->levels[plan->depth - 1];
    h->root = top->count ? top->nodes[0] : 0;
out:
    mg__release(&context->memory, list.places);
    mg__release(&context->memory, list.entries);
    return status;
}
