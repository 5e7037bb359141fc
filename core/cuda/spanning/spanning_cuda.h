/* SPDX-License-Identifier: Apache-2.0
 *
 * spanning_cuda.h: minimum spanning forests on the CUDA backend. C11.
 */
#ifndef MG_CORE_CUDA_SPANNING_SPANNING_CUDA_H
#define MG_CORE_CUDA_SPANNING_SPANNING_CUDA_H

#include "core/engine/backend.h"

/* `direct` and `direct_memory` of mg_backend for the kind MG_DIRECT_FOREST. UNSUPPORTED: directed graphs, orders of
 * vertices, and weights of 64 bits. */
mg_status mg__cuda_spanning(mg_context *context, const mg_graph *graph, mg_direct_job *job);
mg_status mg__cuda_spanning_memory(mg_context *context, const mg_graph *graph, const mg_direct_job *job,
                                   mg_memory_need *need);

#endif
