/* SPDX-License-Identifier: Apache-2.0
 *
 * panel_values.cuh: what a warp of the gather kernel reads: values of a panel in shared memory, vectors of ids and
 * weights.
 */
#ifndef MG_CORE_CUDA_KERNEL_DENSE_PANEL_VALUES_CUH
#define MG_CORE_CUDA_KERNEL_DENSE_PANEL_VALUES_CUH

#include "core/cuda/kernel/common/sent_buffers.cuh"
#include "core/cuda/kernel/dense/mixed_precision.cuh"

/* Dynamic shared memory: in a gather, a panel's values and the inactive values around them; in an update, a row
 * tile. */
template <typename B>
MG_DEVICE B *mg_dense_shared() {
    extern __shared__ __align__(128) unsigned char mg_dense_memory[];
    return (B *)mg_dense_memory;
}

/* The value at an address in shared memory. Volatile, so that it is not moved before a wait for copies. */
template <typename B>
MG_DEVICE B mg_value_at(uint32_t at) {
    B value;
    if constexpr (sizeof(B) == 4) {
        asm volatile("ld.shared.u32 %0, [%1];" : "=r"(value) : "r"(at));
    } else {
        asm volatile("ld.shared.u64 %0, [%1];" : "=l"(value) : "r"(at));
    }
    return value;
}

/* The value of the lower (0) or upper (1) of two 16-bit ids; `values`: address of the first value. One instruction
 * (dp2a) computes the address. */
template <typename B>
MG_DEVICE B mg_value_of(uint32_t values, uint32_t ids, uint32_t upper) {
    return mg_value_at<B>(__dp2a_lo(ids, (uint32_t)sizeof(B) << 8 * upper, values));
}

/* Weights of a half vector, as `edge` reads them. `size`: bytes in memory; 1: lowest byte of 4. */
template <uint32_t size>
struct mg_half_weights {
    uint4 words[size > 4 ? size / 4 : 1];

    __device__ __forceinline__ const void *get() const {
        return size ? words : nullptr;
    }
};

/* 8 ids of a lane and their weights. */
template <uint32_t size>
struct mg_panel_vector {
    static constexpr uint32_t half_words = size / 4; /* 16-byte words of a half vector's weights */
    uint4 ids;
    uint4 weights[size ? size / 2 : 1];

    /* A lane's weights of vector 0. */
    __device__ __forceinline__ static const void *own(const void *weights) {
        return (const uint4 *)weights + mg_warp_lane() * half_words;
    }
    /* Loads those of vector k after the first one. */
    __device__ __forceinline__ void fetch(const void *of_lane, uint32_t first, uint32_t k) {
        if constexpr (size > 0) {
            const uint4 *from = (const uint4 *)of_lane + (uint64_t)first * 64 * half_words;
#pragma unroll
            for (uint32_t i = 0; i < 2 * half_words; i++) {
                weights[i] = __ldcs(from + k * 64 * half_words + i / half_words * 32 * half_words + i % half_words);
            }
        }
    }
    __device__ __forceinline__ mg_half_weights<size> half(uint32_t i) const {
        mg_half_weights<size> found = {};
        if constexpr (size > 0) {
#pragma unroll
            for (uint32_t k = 0; k < half_words; k++) {
                found.words[k] = weights[i * half_words + k];
            }
        }
        return found;
    }
};

template <>
struct mg_panel_vector<1> {
    uint4 ids;
    uint2 weights;

    __device__ __forceinline__ static const void *own(const void *weights) {
        return (const uint2 *)weights + mg_warp_lane();
    }
    __device__ __forceinline__ void fetch(const void *of_lane, uint32_t first, uint32_t k) {
        weights = __ldcs((const uint2 *)of_lane + (uint64_t)first * 32 + k * 32);
    }
    __device__ __forceinline__ mg_half_weights<1> half(uint32_t i) const {
        const uint32_t four = i ? weights.y : weights.x;
        return {{{four & 0xffu, four >> 8 & 0xffu, four >> 16 & 0xffu, four >> 24}}};
    }
};

/* Vectors that a lane has in flight: as many as fit its registers. */
template <uint32_t size>
MG_DEVICE constexpr uint32_t mg_panel_depth() {
    return size == 0 ? 4 : size == 1 ? 3 : size == 4 ? 2 : 1;
}

#endif
