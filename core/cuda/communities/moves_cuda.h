/* SPDX-License-Identifier: Apache-2.0
 *
 * moves_cuda.h: sweeps of Leiden on the CUDA backend. C11.
 */
#ifndef MG_CORE_CUDA_COMMUNITIES_MOVES_CUDA_H
#define MG_CORE_CUDA_COMMUNITIES_MOVES_CUDA_H

#include "core/engine/move_job.h"

/* `move` of mg_backend. */
mg_status mg__cuda_move(mg_context *context, mg_move_job *job);

#endif
