/* SPDX-License-Identifier: Apache-2.0
 *
 * pull.cuh: one iteration in which receivers look for senders, with the frontier as a bitmap. A first-hit program asks
 * the neighbour of largest degree first, which answers most vertices with two coalesced loads and one bit.
 */
#ifndef MG_CORE_CUDA_KERNEL_PULL_CUH
#define MG_CORE_CUDA_KERNEL_PULL_CUH

#include "core/cuda/kernel/work.cuh"

#define MG_PULL_WORDS 4u       /* bitmap words that a warp has in flight */
#define MG_PULL_ALONE 16u      /* edges that a lane looks at before the warp helps */
#define MG_PULL_TOGETHER 4096u /* and a warp before its block does */

/* What one thread pulls with, and what it has found. */
template <typename Policy, typename Offset>
struct mg_puller {
    typedef typename Policy::bits B;
    const mg_work<Policy> &w;
    const uint32_t *bits;
    uint32_t *next;
    uint32_t vertices;
    uint64_t edges;
    double add[MG_LOOP_TOTALS];

    __device__ __forceinline__ mg_puller(const mg_work<Policy> &work) : w(work), vertices(0), edges(0), add{} {
        bits = work.a.bits[work.shared.state.bits];
        next = work.a.bits[work.shared.state.bits ^ 1u];
    }
    __device__ __forceinline__ static bool all_active() {
        return Policy::properties() & MG_ALL_ACTIVE;
    }
    __device__ __forceinline__ static bool first_hit() {
        return Policy::properties() & MG_FIRST_HIT;
    }
    __device__ __forceinline__ bool sends(uint32_t u) const {
        return all_active() || mg_test(bits, u);
    }
    __device__ __forceinline__ B sent(uint32_t u) const {
        return Policy::properties() & MG_SOURCE_ID ? (B)u : ((const B *)w.a.sent)[u];
    }
    /* What edge e of a side brings to a receiver, the identity where its sender is silent. */
    __device__ __forceinline__ B arriving(uint32_t side, uint64_t e, const void *state) const {
        const mg_device_side &s = w.a.receive[side];
        const uint32_t u = s.neighbours[e];
        return sends(u) ? Policy::edge(w.a.params, sent(u), s.weights, e, state) : Policy::identity();
    }
    __device__ __forceinline__ bool enough(B got) const {
        return first_hit() && got != Policy::identity();
    }
    __device__ __forceinline__ bool apply(uint32_t v, B got) {
        if (!all_active() && got == Policy::identity()) {
            return false;
        }
        const mg_ctx ctx = mg_context_of<Policy, Offset>(w, v);
        const bool active = Policy::apply(&ctx, w.a.params, w.state_of(v), got, add);
        if (active) {
            vertices++;
            edges += mg_send_degree<Offset>(w.a, v);
        }
        return active;
    }
    /* The first edges of a row, by its own lane. */
    __device__ __forceinline__ B gather_alone(uint32_t side, uint64_t begin, uint64_t end, B got, const void *state) {
#pragma unroll 1
        for (uint64_t e = begin; e < end && !enough(got); e += 4) {
            B part[4];
#pragma unroll
            for (uint32_t k = 0; k < 4; k++) {
                part[k] = e + k < end ? arriving(side, e + k, state) : Policy::identity();
            }
#pragma unroll
            for (uint32_t k = 0; k < 4; k++) {
                got = mg_combine<Policy>(got, part[k]);
            }
        }
        return got;
    }
    /* The rest of the rows that are not done, one after the other by the whole warp. */
    __device__ __forceinline__ B gather_together(uint32_t side, uint64_t begin, uint64_t end, B got,
                                                 const void *state) {
        uint32_t waiting = __ballot_sync(MG_ALL_LANES, begin < end && !enough(got));
#pragma unroll 1
        while (waiting) {
            const int lane = __ffs(waiting) - 1;
            waiting &= waiting - 1;
            const uint64_t last = __shfl_sync(MG_ALL_LANES, end, lane);
            const void *receiver = (const void *)__shfl_sync(MG_ALL_LANES, (unsigned long long)state, lane);
            B mine = Policy::identity();
#pragma unroll 1
            for (uint64_t e = __shfl_sync(MG_ALL_LANES, begin, lane) + mg_lane(); e - mg_lane() < last; e += 128) {
                B part[4]; /* in flight together */
#pragma unroll
                for (uint32_t k = 0; k < 4; k++) {
                    part[k] = e + 32 * k < last ? arriving(side, e + 32 * k, receiver) : Policy::identity();
                }
#pragma unroll
                for (uint32_t k = 0; k < 4; k++) {
                    mine = mg_combine<Policy>(mine, part[k]);
                }
                if (first_hit() && __any_sync(MG_ALL_LANES, enough(mine))) {
                    break;
                }
            }
            for (int offset = 16; offset; offset >>= 1) {
                mine = mg_combine<Policy>(mine, __shfl_xor_sync(MG_ALL_LANES, mine, offset));
            }
            got = lane == (int)mg_lane() ? mg_combine<Policy>(got, mine) : got;
        }
        return got;
    }
    /* All that the lanes' vertices receive. All lanes call. */
    __device__ __forceinline__ B gather(bool wants, uint32_t v) {
        B got = Policy::identity();
        const void *state = w.state_of(v);
#pragma unroll 1
        for (uint32_t side = 0; side < w.a.sides; side++) {
            uint64_t begin = 0, end = 0;
            if (wants) {
                begin = mg_offset<Offset>(w.a.receive[side].offsets, v);
                end = mg_offset<Offset>(w.a.receive[side].offsets, v + 1);
            }
            const uint64_t alone = end - begin < MG_PULL_ALONE ? end : begin + MG_PULL_ALONE;
            got = gather_alone(side, begin, alone, got, state);
            got = gather_together(side, alone, end, got, state);
        }
        return got;
    }
};

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
    if (have && puller.apply(v, got)) {
        atomicOr(&puller.next[v >> 5], 1u << (v & 31u));
    }
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
        if (found && threadIdx.x == 0 && puller.apply(v, w.shared.value[0])) {
            atomicOr(&puller.next[v >> 5], 1u << (v & 31u));
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

template <typename Policy, typename Offset>
MG_DEVICE void mg_step_pull(const mg_work<Policy> &w) {
    if (Policy::has() & MG_HAS_SCATTER) {
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
#pragma unroll 1
        for (uint32_t word = w.thread() / 32; word < words; word += warps) {
            const uint32_t v = word * 32 + mg_lane();
            const bool wants = v < w.a.n && Policy::needs(w.a.params, w.state_of(v));
            const typename Policy::bits got = puller.gather(wants, wants ? v : 0);
            const bool applies = wants || (v < w.a.n && puller.all_active());
            const uint32_t mask = __ballot_sync(MG_ALL_LANES, applies && puller.apply(v, got));
            if (mg_lane() == 0) {
                puller.next[word] = mask;
            }
        }
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
                                          !full && base + w.threads() >= words);
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
