/* SPDX-License-Identifier: Apache-2.0
 *
 * phase_kernels.h: the kernels of a phase: compiled with the library for built-in programs, linked at run time for
 * programs from files.
 */
#ifndef MG_CORE_CUDA_EXEC_PHASE_KERNELS_H
#define MG_CORE_CUDA_EXEC_PHASE_KERNELS_H

#include "core/cuda/exec/cuda_run.h"
#include "core/cuda/kernel/common/kernels.h"

/* Starts to link kernels of a program's file, in the background. For other programs: UNSUPPORTED where the first of
 * them was not built. */
mg_status mg__cuda_begin_kernels(mg_cuda_run *run, const mg_kernel_family *families, uint32_t count);
/* Is it a phase of a built-in program? */
bool mg__cuda_is_builtin(const mg_phase *phase);
/* Are there kernels of a family, or a source file to link them from? */
bool mg__cuda_is_built(const mg_cuda_run *run, mg_kernel_family family);
/* UNSUPPORTED where a built-in phase has no kernels of a family. */
mg_status mg__cuda_has_kernel(const mg_cuda_run *run, mg_kernel_family family);
/* The kernel, linked first if need be. UNSUPPORTED where there is none and no source file to link it from. */
mg_status mg__cuda_kernel(mg_cuda_run *run, mg_kernel_family family, const void **kernel);
/* Before a launch: replaces the quick kernel of a new program by the optimised one, once that is linked. */
mg_status mg__cuda_upgrade_kernel(mg_cuda_run *run, const void **kernel);

#endif
