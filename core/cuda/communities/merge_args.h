/* SPDX-License-Identifier: Apache-2.0
 *
 * merge_args.h: the argument of the kernels that begin a level of Louvain and merge its communities to the next one.
 * C11 and CUDA C++.
 */
#ifndef MG_CORE_CUDA_COMMUNITIES_MERGE_ARGS_H
#define MG_CORE_CUDA_COMMUNITIES_MERGE_ARGS_H

#include "core/cuda/communities/level.h"

/* Of a level; all begin as 0. */
typedef struct mg_merge_counts {
    unsigned long long total, joined, widest; /* joined: vertices that have edges */
    unsigned long long inside;                /* to be added to that of the level before */
    unsigned long long limbs[4];              /* of the sum of the squares of strengths: limbs[i] times 2^(32 i) */
    unsigned long long arcs;                  /* between communities */
    unsigned long long edges;                 /* of the next level */
} mg_merge_counts;

typedef enum mg_merge_step {
    MG_MERGE_STRENGTHS,   /* of the vertices of the first level: one side */
    MG_MERGE_BEGIN,       /* each vertex is a community; counts strengths and widths */
    MG_MERGE_USED,        /* number: 1 for a label that vertices have */
    MG_MERGE_COMMUNITIES, /* number has prefix sums: numbers of the next level's vertices, their strengths and keys */
    MG_MERGE_ARCS,        /* keys and weights of arcs between communities: one side */
    MG_MERGE_ROWS,        /* neighbours of the next level */
    MG_MERGE_OFFSETS,     /* its rows */
    MG_MERGE_VERTICES     /* of the first level: their vertices of the next one */
} mg_merge_step;

/* All arrays are in device memory. */
typedef struct mg_merge_args {
    mg_level level;
    uint32_t side; /* of this launch */
    bool directed; /* a loop counts once: its rows have it twice */
    uint32_t *label, *size;
    unsigned long long *label_strength;
    uint8_t *active;
    uint32_t *number;             /* by label, and one more */
    uint32_t *community;          /* of a vertex: the next level's */
    uint32_t *least, *next_least; /* of the first level's vertices in a vertex: the least key; first level: NULL */
    uint32_t first_n, *vertex;    /* of a vertex of the first level: that of this one */
    uint64_t *keys;               /* of arcs: the communities of their ends, above and below `bits` */
    void *weights;                /* of arcs; NULL: all 1 */
    uint32_t bits;
    uint64_t edges; /* of the next level */
    uint32_t next_n;
    uint64_t *next_strength, *next_offsets;
    uint32_t *next_neighbours;
    mg_merge_counts *counts;
} mg_merge_args;

/* Launches the kernel of a step. */
cudaError_t mg__launch_merging(const mg_merge_args *args, mg_merge_step step, cudaStream_t stream);

#endif
