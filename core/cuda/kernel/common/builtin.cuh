/* SPDX-License-Identifier: Apache-2.0
 *
 * builtin.cuh: the kernels of the phase MG_INSTANTIATE, compiled ahead of time. No include guard: once per phase.
 */
#include "core/cuda/kernel/common/kernels.cuh"

#include <multigraph/phases.h>

typedef typed_program<MG__CUDA_JOIN(MG_INSTANTIATE, _tag)> MG__CUDA_JOIN(MG_INSTANTIATE, _policy);

static const mg_kernel_table MG__CUDA_JOIN(mg__cuda_kernels_,
                                           MG_INSTANTIATE) = mg_kernels_of<MG__CUDA_JOIN(MG_INSTANTIATE, _policy)>();
static const mg_phase MG__CUDA_JOIN(mg__cuda_phase_, MG_INSTANTIATE) = {
    .name = MG__CUDA_TEXT(MG_INSTANTIATE), .cuda = &MG__CUDA_JOIN(mg__cuda_kernels_, MG_INSTANTIATE)};
