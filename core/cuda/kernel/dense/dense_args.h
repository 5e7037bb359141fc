/* SPDX-License-Identifier: Apache-2.0
 *
 * dense_args.h: the panels layout of the dense representation, and the arguments of its kernels. C11 and CUDA C++.
 *
 * Rows are receivers, columns are senders. Both are numbered in row order: by groups of falling sending degree, two
 * groups per power of two (finer than the paper's six), in vertex order within a group. A panel is a range of columns
 * whose values fit the shared memory of one thread block. The edges of a row in a panel are cut into pieces: a lane
 * sums a piece of at most MG_PIECE_IDS edges, a warp a wide piece of MG_WIDE_LEAST or more. A slice is 32 pieces or one
 * wide piece; all its lanes have the same number of half vectors of 4 ids. For pieces of a single edge every id is a
 * slice. A chunk is as many slices as fit MG_CHUNK_HALVES half vectors: the unit of work of a warp.
 *
 * An id is the place of a column's value in its panel, 16 bits. The first of every MG_SENTINEL_STRIDE places is a
 * sentinel: it belongs to no column. Padding ids lead to one of 32 extra places behind the panel.
 *
 * If values have 4 bytes and edges no weights, wide pieces are delta-encoded with 8 bits per edge. Each lane has the
 * edges whose places are in one bank of shared memory. A line of 128 bytes has one place of each bank, and a delta is a
 * distance in lines. Since MG_SENTINEL_STRIDE is odd, every 255th place of a bank is a sentinel. A lane starts at a
 * sentinel, or in the line before the panel; longer distances go through sentinels, and the last delta leads to one. A
 * half vector has 8 deltas; the first byte of a slice is the number of the bank's sentinels up to the start. Edges that
 * only a few lanes have, and that would lengthen the slice, become pieces of 16-bit ids. Weights of 4 bytes, with
 * values of 4 bytes, are stored as their lowest byte if none needs more.
 *
 * Every piece's sum has a slot of its own. Row tiles are adjacent words of 32 rows whose slots fit shared memory
 * together. Within a panel the pieces of a row tile are adjacent, so their slots form a run. A line holds, for each of
 * the 32 rows of a word, the places of two of its slots in the tile. So nothing is atomic and sums are reproducible.
 * With a copy engine (row_tiles.cuh) slots are copied in pieces of 16 bytes: a run then occupies all pieces that it
 * touches.
 */
#ifndef MG_CORE_CUDA_KERNEL_DENSE_DENSE_ARGS_H
#define MG_CORE_CUDA_KERNEL_DENSE_DENSE_ARGS_H

#include "core/cuda/kernel/dense/blocks_args.h"
#include "core/cuda/kernel/loop/loop_args.h"
#include "core/cuda/kernel/rows/short_args.h"

enum {
    MG_PIECE_IDS = 128,
    MG_WIDE_LEAST = 512,          /* least edges of a wide piece */
    MG_WIDE_MOST = 4064,          /* most edges of one: 32 lanes of MG_PIECE_IDS less one id */
    MG_CHUNK_LEAST = 4,           /* least vectors of a chunk: as many as a lane has in flight */
    MG_CHUNK_HALVES = 32,         /* most half vectors of a chunk and of a slice: `ends` has 64 bits */
    MG_CHUNK_SINGLES = 64,        /* slices in a chunk of single edges */
    MG_STATIC_CHUNKS = 8,         /* sixteenths of a block's share that are static (panels_begin.cu) */
    MG_CHUNK_MANY = 2,            /* with fewer chunks per warp, chunks have half the length */
    MG_SENTINEL_STRIDE = 255,     /* places from one sentinel to the next: reach of an 8-bit delta */
    MG_PANEL_PADDING = 32,        /* places before a panel, and behind it, one per bank */
    MG_PANEL_BANKS = 32,          /* banks of shared memory, 4 bytes wide */
    MG_PANEL_LINE = 128,          /* bytes of a line across all banks */
    MG_DENSE_THREADS = 768,       /* gather kernel, one block per SM; more would have too few registers */
    MG_ROW_THREADS = 256,         /* kernels of the other steps */
    MG_SUM_BLOCKS = 4,            /* blocks of these per SM, if rows are summed from slots, */
    MG_ROW_BLOCKS = 4,            /* and if rows are read edge by edge */
    MG_ROW_TILE_BYTES = 32 << 10, /* slots of a row tile, without copy engine */
    MG_ROW_TILE_STAGE = 54 << 10, /* all data of a row tile, with copy engine */
    MG_ROW_TILE_PIECE = 16,       /* bytes of one copy, and before a tile's slots */
    MG_ROW_TILE_WORDS = 64,       /* most words of a row tile */
    MG_ROW_TILE_SHARES = 3,       /* least shares per block, so that loads and work overlap */
    MG_ROW_TILE_LINE = 192,       /* bytes of lines per 64 slots of a tile */
    MG_ROW_TILE_ROWS = 320,       /* bytes per 32 rows: a line, states and degrees */
    MG_WORD_COST = 50,            /* other work for 32 rows, in slots */
    MG_SHARED_PARAM_BYTES = 64,   /* most bytes of parameters held in shared memory */
    MG_LONG_ROW = 512,            /* row by row: longer rows are cut into pieces of this length */
    MG_VECTOR_COST = 14,          /* cost in nanoseconds per block: a vector of ids, */
    MG_DELTAS_COST = 21,          /* a vector of 16 deltas per lane, */
    MG_SLICE_COST = 8,            /* a slice, */
    MG_PANEL_COST = 8000          /* loading a panel */
};

