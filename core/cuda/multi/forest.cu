/* SPDX-License-Identifier: Apache-2.0
 *
 * forest.cu: unites the forests that the parts of a team found. In most graphs one tree, the giant, has nearly all
 * vertices that have edges: of these a part sends a bit each. Of the others it sends the pairs of vertex and root,
 * except roots. The receiver hooks the larger of two roots to the smaller one by compare-and-swap, with path halving.
 *
 * Thread-to-work mapping: a thread per vertex, a warp per word of bits. Shared memory: the root of the giant.
 */
extern "C" {
#include "core/cuda/multi/forest.h"
}
#include "core/cuda/kernel/common/pointers.cuh"

#define THREADS 256
#define BLOCKS_PER_SM 8u
#define NONE 0xffffffffu

static __device__ uint32_t giant_of(const mg_forest_args &a) {
    return a.giant && *a.giant < a.n ? root_of(a, *a.giant) : NONE;
}

static __global__ void send_kernel(mg_forest_args a) {
    __shared__ uint32_t giant;
    const uint32_t words = (a.n + 31) / 32, lane = threadIdx.x & 31u, warps = gridDim.x * THREADS / 32;
    if (threadIdx.x == 0) {
        giant = giant_of(a);
    }
    __syncthreads();
    for (uint32_t word = (blockIdx.x * THREADS + threadIdx.x) / 32; word < words; word += warps) {
        const uint32_t v = word * 32 + lane, root = v < a.n ? root_of(a, v) : NONE;
        const bool in_giant = v < a.n && root == giant;
        const uint32_t bits = __ballot_sync(0xffffffffu, in_giant);
        if (lane == 0) {
            a.bits[word] = bits;
        }
        if (v < a.n && !in_giant && root != v) {
            a.pairs[atomicAdd(&a.own->count, 1)] = {v, root};
        }
    }
    __syncthreads();
    if (threadIdx.x == 0) {
        __threadfence();
        if (atomicAdd(&a.own->done, 1) == gridDim.x - 1) {
            __threadfence();
            *a.header = {giant, *(volatile uint32_t *)&a.own->count, a.own->apart, 0};
            a.own->count = a.own->done = 0;
        }
    }
}

/* Hooks the vertices of the giant that was received. Most are in the own giant or alone: the latter are roots, to which
 * this launch writes nothing else, so that no exchange is needed. */
static __global__ void take_giant_kernel(mg_forest_args a) {
    __shared__ uint32_t root;
    const uint32_t words = (a.n + 31) / 32, lane = threadIdx.x & 31u, warps = gridDim.x * THREADS / 32;
    const uint32_t giant = a.header->giant;
    if (giant == NONE) {
        return;
    }
    if (threadIdx.x == 0) {
        root = root_of(a, giant);
    }
    __syncthreads();
    for (uint32_t word = (blockIdx.x * THREADS + threadIdx.x) / 32; word < words; word += warps) {
        const uint32_t v = word * 32 + lane;
        if (!(a.bits[word] >> lane & 1u)) {
            continue;
        }
        const uint32_t above = load(a, v);
        if (above == v && v > root) {
            *(volatile uint32_t *)pointer_of(a, v) = root;
        } else if (above != root) {
            hook(a, v, giant);
        }
    }
}

static __global__ void take_pairs_kernel(mg_forest_args a) {
    const uint32_t count = a.header->count;
    for (uint32_t i = blockIdx.x * THREADS + threadIdx.x; i < count; i += gridDim.x * THREADS) {
        hook(a, a.pairs[i].vertex, a.pairs[i].root);
    }
}

/* Are the giants of both one tree now? */
static __global__ void compare_kernel(mg_forest_args a) {
    const uint32_t own = giant_of(a), other = a.header->giant;
    const bool apart = own != NONE && other != NONE && own != root_of(a, other);
    a.own->apart |= apart || a.header->apart;
}

static __global__ void flatten_kernel(mg_forest_args a) {
    for (uint32_t v = blockIdx.x * THREADS + threadIdx.x; v < a.n; v += gridDim.x * THREADS) {
        *(volatile uint32_t *)pointer_of(a, v) = root_of(a, v);
    }
}

extern "C" cudaError_t mg__forest_send(const mg_forest_args *a, uint32_t sms, cudaStream_t stream) {
    send_kernel<<<sms * BLOCKS_PER_SM, THREADS, 0, stream>>>(*a);
    return cudaGetLastError();
}

extern "C" cudaError_t mg__forest_take(const mg_forest_args *a, uint32_t sms, cudaStream_t stream) {
    take_giant_kernel<<<sms * BLOCKS_PER_SM, THREADS, 0, stream>>>(*a);
    take_pairs_kernel<<<sms * BLOCKS_PER_SM, THREADS, 0, stream>>>(*a);
    compare_kernel<<<1, 1, 0, stream>>>(*a);
    return cudaGetLastError();
}

extern "C" cudaError_t mg__forest_flatten(const mg_forest_args *a, uint32_t sms, cudaStream_t stream) {
    flatten_kernel<<<sms * BLOCKS_PER_SM, THREADS, 0, stream>>>(*a);
    return cudaGetLastError();
}
