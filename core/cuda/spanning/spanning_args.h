/* SPDX-License-Identifier: Apache-2.0
 *
 * spanning_args.h: the argument of the kernels of minimum spanning forests. C11 and CUDA C++.
 */
#ifndef MG_CORE_CUDA_SPANNING_SPANNING_ARGS_H
#define MG_CORE_CUDA_SPANNING_SPANNING_ARGS_H

#include <cuda_runtime_api.h>
#include <stdbool.h>
#include <stdint.h>

#define MG_SPANNING_THREADS 256u
#define MG_SPANNING_EACH 4u /* arcs or edges that a thread has of a tile */
#define MG_SPANNING_NONE 0xffffffffu

/* The type of weights; NONE: all are 1. */
enum { MG_SPANNING_UNWEIGHTED, MG_SPANNING_INTEGER, MG_SPANNING_REAL };

/* An edge between two trees. */
typedef struct mg_spanning_edge {
    uint32_t tree[2]; /* their roots */
    uint32_t order;   /* the weight as a number in the same order */
    uint32_t arc;     /* from the smaller end */
} mg_spanning_edge;

/* All arrays are in device memory. Of two that are alike, rounds use one after the other. */
typedef struct mg_spanning_args {
    uint32_t n, arcs;
    uint32_t largest; /* the vertex with most arcs */
    int weight_type;
    bool wide; /* offsets of 64 bits */
    const void *offsets;
    const uint32_t *neighbours;
    const void *weights;
    uint32_t *next; /* of a vertex: on the way to the root of its tree; the root itself */
    uint32_t *edge; /* of a vertex: the arc by which its tree was joined to another one; MG_SPANNING_NONE: none */
    unsigned long long *best[2]; /* of a root: the order of its lightest edge to another tree, and below it the arc */
    mg_spanning_edge *list[2];
    uint32_t *count[2]; /* of edges of the list */
    uint32_t *least;    /* of a root: the smallest vertex of its tree */
    uint32_t *component, *source, *target,
        *weight;    /* results; component: the root before; weight: 32 bits of any type, NULL without weights */
    uint32_t round; /* from 0 */
} mg_spanning_args;

typedef enum mg_spanning_step {
    MG_SPANNING_BEGIN, /* every vertex is a tree */
    MG_SPANNING_FIRST, /* lists all edges, and finds the lightest of each vertex */
    MG_SPANNING_AGAIN, /* lists the edges of the round before that still join two trees, and finds the lightest ones */
    MG_SPANNING_JOIN,  /* joins each tree to that at the other end of its lightest edge */
    MG_SPANNING_ROOTS, /* finds the root of each vertex, and the smallest vertex of each tree */
    MG_SPANNING_RESULT /* writes the results */
} mg_spanning_step;

/* Launches the kernel of a step with a grid of `blocks` thread blocks. */
cudaError_t mg__launch_spanning(const mg_spanning_args *args, mg_spanning_step step, uint32_t blocks,
                                cudaStream_t stream);

#endif
