/* SPDX-License-Identifier: Apache-2.0
 *
 * row_warp.cuh: a row of edges by a whole warp, four edges of every lane on their way together.
 */
#ifndef MG_CORE_CUDA_KERNEL_COMMON_ROW_WARP_CUH
#define MG_CORE_CUDA_KERNEL_COMMON_ROW_WARP_CUH

#include "core/cuda/kernel/common/append.cuh"

/* All lanes get what they have together. */
template <typename Policy>
MG_DEVICE typename Policy::bits mg_combine_lanes(typename Policy::bits mine) {
#pragma unroll 1
    for (int offset = 16; offset; offset >>= 1) {
        mine = mg_combine<Policy>(mine, __shfl_xor_sync(MG_ALL_LANES, mine, offset));
    }
    return mine;
}

/* What four edges bring, `step` apart from e on; arriving(at) is what one brings. */
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

/* What the edges begin .. end - 1 bring; four(e) is what e < end, and e + 32, e + 64 and e + 96 up to there, bring.
 * Once a lane has enough the rest is left out. All lanes call. */
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
