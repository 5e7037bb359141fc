/* SPDX-License-Identifier: Apache-2.0
 *
 * sets_cuda.h: what rows have in common, on the CUDA backend. C11.
 */
#ifndef MG_CORE_CUDA_SETS_SETS_CUDA_H
#define MG_CORE_CUDA_SETS_SETS_CUDA_H

#include "core/engine/sets_job.h"

/* `sets` of mg_backend. */
mg_status mg__cuda_sets(mg_context *context, const mg_graph *graph, const mg_sets_job *job, uint32_t *common);

#endif
