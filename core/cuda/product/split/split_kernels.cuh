/* SPDX-License-Identifier: Apache-2.0
 *
 * split_kernels.cuh: SpMM of the split format over one element type, the table of kernels.
 */
#ifndef MG_CORE_CUDA_PRODUCT_SPLIT_SPLIT_KERNELS_CUH
#define MG_CORE_CUDA_PRODUCT_SPLIT_SPLIT_KERNELS_CUH

#include "core/cuda/product/product_semiring.cuh"
#include "core/cuda/product/split/split_spmm.cuh"

extern "C" {
#include "core/cuda/product/split/split_kernels.h"
}

/* WIDE, NARROW: groups of lanes that share a long, a short item. */
template <typename S, uint32_t VECTOR, uint32_t LANES, uint32_t WIDE, uint32_t NARROW>
static mg_split_kernels split_kernels_with() {
    return {(const void *)split_spmm<S, VECTOR, LANES, WIDE, NARROW>,
            (const void *)split_finish<S, VECTOR, LANES>,
            LANES * VECTOR,
            MG_SPLIT_THREADS / (LANES * WIDE),
            MG_SPLIT_THREADS / (LANES * NARROW),
            MG_SPLIT_THREADS / LANES};
}

/* Kernels for k columns. Vector kernels need k, strides and addresses that are multiples of 16 bytes. Only
 * MG_PLUS_TIMES over floating-point types has one for every width: the others would multiply the time of the build.
 * Tiles of 64 columns, not 128, because more rows of X stay in the L1 cache; where these stay there anyway (`runs`),
 * wider ones read the nonzeros less often. */
template <mg_semiring semiring, typename T>
static mg_split_kernels split_choose(uint32_t k, bool vectors, bool runs) {
    typedef product_semiring<semiring, T> S;
    constexpr uint32_t V = 16 / sizeof(T);
    if constexpr (semiring == MG_PLUS_TIMES && T(0.5) != T(0)) {
        if (vectors && k <= 2 * V) {
            return split_kernels_with<S, V, 2, 16, 4>();
        }
        if (vectors && k > 8 * V) {
            return runs && k > 16 * V ? split_kernels_with<S, V, 32, 1, 1>() : split_kernels_with<S, V, 16, 2, 1>();
        }
        if (!vectors && k > 8) {
            return split_kernels_with<S, 1, 32, 1, 1>();
        }
    }
    if (vectors) {
        return split_kernels_with<S, V, 8, 4, 1>();
    }
    if (k > 1) {
        return split_kernels_with<S, 1, 8, 4, 1>();
    }
    return split_kernels_with<S, 1, 1, 32, 8>();
}

template <typename T>
static mg_split_kernels split_kernels_of(mg_semiring semiring, uint32_t k, bool vectors, bool runs) {
    switch (semiring) {
    case MG_PLUS_TIMES:
        return split_choose<MG_PLUS_TIMES, T>(k, vectors, runs);
    case MG_MIN_PLUS:
        return split_choose<MG_MIN_PLUS, T>(k, vectors, runs);
    case MG_OR_AND:
        return split_choose<MG_OR_AND, T>(k, vectors, runs);
    case MG_MIN_FIRST:
        return split_choose<MG_MIN_FIRST, T>(k, vectors, runs);
    default:
        return split_choose<MG_PLUS_FIRST, T>(k, vectors, runs);
    }
}

/* Over unsigned integers only minima differ from those over signed ones. */
template <typename T, typename Signed>
static mg_split_kernels split_unsigned_kernels_of(mg_semiring semiring, uint32_t k, bool vectors, bool runs) {
    return semiring == MG_MIN_PLUS    ? split_choose<MG_MIN_PLUS, T>(k, vectors, runs)
           : semiring == MG_MIN_FIRST ? split_choose<MG_MIN_FIRST, T>(k, vectors, runs)
                                      : split_kernels_of<Signed>(semiring, k, vectors, runs);
}

#endif
