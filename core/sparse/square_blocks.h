/* SPDX-License-Identifier: Apache-2.0
 *
 * square_blocks.h: what formats of square blocks (CSB, ECSB, GCSB, and HISPARSE, whose leaves are blocks) have in
 * common: a list of the non-empty blocks, by block row and by block column, and the nonzeros of a block. Decoding and
 * products, also transposed ones, read no more of a format.
 */
#ifndef MG_CORE_SPARSE_SQUARE_BLOCKS_H
#define MG_CORE_SPARSE_SQUARE_BLOCKS_H

#include "core/sparse/formats.h"

/* Largest side of a block: coordinates within one have 16 bits. */
#define MG_BLOCK_SHIFT_MAX 16
/* Nonzeros that are read at a time. */
#define MG_BLOCK_BATCH 256

typedef struct mg_block {
    uint64_t begin; /* where the format has its nonzeros */
    uint64_t count; /* nonzeros */
    uint64_t first; /* nonzeros of the blocks before it in the index, which sets it */
    uint32_t row, column;
} mg_block;

/* Some nonzeros of a block. Value i is element i * stride of `values`, likewise its place in its row of the CSR. */
typedef struct mg_block_batch {
    uint32_t count;
    uint16_t rows[MG_BLOCK_BATCH], columns[MG_BLOCK_BATCH]; /* within the block */
    uint64_t stride;
    const void *values;
    const uint32_t *positions;       /* NULL: rows are in the CSR's order, block by block */
    uint64_t copied[MG_BLOCK_BATCH]; /* values of a block that does not have them side by side */
} mg_block_batch;

typedef struct mg_block_ops {
    uint32_t (*shift)(const mg_storage *storage);              /* logarithm of the side of a block */
    uint64_t (*count)(const mg_storage *storage);              /* blocks that have nonzeros, or more */
    void (*list)(const mg_storage *storage, mg_block *blocks); /* in any order */
    /* The nonzeros of a block from number `from` on, at most MG_BLOCK_BATCH. */
    void (*load)(const mg_storage *storage, const mg_block *block, uint64_t from, mg_block_batch *batch);
    bool (*has_positions)(const mg_storage *storage); /* do batches have `positions`? */
} mg_block_ops;

/* The blocks by row, then column, and their numbers by column, then row. */
typedef struct mg_block_index {
    uint32_t shift;
    uint64_t count, block_rows, block_columns;
    mg_block *blocks;
    uint64_t *row_firsts;    /* block_rows + 1: first block of each block row */
    uint64_t *column_firsts; /* block_columns + 1: first element of by_column of each block column */
    uint64_t *by_column;
} mg_block_index;

/* The index of a storage, made at the first call. Not a new reference. */
mg_status mg__storage_blocks(mg_context *context, mg_storage *storage, const mg_block_index **index);
void mg__block_index_release(const mg_allocator *memory, mg_block_index *index);
/* `decode` of formats with blocks. */
mg_status mg__blocks_decode(mg_context *context, const mg_storage *storage, const mg_csr_rows *csr);

static inline uint64_t mg__blocks_of(uint64_t length, uint32_t shift) {
    return (length >> shift) + ((length & ((UINT64_C(1) << shift) - 1)) != 0);
}

#endif
