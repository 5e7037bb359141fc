/* SPDX-License-Identifier: Apache-2.0
 *
 * transpose.cu: a warp per row writes its number to its arcs; a thread per row finds where it begins, by binary search.
 * No shared memory.
 */
extern "C" {
#include "core/cuda/graph/transpose.h"
}
#include "core/cuda/graph/grid.cuh"
#include "core/cuda/graph/row_begins.cuh"

template <typename Offset>
__global__ void arc_rows_kernel(const Offset *offsets, uint32_t n, uint32_t *rows) {
    const uint32_t lane = threadIdx.x % 32, warps = gridDim.x * (MG_GRID_THREADS / 32);
    for (uint64_t row = (blockIdx.x * MG_GRID_THREADS + threadIdx.x) / 32; row < n; row += warps) {
        const uint64_t end = offsets[row + 1];
        for (uint64_t arc = offsets[row] + lane; arc < end; arc += 32) {
            rows[arc] = (uint32_t)row;
        }
    }
}

template <typename Offset>
__global__ void row_begins_kernel(const uint32_t *sorted, uint64_t count, uint32_t n, Offset *offsets) {
    mg_find_row_begins(sorted, count, 0, n, offsets);
}

extern "C" cudaError_t mg__launch_arc_rows(const void *offsets, bool wide, uint32_t n, uint32_t *rows,
                                           cudaStream_t stream) {
    const uint32_t blocks = mg_grid_blocks((uint64_t)n * 32);
    if (wide) {
        arc_rows_kernel<<<blocks, MG_GRID_THREADS, 0, stream>>>((const uint64_t *)offsets, n, rows);
    } else {
        arc_rows_kernel<<<blocks, MG_GRID_THREADS, 0, stream>>>((const uint32_t *)offsets, n, rows);
    }
    return cudaGetLastError();
}

extern "C" cudaError_t mg__launch_row_begins(const uint32_t *sorted, uint64_t count, uint32_t n, void *offsets,
                                             bool wide, cudaStream_t stream) {
    const uint32_t blocks = mg_grid_blocks((uint64_t)n + 1);
    if (wide) {
        row_begins_kernel<<<blocks, MG_GRID_THREADS, 0, stream>>>(sorted, count, n, (uint64_t *)offsets);
    } else {
        row_begins_kernel<<<blocks, MG_GRID_THREADS, 0, stream>>>(sorted, count, n, (uint32_t *)offsets);
    }
    return cudaGetLastError();
}
