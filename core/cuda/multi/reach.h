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
    uint32_t count;   /* pairs */
    uint32_t largest; /* complement of the smallest own vertex that was reached; 0: none was */
} mg_reach_own;

typedef struct mg_reach_args {
    void *states; /* n states, `stride` bytes apart, which begin with the pointer */
    uint32_t n, stride;
    uint32_t own_begin, own_end;
    uint32_t parts, part;
    uint32_t *giant;                    /* parameter: the root of the component */
    mg_reach_own *own[MG_TEAM_MAX];     /* by part, on its device */
    mg_forest_pair *pairs[MG_TEAM_MAX]; /* likewise: vertices outside of the component that are not roots */
} mg_reach_args;

/* The smallest own vertex that was reached: whose pointer is not MG_NONE. */
cudaError_t mg__reach_least(const mg_reach_args *arguments, uint32_t sms, cudaStream_t stream);
/* Then: own vertices that were reached point to the smallest of all parts, the others to themselves. */
cudaError_t mg__reach_settle(const mg_reach_args *arguments, uint32_t sms, cudaStream_t stream);
/* Lists the pairs of this part; hooks those of all others; points own vertices to their roots. */
cudaError_t mg__reach_send(const mg_reach_args *arguments, uint32_t sms, cudaStream_t stream);
cudaError_t mg__reach_take(const mg_reach_args *arguments, uint32_t sms, cudaStream_t stream);

#endif
