/* SPDX-License-Identifier: Apache-2.0
 *
 * pair_hubs.cuh: triangles of pairs of hubs in a forward row, in phases with the callback `triangle`. Thread-to-work
 * mapping: a warp takes 32 times 32 pairs at a time, and looks up in the hubs' bits which of them are neighbours. A
 * lane keeps what it found for its hub as a word of 32 bits, so that nothing is combined between lanes.
 */
#ifndef MG_CORE_CUDA_KERNEL_GATHER_PAIR_HUBS_CUH
#define MG_CORE_CUDA_KERNEL_GATHER_PAIR_HUBS_CUH

#include "core/cuda/kernel/gather/triangle_row.cuh"

#define MG_HUB_LOADS 8 /* words of the hubs' bits that a lane loads before it uses them */

/* Edges of a pair, by its position among the forward edges. */
MG_DEVICE uint32_t mg_pair_edges(const mg_gather_args &a, uint64_t pair) {
    return a.forward.edges ? a.forward.edges[pair] : 1;
}

template <typename Policy>
MG_DEVICE typename Policy::bits mg_corner(const mg_gather_args &a, uint32_t own, uint32_t x, uint32_t y,
                                          uint32_t edges) {
    return Policy::triangle(a.loop.params, mg_gather_state<Policy>(a, own), mg_gather_state<Policy>(a, x),
                            mg_gather_state<Policy>(a, y), edges);
}

/* Pairs of hubs of the row: those from 32 * high on, one in each lane, with those from 32 * low on; low <= high.
 * Returns what u receives in this lane. All lanes of the warp call. */
template <typename Policy, typename Row>
MG_DEVICE typename Policy::bits mg_triangles_of_hubs(const Row &r, uint32_t low, uint32_t high) {
    typedef typename Policy::bits B;
    const mg_gather_args &a = r.a;
    const uint32_t lane = mg_warp_lane(), hubs = r.shared.hubs, j = 32 * high + lane, i = 32 * low + lane;
    const bool in = j < hubs;
    const uint32_t hub_j = in ? r.shared.hub[j] : 0, hub_i = i < hubs ? r.shared.hub[i] : 0;
    const uint32_t *const word = a.forward.joined + hub_j / 32;
    uint32_t before = 0, after = 0; /* bit s: joined with hub s of the low ones; of the high ones */
#pragma unroll 1
    for (uint32_t base = 0; base < 32 && 32 * low + base < hubs; base += MG_HUB_LOADS) {
        uint32_t bits[MG_HUB_LOADS];
#pragma unroll
        for (uint32_t k = 0; k < MG_HUB_LOADS; k++) {
            const uint32_t hub = __shfl_sync(MG_ALL_LANES, hub_i, base + k);
            bits[k] = in && (low < high || base + k < lane) ? __ldg(word + (uint64_t)hub * a.forward.hub_words) : 0;
        }
#pragma unroll
        for (uint32_t k = 0; k < MG_HUB_LOADS; k++) {
            const uint32_t bit = bits[k] >> hub_j % 32 & 1, found = __ballot_sync(MG_ALL_LANES, bit);
            before |= bit << (base + k);
            after = base + k == lane ? found : after;
        }
    }
    const uint32_t place_j = in ? r.shared.place[j] : 0, place_i = i < hubs ? r.shared.place[i] : 0;
    const uint32_t v_j = r.shared.row[place_j], v_i = r.shared.row[place_i];
    B own = Policy::identity(), received = Policy::identity();
#pragma unroll 1
    for (uint32_t left = before; left; left &= left - 1) {
        const uint32_t v = r.shared.row[r.shared.place[32 * low + __ffs((int)left) - 1]];
        own = mg_combine<Policy>(own, mg_corner<Policy>(a, r.u, v, v_j, 1));
        received = mg_combine<Policy>(received, mg_corner<Policy>(a, v_j, r.u, v, 1));
    }
    r.give(place_j, received);
    received = Policy::identity();
#pragma unroll 1
    for (uint32_t left = after; left; left &= left - 1) {
        const uint32_t w = r.shared.row[r.shared.place[32 * high + __ffs((int)left) - 1]];
        received = mg_combine<Policy>(received, mg_corner<Policy>(a, v_i, r.u, w, 1));
    }
    r.give(place_i, received);
    return own;
}

/* Pairs of hubs of a row, 32 times 32 at a time, for this warp of the team. Returns what u receives in this lane. */
template <typename Policy, typename Row>
MG_DEVICE typename Policy::bits mg_triangles_of_all_hubs(const Row &r, uint32_t warp, uint32_t warps) {
    typedef typename Policy::bits B;
    const uint32_t hubs = r.fits() ? r.shared.hubs : 0, steps = (hubs + 31) / 32;
    B own = Policy::identity();
#pragma unroll 1
    for (uint32_t low = warp, high = 0;; low += warps) { /* pairs (low, high) in the order (0, 0), (0, 1), (1, 1) */
        for (; low > high && high < steps; high++) {
            low -= high + 1;
        }
        if (hubs < 2 || high >= steps) {
            return own;
        }
        own = mg_combine<Policy>(own, mg_triangles_of_hubs<Policy>(r, low, high));
    }
}

#endif
