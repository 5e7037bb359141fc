/* SPDX-License-Identifier: Apache-2.0
 *
 * batch.cuh: what the steps of a batch share. Thread-to-work mapping: a warp takes a vertex, and each of its threads
 * two batch lanes (l and l + 32), so that the values of all batch lanes of a vertex are read and written coalesced. A
 * 64-bit lane mask holds the batch lanes in which a vertex is active. Shared memory: none here.
 */
#ifndef MG_CORE_CUDA_KERNEL_BATCH_BATCH_CUH
#define MG_CORE_CUDA_KERNEL_BATCH_BATCH_CUH

#include "core/cuda/kernel/loop/pull_gather.cuh"

#define MG_LANES_PER_THREAD 2u  /* batch lanes of one thread */
#define MG_SENDERS_IN_FLIGHT 3u /* senders whose values are loaded together */
#define MG_BATCH_GRAIN 8u       /* rows that a warp takes at a time; few, since row lengths differ widely */

/* Blocks per multiprocessor: quick kernels call the callbacks, which needs more registers. */
#ifdef MG_QUICK
#define MG_BATCH_OCCUPANCY 2
#else
#define MG_BATCH_OCCUPANCY MG_BATCH_BLOCKS
#endif

typedef unsigned long long mg_lane_mask;

/* Lane mask of the threads' batch lanes with `on`. */
MG_DEVICE mg_lane_mask mg_ballot_batch(const bool on[MG_LANES_PER_THREAD]) {
    const mg_lane_mask low = __ballot_sync(MG_ALL_LANES, on[0]);
    return low | (mg_lane_mask)__ballot_sync(MG_ALL_LANES, on[1]) << 32;
}

template <typename Policy, typename Offset>
struct mg_batch {
    typedef typename Policy::bits B;
    const mg_block_step<Policy> &w;
    const mg_loop_args &a;
    mg_lane_mask *now, *next, live_lanes, found;
    uint32_t vertices;
    uint64_t edges;
    mg_thread_totals<Policy> add[MG_LANES_PER_THREAD];

