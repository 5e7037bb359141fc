/* SPDX-License-Identifier: Apache-2.0
 *
 * dense_args.h: the panels layout of the dense representation, and what the host hands to its kernels. C11 and CUDA
 * C++.
 *
 * Rows are receivers, columns are senders; both are numbered by groups of falling sending degree, two groups for each
 * power of two, which refine the paper's six; in a group the order is that of the vertices. A panel is a range of
 * columns whose values fit the shared memory of one block. What a row has in a panel is cut into pieces: a lane sums a
 * piece of at most MG_PIECE_IDS edges, a warp a wide one of MG_WIDE_LEAST and more. 32 pieces, or one wide one, are a
 * slice, whose lanes have equally many half vectors of 4 ids; in pieces of a single edge an id is a slice. As many
 * slices as fit MG_CHUNK_HALVES half vectors are a chunk, the unit that a warp takes.
 *
 * An id is a place in the panel, 16 bits. Every MG_SENTINEL_STRIDE places begin with a silent one, which is of no
 * column; padding is one of 32 extra places behind them. Where values have 4 bytes and edges no weights, the ids of
 * wide pieces are steps of 8 bits. A lane then has the edges from places of one bank of shared memory, of which a line
 * of 128 bytes has one, and a step leads so many lines further. Since MG_SENTINEL_STRIDE is odd, every 255th place of a
 * bank is silent: a lane begins with one, or in the silent line before the panel, steps that are too long go by way of
 * them, and at the end they lead to one. A half vector has 8 steps; the first one of a slice is the number of silent
 * places of the bank up to where it begins. What few lanes have more than the others, so that a slice would be longer
 * for it, is pieces of 16-bit ids. Of weights of 4 bytes, beside values of 4, the lowest byte alone is stored where
 * none has more.
 *
 * Every piece's sum goes to a slot of its own. Rows are cut into tiles of adjacent words of 32 rows, whose sums fit
 * shared memory, too: in a panel the pieces of a tile follow each other, so that their slots are a run. Lines of 32
 * tell each of the 32 rows of a word where in the tile two of its slots are. So nothing is atomic and the sums repeat.
 * Where tiles come with a copy engine (row_tiles.cuh), slots are copied in pieces of 16 bytes, so a run has among the
 * tile's slots all the pieces that it touches.
 */
#ifndef MG_CORE_CUDA_KERNEL_DENSE_DENSE_ARGS_H
#define MG_CORE_CUDA_KERNEL_DENSE_DENSE_ARGS_H

#include "core/cuda/kernel/dense/blocks_args.h"
#include "core/cuda/kernel/loop/loop_args.h"
#include "core/cuda/kernel/rows/short_args.h"

enum {
    MG_PIECE_IDS = 128,
    MG_WIDE_LEAST = 512,      /* edges that are worth a warp of their own, */
    MG_WIDE_MOST = 4064,      /* and the most that it takes: 32 lanes of MG_PIECE_IDS, less one for where it begins */
    MG_CHUNK_LEAST = 4,       /* vectors of a chunk at least: so many are on their way while it is worked off */
    MG_CHUNK_HALVES = 32,     /* half vectors of a chunk at most, and of a slice: `ends` has 64 bits */
    MG_CHUNK_SINGLES = 64,    /* slices of a chunk of single edges */
    MG_STATIC_CHUNKS = 8,     /* sixteenths that a block has for itself of its part (panels_begin.cu) */
    MG_CHUNK_MANY = 2,        /* chunks for every warp; where there are fewer, they are half as long */
    MG_SENTINEL_STRIDE = 255, /* places of a panel that begin with one of no column: as far as a step of 8 bits goes */
    MG_PANEL_PADDING = 32,    /* silent places before a panel, and padding behind it, one in every bank */
    MG_PANEL_BANKS = 32,      /* of shared memory, of 4 bytes each, */
    MG_PANEL_LINE = 128,      /* and the bytes of a line with a value of each */
    MG_DENSE_THREADS = 768,   /* of a gathering block, one an SM; more would have too few registers */
    MG_ROW_THREADS = 256,     /* of a block of the other steps */
    MG_SUM_BLOCKS = 4,        /* of them on an SM, where rows are made of slots, */
    MG_ROW_BLOCKS = 4,        /* and where they are read edge by edge */
    MG_ROW_TILE_BYTES = 32 << 10, /* of the slots of a tile, where there is no copy engine, */
    MG_ROW_TILE_STAGE = 54 << 10, /* else of all that comes with a tile */
    MG_ROW_TILE_PIECE = 16,       /* bytes that are copied at once; so many come before a tile's slots */
    MG_ROW_TILE_WORDS = 64,       /* at most */
    MG_ROW_TILE_SHARES = 3,       /* shares of rows that a block has at least: one tile's way is another one's work */
    MG_ROW_TILE_LINE = 192,       /* bytes that come with a tile for 64 slots, in lines, */
    MG_ROW_TILE_ROWS = 320,       /* and for 32 rows: a line more, states and degrees, about */
    MG_WORD_COST = 50,            /* of what else is done for 32 rows, in slots */
    MG_SHARED_PARAM_BYTES = 64,   /* bytes of parameters that an update keeps in shared memory */
    MG_LONG_ROW = 512,            /* row by row: rows of more edges are cut into pieces of so many */
    MG_VECTOR_COST = 14,          /* nanoseconds that a block takes for a vector, */
    MG_DELTAS_COST = 21,          /* for one of 16 steps a lane, */
    MG_SLICE_COST = 8,            /* for a slice, */
    MG_PANEL_COST = 8000          /* for loading a panel */
};

