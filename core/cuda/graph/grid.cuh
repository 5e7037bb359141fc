/* SPDX-License-Identifier: Apache-2.0
 *
 * grid.cuh: grids of kernels that deal elements to threads one by one, with a stride of all threads of the grid.
 */
#ifndef MG_CORE_CUDA_GRAPH_GRID_CUH
#define MG_CORE_CUDA_GRAPH_GRID_CUH

#include <stdint.h>

#define MG_GRID_THREADS 256 /* of a thread block */
#define MG_GRID_BLOCKS 16384

/* Thread blocks for a thread per element, at most MG_GRID_BLOCKS and at least one. */
static inline uint32_t mg_grid_blocks(uint64_t elements) {
    const uint64_t blocks = (elements + MG_GRID_THREADS - 1) / MG_GRID_THREADS;
    return blocks < 1 ? 1 : blocks < MG_GRID_BLOCKS ? (uint32_t)blocks : MG_GRID_BLOCKS;
}

#endif