    __device__ __forceinline__ mg_batch(const mg_block_step<Policy> &work)
        : w(work), a(work.a), now(work.a.batch.active_masks[work.shared.state.frontier.current_bitmap]),
          next(work.a.batch.active_masks[work.shared.state.frontier.current_bitmap ^ 1u]),
          live_lanes(work.shared.state.live_lanes), found(0), vertices(0), edges(0) {
    }
    __device__ __forceinline__ static uint32_t lane(uint32_t half) {
        return mg_warp_lane() + 32 * half;
    }
    __device__ __forceinline__ static bool mine(mg_lane_mask word, uint32_t half) {
        return word >> lane(half) & 1u;
    }
    __device__ __forceinline__ static bool all_active() {
        return Policy::properties() & MG_ALL_ACTIVE;
    }
    __device__ __forceinline__ static bool label() {
        return Policy::properties() & MG_LABEL;
    }
    __device__ __forceinline__ uint64_t at(uint32_t v, uint32_t half) const {
        return (uint64_t)v * a.batch.lanes + lane(half);
    }
    __device__ __forceinline__ void *state(uint32_t v, uint32_t half) const {
        return (char *)a.state + at(v, half) * Policy::state_size();
    }
    __device__ __forceinline__ B *acc(uint32_t v, uint32_t half) const {
        return (B *)a.acc + at(v, half);
    }
    __device__ __forceinline__ mg_ctx context(uint32_t v, uint32_t half) const {
        mg_ctx ctx = mg_context_of<Policy, Offset>(w, v);
        ctx.lane = lane(half);
        if (Policy::frontier() == MG_FRONTIER_REPLAY) { /* a lane with fewer levels starts later */
            ctx.iteration = a.batch.lane_levels[lane(half)] - 1 - w.shared.state.levels.level;
        }
        const double *totals = ctx.iteration ? a.batch.totals[(w.shared.state.iteration + 2) % 3] : a.batch.last_totals;
        ctx.totals = totals + lane(half) * MG_LOOP_TOTALS;
        return ctx;
    }
    __device__ __forceinline__ const B *sent_at(uint32_t u, uint32_t half) const {
        return label() ? (const B *)state(u, half) : (const B *)a.sent + at(u, half);
    }
    __device__ __forceinline__ B sent(uint32_t u, uint32_t half) const {
        return Policy::properties() & MG_SOURCE_ID ? (B)u : *(const volatile B *)sent_at(u, half);
    }
    /* Is `needs` kept as a lane mask per vertex (need_masks)? Then a step reads a vertex's states, which are many
     * bytes, only where it changes them. */
    __device__ __forceinline__ static bool keeps_needs() {
        return (Policy::has() & MG_HAS_NEEDS) && !label() && Policy::frontier() != MG_FRONTIER_REPLAY;
    }
    __device__ __forceinline__ bool needs_lane(uint32_t v, uint32_t half) const {
        return Policy::needs(a.params, state(v, half));
    }
    /* The lanes of `open` in which v needs something, by its states. All lanes call. */
    __device__ __forceinline__ mg_lane_mask evaluate_needs(uint32_t v, mg_lane_mask open) const {
        bool on[MG_LANES_PER_THREAD];
#pragma unroll
        for (uint32_t h = 0; h < MG_LANES_PER_THREAD; h++) {
            on[h] = mine(open, h) && needs_lane(v, h);
        }
        return mg_ballot_batch(on);
    }
    /* The same; if need_masks are kept, `open` is already restricted to them. All lanes call. */
    __device__ __forceinline__ mg_lane_mask needing(uint32_t v, mg_lane_mask open) const {
        return keeps_needs() ? open : evaluate_needs(v, open);
    }
    __device__ __forceinline__ void keep_needs(uint32_t v, mg_lane_mask word) const {
        if (mg_warp_lane() == 0) {
            a.batch.need_masks[v] = word;
        }
    }
    /* `scatter` of v, which may change its states and so need_masks. All lanes call. */
    __device__ __forceinline__ void send(uint32_t v, mg_lane_mask lanes) const {
        if (!(Policy::has() & MG_HAS_SCATTER) || !lanes) {
            return;
        }
        const mg_lane_mask before = keeps_needs() ? a.batch.need_masks[v] : 0;
        bool on[MG_LANES_PER_THREAD];
#pragma unroll
        for (uint32_t h = 0; h < MG_LANES_PER_THREAD; h++) {
            on[h] = mine(before, h);
            if (mine(lanes, h)) {
                const mg_ctx ctx = context(v, h);
                ((B *)a.sent)[at(v, h)] = Policy::scatter(&ctx, a.params, state(v, h));
                on[h] = keeps_needs() && needs_lane(v, h);
            }
        }
        if (keeps_needs()) {
            keep_needs(v, mg_ballot_batch(on));
        }
    }
    /* The value that u sends in the thread's lane `half`; arbitrary if it does not send, so that the load does not wait
     * for a condition. */
    __device__ __forceinline__ B sent_if(uint32_t sends, uint32_t u, uint32_t half) const {
        if (Policy::properties() & MG_SOURCE_ID) {
            return (B)u;
        }
        if (label()) {
            return sends ? *(const volatile B *)state(u, half) : Policy::identity();
        }
        const char *const own = (const char *)((const B *)a.sent + mg_warp_lane());
        const uint32_t row = sends ? u : 0;
        return mg_load_volatile((const B *)(own + (uint64_t)row * (a.batch.lanes * (uint32_t)sizeof(B))) + 32 * half);
    }
    /* Combines without the test for the identity that mg_combine has; combining with it changes nothing. */
    __device__ __forceinline__ static B added(B to, B brought) {
        return Policy::monoid() == MG_USER ? Policy::combine(to, brought) : mg_combine<Policy>(to, brought);
    }
    /* Adds the contributions of the next MG_SENDERS_IN_FLIGHT senders among 32 edges to v; all their values are loaded
     * before the first use. `left`: the warp lanes whose edges have an active sender, at least one. All lanes call. */
    __device__ __forceinline__ void add_senders(uint32_t side, uint64_t base, uint32_t v, uint32_t u, mg_lane_mask word,
                                                uint32_t &left, B got[MG_LANES_PER_THREAD]) const {
        B value[MG_SENDERS_IN_FLIGHT][MG_LANES_PER_THREAD];
        uint32_t from[MG_SENDERS_IN_FLIGHT], sends[MG_SENDERS_IN_FLIGHT][MG_LANES_PER_THREAD];
#pragma unroll
        for (uint32_t k = 0; k < MG_SENDERS_IN_FLIGHT; k++) {
            const uint32_t own = k == 0 || left ? 1u << mg_warp_lane() : 0;
            from[k] = (uint32_t)__ffs(left) - 1;
            const uint32_t sender = __shfl_sync(MG_ALL_LANES, u, from[k]);
#pragma unroll
            for (uint32_t h = 0; h < MG_LANES_PER_THREAD; h++) {
                sends[k][h] = __shfl_sync(MG_ALL_LANES, (uint32_t)(word >> 32 * h), from[k]) & own;
                value[k][h] = sent_if(sends[k][h], sender, h);
            }
            left &= left - 1;
        }
#pragma unroll
        for (uint32_t k = 0; k < MG_SENDERS_IN_FLIGHT; k++) {
#pragma unroll
            for (uint32_t h = 0; h < MG_LANES_PER_THREAD; h++) {
                if (sends[k][h]) {
                    const void *const weights = a.receive[side].weights;
                    got[h] = added(got[h], Policy::edge(a.params, value[k][h], weights, base + from[k], state(v, h)));
                }
            }
        }
    }
    /* Adds the contributions along a row to v, in the lanes of `need`. Lane masks of 32 senders are loaded at a time.
     * All lanes call. */
    __device__ __forceinline__ void gather(uint32_t side, uint64_t begin, uint64_t end, uint32_t v, mg_lane_mask need,
                                           B got[MG_LANES_PER_THREAD]) const {
        const mg_device_side &s = a.receive[side];
#pragma unroll 1
        for (uint64_t base = begin; base < end; base += 32) {
            const uint64_t e = base + mg_warp_lane();
            const uint32_t u = e < end ? s.neighbours[e] : 0;
            const mg_lane_mask word = e < end ? need & (all_active() ? live_lanes : now[u] & live_lanes) : 0;
#pragma unroll 1
            for (uint32_t left = __ballot_sync(MG_ALL_LANES, word != 0); left;) {
                add_senders(side, base, v, u, word, left, got);
            }
            if (Policy::properties() & MG_FIRST_HIT) {
                const bool got_it[MG_LANES_PER_THREAD] = {got[0] != Policy::identity(), got[1] != Policy::identity()};
                need &= ~mg_ballot_batch(got_it);
                if (!need) {
                    return;
                }
            }
        }
    }
    /* `apply` in the lanes of `lanes` that received something and, if all vertices are active, in those of `all`.
     * Returns the lanes in which v is active. All lanes call. */
    __device__ __forceinline__ mg_lane_mask apply(uint32_t v, mg_lane_mask lanes, mg_lane_mask all,
                                                  const B got[MG_LANES_PER_THREAD]) {
        const mg_lane_mask before = keeps_needs() ? a.batch.need_masks[v] : 0;
        bool active[MG_LANES_PER_THREAD], on[MG_LANES_PER_THREAD];
#pragma unroll
        for (uint32_t h = 0; h < MG_LANES_PER_THREAD; h++) {
            active[h] = false;
            on[h] = mine(before, h);
            if (mine(all, h) || (mine(lanes, h) && got[h] != Policy::identity())) {
                const mg_ctx ctx = context(v, h);
                active[h] = Policy::apply(&ctx, a.params, state(v, h), got[h], add[h].part);
                on[h] = keeps_needs() && needs_lane(v, h);
            }
        }
        if (keeps_needs()) {
            keep_needs(v, mg_ballot_batch(on));
        }
        return mg_ballot_batch(active);
    }
    /* Records v if it is active in some lanes. All lanes call. */
    __device__ __forceinline__ void record(uint32_t v, mg_lane_mask lanes) {
        found |= lanes;
        if ((Policy::has() & MG_HAS_RECORD) && mg_warp_lane() == 0 && lanes) {
            const uint64_t place = w.shared.state.levels.recorded + mg_fetch_add(&w.counts->listed, 1);
            if (place < a.batch.level_room) {
                a.levels.list[place] = v;
                a.batch.level_masks[place] = lanes;
            }
        }
    }
    __device__ __forceinline__ void count(uint32_t v, mg_lane_mask lanes) {
        if (mg_warp_lane() == 0 && lanes) {
            vertices++;
            edges += mg_send_degree<Offset>(a, v);
        }
    }
    /* Publishes the lanes with an active vertex, and the totals of each lane. All lanes call. */
    __device__ __forceinline__ void end() {
        if (mg_warp_lane() == 0 && found) {
            atomicOr(&w.counts->live_lanes, found);
        }
#pragma unroll
        for (uint32_t h = 0; h < MG_LANES_PER_THREAD; h++) {
#pragma unroll
            for (uint32_t k = 0; k < MG_LOOP_TOTALS; k++) {
                if (mg_is_total<Policy>(k) && add[h].part[k] != mg_total_start<Policy>(k)) {
                    double *const totals = a.batch.totals[w.shared.state.iteration % 3];
                    mg_total_atomic<Policy>(&totals[lane(h) * MG_LOOP_TOTALS + k], k, add[h].part[k]);
                }
            }
        }
    }
    /* Dynamic scheduling: calls visit(first, count) for begin .. end - 1, `each` at a time per warp. The first share is
     * static; a warp draws the next one from the work counter before it processes the current one, to hide the atomic's
     * latency. All lanes call. */
    template <typename Visit>
    __device__ __forceinline__ void for_each_dynamic(uint32_t *work_cursor, uint32_t begin, uint32_t end, uint32_t each,
                                                     Visit visit) const {
        uint64_t at = (uint64_t)warp() * each;
#pragma unroll 1
        while (at < end - begin) {
            const uint32_t next = mg_warp_lane() == 0 ? mg_fetch_add(work_cursor, each) : 0;
            const uint32_t first = begin + (uint32_t)at, left = end - first;
            visit(first, left < each ? left : each);
            at = (uint64_t)warps() * each + __shfl_sync(MG_ALL_LANES, next, 0);
        }
    }
    __device__ __forceinline__ uint32_t warp() const {
        return w.thread() / 32;
    }
    __device__ __forceinline__ uint32_t warps() const {
        return w.threads() / 32;
    }
};

#endif
