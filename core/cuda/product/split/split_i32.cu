/* SPDX-License-Identifier: Apache-2.0
 *
 * split_i32.cu: SpMM of the split format over int32_t and uint32_t.
 */
#include "core/cuda/product/split/split_kernels.cuh"

extern "C" mg_split_kernels mg__split_kernels_i32(mg_semiring semiring, uint32_t k, bool vectors, bool runs) {
    return split_kernels_of<int32_t>(semiring, k, vectors, runs);
}

extern "C" mg_split_kernels mg__split_kernels_u32(mg_semiring semiring, uint32_t k, bool vectors, bool runs) {
    return split_unsigned_kernels_of<uint32_t, int32_t>(semiring, k, vectors, runs);
}
