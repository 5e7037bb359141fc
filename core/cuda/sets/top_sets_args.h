/* SPDX-License-Identifier: Apache-2.0
 *
 * top_sets_args.h: arguments of the kernel that finds the most similar pairs (top_sets.cu).
 */
#ifndef MG_CORE_CUDA_SETS_TOP_SETS_ARGS_H
#define MG_CORE_CUDA_SETS_TOP_SETS_ARGS_H

#include <cuda_runtime_api.h>
#include <stdbool.h>
#include <stdint.h>

#define MG_TOP_SETS_THREADS 512u /* of a thread block */
#define MG_TOP_SETS_NONE 0xffffffffu

/* Of two pairs the better one has the smaller key, and of equal keys the smaller pair. */
typedef struct mg_top_sets_bound {
    unsigned long long key;  /* the complement of the score's bits */
    unsigned long long pair; /* ranks: the smaller one in the upper half */
} mg_top_sets_bound;

typedef struct mg_top_sets_control {
    mg_top_sets_bound worst;  /* pairs that are worse are not kept */
    unsigned long long kept;  /* places of candidates that thread blocks have taken, which may exceed `room` */
    unsigned long long valid; /* the least place that did not fit; candidates below it are there */
    uint32_t next;            /* rank of the first source that no thread block has taken */
} mg_top_sets_control;

/* All arrays are in device memory. */
typedef struct mg_top_sets_args {
    const void *offsets[2]; /* of out-edges, of in-edges; 64-bit if `wide`, else 32-bit. Rows are sorted */
    const uint32_t *neighbours[2];
    uint32_t n;
    bool wide;
    int measure;
    const uint32_t *sizes; /* by vertex */
    const uint32_t *rank;  /* by vertex, and the vertex of each rank; both NULL: the index */
    const uint32_t *by_rank;
    uint32_t end;            /* of the ranks of sources of this launch */
    uint32_t *common;        /* n counters of each thread block, 0 between two sources */
    uint32_t *touched;       /* n vertices of each thread block */
    uint32_t *pending;       /* of each thread block: the rank of a source whose pairs did not fit, or NONE */
    unsigned long long *key; /* the candidates */
    unsigned long long *pair;
    uint64_t room; /* for so many */
    mg_top_sets_control *control;
} mg_top_sets_args;

/* Launches the kernel. Thread blocks end when no source is left or when one's pairs do not fit. */
cudaError_t mg__launch_top_sets(const mg_top_sets_args *args, uint32_t blocks, cudaStream_t stream);

#endif
