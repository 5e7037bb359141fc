/* SPDX-License-Identifier: Apache-2.0
 *
 * pull.cuh: one iteration in which receivers look for senders, with the frontier as a bitmap. A first-hit program asks
 * the neighbour of largest degree first, which answers most vertices with two coalesced loads and one bit.
 */
#ifndef MG_CORE_CUDA_KERNEL_PULL_CUH
#define MG_CORE_CUDA_KERNEL_PULL_CUH

#include "core/cuda/kernel/puller.cuh"

#define MG_PULL_WORDS 4u       /* bitmap words that a warp has in flight */
#define MG_PULL_FEW 3u         /* so many of 32 rows need not be listed */
#define MG_PULL_TOGETHER 4096u /* rows with more edges than this are for blocks, others for warps */

/* A receiver is done: its bit, where it became active. All lanes call. */
template <typename Policy, typename Offset>
MG_DEVICE void mg_end_pull(mg_puller<Policy, Offset> &puller, bool have, uint32_t v, typename Policy::bits got) {
    const bool active = have && puller.apply(v, got);
    if (active) {
        atomicOr(&puller.next[v >> 5], 1u << (v & 31u));
    }
    mg_record_found(puller.w, active, v);
}

/* Vertices that their first neighbour did not answer look at a few more by themselves. Those that are still without an
 * answer are listed, so that neither a warp nor a block has to wait for a few long rows. All lanes call. */
template <typename Policy, typename Offset>
MG_DEVICE void mg_pull_pending(mg_puller<Policy, Offset> &puller, mg_pending &pending) {
    const mg_work<Policy> &w = puller.w;
    const void *offsets = w.a.receive[0].offsets;
    uint32_t v;
    const bool have = mg_lane() < mg_take(pending, &v);
    v = have ? v : 0;
    const uint64_t begin = have ? mg_offset<Offset>(offsets, v) : 0, end = have ? mg_offset<Offset>(offsets, v + 1) : 0;
    const uint64_t alone = end - begin < MG_PULL_ALONE ? end : begin + MG_PULL_ALONE;
    typename Policy::bits got = puller.gather_alone(0, begin, alone, Policy::identity(), w.state_of(v));
    bool waits = alone < end && !puller.enough(got);
    const bool is_long = end - begin > MG_PULL_TOGETHER;
    if (__popc(__ballot_sync(MG_ALL_LANES, waits)) <= MG_PULL_FEW && !__any_sync(MG_ALL_LANES, waits && is_long)) {
        got = puller.gather_together(0, alone, end, got, w.state_of(v));
        waits = false;
    }
    mg_append_list(w.a.touched, &w.slot->touched, waits && !is_long, v);
    mg_append_list(w.a.touched + w.a.n, &w.slot->chunk, waits && is_long, v);
    mg_end_pull(puller, have && !waits, v, got);
}

/* The listed vertices, each by a warp, which has as many at a time as make all warps busy. */
template <typename Policy, typename Offset>
MG_DEVICE void mg_pull_listed(mg_puller<Policy, Offset> &puller) {
    const mg_work<Policy> &w = puller.w;
    const void *offsets = w.a.receive[0].offsets;
    const uint32_t count = *(volatile uint32_t *)&w.slot->touched, warps = w.threads() / 32;
    const uint32_t share = (count + warps - 1) / warps, each = share < 32 ? share : 32;
#pragma unroll 1
    for (uint32_t base = w.thread() / 32 * each; base < count; base += warps * each) {
        const bool have = mg_lane() < each && base + mg_lane() < count;
        const uint32_t v = have ? w.a.touched[base + mg_lane()] : 0;
        const uint64_t begin = have ? mg_offset<Offset>(offsets, v) + MG_PULL_ALONE : 0;
        const uint64_t end = have ? mg_offset<Offset>(offsets, v + 1) : 0;
        const typename Policy::bits got = puller.gather_together(0, begin, end, Policy::identity(), w.state_of(v));
        mg_end_pull(puller, have, v, got);
    }
}

