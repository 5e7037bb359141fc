/* SPDX-License-Identifier: Apache-2.0
 *
 * first_states.cuh: the first step of a phase in the loop kernel: first states and first frontier, as a queue, or as a
 * bitmap if the phase uses full pulls. A warp processes 128 adjacent vertices at a time, lane l vertices l, l + 32, ...
 * Shared memory: the warps' pending lists.
 */
#ifndef MG_CORE_CUDA_KERNEL_LOOP_FIRST_STATES_CUH
#define MG_CORE_CUDA_KERNEL_LOOP_FIRST_STATES_CUH

#include "core/cuda/kernel/loop/full_pull.cuh"
#include "core/cuda/kernel/loop/pull_first_hit.cuh"

#define MG_INIT_WORDS 4u /* bitmap words (32 vertices each) that a warp processes at a time */

/* Does the phase use accumulators? */
template <typename Policy>
MG_DEVICE bool mg_accumulates() {
    return !(Policy::properties() & MG_LABEL) &&
           (Policy::frontier() == MG_FRONTIER_REPLAY || !(Policy::properties() & MG_FIRST_HIT));
}

/* First states of the lane's vertices v, v + 32, ...; `left`: vertices from v to the end. Bit k of *active: vertex v +
 * 32 * k is in the first frontier; bit k of *visited_bits: it needs nothing. All stores come after all callbacks, so
 * that the compiler loads the parameters only once. */
template <typename Policy, typename Offset>
MG_DEVICE void mg_first_states(const mg_block_step<Policy> &w, uint32_t v, uint32_t left, uint32_t *active,
                               uint32_t *visited_bits) {
    char *const states = (char *)w.state_of(v);
    mg_cached_state<Policy, 1> own[MG_INIT_WORDS];
#pragma unroll
    for (uint32_t k = 0; k < MG_INIT_WORDS; k++) {
        own[k].clear(); /* else registers would keep the state of an earlier vertex where there is none */
        if (32 * k < left) {
            const mg_ctx ctx = mg_context_of<Policy, Offset>(w, v + 32 * k);
            own[k].load(states + 32 * k * Policy::state_size());
            const bool is_active = Policy::init(&ctx, w.a.params, own[k].get());
            *active |= is_active || Policy::frontier() == MG_FRONTIER_ALL ? 1u << k : 0;
            *visited_bits |= mg_lists_unvisited<Policy>() && !Policy::needs(w.a.params, own[k].get()) ? 1u << k : 0;
        }
    }
#pragma unroll
    for (uint32_t k = 0; k < MG_INIT_WORDS; k++) {
        if (32 * k < left) {
            own[k].store();
            if (mg_accumulates<Policy>() && w.a.acc) {
                ((typename Policy::bits *)w.a.acc)[v + 32 * k] = Policy::identity();
            }
        }
    }
}

/* Stores words of the visited bitmap, as far as they exist. All lanes call. */
MG_DEVICE void mg_store_visited(const mg_loop_args &a, uint64_t word, uint32_t visited_bits) {
    uint32_t mine = 0;
#pragma unroll
    for (uint32_t k = 0; k < MG_INIT_WORDS; k++) {
        const uint32_t all = __ballot_sync(MG_ALL_LANES, visited_bits >> k & 1u);
        mine = mg_warp_lane() == k ? all : mine;
    }
    if (mg_warp_lane() < MG_INIT_WORDS && 32 * (word + mg_warp_lane()) < a.own_end) {
        a.first_hit.visited_bits[word + mg_warp_lane()] = mine;
    }
}

template <typename Policy, typename Offset>
MG_DEVICE void mg_step_init(const mg_block_step<Policy> &w) {
    const bool queues = !(Policy::properties() & MG_ALL_ACTIVE) && Policy::frontier() != MG_FRONTIER_REPLAY;
    mg_loop_entry *out = w.queue_out();
    mg_pending pending = w.pending();
#pragma unroll 1
    for (uint64_t i = w.thread(); i < w.a.zeroed_pieces; i += w.threads()) {
        ((uint4 *)w.a.zeroed_memory)[i] = {0, 0, 0, 0};
    }
    if (mg_uses_full_pull<Policy>(w.a)) {
        mg_init_full_pull<Policy, Offset>(w);
        return;
    }
#pragma unroll 1
    for (uint64_t word = w.a.own_begin / 32 + w.thread() / 32 * MG_INIT_WORDS; 32 * word < w.a.own_end;
         word += w.threads() / 32 * MG_INIT_WORDS) {
        const uint64_t v = 32 * word + mg_warp_lane();
        const uint32_t left = v < w.a.own_end ? w.a.own_end - (uint32_t)v : 0;
        uint32_t active = 0, visited_bits = 0;
        mg_first_states<Policy, Offset>(w, (uint32_t)v, left, &active, &visited_bits);
        if (mg_tracks_visited<Policy>(w.a)) {
            mg_store_visited(w.a, word, visited_bits);
        }
        if (queues && __any_sync(MG_ALL_LANES, active)) {
#pragma unroll 1
            for (uint32_t k = 0; k < MG_INIT_WORDS; k++) {
                mg_queue_outlined<Policy, Offset>(w, out, pending, active >> k & 1u, (uint32_t)v + 32 * k, false, true);
            }
        }
    }
    if (pending.count) {
        mg_queue_outlined<Policy, Offset>(w, out, pending, false, 0, true, true);
    }
}

#endif
