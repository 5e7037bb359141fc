/* SPDX-License-Identifier: Apache-2.0
 *
 * blocks_build.cu: from edges by receiver to edges by column panel and heavy block. Thread-to-work mapping: an edge, a
 * matrix block, or a group of rows per thread. Shared memory: none.
 */
#include "core/cuda/kernel/common/append.cuh"

extern "C" {
#include "core/cuda/layout/blocks/blocks_build.h"
}

#define THREADS 256

static uint32_t blocks_for(uint64_t count) {
    const uint64_t blocks = count / THREADS + 1;
    return (uint32_t)(blocks < 65536 ? blocks : 65536);
}

static __device__ uint64_t mg_thread() {
    return (uint64_t)blockIdx.x * THREADS + threadIdx.x;
}

static __device__ uint64_t mg_threads() {
    return (uint64_t)gridDim.x * THREADS;
}

static __device__ uint32_t mg_block_of(const mg_block_grid &g, uint64_t edge) {
    const uint32_t row = (uint32_t)(edge >> MG_EDGE_ROW_SHIFT);
    return row / g.width * g.column_panels + (uint32_t)(edge & MG_EDGE_PANEL);
}

static __device__ bool mg_is_heavy(const mg_block_grid &g, uint32_t block) {
    return g.heavy[block + 1] != g.heavy[block];
}

/* One atomic per warp for those of its 32 edges that are in the same matrix block. */
__global__ void block_counts_kernel(const mg_block_grid g, const uint64_t *edges, uint64_t count) {
    for (uint64_t base = mg_thread() - mg_warp_lane(); base < count; base += mg_threads()) {
        const uint64_t e = base + mg_warp_lane();
        const uint32_t block = e < count ? mg_block_of(g, edges[e]) : UINT32_MAX;
        const uint32_t same = __match_any_sync(MG_ALL_LANES, block);
        if (e < count && mg_warp_lane() == __ffs(same) - 1) {
            atomicAdd((unsigned long long *)&g.counts[block], (unsigned long long)__popc(same));
        }
    }
}

__global__ void block_heavy_kernel(const mg_block_grid g, uint64_t least) {
    const uint64_t blocks = (uint64_t)g.row_panels * g.column_panels;
    for (uint64_t i = mg_thread(); i <= blocks; i += mg_threads()) {
        g.heavy[i] = i < blocks && g.counts[i] > least;
    }
}

__global__ void block_light_kernel(const mg_block_grid g, const uint64_t *edges, uint64_t count) {
    for (uint64_t e = mg_thread(); e <= count; e += mg_threads()) {
        g.light[e] = e < count && !mg_is_heavy(g, mg_block_of(g, edges[e]));
    }
}

/* Light edges before a group of rows. */
static __device__ uint64_t mg_light_before(const mg_block_grid &g, uint64_t group) {
    const uint64_t row = group * MG_BLOCK_ROWS;
    return g.light[g.begin[row < g.n ? row : g.n]];
}

__global__ void block_groups_kernel(const mg_block_grid g, uint32_t groups) {
    for (uint64_t i = mg_thread(); i <= groups; i += mg_threads()) {
        const uint64_t edges = i < groups ? mg_light_before(g, i + 1) - mg_light_before(g, i) : 0;
        g.group_slots[i] = (edges + MG_BLOCK_ROWS - 1) / MG_BLOCK_ROWS * MG_BLOCK_ROWS;
    }
}

__global__ void block_words_kernel(const mg_block_grid g, uint64_t *edges, uint64_t count) {
    for (uint64_t e = mg_thread(); e < count; e += mg_threads()) {
        const uint64_t edge = edges[e], kept = edge & ~(uint64_t)MG_EDGE_PANEL;
        const uint32_t block = mg_block_of(g, edge), row = (uint32_t)(edge >> MG_EDGE_ROW_SHIFT);
        if (mg_is_heavy(g, block)) {
            edges[e] = kept | (g.column_panels + g.heavy[block]);
            continue;
        }
        const uint32_t group = row / MG_BLOCK_ROWS;
        const uint64_t i = g.light[e] - mg_light_before(g, group), first = g.group_slots[group];
        const uint64_t height = (g.group_slots[group + 1] - first) / MG_BLOCK_ROWS;
        const uint64_t slot = first + i % height * MG_BLOCK_ROWS + i / height;
        edges[e] = slot << MG_EDGE_ROW_SHIFT | (uint32_t)edge;
        if (g.slot_rows) {
            g.slot_rows[slot] = (uint16_t)(row % MG_BLOCK_ROWS);
        }
    }
}

