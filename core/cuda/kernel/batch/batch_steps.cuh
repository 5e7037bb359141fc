/* SPDX-License-Identifier: Apache-2.0
 *
 * batch_steps.cuh: the steps of a batch: initialisation, push, pull, and a level of a replay. Thread-to-work mapping: a
 * warp takes a vertex or a queue entry, each thread two batch lanes (batch.cuh). Shared memory: the warps' pending
 * lists.
 */
#ifndef MG_CORE_CUDA_KERNEL_BATCH_BATCH_STEPS_CUH
#define MG_CORE_CUDA_KERNEL_BATCH_BATCH_STEPS_CUH

#include "core/cuda/kernel/batch/batch.cuh"

template <typename Policy>
MG_DEVICE mg_loop_entry *mg_batch_out(const mg_block_step<Policy> &w) {
    return w.a.frontier.queue[(w.shared.state.step + 1) & 1u];
}

/* Queues v if it is active in any lane; `last`: also all pending vertices. All lanes call. */
template <typename Policy, typename Offset>
MG_DEVICE void mg_batch_queue(const mg_block_step<Policy> &w, mg_pending &pending, uint32_t v, mg_lane_mask lanes,
                              bool last) {
    mg_queue_outlined<Policy, Offset>(w, mg_batch_out(w), pending, mg_warp_lane() == 0 && lanes, v, last, false);
}

template <typename Policy, typename Offset>
MG_DEVICE void mg_batch_init(const mg_block_step<Policy> &w) {
    mg_batch<Policy, Offset> b(w);
    mg_pending pending = w.pending();
    const mg_lane_mask every = ~(mg_lane_mask)0 >> (MG_LANES_MAX - w.a.batch.lanes);
    const bool full = Policy::frontier() == MG_FRONTIER_ALL || b.all_active();
#pragma unroll 1
    for (uint32_t v = b.warp(); v < w.a.n; v += b.warps()) {
        bool on[MG_LANES_PER_THREAD];
#pragma unroll
        for (uint32_t h = 0; h < MG_LANES_PER_THREAD; h++) {
            on[h] = false;
            if (b.mine(every, h)) {
                mg_ctx ctx = b.context(v, h);
                ctx.iteration = 0;
                ctx.totals = w.a.batch.last_totals + b.lane(h) * MG_LOOP_TOTALS;
                on[h] = Policy::init(&ctx, w.a.params, b.state(v, h)) || full;
                if (w.a.acc) {
                    *b.acc(v, h) = Policy::identity();
                }
            }
        }
        const mg_lane_mask word = mg_ballot_batch(on);
        if (b.keeps_needs()) {
            b.keep_needs(v, b.evaluate_needs(v, every));
        }
        if (Policy::frontier() == MG_FRONTIER_REPLAY) {
            continue;
        }
        if (mg_warp_lane() == 0) {
            w.a.batch.active_masks[0][v] = word;
        }
        b.record(v, word);
        mg_batch_queue<Policy, Offset>(w, pending, v, word, false);
    }
    mg_batch_queue<Policy, Offset>(w, pending, 0, 0, true);
    b.end();
}

/* `scatter` of the queue's vertices; clears the lane masks of the vertices that sent before, for the next frontier. */
template <typename Policy, typename Offset>
MG_DEVICE void mg_batch_scatter_queue(mg_batch<Policy, Offset> &b) {
    const mg_loop_state &s = b.w.shared.state;
    const mg_loop_entry *queue = b.a.frontier.queue[s.step & 1u], *old = b.a.frontier.queue[(s.step + 1) & 1u];
    for (uint32_t i = b.w.thread(); i < s.frontier.touched; i += b.w.threads()) {
        b.next[old[i].vertex] = 0;
    }
#pragma unroll 1
    for (uint32_t i = b.warp(); i < s.frontier.entries; i += b.warps()) {
        const mg_loop_entry entry = queue[i];
        if (entry.length & MG_ENTRY_FIRST) {
            b.send(entry.vertex, b.now[entry.vertex] & b.live_lanes);
        }
    }
    b.w.barrier();
}

