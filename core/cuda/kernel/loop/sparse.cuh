/* SPDX-License-Identifier: Apache-2.0
 *
 * sparse.cuh: one push iteration (top-down) from a queue. Label and first-hit programs update receivers directly and
 * need one barrier; others accumulate, and apply after a second barrier. Edges are distributed over threads as in
 * advance.cuh; `apply` takes a touched vertex per thread. Shared memory: a chunk of queue entries, the warps' pending
 * and far lists, the table of aggregate.cuh.
 */
#ifndef MG_CORE_CUDA_KERNEL_LOOP_SPARSE_CUH
#define MG_CORE_CUDA_KERNEL_LOOP_SPARSE_CUH

#include "core/cuda/kernel/loop/advance.cuh"
#include "core/cuda/kernel/loop/aggregate.cuh"
#include "frontier/cuda/push_to_bits.cuh"

/* Base of all visitors. */
template <typename Policy>
struct mg_visitor {
    typedef typename Policy::bits B;
    const mg_block_step<Policy> &w;
    mg_loop_entry *out;
    uint32_t *claim, *claimed; /* claim bitmaps of this and of the previous iteration */
    mg_pending pending;

    __device__ __forceinline__ mg_visitor(const mg_block_step<Policy> &work) : w(work), pending(work.pending()) {
        const uint32_t odd = work.shared.state.iteration & 1u;
        out = work.queue_out();
        claim = work.a.frontier.claim[odd];
        claimed = work.a.frontier.claim[odd ^ 1u];
    }
    __device__ __forceinline__ uint32_t receiver(uint64_t e, uint32_t side) const {
        return (side ? w.a.send[1].neighbours : w.a.send[0].neighbours)[e];
    }
    __device__ __forceinline__ B along(uint64_t e, uint32_t side, B value, const void *state) const {
        return Policy::edge(w.a.params, value, side ? w.a.send[1].weights : w.a.send[0].weights, e, state);
    }
    __device__ __forceinline__ B sent(uint32_t v) const {
        return Policy::properties() & MG_SOURCE_ID ? (B)v : w.sent(0)[v];
    }
};

/* Under the last limit, 0xffffffff, every bucket is near. */
MG_DEVICE bool mg_is_near(uint32_t bucket, uint32_t limit) {
    return bucket < limit || limit == 0xffffffffu;
}

/* Label programs: relaxes the label in place; an improved vertex is queued or, if its bucket is far, put into the far
 * list. */
template <typename Policy, typename Offset>
struct mg_relax_visitor : mg_visitor<Policy> {
    typedef typename Policy::bits B;
    using mg_visitor<Policy>::w;
    mg_pending far;
    uint32_t limit, least; /* limit of near buckets; least far bucket found by this thread */

