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
    mg_square_tile *tiles;
    mg_square_chunk *chunks;
    uint32_t *shared;
    uint64_t piece_count, tile_count, chunk_count, shared_count;
    uint64_t light_count; /* chunks after the others */
} mg_square_chunks;

#define MG_SQUARE_LIGHT UINT64_MAX

/* The slots of the blocks, where they are not those of the format. */
typedef struct mg_square_places {
    uint64_t *begins;     /* of each block of the index; MG_SQUARE_LIGHT: the nonzeros are among the light ones */
    uint64_t *light;      /* of each block row, + 1: first slot of its light nonzeros */
    uint64_t light_count; /* light nonzeros of the matrix */
} mg_square_places;

/* Cuts all block rows or, by_column, all block columns. Every strip has a chunk, also without blocks. Light nonzeros of
 * a block row are one block of all columns; by_column, they are in chunks of their own. places: NULL: the format's.
 * Released also after a failure. Errors: MEMORY, RANGE. */
mg_status mg__square_chunks(mg_context *context, const mg_block_index *index, const mg_square_places *places,
                            bool by_column, mg_square_chunks *made);
void mg__square_chunks_release(mg_context *context, mg_square_chunks *chunks);

#endif