/* One edge of a sender that is active in `lanes`; returns the lanes in which the receiver's value changes. All lanes
 * call. */
template <typename Policy, typename Offset>
MG_DEVICE mg_lane_mask mg_batch_deliver(mg_batch<Policy, Offset> &b, uint32_t side, uint64_t e, uint32_t v,
                                        mg_lane_mask lanes, const typename Policy::bits value[MG_LANES_PER_THREAD]) {
    typedef typename Policy::bits B;
    const bool adds = Policy::monoid() == MG_SUM || Policy::monoid() == MG_USER;
    const mg_lane_mask open = b.keeps_needs() ? b.a.batch.need_masks[v] & lanes : lanes;
    bool on[MG_LANES_PER_THREAD];
#pragma unroll
    for (uint32_t h = 0; h < MG_LANES_PER_THREAD; h++) {
        on[h] = false;
        if (b.mine(open, h) && (b.keeps_needs() || b.needs_lane(v, h))) {
            const B got = Policy::edge(b.a.params, value[h], b.a.send[side].weights, e, b.state(v, h));
            B *to = b.label() ? (B *)b.state(v, h) : b.acc(v, h);
            on[h] = got != Policy::identity() && ((adds && !b.label()) || mg_changes<Policy>(*(volatile B *)to, got));
            if (on[h]) {
                mg_atomic_combine<Policy>(to, got);
            }
        }
    }
    return mg_ballot_batch(on);
}

/* Pushes along the queue's entries, a warp per entry. */
template <typename Policy, typename Offset>
MG_DEVICE void mg_batch_push(mg_batch<Policy, Offset> &b) {
    typedef typename Policy::bits B;
    const mg_block_step<Policy> &w = b.w;
    const mg_loop_entry *queue = b.a.frontier.queue[w.shared.state.step & 1u];
    mg_pending pending = w.pending();
#pragma unroll 1
    for (uint32_t i = b.warp(); i < w.shared.state.frontier.entries; i += b.warps()) {
        const mg_loop_entry piece = queue[i];
        const uint32_t side = piece.length & MG_ENTRY_SIDE ? 1 : 0, length = piece.length & MG_ENTRY_LENGTH;
        const mg_lane_mask lanes = b.now[piece.vertex] & b.live_lanes;
        B value[MG_LANES_PER_THREAD];
#pragma unroll
        for (uint32_t h = 0; h < MG_LANES_PER_THREAD; h++) {
            value[h] = b.mine(lanes, h) ? b.sent(piece.vertex, h) : Policy::identity();
        }
#pragma unroll 1
        for (uint32_t o = 0; o < length; o++) {
            const uint64_t e = piece.begin + o;
            const uint32_t v = b.a.send[side].neighbours[e];
            const mg_lane_mask brought = mg_batch_deliver(b, side, e, v, lanes, value);
            bool first = false;
            if (mg_warp_lane() == 0 && brought) {
                first = atomicOr(&b.next[v], brought) == 0;
            }
            if (b.label()) {
                b.found |= brought;
                mg_batch_queue<Policy, Offset>(w, pending, v, first, false);
            } else {
                mg_append_list(b.a.frontier.touched, &w.counts->touched, first, v);
            }
        }
    }
    if (b.label()) {
        mg_batch_queue<Policy, Offset>(w, pending, 0, 0, true);
    }
}