/* In the order in which they lie in a panel. */
typedef enum mg_piece_kind { MG_PIECE_WIDE, MG_PIECE_LANE, MG_PIECE_SINGLE, MG_PIECE_KINDS } mg_piece_kind;

/* A chunk: `vectors` * 32 lanes * 8 ids, or 16 steps. Bit h of `ends`: a slice ends with half vector h. */
typedef struct mg_panel_chunk {
    uint64_t ends;
    uint32_t vector; /* the first of its vectors */
    uint32_t slot;   /* of its first sum: 32 for each slice, or 1 if it is wide */
    uint16_t vectors, slices;
    uint32_t kind; /* of its pieces */
    uint64_t unused;
} mg_panel_chunk;

#define MG_CHUNK_DESCRIBED 8u /* words of a description */

/* Where a block begins: a panel, and chunks chunk .. end - 1 of it that are its own. Its warps begin with the first
 * ones.
 */
typedef struct mg_block_start {
    uint32_t panel, chunk, end, unused;
} mg_block_start;

/* How far a panel is. In a line of the cache of its own: what many warps count up in one line takes turns. */
typedef struct mg_panel_progress {
    uint32_t chunk;  /* the next one */
    uint32_t blocks; /* that have turned to the panel */
    uint32_t unused[30];
} mg_panel_progress;

/* Slots that follow each other, and where they lie among the slots of all tiles, in their order. */
typedef struct mg_slot_run {
    uint32_t slot, at;
} mg_slot_run;

/* Slots at .. at + slots - 1 of all tiles' and the runs that have them. Their places in the tile begin with
 * MG_ROW_TILE_PIECE bytes; place 0 is for what a row does not have. */
typedef struct mg_row_tile {
    uint32_t at, slots;
    uint32_t run, runs;
    uint32_t word, words; /* of 32 rows */
    uint32_t line;        /* of its first word in line_begin */
    uint32_t goes_on;     /* the next tile has more of the same word, which is the only one */
} mg_row_tile;

/* The arrays are in device memory. */
typedef struct mg_panels {
    uint32_t n, columns;    /* columns: the vertices that send, the first ones of `order` */
    uint32_t width, panels; /* columns of a panel */
    uint32_t places;        /* of a panel (mg_place_of), 0: columns lie one behind the other */
    uint32_t delta_encoded; /* the ids of wide pieces are steps */
    uint32_t chunks;
    uint32_t row_tile_slots, shares;        /* slots of a tile at most; shares of rows with equally much to do */
    uint32_t piece_slots;                   /* that are copied at once; 1: they come one by one (row_sums.cuh) */
    const uint32_t *order;                  /* the vertex of each row and column */
    const uint32_t *out_degree, *in_degree; /* by row, saturated; in_degree is NULL if it is not known */
    const uint32_t *panel_chunk;            /* panels + 1: the first chunk of each panel */
    const mg_panel_chunk *chunk;
    const uint16_t *ids;        /* places in the panel; of wide pieces that are near bytes: steps */
    const void *weights;        /* in the order of the ids, half vector by half vector: 4 a lane; low_byte_weights:
                                   vector by vector: 8 a lane; NULL: all 1 */
    const uint32_t *rows;       /* of each slot, UINT32_MAX: none */
    const mg_slot_run *run;     /* ends with an empty one */
    const mg_row_tile *tile;    /* from the first row to the last */
    const uint32_t *share_tile; /* shares + 1: the first tile of each */
    const uint32_t *line_begin; /* the first line of each word of each tile */
    const uint32_t *lines;      /* of 32: two slots of row 32 * word + i, by place in the tile; 0: none */
    const uint64_t *costs;      /* chunks + 1: nanoseconds of a block for all chunks before */
    const mg_block_start *first;     /* of every block */
    const uint32_t *starting_blocks; /* of every panel: blocks that begin with it, */
    const uint32_t *first_shared;    /* and the first chunk behind those that are theirs */
} mg_panels;