    __device__ __forceinline__ mg_relax_visitor(const mg_block_step<Policy> &work)
        : mg_visitor<Policy>(work), far(work.second_pending()), limit(work.shared.state.near_far.near_limit),
          least(0xffffffffu) {
    }
    __device__ __forceinline__ B value(const mg_loop_entry &entry) {
        mg_clear_claims(w.a, this->claimed, entry.vertex);
        return *(volatile B *)w.label_of(entry.vertex);
    }
    __device__ __forceinline__ void edge(bool active, uint64_t e, B value, uint32_t side) {
        const uint32_t v = active ? this->receiver(e, side) : 0;
        deliver(active, v, [&](const void *state) { return this->along(e, side, value, state); });
    }
    /* Relaxes v with got(its state). */
    template <typename Got>
    __device__ __forceinline__ void deliver(bool active, uint32_t v, Got got) {
        bool near = false, late = false;
        if (active) {
            B *label = w.label_of(v);
            const B improved = got(label);
            if (mg_changes<Policy>(*(volatile B *)label, improved) && Policy::needs(w.a.params, label)) {
                mg_atomic_combine<Policy>(label, improved);
                const uint32_t bucket = Policy::has() & MG_HAS_PRIORITY ? Policy::priority(w.a.params, improved) : 0;
                near = !(Policy::has() & MG_HAS_PRIORITY) || mg_is_near(bucket, limit);
                late = !near;
                /* Also if the vertex is already in the far list: its label has decreased. */
                least = late && bucket < least ? bucket : least;
                late = late && !mg_test(w.a.near_far.far_bits, v) && mg_claim(w.a.near_far.far_bits, v);
                near = near && mg_claim_vertex(w.a, this->claim, v);
            }
        }
        mg_queue_vertices<Policy, Offset>(w, this->out, this->pending, near, v);
        if (Policy::has() & MG_HAS_PRIORITY) {
            postpone(late, v);
        }
    }
    __device__ __forceinline__ void postpone(bool late, uint32_t v) {
        const uint32_t splits = w.shared.state.near_far.splits;
        mg_collect(far, late, v);
        if (far.count >= 32) {
            mg_take(far, &v);
            mg_append_list(w.a.near_far.far[splits & 1u], &w.a.control->far_count[splits % 3], true, v);
        }
    }
    __device__ __forceinline__ void end() {
        mg_queue_leftover<Policy, Offset>(w, this->out, this->pending);
        if (Policy::has() & MG_HAS_PRIORITY) {
            const uint32_t splits = w.shared.state.near_far.splits;
            uint32_t v;
            __syncthreads();
            const bool have = mg_take_leftover(w, far.count, w.shared.far[0], 64, &v);
            mg_append_list(w.a.near_far.far[splits & 1u], &w.a.control->far_count[splits % 3], have, v);
            const uint32_t all = mg_warp_least(least);
            if (mg_warp_lane() == 0 && all != 0xffffffffu) {
                atomicMin(&w.a.control->far_min[w.shared.state.near_far.splits % 3], all);
            }
        }
    }
};

/* First-hit programs: the thread that claims a vertex applies immediately; no other contribution matters. */
template <typename Policy, typename Offset>
struct mg_first_hit_visitor : mg_visitor<Policy> {
    typedef typename Policy::bits B;
    using mg_visitor<Policy>::w;
    mg_thread_totals<Policy> add;

    __device__ __forceinline__ mg_first_hit_visitor(const mg_block_step<Policy> &work) : mg_visitor<Policy>(work) {
    }
    __device__ __forceinline__ B value(const mg_loop_entry &entry) {
        mg_clear_claims(w.a, this->claimed, entry.vertex);
        return this->sent(entry.vertex);
    }
    __device__ __forceinline__ void edge(bool active, uint64_t e, B value, uint32_t side) {
        const uint32_t v = active ? this->receiver(e, side) : 0;
        deliver(active, v, [&](const void *state) { return this->along(e, side, value, state); });
    }
    template <typename Got>
    __device__ __forceinline__ void deliver(bool active, uint32_t v, Got got_of) {
        bool next = false, rejected = false;
        if (active) {
            void *const state = w.state_of(v);
            mg_cached_state<Policy, 1> seen;
            seen.load_now(state); /* a stale state from the L1 cache would lead to needless claims */
            if (Policy::needs(w.a.params, seen.get())) {
                const B got = got_of(seen.get());
                if (got != Policy::identity() && mg_claim_vertex(w.a, this->claim, v)) {
                    const mg_ctx ctx = mg_context_of<Policy, Offset>(w, v);
                    next = Policy::apply(&ctx, w.a.params, state, got, add.part);
                    rejected = !next;
                }
            }
        }
        mg_queue_vertices<Policy, Offset>(w, this->out, this->pending, next, v);
        mg_append_list(w.rejected(), &w.counts->touched, rejected, v);
    }
    __device__ __forceinline__ void end() {
        mg_queue_leftover<Policy, Offset>(w, this->out, this->pending);
        mg_add_totals(w, add.part);
    }
};

/* Other programs: contributions are combined in `acc`; each receiver is listed once. */
template <typename Policy, typename Offset>
struct mg_accumulate_visitor : mg_visitor<Policy> {
    typedef typename Policy::bits B;
    using mg_visitor<Policy>::w;

