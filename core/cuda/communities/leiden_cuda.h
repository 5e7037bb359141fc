/* SPDX-License-Identifier: Apache-2.0
 *
 * leiden_cuda.h: a pass of Leiden on the CUDA backend. C11.
 */
#ifndef MG_CORE_CUDA_COMMUNITIES_LEIDEN_CUDA_H
#define MG_CORE_CUDA_COMMUNITIES_LEIDEN_CUDA_H

#include "core/cuda/communities/level_run.h"

/* The levels of a pass, from the first one on. */
mg_status mg__cuda_pass(mg_level_run *r);

#endif
