/* SPDX-License-Identifier: Apache-2.0
 *
 * count_groups.cuh: rows of at most 32 vertices in phases that want the number of all triangles and nothing else.
 * Thread-to-work mapping: a group of as many lanes as the longest row has vertices takes a row, so that a warp has one
 * to four. A lane has a hub of the row and looks it up beside the one 1, 2, ... lanes after it, in a circle: each pair
 * once. Then the group goes along the forward row of each other vertex, and its lanes search in the row, in registers.
 */
#ifndef MG_CORE_CUDA_KERNEL_GATHER_COUNT_GROUPS_CUH
#define MG_CORE_CUDA_KERNEL_GATHER_COUNT_GROUPS_CUH

#include "core/cuda/kernel/gather/triangle_row.cuh"

#define MG_PAIRS_AT_ONCE 4 /* pairs of a lane whose bits are loaded before they are used */

/* Pairs of hubs, one hub in each of the first lanes of the group. Returns those that this lane finds. All lanes of the
 * warp call. */
template <uint32_t size>
MG_DEVICE uint32_t mg_count_circle(const mg_forward_args &f, uint32_t hub, uint32_t hubs) {
    const uint32_t lane = mg_warp_lane() & (size - 1);
    uint32_t found = 0;
#pragma unroll 1
    for (uint32_t first = 1; __any_sync(MG_ALL_LANES, 2 * first <= hubs); first += MG_PAIRS_AT_ONCE) {
        uint32_t words[MG_PAIRS_AT_ONCE], shift[MG_PAIRS_AT_ONCE];
#pragma unroll
        for (uint32_t k = 0; k < MG_PAIRS_AT_ONCE; k++) {
            const uint32_t after = first + k, at = lane + after;
            const uint32_t other = __shfl_sync(MG_ALL_LANES, hub, at < hubs ? at : at - hubs, size);
            /* of an even number of hubs, those opposite to each other are one pair */
            const bool mine = lane < hubs && (2 * after < hubs || (2 * after == hubs && lane < after));
            /* always in the row of the larger hub: half of the bits stay in the caches */
            const uint32_t low = min(hub, other), high = max(hub, other);
            words[k] = mine ? __ldg(f.joined + (uint64_t)low * f.hub_words + high / 32) : 0;
            shift[k] = high % 32;
        }
#pragma unroll
        for (uint32_t k = 0; k < MG_PAIRS_AT_ONCE; k++) {
            found += words[k] >> shift[k] & 1;
        }
    }
    return found;
}

/* Triangles whose second corner is no hub. v: of the row, one in each lane of the group, which ascend; then MG_NONE.
 * place: in the first lanes, of the others. Returns those that this lane finds. All lanes of the warp call. */
template <uint32_t size>
MG_DEVICE uint32_t mg_count_others(const mg_forward_args &f, uint32_t v, uint32_t place, uint32_t others) {
    const uint32_t lane = mg_warp_lane() & (size - 1), other = __shfl_sync(MG_ALL_LANES, v, place, size);
    const uint64_t from = lane < others ? f.offsets[other] : 0;
    const uint32_t length = lane < others ? (uint32_t)(f.offsets[other + 1] - from) : 0;
    uint32_t found = 0;
#pragma unroll 1
    for (uint32_t k = 0; __any_sync(MG_ALL_LANES, k < others); k++) {
        const uint32_t *const row = f.neighbours + __shfl_sync(MG_ALL_LANES, from, k, size);
        const uint32_t end = __shfl_sync(MG_ALL_LANES, length, k, size);
#pragma unroll 1
        for (uint32_t i = lane; __any_sync(MG_ALL_LANES, i < end); i += size) {
            const uint32_t w = i < end ? row[i] : 0;
            uint32_t at = 0; /* number of v before w */
#pragma unroll
            for (uint32_t half = size / 2; half; half /= 2) {
                at += __shfl_sync(MG_ALL_LANES, v, at + half - 1, size) < w ? half : 0;
            }
            const bool equal = __shfl_sync(MG_ALL_LANES, v, at, size) == w;
            found += equal && i < end;
        }
    }
    return found;
}

/* The rows from `at` on to `end`, one in each group of the warp. Returns those triangles that this lane finds. All
 * lanes of the warp call. */
template <uint32_t size>
MG_DEVICE uint32_t mg_count_rows(const mg_forward_args &f, uint32_t at, uint32_t end) {
    const uint32_t lane = mg_warp_lane() & (size - 1), mine = at + mg_warp_lane() / size;
    const bool in = mine < end;
    const mg_forward_row row = in ? f.rows[mine] : mg_forward_row{0, 0, 0};
    const mg_hub_row listed = in && f.hub_rows ? f.hub_rows[mine] : mg_hub_row{0, 0, 0};
    const uint32_t others = row.length - listed.hubs;
    const uint16_t *const hubs = (const uint16_t *)(f.hub_list + listed.at + listed.words);
    const uint16_t *const places = hubs + (listed.hubs + 3) / 4 * 4;
    const uint32_t hub = lane < listed.hubs ? hubs[lane] : 0;
    uint32_t found = 0, place = lane;
    if (__any_sync(MG_ALL_LANES, others)) {
        if (listed.hubs && lane < others) {
            place = places[lane];
        }
        const uint32_t v = lane < row.length ? f.neighbours[row.begin + lane] : MG_NONE;
        found = mg_count_others<size>(f, v, place, others);
    }
    return found + mg_count_circle<size>(f, hub, listed.hubs);
}

/* `count` rows of one size from `begin` on, dealt to the warps in turn; `dealt`: units that warps got before, so that
 * none gets more than others. Returns what this lane finds. */
template <uint32_t size>
MG_DEVICE uint64_t mg_count_groups(const mg_forward_args &f, uint32_t begin, uint32_t count, uint32_t &dealt) {
    const uint32_t at_once = 32 / size, end = begin + count, warps = mg_gather_warp_count();
    const uint32_t first = (mg_gather_warp() + warps - dealt % warps) % warps;
    uint64_t found = 0;
#pragma unroll 1
    for (uint32_t at = begin + first * at_once; at < end; at += warps * at_once) {
        found += mg_count_rows<size>(f, at, end);
    }
    dealt += (count + at_once - 1) / at_once;
    return found;
}

/* All rows of groups. */
MG_DEVICE uint64_t mg_count_short_rows(const mg_forward_args &f, uint32_t &dealt) {
    const uint32_t end = f.block_rows + f.warp_rows, of_8 = end - f.group_rows[2], of_16 = of_8 - f.group_rows[1];
    uint64_t found = mg_count_groups<32>(f, of_16 - f.group_rows[0], f.group_rows[0], dealt);
    found += mg_count_groups<16>(f, of_16, f.group_rows[1], dealt);
    return found + mg_count_groups<8>(f, of_8, f.group_rows[2], dealt);
}

#endif