/* `apply` of the vertices that received contributions in a push. */
template <typename Policy, typename Offset>
MG_DEVICE void mg_batch_apply(mg_batch<Policy, Offset> &b) {
    typedef typename Policy::bits B;
    const mg_block_step<Policy> &w = b.w;
    w.barrier();
    const uint32_t count = *(volatile uint32_t *)&w.counts->touched;
    mg_pending pending = w.pending();
#pragma unroll 1
    for (uint32_t i = b.warp(); i < count; i += b.warps()) {
        const uint32_t v = b.a.frontier.touched[i];
        const mg_lane_mask lanes = b.next[v];
        B got[MG_LANES_PER_THREAD];
#pragma unroll
        for (uint32_t h = 0; h < MG_LANES_PER_THREAD; h++) {
            got[h] = Policy::identity();
            if (b.mine(lanes, h)) {
                got[h] = *b.acc(v, h);
                *b.acc(v, h) = Policy::identity();
            }
        }
        const mg_lane_mask active = b.apply(v, lanes, 0, got);
        if (mg_warp_lane() == 0) {
            b.next[v] = active;
        }
        b.record(v, active);
        mg_batch_queue<Policy, Offset>(w, pending, v, active, false);
    }
    mg_batch_queue<Policy, Offset>(w, pending, 0, 0, true);
}

template <typename Policy, typename Offset>
MG_DEVICE void mg_batch_sparse(const mg_block_step<Policy> &w) {
    mg_batch<Policy, Offset> b(w);
    mg_batch_scatter_queue(b);
    mg_batch_push(b);
    if (!b.label()) {
        mg_batch_apply(b);
    }
    b.end();
}

/* What a thread loads about its row, so that a warp waits once for 32 rows. */
struct mg_batch_look {
    uint32_t v;
    mg_lane_mask open;     /* lanes in which v may need something */
    bool visited, is_long; /* is_long: to be listed for all warps */
};

template <typename Policy, typename Offset>
MG_DEVICE mg_batch_look mg_batch_look_up(const mg_batch<Policy, Offset> &b, bool have, uint32_t v, mg_lane_mask open) {
    mg_batch_look look = {v, open, have && b.all_active(), false};
    if (have) {
        uint64_t length = 0;
#pragma unroll 1
        for (uint32_t side = 0; side < b.a.sides; side++) {
            const void *const offsets = b.a.receive[side].offsets;
            length += mg_offset<Offset>(offsets, v + 1) - mg_offset<Offset>(offsets, v);
        }
        look.open &= b.keeps_needs() ? b.a.batch.need_masks[v] : ~(mg_lane_mask)0;
        look.visited |= length && look.open;
        look.is_long = length > MG_PULL_PIECE;
    }
    return look;
}

/* Gathers and applies for v: gathers in the lanes of `need`; in ALL_ACTIVE phases applies in those of `open`. All lanes
 * call. */
template <typename Policy, typename Offset>
MG_DEVICE mg_lane_mask mg_batch_receive(mg_batch<Policy, Offset> &b, uint32_t v, mg_lane_mask open, mg_lane_mask need) {
    typedef typename Policy::bits B;
    B got[MG_LANES_PER_THREAD] = {Policy::identity(), Policy::identity()};
#pragma unroll 1
    for (uint32_t side = 0; need && side < b.a.sides; side++) {
        b.gather(side, mg_offset<Offset>(b.a.receive[side].offsets, v),
                 mg_offset<Offset>(b.a.receive[side].offsets, v + 1), v, need, got);
    }
    return b.apply(v, need, b.all_active() ? open : 0, got);
}

/* Processes the rows that a warp's threads have loaded, one after the other; calls done(v, lanes in which v is active)
 * unless the row is listed as long. All lanes call. */
template <typename Policy, typename Offset, typename Done>
MG_DEVICE void mg_batch_rows(mg_batch<Policy, Offset> &b, const mg_batch_look &look, uint32_t *last, Done done) {
    const uint32_t is_long = __ballot_sync(MG_ALL_LANES, look.is_long);
#pragma unroll 1
    for (uint32_t left = __ballot_sync(MG_ALL_LANES, look.visited); left; left &= left - 1) {
        const uint32_t from = (uint32_t)__ffs(left) - 1, v = __shfl_sync(MG_ALL_LANES, look.v, from);
        const mg_lane_mask open = __shfl_sync(MG_ALL_LANES, look.open, from), need = b.needing(v, open);
        if (need && is_long >> from & 1u) {
            if (!b.keeps_needs() && mg_warp_lane() == 0) {
                b.a.batch.need_masks[v] = need;
            }
            mg_list_long_rows<Policy, Offset>(b.w, mg_warp_lane() == 0, v, last);
        } else {
            done(v, mg_batch_receive(b, v, b.keeps_needs() ? b.live_lanes : open, need));
        }
    }
}

