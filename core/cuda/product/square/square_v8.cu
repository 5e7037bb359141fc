/* SPDX-License-Identifier: Apache-2.0
 *
 * square_v8.cu: the kernels of formats of square blocks over elements of 8 bytes.
 */
#include "core/cuda/product/square/square_kernels.cuh"

extern "C" mg_square_kernels mg__square_kernels_f64(mg_semiring semiring) {
    return square_kernels_of<double>(semiring);
}

extern "C" mg_square_kernels mg__square_kernels_i64(mg_semiring semiring) {
    return square_kernels_of<int64_t>(semiring);
}
