/* SPDX-License-Identifier: Apache-2.0
 *
 * arcs.cuh: kernels over the entries of the rows of a level, which have no gaps between them.
 */
#ifndef MG_CORE_CUDA_COMMUNITIES_ARCS_CUH
#define MG_CORE_CUDA_COMMUNITIES_ARCS_CUH

#include "core/cuda/communities/level.cuh"
#include "core/cuda/graph/grid.cuh"

#define RUN 8 /* arcs of a thread, one after the other */

MG_DEVICE uint64_t first_index() {
    return blockIdx.x * (uint64_t)MG_GRID_THREADS + threadIdx.x;
}

MG_DEVICE uint64_t stride() {
    return gridDim.x * (uint64_t)MG_GRID_THREADS;
}

/* The vertex of an entry of rows without gaps: the last that begins at it or before. */
MG_DEVICE uint32_t vertex_of(const mg_level &g, const mg_level_rows &rows, uint64_t e) {
    uint32_t low = 0, high = g.n; /* it is in low .. high - 1 */
    while (high - low > 1) {
        const uint32_t middle = low + (high - low) / 2;
        if (mg_level_offset(g, rows.begin, middle) <= e) {
            low = middle;
        } else {
            high = middle;
        }
    }
    return low;
}

/* Goes from vertex v to that of entry e, which is behind its row: mostly the next one. */
MG_DEVICE uint32_t next_vertex(const mg_level &g, const mg_level_rows &rows, uint32_t v, uint64_t e) {
    return e < mg_level_offset(g, rows.end, v + 1) ? v + 1 : vertex_of(g, rows, e);
}

#endif
