/* SPDX-License-Identifier: Apache-2.0
 *
 * top_sets_cuda.h: the most similar pairs, on the CUDA backend. C11.
 */
#ifndef MG_CORE_CUDA_SETS_TOP_SETS_CUDA_H
#define MG_CORE_CUDA_SETS_TOP_SETS_CUDA_H

#include "core/engine/sets_job.h"

/* `top_sets` of mg_backend. */
mg_status mg__cuda_top_sets(mg_context *context, const mg_graph *graph, mg_top_sets_job *job);

#endif
