/* SPDX-License-Identifier: Apache-2.0
 *
 * backends.c: the backends of this build, the only file that names them all.
 */
#include "core/cpu/backend_cpu.h"
#include "core/engine/backend.h"

#ifdef MG_HAVE_CUDA
#include "core/cuda/backend_cuda.h"
#endif

const mg_backend *const mg__backends[] = {
#ifdef MG_HAVE_CUDA
    &mg__cuda_backend,
#endif
    &mg__cpu_backend, NULL};
