/* SPDX-License-Identifier: Apache-2.0
 *
 * reach.cu: components outside of the one that a search has reached. Nothing is done for all n vertices on one device:
 * only own vertices, and those that some part has listed, have valid pointers.
 *
 * Thread-to-work mapping: a thread per vertex or pair; a warp per short row, a block per long one. Shared memory: none.
 */
extern "C" {
#include "core/cuda/multi/reach.h"
}
#include "core/cuda/kernel/common/pointers.cuh"

#define THREADS 256
#define BLOCKS_PER_SM 8u
#define NONE 0xffffffffu
#define LONG_ROW 1024u

static __device__ __forceinline__ uint32_t thread() {
    return blockIdx.x * THREADS + threadIdx.x;
}

static __device__ __forceinline__ uint32_t volatile_load(const uint32_t *at) {
    return *(const volatile uint32_t *)at;
}

static __global__ void list_kernel(const __grid_constant__ mg_reach_args a) {
    mg_reach_own *const own = a.own[a.part];
    uint32_t *const list = a.list[a.part];
    uint32_t largest = 0;
#pragma unroll 4
    for (uint32_t v = a.own_begin + thread(); v < a.own_end; v += gridDim.x * THREADS) {
        if (*pointer_of(a, v) != NONE) {
            largest = max(largest, ~v);
            continue;
        }
        const uint32_t degree = a.offsets[v + 1] - a.offsets[v];
        *pointer_of(a, v) = v;
        if (degree > LONG_ROW) {
            list[a.room - 1 - atomicAdd(&own->longs, 1)] = v;
        } else if (degree) {
            list[atomicAdd(&own->count, 1)] = v;
        }
    }
    for (int offset = 16; offset; offset >>= 1) {
        largest = max(largest, __shfl_xor_sync(NONE, largest, offset));
    }
    if (threadIdx.x % 32 == 0 && largest) {
        atomicMax(&own->largest, largest);
    }
}

/* The i-th listed vertex of a part. */
static __device__ __forceinline__ uint32_t listed(const mg_reach_args &a, uint32_t part, uint32_t i, uint32_t count) {
    return volatile_load(&a.list[part][i < count ? i : a.room - 1 - (i - count)]);
}

static __global__ void admit_kernel(const __grid_constant__ mg_reach_args a) {
    for (uint32_t k = 1; k < a.parts; k++) {
        const uint32_t p = (a.part + k) % a.parts, count = volatile_load(&a.own[p]->count);
        const uint32_t all = count + volatile_load(&a.own[p]->longs);
        for (uint32_t i = thread(); i < all; i += gridDim.x * THREADS) {
            const uint32_t v = listed(a, p, i, count);
            *pointer_of(a, v) = v;
        }
    }
}

static __device__ void link_row(const mg_reach_args &a, uint32_t v, uint32_t first, uint32_t step) {
    const uint32_t end = a.offsets[v + 1];
    for (uint32_t e = a.offsets[v] + first; e < end; e += step) {
        hook(a, v, a.neighbours[e]);
    }
}

static __global__ void link_kernel(const __grid_constant__ mg_reach_args a) {
    const uint32_t *const list = a.list[a.part];
    const uint32_t count = a.own[a.part]->count, longs = a.own[a.part]->longs;
    for (uint32_t i = blockIdx.x; i < longs; i += gridDim.x) {
        link_row(a, list[a.room - 1 - i], threadIdx.x, THREADS);
    }
    for (uint32_t i = thread() / 32; i < count; i += gridDim.x * THREADS / 32) {
        link_row(a, list[i], threadIdx.x % 32, 32);
    }
}

static __global__ void pairs_kernel(const __grid_constant__ mg_reach_args a) {
    for (uint32_t p = 0; p < a.parts; p++) {
        const uint32_t count = volatile_load(&a.own[p]->count), all = count + volatile_load(&a.own[p]->longs);
        for (uint32_t i = thread(); i < all; i += gridDim.x * THREADS) {
            const uint32_t v = listed(a, p, i, count), root = root_of(a, v);
            if (root != v) {
                a.pairs[a.part][atomicAdd(&a.own[a.part]->pairs, 1)] = {v, root};
            }
        }
    }
}

static __global__ void take_kernel(const __grid_constant__ mg_reach_args a) {
    for (uint32_t k = 1; k < a.parts; k++) {
        const uint32_t p = (a.part + k) % a.parts, count = volatile_load(&a.own[p]->pairs);
        for (uint32_t i = thread(); i < count; i += gridDim.x * THREADS) {
            const mg_forest_pair pair = a.pairs[p][i];
            hook(a, pair.vertex, pair.root);
        }
    }
}

static __global__ void end_kernel(const __grid_constant__ mg_reach_args a) {
    uint32_t largest = 0;
    for (uint32_t p = 0; p < a.parts; p++) {
        largest = max(largest, volatile_load(&a.own[p]->largest));
    }
    const uint32_t giant = ~largest; /* the smallest vertex that was reached */
#pragma unroll 4
    for (uint32_t v = a.own_begin + thread(); v < a.own_end; v += gridDim.x * THREADS) {
        const uint32_t above = *pointer_of(a, v);
        if (above == a.source) {
            *pointer_of(a, v) = giant;
        } else if (above != v) {
            *(volatile uint32_t *)pointer_of(a, v) = root_of(a, above);
        }
    }
}

extern "C" cudaError_t mg__reach_list(const mg_reach_args *a, uint32_t sms, cudaStream_t stream) {
    list_kernel<<<sms * BLOCKS_PER_SM, THREADS, 0, stream>>>(*a);
    return cudaGetLastError();
}

extern "C" cudaError_t mg__reach_link(const mg_reach_args *a, uint32_t sms, cudaStream_t stream) {
    admit_kernel<<<sms, THREADS, 0, stream>>>(*a);
    link_kernel<<<sms * BLOCKS_PER_SM, THREADS, 0, stream>>>(*a);
    pairs_kernel<<<sms, THREADS, 0, stream>>>(*a);
    return cudaGetLastError();
}

extern "C" cudaError_t mg__reach_end(const mg_reach_args *a, uint32_t sms, cudaStream_t stream) {
    take_kernel<<<sms, THREADS, 0, stream>>>(*a);
    end_kernel<<<sms * BLOCKS_PER_SM, THREADS, 0, stream>>>(*a);
    return cudaGetLastError();
}
