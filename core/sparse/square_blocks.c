/* SPDX-License-Identifier: Apache-2.0
 *
 * square_blocks.c: the index of blocks, and decoding.
 */
#include "core/sparse/square_blocks.h"

#include "core/sparse/copy_value.h"

#include <string.h>

void mg__block_index_release(const mg_allocator *memory, mg_block_index *index) {
    if (index) {
        mg__release(memory, index->blocks);
        mg__release(memory, index->row_firsts);
        mg__release(memory, index->column_firsts);
        mg__release(memory, index->by_column);
        mg__release(memory, index);
    }
}

/* A stable sort of blocks by row or by column: parts of the list are counted, then placed, side by side. */
typedef struct block_sorting {
    const mg_block *blocks;
    bool by_column;
    const uint64_t *from; /* numbers of blocks in the order before; NULL: ascending */
    uint64_t count, buckets;
    uint64_t parts;
    uint64_t *next; /* of each part and bucket: how many, then their next place */
} block_sorting;

static uint64_t bucket_of(const block_sorting *s, uint64_t number) {
    return s->by_column ? s->blocks[number].column : s->blocks[number].row;
}

static void count_part(const block_sorting *s, uint64_t part) {
    uint64_t *const own = s->next + part * s->buckets;
    memset(own, 0, s->buckets * sizeof *own);
    for (uint64_t i = s->count * part / s->parts; i < s->count * (part + 1) / s->parts; i++) {
        own[bucket_of(s, s->from ? s->from[i] : i)]++;
    }
}

static void place_part(const block_sorting *s, uint64_t part, uint64_t *to) {
    uint64_t *const own = s->next + part * s->buckets;
    for (uint64_t i = s->count * part / s->parts; i < s->count * (part + 1) / s->parts; i++) {
        const uint64_t number = s->from ? s->from[i] : i;
        to[own[bucket_of(s, number)]++] = number;
    }
}

/* firsts: buckets + 1. */
static void find_places(const block_sorting *s, uint64_t *firsts) {
    uint64_t sum = 0;
    for (uint64_t bucket = 0; bucket < s->buckets; bucket++) {
        firsts[bucket] = sum;
        for (uint64_t part = 0; part < s->parts; part++) {
            uint64_t *const next = &s->next[part * s->buckets + bucket];
            const uint64_t own = *next;
            *next = sum;
            sum += own;
        }
    }
    firsts[s->buckets] = sum;
}

/* Sorts the numbers into `to`. */
static void sort_numbers(const mg_context *context, const block_sorting *s, uint64_t *to, uint64_t *firsts) {
#pragma omp parallel for num_threads(context->threads) schedule(static)
    for (uint64_t part = 0; part < s->parts; part++) {
        count_part(s, part);
    }
    find_places(s, firsts);
#pragma omp parallel for num_threads(context->threads) schedule(static)
    for (uint64_t part = 0; part < s->parts; part++) {
        place_part(s, part, to);
    }
}

static mg_status sort_blocks(mg_context *context, mg_block_index *index, const mg_block *listed) {
    const uint64_t most = index->block_rows > index->block_columns ? index->block_rows : index->block_columns;
    const uint64_t worth = index->count / (most + 1) + 1, threads = (uint64_t)context->threads;
    block_sorting s = {.blocks = listed, .by_column = true, .count = index->count, .buckets = index->block_columns};
    uint64_t *by_row = NULL;
    mg_status status;
    s.parts = worth < threads ? worth : threads;
    MG_TRY(MG_ALLOC(context, by_row, index->count, "blocks of a matrix"));
    MG_TRY(MG_ALLOC(context, s.next, s.parts * most, "blocks of a matrix"));
    sort_numbers(context, &s, index->by_column, index->column_firsts);
    s.by_column = false;
    s.from = index->by_column;
    s.buckets = index->block_rows;
    sort_numbers(context, &s, by_row, index->row_firsts);
#pragma omp parallel for num_threads(context->threads) schedule(static)
    for (uint64_t i = 0; i < index->count; i++) {
        index->blocks[i] = listed[by_row[i]];
    }
    s = (block_sorting){.blocks = index->blocks,
                        .by_column = true,
                        .count = index->count,
                        .buckets = index->block_columns,
                        .parts = s.parts,
                        .next = s.next};
    sort_numbers(context, &s, index->by_column, index->column_firsts);
    for (uint64_t i = 1; i < index->count; i++) {
        index->blocks[i].first = index->blocks[i - 1].first + index->blocks[i - 1].count;
    }
out:
    mg__release(&context->memory, by_row);
    mg__release(&context->memory, s.next);
    return status;
}

