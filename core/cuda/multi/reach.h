/* SPDX-License-Identifier: Apache-2.0
 *
 * reach.h: launches of the kernels that find the components outside of one whose vertices are known. C11 and CUDA C++.
 */
#ifndef MG_CORE_CUDA_MULTI_REACH_H
#define MG_CORE_CUDA_MULTI_REACH_H

#include "core/cuda/multi/exchange_args.h"
#include "core/cuda/multi/forest.h"

/* Of one part; all 0 at first. */
typedef struct mg_reach_own {
    uint32_t count, longs; /* own vertices outside that have edges: of short rows, of long ones */
    uint32_t pairs;
    uint32_t largest; /* complement of the smallest own vertex that was reached; 0: none was */
} mg_reach_own;

typedef struct mg_reach_args {
    void *states; /* n states, `stride` bytes apart, which begin with the pointer */
    uint32_t n, stride;
    uint32_t own_begin, own_end;
    uint32_t parts, part;
    uint32_t source;         /* own vertices that were reached point to it, others to MG_NONE */
    uint32_t room;           /* places of a list: own vertices of the largest part */
    const uint32_t *offsets; /* rows of own vertices, by vertex */
    const uint32_t *neighbours;
    /* by part, on its device: */
    mg_reach_own *own[MG_TEAM_MAX];
    uint32_t *list[MG_TEAM_MAX];        /* vertices of short rows from the front, of long ones from the back */
    mg_forest_pair *pairs[MG_TEAM_MAX]; /* listed vertices that are not roots, with their roots */
} mg_reach_args;

/* Lists own vertices outside, which point to themselves; finds the smallest own vertex that was reached. */
cudaError_t mg__reach_list(const mg_reach_args *arguments, uint32_t sms, cudaStream_t stream);
/* Once all parts have listed: listed vertices of other parts point to themselves; own rows are linked; pairs. */
cudaError_t mg__reach_link(const mg_reach_args *arguments, uint32_t sms, cudaStream_t stream);
/* Once all parts have linked: hooks the pairs of all others, and points own vertices to their roots. */
cudaError_t mg__reach_end(const mg_reach_args *arguments, uint32_t sms, cudaStream_t stream);

#endif
