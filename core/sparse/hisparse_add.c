/* SPDX-License-Identifier: Apache-2.0
 *
 * hisparse_add.c: adds two trees leaf by leaf: the leaves of both are listed by place, leaves in one place are merged,
 * and the tree over them is built bottom-up. Transposed operands are read by block column.
 */
#include "core/sparse/copy_value.h"
#include "core/sparse/matrix_sum.h"

#include <assert.h>
#include <omp.h>
#include <string.h>

#define KEY uint64_t
#define RADIX_SORT sort_entries
#include "core/radix_sort.inc.h"

#define NO_LEAF UINT64_MAX

typedef struct adding {
    const mg_summand *summands;
    const mg_block_index *indexes[2];
    mg_type type;            /* of the sum */
    mg_sorted_blocks leaves; /* of the sum: counts become starts */
    uint64_t *pairs;         /* two for each leaf: those of the summands, in their index; NO_LEAF: none */
    uint64_t most[2];        /* entries of a leaf */
    uint64_t *keys;          /* for each thread: place << 32 | entry, of both leaves, and scratch */
    char *values;            /* for each thread: values of both leaves */
    uint16_t *places;        /* for each thread: the leaf of the sum */
    char *entries;
} adding;

/* ---- which leaves ---- */

static uint64_t strip_begin(const adding *a, int k, uint64_t strip) {
    return (a->summands[k].transposed ? a->indexes[k]->column_firsts : a->indexes[k]->row_firsts)[strip];
}

static uint64_t leaf_at(const adding *a, int k, uint64_t i) {
    return a->summands[k].transposed ? a->indexes[k]->by_column[i] : i;
}

static uint32_t leaf_column(const adding *a, int k, uint64_t i) {
    const mg_block *leaf = &a->indexes[k]->blocks[leaf_at(a, k, i)];
    return a->summands[k].transposed ? leaf->row : leaf->column;
}

/* Merges the leaves of a strip; lists them unless `columns` is NULL. Returns their number. */
static uint64_t merge_strip(const adding *a, uint64_t strip, uint32_t *columns, uint64_t *pairs) {
    uint64_t next[2], ends[2], count = 0;
    for (int k = 0; k < 2; k++) {
        next[k] = strip_begin(a, k, strip);
        ends[k] = strip_begin(a, k, strip + 1);
    }
    for (; next[0] < ends[0] || next[1] < ends[1]; count++) {
        uint32_t column = UINT32_MAX;
        for (int k = 0; k < 2; k++) {
            column = next[k] < ends[k] && leaf_column(a, k, next[k]) < column ? leaf_column(a, k, next[k]) : column;
        }
        for (int k = 0; k < 2; k++) {
            const bool has = next[k] < ends[k] && leaf_column(a, k, next[k]) == column;
            if (columns) {
                columns[count] = column;
                pairs[2 * count + (uint64_t)k] = has ? leaf_at(a, k, next[k]) : NO_LEAF;
            }
            next[k] += has;
        }
    }
    return count;
}

static mg_status list_leaves(mg_context *context, adding *a) {
    mg_sorted_blocks *const leaves = &a->leaves;
    mg_status status;
    MG_TRY(MG_ALLOC(context, leaves->row_firsts, leaves->block_rows + 1, "leaves of a sum"));
    leaves->row_firsts[0] = 0;
    for (uint64_t strip = 0; strip < leaves->block_rows; strip++) {
        leaves->row_firsts[strip + 1] = leaves->row_firsts[strip] + merge_strip(a, strip, NULL, NULL);
    }
    leaves->block_count = leaves->row_firsts[leaves->block_rows];
    MG_TRY(MG_ALLOC(context, leaves->columns, leaves->block_count, "leaves of a sum"));
    MG_TRY(MG_ALLOC(context, leaves->starts, leaves->block_count + 1, "leaves of a sum"));
    MG_TRY(MG_ALLOC(context, a->pairs, 2 * leaves->block_count, "leaves of a sum"));
    for (uint64_t strip = 0; strip < leaves->block_rows; strip++) {
        merge_strip(a, strip, leaves->columns + leaves->row_firsts[strip], a->pairs + 2 * leaves->row_firsts[strip]);
    }
out:
    return status;
}

