/* SPDX-License-Identifier: Apache-2.0
 *
 * warps_v4.cu: the kernels of the formats well, adell and coadell over elements of 4 bytes.
 */
#include "core/cuda/product/warps/warps_kernels.cuh"

extern "C" mg_warps_kernels mg__warps_kernels_f32(mg_semiring semiring) {
    return warps_kernels_of<float>(semiring);
}

extern "C" mg_warps_kernels mg__warps_kernels_i32(mg_semiring semiring) {
    return warps_kernels_of<int32_t>(semiring);
}
