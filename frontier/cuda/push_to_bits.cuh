/* SPDX-License-Identifier: Apache-2.0
 *
 * push_to_bits.cuh: a push of a first-hit program whose output frontier is a bitmap, used where the next iteration is
 * expected to be a pull. Nothing is appended to a queue, so each lane keeps several edges in flight.
 *
 * A warp takes one queue entry or a part of one; its lanes take edges 32 apart, MG_PUSH_BITS_EDGES each per round.
 * Shared memory: only for the block's counts and totals.
 */
#ifndef MG_FRONTIER_CUDA_PUSH_TO_BITS_CUH
#define MG_FRONTIER_CUDA_PUSH_TO_BITS_CUH

#include "core/cuda/kernel/loop/pull_gather.cuh"

#define MG_PUSH_BITS_EDGES 4u /* edges that a lane has in flight */

/* State of one thread of such a push, with its counts. */
template <typename Policy, typename Offset>
struct mg_bitmap_pusher {
    typedef typename Policy::bits B;
    const mg_block_step<Policy> &w;
    uint32_t *bits;
    const uint32_t *visited_bits; /* vertices that need nothing; NULL: read their states */
    uint32_t vertices;
    uint64_t edges;
    bool needs_more; /* an updated vertex still needs more */
    mg_thread_totals<Policy> add;

    __device__ __forceinline__ mg_bitmap_pusher(const mg_block_step<Policy> &work)
        : w(work), bits(work.bits_now()),
          visited_bits(work.shared.state.first_hit.visited_known == MG_VISITED_INITIAL ? work.a.first_hit.visited_bits
                                                                                       : nullptr),
          vertices(0), edges(0), needs_more(false) {
    }
    __device__ __forceinline__ B sent(uint32_t v) const {
        return Policy::properties() & MG_SOURCE_ID ? (B)v : ((const B *)w.a.sent)[v];
    }
    /* Reads `needs` of MG_PUSH_BITS_EDGES vertices; all loads are issued before the first use. */
    __device__ __forceinline__ void load_needs(const uint32_t *v, bool *needs) const {
        if (visited_bits) {
            uint32_t word[MG_PUSH_BITS_EDGES];
#pragma unroll
            for (uint32_t k = 0; k < MG_PUSH_BITS_EDGES; k++) {
                word[k] = visited_bits[v[k] >> 5];
            }
#pragma unroll
            for (uint32_t k = 0; k < MG_PUSH_BITS_EDGES; k++) {
                needs[k] = !(word[k] >> (v[k] & 31u) & 1u);
            }
        } else {
#pragma unroll
            for (uint32_t k = 0; k < MG_PUSH_BITS_EDGES; k++) {
                needs[k] = Policy::needs(w.a.params, w.state_of(v[k]));
            }
        }
    }
    /* Updates v if this lane has claimed it. All lanes call. */
    __device__ __forceinline__ void receive(bool claimed, uint32_t v, uint64_t degree, B value) {
        bool active = false;
        if (claimed && value != Policy::identity()) { /* always a real value here, and so the update does not depend on
                                                         the loads above */
            const mg_ctx ctx = mg_context_of<Policy, Offset>(w, v);
            mg_cached_state<Policy, 1> own;
            own.load(w.state_of(v));
            active = Policy::apply(&ctx, w.a.params, own.get(), value, add.part);
            needs_more = needs_more || (mg_lists_unvisited<Policy>() && Policy::needs(w.a.params, own.get()));
            own.store();
        }
        vertices += active;
        edges += active ? degree : 0;
        mg_record_found(w, active, v);
        mg_append_list(w.rejected(), &w.counts->touched, claimed && !active, v);
    }
    /* Visits the sender's edges e, e + 32, ... below `end`; only the lane that sets a receiver's bit updates it. Loads
     * of MG_PUSH_BITS_EDGES receivers are issued together; missing edges load vertex 0, so that no load waits for a
     * comparison. All lanes call. */
    __device__ __forceinline__ void send(uint64_t e, uint64_t end, B value) {
        const uint32_t *const neighbours = w.a.send[0].neighbours;
        const Offset *const offsets = (const Offset *)w.a.send[0].offsets;
        uint32_t v[MG_PUSH_BITS_EDGES], others[MG_PUSH_BITS_EDGES];
        Offset degree[MG_PUSH_BITS_EDGES];
        bool needed[MG_PUSH_BITS_EDGES];
#pragma unroll
        for (uint32_t k = 0; k < MG_PUSH_BITS_EDGES; k++) {
            v[k] = e + k * 32 < end ? neighbours[e + k * 32] : 0;
        }
#pragma unroll
        for (uint32_t k = 0; k < MG_PUSH_BITS_EDGES; k++) {
            degree[k] = offsets[v[k] + 1] - offsets[v[k]];
        }
        load_needs(v, needed);
#pragma unroll
        for (uint32_t k = 0; k < MG_PUSH_BITS_EDGES; k++) {
            const bool takes = needed[k] && e + k * 32 < end && value != Policy::identity();
            others[k] = takes ? atomicOr(&bits[v[k] >> 5], 1u << (v[k] & 31u)) : 0xffffffffu;
        }
#pragma unroll
        for (uint32_t k = 0; k < MG_PUSH_BITS_EDGES; k++) {
            receive(!(others[k] >> (v[k] & 31u) & 1u), v[k], degree[k], value);
        }
    }
};

/* A warp takes a queue entry or, if there are fewer entries than warps, a half or a quarter of one; its lanes share the
 * edges. */
template <typename Policy, typename Offset>
MG_DEVICE void mg_push_to_bits(const mg_block_step<Policy> &w) {
    const mg_loop_entry *const queue = w.queue_in();
    uint32_t *const claimed = w.a.frontier.claim[(w.shared.state.iteration & 1u) ^ 1u];
    const uint32_t entries = w.shared.state.frontier.entries, warps = w.threads() / 32;
    const uint32_t parts = warps / entries < 4 ? warps / entries < 2 ? 1 : 2 : 4;
    mg_bitmap_pusher<Policy, Offset> pusher(w);
#pragma unroll 1
    for (uint32_t i = w.thread() / 32; i < entries * parts; i += warps) {
        const mg_loop_entry entry = queue[i / parts];
        const uint32_t length = entry.length & MG_ENTRY_LENGTH, part = (length + parts - 1) / parts;
        const uint32_t from = i % parts * part, to = from + part < length ? from + part : length;
        const typename Policy::bits value = pusher.sent(entry.vertex);
        mg_clear_claims(w.a, claimed, entry.vertex);
#pragma unroll 1
        for (uint32_t o = from; o < to; o += 32 * MG_PUSH_BITS_EDGES) {
            pusher.send(entry.begin + o + mg_warp_lane(), entry.begin + to, value);
        }
    }
    if (pusher.needs_more) {
        w.counts->needs_more = 1;
    }
    mg_count_block(w, pusher.vertices, pusher.edges);
    mg_add_totals(w, pusher.add.part);
}

#endif
