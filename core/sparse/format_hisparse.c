/* SPDX-License-Identifier: Apache-2.0
 *
 * format_hisparse.c: a hierarchy of small nodes, dense or sparse, with coordinates of 8 bits. Products, also transposed
 * ones, read the same leaves; edited matrices share nodes (hisparse_edit.c). Source: Derler et al., "HiSparse: a
 * hierarchical sparse matrix format", ICS 2017.
 */
#include "core/sparse/copy_value.h"
#include "core/sparse/hisparse.h"

#include <omp.h>
#include <string.h>

#define DEFAULT_SHIFT 7 /* the publication's d = 128 */

static void release(mg_storage *storage) {
    mg__hisparse_release(&storage->memory, storage->layout);
    mg__release(&storage->memory, storage->layout);
}

static mg_status choose_shift(mg_context *context, const mg_format_options *options, uint32_t *shift) {
    *shift = options->tile_columns ? (uint32_t)__builtin_ctz(options->tile_columns) : DEFAULT_SHIFT;
    if (*shift < MG_NODE_SHIFT_MIN || *shift > MG_NODE_SHIFT_MAX) {
        return mg__fail(context, MG_ERROR_INVALID, "format hisparse: nodes of side %u, expected 4 to 256",
                        options->tile_columns);
    }
    return MG_OK;
}

/* Sorts the nonzeros into leaves, and finds the leaves in which some coordinates are equal. */
static mg_status sort_leaves(mg_context *context, mg_storage *from, uint32_t shift, mg_sorted_blocks *leaves,
                             uint8_t **unique) {
    mg_status status;
    *leaves = (mg_sorted_blocks){0};
    MG_TRY(mg__blocks_count(context, from, shift, leaves));
    MG_TRY(mg__blocks_sort(context, from, MG_BLOCK_BY_ROW, leaves));
    MG_TRY(MG_ALLOC(context, *unique, leaves->block_count, "leaves of format hisparse"));
#pragma omp parallel for num_threads(context->threads) schedule(dynamic, 64)
    for (uint64_t leaf = 0; leaf < leaves->block_count; leaf++) {
        (*unique)[leaf] = 1;
        for (uint64_t i = leaves->starts[leaf] + 1; i < leaves->starts[leaf + 1]; i++) {
            (*unique)[leaf] &= leaves->local[i] != leaves->local[i - 1];
        }
    }
out:
    return status;
}

static uint64_t bytes_of(uint64_t node_bytes, bool ascending, uint64_t nonzeros) {
    return MG_NODE_UNIT + node_bytes + (ascending ? 0 : nonzeros * sizeof(uint32_t));
}

static mg_status predict(mg_context *context, mg_storage *from, const mg_format_options *options, uint64_t *bytes) {
    mg_sorted_blocks leaves = {0};
    mg_tree_plan plan = {0};
    uint8_t *unique = NULL;
    uint32_t shift;
    mg_status status;
    MG_TRY(choose_shift(context, options, &shift));
    MG_TRY(sort_leaves(context, from, shift, &leaves, &unique));
    MG_TRY(mg__tree_plan(context, from, &leaves, unique, &plan));
    *bytes = bytes_of((plan.units - 1) * MG_NODE_UNIT, leaves.ascending, from->nonzeros);
out:
    mg__tree_plan_release(context, &plan);
    mg__sorted_blocks_release(context, &leaves);
    mg__release(&context->memory, unique);
    return status;
}

/* ---- leaves ---- */

static void write_leaf(const mg_storage *from, const mg_sorted_blocks *leaves, uint64_t leaf, uint32_t node,
                       const mg_hisparse *h, mg_node_list *list) {
    const uint32_t mask = (1U << leaves->shift) - 1;
    const uint64_t begin = leaves->starts[leaf];
    const size_t size = mg__type_size(from->type);
    list->count = leaves->starts[leaf + 1] - begin;
    for (uint64_t i = 0; i < list->count; i++) {
        const uint32_t local = leaves->local[begin + i];
        list->places[i] = (uint16_t)(local >> leaves->shift << 8 | (local & mask));
        mg__copy_value(list->entries, i, from->csr.values, leaves->sources[begin + i], size);
    }
    mg__node_write(h, node, true, size, list);
}

