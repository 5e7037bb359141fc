/* SPDX-License-Identifier: Apache-2.0
 *
 * truss_args.h: the argument of the kernels that take pairs of neighbours away for trussness. C11 and CUDA C++.
 */
#ifndef MG_CORE_CUDA_TRUSS_TRUSS_ARGS_H
#define MG_CORE_CUDA_TRUSS_TRUSS_ARGS_H

#include <cuda_runtime_api.h>
#include <stdint.h>

#define MG_TRUSS_THREADS 256u /* of a thread block */

/* As mg_pair_end of core/graph/pairs.h. */
typedef struct mg_truss_end {
    uint32_t neighbour, pair;
} mg_truss_end;

/* What the host reads after a step. */
typedef struct mg_truss_counts {
    uint32_t left;     /* pairs that stay, in the new list */
    uint32_t fewest;   /* triangles that one of them has */
    uint32_t going[2]; /* pairs of this round, of the next one; they change places from round to round */
} mg_truss_counts;

typedef enum mg_truss_step {
    MG_TRUSS_COUNT,  /* the triangles of all pairs; a warp takes a pair */
    MG_TRUSS_SURVEY, /* lists the pairs that stay, and finds the fewest triangles; a thread takes a pair */
    MG_TRUSS_PICK,   /* lists those that have so few; likewise */
    MG_TRUSS_MARK,   /* pairs of the round begin to go; likewise */
    MG_TRUSS_BREAK,  /* breaks their triangles; a warp takes a pair */
    MG_TRUSS_END,    /* they have gone; a thread takes a pair */
    MG_TRUSS_PRUNE   /* takes them out of the rows; a warp takes a vertex */
} mg_truss_step;

/* All arrays are in device memory. */
typedef struct mg_truss_args {
    uint32_t n, count; /* vertices, pairs */
    const uint64_t *forward_offsets;
    const uint32_t *forward_neighbours; /* whose positions are the numbers of pairs */
    const uint64_t *begin;              /* the rest as in mg_pairs */
    uint64_t *end;
    mg_truss_end *ends;
    const uint32_t *low, *high;
    uint32_t *triangles;         /* that a pair is in; of one that goes the level */
    uint8_t *state;              /* mg_truss_state */
    uint32_t *list, *list_after; /* pairs that stayed at the last survey; of the next one */
    uint32_t list_count;
    uint32_t *going[2];
    mg_truss_counts *counts;
    uint32_t round; /* parity of the round: which of `going` it takes away */
    uint32_t level;
} mg_truss_args;

/* Launches the kernel of a step. */
cudaError_t mg__launch_truss(const mg_truss_args *args, mg_truss_step step, uint32_t blocks, cudaStream_t stream);

#endif
