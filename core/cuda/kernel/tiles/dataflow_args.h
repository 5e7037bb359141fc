/* SPDX-License-Identifier: Apache-2.0
 *
 * dataflow_args.h: the order in which the dataflow kernel (dataflow.cuh) processes vertices, and its arguments. C11 and
 * CUDA C++.
 */
#ifndef MG_CORE_CUDA_KERNEL_TILES_DATAFLOW_ARGS_H
#define MG_CORE_CUDA_KERNEL_TILES_DATAFLOW_ARGS_H

#include "core/cuda/kernel/tiles/tiles_args.h"

enum {
    MG_DATAFLOW_THREADS = 32,     /* one warp per tile */
    MG_DATAFLOW_CHUNK = 32,       /* vertices that enter and leave the window together */
    MG_DATAFLOW_WINDOW = 256,     /* consecutive vertices of a tile that are in shared memory */
    MG_DATAFLOW_STATE_BYTES = 64, /* largest state that is held there, too */
    MG_DATAFLOW_SENDERS = 3       /* senders listed per vertex; with more, its row is scanned */
};

/* What a launch does. */
enum mg_dataflow_step { MG_DATAFLOW_INIT, MG_DATAFLOW_RUN };

/* Place: dataflow level at which a vertex is due. Its inputs come from vertices of the place before. */
#define MG_DATAFLOW_UNREACHED 0xffffffffu
#define MG_DATAFLOW_LAST 0xfffffffeu /* place of depth 0 in a replay */

/* Progress of a finished tile; else the number of its processed vertices. */
#define MG_DATAFLOW_FINISHED 0xffffffffu

/* A sender: its rank in the tile or, with this bit, the position of its message slot. */
#define MG_DATAFLOW_REMOTE 0x80000000u
#define MG_DATAFLOW_NO_SENDER 0xffffffffu

/* mg_dataflow_vertex.index: index in the tile, and these flags. */
#define MG_DATAFLOW_INDEX_MASK 0xffffu
#define MG_DATAFLOW_REMOTE_OUT 0x10000u /* another tile reads what it sends */
#define MG_DATAFLOW_REMOTE_IN 0x20000u  /* one of its senders is in another tile */
#define MG_DATAFLOW_SCAN_ROW 0x40000u   /* more senders than are listed: its row is scanned */
#define MG_DATAFLOW_WIDE 0x80000u       /* the tile's levels exceed the window: all values go through message slots */
#define MG_DATAFLOW_COUNT_SHIFT 20      /* bits above: remaining vertices of its level, this one included, at most 32 */

/* A reached vertex: its place and its senders (16 bytes, loaded as a uint4). */
typedef struct mg_dataflow_entry {
    uint32_t sender[MG_DATAFLOW_SENDERS]; /* local senders first, then remote ones, each in row order */
    uint32_t place;
} mg_dataflow_entry;

/* Its vertex id and index (8 bytes, loaded as a uint2). */
typedef struct mg_dataflow_vertex {
    uint32_t vertex, index; /* index: index in the tile and flags from above */
} mg_dataflow_vertex;

/* The reached vertices of every tile, sorted by place (rank: index in this order, from 0 in each tile). */
typedef struct mg_dataflow_order {
    mg_dataflow_entry *entries;   /* a tile's entries begin at its first position */
    mg_dataflow_vertex *vertices; /* in the same order */
    uint16_t *rank;               /* by position */
    uint32_t *reached;            /* by tile: number of reached vertices */
    uint32_t *list;               /* reached tiles + 1, in processing order; then zeros */
} mg_dataflow_order;

/* Summary of the depths of a breadth-first search. */
typedef struct mg_depth_summary {
    uint32_t tiles;     /* reached tiles */
    uint32_t max_depth; /* the largest depth */
    unsigned long long edges;
} mg_depth_summary;

typedef struct mg_dataflow_control {
    uint32_t tickets; /* tickets drawn from the list of tiles */
    uint32_t padding0[31];
    uint32_t suspended, resumed; /* counters of the queue of suspended tiles, in this slice */
    uint32_t padding1[30];
    uint32_t progress_ticks; /* grows while any warp makes progress */
    uint32_t padding2[31];
    uint32_t finished; /* finished tiles */
    uint32_t end;      /* mg_tiles_end */
    uint32_t padding3[30];
    unsigned long long vertices; /* processed in this slice */
} mg_dataflow_control;

typedef struct mg_dataflow_args {
    mg_tiles tiles;
    const void *local_weights; /* in the order of the edges; NULL: all 1 */
    const void *remote_weights;
    const uint32_t *out_offsets, *in_offsets; /* by vertex, for the degrees in mg_ctx */
    void *state;
    const void *params;
    const double *totals; /* totals of earlier phases */
    uint32_t round;       /* of the innermost loop around the phase */
    uint32_t step;        /* mg_dataflow_step */
    uint32_t backward;    /* replay: levels run from the deepest to the source */

    /* Only for MG_DATAFLOW_INIT; NULL in a replay. */
    uint32_t *inbox, *saved_label; /* by position: initial depths for the tiles kernel */
    uint32_t *flag;                /* by tile, for the tiles kernel */

    const uint32_t *depth; /* by position */
    mg_dataflow_order order;
    mg_depth_summary *summary;
    unsigned long long *slots; /* message slots by position: a word per 4 bytes of a value, its upper half 1 if full */
    uint32_t *progress;        /* by tile */
    uint32_t *suspended_queue; /* suspended tiles + 1; 0: empty place */
    uint32_t queue_capacity;   /* of suspended_queue: a power of two, at least the number of tiles */
    uint32_t list_offset;      /* list index at which the slice starts */
    mg_dataflow_control *control;
    long long slice_clocks;
} mg_dataflow_args;

/* Byte offsets in a warp's shared memory; the entries are at offset 0. */
typedef struct mg_dataflow_layout {
    uint32_t vertices, values, states, total;
} mg_dataflow_layout;

static inline
#ifdef __CUDACC__
    __host__ __device__
#endif
        mg_dataflow_layout
        mg_dataflow_lay_out(uint32_t value_size, uint32_t state_size) {
    mg_dataflow_layout at;
    at.vertices = MG_DATAFLOW_WINDOW * (uint32_t)sizeof(mg_dataflow_entry);
    at.values = at.vertices + MG_DATAFLOW_WINDOW * (uint32_t)sizeof(mg_dataflow_vertex);
    at.states = at.values + MG_DATAFLOW_WINDOW * value_size;
    at.total = at.states + (state_size <= MG_DATAFLOW_STATE_BYTES ? MG_DATAFLOW_WINDOW * state_size : 0);
    return at;
}

/* The place of a depth. */
static inline
#ifdef __CUDACC__
    __host__ __device__
#endif
        uint32_t
        mg_dataflow_place(uint32_t depth, uint32_t backward) {
    return depth == MG_DATAFLOW_UNREACHED ? MG_DATAFLOW_UNREACHED : backward ? MG_DATAFLOW_LAST - depth : depth + 1;
}

#endif
