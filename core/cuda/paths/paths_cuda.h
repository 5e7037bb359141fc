/* SPDX-License-Identifier: Apache-2.0
 *
 * paths_cuda.h: dependencies by shortest paths on the CUDA backend. C11.
 */
#ifndef MG_CORE_CUDA_PATHS_PATHS_CUDA_H
#define MG_CORE_CUDA_PATHS_PATHS_CUDA_H

#include "core/engine/paths_job.h"

/* `paths` of mg_backend. */
mg_status mg__cuda_paths(mg_context *context, const mg_paths_job *job);

#endif
