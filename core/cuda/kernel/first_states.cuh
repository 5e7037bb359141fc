/* SPDX-License-Identifier: Apache-2.0
 *
 * first_states.cuh: the step that a phase begins with in the loop kernel: first states and first frontier. A thread
 * takes several vertices at a time, a warp 32 adjacent ones of each.
 */
#ifndef MG_CORE_CUDA_KERNEL_FIRST_STATES_CUH
#define MG_CORE_CUDA_KERNEL_FIRST_STATES_CUH

#include "core/cuda/kernel/hits.cuh"

#define MG_INIT_EACH 4u /* vertices that a lane has under way */

/* A vertex's first state; is it in the first frontier? *settled: it needs nothing. */
template <typename Policy, typename Offset>
MG_DEVICE bool mg_first_state(const mg_work<Policy> &w, uint32_t v, bool *settled) {
    const mg_ctx ctx = mg_context_of<Policy, Offset>(w, v);
    mg_own_state<Policy, 1> state;
    state.load(w.state_of(v));
    const bool active = Policy::init(&ctx, w.a.params, state.get());
    state.store();
    *settled = mg_leaves_rest<Policy>() && !Policy::needs(w.a.params, state.get());
    if (w.a.acc) {
        ((typename Policy::bits *)w.a.acc)[v] = Policy::identity();
    }
    return active || Policy::frontier() == MG_FRONTIER_ALL;
}

/* First states and first frontier. */
template <typename Policy, typename Offset>
MG_DEVICE void mg_step_init(const mg_work<Policy> &w) {
    const bool queues = !(Policy::properties() & MG_ALL_ACTIVE) && Policy::frontier() != MG_FRONTIER_REPLAY;
    mg_loop_entry *out = w.queue_out();
    mg_pending pending = w.pending();
#pragma unroll 1
    for (uint64_t i = w.thread(); i < w.a.cleared_pieces; i += w.threads()) {
        ((uint4 *)w.a.cleared)[i] = {0, 0, 0, 0};
    }
#pragma unroll 1
    for (uint64_t base = w.thread() - mg_lane(); base < w.a.n; base += w.threads() * MG_INIT_EACH) {
        uint32_t active = 0; /* a bit for each of the lane's vertices */
#pragma unroll
        for (uint32_t k = 0; k < MG_INIT_EACH; k++) {
            const uint64_t v = base + mg_lane() + k * w.threads();
            bool settled = false;
            active |= v < w.a.n && mg_first_state<Policy, Offset>(w, (uint32_t)v, &settled) ? 1u << k : 0;
            if (mg_may_settle<Policy>(w.a)) {
                const uint32_t word = __ballot_sync(MG_ALL_LANES, settled);
                if (mg_lane() == 0 && v < w.a.n) {
                    w.a.settled[v >> 5] = word;
                }
            }
        }
        if (queues && __any_sync(MG_ALL_LANES, active)) {
#pragma unroll 1
            for (uint32_t k = 0; k < MG_INIT_EACH; k++) {
                mg_queue_cold<Policy, Offset>(w, out, pending, active >> k & 1u,
                                              (uint32_t)base + mg_lane() + k * w.threads(), false, true);
            }
        }
    }
    if (pending.count) {
        mg_queue_cold<Policy, Offset>(w, out, pending, false, 0, true, true);
    }
}

#endif
