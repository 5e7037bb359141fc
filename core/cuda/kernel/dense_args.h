/* SPDX-License-Identifier: Apache-2.0
 *
 * dense_args.h: the panels layout of the dense representation, and what the host hands to its kernels. C11 and CUDA
 * C++.
 *
 * Rows are receivers, columns are senders; both are numbered by groups of falling sending degree, two groups for each
 * power of two, which refine the paper's six; in a group the order is that of the vertices. A panel is a range of
 * columns whose values fit the shared memory of one block. What a row has in a panel is cut into pieces of at most
 * MG_PIECE_IDS edges; a lane sums a piece. 32 pieces are a slice, whose lanes have equally many half vectors of 4 ids;
 * slices are packed into chunks, the unit that a warp takes. Ids are 16 bits, relative to the panel; padding is an id
 * of one of 32 extra columns.
 */
#ifndef MG_CORE_CUDA_KERNEL_DENSE_ARGS_H
#define MG_CORE_CUDA_KERNEL_DENSE_ARGS_H

#include "core/cuda/kernel/loop_args.h"

enum {
    MG_PIECE_IDS = 128,
    MG_CHUNK_PIECES = 256,  /* the most pieces of a chunk: 8 slices */
    MG_CHUNK_LEAST = 4,     /* vectors of a chunk at least: so many are on their way while it is worked off */
    MG_PIECE_CLASSES = 3,   /* pieces of 65 to 128 ids, of 32 to 64, of fewer */
    MG_PANEL_PADDING = 32,  /* columns of padding beside a panel, one in every bank */
    MG_DENSE_THREADS = 768, /* of a gathering block, one an SM; more would have too few registers */
    MG_ROW_THREADS = 256,   /* of a block of the other steps */
    MG_VECTOR_COST = 22,    /* nanoseconds that a block takes for a vector, fitted to measured times, */
    MG_WEIGHT_COST = 8,     /* more for every byte of a weight, */
    MG_SLICE_COST = 6,      /* for a slice, for every byte of a value, */
    MG_PANEL_COST = 11000   /* for loading a panel */
};

/* A chunk: `vectors` * 32 lanes * 8 ids. Bit h of `ends`: a slice ends with half vector h. */
typedef struct mg_panel_chunk {
    uint64_t ends;
    uint32_t vector; /* the first of its vectors */
    uint32_t row;    /* where the rows of its pieces begin */
    uint32_t place;  /* its part of `places`, in units of MG_CHUNK_PIECES; UINT32_MAX: pieces lie as their rows do */
    uint16_t vectors, slices;
    uint64_t unused;
} mg_panel_chunk;

/* The arrays are in device memory. */
typedef struct mg_panels {
    uint32_t n, columns;    /* columns: the vertices that send, the first ones of `order` */
    uint32_t width, panels; /* columns of a panel */
    uint32_t chunks;
    const uint32_t *order;                  /* the vertex of each row and column */
    const uint32_t *out_degree, *in_degree; /* by row, saturated; in_degree is NULL if it is not known */
    const uint32_t *panel_chunk;            /* panels + 1: the first chunk of each panel */
    const mg_panel_chunk *chunk;
    const uint16_t *ids;
    const uint32_t *rows;  /* of the pieces of a chunk, UINT32_MAX: none */
    const uint8_t *places; /* byte lane * 8 + j of a chunk: which lane of which slice summed piece 32 * j + lane */
    const void *weights;   /* in the order of the ids, half vector by half vector: 4 a lane; NULL: all 1 */
} mg_panels;

/* The panels first .. last that a block visits. A warp leaves the first one when its chunks cost it `quota`, others
 * when they have no chunks left. */
typedef struct mg_panel_share {
    uint32_t first, last;
    uint64_t quota;
} mg_panel_share;

/* What one launch of the dense kernel does. */
typedef enum mg_dense_role {
    MG_DENSE_INIT,   /* first states and first frontier */
    MG_DENSE_LOAD,   /* what every column sends */
    MG_DENSE_GATHER, /* the sums of all rows */
    MG_DENSE_APPLY,  /* the update, and what comes next */
    MG_DENSE_ENTER,  /* states and frontier from the loop kernel's order into that of the rows */
    MG_DENSE_LEAVE   /* and back, once the loop kernel is to go on */
} mg_dense_role;

typedef struct mg_dense_args {
    mg_loop_args loop;
    mg_panels panels;
    const uint32_t *place;       /* the index of each row's state and bit; NULL: they lie in row order */
    void *x;                     /* what each column sends */
    uint32_t *active;            /* bitmap of the columns that send, for programs that cannot tell by the value */
    uint32_t *cursor;            /* the next chunk of every panel */
    const mg_panel_share *share; /* of every block */
    uint32_t *done;              /* blocks that have applied */
    uint32_t vector_cost;
    uint32_t role, guarded;     /* guarded: `active` counts in this iteration */
    uint32_t send_out, send_in; /* which degrees make the edges that a vertex sends along */
    uint32_t when;              /* the outcome at which iterations run: RUNNING, or DENSE beside the loop kernel */
    void *own_state;            /* the rest is for a phase that the loop kernel began: its states, */
    uint32_t *own_bits[2];      /* frontier, */
    uint32_t *own_far_bits;     /* vertices that were put off, */
    const void *own_sent;       /* and what vertices sent that were told to before */
} mg_dense_args;

#endif
