/* SPDX-License-Identifier: Apache-2.0
 *
 * truss.cu: the steps of trussness (truss_args.h), each a kernel over a grid-stride loop. A warp that works on a pair
 * gives its lanes the entries of the shorter row, which they search in the longer one. Shared memory: none.
 */
#include "core/cuda/kernel/common/append.cuh"

extern "C" {
#include "core/cuda/truss/truss_args.h"
}

enum mg_truss_state { PAIR_STAYS, PAIR_GOES, PAIR_GONE };

static __device__ __forceinline__ uint64_t thread_of_grid() {
    return (uint64_t)blockIdx.x * MG_TRUSS_THREADS + threadIdx.x;
}

static __device__ __forceinline__ uint64_t threads_of_grid() {
    return (uint64_t)gridDim.x * MG_TRUSS_THREADS;
}

/* A place in a list for each lane that `adds`; all lanes call. */
static __device__ __forceinline__ uint32_t place_in_list(uint32_t *count, bool adds) {
    const uint32_t mask = __ballot_sync(MG_ALL_LANES, adds), lane = mg_warp_lane();
    uint32_t first = 0;
    if (mask && lane == 0) {
        first = atomicAdd(count, (uint32_t)__popc(mask));
    }
    return __shfl_sync(MG_ALL_LANES, first, 0) + (uint32_t)__popc(mask & ((1u << lane) - 1));
}

/* The first position of a row whose neighbour is not before v. */
static __device__ __forceinline__ uint64_t find_forward(const mg_truss_args &a, uint64_t low, uint64_t high,
                                                        uint32_t v) {
    while (low < high) {
        const uint64_t middle = low + (high - low) / 2;
        if (a.forward_neighbours[middle] < v) {
            low = middle + 1;
        } else {
            high = middle;
        }
    }
    return low;
}

static __device__ __forceinline__ uint64_t find_end(const mg_truss_args &a, uint64_t low, uint64_t high, uint32_t v) {
    while (low < high) {
        const uint64_t middle = low + (high - low) / 2;
        if (a.ends[middle].neighbour < v) {
            low = middle + 1;
        } else {
            high = middle;
        }
    }
    return low;
}

/* Every triangle has one pair whose two other pairs are forward edges of its ends. */
static __global__ void count_kernel(const mg_truss_args a) {
    for (uint64_t e = thread_of_grid() / 32; e < a.count; e += threads_of_grid() / 32) {
        const uint32_t u = a.low[e], v = a.high[e];
        const uint64_t in_u = a.forward_offsets[u], end_u = a.forward_offsets[u + 1];
        const uint64_t in_v = a.forward_offsets[v], end_v = a.forward_offsets[v + 1];
        const bool swaps = end_u - in_u > end_v - in_v;
        const uint64_t from = swaps ? in_v : in_u, to = swaps ? end_v : end_u;
        const uint64_t low = swaps ? in_u : in_v, high = swaps ? end_u : end_v;
        uint32_t own = 0;
        for (uint64_t i = from + mg_warp_lane(); i < to; i += 32) {
            const uint32_t w = a.forward_neighbours[i];
            const uint64_t at = find_forward(a, low, high, w);
            if (at < high && a.forward_neighbours[at] == w) {
                atomicAdd(&a.triangles[i], 1);
                atomicAdd(&a.triangles[at], 1);
                own++;
            }
        }
        own = mg_warp_sum(own);
        if (own && mg_warp_lane() == 0) {
            atomicAdd(&a.triangles[e], own);
        }
    }
}

static __global__ void survey_kernel(const mg_truss_args a) {
    uint32_t fewest = UINT32_MAX;
    for (uint64_t base = thread_of_grid() - mg_warp_lane(); base < a.list_count; base += threads_of_grid()) {
        const uint64_t i = base + mg_warp_lane();
        const uint32_t pair = i < a.list_count ? a.list[i] : 0;
        const bool stays = i < a.list_count && a.state[pair] == PAIR_STAYS;
        const uint32_t place = place_in_list(&a.counts->left, stays);
        if (stays) {
            a.list_after[place] = pair;
            fewest = min(fewest, a.triangles[pair]);
        }
    }
    fewest = mg_warp_least(fewest);
    if (mg_warp_lane() == 0 && fewest < UINT32_MAX) {
        atomicMin(&a.counts->fewest, fewest);
    }
}

