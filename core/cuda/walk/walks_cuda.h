/* SPDX-License-Identifier: Apache-2.0
 *
 * walks_cuda.h: random walks on the CUDA backend. C11.
 */
#ifndef MG_CORE_CUDA_WALK_WALKS_CUDA_H
#define MG_CORE_CUDA_WALK_WALKS_CUDA_H

#include "core/engine/walk_job.h"

/* `walk` of mg_backend. */
mg_status mg__cuda_walk(mg_context *context, const mg_graph *graph, const mg_walk_job *job, mg_vertex *walks);

#endif
