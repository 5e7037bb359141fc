/* SPDX-License-Identifier: Apache-2.0
 *
 * warps_v8.cu: the kernels of the formats well, adell and coadell over elements of 8 bytes.
 */
#include "core/cuda/product/warps/warps_kernels.cuh"

extern "C" mg_warps_kernels mg__warps_kernels_f64(mg_semiring semiring) {
    return warps_kernels_of<double>(semiring);
}

extern "C" mg_warps_kernels mg__warps_kernels_i64(mg_semiring semiring) {
    return warps_kernels_of<int64_t>(semiring);
}
