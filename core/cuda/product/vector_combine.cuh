/* SPDX-License-Identifier: Apache-2.0
 *
 * vector_combine.cuh: additions of a semiring to elements in global or shared memory to which other threads add, too.
 */
#ifndef MG_CORE_CUDA_PRODUCT_VECTOR_COMBINE_CUH
#define MG_CORE_CUDA_PRODUCT_VECTOR_COMBINE_CUH

#include "core/cuda/product/vector_ops.cuh"

__device__ __forceinline__ void vector_atomic_add(float *to, float value) {
    atomicAdd(to, value);
}
__device__ __forceinline__ void vector_atomic_add(double *to, double value) {
    atomicAdd(to, value);
}
__device__ __forceinline__ void vector_atomic_add(int32_t *to, int32_t value) {
    atomicAdd(to, value);
}
__device__ __forceinline__ void vector_atomic_add(int64_t *to, int64_t value) {
    atomicAdd((unsigned long long *)to, (unsigned long long)value);
}

__device__ __forceinline__ void vector_atomic_min(int32_t *to, int32_t value) {
    atomicMin(to, value);
}
__device__ __forceinline__ void vector_atomic_min(int64_t *to, int64_t value) {
    atomicMin((long long *)to, (long long)value);
}
/* The bits of floating-point numbers ascend with them as signed integers if they are positive, and descend as unsigned
 * ones if they are negative, all of which are above the positive ones. */
__device__ __forceinline__ void vector_atomic_min(float *to, float value) {
    const int bits = __float_as_int(value);
    if (bits >= 0) {
        atomicMin((int *)to, bits);
    } else {
        atomicMax((unsigned *)to, (unsigned)bits);
    }
}
__device__ __forceinline__ void vector_atomic_min(double *to, double value) {
    const long long bits = __double_as_longlong(value);
    if (bits >= 0) {
        atomicMin((long long *)to, bits);
    } else {
        atomicMax((unsigned long long *)to, (unsigned long long)bits);
    }
}

/* A product that will be added to others in any order: a minimum ignores NaN, as S::add does in its second operand. */
template <typename S>
__device__ __forceinline__ typename S::type vector_term(typename S::type product) {
    return S::is_min ? S::add(S::zero(), product) : product;
}

/* *to = *to (+) value. A minimum ignores NaN, as S::add does. */
template <typename S>
__device__ __forceinline__ void vector_combine(typename S::type *to, typename S::type value) {
    typedef typename S::type T;
    if constexpr (S::is_min) {
        if (value < S::zero()) {
            vector_atomic_min(to, value);
        }
    } else if constexpr (S::is_or) {
        if (value != T(0)) {
            *(volatile T *)to = T(1); /* all threads store the same */
        }
    } else {
        vector_atomic_add(to, value);
    }
}

/* Adds to a row of the result, which began as vector_store() of no sum. */
template <typename S>
__device__ __forceinline__ void vector_add_to(const mg_vector_product &p, uint32_t row, typename S::type sum) {
    typedef typename S::type T;
    if (!vector_is_masked(p, row)) {
        const bool is_plus = !S::is_min && !S::is_or;
        vector_combine<S>((T *)p.y + row * p.y_stride, is_plus ? mg_times(split_scalar<T>(p.alpha), sum) : sum);
    }
}

#endif
