/* SPDX-License-Identifier: Apache-2.0
 *
 * square_args.h: formats of square blocks on the device and the arguments of their kernels. C11 and CUDA C++.
 */
#ifndef MG_CORE_CUDA_PRODUCT_SQUARE_SQUARE_ARGS_H
#define MG_CORE_CUDA_PRODUCT_SQUARE_SQUARE_ARGS_H

#include "core/cuda/product/vector_args.h"

enum {
    MG_SQUARE_THREADS = 256,
    MG_SQUARE_LANES = 32,  /* threads of a tile */
    MG_SQUARE_SHARE = 4,   /* slots of a lane in a tile */
    MG_SQUARE_STEP = 4,    /* nonzeros that a thread reads together in the other kernels */
    MG_SQUARE_ROWS = 2048, /* most rows of a chunk of several strips */
    MG_SQUARE_SLOTS = 16   /* of a thread, in ECSB */
};

/* Consecutive nonzeros of a block, all of one tile. A strip is a block row or, of the transposed matrix, a block
 * column. The first lane has slots from share * MG_SQUARE_SHARE on, of which the first `ahead` are not of the piece. */
typedef struct mg_square_piece {
    uint32_t share;
    uint16_t count; /* of nonzeros */
    uint16_t ahead;
    uint32_t strip; /* from the chunk's first one */
    uint32_t other; /* of a strip of rows the block's column, of a strip of columns its row */
} mg_square_piece;

/* What a warp reads together: the lanes of a piece are neighbours, and each takes MG_SQUARE_SHARE slots, so that all
 * have the same work. Lanes that are left in the last tile of a chunk have an empty piece each. */
typedef struct mg_square_tile {
    uint32_t first;  /* piece, from the chunk's first one */
    uint32_t starts; /* bit i: lane i begins a piece */
} mg_square_tile;

/* Consecutive tiles: all those of some neighbouring strips, or a part of those of one: the work of a thread block. */
typedef struct mg_square_chunk {
    uint64_t piece, tile; /* first ones */
    uint32_t count;       /* of tiles */
    uint32_t strip;       /* first one */
    uint32_t strips;
    uint32_t is_shared; /* its strip has other chunks, too */
} mg_square_chunk;

/* All strips of a direction. */
typedef struct mg_square_strips {
    const mg_square_piece *pieces;
    const mg_square_tile *tiles;
    const mg_square_chunk *chunks;
    const uint32_t *shared; /* strips of several chunks */
    uint32_t chunk_count, shared_count;
    uint32_t light_count; /* further chunks, by column: of the light leaves, whose pieces are those by row */
} mg_square_strips;

/* The format on the device: what mg_csb has, or the leaves of HISPARSE. */
typedef struct mg_device_square {
    const uint16_t *narrow; /* coordinates of each slot: row << narrow_shift | column */
    const uint32_t *wide;   /* of the shares from wide_share on, with wide_shift */
    uint32_t wide_share;    /* of MG_SQUARE_SHARE slots; UINT32_MAX: none */
    uint32_t narrow_shift, wide_shift;
    uint32_t is_by_row; /* rows ascend within a block: in HISPARSE */
    uint32_t shift;     /* logarithm of the side of a block */
    uint32_t block_columns;
    mg_square_strips strips[2]; /* CSB and HISPARSE: of rows, of columns */
    const uint32_t *numbers;    /* of the block: of each slot (ECSB), of each block (GCSB) */
    uint64_t slot_count;        /* ECSB */
    uint64_t ell_slots;         /* its first slots, of `block_rows` block rows by turns */
    const uint64_t *row_starts; /* block_rows + 1 */
    uint32_t block_rows;
    uint32_t group; /* GCSB */
    uint64_t block_count;
    const uint64_t *group_starts;
    const uint32_t *counts;
} mg_device_square;

/* A product with the matrix or, from the same arrays, its transpose. */
typedef struct mg_square_product {
    mg_vector_product product;
    mg_device_square matrix;
    const void *values;       /* of the slots; NULL: all `one` */
    const uint32_t *prepared; /* strips whose rows are prepared; NULL: all rows are */
    uint64_t prepared_rows;   /* of these strips, those beyond the matrix included */
    uint32_t transposed;
} mg_square_product;

#endif
