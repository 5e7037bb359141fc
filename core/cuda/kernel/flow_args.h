/* SPDX-License-Identifier: Apache-2.0
 *
 * flow_args.h: what the host hands to the flow kernel (flow.cuh), and how a tile lies in its memory. C11 and CUDA C++.
 */
#ifndef MG_CORE_CUDA_KERNEL_FLOW_ARGS_H
#define MG_CORE_CUDA_KERNEL_FLOW_ARGS_H

#include "core/cuda/kernel/tiles_args.h"

enum {
    MG_FLOW_THREADS = 32,      /* a warp to a tile */
    MG_FLOW_MOST_REMOTE = 2048 /* senders in other tiles that a tile keeps */
};

/* What a launch is for. */
enum mg_flow_step { MG_FLOW_INIT, MG_FLOW_RUN };

/* A vertex's place in the order in which a phase works: contributions come from the place before. */
#define MG_FLOW_UNREACHED 0xffffffffu
#define MG_FLOW_LAST 0xfffffffeu /* of depth 0, backwards */

/* A tile's progress when it is done; else how many of its vertices are. */
#define MG_FLOW_FINISHED 0xffffffffu

/* What the depths of a breadth-first search tell. */
typedef struct mg_depth_summary {
    uint32_t tiles;   /* that were reached */
    uint32_t deepest; /* the largest depth */
} mg_depth_summary;

typedef struct mg_flow_control {
    uint32_t taken; /* numbers that blocks drew, each for a place of the list */
    uint32_t padding0[31];
    uint32_t put_away, taken_up; /* tiles that were put away in this slice, and taken up again */
    uint32_t padding1[30];
    uint32_t advanced; /* grows while anyone gets on */
    uint32_t padding2[31];
    uint32_t finished; /* tiles */
    uint32_t end;      /* an mg_tiles_end */
    uint32_t padding3[30];
    unsigned long long vertices, edges; /* worked off in this slice */
} mg_flow_control;

typedef struct mg_flow_args {
    mg_tiles tiles;
    const void *local_weights; /* in the edges' order; NULL: all 1 */
    const void *remote_weights;
    const uint32_t *out_offsets, *in_offsets; /* by vertex, for the callbacks' degrees */
    void *state;
    const void *params;
    const double *totals; /* what the phases before left */
    uint32_t step;        /* an mg_flow_step */
    uint32_t backward;    /* replay: from the deepest level to the source */

    /* INIT; NULL in a replay */
    uint32_t *inbox, *settled; /* by position: first depths, for the tiles kernel */
    uint32_t *flag;            /* by tile, likewise */

    const uint32_t *depth; /* by position */
    const mg_depth_summary *summary;
    unsigned long long *slots; /* by position, a word for each 4 bytes of a value: these and, above them, 1 if sent */
    uint32_t *progress;        /* by tile */
    const uint32_t *list;      /* of tiles in the order in which they are taken: tile + 1 */
    uint32_t *away;            /* a queue of those that were put away: tile + 1, 0 where a place is empty */
    uint32_t places;           /* of that queue: a power of two, not less than tiles */
    uint32_t ahead;            /* the slice begins so far down the list */
    char *room;                /* memory of the blocks for tiles that do not fit into shared memory */
    uint64_t room_each;
    uint32_t shared;
    mg_flow_control *control;
    long long slice_clocks;
} mg_flow_args;

/* Where things lie in a tile's memory, in bytes. */
typedef struct mg_flow_layout {
    uint32_t entries, state, key, remote, rank, total; /* values come first */
} mg_flow_layout;

/* For a tile of so many vertices and edges that leave it. */
static inline
#ifdef __CUDACC__
    __host__ __device__
#endif
        mg_flow_layout
        mg_flow_lay_out(uint32_t vertices, uint32_t remote, uint32_t value_size, uint32_t state_size) {
    mg_flow_layout at;
    at.entries = mg_tiles_round(vertices * value_size);
    at.state = at.entries + vertices * 16;
    at.key = at.state + mg_tiles_round(vertices * state_size);
    at.remote = at.key + mg_tiles_round(vertices * 4);
    at.rank = at.remote + mg_tiles_round(remote * 4);
    at.total = at.rank + mg_tiles_round(vertices * 2);
    return at;
}

#endif