/* ---- the entries of a leaf ---- */

static mg_status allocate_threads(mg_context *context, adding *a) {
    const uint64_t threads = (uint64_t)context->threads;
    mg_status status;
    for (int k = 0; k < 2; k++) {
        for (uint64_t i = 0; i < a->indexes[k]->count; i++) {
            a->most[k] = a->indexes[k]->blocks[i].count > a->most[k] ? a->indexes[k]->blocks[i].count : a->most[k];
        }
    }
    const uint64_t most = a->most[0] + a->most[1];
    MG_TRY(MG_ALLOC(context, a->keys, 2 * most * threads, "leaves of a sum"));
    MG_TRY(mg__alloc(context, (void **)&a->values, most * threads, sizeof(uint64_t), "leaves of a sum"));
    MG_TRY(MG_ALLOC(context, a->places, most * threads, "leaves of a sum"));
    MG_TRY(mg__alloc(context, (void **)&a->entries, most * threads, sizeof(uint64_t), "leaves of a sum"));
out:
    return status;
}

/* Loads a leaf of a summand as keys from number `count` on; returns the end. */
static uint64_t load_leaf(const adding *a, int k, uint64_t leaf, uint64_t count, uint64_t *keys, char *values) {
    const mg_storage *storage = a->summands[k].storage;
    const mg_block *block = &a->indexes[k]->blocks[leaf];
    const size_t size = mg__type_size(storage->type);
    mg_block_batch batch;
    for (uint64_t from = 0; from < block->count; from += batch.count) {
        storage->format->blocks->load(storage, block, from, &batch);
        for (uint32_t i = 0; i < batch.count; i++, count++) {
            const uint32_t row = a->summands[k].transposed ? batch.columns[i] : batch.rows[i];
            const uint32_t column = a->summands[k].transposed ? batch.rows[i] : batch.columns[i];
            keys[count] = (uint64_t)(row << 8 | column) << 32 | count;
            mg__copy_value(values + count * sizeof(uint64_t), 0, batch.values, i, size);
        }
    }
    return count;
}

/* The entries of a leaf of the sum; with `list` also their values. Returns their number. */
static uint64_t merge_leaf(const adding *a, uint64_t leaf, mg_node_list *list) {
    const uint64_t most = a->most[0] + a->most[1], thread = (uint64_t)omp_get_thread_num();
    uint64_t *const keys = a->keys + 2 * most * thread, ends[2] = {0, 0};
    char *const values = a->values + most * thread * sizeof(uint64_t);
    uint64_t entries = 0, loaded = 0;
    for (int k = 0; k < 2; k++) {
        const uint64_t own = a->pairs[2 * leaf + (uint64_t)k];
        loaded = own == NO_LEAF ? loaded : load_leaf(a, k, own, loaded, keys, values);
        ends[k] = loaded;
    }
    sort_entries(keys, keys + most, loaded);
    for (uint64_t i = 0, next; i < loaded; i = next, entries++) {
        mg_value_sum sum = {0, 0};
        for (next = i; next < loaded && keys[next] >> 32 == keys[i] >> 32; next++) {
            const uint32_t entry = (uint32_t)keys[next];
            const int k = entry >= ends[0];
            if (list) {
                mg__sum_add(&sum, a->type, a->summands[k].factor, a->summands[k].storage->type,
                            values + entry * sizeof(uint64_t), 0);
            }
        }
        if (list) {
            list->places[entries] = (uint16_t)(keys[i] >> 32);
            mg__sum_store(&sum, a->type, list->entries, entries);
        }
    }
    return entries;
}