/* Those with very long rows, each by a whole block. */
template <typename Policy, typename Offset>
MG_DEVICE void mg_pull_longest(mg_puller<Policy, Offset> &puller) {
    typedef typename Policy::bits B;
    const mg_work<Policy> &w = puller.w;
    const uint32_t count = *(volatile uint32_t *)&w.slot->chunk;
#pragma unroll 1
    for (uint32_t i = w.rank; i < count; i += w.blocks) {
        const uint32_t v = w.a.touched[w.a.n + i];
        const uint64_t end = mg_offset<Offset>(w.a.receive[0].offsets, v + 1);
        uint64_t base = mg_offset<Offset>(w.a.receive[0].offsets, v);
        bool found;
#pragma unroll 1
        do {
            B got = Policy::identity();
#pragma unroll
            for (uint32_t k = 0; k < 4; k++) {
                const uint64_t e = base + k * MG_LOOP_THREADS + threadIdx.x;
                got = mg_combine<Policy>(got, e < end ? puller.arriving(0, e, w.state_of(v)) : Policy::identity());
            }
            if (puller.enough(got)) {
                w.shared.value[0] = got; /* any of them */
            }
            found = __syncthreads_or(puller.enough(got));
            base += 4 * MG_LOOP_THREADS;
        } while (!found && base < end);
        if (threadIdx.x < 32) {
            mg_end_pull(puller, found && threadIdx.x == 0, v, w.shared.value[0]);
        }
        __syncthreads();
    }
}

/* 128 vertices by their first neighbours; the others wait in `pending`. */
template <typename Policy, typename Offset>
MG_DEVICE void mg_pull_first(mg_puller<Policy, Offset> &puller, uint32_t word, uint32_t words, mg_pending &pending) {
    const mg_loop_args &a = puller.w.a;
    uint32_t u[MG_PULL_WORDS];
    bool hit[MG_PULL_WORDS];
#pragma unroll
    for (uint32_t k = 0; k < MG_PULL_WORDS; k++) {
        const uint32_t v = (word + k) * 32 + mg_lane();
        u[k] = v < a.n && Policy::needs(a.params, puller.w.state_of(v)) ? a.first[v] : MG_NONE;
    }
#pragma unroll
    for (uint32_t k = 0; k < MG_PULL_WORDS; k++) {
        hit[k] = u[k] != MG_NONE && mg_test(puller.bits, u[k]);
    }
#pragma unroll
    for (uint32_t k = 0; k < MG_PULL_WORDS; k++) {
        const uint32_t v = (word + k) * 32 + mg_lane();
        const bool active = hit[k] && puller.apply(v, puller.sent(u[k]));
        const uint32_t mask = __ballot_sync(MG_ALL_LANES, active);
        if (mg_lane() == 0 && word + k < words) {
            puller.next[word + k] = mask;
        }
        mg_record_found(puller.w, active, v);
        mg_collect(pending, u[k] != MG_NONE && !hit[k], v);
    }
}

/* `scatter` of the frontier's vertices before a pull. */
template <typename Policy, typename Offset>
MG_DEVICE void mg_scatter_bits(const mg_work<Policy> &w) {
    typedef typename Policy::bits B;
    const uint32_t *bits = w.a.bits[w.shared.state.bits];
#pragma unroll 1
    for (uint32_t v = w.thread(); v < w.a.n; v += w.threads()) {
        if ((Policy::properties() & MG_ALL_ACTIVE) || mg_test(bits, v)) {
            const mg_ctx ctx = mg_context_of<Policy, Offset>(w, v);
            ((B *)w.a.sent)[v] = Policy::scatter(&ctx, w.a.params, w.state_of(v));
        }
    }
    w.barrier();
}

