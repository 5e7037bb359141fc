/* SPDX-License-Identifier: Apache-2.0
 *
 * rs_f64.cu: the kernels of the format rs over double.
 */
#include "core/cuda/product/rs/rs_kernels.cuh"

extern "C" mg_rs_kernels mg__rs_kernels_f64(uint32_t lanes, bool vectors) {
    return rs_kernels_of<double>(lanes, vectors);
}
