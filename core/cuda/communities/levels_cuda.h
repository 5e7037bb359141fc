/* SPDX-License-Identifier: Apache-2.0
 *
 * levels_cuda.h: levels of Louvain and Leiden on the CUDA backend. C11.
 */
#ifndef MG_CORE_CUDA_COMMUNITIES_LEVELS_CUDA_H
#define MG_CORE_CUDA_COMMUNITIES_LEVELS_CUDA_H

#include "core/engine/levels_job.h"

/* `levels` of mg_backend. */
mg_status mg__cuda_levels(mg_context *context, mg_levels_job *job);

#endif
