/* SPDX-License-Identifier: Apache-2.0
 *
 * replay.cuh: a phase that replays the recorded levels of an earlier one backwards. The vertices of one level send;
 * only the vertices of the level before it receive. Receivers pull, unless the senders have far fewer edges (push) or a
 * dense iteration is cheaper. In a pull receivers scatter in the same step, since they are the next senders; then one
 * barrier per level is enough.
 *
 * A pull gives each warp up to 32 receivers, one per lane (pull_gather.cuh); the other steps take a vertex per thread.
 * Shared memory: as in a push or pull.
 */
#ifndef MG_CORE_CUDA_KERNEL_LOOP_REPLAY_CUH
#define MG_CORE_CUDA_KERNEL_LOOP_REPLAY_CUH

#include "core/cuda/kernel/loop/levels.cuh"
#include "core/cuda/kernel/loop/pull.cuh"
#include "core/cuda/kernel/loop/sparse.cuh"

/* Clears the bits of the level that sent before. Threads count down from the last one, since the first threads have
 * receivers to process. */
template <typename Policy>
MG_DEVICE void mg_clear_level_bits(const mg_block_step<Policy> &w) {
    const mg_level old = mg_level_at(w.a, w.shared.state, 2);
    uint32_t *bits = w.level_bits(w.shared.state.levels.level + 1);
#pragma unroll 1
    for (uint32_t i = w.threads() - 1 - w.thread(); i < old.count; i += w.threads()) {
        bits[old.list[i] >> 5] = 0;
    }
}

/* `scatter` of v for the iteration `ahead` iterations later; sets its bit. */
template <typename Policy, typename Offset>
MG_DEVICE void mg_level_send(const mg_block_step<Policy> &w, uint32_t level, uint32_t v, uint32_t ahead) {
    typedef typename Policy::bits B;
    if (Policy::has() & MG_HAS_SCATTER) {
        mg_ctx ctx = mg_context_of<Policy, Offset>(w, v);
        ctx.iteration += ahead;
        ((B *)w.a.sent)[v] = Policy::scatter(&ctx, w.a.params, w.state_of(v));
    }
    atomicOr(&w.level_bits(level)[v >> 5], 1u << (v & 31u));
}

/* Before a pull whose senders have not scattered yet. */
template <typename Policy, typename Offset>
MG_DEVICE void mg_step_level_send(const mg_block_step<Policy> &w) {
    const mg_level senders = mg_level_at(w.a, w.shared.state, 1);
#pragma unroll 1
    for (uint32_t i = w.thread(); i < senders.count; i += w.threads()) {
        mg_level_send<Policy, Offset>(w, w.shared.state.levels.level, senders.list[i], 0);
    }
}

/* Before a push: puts the senders into the queue and sets the receivers' bits. */
template <typename Policy, typename Offset>
MG_DEVICE void mg_step_level_queue(const mg_block_step<Policy> &w) {
    const mg_level senders = mg_level_at(w.a, w.shared.state, 1), receivers = mg_level_at(w.a, w.shared.state, 0);
    mg_loop_entry *out = w.queue_out();
    uint32_t *bits = w.level_bits(w.shared.state.levels.level - 1);
    mg_pending pending = w.pending();
    mg_clear_level_bits(w);
#pragma unroll 1
    for (uint32_t i = w.thread(); i < receivers.count; i += w.threads()) {
        atomicOr(&bits[receivers.list[i] >> 5], 1u << (receivers.list[i] & 31u));
    }
#pragma unroll 1
    for (uint32_t base = w.thread() - mg_warp_lane(); base < senders.count; base += w.threads()) {
        const bool have = base + mg_warp_lane() < senders.count;
        const uint32_t v = have ? senders.list[base + mg_warp_lane()] : 0;
        if (have && !w.shared.state.frontier.sent_ahead) {
            mg_level_send<Policy, Offset>(w, w.shared.state.levels.level, v, 0);
        }
        mg_queue_outlined<Policy, Offset>(w, out, pending, have, v, base + w.threads() >= senders.count, false);
    }
}

/* A receiver is updated; it is one of the next senders. */
template <typename Policy, typename Offset>
MG_DEVICE void mg_end_receiver(const mg_block_step<Policy> &w, bool have, uint32_t v) {
    if (have && mg_receivers_send<Policy>() && w.shared.state.levels.level > 1) {
        mg_level_send<Policy, Offset>(w, w.shared.state.levels.level - 1, v, 1);
    }
}

template <typename Policy, typename Offset>
MG_DEVICE void mg_step_level_pull(const mg_block_step<Policy> &w) {
    const mg_level receivers = mg_level_at(w.a, w.shared.state, 0);
    const uint32_t warps = w.threads() / 32, share = (receivers.count + warps - 1) / warps;
    const uint32_t each =
        share < 4    ? 4
        : share < 32 ? share
                     : 32; /* rows per warp and round; at least 4, since the warp processes long rows serially */
    /* Adjacent vertices of a level often have similar degrees: with skewed degrees a warp's rows are strided. */
    const uint32_t step = w.a.skewed ? warps : 1, first = w.thread() / 32 * (w.a.skewed ? 1 : each);
    mg_pull_gather<Policy, Offset> puller(w);
    uint32_t last = MG_NONE; /* the long row that this warp listed last */
    mg_clear_level_bits(w);
#pragma unroll 1
    for (uint32_t base = first; base < receivers.count; base += warps * each) {
        const uint32_t i = base + mg_warp_lane() * step;
        const bool have = mg_warp_lane() < each && i < receivers.count;
        const uint32_t v = have ? receivers.list[i] : 0;
        bool is_long;
        mg_pull_lanes(puller, have, v, &is_long, &last);
        mg_end_receiver<Policy, Offset>(w, have && !is_long, v);
    }
    if (!w.a.levels.receive_exact ||
        w.shared.state.levels.edges[0] > MG_PULL_PIECE) { /* else no row is long enough for pieces */
        mg_pull_pieces(puller);
#pragma unroll 1
        while (last != MG_NONE) {
            bool unused;
            const uint32_t v = mg_pull_row(puller, &last, &unused);
            mg_end_receiver<Policy, Offset>(w, mg_warp_lane() == 0, v);
        }
    }
    mg_add_totals(w, puller.add.part);
}

template <typename Policy, typename Offset>
MG_DEVICE void mg_replay_step(const mg_block_step<Policy> &w) {
    const uint32_t next = w.shared.state.next, level = w.shared.state.levels.level;
    if (threadIdx.x == MG_LOOP_THREADS - 1 && level >= 2) {
        w.shared.ahead_begin = w.a.levels.begin[level - 2];
        w.shared.ahead_edges = w.a.levels.edges[level - 2];
    }
    if (next == MG_STEP_LEVEL_PULL) {
        mg_step_level_pull<Policy, Offset>(w);
    } else if (next == MG_STEP_LEVEL_SEND) {
        mg_step_level_send<Policy, Offset>(w);
    } else if (next == MG_STEP_LEVEL_QUEUE) {
        mg_step_level_queue<Policy, Offset>(w);
    } else {
        mg_step_sparse<Policy, Offset>(w);
    }
}

#endif
