/* SPDX-License-Identifier: Apache-2.0
 *
 * dataflow_args.h: the order in which the flow kernel (dataflow.cuh) works, and what the host hands to it. C11 and CUDA
 * C++.
 */
#ifndef MG_CORE_CUDA_KERNEL_TILES_DATAFLOW_ARGS_H
#define MG_CORE_CUDA_KERNEL_TILES_DATAFLOW_ARGS_H

#include "core/cuda/kernel/tiles/tiles_args.h"

enum {
    MG_DATAFLOW_THREADS = 32,     /* a warp to a tile */
    MG_DATAFLOW_CHUNK = 32,       /* vertices that come and go together */
    MG_DATAFLOW_WINDOW = 256,     /* vertices of a tile, one after the other in its order, that are in shared memory */
    MG_DATAFLOW_STATE_BYTES = 64, /* states of so many bytes, at most, are there as well */
    MG_DATAFLOW_SENDERS = 3       /* that are listed for a vertex; where there are more its row is walked */
};

/* What a launch is for. */
enum mg_dataflow_step { MG_DATAFLOW_INIT, MG_DATAFLOW_RUN };

/* A vertex's place in the order in which a phase works: contributions come from the place before. */
#define MG_DATAFLOW_UNREACHED 0xffffffffu
#define MG_DATAFLOW_LAST 0xfffffffeu /* of depth 0, backwards */

/* A tile's progress when it is done; else how many of its vertices are. */
#define MG_DATAFLOW_FINISHED 0xffffffffu

/* A sender: its rank in the tile or, with this bit, the position where it is to be asked for. */
#define MG_DATAFLOW_REMOTE 0x80000000u
#define MG_DATAFLOW_NO_SENDER 0xffffffffu

/* Of a vertex, beside its number in the tile. */
#define MG_DATAFLOW_INDEX_MASK 0xffffu
#define MG_DATAFLOW_REMOTE_OUT 0x10000u /* others ask for what it sends */
#define MG_DATAFLOW_REMOTE_IN 0x20000u  /* one of its senders is to be asked for */
#define MG_DATAFLOW_SCAN_ROW 0x40000u   /* its row is to be walked */
#define MG_DATAFLOW_WIDE 0x80000u       /* the tile's levels are too wide for the window: all are asked for */
#define MG_DATAFLOW_COUNT_SHIFT 20      /* above so many bits: vertices of its level from it on, 32 at most */

/* A reached vertex: when it is due, and who sends to it (16 bytes, as a uint4). */
typedef struct mg_dataflow_entry {
    uint32_t sender[MG_DATAFLOW_SENDERS]; /* those of its tile first, each kind in the order of the row */
    uint32_t place;
} mg_dataflow_entry;

/* Which vertex it is (8 bytes, as a uint2). */
typedef struct mg_dataflow_vertex {
    uint32_t vertex, index; /* index: in the tile, with bits from above */
} mg_dataflow_vertex;

/* The vertices of every tile by the places at which they are due (rank: from 0 in each tile). */
typedef struct mg_dataflow_order {
    mg_dataflow_entry *entries;   /* a tile's begin at its first position */
    mg_dataflow_vertex *vertices; /* likewise */
    uint16_t *rank;               /* by position */
    uint32_t *reached;            /* by tile: how many there are */
    uint32_t *list;               /* tile + 1, in the order in which they are taken; 0 behind those that were reached */
} mg_dataflow_order;

/* What the depths of a breadth-first search tell. */
typedef struct mg_depth_summary {
    uint32_t tiles;     /* that were reached */
    uint32_t max_depth; /* the largest depth */
    unsigned long long edges;
} mg_depth_summary;

typedef struct mg_dataflow_control {
    uint32_t tickets; /* numbers that blocks drew, each for a place of the list */
    uint32_t padding0[31];
    uint32_t suspended, resumed; /* tiles that were put away in this slice, and taken up again */
    uint32_t padding1[30];
    uint32_t progress_ticks; /* grows while anyone gets on */
    uint32_t padding2[31];
    uint32_t finished; /* tiles */
    uint32_t end;      /* an mg_tiles_end */
    uint32_t padding3[30];
    unsigned long long vertices; /* worked off in this slice */
} mg_dataflow_control;

typedef struct mg_dataflow_args {
    mg_tiles tiles;
    const void *local_weights; /* in the edges' order; NULL: all 1 */
    const void *remote_weights;
    const uint32_t *out_offsets, *in_offsets; /* by vertex, for the callbacks' degrees */
    void *state;
    const void *params;
    const double *totals; /* what the phases before left */
    uint32_t step;        /* an mg_dataflow_step */
    uint32_t backward;    /* replay: from the deepest level to the source */

    /* INIT; NULL in a replay */
    uint32_t *inbox, *saved_label; /* by position: first depths, for the tiles kernel */
    uint32_t *flag;                /* by tile, likewise */

    const uint32_t *depth; /* by position */
    mg_dataflow_order order;
    mg_depth_summary *summary;
    unsigned long long *slots; /* by position, a word for each 4 bytes of a value: these and, above them, 1 if sent */
    uint32_t *progress;        /* by tile */
    uint32_t *suspended_queue; /* a queue of those that were put away: tile + 1, 0 where a place is empty */
    uint32_t queue_capacity;   /* of that queue: a power of two, not less than tiles */
    uint32_t list_offset;      /* the slice begins so far down the list */
    mg_dataflow_control *control;
    long long slice_clocks;
} mg_dataflow_args;

/* Where things lie in a warp's shared memory, in bytes; entries come first. */
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

/* Where a depth is due. */
static inline
#ifdef __CUDACC__
    __host__ __device__
#endif
        uint32_t
        mg_dataflow_place(uint32_t depth, uint32_t backward) {
    return depth == MG_DATAFLOW_UNREACHED ? MG_DATAFLOW_UNREACHED : backward ? MG_DATAFLOW_LAST - depth : depth + 1;
}

#endif
