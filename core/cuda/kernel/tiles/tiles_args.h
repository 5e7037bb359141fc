/* SPDX-License-Identifier: Apache-2.0
 *
 * tiles_args.h: a graph partitioned into tiles, and the arguments of the tiles kernel. C11 and CUDA C++.
 *
 * A tile is a connected part of the graph, 512 to 1,024 vertices on average, with the edges between them (local edges).
 * Its vertices have consecutive positions; those with edges to or from other tiles (boundary vertices) come first.
 */
#ifndef MG_CORE_CUDA_KERNEL_TILES_TILES_ARGS_H
#define MG_CORE_CUDA_KERNEL_TILES_TILES_ARGS_H

#include <stdint.h>

enum {
    MG_TILES_THREADS = 512,
    MG_TILES_COUNTS = 4, /* queue counters, in rotation */
    MG_TILES_ALIGN = 8   /* a tile's local edges begin at a multiple of this: 16 bytes of ids */
};

/* A tile's flag: the smallest priority in its inbox (a block owns the tile, or it is queued), or one of these. */
#define MG_TILE_FREE 0xffffffffu /* its inbox has nothing new, and no block owns it */
#define MG_TILE_OWNED 0xfffffffeu

/* The tiles of one direction of a graph; n vertices, all arrays in device memory. */
typedef struct mg_tiles {
    uint32_t n, count;
    uint32_t most_vertices, most_boundary, most_local; /* largest of any tile: size of shared memory */
    uint32_t *vertex;                                  /* n: the vertex at each position */
    uint32_t *first;                                   /* count + 1: each tile's first position */
    uint32_t *boundary;                                /* count: each tile's number of boundary vertices */
    uint32_t *local_first;                             /* count + 1: each tile's first local edge */
    uint16_t *begin;                  /* n + count: per tile, local edge offsets, relative to the tile */
    uint16_t *local;                  /* index in the tile of a local edge's other end */
    uint32_t *remote_begin;           /* n + 1: by position, offsets of the cut edges */
    uint32_t *remote, *remote_tile;   /* position and tile of a cut edge's other end */
    uint64_t local_size, remote_size; /* numbers of edges; local ones with alignment padding */
} mg_tiles;

/* Outcome of a launch; STOPPED: its time slice is over. */
enum mg_tiles_end { MG_TILES_RUNNING, MG_TILES_STOPPED, MG_TILES_DONE };

/* Counters that all blocks share. */
typedef struct mg_tiles_control {
    uint32_t arrived; /* arrivals at the grid barrier */
    uint32_t padding0[31];
    uint32_t tickets; /* tickets drawn from the tile queue (its head) */
    uint32_t padding1[31];
    uint32_t enqueued; /* tiles enqueued (tail of the queue) */
    uint32_t padding2[31];
    uint32_t end; /* mg_tiles_end */
    uint32_t started;
    uint32_t padding3[30];
    unsigned long long vertices, edges, tiles_processed; /* vertices expanded, edges visited */
} mg_tiles_control;

typedef struct mg_tiles_args {
    mg_tiles tiles;
    const void *local_weights, *remote_weights; /* in the order of the edges; NULL: all 1 */
    uint32_t weight_size;
    const uint32_t *out_offsets, *in_offsets; /* by vertex, for the degrees in mg_ctx */
    void *state;                              /* NULL: the labels stay in saved_label */
    const void *params;
    const double *totals;    /* totals of earlier phases, for `init` */
    uint32_t round;          /* of the innermost loop around the phase */
    void *saved_label;       /* n labels by position, as of the last release of the tile */
    void *inbox;             /* n labels by position: best value sent by other tiles or by the vertex itself */
    uint32_t *flag;          /* by tile (MG_TILE_FREE, MG_TILE_OWNED) */
    uint32_t *queue;         /* notified tiles that no block owns: tile + 1; 0: empty place */
    uint32_t queue_capacity; /* a power of two, more than tiles and blocks */
    uint32_t hops;           /* between two exchanges of messages */
    mg_tiles_control *control;
    long long slice_clocks;
} mg_tiles_args;

/* Byte offsets in a block's shared memory; `total`: its size. */
typedef struct mg_tiles_layout {
    uint32_t last_sent, weights, begin, local, queue, counts, total;
} mg_tiles_layout;

static inline
#ifdef __CUDACC__
    __host__ __device__
#endif
        uint32_t
        mg_tiles_round(uint32_t bytes) {
    return (bytes + 15u) & ~15u;
}

/* The labels are at offset 0. */
static inline
#ifdef __CUDACC__
    __host__ __device__
#endif
        mg_tiles_layout
        mg_tiles_lay_out(const mg_tiles *t, uint32_t value_size, uint32_t weight_size) {
    mg_tiles_layout at;
    at.last_sent = mg_tiles_round(t->most_vertices * value_size);
    at.weights = at.last_sent + mg_tiles_round(t->most_boundary * value_size);
    at.begin = at.weights + mg_tiles_round(t->most_local * weight_size);
    at.local = at.begin + mg_tiles_round((t->most_vertices + 1) * 2);
    at.queue = at.local + mg_tiles_round(t->most_local * 2);
    at.counts = at.queue + 2 * mg_tiles_round(t->most_vertices * 2);
    at.total = at.counts + mg_tiles_round((MG_TILES_COUNTS + (t->most_vertices + 31) / 32) * 4);
    return at;
}

#endif
