/* SPDX-License-Identifier: Apache-2.0
 *
 * backend_cuda.h: what the rest of the library sees of the CUDA backend; there only in a build with CUDA.
 */
#ifndef MG_CORE_CUDA_BACKEND_CUDA_H
#define MG_CORE_CUDA_BACKEND_CUDA_H

#include "core/engine/backend.h"

extern const mg_backend mg__cuda_backend;

#endif
