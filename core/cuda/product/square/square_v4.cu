/* SPDX-License-Identifier: Apache-2.0
 *
 * square_v4.cu: the kernels of formats of square blocks over elements of 4 bytes.
 */
#include "core/cuda/product/square/square_kernels.cuh"

extern "C" mg_square_kernels mg__square_kernels_f32(mg_semiring semiring) {
    return square_kernels_of<float>(semiring);
}

extern "C" mg_square_kernels mg__square_kernels_i32(mg_semiring semiring) {
    return square_kernels_of<int32_t>(semiring);
}