static mg_status write_leaves(mg_context *context, const mg_storage *from, const mg_sorted_blocks *leaves,
                              const mg_tree_plan *plan, const mg_hisparse *h) {
    const uint64_t threads = (uint64_t)context->threads, most = leaves->largest;
    const size_t size = mg__type_size(from->type);
    uint16_t *places = NULL;
    char *entries = NULL;
    mg_status status;
    MG_TRY(MG_ALLOC(context, places, most * threads, "leaves of format hisparse"));
    MG_TRY(mg__alloc(context, (void **)&entries, most * threads, 8, "leaves of format hisparse"));
#pragma omp parallel num_threads(context->threads)
    {
        const uint64_t thread = (uint64_t)omp_get_thread_num();
        mg_node_list list = {.places = places + most * thread, .entries = entries + most * size * thread};
#pragma omp for schedule(dynamic, 64)
        for (uint64_t leaf = 0; leaf < leaves->block_count; leaf++) {
            write_leaf(from, leaves, leaf, plan->levels[0].nodes[leaf], h, &list);
        }
    }
out:
    mg__release(&context->memory, places);
    mg__release(&context->memory, entries);
    return status;
}

static void find_positions(const mg_context *context, const mg_storage *from, const mg_sorted_blocks *leaves,
                           const mg_tree_plan *plan, uint32_t *positions) {
#pragma omp parallel for num_threads(context->threads) schedule(static)
    for (uint64_t leaf = 0; leaf < leaves->block_count; leaf++) {
        const uint64_t first = (uint64_t)plan->levels[0].rows[leaf] << leaves->shift;
        for (uint64_t i = leaves->starts[leaf]; i < leaves->starts[leaf + 1]; i++) {
            const uint64_t row = first + (leaves->local[i] >> leaves->shift);
            positions[i] = (uint32_t)(leaves->sources[i] - from->csr.offsets[row]);
        }
    }
}

static mg_status build(mg_context *context, mg_storage *from, mg_storage *to) {
    mg_sorted_blocks leaves = {0};
    mg_tree_plan plan = {0};
    uint8_t *unique = NULL;
    mg_hisparse *h;
    uint32_t unit;
    mg_status status;
    MG_TRY(MG_ALLOC(context, h, 1, "format hisparse"));
    *h = (mg_hisparse){0};
    to->layout = h;
    MG_TRY(choose_shift(context, &to->options, &h->shift));
    MG_TRY(sort_leaves(context, from, h->shift, &leaves, &unique));
    MG_TRY(mg__tree_plan(context, from, &leaves, unique, &plan));
    h->depth = plan.depth;
    h->largest_leaf = leaves.largest;
    MG_TRY(mg__hisparse_chunk(context, &context->memory, h, plan.units * MG_NODE_UNIT, &unit));
    memset(mg__node_at(h, 0), 0, MG_NODE_UNIT);
    MG_TRY(write_leaves(context, from, &leaves, &plan, h));
    MG_TRY(mg__tree_write(context, &plan, h));
    if (!leaves.ascending) {
        MG_TRY(MG_ALLOC(context, h->positions, from->nonzeros, "positions of format hisparse"));
        find_positions(context, from, &leaves, &plan, h->positions);
    }
out:
    mg__tree_plan_release(context, &plan);
    mg__sorted_blocks_release(context, &leaves);
    mg__release(&context->memory, unique);
    return status;
}

/* ---- description ---- */

static void arrays(const mg_storage *storage, mg_matrix_statistics *statistics) {
    const mg_hisparse *h = storage->layout;
    mg__list_array(statistics, "nodes", MG_NODE_UNIT + h->counts.bytes, 1);
    mg__list_array(statistics, "positions", h->positions ? storage->nonzeros : 0, sizeof *h->positions);
}

static uint64_t leaf_count(const mg_storage *storage) {
    const mg_node_counts *counts = &((const mg_hisparse *)storage->layout)->counts;
    return counts->sparse_leaves + counts->dense_leaves;
}

