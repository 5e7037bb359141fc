/* SPDX-License-Identifier: Apache-2.0
 *
 * pointers.cuh: union-find. Every element begins with a pointer to its parent; the root of a tree points to itself.
 * Args has `states`, the address of the elements, and `stride`, their bytes.
 */
#ifndef MG_CORE_CUDA_KERNEL_COMMON_POINTERS_CUH
#define MG_CORE_CUDA_KERNEL_COMMON_POINTERS_CUH

#include <stdint.h>

template <typename Args>
static __device__ __forceinline__ uint32_t *pointer_of(const Args &a, uint32_t v) {
    return (uint32_t *)((char *)a.states + (uint64_t)v * a.stride);
}

template <typename Args>
static __device__ __forceinline__ uint32_t load(const Args &a, uint32_t v) {
    return *(const volatile uint32_t *)pointer_of(a, v);
}

template <typename Args>
static __device__ uint32_t root_of(const Args &a, uint32_t v) {
    uint32_t root = load(a, v);
    for (uint32_t above = load(a, root); above != root; above = load(a, root)) {
        root = above;
    }
    return root;
}

/* Hooks the larger of two roots to the smaller one, with path halving. */
template <typename Args>
static __device__ void hook(const Args &a, uint32_t u, uint32_t v) {
    uint32_t x = load(a, u), y = load(a, v);
    while (x != y) {
        const uint32_t high = x > y ? x : y, low = x > y ? y : x, above = load(a, high);
        if (above == low || (above == high && atomicCAS(pointer_of(a, high), high, low) == high)) {
            return;
        }
        const uint32_t next = load(a, above);
        if (next != above) {
            *(volatile uint32_t *)pointer_of(a, high) = next;
        }
        x = next;
        y = low;
    }
}

#endif
