/* SPDX-License-Identifier: Apache-2.0
 *
 * strong_cuda.h: strongly connected components on the CUDA backend. C11.
 */
#ifndef MG_CORE_CUDA_STRONG_STRONG_CUDA_H
#define MG_CORE_CUDA_STRONG_STRONG_CUDA_H

#include "core/engine/backend.h"

/* `direct` and `direct_memory` of mg_backend for the kind MG_DIRECT_SCC. */
mg_status mg__cuda_strong(mg_context *context, const mg_graph *graph, mg_direct_job *job);
mg_status mg__cuda_strong_memory(mg_context *context, const mg_graph *graph, const mg_direct_job *job,
                                 mg_memory_need *need);

#endif