static mg_status make_index(mg_context *context, const mg_storage *storage, mg_block_index **made) {
    const mg_block_ops *ops = storage->format->blocks;
    mg_block_index *index = NULL;
    mg_block *listed = NULL;
    mg_status status;
    MG_TRY(MG_ALLOC(context, index, 1, "blocks of a matrix"));
    *index = (mg_block_index){.shift = ops->shift(storage), .count = ops->count(storage)};
    index->block_rows = mg__blocks_of(storage->rows, index->shift);
    index->block_columns = mg__blocks_of(storage->columns, index->shift);
    MG_TRY(MG_ALLOC(context, listed, index->count, "blocks of a matrix"));
    MG_TRY(MG_ALLOC(context, index->blocks, index->count, "blocks of a matrix"));
    MG_TRY(MG_ALLOC(context, index->by_column, index->count, "blocks of a matrix"));
    MG_TRY(MG_ALLOC(context, index->row_firsts, index->block_rows + 1, "blocks of a matrix"));
    MG_TRY(MG_ALLOC(context, index->column_firsts, index->block_columns + 1, "blocks of a matrix"));
    ops->list(storage, listed);
    MG_TRY(sort_blocks(context, index, listed));
    *made = index;
    index = NULL;
out:
    mg__release(&context->memory, listed);
    mg__block_index_release(&context->memory, index);
    return status;
}

mg_status mg__storage_blocks(mg_context *context, mg_storage *storage, const mg_block_index **index) {
    mg_status status = MG_OK;
    pthread_mutex_lock(&storage->lock);
    if (!storage->blocks) {
        const mg_allocator own = context->memory;
        context->memory = storage->memory;
        status = make_index(context, storage, &storage->blocks);
        context->memory = own;
    }
    *index = storage->blocks;
    pthread_mutex_unlock(&storage->lock);
    return status;
}

/* ---- decoding ---- */

static void count_block(const mg_storage *storage, const mg_block_index *index, const mg_block *block,
                        uint64_t *counts) {
    mg_block_batch batch;
    for (uint64_t from = 0; from < block->count; from += batch.count) {
        storage->format->blocks->load(storage, block, from, &batch);
        for (uint32_t i = 0; i < batch.count; i++) {
            counts[((uint64_t)block->row << index->shift) + batch.rows[i]]++;
        }
    }
}

/* offsets: of a row the place of its next nonzero, or with positions of its first one. */
static void decode_block(const mg_storage *storage, const mg_block_index *index, const mg_block *block,
                         const mg_csr_rows *csr) {
    const size_t size = mg__type_size(storage->type);
    mg_block_batch batch;
    for (uint64_t from = 0; from < block->count; from += batch.count) {
        storage->format->blocks->load(storage, block, from, &batch);
        for (uint32_t i = 0; i < batch.count; i++) {
            uint64_t *const next = &csr->offsets[((uint64_t)block->row << index->shift) + batch.rows[i]];
            const uint64_t at = batch.positions ? *next + batch.positions[i * batch.stride] : (*next)++;
            csr->columns[at] = (block->column << index->shift) + batch.columns[i];
            mg__copy_value(csr->values, at, batch.values, i * batch.stride, size);
        }
    }
}

mg_status mg__blocks_decode(mg_context *context, const mg_storage *storage, const mg_csr_rows *csr) {
    mg_block_index *index;
    uint64_t sum = 0;
    const mg_status status = make_index(context, storage, &index);
    if (status < 0) {
        return status;
    }
    const bool positions = storage->format->blocks->has_positions(storage);
    memset(csr->offsets, 0, (storage->rows + 1) * sizeof *csr->offsets);
#pragma omp parallel for num_threads(context->threads) schedule(dynamic, 8)
    for (uint64_t row = 0; row < index->block_rows; row++) {
        for (uint64_t i = index->row_firsts[row]; i < index->row_firsts[row + 1]; i++) {
            count_block(storage, index, &index->blocks[i], csr->offsets);
        }
    }
    for (uint64_t row = 0; row <= storage->rows; row++) {
        const uint64_t own = csr->offsets[row];
        csr->offsets[row] = sum;
        sum += own;
    }
#pragma omp parallel for num_threads(context->threads) schedule(dynamic, 8)
    for (uint64_t row = 0; row < index->block_rows; row++) {
        for (uint64_t i = index->row_firsts[row]; i < index->row_firsts[row + 1]; i++) {
            decode_block(storage, index, &index->blocks[i], csr);
        }
    }
    for (uint64_t row = positions ? 0 : storage->rows; row > 0; row--) { /* each has become the next one's first */
        csr->offsets[row] = csr->offsets[row - 1];
    }
    csr->offsets[0] = 0;
    mg__block_index_release(&context->memory, index);
    return MG_OK;
}
