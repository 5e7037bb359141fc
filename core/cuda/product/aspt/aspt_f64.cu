/* SPDX-License-Identifier: Apache-2.0
 *
 * aspt_f64.cu: the kernels of the format aspt over double.
 */
#include "core/cuda/product/aspt/aspt_kernels.cuh"

extern "C" mg_aspt_kernels mg__aspt_kernels_f64(uint32_t lanes, uint32_t threads, bool vectors) {
    return aspt_kernels_of<double>(lanes, threads, vectors);
}
