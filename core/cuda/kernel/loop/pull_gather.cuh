/* SPDX-License-Identifier: Apache-2.0
 *
 * pull_gather.cuh: gathers what a vertex receives along its row. Its own lane reads the first MG_PULL_LANE_EDGES edges,
 * groups of lanes or the warp the next ones. Rows longer than MG_PULL_PIECE are cut into pieces for all warps, for load
 * balance. Shared memory: none; long rows and their pieces are listed in the two queues.
 */
#ifndef MG_CORE_CUDA_KERNEL_LOOP_PULL_GATHER_CUH
#define MG_CORE_CUDA_KERNEL_LOOP_PULL_GATHER_CUH

#include "core/cuda/kernel/common/row_warp.cuh"
#include "frontier/cuda/queue.cuh"

#define MG_PULL_GROUP_LANES 8u   /* lanes of a group, which reads a row of more than MG_PULL_LANE_EDGES */
#define MG_PULL_GROUP_EDGES 128u /* and at most this many edges */

/* May a pull list the unvisited vertices for the next one? Only if nothing but `apply` changes `needs`. */
template <typename Policy>
MG_DEVICE bool mg_lists_unvisited() {
    return (Policy::has() & MG_HAS_NEEDS) &&
           (!(Policy::has() & MG_HAS_SCATTER) || (Policy::properties() & MG_PURE_SCATTER));
}

/* State of one thread of a pull, with its counts. */
template <typename Policy, typename Offset>
struct mg_pull_gather {
    typedef typename Policy::bits B;
    const mg_block_step<Policy> &w;
    const uint32_t *bits;
    uint32_t *next;
    uint32_t vertices;
    uint64_t edges;
    bool needs_more; /* an updated vertex still needs more */
    mg_thread_totals<Policy> add;

