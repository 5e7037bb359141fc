/* SPDX-License-Identifier: Apache-2.0
 *
 * reach.cu: components outside of the one that a search has reached. Thread-to-work mapping: a thread per vertex or
 * pair. Shared memory: none.
 */
extern "C" {
#include "core/cuda/multi/reach.h"
}
#include "core/cuda/multi/pointers.cuh"

#define THREADS 256
#define BLOCKS_PER_SM 8u
#define NONE 0xffffffffu

static __global__ void least_kernel(const __grid_constant__ mg_reach_args a) {
    uint32_t largest = 0;
    for (uint32_t v = a.own_begin + blockIdx.x * THREADS + threadIdx.x; v < a.own_end; v += gridDim.x * THREADS) {
        if (load(a, v) != NONE) { /* the first that is found is the smallest of this thread */
            largest = ~v;
            break;
        }
    }
    for (int offset = 16; offset; offset >>= 1) {
        largest = max(largest, __shfl_xor_sync(NONE, largest, offset));
    }
    if (threadIdx.x % 32 == 0 && largest) {
        atomicMax(&a.own[a.part]->largest, largest);
    }
}

static __global__ void settle_kernel(const __grid_constant__ mg_reach_args a) {
    uint32_t largest = 0;
    for (uint32_t p = 0; p < a.parts; p++) {
        largest = max(largest, *(const volatile uint32_t *)&a.own[p]->largest);
    }
    const uint32_t root = ~largest;
    if (blockIdx.x == 0 && threadIdx.x == 0) {
        *a.giant = root;
    }
#pragma unroll 4
    for (uint32_t v = blockIdx.x * THREADS + threadIdx.x; v < a.n; v += gridDim.x * THREADS) {
        const bool own = v - a.own_begin < a.own_end - a.own_begin;
        *pointer_of(a, v) = own && *pointer_of(a, v) != NONE ? root : v;
    }
}

static __global__ void send_kernel(const __grid_constant__ mg_reach_args a) {
    const uint32_t giant = *a.giant;
#pragma unroll 4
    for (uint32_t v = blockIdx.x * THREADS + threadIdx.x; v < a.n; v += gridDim.x * THREADS) {
        const uint32_t above = *pointer_of(a, v);
        if (above != v && above != giant) {
            a.pairs[a.part][atomicAdd(&a.own[a.part]->count, 1)] = {v, root_of(a, above)};
        }
    }
}

static __global__ void take_kernel(const __grid_constant__ mg_reach_args a) {
    for (uint32_t p = 0; p < a.parts; p++) {
        const uint32_t count = p == a.part ? 0 : *(const volatile uint32_t *)&a.own[p]->count;
        for (uint32_t i = blockIdx.x * THREADS + threadIdx.x; i < count; i += gridDim.x * THREADS) {
            const mg_forest_pair pair = a.pairs[p][i];
            hook(a, pair.vertex, pair.root);
        }
    }
}

static __global__ void flatten_kernel(const __grid_constant__ mg_reach_args a) {
    const uint32_t giant = *a.giant;
#pragma unroll 4
    for (uint32_t v = a.own_begin + blockIdx.x * THREADS + threadIdx.x; v < a.own_end; v += gridDim.x * THREADS) {
        const uint32_t above = load(a, v);
        if (above != v && above != giant) {
            *(volatile uint32_t *)pointer_of(a, v) = root_of(a, above);
        }
    }
}

extern "C" cudaError_t mg__reach_least(const mg_reach_args *a, uint32_t sms, cudaStream_t stream) {
    least_kernel<<<sms * BLOCKS_PER_SM, THREADS, 0, stream>>>(*a);
    return cudaGetLastError();
}

extern "C" cudaError_t mg__reach_settle(const mg_reach_args *a, uint32_t sms, cudaStream_t stream) {
    settle_kernel<<<sms * BLOCKS_PER_SM, THREADS, 0, stream>>>(*a);
    return cudaGetLastError();
}

extern "C" cudaError_t mg__reach_send(const mg_reach_args *a, uint32_t sms, cudaStream_t stream) {
    send_kernel<<<sms * BLOCKS_PER_SM, THREADS, 0, stream>>>(*a);
    return cudaGetLastError();
}

extern "C" cudaError_t mg__reach_take(const mg_reach_args *a, uint32_t sms, cudaStream_t stream) {
    take_kernel<<<sms, THREADS, 0, stream>>>(*a);
    flatten_kernel<<<sms * BLOCKS_PER_SM, THREADS, 0, stream>>>(*a);
    return cudaGetLastError();
}
