/* SPDX-License-Identifier: Apache-2.0
 *
 * queue.cuh: how a step claims, collects and queues the vertices that it finds. Shared memory: the pending list of each
 * warp, from which 32 vertices at a time are appended.
 */
#ifndef MG_FRONTIER_CUDA_QUEUE_CUH
#define MG_FRONTIER_CUDA_QUEUE_CUH

#include "core/cuda/kernel/common/block_step.cuh"

#define MG_CONTENTION_EDGES 128u /* edges per block from which a step is high-contention */

/* Sets the claim bit of a vertex; true: it was not set. A word may hold as few as one vertex (claim_shift), since
 * atomics on one word are serialised. */
MG_DEVICE bool mg_claim_vertex(const mg_loop_args &a, uint32_t *claims, uint32_t v) {
    const uint32_t bit = 1u << (v & ((1u << a.frontier.claim_shift) - 1u));
    return !(atomicOr(&claims[v >> a.frontier.claim_shift], bit) & bit);
}

/* Reads past the L1 cache, which may not show claims of other multiprocessors. */
MG_DEVICE bool mg_is_claimed(const mg_loop_args &a, const uint32_t *claims, uint32_t v) {
    const uint32_t word = *(const volatile uint32_t *)&claims[v >> a.frontier.claim_shift];
    return word >> (v & ((1u << a.frontier.claim_shift) - 1u)) & 1u;
}

/* Clears the claims of all vertices in v's word. */
MG_DEVICE void mg_clear_claims(const mg_loop_args &a, uint32_t *claims, uint32_t v) {
    claims[v >> a.frontier.claim_shift] = 0;
}

/* Row offsets for queue entries, and the place in the recorded levels if `record`. */
template <typename Policy>
MG_DEVICE mg_send_rows mg_rows_of(const mg_block_step<Policy> &w, bool record) {
    mg_send_rows rows = {{w.a.send[0].offsets, w.a.send[1].offsets}, nullptr, w.a.sides, 0};
    if (record && (Policy::has() & MG_HAS_RECORD)) {
        const uint64_t recorded = w.shared.state.levels.recorded;
        rows.record = w.a.levels.list + recorded;
        rows.room = recorded < w.a.n ? w.a.n - (uint32_t)recorded : 0;
    }
    return rows;
}

/* Records vertices that a pull finds. All lanes call. */
template <typename Policy>
MG_DEVICE void mg_record_found(const mg_block_step<Policy> &w, bool have, uint32_t v) {
    if (Policy::has() & MG_HAS_RECORD) {
        const mg_send_rows rows = mg_rows_of(w, true);
        mg_append_room(rows.record, rows.room, &w.counts->listed, have, v);
    }
}

/* Compacts the vertices that the block's warps still hold (at most 31 each) over the block's first threads, one each,
 * so that as few warps as possible append. `items`: list of the first warp; the next warp's is `stride` further. False:
 * no vertex for this thread. All threads call; a __syncthreads must follow before anything is collected or counted. */
template <typename Policy>
MG_DEVICE bool mg_take_from_block(const mg_block_step<Policy> &w, uint32_t count, const uint32_t *items,
                                  uint32_t stride, uint32_t *v) {
    uint32_t place = threadIdx.x, from = 0;
    if (mg_warp_lane() == 0) {
        w.shared.found_vertices[threadIdx.x / 32] = count;
    }
    __syncthreads();
#pragma unroll
    for (uint32_t i = 0; i < MG_WARPS; i++) {
        const bool further = from == i && place >= w.shared.found_vertices[i];
        place -= further ? w.shared.found_vertices[i] : 0;
        from += further;
    }
    const bool have = from < MG_WARPS;
    *v = have ? items[from * stride + place] : 0;
    return have;
}

template <typename Policy>
MG_DEVICE bool mg_is_high_contention(const mg_block_step<Policy> &w) {
    return w.shared.state.frontier.edges > (uint64_t)MG_CONTENTION_EDGES * w.blocks;
}

/* The same in high-contention steps, where atomics of many appending warps would be serialised; else each warp keeps
 * its own vertices and avoids the __syncthreads. */
template <typename Policy>
MG_DEVICE bool mg_take_leftover(const mg_block_step<Policy> &w, uint32_t count, const uint32_t *items, uint32_t stride,
                                uint32_t *v) {
    if (mg_is_high_contention(w)) {
        return mg_take_from_block(w, count, items, stride, v);
    }
    *v = mg_warp_lane() < count ? items[threadIdx.x / 32 * stride + mg_warp_lane()] : 0;
    return mg_warp_lane() < count;
}

/* Moves pending vertices to the queue while there are `least` of them; returns how many remain. Not inlined: link time
 * grows with code size, and this is the largest part. Steps that run in every iteration inline it, since the call costs
 * 8 % on road networks. */
template <typename Offset>
static __device__ __noinline__ uint32_t mg_flush_pending(mg_send_rows rows, mg_step_counters *counts,
                                                         mg_loop_entry *queue, mg_pending pending, uint32_t least) {
#pragma unroll 1
    do {
        uint32_t v;
        const uint32_t count = mg_take(pending, &v);
        mg_enqueue<Offset>(rows, counts, queue, mg_warp_lane() < count, v);
    } while (pending.count >= least);
    return pending.count;
}

/* Queues the lanes' vertices through the warp's pending list. All lanes call. */
template <typename Policy, typename Offset>
MG_DEVICE void mg_queue_vertices(const mg_block_step<Policy> &w, mg_loop_entry *queue, mg_pending &pending, bool have,
                                 uint32_t v) {
    mg_collect(pending, have, v);
    if (pending.count >= 32) {
        mg_take(pending, &v);
        mg_enqueue<Offset>(mg_rows_of(w, true), w.counts, queue, true, v);
    }
}

/* Queues all pending vertices. All threads call. */
template <typename Policy, typename Offset>
MG_DEVICE void mg_queue_leftover(const mg_block_step<Policy> &w, mg_loop_entry *queue, const mg_pending &pending) {
    uint32_t v;
    const bool have = mg_take_leftover(w, pending.count, w.shared.pending[0], MG_PENDING, &v);
    if (__any_sync(MG_ALL_LANES, have)) {
        mg_enqueue<Offset>(mg_rows_of(w, true), w.counts, queue, have, v);
    }
}

/* Queues the lanes' vertices, in steps that do not run in every iteration; `last`: also all pending ones. All lanes
 * call. */
template <typename Policy, typename Offset>
MG_DEVICE void mg_queue_outlined(const mg_block_step<Policy> &w, mg_loop_entry *queue, mg_pending &pending, bool have,
                                 uint32_t v, bool last, bool record) {
    mg_collect(pending, have, v);
    const uint32_t least = last ? 1 : 32;
    if (pending.count >= least) {
        const mg_send_rows rows = mg_rows_of(w, record);
        pending.count = mg_flush_pending<Offset>(rows, w.counts, queue, pending, least);
    }
}

/* Clears the claims of vertices that the last iteration rejected; those of active vertices are cleared when their queue
 * entries are read. */
template <typename Policy>
MG_DEVICE void mg_clear_rejected(const mg_block_step<Policy> &w) {
    uint32_t *claimed = w.a.frontier.claim[(w.shared.state.iteration & 1u) ^ 1u];
    const uint32_t *touched = w.a.frontier.touched + (w.shared.state.iteration & 1u ? 0 : w.a.n);
#pragma unroll 1
    for (uint32_t i = w.thread(); i < w.shared.state.frontier.touched; i += w.threads()) {
        mg_clear_claims(w.a, claimed, touched[i]);
    }
}

#endif
