/* SPDX-License-Identifier: Apache-2.0
 *
 * add_arithmetic.cuh: the values of a sum of matrices. They are those of the CPU, bit by bit: floats are added as
 * doubles, integers saturate.
 */
#ifndef MG_CORE_CUDA_PRODUCT_ADD_ADD_ARITHMETIC_CUH
#define MG_CORE_CUDA_PRODUCT_ADD_ADD_ARITHMETIC_CUH

#include "core/cuda/product/nonzeros/nonzeros.cuh"

extern "C" {
#include "core/cuda/product/add/add_args.h"
}

template <typename T>
struct add_arithmetic {
    typedef double term;
    static __device__ double one_term(const mg_add_part &p, uint64_t e) {
        return p.factor * (p.values ? (double)((const T *)p.values)[e] : 1.0);
    }
    static __device__ double add(double a, double b) {
        return a + b;
    }
};

/* Integers: in 64 bits, saturating. */
struct add_whole {
    typedef int64_t term;
    static __device__ int64_t clamp(__int128 value) {
        return value > INT64_MAX ? INT64_MAX : value < INT64_MIN ? INT64_MIN : (int64_t)value;
    }
    static __device__ int64_t add(int64_t a, int64_t b) {
        return clamp((__int128)a + b);
    }
};
template <>
struct add_arithmetic<int32_t> : add_whole {
    static __device__ int64_t one_term(const mg_add_part &p, uint64_t e) {
        return clamp((__int128)(p.values ? ((const int32_t *)p.values)[e] : 1) * p.whole);
    }
};
template <>
struct add_arithmetic<int64_t> : add_whole {
    static __device__ int64_t one_term(const mg_add_part &p, uint64_t e) {
        return clamp((__int128)(p.values ? ((const int64_t *)p.values)[e] : 1) * p.whole);
    }
};

template <typename T>
__device__ __forceinline__ T add_store(double sum) {
    return (T)sum;
}
template <typename T>
__device__ __forceinline__ T add_store(int64_t sum) {
    return sizeof(T) == 4 ? (T)(sum > INT32_MAX ? INT32_MAX : sum < INT32_MIN ? INT32_MIN : sum) : (T)sum;
}

template <typename T>
__device__ __forceinline__ void put(const mg_add_sum &s, uint64_t to, uint32_t column,
                                    typename add_arithmetic<T>::term sum) {
    s.columns[to] = column;
    ((T *)s.values)[to] = add_store<T>(sum);
}

#endif
