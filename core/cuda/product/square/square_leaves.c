/* SPDX-License-Identifier: Apache-2.0 */
#include "core/cuda/product/square/square_leaves.h"

/* Most nonzeros of a light leaf: as a piece, it has 16 bytes and lanes that read fewer nonzeros than they could. */
#define LIGHT_MOST 8
/* Fewer than this part of the nonzeros are not worth the launch that adds them to the transposed product. */
#define LIGHT_SHARE 16

/* What is listed: coordinates, or values of a type. */
typedef struct listing {
    const mg_square_leaves *leaves;
    const mg_storage *storage;
    mg_type type;
    void *values; /* NULL: coordinates */
} listing;

/* ---- places ---- */

static uint64_t light_most(const mg_block_index *index) {
    uint64_t nonzeros = 0, light = 0;
    for (uint64_t i = 0; i < index->count; i++) {
        nonzeros += index->blocks[i].count;
        light += index->blocks[i].count <= LIGHT_MOST ? index->blocks[i].count : 0;
    }
    const bool fits = index->block_columns << index->shift <= UINT64_C(1) << mg__square_wide_shift(index);
    return fits && light * LIGHT_SHARE >= nonzeros ? LIGHT_MOST : 0;
}

static mg_status find_places(mg_context *context, mg_storage *storage, mg_square_leaves *to) {
    mg_square_places *const p = &to->places;
    uint64_t most;
    mg_status status;
    MG_TRY(mg__storage_blocks(context, storage, &to->index));
    most = light_most(to->index);
    MG_TRY(MG_ALLOC(context, p->begins, to->index->count, "leaves of a matrix"));
    MG_TRY(MG_ALLOC(context, p->light, to->index->block_rows + 1, "leaves of a matrix"));
    for (uint64_t row = 0; row < to->index->block_rows; row++) {
        p->light[row] = p->light_count;
        for (uint64_t i = to->index->row_firsts[row]; i < to->index->row_firsts[row + 1]; i++) {
            const mg_block *block = &to->index->blocks[i];
            const bool light = block->count <= most;
            p->begins[i] = light ? MG_SQUARE_LIGHT : to->heavy_count;
            *(light ? &p->light_count : &to->heavy_count) += block->count;
        }
    }
    p->light[to->index->block_rows] = p->light_count;
    mg__square_leaves_move(to, to->heavy_count);
out:
    return status;
}

void mg__square_leaves_move(mg_square_leaves *leaves, uint64_t first) {
    const uint64_t before = leaves->places.light[0];
    for (uint64_t row = 0; row <= leaves->index->block_rows; row++) {
        leaves->places.light[row] += first - before;
    }
}

/* ---- lists ---- */

static void list_heavy(const listing *l, const mg_block_batch *batch, uint64_t at) {
    if (l->values) {
        mg__values_convert(l->storage->type, batch->values, 0, batch->count, l->type,
                           (char *)l->values + at * mg__type_size(l->type));
        return;
    }
    for (uint32_t i = 0; i < batch->count; i++) {
        l->leaves->narrow[at + i] = (uint16_t)(batch->rows[i] << MG_SQUARE_NARROW_SHIFT | batch->columns[i]);
    }
}

/* Nonzero i of a batch. */
static void list_light(const listing *l, const mg_block *block, const mg_block_batch *batch, uint32_t i, uint64_t at) {
    if (l->values) {
        mg__values_convert(l->storage->type, (const char *)batch->values + i * mg__type_size(l->storage->type), 0, 1,
                           l->type, (char *)l->values + at * mg__type_size(l->type));
        return;
    }
    const mg_block_index *index = l->leaves->index;
    l->leaves->wide[at - l->leaves->heavy_count] =
        (uint32_t)batch->rows[i] << mg__square_wide_shift(index) | (block->column << index->shift | batch->columns[i]);
}

/* A block row: its heavy leaves one after the other; of the light ones first the numbers of nonzeros of each row, then
 * the nonzeros. */
static void list_strip(const listing *l, uint64_t row) {
    const mg_square_leaves *leaves = l->leaves;
    const mg_block_index *index = leaves->index;
    const mg_block_ops *ops = l->storage->format->blocks;
    uint64_t places[(1 << MG_SQUARE_NARROW_SHIFT) + 1] = {leaves->places.light[row]};
    mg_block_batch batch;
    for (int pass = 0; pass < 2; pass++) {
        for (uint64_t i = index->row_firsts[row]; i < index->row_firsts[row + 1]; i++) {
            const mg_block *block = &index->blocks[i];
            const bool light = leaves->places.begins[i] == MG_SQUARE_LIGHT;
            for (uint64_t from = 0; (light || pass) && from < block->count; from += batch.count) {
                ops->load(l->storage, block, from, &batch);
                if (!light) {
                    list_heavy(l, &batch, leaves->places.begins[i] + from);
                }
                for (uint32_t j = 0; light && j < batch.count; j++) {
                    if (pass) {
                        list_light(l, block, &batch, j, places[batch.rows[j]]++);
                    } else {
                        places[batch.rows[j] + 1]++;
                    }
                }
            }
        }
        for (uint32_t i = 0; !pass && i < 1U << MG_SQUARE_NARROW_SHIFT; i++) {
            places[i + 1] += places[i];
        }
    }
}

static void list_all(mg_context *context, const listing *l) {
#pragma omp parallel for num_threads(context->threads) schedule(dynamic, 16)
    for (uint64_t row = 0; row < l->leaves->index->block_rows; row++) {
        list_strip(l, row);
    }
}

mg_status mg__square_leaves(mg_context *context, mg_storage *storage, mg_square_leaves *leaves) {
    mg_status status;
    *leaves = (mg_square_leaves){0};
    MG_TRY(find_places(context, storage, leaves));
    MG_TRY(MG_ALLOC(context, leaves->narrow, leaves->heavy_count, "leaves of a matrix"));
    MG_TRY(MG_ALLOC(context, leaves->wide, leaves->places.light_count, "leaves of a matrix"));
    list_all(context, &(listing){.leaves = leaves, .storage = storage});
out:
    return status;
}

mg_status mg__square_leaf_values(mg_context *context, mg_storage *storage, mg_type type, void *values) {
    mg_square_leaves leaves = {0};
    mg_status status;
    MG_TRY(find_places(context, storage, &leaves));
    list_all(context, &(listing){.leaves = &leaves, .storage = storage, .type = type, .values = values});
out:
    mg__square_leaves_release(context, &leaves);
    return status;
}

void mg__square_leaves_release(mg_context *context, mg_square_leaves *leaves) {
    mg__release(&context->memory, leaves->places.begins);
    mg__release(&context->memory, leaves->places.light);
    mg__release(&context->memory, leaves->narrow);
    mg__release(&context->memory, leaves->wide);
}