/* In the order of their chunks in a panel. */
typedef enum mg_piece_kind { MG_PIECE_WIDE, MG_PIECE_LANE, MG_PIECE_SINGLE, MG_PIECE_KINDS } mg_piece_kind;

/* A chunk: `vectors` * 32 lanes * 8 ids, or 16 deltas. Bit h of `ends`: a slice ends with half vector h. */
typedef struct mg_panel_chunk {
    uint64_t ends;
    uint32_t vector; /* its first vector */
    uint32_t slot;   /* slot of its first sum; 32 slots per slice, 1 per wide slice */
    uint16_t vectors, slices;
    uint32_t kind; /* mg_piece_kind */
    uint64_t unused;
} mg_panel_chunk;

#define MG_CHUNK_DESCRIBED 8u /* words of an mg_panel_chunk */

/* Where a block starts: a panel, and its static chunks chunk .. end - 1. Its warps start with the first ones. */
typedef struct mg_block_start {
    uint32_t panel, chunk, end, unused;
} mg_block_start;

/* Progress of a panel. Padded to a cache line, since atomics on one line are serialised. */
typedef struct mg_panel_progress {
    uint32_t chunk;  /* next chunk to be taken */
    uint32_t blocks; /* blocks that have switched to the panel */
    uint32_t unused[30];
} mg_panel_progress;

/* A run: adjacent slots, and their place among the slots of all row tiles, which are concatenated. */
typedef struct mg_slot_run {
    uint32_t slot, at;
} mg_slot_run;

/* A row tile: places at .. at + slots - 1 and the runs that have them. In shared memory its slots start after
 * MG_ROW_TILE_PIECE bytes; place 0 has the identity, for missing slots. */
typedef struct mg_row_tile {
    uint32_t at, slots;
    uint32_t run, runs;
    uint32_t word, words; /* words of 32 rows */
    uint32_t line;        /* index of its first word in line_begin */
    uint32_t goes_on;     /* the next tile continues its only word */
} mg_row_tile;

/* The panels layout; arrays are in device memory. */
typedef struct mg_panels {
    uint32_t n, columns;    /* columns: vertices that send, the first ones of `order` */
    uint32_t width, panels; /* columns per panel */
    uint32_t places;        /* places per panel (mg_place_of); 0: no sentinels */
    uint32_t delta_encoded; /* ids of wide pieces are deltas */
    uint32_t chunks;
    uint32_t row_tile_slots, shares;        /* most slots of a row tile; shares: row tiles of about equal work */
    uint32_t piece_slots;                   /* slots per copy; 1: copied one by one (row_sums.cuh) */
    const uint32_t *order;                  /* vertex of each row and column */
    const uint32_t *out_degree, *in_degree; /* by row, saturated; in_degree may be NULL */
    const uint32_t *panel_chunk;            /* panels + 1: first chunk of each panel */
    const mg_panel_chunk *chunk;
    const uint16_t *ids;    /* places in the panel; delta-encoded wide pieces: bytes */
    const void *weights;    /* in the order of the ids, by half vectors: 4 per lane; low_byte_weights: by vectors: 8 per
                               lane; NULL: all 1 */
    const uint32_t *rows;   /* row of each slot; UINT32_MAX: none */
    const mg_slot_run *run; /* the last one is empty */
    const mg_row_tile *tile;         /* row tiles, in row order */
    const uint32_t *share_tile;      /* shares + 1: first row tile of each share */
    const uint32_t *line_begin;      /* first line of each word of each row tile */
    const uint32_t *lines;           /* 32 per line: two places for row 32 * word + i; 0: none */
    const uint64_t *costs;           /* chunks + 1: prefix sums of costs in nanoseconds */
    const mg_block_start *first;     /* start of every block */
    const uint32_t *starting_blocks; /* by panel: blocks that start with it */
    const uint32_t *first_shared;    /* by panel: first chunk after their static ones */
} mg_panels;