    __device__ __forceinline__ mg_pull_gather(const mg_block_step<Policy> &work)
        : w(work), vertices(0), edges(0), needs_more(false) {
        bits = work.bits_now();
        next = work.bits_next();
        if (Policy::frontier() == MG_FRONTIER_REPLAY) {
            bits = work.level_bits(work.shared.state.levels.level);
        }
    }
    __device__ __forceinline__ static bool all_active() {
        return Policy::properties() & MG_ALL_ACTIVE;
    }
    __device__ __forceinline__ static bool first_hit() {
        return Policy::properties() & MG_FIRST_HIT;
    }
    __device__ __forceinline__ B sent(uint32_t u) const {
        return Policy::properties() & MG_SOURCE_ID ? (B)u : w.sent(0)[u];
    }
    /* Combines the contributions of edges e, e + step, ... (at most four, the first one before `end`); the identity for
     * inactive senders. Loads are issued in three batches: neighbours, bitmap words, values. Edges beyond the end read
     * the first edge again, and inactive senders read a word of the offsets instead of a value, so that no load waits
     * for a comparison. */
    __device__ __forceinline__ B four_edges(uint32_t side, uint64_t e, uint32_t step, uint64_t end,
                                            const void *state) const {
        const mg_device_side &s = w.a.receive[side];
        const uint32_t *const neighbours = s.neighbours + e;
        const uint32_t left = end - e < 4 * step ? (uint32_t)(end - e) : 4 * step;
        uint32_t u[4], word[4];
        B value[4];
#pragma unroll
        for (uint32_t k = 0; k < 4; k++) {
            u[k] = neighbours[k * step < left ? k * step : 0];
        }
#pragma unroll
        for (uint32_t k = 0; k < 4; k++) {
            word[k] = all_active() ? 0xffffffffu : bits[u[k] >> 5];
        }
#pragma unroll
        for (uint32_t k = 0; k < 4; k++) {
            const bool active = k * step < left && (word[k] >> (u[k] & 31u) & 1u);
            const B *const at = active ? w.sent(0) + u[k] : (const B *)s.offsets;
            value[k] = Policy::properties() & MG_SOURCE_ID ? (B)u[k] : mg_load_volatile(at);
            word[k] = active;
        }
#pragma unroll
        for (uint32_t k = 0; k < 4; k++) {
            if ((Policy::has() & MG_HAS_EDGE) && word[k]) {
                value[k] = Policy::edge(w.a.params, value[k], s.weights, e + k * step, state);
            }
            value[k] = word[k] ? value[k] : Policy::identity();
        }
#pragma unroll
        for (uint32_t k = 1; k < 4; k++) {
            value[0] = mg_combine<Policy>(value[0], value[k]);
        }
        return value[0];
    }
    __device__ __forceinline__ bool enough(B got) const {
        return first_hit() && got != Policy::identity();
    }
    __device__ __forceinline__ bool update(uint32_t v, B got, void *state) {
        const mg_ctx ctx = mg_context_of<Policy, Offset>(w, v);
        const bool active = Policy::apply(&ctx, w.a.params, state, got, add.part);
        needs_more = needs_more || (mg_lists_unvisited<Policy>() && Policy::needs(w.a.params, state));
        return active;
    }
    /* Counts an active vertex. `row`: its in-degree or MG_NONE; in undirected graphs it is the out-degree, too. */
    __device__ __forceinline__ void count(uint32_t v, uint64_t row) {
        const bool known = row != MG_NONE && w.a.sides == 1 && w.a.send[0].offsets == w.a.receive[0].offsets;
        vertices++;
        edges += known ? row : mg_send_degree<Offset>(w.a, v);
    }
    /* Updates a vertex, unless it received nothing, and counts it. */
    __device__ __forceinline__ bool apply(uint32_t v, B got, uint64_t row = MG_NONE) {
        if (!all_active() && got == Policy::identity()) {
            return false;
        }
        const bool active = update(v, got, w.state_of(v));
        if (active) {
            count(v, row);
        }
        return active;
    }
    /* The first edges of a row, read by its own lane. */
    __device__ __forceinline__ B gather_by_lane(uint32_t side, uint64_t begin, uint64_t end, B got, const void *state) {
#pragma unroll 1
        for (uint64_t e = begin; e < end && !enough(got); e += 4) {
            got = mg_combine<Policy>(got, four_edges(side, e, 1, end, state));
        }
        return got;
    }
    /* The edges of one row, read by the whole warp. */
    __device__ __forceinline__ B gather_by_warp(uint32_t side, uint64_t begin, uint64_t end, const void *state) const {
        return mg_edges_by_warp<Policy>(
            begin, end, [&](uint64_t e) { return four_edges(side, e, 32, end, state); },
            [&](B mine) { return first_hit() && __any_sync(MG_ALL_LANES, enough(mine)); });
    }
    /* Each group of `width` adjacent lanes reads one row; a group without a row has begin = end. */
    __device__ __forceinline__ B gather_group(uint32_t side, uint64_t begin, uint64_t end, const void *state,
                                              uint32_t width) const {
        B mine = Policy::identity();
        bool more = begin < end;
#pragma unroll 1
        for (uint64_t e = begin + (mg_warp_lane() & (width - 1)); __any_sync(MG_ALL_LANES, more); e += 4 * width) {
            if (more && e < end) {
                mine = mg_combine<Policy>(mine, four_edges(side, e, width, end, state));
            }
            begin += 4 * width;
            more = begin < end && !(first_hit() && __any_sync(MG_ALL_LANES, enough(mine)));
        }
#pragma unroll 1
        for (uint32_t offset = width / 2; offset; offset >>= 1) {
            mine = mg_combine<Policy>(mine, __shfl_xor_sync(MG_ALL_LANES, mine, offset));
        }
        return mine;
    }
    /* Remaining edges of the lanes' rows: long rows by the whole warp, others four at a time by groups of lanes.
     * First-hit programs use the whole warp for every row, which finds a hit sooner. */
    __device__ __forceinline__ B gather_by_group(uint32_t side, uint64_t begin, uint64_t end, B got,
                                                 const void *state) const {
        const bool waits = begin < end && !enough(got);
        const uint32_t is_long =
            __ballot_sync(MG_ALL_LANES, waits && (first_hit() || end - begin > MG_PULL_GROUP_EDGES));
        uint32_t left = __ballot_sync(MG_ALL_LANES, waits) & ~is_long, longer = is_long;
#pragma unroll 1
        while (left | longer) {
            const uint32_t width = longer ? 32 : MG_PULL_GROUP_LANES, from = longer ? longer : left;
            uint32_t mine = from, rest = from; /* the lowest bit of `mine` is the group's row */
#pragma unroll
            for (uint32_t i = 0; i < 32 / MG_PULL_GROUP_LANES; i++) {
                mine = i < mg_warp_lane() / width ? mine & (mine - 1) : mine;
                rest = i < 32 / width ? rest & (rest - 1) : rest;
            }
            const int lane = mine ? __ffs(mine) - 1 : 0;
            const uint64_t first = __shfl_sync(MG_ALL_LANES, begin, lane), last = __shfl_sync(MG_ALL_LANES, end, lane);
            const void *receiver = (const void *)__shfl_sync(MG_ALL_LANES, (unsigned long long)state, lane);
            const B sum = gather_group(side, first, mine ? last : first, receiver, width);
            const uint32_t before = __popc(from & ((1u << mg_warp_lane()) - 1));
            const B own = __shfl_sync(MG_ALL_LANES, sum, (before * width) & 31u);
            got = (from & ~rest) >> mg_warp_lane() & 1u ? mg_combine<Policy>(got, own) : got;
            longer = longer ? rest : 0;
            left = width == 32 ? left : rest;
        }
        return got;
    }
    /* The whole rows of the lanes' vertices. All lanes call. */
    __device__ __forceinline__ B gather(bool needed, uint32_t v) {
        B got = Policy::identity();
        const void *state = w.state_of(v);
#pragma unroll 1
        for (uint32_t side = 0; side < w.a.sides; side++) {
            uint64_t begin = 0, end = 0;
            if (needed) {
                begin = mg_offset<Offset>(w.a.receive[side].offsets, v);
                end = mg_offset<Offset>(w.a.receive[side].offsets, v + 1);
            }
            const uint64_t alone = end - begin < MG_PULL_LANE_EDGES ? end : begin + MG_PULL_LANE_EDGES;
            got = gather_by_lane(side, begin, alone, got, state);
            got = gather_by_group(side, alone, end, got, state);
        }
        return got;
    }
};

