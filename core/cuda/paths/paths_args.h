/* SPDX-License-Identifier: Apache-2.0
 *
 * paths_args.h: the argument of the kernels that count shortest paths and what depends on them. C11 and CUDA C++.
 *
 * Some sources are searched at the same time, each in a lane of its own: entry v * lanes + lane is vertex v as lane
 * sees it. Distances come first, by a near-far queue; then the entries in an order in which every one comes after those
 * before it on shortest paths: level by level, a level being the entries whose predecessors are all in earlier ones.
 */
#ifndef MG_CORE_CUDA_PATHS_PATHS_ARGS_H
#define MG_CORE_CUDA_PATHS_PATHS_ARGS_H

#include <cuda_runtime_api.h>
#include <stdint.h>

enum {
    MG_PATHS_THREADS = 256, /* of a thread block */
    MG_PATHS_STEPS = 8,     /* near steps between two looks of the host; even */
    MG_PATHS_LEVELS = 16    /* levels between two looks */
};

typedef enum mg_paths_step {
    MG_PATHS_CLEAR,    /* no entry is reached; a thread takes an entry */
    MG_PATHS_START,    /* the sources; a thread takes a lane */
    MG_PATHS_RELAX,    /* near entries lower the distances of their neighbours; a group of threads takes an entry */
    MG_PATHS_LEAST,    /* the least distance of the far entries that are still far; a thread takes an entry */
    MG_PATHS_SPLIT,    /* far entries below the limit become near; likewise */
    MG_PATHS_COUNT,    /* number of predecessors of each reached entry; a group takes an entry */
    MG_PATHS_FORWARD,  /* paths to the entries of a level, and the entries of the next one; likewise */
    MG_PATHS_BACKWARD, /* what depends on the entries of a level; likewise */
    MG_PATHS_VERTICES, /* adds up what depends on vertices, lane by lane; a thread takes a vertex */
    MG_PATHS_ARCS      /* the same of arcs; a thread takes an arc */
} mg_paths_step;

/* What the host reads. */
typedef struct mg_paths_counts {
    uint32_t near[MG_PATHS_STEPS + 1]; /* entries in the queue of each step */
    uint32_t far[2];                   /* entries in the two lists */
    uint32_t lost;                     /* 1: a weight is lost in a distance */
    unsigned long long least;          /* bits of the least distance */
} mg_paths_counts;

typedef struct mg_device_rows {
    const uint64_t *offsets;
    const uint32_t *neighbours;
    const double *weights; /* NULL: all 1 */
} mg_device_rows;

/* All arrays are in device memory. */
typedef struct mg_paths_args {
    uint32_t n, lanes;
    uint32_t group; /* threads that take an entry together: a power of two, at most 32 */
    mg_device_rows out, in;
    const uint32_t *arc_source; /* of each arc of `out`; NULL: not needed */
    const uint32_t *sources;    /* by lane */
    /* by entry */
    double *distance, *dependency;
    double *mantissa; /* number of paths: mantissa * 2^(512 * exponent) */
    int32_t *exponent;
    uint32_t *pending;   /* predecessors that are in no level so far */
    uint32_t *near_mark; /* number of the last step for which it was queued */
    uint32_t *far_mark;  /* 1: it is in the far list */
    uint32_t *near[2], *far[2];
    uint32_t *order; /* entries level by level */
    /* by level */
    uint32_t *level_begin, *level_count;
    mg_paths_counts *counts;
    double *sums;   /* by vertex or arc */
    double limit;   /* of near distances */
    double before;  /* the limit before, of a split */
    uint32_t step;  /* position in counts->near */
    uint32_t stamp; /* number of the step, from 1 on */
    uint32_t list;  /* which of `far` is filled */
    uint32_t level;
} mg_paths_args;

/* Launches the kernel of a step. */
cudaError_t mg__launch_paths(const mg_paths_args *args, mg_paths_step step, uint32_t blocks, cudaStream_t stream);

#endif