/* All vertices, 32 to a warp, and then those with long rows. */
template <typename Policy, typename Offset>
MG_DEVICE void mg_pull_all(mg_puller<Policy, Offset> &puller) {
    const mg_work<Policy> &w = puller.w;
    const uint32_t words = (w.a.n + 31) / 32, warps = w.threads() / 32;
    uint32_t last = MG_NONE; /* of the long rows */
    bool active, waits;
#pragma unroll 1
    for (uint32_t word = w.thread() / 32; word < words; word += warps) {
        const uint32_t v = word * 32 + mg_lane();
        active = mg_pull_lanes(puller, v < w.a.n, v, &waits, &last);
        const uint32_t mask = __ballot_sync(MG_ALL_LANES, active);
        if (mg_lane() == 0) {
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
MG_DEVICE void mg_step_pull(const mg_work<Policy> &w) {
    if ((Policy::has() & MG_HAS_SCATTER) && !w.shared.state.ready) {
        mg_scatter_bits<Policy, Offset>(w);
    }
    mg_puller<Policy, Offset> puller(w);
    const uint32_t words = (w.a.n + 31) / 32, warps = w.threads() / 32;
    if ((Policy::properties() & MG_FIRST_HIT) && !(Policy::has() & MG_HAS_EDGE) && w.a.first) {
        mg_pending pending = w.pending();
#pragma unroll 1
        for (uint32_t word = w.thread() / 32 * MG_PULL_WORDS; word < words; word += warps * MG_PULL_WORDS) {
            mg_pull_first(puller, word, words, pending);
            const bool last = word + warps * MG_PULL_WORDS >= words;
#pragma unroll 1
            while (pending.count >= (last ? 1u : 32u)) {
                mg_pull_pending(puller, pending);
            }
        }
        w.barrier();
        mg_pull_longest(puller);
        mg_pull_listed(puller);
    } else {
        mg_pull_all(puller);
    }
    mg_count(w.slot, puller.vertices, puller.edges);
    mg_add_totals(w, puller.add);
}

/* Bits to queue; empties both bitmaps. */
template <typename Policy, typename Offset>
MG_DEVICE void mg_step_to_queue(const mg_work<Policy> &w) {
    uint32_t *bits = w.a.bits[w.shared.state.bits], *other = w.a.bits[w.shared.state.bits ^ 1u];
    mg_loop_entry *out = w.queue_out();
    const uint32_t words = (w.a.n + 31) / 32;
    mg_pending pending = w.pending();
#pragma unroll 1
    for (uint32_t base = w.thread() - mg_lane(); base < words; base += w.threads()) {
        uint32_t mine = 0;
        if (base + mg_lane() < words) {
            mine = bits[base + mg_lane()];
            bits[base + mg_lane()] = 0;
            other[base + mg_lane()] = 0;
        }
        uint32_t full = __ballot_sync(MG_ALL_LANES, mine != 0);
#pragma unroll 1
        do {
            const int lane = full ? __ffs(full) - 1 : 0;
            const uint32_t word = __shfl_sync(MG_ALL_LANES, mine, lane);
            full &= full - 1;
            mg_queue_cold<Policy, Offset>(w, out, pending, word >> mg_lane() & 1u, (base + lane) * 32 + mg_lane(),
                                          !full && base + w.threads() >= words, false);
        } while (full);
    }
}

/* Queue to bits; leaves no claims. */
template <typename Policy>
MG_DEVICE void mg_step_to_bits(const mg_work<Policy> &w) {
    const mg_loop_entry *queue = w.queue_in();
    uint32_t *bits = w.a.bits[w.shared.state.bits];
    if (Policy::properties() & MG_FIRST_HIT) {
        mg_clear_idle(w);
    }
#pragma unroll 1
    for (uint32_t i = w.thread(); i < w.shared.state.entries; i += w.threads()) {
        const mg_loop_entry entry = queue[i];
        w.a.claim[0][entry.vertex >> 5] = 0;
        w.a.claim[1][entry.vertex >> 5] = 0;
        if (entry.length & MG_ENTRY_FIRST) {
            atomicOr(&bits[entry.vertex >> 5], 1u << (entry.vertex & 31u));
        }
    }
}

#endif
