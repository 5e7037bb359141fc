/* SPDX-License-Identifier: Apache-2.0
 *
 * vector_ops.cuh: what the kernels of products with one vector share: reading operands and storing results.
 */
#ifndef MG_CORE_CUDA_PRODUCT_VECTOR_OPS_CUH
#define MG_CORE_CUDA_PRODUCT_VECTOR_OPS_CUH

#include "core/cuda/product/product_semiring.cuh"
#include "core/cuda/product/split/split_spmm.cuh"
#include "core/cuda/product/vector_args.h"

/* Reads an element of the matrix, which caches evict first: it is read once, those of x several times. */
template <typename T>
__device__ __forceinline__ T vector_stream(const T *from) {
    return __ldcs(from);
}

/* Value i of the matrix. */
template <typename T>
__device__ __forceinline__ T vector_value(const void *values, uint64_t i, T one) {
    return values ? vector_stream((const T *)values + i) : one;
}

template <typename T>
__device__ __forceinline__ T vector_x(const mg_vector_product &p, uint64_t row) {
    return *(const T *)((const char *)p.x + row * p.x_stride);
}

__device__ __forceinline__ bool vector_is_masked(const mg_vector_product &p, uint32_t row) {
    return p.mask && (p.mask[row] != 0) == (p.mask_complement != 0);
}

/* Stores the sum of a row: y = alpha sum + beta y. */
template <typename S>
__device__ __forceinline__ void vector_store(const mg_vector_product &p, uint32_t row, typename S::type sum) {
    typedef typename S::type T;
    if (!vector_is_masked(p, row)) {
        T *const y = (T *)p.y + row * p.y_stride;
        *y = S::finish(sum, p.accumulate ? *y : T(0), split_scalar<T>(p.alpha), split_scalar<T>(p.beta), p.accumulate);
    }
}

/* The sum over the lanes of a warp, in every lane. */
template <typename S>
__device__ __forceinline__ typename S::type vector_warp_sum(typename S::type sum) {
#pragma unroll
    for (uint32_t offset = 16; offset > 0; offset /= 2) {
        sum = S::add(sum, __shfl_xor_sync(0xffffffffu, sum, offset));
    }
    return sum;
}

#endif
