/* SPDX-License-Identifier: Apache-2.0
 *
 * moves_args.h: the argument of the kernels that move vertices between communities. C11 and CUDA C++.
 */
#ifndef MG_CORE_CUDA_COMMUNITIES_MOVES_ARGS_H
#define MG_CORE_CUDA_COMMUNITIES_MOVES_ARGS_H

#include "core/graph/move_group.h"

#include <cuda_runtime_api.h>

#define MG_MOVES_THREADS 256u /* of a thread block */

/* Vertices by the entries of their rows, and what works on one of them: a warp with a table in shared memory, a thread
 * block with one in shared memory, a thread block with one in global memory. */
enum {
    MG_MOVES_CLASSES = 3,
    MG_MOVES_WARP_SLOTS = 256, /* twice the entries of the widest vertex of a class */
    MG_MOVES_BLOCK_SLOTS = 2048,
    MG_MOVES_BUCKETS = MG_MOVE_GROUPS * MG_MOVES_CLASSES, /* class c of group k is bucket 3 k + c */
    MG_MOVES_CHUNK = 4096 /* vertices that a thread block sorts into buckets at a time */
};

typedef struct mg_moves_counts {
    unsigned long long moves, visited; /* of a sweep: moves; entries of rows of the vertices that may move */
    uint32_t bucket[MG_MOVES_BUCKETS]; /* vertices; then where the next one goes */
} mg_moves_counts;

typedef enum mg_moves_step {
    MG_MOVES_COUNT,       /* counts the vertices of each bucket */
    MG_MOVES_FILL,        /* lists them, by bucket */
    MG_MOVES_CHOOSE_WARP, /* where the listed vertices of a bucket go; by class */
    MG_MOVES_CHOOSE_BLOCK,
    MG_MOVES_CHOOSE_WIDE,
    MG_MOVES_MOVE,      /* the listed vertices of a group go there; a thread each */
    MG_MOVES_WAKE_WARP, /* their neighbours may move now; a warp for each that moved */
    MG_MOVES_WAKE_BLOCK /* likewise, a thread block */
} mg_moves_step;

/* All arrays are in device memory; those of mg_coarse and mg_clustering under their names. */
typedef struct mg_moves_args {
    uint32_t n, row_count;
    struct {
        const uint64_t *begin, *end;
        const uint32_t *neighbours;
        const uint64_t *weights;
    } rows[2];
    const uint32_t *key; /* NULL: the index */
    const uint64_t *strength;
    uint32_t *label;
    unsigned long long *label_strength;
    uint32_t *size;
    uint8_t *active;
    uint32_t *list, *target; /* vertices by bucket; where each goes, MG_NONE: it stays */
    mg_moves_counts *counts;
    uint32_t *slot_labels; /* tables of vertices of the last class: `slots` of each thread block */
    unsigned long long *slot_sums;
    uint64_t slots;
    uint64_t sweep_key;
    double scale, least;
    uint32_t first, listed; /* part of the list for this launch */
} mg_moves_args;

/* Launches the kernel of a step. */
cudaError_t mg__launch_moves(const mg_moves_args *args, mg_moves_step step, uint32_t blocks, cudaStream_t stream);

#endif
