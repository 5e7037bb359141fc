/* SPDX-License-Identifier: Apache-2.0
 *
 * panels_steps.cuh: the edges of a lane of a wide piece as 8-bit deltas (kernel/dense/dense_args.h), in lines of shared
 * memory.
 */
#ifndef MG_CORE_CUDA_LAYOUT_PANELS_PANELS_STEPS_CUH
#define MG_CORE_CUDA_LAYOUT_PANELS_PANELS_STEPS_CUH

#include "core/cuda/layout/panels/panels_banks.cuh"

/* Are slices of this kind delta-encoded? */
static __device__ bool mg_is_delta_encoded(const mg_panel_shape &s, uint32_t kind) {
    return s.bank_lines && kind == MG_PIECE_WIDE;
}

/* The next line after `line` whose place in the lane's bank is a sentinel, in the panel or in the padding behind it. */
static __device__ int32_t mg_next_sentinel(const mg_panel_shape &s, int32_t line) {
    const int32_t first = (int32_t)mg_sentinel_line(mg_warp_lane());
    const int32_t next = line < first ? first : first + ((line - first) / MG_SENTINEL_STRIDE + 1) * MG_SENTINEL_STRIDE;
    const int32_t behind = (int32_t)((s.places - mg_warp_lane() + MG_PANEL_BANKS - 1) / MG_PANEL_BANKS);
    return next < behind ? next : behind;
}

/* Calls write(byte) for a lane's edges: the number of sentinels before the start, then deltas. Distances too long for 8
 * bits are encoded in several steps from sentinel to sentinel; if `ends` is true, a last delta leads to a sentinel. */
template <typename Write, typename Ends>
static __device__ void mg_write_deltas(const mg_panel_shape &s, uint64_t edge, uint32_t length, Write write,
                                       Ends ends) {
    const int32_t first = (int32_t)mg_sentinel_line(mg_warp_lane());
    int32_t line = -1;
    uint32_t sentinels = 0;
    if (length) {
        const int32_t begin = (int32_t)(mg_place_at(s.bank_lines, s.edges[edge]) / MG_PANEL_BANKS);
        sentinels = begin < first ? 0 : (uint32_t)(begin - first) / MG_SENTINEL_STRIDE + 1;
        line = sentinels ? first + (int32_t)(sentinels - 1) * MG_SENTINEL_STRIDE : -1;
    }
    write(sentinels);
    for (uint32_t i = 0; i < length; i++) {
        const int32_t next = (int32_t)(mg_place_at(s.bank_lines, s.edges[edge + i]) / MG_PANEL_BANKS);
        while (next - line > 255) {
            const int32_t between = mg_next_sentinel(s, line);
            write((uint32_t)(between - line));
            line = between;
        }
        write((uint32_t)(next - line));
        line = next;
    }
    if (length && ends()) {
        write((uint32_t)(mg_next_sentinel(s, line) - line));
    }
}

/* Writes bytes into consecutive half vectors of a lane, 8 in each. */
struct mg_lane_bytes {
    uint8_t *of_lane; /* the lane's bytes in the chunk's first half vector */
    uint32_t count;

    __device__ __forceinline__ void put(uint32_t byte) {
        const uint32_t half = count / 8;
        of_lane[half / 2 * 512 + half % 2 * 8 + count % 8] = (uint8_t)byte;
        count++;
    }
};

#endif