/* The pieces of long rows, a warp per piece; their sums are combined atomically in the accumulators. */
template <typename Policy, typename Offset>
MG_DEVICE void mg_batch_pieces(mg_batch<Policy, Offset> &b) {
    typedef typename Policy::bits B;
    const mg_block_step<Policy> &w = b.w;
    w.barrier();
    const uint32_t count = *(volatile uint32_t *)&w.counts->chunk;
    if (count == 0) {
        return;
    }
    b.for_each_dynamic(&w.counts->sampled, 0, count, 1, [&](uint32_t i, uint32_t) {
        const mg_loop_entry piece = b.a.frontier.queue[0][i];
        B got[MG_LANES_PER_THREAD] = {Policy::identity(), Policy::identity()};
        b.gather(piece.length & MG_ENTRY_SIDE ? 1 : 0, piece.begin, piece.begin + (piece.length & MG_ENTRY_LENGTH),
                 piece.vertex, b.a.batch.need_masks[piece.vertex] & b.live_lanes, got);
#pragma unroll
        for (uint32_t h = 0; h < MG_LANES_PER_THREAD; h++) {
            if (got[h] != Policy::identity()) {
                mg_atomic_combine<Policy>(b.acc(piece.vertex, h), got[h]);
            }
        }
    });
    w.barrier();
}

/* Applies for the long row at *place; sets *place to the one that this warp listed before it. Returns its vertex. All
 * lanes call. */
template <typename Policy, typename Offset>
MG_DEVICE uint32_t mg_batch_row(mg_batch<Policy, Offset> &b, uint32_t *place, mg_lane_mask *active) {
    typedef typename Policy::bits B;
    const mg_loop_entry row = b.a.frontier.queue[1][*place];
    const mg_lane_mask need = b.a.batch.need_masks[row.vertex] & b.live_lanes;
    B got[MG_LANES_PER_THREAD];
#pragma unroll
    for (uint32_t h = 0; h < MG_LANES_PER_THREAD; h++) {
        got[h] = Policy::identity();
        if (b.mine(need, h)) {
            got[h] = *b.acc(row.vertex, h);
            *b.acc(row.vertex, h) = Policy::identity();
        }
    }
    *place = (uint32_t)(row.begin >> 32);
    *active = b.apply(row.vertex, need, b.all_active() ? b.live_lanes : 0, got);
    return row.vertex;
}

template <typename Policy, typename Offset>
MG_DEVICE void mg_batch_found(mg_batch<Policy, Offset> &b, uint32_t v, mg_lane_mask active) {
    if (mg_warp_lane() == 0) {
        b.next[v] = active;
    }
    b.record(v, active);
    b.count(v, active);
}

template <typename Policy, typename Offset>
MG_DEVICE void mg_batch_pull(const mg_block_step<Policy> &w) {
    mg_batch<Policy, Offset> b(w);
    uint32_t last = MG_NONE;
    if (Policy::has() & MG_HAS_SCATTER) {
#pragma unroll 1
        for (uint32_t v = b.warp(); v < w.a.n; v += b.warps()) {
            b.send(v, b.all_active() ? b.live_lanes : b.now[v] & b.live_lanes);
        }
        w.barrier();
    }
    b.for_each_dynamic(&w.counts->work_cursor, 0, w.a.n, MG_BATCH_GRAIN, [&](uint32_t first, uint32_t count) {
        const uint32_t v = first + mg_warp_lane();
        const bool have = mg_warp_lane() < count;
        const mg_batch_look look = mg_batch_look_up(b, have, v, b.live_lanes);
        if (have && !look.visited) {
            b.next[v] = 0;
        }
        mg_batch_rows(b, look, &last, [&](uint32_t u, mg_lane_mask active) { mg_batch_found(b, u, active); });
    });
    mg_batch_pieces(b);
#pragma unroll 1
    while (last != MG_NONE) {
        mg_lane_mask active;
        const uint32_t v = mg_batch_row(b, &last, &active);
        mg_batch_found(b, v, active);
    }
    mg_count(w.counts, b.vertices, b.edges);
    b.end();
}

