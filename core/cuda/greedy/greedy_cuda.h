/* SPDX-License-Identifier: Apache-2.0
 *
 * greedy_cuda.h: greedy independent sets and colourings on the CUDA backend. C11.
 */
#ifndef MG_CORE_CUDA_GREEDY_GREEDY_CUDA_H
#define MG_CORE_CUDA_GREEDY_GREEDY_CUDA_H

#include "core/engine/backend.h"

/* `direct` and `direct_memory` of mg_backend for the kinds MG_DIRECT_MIS and MG_DIRECT_COLORING. */
mg_status mg__cuda_greedy(mg_context *context, const mg_graph *graph, mg_direct_job *job);
mg_status mg__cuda_greedy_memory(mg_context *context, const mg_graph *graph, const mg_direct_job *job,
                                 mg_memory_need *need);

#endif
