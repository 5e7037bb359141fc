/* SPDX-License-Identifier: Apache-2.0
 *
 * walk_args.h: the argument of the kernel of random walks. C11 and CUDA C++.
 */
#ifndef MG_CORE_CUDA_WALK_WALK_ARGS_H
#define MG_CORE_CUDA_WALK_WALK_ARGS_H

#include "core/graph/walk_step.h"

#include <cuda_runtime_api.h>

/* Rows first to first + count - 1, as in mg_walk_job. All arrays are in device memory. */
typedef struct mg_walk_args {
    mg_walk_graph graph;
    mg_walk_rule rule;
    const uint32_t *sources; /* NULL: vertex i is the source i */
    uint64_t first, count;
    uint32_t walks, length;
    uint32_t *out; /* count * (length + 1) */
} mg_walk_args;

/* Launches the kernel, which makes one walk a thread. */
cudaError_t mg__launch_walks(const mg_walk_args *args, cudaStream_t stream);

#endif