static uint64_t units(const mg_storage *storage) {
    const mg_node_counts *counts = &((const mg_hisparse *)storage->layout)->counts;
    return leaf_count(storage) + counts->sparse_inner + counts->dense_inner;
}

static void describe(const mg_storage *storage, mg_matrix_statistics *statistics) {
    const mg_node_counts *counts = &((const mg_hisparse *)storage->layout)->counts;
    statistics->sparse_nodes = counts->sparse_inner;
    statistics->dense_nodes = counts->dense_inner;
    statistics->children = counts->children;
    statistics->sparse_leaves = counts->sparse_leaves;
    statistics->dense_leaves = counts->dense_leaves;
}

/* ---- blocks: the leaves ---- */

static uint32_t shift_of(const mg_storage *storage) {
    return ((const mg_hisparse *)storage->layout)->shift;
}

static bool has_positions(const mg_storage *storage) {
    return ((const mg_hisparse *)storage->layout)->positions != NULL;
}

/* Lists the leaves below a node. */
static mg_block *list_below(const mg_hisparse *h, size_t size, uint32_t node, uint32_t level, uint32_t row,
                            uint32_t column, mg_block *blocks) {
    if (level == 0) {
        *blocks = (mg_block){.begin = node, .count = mg__node_count(h, node, true, size), .row = row, .column = column};
        return blocks + 1;
    }
    const char *at = mg__node_at(h, node);
    const bool is_dense = mg__node_type(node) == MG_NODE_DENSE;
    const uint64_t cells = UINT64_C(1) << (2 * h->shift);
    const uint64_t count = is_dense ? cells : *(const uint32_t *)(const void *)at;
    const uint16_t *places = (const uint16_t *)(const void *)(at + 4);
    const uint32_t *children =
        (const uint32_t *)(const void *)(at + (is_dense ? 0 : mg__node_entries(count, sizeof(uint32_t))));
    for (uint64_t i = 0; i < count; i++) {
        const uint32_t child_row = is_dense ? (uint32_t)(i >> h->shift) : places[i] >> 8;
        const uint32_t child_column = is_dense ? (uint32_t)(i & ((1U << h->shift) - 1)) : places[i] & 255;
        if (children[i]) {
            blocks = list_below(h, size, children[i], level - 1, row << h->shift | child_row,
                                column << h->shift | child_column, blocks);
        }
    }
    return blocks;
}

static void list(const mg_storage *storage, mg_block *blocks) {
    const mg_hisparse *h = storage->layout;
    if (h->root) {
        list_below(h, mg__type_size(storage->type), h->root, h->depth - 1, 0, 0, blocks);
    }
}

static void load(const mg_storage *storage, const mg_block *block, uint64_t from, mg_block_batch *batch) {
    const mg_hisparse *h = storage->layout;
    uint16_t places[MG_BLOCK_BATCH];
    batch->stride = 1;
    batch->positions = h->positions ? h->positions + block->first + from : NULL;
    batch->count = mg__leaf_load(h, (uint32_t)block->begin, mg__type_size(storage->type), from, MG_BLOCK_BATCH, places,
                                 batch->copied, &batch->values);
    for (uint32_t i = 0; i < batch->count; i++) {
        batch->rows[i] = places[i] >> 8;
        batch->columns[i] = places[i] & 255;
    }
}

static const mg_block_ops block_ops = {
    .shift = shift_of, .count = leaf_count, .list = list, .load = load, .has_positions = has_positions};

const mg_format mg__format_hisparse = {
    .id = MG_FORMAT_HISPARSE,
    .name = "hisparse",
    .summary = "a tree of small dense and sparse nodes, which edited matrices share",
    .unit = "nodes",
    .operations = {[MG_BACKEND_CPU] = MG_OPERATION_SPMM | MG_OPERATION_SPMM_TRANSPOSED,
                   [MG_BACKEND_CUDA] = MG_OPERATION_SPMM | MG_OPERATION_SPMM_TRANSPOSED},
    .fits = mg__is_one_vector,
    .build = build,
    .decode = mg__blocks_decode,
    .release = release,
    .arrays = arrays,
    .predict = predict,
    .units = units,
    .describe = describe,
    .blocks = &block_ops,
};