    __device__ __forceinline__ mg_accumulate_visitor(const mg_block_step<Policy> &work) : mg_visitor<Policy>(work) {
        mg_aggregate_begin(work);
    }
    /* Does nearly every contribution change the accumulator? Then testing that first does not pay. */
    __device__ __forceinline__ static bool adds() {
        return Policy::monoid() == MG_SUM || Policy::monoid() == MG_USER;
    }
    __device__ __forceinline__ bool receives(uint32_t v) const {
        return Policy::frontier() != MG_FRONTIER_REPLAY || mg_test(w.level_bits(w.shared.state.levels.level - 1), v);
    }
    __device__ __forceinline__ B value(const mg_loop_entry &entry) {
        return this->sent(entry.vertex);
    }
    __device__ __forceinline__ void edge(bool active, uint64_t e, B value, uint32_t side) {
        const uint32_t v = active ? this->receiver(e, side) : 0;
        deliver(active, v, [&](const void *state) { return this->along(e, side, value, state); });
    }
    template <typename Got>
    __device__ __forceinline__ void deliver(bool active, uint32_t v, Got got_of) {
        bool first = false;
        if (active) {
            const void *state = w.state_of(v);
            const bool claimed = mg_is_claimed(w.a, w.a.frontier.claim[0], v); /* loaded together with the state */
            if (receives(v) && Policy::needs(w.a.params, state)) {
                const B got = got_of(state);
                B *acc = (B *)w.a.acc;
                if (got != Policy::identity() && (adds() || mg_changes<Policy>(*(volatile B *)(acc + v), got))) {
                    first = !claimed && mg_claim_vertex(w.a, w.a.frontier.claim[0], v);
                    mg_aggregate_add(w, acc, v, got);
                }
            }
        }
        mg_collect(this->pending, first, v);
        if (this->pending.count >= 32) {
            mg_take(this->pending, &v);
            mg_append_list(w.a.frontier.touched, &w.counts->touched, true, v);
        }
    }
    __device__ __forceinline__ void end() {
        uint32_t v;
        const bool have = mg_take_leftover(w, this->pending.count, w.shared.pending[0], MG_PENDING, &v);
        mg_append_list(w.a.frontier.touched, &w.counts->touched, have, v);
        mg_aggregate_flush(w, (B *)w.a.acc);
    }
};

/* `scatter` of the queue's vertices, once per vertex. */
template <typename Policy, typename Offset>
MG_DEVICE void mg_scatter_entries(const mg_block_step<Policy> &w, const mg_loop_entry *queue, uint32_t entries) {
#pragma unroll 1
    for (uint32_t i = w.thread(); i < entries; i += w.threads()) {
        const mg_loop_entry entry = queue[i];
        if (entry.length & MG_ENTRY_FIRST) {
            const mg_ctx ctx = mg_context_of<Policy, Offset>(w, entry.vertex);
            w.sent(0)[entry.vertex] = Policy::scatter(&ctx, w.a.params, w.state_of(entry.vertex));
        }
    }
}

/* `apply` of the vertices that received contributions; resets `acc` and the claims. */
template <typename Policy, typename Offset>
MG_DEVICE void mg_apply_touched(const mg_block_step<Policy> &w) {
    typedef typename Policy::bits B;
    w.barrier();
    const uint32_t count = *(volatile uint32_t *)&w.counts->touched;
    mg_loop_entry *out = w.queue_out();
    mg_pending pending = w.pending();
    mg_thread_totals<Policy> add;
#pragma unroll 1
    for (uint32_t base = w.thread() - mg_warp_lane(); base < count; base += w.threads()) {
        const uint32_t i = base + mg_warp_lane();
        const uint32_t v = i < count ? w.a.frontier.touched[i] : 0;
        bool next = false;
        if (i < count) {
            B *acc = (B *)w.a.acc + v;
            const B got = *acc;
            *acc = Policy::identity();
            mg_clear_claims(w.a, w.a.frontier.claim[0], v);
            mg_ctx ctx = mg_context_of<Policy, Offset>(w, v);
            next = got != Policy::identity() && Policy::apply(&ctx, w.a.params, w.state_of(v), got, add.part);
            if (next && mg_scatters_early<Policy>(w.a, w.shared.state.iteration)) {
                ctx.iteration++;
                w.sent(1)[v] = Policy::scatter(&ctx, w.a.params, w.state_of(v));
            }
        }
        if (Policy::frontier() != MG_FRONTIER_REPLAY) {
            mg_queue_vertices<Policy, Offset>(w, out, pending, next, v);
        }
    }
    if (Policy::frontier() != MG_FRONTIER_REPLAY) {
        mg_queue_leftover<Policy, Offset>(w, out, pending);
    }
    mg_add_totals(w, add.part);
}