static void count_leaves(const mg_context *context, adding *a) {
    mg_sorted_blocks *const leaves = &a->leaves;
    uint64_t sum = 0, largest = 0;
#pragma omp parallel for num_threads(context->threads) schedule(dynamic, 64) reduction(max : largest)
    for (uint64_t leaf = 0; leaf < leaves->block_count; leaf++) {
        leaves->starts[leaf] = merge_leaf(a, leaf, NULL);
        largest = leaves->starts[leaf] > largest ? leaves->starts[leaf] : largest;
    }
    leaves->largest = largest;
    for (uint64_t leaf = 0; leaf <= leaves->block_count; leaf++) {
        const uint64_t own = leaf < leaves->block_count ? leaves->starts[leaf] : 0;
        leaves->starts[leaf] = sum;
        sum += own;
    }
}

static mg_status write_sum(mg_context *context, const adding *a, const mg_tree_plan *plan, mg_hisparse *h) {
    const uint64_t most = a->most[0] + a->most[1];
    uint32_t unit;
    mg_status status;
    h->shift = plan->shift;
    h->depth = plan->depth;
    h->largest_leaf = a->leaves.largest;
    MG_TRY(mg__hisparse_chunk(context, &context->memory, h, plan->units * MG_NODE_UNIT, &unit));
    memset(mg__node_at(h, 0), 0, MG_NODE_UNIT);
#pragma omp parallel for num_threads(context->threads) schedule(dynamic, 64)
    for (uint64_t leaf = 0; leaf < a->leaves.block_count; leaf++) {
        const uint64_t own = most * (uint64_t)omp_get_thread_num();
        mg_node_list list = {.places = a->places + own, .entries = a->entries + own * sizeof(uint64_t)};
        list.count = merge_leaf(a, leaf, &list);
        mg__node_write(h, plan->levels[0].nodes[leaf], true, plan->size, &list);
    }
    status = mg__tree_write(context, plan, h);
out:
    return status;
}

static void release(mg_context *context, adding *a) {
    mg__sorted_blocks_release(context, &a->leaves);
    mg__release(&context->memory, a->pairs);
    mg__release(&context->memory, a->keys);
    mg__release(&context->memory, a->values);
    mg__release(&context->memory, a->places);
    mg__release(&context->memory, a->entries);
}

mg_status mg__hisparse_add(mg_context *context, const mg_summand summands[2], uint64_t rows, uint64_t columns,
                           mg_type type, mg_storage **sum) {
    adding a = {.summands = summands, .type = type};
    mg_tree_plan plan = {0};
    mg_storage *to = NULL;
    mg_hisparse *h;
    mg_status status;
    const double start = mg__now();
    for (int k = 0; k < 2; k++) {
        MG_TRY(mg__storage_blocks(context, summands[k].storage, &a.indexes[k]));
    }
    const uint32_t shift = a.indexes[0]->shift;
    a.leaves = (mg_sorted_blocks){.shift = shift,
                                  .ascending = true,
                                  .block_rows = mg__blocks_of(rows, shift),
                                  .block_columns = mg__blocks_of(columns, shift)};
    MG_TRY(list_leaves(context, &a));
    MG_TRY(allocate_threads(context, &a));
    count_leaves(context, &a);
    MG_TRY(mg__storage_create(context, &mg__format_hisparse, rows, columns, a.leaves.starts[a.leaves.block_count], type,
                              &to));
    to->options = summands[0].storage->options;
    MG_TRY(MG_ALLOC(context, h, 1, "format hisparse"));
    *h = (mg_hisparse){0};
    to->layout = h;
    MG_TRY(mg__tree_plan(context, to, &a.leaves, NULL, &plan));
    MG_TRY(write_sum(context, &a, &plan, h));
    to->predicted_bytes = MG_NODE_UNIT + h->counts.bytes;
    to->build_seconds = mg__now() - start;
    *sum = to;
    to = NULL;
out:
    mg__tree_plan_release(context, &plan);
    release(context, &a);
    mg__storage_release(context, to);
    return status;
}
