/* SPDX-License-Identifier: Apache-2.0
 *
 * split_sampled.cu: the sampled products of the split format over all element types, the table of kernels. Their
 * registers depend on the architecture.
 */
#include "core/cuda/product/split/split_sddmm.cuh"

extern "C" {
#include "core/cuda/product/split/split_kernels.h"
}

/* slices: a product of more columns is one of slices of LANES * PIECES * VECTOR of them. */
template <typename T, uint32_t VECTOR, uint32_t LANES, uint32_t PIECES>
static mg_split_sampler split_sampler_with(bool slices) {
    return {(const void *)split_sddmm<T, VECTOR, LANES, PIECES>, MG_SPLIT_THREADS / 32, MG_SPLIT_THREADS / LANES,
            slices ? LANES * PIECES * VECTOR : 0};
}

/* More rows of a slice of Y than whole ones stay in the L2 cache. Where they stay there anyway (`runs`), slices would
 * read the nonzeros and write the sums several times. */
template <typename T>
static mg_split_sampler split_sampler_of(uint32_t k, bool vectors, bool runs) {
    constexpr uint32_t V = 16 / sizeof(T);
    return !vectors             ? split_sampler_with<T, 1, 8, 4>(false)
           : k <= 2 * V         ? split_sampler_with<T, V, 2, 1>(false)
           : k <= 8 * V         ? split_sampler_with<T, V, 8, 1>(false)
           : runs && k > 32 * V ? split_sampler_with<T, V, 32, 4>(false)
                                : split_sampler_with<T, V, 16, 2>(true);
}

extern "C" mg_split_sampler mg__split_sampler(mg_type type, uint32_t k, bool vectors, bool runs) {
    return type == MG_FLOAT32   ? split_sampler_of<float>(k, vectors, runs)
           : type == MG_FLOAT64 ? split_sampler_of<double>(k, vectors, runs)
           : type == MG_INT32   ? split_sampler_of<int32_t>(k, vectors, runs)
                                : split_sampler_of<int64_t>(k, vectors, runs);
}
