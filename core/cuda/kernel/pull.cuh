/* SPDX-License-Identifier: Apache-2.0
 *
 * pull.cuh: one iteration in which receivers look for senders, with the frontier as a bitmap. A first-hit program asks
 * the neighbour of largest degree first, which answers most vertices with two coalesced loads and one bit.
 */
#ifndef MG_CORE_CUDA_KERNEL_PULL_CUH
#define MG_CORE_CUDA_KERNEL_PULL_CUH

#include "core/cuda/kernel/puller.cuh"

#define MG_PULL_WORDS 4u       /* bitmap words that a warp has in flight */
#define MG_PULL_TOGETHER 4096u /* edges that a warp looks at for a first hit before a block does */

/* Vertices that their first neighbour did not answer. Those with very long rows are listed for whole blocks. All lanes
 * call. */
template <typename Policy, typename Offset>
MG_DEVICE void mg_pull_pending(mg_puller<Policy, Offset> &puller, mg_pending &pending) {
    const mg_work<Policy> &w = puller.w;
    uint32_t v;
    bool have = mg_lane() < mg_take(pending, &v);
    v = have ? v : 0;
    const void *offsets = w.a.receive[0].offsets;
    const bool is_long = have && mg_offset<Offset>(offsets, v + 1) - mg_offset<Offset>(offsets, v) > MG_PULL_TOGETHER;
    mg_append_list(w.a.touched, &w.slot->touched, is_long, v);
    have = have && !is_long;
    const typename Policy::bits got = puller.gather(have, v);
    const bool active = have && puller.apply(v, got);
    if (active) {
        atomicOr(&puller.next[v >> 5], 1u << (v & 31u));
    }
    mg_record_found(w, active, v);
}

/* The listed vertices, each by a whole block. */
template <typename Policy, typename Offset>
MG_DEVICE void mg_pull_listed(mg_puller<Policy, Offset> &puller) {
    typedef typename Policy::bits B;
    const mg_work<Policy> &w = puller.w;
    w.barrier();
    const uint32_t count = *(volatile uint32_t *)&w.slot->touched;
#pragma unroll 1
    for (uint32_t i = w.rank; i < count; i += w.blocks) {
        const uint32_t v = w.a.touched[i];
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
            const bool active = found && threadIdx.x == 0 && puller.apply(v, w.shared.value[0]);
            if (active) {
                atomicOr(&puller.next[v >> 5], 1u << (v & 31u));
            }
            mg_record_found(w, active, v);
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
    mg_loop_entry *out = w.a.queue[(w.shared.state.step + 1) & 1u];
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
    const mg_loop_entry *queue = w.a.queue[w.shared.state.step & 1u];
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
