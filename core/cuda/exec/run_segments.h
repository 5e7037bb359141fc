/* SPDX-License-Identifier: Apache-2.0
 *
 * run_segments.h: pushes along segments of receivers with high in-degree.
 */
#ifndef MG_CORE_CUDA_EXEC_RUN_SEGMENTS_H
#define MG_CORE_CUDA_EXEC_RUN_SEGMENTS_H

#include "core/cuda/exec/cuda_run.h"
#include "core/cuda/kernel/segments/segments_args.h"

typedef struct mg_cuda_segments {
    mg_segments_args args; /* args.sums belongs to the phase */
    const void *kernel;
    uint32_t blocks, shared;
} mg_cuda_segments;

/* The segments that the phase pushes along, built if need be; NULL where it uses none. */
mg_status mg__cuda_get_segments(mg_cuda_run *run, const struct mg_segments_built **built);
/* Prepares such pushes, and sets from how many edges on the loop kernel leaves a push to the segments kernel. */
mg_status mg__cuda_prepare_segments(mg_cuda_run *run, mg_cuda_segments *segments, mg_loop_args *arguments);
/* Queues the launches that precede the loop kernel's part of such a push. */
mg_status mg__cuda_queue_segments(mg_cuda_run *run, mg_cuda_segments *segments, const mg_loop_args *arguments,
                                  const mg_loop_state *state);

#endif