/* Lane masks to queue; clears the masks of the previous frontier. */
template <typename Policy, typename Offset>
MG_DEVICE void mg_batch_to_queue(const mg_block_step<Policy> &w) {
    mg_batch<Policy, Offset> b(w);
    mg_pending pending = w.pending();
#pragma unroll 1
    for (uint32_t base = w.thread() - mg_warp_lane(); base < w.a.n; base += w.threads()) {
        const uint32_t v = base + mg_warp_lane();
        const bool have = v < w.a.n && b.now[v] & b.live_lanes;
        if (v < w.a.n) {
            b.next[v] = 0;
        }
        mg_queue_outlined<Policy, Offset>(w, mg_batch_out(w), pending, have, v, base + w.threads() >= w.a.n, false);
    }
}

/* The batch lanes that have recorded a level `level`. All lanes call. */
template <typename Policy, typename Offset>
MG_DEVICE mg_lane_mask mg_batch_level_lanes(const mg_batch<Policy, Offset> &b, uint32_t level) {
    const bool on[MG_LANES_PER_THREAD] = {b.lane(0) < b.a.batch.lanes && b.a.batch.lane_levels[b.lane(0)] > level,
                                          b.lane(1) < b.a.batch.lanes && b.a.batch.lane_levels[b.lane(1)] > level};
    return mg_ballot_batch(on);
}

/* Replay: one level sends to the one before it. */
template <typename Policy, typename Offset>
MG_DEVICE void mg_batch_level(const mg_block_step<Policy> &w) {
    mg_batch<Policy, Offset> b(w);
    const uint32_t level = w.shared.state.levels.level, begin = w.a.levels.begin[level - 1],
                   middle = w.a.levels.begin[level];
    const uint32_t end = w.a.levels.begin[level + 1];
    const mg_lane_mask lanes = mg_batch_level_lanes(b, level);
    uint32_t last = MG_NONE;
    b.live_lanes = lanes;
#pragma unroll 1
    for (uint32_t i = middle + b.warp(); i < end; i += b.warps()) {
        const uint32_t v = w.a.levels.list[i];
        const mg_lane_mask sends = w.a.batch.level_masks[i] & lanes;
        if (mg_warp_lane() == 0) {
            b.now[v] = sends;
        }
        b.send(v, sends);
    }
    w.barrier();
    b.for_each_dynamic(&w.counts->work_cursor, begin, middle, MG_BATCH_GRAIN, [&](uint32_t first, uint32_t count) {
        const bool have = mg_warp_lane() < count;
        const uint32_t i = first + (have ? mg_warp_lane() : 0);
        const mg_batch_look look = mg_batch_look_up(b, have, w.a.levels.list[i], w.a.batch.level_masks[i] & lanes);
        mg_batch_rows(b, look, &last, [](uint32_t, mg_lane_mask) {});
    });
    mg_batch_pieces(b);
#pragma unroll 1
    while (last != MG_NONE) {
        mg_lane_mask unused;
        mg_batch_row(b, &last, &unused);
    }
    w.barrier();
    for (uint32_t i = middle + w.thread(); i < end; i += w.threads()) {
        b.now[w.a.levels.list[i]] = 0;
    }
    b.end();
}

#endif
