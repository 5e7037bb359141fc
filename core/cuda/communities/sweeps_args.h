/* SPDX-License-Identifier: Apache-2.0
 *
 * sweeps_args.h: the argument of the kernels that move vertices between communities, and of those that
 * refine communities. C11 and CUDA C++.
 */
#ifndef MG_CORE_CUDA_COMMUNITIES_SWEEPS_ARGS_H
#define MG_CORE_CUDA_COMMUNITIES_SWEEPS_ARGS_H

#include "core/cuda/communities/level.h"
#include "core/graph/move_group.h"

#define MG_SWEEP_THREADS 256u       /* of a thread block */
#define MG_SWEEP_WIDE_THREADS 1024u /* of one that works on a wide vertex */

/* Vertices by the entries of their rows, and what works on one of them: a thread that compares all pairs, a warp or a
 * thread block with a table in shared memory, a large thread block with one in global memory. */
enum {
    MG_SWEEP_CLASSES = 4,
    MG_SWEEP_THREAD_WIDTH = 8, /* most entries of a vertex of the first class, ... */
    MG_SWEEP_WARP_WIDTH = 128,
    MG_SWEEP_BLOCK_WIDTH = 1024,
    MG_SWEEP_WARP_SLOTS = 2 * MG_SWEEP_WARP_WIDTH,
    MG_SWEEP_BLOCK_SLOTS = 2 * MG_SWEEP_BLOCK_WIDTH,
    MG_SWEEP_BUCKETS = MG_MOVE_GROUPS * MG_SWEEP_CLASSES, /* class c of group k is bucket 4 k + c */
    MG_SWEEP_CHUNK = 4096 /* vertices that a thread block sorts into buckets at a time */
};

/* Of a sweep; all begin as 0. */
typedef struct mg_sweep_counts {
    unsigned long long moves, visited;    /* visited: entries of rows of the vertices that may move */
    uint32_t bucket[MG_SWEEP_BUCKETS];    /* vertices */
    uint32_t filled[MG_SWEEP_BUCKETS];    /* of them in the list */
    uint32_t begin[MG_SWEEP_BUCKETS + 1]; /* in the list */
    uint32_t task[MG_MOVE_GROUPS];        /* of choices, that a thread block takes next */
} mg_sweep_counts;

typedef enum mg_sweep_step {
    MG_SWEEP_COUNT,  /* counts the vertices of each bucket */
    MG_SWEEP_FILL,   /* lists them, by bucket */
    MG_SWEEP_CHOOSE, /* where the vertices of a group go, without wide ones */
    MG_SWEEP_WIDE,   /* where wide vertices go */
    MG_SWEEP_MOVE    /* they go there; their neighbours may move now, or the cuts of parts change */
} mg_sweep_step;

/* All arrays are in device memory; those of mg_clustering under their names. */
typedef struct mg_moves_args {
    mg_level level;
    uint32_t *label, *next; /* next: after the moves of the group */
    unsigned long long *label_strength;
    uint32_t *size;
    uint8_t *active;
    uint32_t *list, *target; /* vertices by bucket; where each goes, MG_NONE: it stays */
    mg_sweep_counts *counts;
    uint32_t *slot_labels; /* tables of wide vertices: `slots` of each thread block */
    void *slot_sums;
    uint64_t slots;
    uint64_t sweep_key;
    uint32_t groups;
    double scale, least;
    uint32_t group; /* of this launch */
    /* Of a refinement, else NULL. Then the labels above are those of parts, and `active` has the vertices that may join
     * one of their community. */
    const uint32_t *community;
    const unsigned long long *community_strength;
    unsigned long long *within, *cut; /* of a vertex, and by part: weight of edges to the rest of the community */
    uint8_t *came;                    /* of a vertex: 1 + the group with which it joined a part */
    uint32_t side;                    /* of this launch */
} mg_moves_args;

/* Launches the kernel of a step. */
cudaError_t mg__launch_sweep(const mg_moves_args *args, mg_sweep_step step, uint32_t blocks, cudaStream_t stream);
cudaError_t mg__launch_choose(const mg_moves_args *args, bool wide, uint32_t blocks, cudaStream_t stream);

#endif