template <typename Policy, typename Offset, typename Visitor>
MG_DEVICE void mg_visit_queue(const mg_block_step<Policy> &w) {
    Visitor visit(w);
    mg_advance<Offset>(w, w.queue_in(), w.shared.state.frontier.entries, visit);
    visit.end();
}

template <typename Policy, typename Offset>
MG_DEVICE void mg_step_sparse(const mg_block_step<Policy> &w) {
    if (Policy::properties() & MG_LABEL) {
        mg_visit_queue<Policy, Offset, mg_relax_visitor<Policy, Offset>>(w);
        return;
    }
    if ((Policy::has() & MG_HAS_SCATTER) && Policy::frontier() != MG_FRONTIER_REPLAY &&
        !w.shared.state.frontier.sent_ahead) {
        mg_scatter_entries<Policy, Offset>(w, w.queue_in(), w.shared.state.frontier.entries);
        w.barrier();
    }
    if ((Policy::properties() & MG_FIRST_HIT) && Policy::frontier() != MG_FRONTIER_REPLAY) {
        mg_clear_rejected(w);
        if (w.shared.state.first_hit.push_to_bits) {
            mg_push_to_bits<Policy, Offset>(w);
        } else {
            mg_visit_queue<Policy, Offset, mg_first_hit_visitor<Policy, Offset>>(w);
        }
        return;
    }
    mg_visit_queue<Policy, Offset, mg_accumulate_visitor<Policy, Offset>>(w);
    mg_apply_touched<Policy, Offset>(w);
}

/* Near-far: moves the vertices of the next window of buckets from the far list to the queue. A vertex whose bucket is
 * below the final limit was processed as a near vertex meanwhile and is dropped. */
template <typename Policy, typename Offset>
MG_DEVICE void mg_step_split(const mg_block_step<Policy> &w) {
    const mg_loop_state &s = w.shared.state;
    mg_loop_control *c = w.a.control;
    const uint32_t from = s.near_far.splits % 3, to = (s.near_far.splits + 1) % 3,
                   count = *(volatile uint32_t *)&c->far_count[from];
    const uint32_t *list = w.a.near_far.far[s.near_far.splits & 1u];
    mg_loop_entry *out = w.queue_out();
    mg_pending pending = w.pending();
    if (w.thread() == 0) {
        c->far_count[(s.near_far.splits + 2) % 3] = 0;
        c->far_min[(s.near_far.splits + 2) % 3] = 0xffffffffu;
    }
#pragma unroll 1
    for (uint32_t base = w.thread() - mg_warp_lane(); base < count; base += w.threads()) {
        const uint32_t i = base + mg_warp_lane();
        const uint32_t v = i < count ? list[i] : 0;
        const uint32_t bucket = i < count ? Policy::priority(w.a.params, *w.label_of(v)) : 0;
        const bool keep = i < count && !mg_is_near(bucket, s.near_far.near_limit);
        const bool near = i < count && !keep && bucket >= s.near_far.final_limit;
        if (i < count && !keep) {
            atomicAnd(&w.a.near_far.far_bits[v >> 5], ~(1u << (v & 31u)));
        }
        mg_append_list(w.a.near_far.far[(s.near_far.splits + 1) & 1u], &c->far_count[to], keep, v);
        if (keep && bucket < *(volatile uint32_t *)&c->far_min[to]) {
            atomicMin(&c->far_min[to], bucket);
        }
        mg_queue_outlined<Policy, Offset>(w, out, pending, near, v, base + w.threads() >= count, true);
    }
}

#endif