/* Lists the rows of the lanes with `is_long` in queue 1 and cuts them into pieces in queue 0. A row's pieces are
 * adjacent and in order, and the rows that a warp listed form a chain from the last one back; the same warp sums them
 * again, so that sums are reproducible. All lanes call. */
template <typename Policy, typename Offset>
MG_DEVICE void mg_list_long_rows(const mg_block_step<Policy> &w, bool is_long, uint32_t v, uint32_t *last) {
#pragma unroll 1
    for (uint32_t left = __ballot_sync(MG_ALL_LANES, is_long); left; left &= left - 1) {
        const uint32_t u = __shfl_sync(MG_ALL_LANES, v, __ffs(left) - 1);
        uint64_t begin[2] = {0, 0}, length[2] = {0, 0};
#pragma unroll
        for (uint32_t side = 0; side < 2; side++) {
            if (side < w.a.sides) {
                begin[side] = mg_offset<Offset>(w.a.receive[side].offsets, u);
                length[side] = mg_offset<Offset>(w.a.receive[side].offsets, u + 1) - begin[side];
            }
        }
        const uint32_t first = mg_pieces(length[0], MG_PULL_PIECE);
        const uint32_t pieces = first + mg_pieces(length[1], MG_PULL_PIECE);
        uint32_t at = 0, place = 0;
        if (mg_warp_lane() == 0) {
            at = mg_fetch_add(&w.counts->chunk, pieces);
            place = mg_fetch_add(&w.counts->touched, 1);
            w.a.frontier.queue[1][place] = {u, pieces, (uint64_t)*last << 32 | at};
        }
        at = __shfl_sync(MG_ALL_LANES, at, 0);
        *last = __shfl_sync(MG_ALL_LANES, place, 0);
#pragma unroll 1
        for (uint32_t i = mg_warp_lane(); i < pieces; i += 32) {
            const bool side = i >= first;
            const uint64_t skip = (uint64_t)(i - (side ? first : 0)) * MG_PULL_PIECE;
            const uint64_t rest = (side ? length[1] : length[0]) - skip;
            const uint32_t size = rest < MG_PULL_PIECE ? (uint32_t)rest : MG_PULL_PIECE;
            w.a.frontier.queue[0][at + i] = {u, size | (side ? MG_ENTRY_SIDE : 0), (side ? begin[1] : begin[0]) + skip};
        }
    }
}

