/* SPDX-License-Identifier: Apache-2.0
 *
 * aspt_f32.cu: the kernels of the format aspt over float.
 */
#include "core/cuda/product/aspt/aspt_kernels.cuh"

extern "C" mg_aspt_kernels mg__aspt_kernels_f32(uint32_t lanes, uint32_t threads, bool vectors) {
    return aspt_kernels_of<float>(lanes, threads, vectors);
}
