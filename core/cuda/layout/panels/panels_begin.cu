/* SPDX-License-Identifier: Apache-2.0
 *
 * panels_begin.cu: costs of chunks, and the static chunks that blocks start with. costs: a thread per chunk; the other
 * kernels run in one block.
 */
#include "core/cuda/kernel/common/append.cuh"

extern "C" {
#include "core/cuda/layout/panels/panels_build.h"
}

#define THREADS 256

__global__ void costs_kernel(const mg_panels p, uint64_t *costs) {
    for (uint32_t c = blockIdx.x * THREADS + threadIdx.x; c < p.chunks; c += gridDim.x * THREADS) {
        const uint32_t slices = p.chunk[c].kind == MG_PIECE_SINGLE ? p.chunk[c].vectors : p.chunk[c].slices;
        const uint32_t vector = p.delta_encoded && p.chunk[c].kind == MG_PIECE_WIDE ? MG_DELTAS_COST : MG_VECTOR_COST;
        costs[c] = p.chunk[c].vectors * vector + slices * MG_SLICE_COST;
    }
    if (blockIdx.x == 0 && threadIdx.x == 0) {
        costs[p.chunks] = 0;
    }
}

/* How much a panel gains from one more starting block; panels without a block come first. */
static __device__ unsigned long long mg_panel_gain(const mg_panels &p, uint32_t panel, uint32_t blocks) {
    const unsigned long long cost = p.costs[p.panel_chunk[panel + 1]] - p.costs[p.panel_chunk[panel]];
    return blocks ? cost / blocks : cost | 1ull << 46;
}

/* Each block of a gather starts with the panel that gains most, and stores its index among the panel's starting blocks.
 * Later panels are chosen at run time. */
__global__ void beginnings_kernel(const mg_panels p, uint32_t blocks, mg_block_start *first,
                                  uint32_t *starting_blocks) {
    __shared__ unsigned long long best;
    for (uint32_t i = threadIdx.x; i < p.panels; i += blockDim.x) {
        starting_blocks[i] = 0;
    }
    for (uint32_t b = 0; b < blocks; b++) {
        if (threadIdx.x == 0) {
            best = 0;
        }
        __syncthreads();
        unsigned long long mine = 0;
        for (uint32_t i = threadIdx.x; i < p.panels; i += blockDim.x) {
            const unsigned long long key = mg_panel_gain(p, i, starting_blocks[i]) << 16 | i;
            mine = key > mine ? key : mine;
        }
        atomicMax(&best, mine);
        __syncthreads();
        const uint32_t panel = (uint32_t)best & 0xffffu;
        if (p.panels && panel % blockDim.x == threadIdx.x) {
            first[b] = {panel, starting_blocks[panel]++, 0, 0};
        }
        if (p.panels == 0 && threadIdx.x == 0) {
            first[b] = {0, 0, 0, 0};
        }
        __syncthreads();
    }
}

/* Number of static chunks per starting block of a panel: MG_STATIC_CHUNKS sixteenths of a block's share of the panel,
 * or of all panels if that is less, since further blocks may switch to the panel later. Chunks are counted at the
 * panel's mean cost. At least one per warp; the remaining chunks are scheduled dynamically. */
static __device__ uint32_t mg_static_count(const mg_panels &p, uint32_t panel, uint32_t blocks, uint32_t warps,
                                           uint32_t starting_blocks) {
    const uint32_t begin = p.panel_chunk[panel], chunks = p.panel_chunk[panel + 1] - begin;
    const uint64_t cost = p.costs[begin + chunks] - p.costs[begin], fair = p.costs[p.chunks] / blocks;
    const uint64_t part = starting_blocks && cost / starting_blocks < fair ? cost / starting_blocks : fair;
    const uint32_t own = starting_blocks && cost ? (uint32_t)(chunks * part / cost) * MG_STATIC_CHUNKS / 16 : 0;
    return own > warps ? own : warps;
}

/* Computes each block's static chunks from its index among the panel's starting blocks. */
__global__ void static_chunks_kernel(const mg_panels p, uint32_t blocks, uint32_t warps, mg_block_start *first,
                                     const uint32_t *starting_blocks, uint32_t *first_shared) {
    for (uint32_t i = threadIdx.x; i < p.panels; i += blockDim.x) {
        first_shared[i] =
            p.panel_chunk[i] + starting_blocks[i] * mg_static_count(p, i, blocks, warps, starting_blocks[i]);
    }
    for (uint32_t b = threadIdx.x; b < blocks && p.panels; b += blockDim.x) {
        const uint32_t panel = first[b].panel, own = mg_static_count(p, panel, blocks, warps, starting_blocks[panel]);
        first[b].chunk = p.panel_chunk[panel] + first[b].chunk * own;
        first[b].end = first[b].chunk + own;
    }
}

extern "C" cudaError_t mg__panel_costs(const mg_panels *panels, uint64_t *costs, cudaStream_t stream) {
    costs_kernel<<<panels->chunks / THREADS + 1, THREADS, 0, stream>>>(*panels, costs);
    return cudaGetLastError();
}

extern "C" cudaError_t mg__panel_block_starts(const mg_panels *panels, uint32_t blocks, uint32_t warps,
                                              mg_block_start *first, uint32_t *starting_blocks, uint32_t *first_shared,
                                              cudaStream_t stream) {
    beginnings_kernel<<<1, 1024, 0, stream>>>(*panels, blocks, first, starting_blocks);
    static_chunks_kernel<<<1, 1024, 0, stream>>>(*panels, blocks, warps, first, starting_blocks, first_shared);
    return cudaGetLastError();
}
