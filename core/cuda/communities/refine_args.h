/* SPDX-License-Identifier: Apache-2.0
 *
 * refine_args.h: the argument of the kernels that a level of Leiden has besides those of Louvain: communities become
 * parts of vertices that are alone, and pass to the next level. C11 and CUDA C++.
 */
#ifndef MG_CORE_CUDA_COMMUNITIES_REFINE_ARGS_H
#define MG_CORE_CUDA_COMMUNITIES_REFINE_ARGS_H

#include "core/cuda/communities/sweeps_args.h"

/* Of the communities of a level; all begin as 0. */
typedef struct mg_refine_counts {
    unsigned long long inside;   /* weight of the edges within communities */
    unsigned long long limbs[4]; /* of the sum of the squares of their strengths: limbs[i] times 2^(32 i) */
    unsigned long long communities;
} mg_refine_counts;

typedef enum mg_refine_step {
    MG_REFINE_WITHIN, /* of each vertex: weight of its edges within its community; one side */
    MG_REFINE_PARTS,  /* each vertex is a part; which may join another one */
    MG_REFINE_COUNT,  /* the communities */
    MG_REFINE_TAKE,   /* these are the best of the first level's vertices so far */
    MG_REFINE_HOMES,  /* communities of the next level's vertices, under their names of this one */
    MG_REFINE_NAMES,  /* their first vertices, at the next level */
    MG_REFINE_LABELS  /* the vertices of the level go to their communities */
} mg_refine_step;

/* All arrays are in device memory. */
typedef struct mg_refine_args {
    mg_moves_args parts; /* of the refinement, with `community` and what follows */
    uint32_t *label, *size;
    unsigned long long *label_strength; /* of the communities */
    const uint32_t *next_vertex;        /* of a vertex: its part as a vertex of the next level */
    uint32_t next_n, *home;             /* of a vertex: its community before it is named */
    uint32_t *name;                     /* by community: its first vertex; NULL: itself */
    const uint32_t *vertex;             /* of a vertex of the first level: that of this one; NULL: itself */
    uint32_t first_n, *best;            /* of a vertex of the first level: its community */
    mg_refine_counts *counts;
} mg_refine_args;

/* Launches the kernel of a step. */
cudaError_t mg__launch_refining(const mg_refine_args *args, mg_refine_step step, cudaStream_t stream);

#endif
