/* SPDX-License-Identifier: Apache-2.0
 *
 * square_chunks.h: cuts strips of blocks into the work of thread blocks. C11.
 */
#ifndef MG_CORE_CUDA_PRODUCT_SQUARE_SQUARE_CHUNKS_H
#define MG_CORE_CUDA_PRODUCT_SQUARE_SQUARE_CHUNKS_H

#include "core/cuda/product/square/square_args.h"
#include "core/sparse/square_blocks.h"

/* Lists on the host, as in mg_square_strips. */
typedef struct mg_square_chunks {
    mg_square_piece *pieces;
    mg_square_chunk *chunks;
    uint32_t *shared;
    uint64_t piece_count, chunk_count, shared_count;
} mg_square_chunks;

/* Cuts all block rows or, by_column, all block columns. Every strip has a chunk, also without blocks. by_number: a
 * piece begins where the nonzeros of the blocks before it end, else where the format has its block. Released also after
 * a failure. Errors: MEMORY, RANGE. */
mg_status mg__square_chunks(mg_context *context, const mg_block_index *index, bool by_column, bool by_number,
                            mg_square_chunks *made);
void mg__square_chunks_release(mg_context *context, mg_square_chunks *chunks);

#endif