static __global__ void pick_kernel(const mg_truss_args a) {
    for (uint64_t base = thread_of_grid() - mg_warp_lane(); base < a.list_count; base += threads_of_grid()) {
        const uint64_t i = base + mg_warp_lane();
        const uint32_t pair = i < a.list_count ? a.list[i] : 0;
        const bool goes = i < a.list_count && a.triangles[pair] == a.level;
        const uint32_t place = place_in_list(&a.counts->going[a.round], goes);
        if (goes) {
            a.going[a.round][place] = pair;
        }
    }
}

/* What a pair has lost beyond the level does not count. */
static __global__ void mark_kernel(const mg_truss_args a) {
    for (uint64_t i = thread_of_grid(); i < a.counts->going[a.round]; i += threads_of_grid()) {
        const uint32_t pair = a.going[a.round][i];
        a.state[pair] = PAIR_GOES;
        a.triangles[pair] = a.level;
    }
}

/* A pair that has no more triangles than the level allows goes in the next round. */
static __device__ __forceinline__ void lose_triangle(const mg_truss_args &a, uint32_t pair) {
    if (atomicSub(&a.triangles[pair], 1) == a.level + 1) {
        a.going[a.round ^ 1][atomicAdd(&a.counts->going[a.round ^ 1], 1)] = pair;
    }
}

/* Of pairs of one triangle that go together only one counts it as lost for the others. */
static __device__ __forceinline__ void break_triangle(const mg_truss_args &a, uint32_t pair, uint32_t first,
                                                      uint32_t second) {
    const uint8_t f = a.state[first], s = a.state[second];
    if (f == PAIR_GONE || s == PAIR_GONE || (f == PAIR_GOES && first < pair) || (s == PAIR_GOES && second < pair)) {
        return;
    }
    if (f == PAIR_STAYS) {
        lose_triangle(a, first);
    }
    if (s == PAIR_STAYS) {
        lose_triangle(a, second);
    }
}

static __global__ void break_kernel(const mg_truss_args a) {
    const uint32_t count = a.counts->going[a.round];
    for (uint64_t k = thread_of_grid() / 32; k < count; k += threads_of_grid() / 32) {
        const uint32_t pair = a.going[a.round][k], u = a.low[pair], v = a.high[pair];
        const uint64_t in_u = a.begin[u], end_u = a.end[u], in_v = a.begin[v], end_v = a.end[v];
        const bool swaps = end_u - in_u > end_v - in_v;
        const uint64_t from = swaps ? in_v : in_u, to = swaps ? end_v : end_u;
        const uint64_t low = swaps ? in_u : in_v, high = swaps ? end_u : end_v;
        for (uint64_t i = from + mg_warp_lane(); i < to; i += 32) {
            const mg_truss_end end = a.ends[i];
            const uint64_t at = find_end(a, low, high, end.neighbour);
            if (at < high && a.ends[at].neighbour == end.neighbour) {
                break_triangle(a, pair, end.pair, a.ends[at].pair);
            }
        }
    }
}

static __global__ void end_kernel(const mg_truss_args a) {
    for (uint64_t i = thread_of_grid(); i < a.counts->going[a.round]; i += threads_of_grid()) {
        a.state[a.going[a.round][i]] = PAIR_GONE;
    }
}

/* Entries move towards the front: all lanes read before any of them writes. */
static __global__ void prune_kernel(const mg_truss_args a) {
    for (uint64_t v = thread_of_grid() / 32; v < a.n; v += threads_of_grid() / 32) {
        const uint64_t end = a.end[v];
        uint64_t to = a.begin[v];
        for (uint64_t base = to; base < end; base += 32) {
            const uint64_t i = base + mg_warp_lane();
            const mg_truss_end entry = i < end ? a.ends[i] : mg_truss_end();
            const bool stays = i < end && a.state[entry.pair] == PAIR_STAYS;
            const uint32_t mask = __ballot_sync(MG_ALL_LANES, stays);
            if (stays) {
                a.ends[to + (uint32_t)__popc(mask & ((1u << mg_warp_lane()) - 1))] = entry;
            }
            to += (uint32_t)__popc(mask);
            __syncwarp();
        }
        if (mg_warp_lane() == 0) {
            a.end[v] = to;
        }
        __syncwarp();
    }
}

extern "C" cudaError_t mg__launch_truss(const mg_truss_args *args, mg_truss_step step, uint32_t blocks,
                                        cudaStream_t stream) {
    static void (*const kernels[])(const mg_truss_args) = {count_kernel, survey_kernel, pick_kernel, mark_kernel,
                                                           break_kernel, end_kernel,    prune_kernel};
    kernels[step]<<<blocks, MG_TRUSS_THREADS, 0, stream>>>(*args);
    return cudaGetLastError();
}
