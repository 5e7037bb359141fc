/* SPDX-License-Identifier: Apache-2.0
 *
 * mixed_precision.cuh: phases that declare MG_MIXED_PRECISION: sent values and sums of short stretches of edges are
 * floats; sums of these are doubles.
 */
#ifndef MG_CORE_CUDA_KERNEL_DENSE_MIXED_PRECISION_CUH
#define MG_CORE_CUDA_KERNEL_DENSE_MIXED_PRECISION_CUH

#include "core/cuda/kernel/common/append.cuh"
#include "core/cuda/kernel/dense/dense_args.h"

template <typename Policy>
MG_DEVICE bool mg_uses_floats() {
    return (Policy::properties() & MG_MIXED_PRECISION) && Policy::value_type() == MG_FLOAT64 &&
           Policy::monoid() == MG_SUM;
}

MG_DEVICE uint32_t mg_narrow(unsigned long long bits) {
    return __builtin_bit_cast(uint32_t, (float)__builtin_bit_cast(double, bits));
}

MG_DEVICE unsigned long long mg_widen(uint32_t bits) {
    return __builtin_bit_cast(unsigned long long, (double)__builtin_bit_cast(float, bits));
}

/* Stores a sent value, narrowed if the phase uses floats. */
template <typename Policy>
MG_DEVICE void mg_store_sent(void *x, uint32_t from, typename Policy::bits value) {
    if constexpr (sizeof(typename Policy::bits) == 8) {
        if (mg_uses_floats<Policy>()) {
            ((uint32_t *)x)[from] = mg_narrow(value);
            return;
        }
    }
    ((typename Policy::bits *)x)[from] = value;
}

template <typename Policy>
MG_DEVICE typename Policy::bits mg_load_sent(const void *x, uint32_t from) {
    if constexpr (sizeof(typename Policy::bits) == 8) {
        if (mg_uses_floats<Policy>()) {
            return ((const uint32_t *)x)[from];
        }
    }
    return ((const typename Policy::bits *)x)[from];
}

/* Widens a value that mg_load_sent has loaded. */
template <typename Policy>
MG_DEVICE typename Policy::bits mg_widen_sent(typename Policy::bits sent) {
    if constexpr (sizeof(typename Policy::bits) == 8) {
        if (mg_uses_floats<Policy>()) {
            return mg_widen((uint32_t)sent);
        }
    }
    return sent;
}

template <typename Policy>
struct mg_float_policy : Policy {
    typedef uint32_t bits;

    MG_CALL uint32_t value_type() {
        return MG_FLOAT32;
    }
    MG_CALL bits identity() {
        return mg_narrow(Policy::identity());
    }
    MG_CALL bits inactive() {
        return mg_narrow(Policy::inactive());
    }
    MG_CALL bits combine(bits a, bits) {
        return a;
    }
    MG_CALL bits edge(const void *params, bits value, const void *weights, uint64_t edge, const void *receiver) {
        if (!(Policy::has() & MG_HAS_EDGE)) {
            return value;
        }
        return mg_narrow(Policy::edge(params, mg_widen(value), weights, edge, receiver));
    }
};

/* Running sum of a lane. */
template <typename Policy>
struct mg_lane_sum {
    typedef typename Policy::bits B;
    B value;

    __device__ __forceinline__ void clear() {
        value = Policy::identity();
    }
    __device__ __forceinline__ void add(B part) {
        value = mg_combine<Policy>(value, part);
    }
    __device__ __forceinline__ void add_lanes() {
#pragma unroll
        for (int offset = 16; offset; offset >>= 1) {
            value = mg_combine<Policy>(value, __shfl_xor_sync(MG_ALL_LANES, value, offset));
        }
    }
    __device__ __forceinline__ B get() const {
        return value;
    }
};

/* Equal floats would round the same way every time, so sums of four are accumulated in a double. */
template <typename Policy>
struct mg_lane_sum<mg_float_policy<Policy>> {
    double value;

    __device__ __forceinline__ void clear() {
        value = 0.0;
    }
    __device__ __forceinline__ void add(uint32_t part) {
        value += (double)__builtin_bit_cast(float, part);
    }
    __device__ __forceinline__ void add_lanes() {
        value = mg_warp_sum(value);
    }
    __device__ __forceinline__ uint32_t get() const {
        return __builtin_bit_cast(uint32_t, (float)value);
    }
};

#endif
