/* SPDX-License-Identifier: Apache-2.0
 *
 * sweeps_cuda.h: sweeps over a level that is on the device. C11.
 */
#ifndef MG_CORE_CUDA_COMMUNITIES_SWEEPS_CUDA_H
#define MG_CORE_CUDA_COMMUNITIES_SWEEPS_CUDA_H

#include "core/cuda/communities/sweeps_args.h"
#include "core/cuda/device/device.h"

typedef struct mg_sweeps {
    mg_moves_args args; /* the arrays of mg__sweeps_lay_out(), and the level and its communities */
    const char *stage;
    uint32_t convergence_share, most_sweeps;
    uint64_t (*next_key)(void *keys); /* of the next sweep */
    void *keys;
    uint64_t joined;     /* vertices that have edges; 0 if `convergence_share` is */
    uint64_t widest;     /* entries of the rows of a vertex */
    uint32_t tables;     /* of wide vertices */
    void *block;         /* of them */
    cudaStream_t beside; /* where wide vertices decide while others do */
    cudaEvent_t fork, join;
    /* results */
    uint32_t sweeps;
    uint64_t moved, last_moved; /* moves of all sweeps, of the last one */
    uint64_t visited;           /* entries of rows */
} mg_sweeps;

/* Carves what sweeps over n vertices work with: counts, list, target, next, active. */
void mg__sweeps_lay_out(char *base, uint64_t *at, uint64_t n, mg_moves_args *args);
/* Sweeps until the level ends, all communities being in place and `active` set. Sets `label` of the vertices, and
 * strengths and sizes by label. */
mg_status mg__sweeps_run(mg_context *context, mg_cuda *cuda, mg_sweeps *s);

#endif