/* Where the value of a column is among those of its panel, or among all. */
static inline
#ifdef __CUDACC__
    __host__ __device__
#endif
        uint32_t
        mg_place_of(uint32_t column) {
    return column + column / (MG_SENTINEL_STRIDE - 1) + 1;
}

/* The silent place that comes next; MG_PANEL_PADDING of them have one in every bank. */
static inline
#ifdef __CUDACC__
    __host__ __device__
#endif
        uint32_t
        mg_sentinel_after(uint32_t column) {
    return (column / (MG_SENTINEL_STRIDE - 1) + 1) * MG_SENTINEL_STRIDE;
}

/* The places of so many columns, at least one, and of the silent ones behind the last. */
static inline
#ifdef __CUDACC__
    __host__ __device__
#endif
        uint32_t
        mg_places_of(uint32_t columns) {
    return mg_sentinel_after(columns - 1) + (MG_PANEL_PADDING - 1) * MG_SENTINEL_STRIDE + 1;
}

/* The first line in which a bank's place is silent. */
static inline
#ifdef __CUDACC__
    __host__ __device__
#endif
        uint32_t
        mg_sentinel_line(uint32_t bank) {
    return bank ? MG_SENTINEL_STRIDE - 256 / MG_PANEL_BANKS * bank : 0;
}

/* What one launch of the dense kernel does. */
typedef enum mg_dense_role {
    MG_DENSE_INIT,   /* first states and first frontier */
    MG_DENSE_LOAD,   /* what every column sends */
    MG_DENSE_GATHER, /* the sums of all rows */
    MG_DENSE_APPLY,  /* the update, and what comes next */
    MG_DENSE_ENTER,  /* states and frontier from the loop kernel's order into that of the rows */
    MG_DENSE_LEAVE,  /* and back, once the loop kernel is to go on */
    MG_DENSE_STREAM, /* blocks: phase 1, */
    MG_DENSE_REDUCE  /* and phase 2 */
} mg_dense_role;

typedef struct mg_dense_args {
    mg_loop_args loop;
    mg_panels panels;
    mg_matrix_blocks blocks;    /* of that layout; the sums of rows are then the slots of panels */
    const uint32_t *place;      /* the index of each row's state and bit; NULL: they lie in row order */
    void *x;                    /* what each column sends; row by row: in even iterations */
    void *x_odd;                /* row by row: in odd ones */
    uint32_t *first_piece;      /* row by row: of every vertex with a long row, its first piece */
    uint32_t *piece_vertex;     /* the vertex of each piece */
    uint32_t pieces;            /* of long rows */
    uint32_t mode;              /* as which iterations count */
    const int16_t *short_row_deltas; /* row by row: short rows, where there are any and edges have no weights */
    void *sums;                 /* of every slot, or piece */
    uint32_t *active;           /* bitmap of the columns that send, for programs that cannot tell by the value */
    mg_panel_progress *panel_progress; /* of every panel */
    uint32_t *cursor;           /* row by row: pieces so far */
    double *block_totals;       /* MG_LOOP_TOTALS of every block of a launch, */
    uint32_t *block_active;     /* and how many of its threads found an active vertex; both twice, where */
    uint32_t defers_decision;   /* the next launch decides what follows from an update */
    uint32_t iterations_done, update_blocks; /* then: iterations before this launch; blocks of an update */
    uint32_t low_byte_weights;  /* of the weights of panels, which have 4 bytes, the lowest one is stored */
    uint32_t *blocks_done;      /* blocks that have applied */
    uint32_t role, masked;      /* guarded: `active` counts in this iteration */
    uint32_t fuses_scatter;     /* the update is followed at once by what the next iteration sends */
    uint32_t send_out, send_in; /* which degrees make the edges that a vertex sends along */
    uint32_t run_outcome;       /* the outcome at which iterations run: RUNNING, or DENSE beside the loop kernel */
    uint64_t *host_progress;    /* in the host's memory: iterations that are over in the upper half, and the outcome;
                          NULL: nobody asks */
    void *vertex_states;        /* states in the order of the vertices */
    uint32_t *vertex_bits[3];   /* the rest is for a phase that the loop kernel began: its frontier, */
    uint32_t *vertex_far_bits;  /* and vertices that were put off; what was sent before is in loop.sent */
} mg_dense_args;

#endif