/* Gathers and applies for the lanes' vertices; true: active. Long rows are listed for all warps instead (*waits).
 * *last: the entry in queue 1 that the warp listed last, initially MG_NONE. All lanes call. */
template <typename Policy, typename Offset>
MG_DEVICE bool mg_pull_lanes(mg_pull_gather<Policy, Offset> &puller, bool valid, uint32_t v, bool *waits,
                             uint32_t *last) {
    const mg_block_step<Policy> &w = puller.w;
    const bool needed = valid && Policy::needs(w.a.params, w.state_of(v));
    uint64_t length = 0;
#pragma unroll 1
    for (uint32_t side = 0; needed && side < w.a.sides; side++) {
        length += mg_offset<Offset>(w.a.receive[side].offsets, v + 1) - mg_offset<Offset>(w.a.receive[side].offsets, v);
    }
    *waits = length > MG_PULL_PIECE;
    mg_list_long_rows<Policy, Offset>(w, *waits, v, last);
    const typename Policy::bits got = puller.gather(needed && !*waits, needed ? v : 0);
    return ((needed && !*waits) || (valid && !needed && puller.all_active())) && puller.apply(v, got);
}

/* After mg_pull_lanes: gathers the pieces of the listed rows, a warp per piece; each sum replaces the entry's
 * `begin`. */
template <typename Policy, typename Offset>
MG_DEVICE void mg_pull_pieces(mg_pull_gather<Policy, Offset> &puller) {
    typedef typename Policy::bits B;
    const mg_block_step<Policy> &w = puller.w;
    w.barrier();
    const uint32_t count = *(volatile uint32_t *)&w.counts->chunk;
    if (count == 0) {
        return;
    }
#pragma unroll 1
    for (uint32_t i = w.thread() / 32; i < count; i += w.threads() / 32) {
        const mg_loop_entry piece = w.a.frontier.queue[0][i];
        const uint64_t end = piece.begin + (piece.length & MG_ENTRY_LENGTH);
        const B got =
            puller.gather_by_warp(piece.length & MG_ENTRY_SIDE ? 1 : 0, piece.begin, end, w.state_of(piece.vertex));
        if (mg_warp_lane() == 0) {
            w.a.frontier.queue[0][i].begin = got;
        }
    }
    w.barrier();
}

/* Sums the pieces of the row at *place, applies, and sets *place to the row that the warp listed before it. Returns the
 * vertex; *active is valid in lane 0 only. All lanes call. */
template <typename Policy, typename Offset>
MG_DEVICE uint32_t mg_pull_row(mg_pull_gather<Policy, Offset> &puller, uint32_t *place, bool *active) {
    typedef typename Policy::bits B;
    const mg_loop_entry row = puller.w.a.frontier.queue[1][*place];
    const mg_loop_entry *pieces = puller.w.a.frontier.queue[0] + (uint32_t)row.begin;
    B mine = Policy::identity();
#pragma unroll 1
    for (uint32_t k = mg_warp_lane(); k < row.length; k += 32) {
        mine = mg_combine<Policy>(mine, (B)pieces[k].begin);
    }
    mine = mg_combine_lanes<Policy>(mine);
    *place = (uint32_t)(row.begin >> 32);
    *active = mg_warp_lane() == 0 && puller.apply(row.vertex, mine);
    return row.vertex;
}

#endif
