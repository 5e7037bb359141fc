/* SPDX-License-Identifier: Apache-2.0
 *
 * row_begins.cuh: where rows begin among sorted arcs.
 */
#ifndef MG_CORE_CUDA_GRAPH_ROW_BEGINS_CUH
#define MG_CORE_CUDA_GRAPH_ROW_BEGINS_CUH

#include <stdint.h>

/* offsets[0 .. n]: the first of the ascending keys whose row, key >> shift, is that row or a later one. A row per
 * thread, by binary search; all threads of a grid of one dimension call. No shared memory. */
template <typename Key, typename Offset>
static __device__ void mg_find_row_begins(const Key *keys, uint64_t count, int shift, uint32_t n, Offset *offsets) {
    const uint64_t threads = (uint64_t)gridDim.x * blockDim.x;
    for (uint64_t row = (uint64_t)blockIdx.x * blockDim.x + threadIdx.x; row <= n; row += threads) {
        uint64_t low = 0, high = count;
        while (low < high) {
            const uint64_t middle = low + (high - low) / 2;
            if (keys[middle] >> shift < row) {
                low = middle + 1;
            } else {
                high = middle;
            }
        }
        offsets[row] = (Offset)low;
    }
}

#endif
