/* SPDX-License-Identifier: Apache-2.0
 *
 * tiles_args.h: a graph cut into tiles, and what the host hands to the tiles kernel. C11 and CUDA C++.
 *
 * A tile is a few thousand connected vertices with the edges between them. Its vertices have consecutive positions,
 * first those that have edges to or from other tiles (the boundary).
 */
#ifndef MG_CORE_CUDA_KERNEL_TILES_TILES_ARGS_H
#define MG_CORE_CUDA_KERNEL_TILES_TILES_ARGS_H

#include <stdint.h>

enum {
    MG_TILES_THREADS = 512,
    MG_TILES_COUNTS = 4, /* words */
    MG_TILES_ALIGN = 8   /* a tile's local edges begin at a multiple of this: 16 bytes of ids */
};

/* A tile's flag: the smallest priority that waits in its inbox (it is held or in the queue), or one of these. */
#define MG_TILE_FREE 0xffffffffu /* nothing waits, and no block holds it */
#define MG_TILE_OWNED 0xfffffffeu

/* The tiles of one direction of a graph; n vertices, all arrays in device memory. */
typedef struct mg_tiles {
    uint32_t n, count;
    uint32_t most_vertices, most_boundary, most_local; /* of any tile: what its shared memory must hold */
    uint32_t *vertex;                                  /* n: the vertex at a position */
    uint32_t *first;                                   /* count + 1: a tile's first position */
    uint32_t *boundary;                                /* count: how many of its vertices are boundary */
    uint32_t *local_first;                             /* count + 1: its first local edge */
    uint16_t *begin;        /* n + count: per tile, its vertices' first edges and their end, counted in the tile */
    uint16_t *local;        /* the other end of a local edge, counted in the tile */
    uint32_t *remote_begin; /* n + 1: by position, edges that leave the tile */
    uint32_t *remote, *remote_tile;   /* the other end's position and tile */
    uint64_t local_size, remote_size; /* edges of both kinds, local ones with the gaps of alignment */
} mg_tiles;

/* A slice is stopped when its time is over. */
enum mg_tiles_end { MG_TILES_RUNNING, MG_TILES_STOPPED, MG_TILES_DONE };

/* What the blocks share while they work. */
typedef struct mg_tiles_control {
    uint32_t arrived; /* of the grid barrier */
    uint32_t padding0[31];
    uint32_t tickets; /* numbers that blocks drew, each for a place of the queue */
    uint32_t padding1[31];
    uint32_t enqueued; /* places that were filled */
    uint32_t padding2[31];
    uint32_t end; /* an mg_tiles_end */
    uint32_t started;
    uint32_t padding3[30];
    unsigned long long vertices, edges, tiles_processed; /* expanded and visited, tiles served */
} mg_tiles_control;

typedef struct mg_tiles_args {
    mg_tiles tiles;
    const void *local_weights, *remote_weights; /* in the edges' orders; NULL: all 1 */
    uint32_t weight_size;
    const uint32_t *out_offsets, *in_offsets; /* by vertex, for the callbacks' degrees */
    void *state;                              /* NULL: the labels stay where they are settled */
    const void *params;
    const double *totals; /* what the phases before left, for `init` */
    void *saved_label;    /* n values by position: what the tile's block knew when it left the tile */
    void *inbox;          /* n values by position: what others sent, and what boundary vertices told */
    uint32_t *flag;       /* by tile */
    uint32_t *queue;      /* of tiles that are called and that no block holds: tile + 1, 0 where a place is empty */
    uint32_t queue_capacity; /* of the queue: a power of two, more than tiles and blocks */
    uint32_t hops;        /* between two exchanges */
    mg_tiles_control *control;
    long long slice_clocks;
} mg_tiles_args;

/* Where things lie in a block's shared memory, in bytes; `total` is what a launch asks for. */
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

/* Labels come first. */
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