__global__ void block_where_kernel(const mg_block_grid g, uint64_t *where, uint32_t *panel_heavy) {
    const uint64_t blocks = (uint64_t)g.row_panels * g.column_panels;
    for (uint64_t i = mg_thread(); i <= blocks; i += mg_threads()) {
        if (i < blocks && mg_is_heavy(g, (uint32_t)i)) {
            where[g.heavy[i]] = i;
        }
        if (i % g.column_panels == 0 && panel_heavy) {
            panel_heavy[i / g.column_panels] = (uint32_t)g.heavy[i];
        }
    }
}

__global__ void block_bounds_kernel(const uint64_t *edges, uint64_t edge_count, uint32_t count, uint64_t *bounds) {
    for (uint64_t i = mg_thread(); i < count; i += mg_threads()) {
        uint64_t low = 0, high = edge_count;
        while (low < high) {
            const uint64_t middle = low + (high - low) / 2;
            if ((edges[middle] & MG_EDGE_PANEL) < i) {
                low = middle + 1;
            } else {
                high = middle;
            }
        }
        bounds[i] = low;
    }
}

extern "C" cudaError_t mg__block_counts(const mg_block_grid *grid, const uint64_t *edges, uint64_t edge_count,
                                        cudaStream_t stream) {
    block_counts_kernel<<<blocks_for(edge_count), THREADS, 0, stream>>>(*grid, edges, edge_count);
    return cudaGetLastError();
}

extern "C" cudaError_t mg__block_heavy(const mg_block_grid *grid, uint64_t least, cudaStream_t stream) {
    block_heavy_kernel<<<blocks_for((uint64_t)grid->row_panels * grid->column_panels), THREADS, 0, stream>>>(*grid,
                                                                                                             least);
    return cudaGetLastError();
}

extern "C" cudaError_t mg__block_light(const mg_block_grid *grid, const uint64_t *edges, uint64_t edge_count,
                                       cudaStream_t stream) {
    block_light_kernel<<<blocks_for(edge_count), THREADS, 0, stream>>>(*grid, edges, edge_count);
    return cudaGetLastError();
}

extern "C" cudaError_t mg__block_groups(const mg_block_grid *grid, cudaStream_t stream) {
    const uint32_t groups = (uint32_t)((grid->n + MG_BLOCK_ROWS - 1ull) / MG_BLOCK_ROWS);
    block_groups_kernel<<<blocks_for(groups), THREADS, 0, stream>>>(*grid, groups);
    return cudaGetLastError();
}

extern "C" cudaError_t mg__block_words(const mg_block_grid *grid, uint64_t *edges, uint64_t edge_count,
                                       cudaStream_t stream) {
    block_words_kernel<<<blocks_for(edge_count), THREADS, 0, stream>>>(*grid, edges, edge_count);
    return cudaGetLastError();
}

extern "C" cudaError_t mg__block_where(const mg_block_grid *grid, uint64_t *where, uint32_t *panel_heavy,
                                       cudaStream_t stream) {
    const uint64_t blocks = (uint64_t)grid->row_panels * grid->column_panels;
    block_where_kernel<<<blocks_for(blocks), THREADS, 0, stream>>>(*grid, where, panel_heavy);
    return cudaGetLastError();
}

extern "C" cudaError_t mg__block_bounds(const uint64_t *edges, uint64_t edge_count, uint32_t count, uint64_t *bounds,
                                        cudaStream_t stream) {
    block_bounds_kernel<<<blocks_for(count), THREADS, 0, stream>>>(edges, edge_count, count, bounds);
    return cudaGetLastError();
}