/* Place of a column's value, in its panel or among all columns: sentinels are skipped. */
static inline
#ifdef __CUDACC__
    __host__ __device__
#endif
        uint32_t
        mg_place_of(uint32_t column) {
    return column + column / (MG_SENTINEL_STRIDE - 1) + 1;
}

/* The next sentinel after a column; MG_PANEL_PADDING consecutive sentinels are in different banks. */
static inline
#ifdef __CUDACC__
    __host__ __device__
#endif
        uint32_t
        mg_sentinel_after(uint32_t column) {
    return (column / (MG_SENTINEL_STRIDE - 1) + 1) * MG_SENTINEL_STRIDE;
}

/* Number of places of `columns` columns (at least one), with MG_PANEL_PADDING sentinels at the end. */
static inline
#ifdef __CUDACC__
    __host__ __device__
#endif
        uint32_t
        mg_places_of(uint32_t columns) {
    return mg_sentinel_after(columns - 1) + (MG_PANEL_PADDING - 1) * MG_SENTINEL_STRIDE + 1;
}

/* First line whose place in a bank is a sentinel. */
static inline
#ifdef __CUDACC__
    __host__ __device__
#endif
        uint32_t
        mg_sentinel_line(uint32_t bank) {
    return bank ? MG_SENTINEL_STRIDE - 256 / MG_PANEL_BANKS * bank : 0;
}

/* What a launch of the dense kernels does. */
typedef enum mg_dense_role {
    MG_DENSE_INIT,   /* first states and first frontier */
    MG_DENSE_LOAD,   /* sent values of all columns */
    MG_DENSE_GATHER, /* sums of all pieces */
    MG_DENSE_APPLY,  /* `apply`, and the decision about the next iteration */
    MG_DENSE_ENTER,  /* permutes states and frontier from vertex order to row order */
    MG_DENSE_LEAVE,  /* and back, when the loop kernel continues */
    MG_DENSE_STREAM, /* blocks layout: phase 1 */
    MG_DENSE_REDUCE  /* blocks layout: phase 2 */
} mg_dense_role;

typedef struct mg_dense_args {
    mg_loop_args loop;
    mg_panels panels;
    mg_matrix_blocks blocks;                 /* blocks layout; its row sums take the place of panels' slots */
    const uint32_t *place;                   /* index of each row's state and bit; NULL: row order */
    void *x;                                 /* sent value of each column; row by row: of even iterations */
    void *x_rest;                            /* a part of a graph: sent values of the rows behind the columns, by row;
                                                NULL: nobody reads them */
    void *x_odd;                             /* row by row: of odd iterations (double buffering) */
    uint32_t *first_piece;                   /* row by row: first piece of every vertex with a long row */
    uint32_t *piece_vertex;                  /* row by row: vertex of each piece */
    uint32_t pieces;                         /* number of pieces of long rows */
    uint32_t mode;                           /* traversal mode that iterations are counted as */
    const int16_t *short_row_deltas;         /* row by row: delta-encoded short rows, without weights, or NULL */
    void *sums;                              /* sums of slots or pieces */
    uint32_t *active;                        /* activity mask: columns that send, if the value cannot show it */
    mg_panel_progress *panel_progress;       /* by panel */
    uint32_t *cursor;                        /* row by row: work counter of pieces */
    double *block_totals;                    /* MG_LOOP_TOTALS per block of a launch */
    uint32_t *block_active;                  /* threads per block that found an active vertex */
    uint32_t defers_decision;                /* the next launch decides; then the two arrays are double-buffered */
    uint32_t iterations_done, update_blocks; /* then: iterations before this launch; blocks of an update */
    uint32_t low_byte_weights;               /* 4-byte weights of panels are stored as their lowest byte */
    uint32_t *blocks_done;                   /* blocks that have finished the update */
    uint32_t role, masked;                   /* masked: this iteration uses the activity mask */
    uint32_t fuses_scatter;                  /* the update also scatters for the next iteration */
    uint32_t send_out, send_in;              /* degrees that add up to a vertex's send degree */
    uint32_t run_outcome;      /* outcome at which launches do anything: RUNNING, or DENSE after the loop kernel */
    uint64_t *host_progress;   /* pinned host memory: iteration in the upper half, outcome in the lower; NULL: the host
                                  does not poll */
    void *vertex_states;       /* states in vertex order */
    uint32_t *vertex_bits[3];  /* phase begun by the loop kernel: its frontier bitmaps, */
    uint32_t *vertex_far_bits; /* bitmap of the far list; values sent before are in loop.sent */
} mg_dense_args;

#endif
