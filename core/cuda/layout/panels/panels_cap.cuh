/* SPDX-License-Identifier: Apache-2.0
 *
 * panels_cap.cuh: which edges of a run go into delta-encoded wide pieces. All lanes of a slice are as long as the
 * longest one, so edges that only a few lanes have beyond the others are cheaper in pieces of 16-bit ids.
 */
#ifndef MG_CORE_CUDA_LAYOUT_PANELS_PANELS_CAP_CUH
#define MG_CORE_CUDA_LAYOUT_PANELS_PANELS_CAP_CUH

#include "core/cuda/kernel/common/append.cuh"

extern "C" {
#include "core/cuda/layout/panels/panels_build.h"
}

#define CAP_THREADS 256
#define CAP_EDGES 4096u /* longest run whose lanes are capped: longer ones are mostly balanced */
#define CAP_HALVES 16u  /* most half vectors of a lane in a piece */

/* Binary search: the first edge in begin .. end - 1 whose number in the panel is at least `local`. */
static __device__ uint64_t mg_edge_from(const uint64_t *edges, uint64_t begin, uint64_t end, uint32_t local) {
    while (begin < end) {
        const uint64_t middle = begin + (end - begin) / 2;
        if (((uint32_t)(edges[middle] >> MG_EDGE_LOCAL_SHIFT) & 0xffffu) < local) {
            begin = middle + 1;
        } else {
            end = middle;
        }
    }
    return begin;
}

/* The edges of a run that belong to a lane: those of its bank. */
static __device__ uint64_t mg_lane_edges(const uint64_t *edges, uint32_t bank_lines, uint64_t begin, uint64_t end,
                                         uint32_t lane, uint64_t *count) {
    const uint64_t first = mg_edge_from(edges, begin, end, lane * bank_lines);
    *count = mg_edge_from(edges, first, end, (lane + 1) * bank_lines) - first;
    return first;
}

/* Bytes for 32 lanes of `count` edges each, if each keeps at most `cap`. All lanes call. */
static __device__ uint32_t mg_cap_cost(uint32_t count, uint32_t cap, uint32_t halves, uint32_t pieces) {
    const uint32_t excess = mg_warp_sum(count > cap ? count - cap : 0u);
    return pieces * halves * 256 + excess * 9 / 4 + (excess + MG_PIECE_IDS - 1) / MG_PIECE_IDS * 64;
}

/* The cap on edges per lane with the least bytes: the capacity of some number of half vectors, less the start byte and
 * a delta to a sentinel. All lanes call. */
static __device__ uint32_t mg_cap_of(uint32_t count) {
    const uint32_t all = mg_warp_sum(count), pieces = (all / 32 + 8 * CAP_HALVES - 9) / (8 * CAP_HALVES - 8);
    uint32_t best = UINT32_MAX, cap = UINT32_MAX;
    for (uint32_t halves = 1; halves <= CAP_HALVES; halves++) {
        const uint32_t room = pieces * (8 * halves - 2), cost = mg_cap_cost(count, room, halves, pieces);
        cap = cost < best ? room : cap;
        best = cost < best ? cost : best;
    }
    return cap;
}

/* One run, by a block: delta-encoded edges stay in their order, the others are moved behind them. Returns the number of
 * delta-encoded ones. */
static __device__ uint32_t mg_cap_run(uint64_t *edges, uint32_t bank_lines, uint32_t length, uint64_t *copy) {
    __shared__ uint32_t first[33], keep[32], to_delta_edges[32], to_excess[32], delta_edges;
    __syncthreads();
    for (uint32_t i = threadIdx.x; i < length; i += CAP_THREADS) {
        copy[i] = edges[i];
    }
    __syncthreads();
    if (threadIdx.x < 32) {
        uint64_t count;
        const uint32_t begin = (uint32_t)mg_lane_edges(copy, bank_lines, 0, length, mg_warp_lane(), &count);
        const uint32_t own = (uint32_t)count;
        const uint32_t cap = mg_cap_of(own), stays = own < cap ? own : cap;
        uint32_t all, excess;
        const uint32_t before = mg_warp_prefix(stays, &all), excess_before = mg_warp_prefix(own - stays, &excess);
        first[mg_warp_lane()] = begin;
        keep[mg_warp_lane()] = stays;
        to_delta_edges[mg_warp_lane()] = before;
        to_excess[mg_warp_lane()] = all + excess_before;
        if (mg_warp_lane() == 0) {
            first[32] = length;
            delta_edges = all;
        }
    }
    __syncthreads();
    for (uint32_t part = threadIdx.x / 8; part < 32; part += CAP_THREADS / 8) { /* 8 threads per lane's edges */
        for (uint32_t i = threadIdx.x % 8; i < first[part + 1] - first[part]; i += 8) {
            const bool stays = i < keep[part];
            edges[stays ? to_delta_edges[part] + i : to_excess[part] + i - keep[part]] = copy[first[part] + i];
        }
    }
    return delta_edges;
}

/* Edges that a longer run keeps, by a block's first warp: all, unless the busiest lane makes the others so long that
 * ids take fewer bytes. */
static __device__ uint32_t mg_cap_long_run(const uint64_t *edges, uint32_t bank_lines, uint32_t length) {
    uint64_t most = 0;
    mg_lane_edges(edges, bank_lines, 0, length, mg_warp_lane(), &most);
    return __any_sync(MG_ALL_LANES, 32 * most > 2ull * length) ? 0 : length;
}

/* A block examines CAP_THREADS runs and processes those with wide pieces one after the other. */
__global__ void cap_kernel(uint64_t *edges, uint32_t bank_lines, const uint64_t *heads, uint64_t run_count,
                           uint64_t edge_count, uint32_t *delta_edges) {
    __shared__ uint64_t copy[CAP_EDGES];
    __shared__ uint32_t wide[CAP_THREADS], count;
    for (uint64_t base = (uint64_t)blockIdx.x * CAP_THREADS; base < run_count;
         base += (uint64_t)gridDim.x * CAP_THREADS) {
        const auto length_of = [&](uint64_t j) {
            return (uint32_t)((j + 1 == run_count ? edge_count : heads[j + 1]) - heads[j]);
        };
        __syncthreads();
        count = 0;
        __syncthreads();
        if (base + threadIdx.x < run_count && length_of(base + threadIdx.x) >= MG_WIDE_LEAST) {
            wide[atomicAdd(&count, 1)] = threadIdx.x;
        }
        __syncthreads();
        for (uint32_t i = 0; i < count; i++) {
            const uint64_t j = base + wide[i];
            const uint32_t length = length_of(j);
            uint32_t stay = 0;
            if (length <= CAP_EDGES) {
                stay = mg_cap_run(edges + heads[j], bank_lines, length, copy);
            } else if (threadIdx.x < 32) {
                stay = mg_cap_long_run(edges + heads[j], bank_lines, length);
            }
            if (threadIdx.x == 0) {
                delta_edges[j] = stay;
            }
        }
    }
}

#endif
