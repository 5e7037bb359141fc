/* SPDX-License-Identifier: Apache-2.0
 *
 * row_warp.cuh: sums over a row of edges by a whole warp; each lane has four edges in flight. Shared memory: none.
 */
#ifndef MG_CORE_CUDA_KERNEL_COMMON_ROW_WARP_CUH
#define MG_CORE_CUDA_KERNEL_COMMON_ROW_WARP_CUH

#include "core/cuda/kernel/common/append.cuh"

/* Combines the lanes' values; all lanes get the result. */
template <typename Policy>
MG_DEVICE typename Policy::bits mg_combine_lanes(typename Policy::bits mine) {
#pragma unroll 1
    for (int offset = 16; offset; offset >>= 1) {
        mine = mg_combine<Policy>(mine, __shfl_xor_sync(MG_ALL_LANES, mine, offset));
    }
    return mine;
}

/* Combines the contributions of up to four edges, `step` apart from e on; arriving(e) is one edge's contribution. */
template <typename Policy, typename Arriving>
MG_DEVICE typename Policy::bits mg_four_edges(uint64_t e, uint32_t step, uint64_t end, Arriving arriving) {
    typename Policy::bits part[4];
#pragma unroll
    for (uint32_t k = 0; k < 4; k++) {
        part[k] = e + k * step < end ? arriving(e + k * step) : Policy::identity();
    }
#pragma unroll
    for (uint32_t k = 1; k < 4; k++) {
        part[0] = mg_combine<Policy>(part[0], part[k]);
    }
    return part[0];
}

/* Combines the contributions of edges begin .. end - 1; four(e) combines those of e, e + 32, e + 64 and e + 96, as far
 * as they are below the end. Stops when enough(value) is true. All lanes call. */
template <typename Policy, typename Four, typename Enough>
MG_DEVICE typename Policy::bits mg_edges_by_warp(uint64_t begin, uint64_t end, Four four, Enough enough) {
    typename Policy::bits mine = Policy::identity();
#pragma unroll 1
    for (uint64_t e = begin + mg_warp_lane(); e - mg_warp_lane() < end; e += 128) {
        if (e < end) {
            mine = mg_combine<Policy>(mine, four(e));
        }
        if (enough(mine)) {
            break;
        }
    }
    return mg_combine_lanes<Policy>(mine);
}

#endif
