/* SPDX-License-Identifier: Apache-2.0
 *
 * pull.cuh: one pull iteration, with the frontier as a bitmap, and the conversions of the frontier between bitmap and
 * queue. A pull takes a vertex per lane and 32 adjacent vertices per warp. Shared memory: the warps' pending lists in
 * the conversion to a queue; counts and totals.
 */
#ifndef MG_CORE_CUDA_KERNEL_LOOP_PULL_CUH
#define MG_CORE_CUDA_KERNEL_LOOP_PULL_CUH

#include "core/cuda/kernel/loop/full_pull.cuh"
#include "core/cuda/kernel/loop/pull_first_hit.cuh"

/* Pull that tests senders in the frontier bitmap: all vertices, 32 per warp, then the pieces of long rows. */
template <typename Policy, typename Offset>
MG_DEVICE void mg_pull_by_bits(mg_pull_gather<Policy, Offset> &puller) {
    const mg_block_step<Policy> &w = puller.w;
    const uint32_t words = (w.a.own_end + 31) / 32, warps = w.threads() / 32;
    uint32_t last = MG_NONE; /* the long row that this warp listed last */
    bool active, waits;
#pragma unroll 1
    for (uint32_t word = w.a.own_begin / 32 + w.thread() / 32; word < words; word += warps) {
        const uint32_t v = word * 32 + mg_warp_lane();
        active = mg_pull_lanes(puller, v < w.a.own_end, v, &waits, &last);
        const uint32_t mask = __ballot_sync(MG_ALL_LANES, active);
        if (mg_warp_lane() == 0) {
            puller.next[word] = mask;
        }
        mg_record_found(w, active, v);
    }
    mg_pull_pieces(puller);
#pragma unroll 1
    while (last != MG_NONE) {
        const uint32_t v = mg_pull_row(puller, &last, &active);
        if (active) {
            atomicOr(&puller.next[v >> 5], 1u << (v & 31u));
        }
        mg_record_found(w, active, v);
    }
}

template <typename Policy, typename Offset>
MG_DEVICE void mg_step_pull(const mg_block_step<Policy> &w) {
    const bool full_pull = mg_uses_full_pull<Policy>(w.a);
    if ((Policy::has() & MG_HAS_SCATTER) && !full_pull && !w.shared.state.frontier.sent_ahead) {
        mg_send_bits<Policy, Offset>(w);
    }
    mg_pull_gather<Policy, Offset> puller(w);
    if (full_pull) {
        mg_full_pull(puller);
    } else if (mg_probes_largest<Policy>(w.a)) {
        mg_pull_first_hit(puller);
    } else {
        mg_pull_by_bits(puller);
    }
    mg_count_block(w, puller.vertices, puller.edges);
    mg_add_totals(w, puller.add.part);
}

/* Bitmap to queue; clears all three bitmaps. */
template <typename Policy, typename Offset>
MG_DEVICE void mg_step_to_queue(const mg_block_step<Policy> &w) {
    uint32_t *const bits = w.bits_now(), *const next = w.bits_next(), *const old = w.bits_old();
    mg_loop_entry *out = w.queue_out();
    const uint32_t words = (w.a.n + 31) / 32;
    mg_pending pending = w.pending();
    const uint32_t warps = w.threads() / 32, share = (words + warps - 1) / warps, each = share < 32 ? share : 32;
#pragma unroll 1
    for (uint32_t base = w.thread() / 32 * each; base < words; base += warps * each) {
        const uint32_t i = base + mg_warp_lane();
        uint32_t mine = 0;
        if (mg_warp_lane() < each && i < words) {
            mine = bits[i];
            bits[i] = next[i] = old[i] = 0;
        }
        uint32_t full = __ballot_sync(MG_ALL_LANES, mine != 0);
#pragma unroll 1
        do {
            const int lane = full ? __ffs(full) - 1 : 0;
            const uint32_t word = __shfl_sync(MG_ALL_LANES, mine, lane);
            full &= full - 1;
            mg_queue_outlined<Policy, Offset>(w, out, pending, word >> mg_warp_lane() & 1u,
                                              (base + lane) * 32 + mg_warp_lane(),
                                              !full && base + warps * each >= words, false);
        } while (full);
    }
}

/* Queue to bitmap; clears all claims. */
template <typename Policy>
MG_DEVICE void mg_step_to_bits(const mg_block_step<Policy> &w) {
    const mg_loop_entry *queue = w.queue_in();
    uint32_t *bits = w.bits_now();
    if (Policy::properties() & MG_FIRST_HIT) {
        mg_clear_rejected(w);
    }
#pragma unroll 1
    for (uint32_t i = w.thread(); i < w.shared.state.frontier.entries; i += w.threads()) {
        const mg_loop_entry entry = queue[i];
        mg_clear_claims(w.a, w.a.frontier.claim[0], entry.vertex);
        mg_clear_claims(w.a, w.a.frontier.claim[1], entry.vertex);
        if (entry.length & MG_ENTRY_FIRST) {
            atomicOr(&bits[entry.vertex >> 5], 1u << (entry.vertex & 31u));
        }
    }
}

#endif
