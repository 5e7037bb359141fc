/* SPDX-License-Identifier: Apache-2.0
 *
 * split_i64.cu: SpMM of the split format over int64_t and uint64_t.
 */
#include "core/cuda/product/split/split_kernels.cuh"

extern "C" mg_split_kernels mg__split_kernels_i64(mg_semiring semiring, uint32_t k, bool vectors, bool runs) {
    return split_kernels_of<int64_t>(semiring, k, vectors, runs);
}

extern "C" mg_split_kernels mg__split_kernels_u64(mg_semiring semiring, uint32_t k, bool vectors, bool runs) {
    return split_unsigned_kernels_of<uint64_t, int64_t>(semiring, k, vectors, runs);
}
