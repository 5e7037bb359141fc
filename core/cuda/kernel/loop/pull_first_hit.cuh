/* SPDX-License-Identifier: Apache-2.0
 *
 * pull_first_hit.cuh: bottom-up pull of a first-hit program, with the frontier as a bitmap: each receiver stops at its
 * first active sender. The first pull probes every vertex's neighbour of largest degree, which decides most vertices
 * with coalesced loads and one bit; the other vertices read along their rows. It lists the vertices still unvisited,
 * and the following pulls read only those.
 *
 * A warp probes 128 adjacent vertices at a time, a lane every 32nd of them; missed vertices take a lane, a group of
 * lanes or a warp each. Shared memory: each warp's pending vertices and unvisited vertices.
 */
#ifndef MG_CORE_CUDA_KERNEL_LOOP_PULL_FIRST_HIT_CUH
#define MG_CORE_CUDA_KERNEL_LOOP_PULL_FIRST_HIT_CUH

#include "core/cuda/kernel/loop/pull_gather.cuh"

#define MG_PULL_WORDS 4u    /* bitmap words that a warp processes at a time */
#define MG_PULL_FEW_ROWS 3u /* up to this many of 32 rows are finished by their warp, not listed */
#define MG_PULL_LANE_ROWS                                                                                              \
    8u /* rows per warp and round from which lanes first read up to MG_PULL_LANE_EDGES edges of their own row */
#define MG_UNVISITED_SHARE 16u /* a list of more than a 16th of all vertices does not pay */

#define MG_LIST_BITS (16u * 128u * MG_LOOP_THREADS) /* bits that a block clears with 16 stores per thread */

/* Do the phase's pulls first probe the neighbour of largest degree? */
template <typename Policy>
MG_DEVICE bool mg_probes_largest(const mg_loop_args &a) {
    return (Policy::properties() & MG_FIRST_HIT) && !(Policy::properties() & (MG_ALL_ACTIVE | MG_LABEL)) &&
           !(Policy::has() & MG_HAS_EDGE) && Policy::frontier() != MG_FRONTIER_REPLAY && a.first_hit.largest_neighbour;
}

/* May a visited bitmap replace reading the states? Only if nothing but `apply` changes `needs`. */
template <typename Policy>
MG_DEVICE bool mg_tracks_visited(const mg_loop_args &a) {
    return mg_probes_largest<Policy>(a) && mg_lists_unvisited<Policy>();
}

/* How far the visited bitmap is valid after a step. `touched`: rejected vertices; `needs_more`: an updated vertex still
 * needs more. */
template <typename Policy>
MG_DEVICE uint32_t mg_visited_after(const mg_loop_args &a, const mg_loop_state &s, uint32_t done, uint32_t touched,
                                    bool needs_more) {
    if (!mg_tracks_visited<Policy>(a)) {
        return MG_VISITED_UNKNOWN;
    }
    if (done == MG_STEP_INIT) {
        return MG_VISITED_INITIAL;
    }
    const bool pushed_to_bitmap = done == MG_STEP_SPARSE && s.first_hit.push_to_bits &&
                                  s.first_hit.visited_known == MG_VISITED_INITIAL && !touched && !needs_more;
    return pushed_to_bitmap         ? MG_VISITED_OR_FRONTIER
           : done == MG_STEP_SAMPLE ? s.first_hit.visited_known
                                    : MG_VISITED_UNKNOWN;
}

/* Does the next pull read the unvisited list, so that a block or cluster may run it? Not with `scatter`, which would
 * run over all vertices. */
template <typename Policy>
MG_DEVICE bool mg_pulls_from_list(const mg_loop_state &s) {
    return (Policy::properties() & MG_FIRST_HIT) && mg_lists_unvisited<Policy>() && !(Policy::has() & MG_HAS_SCATTER) &&
           s.next == MG_STEP_PULL && s.first_hit.unvisited_listed;
}

/* Scope of a pull from the unvisited list. The edge limits are those of a push; every entry has at least one edge. The
 * pull also clears a bitmap of n bits, which must not take longer than a grid barrier. */
MG_DEVICE mg_scope mg_list_scope(const mg_loop_args &a, const mg_loop_state &s) {
    if (s.first_hit.unvisited_edges < 4ull * a.scope.block_entries && a.n <= MG_LIST_BITS) {
        return MG_SCOPE_BLOCK;
    }
    const bool few = s.first_hit.unvisited_edges < 4ull * a.scope.cluster_entries &&
                     a.n <= (uint64_t)MG_LIST_BITS * a.scope.cluster_blocks;
    return few ? MG_SCOPE_CLUSTER : MG_SCOPE_GRID;
}

/* Appends the lanes' rows to a list. Not inlined: it is large and rarely called. */
template <typename Offset>
static __device__ __noinline__ void mg_append_rows(const void *offsets, mg_step_counters *counts, mg_loop_entry *list,
                                                   bool have, uint32_t v) {
    mg_enqueue<Offset>({{offsets, nullptr}, nullptr, 1, 0}, counts, list, have, v);
}

/* Appends to the list of vertices still unvisited after this pull. */
template <typename Policy, typename Offset>
struct mg_unvisited_list {
    const mg_block_step<Policy> &w;
    mg_pending pending;
    mg_loop_entry *list;
    uint32_t room; /* left for this warp; with a longer list the next pull would be faster over all vertices */

    __device__ __forceinline__ mg_unvisited_list(const mg_block_step<Policy> &work, uint32_t queue)
        : w(work), pending(work.second_pending()), list(work.a.frontier.queue[queue]),
          room(32 + work.a.n / MG_UNVISITED_SHARE / (work.threads() / 32)) {
    }
    __device__ __forceinline__ bool is_full() const {
        return room < 32;
    }
    /* All lanes call. */
    __device__ __forceinline__ void add(bool have, uint32_t v) {
        if (!mg_lists_unvisited<Policy>() || is_full()) {
            return;
        }
        mg_collect(pending, have, v);
        if (pending.count >= 32) {
            mg_take(pending, &v);
            mg_append_rows<Offset>(w.a.receive[0].offsets, &w.lists()->unvisited, list, true, v);
            room -= 32;
        }
    }
    /* Appends the vertices that the block's warps still hold. All threads call. */
    __device__ __forceinline__ void end() {
        if (!mg_lists_unvisited<Policy>()) {
            return;
        }
        uint32_t v;
        const bool have = mg_take_from_block(w, pending.count, w.shared.far[0], 64, &v);
        if (__any_sync(MG_ALL_LANES, have)) {
            mg_append_rows<Offset>(w.a.receive[0].offsets, &w.lists()->unvisited, list, have, v);
        }
        __syncthreads();
    }
};

/* Applies what a vertex received over its row of `row` edges; sets its bit if it became active. No other lane has this
 * vertex. All lanes call. */
template <typename Policy, typename Offset>
MG_DEVICE void mg_apply_pulled(mg_pull_gather<Policy, Offset> &puller, bool have, uint32_t v, typename Policy::bits got,
                               uint64_t row) {
    const bool active = have && puller.apply(v, got, row);
    if (active) {
        atomicOr(&puller.next[v >> 5], 1u << (v & 31u));
    }
    mg_record_found(puller.w, active, v);
}

/* Vertices whose probe missed: each lane reads the first edges of its row. Rows still without a hit are listed and
 * distributed over all warps, for load balance, unless there are only a few. All lanes call. */
template <typename Policy, typename Offset>
MG_DEVICE void mg_pull_missed(mg_pull_gather<Policy, Offset> &puller, mg_pending &pending,
                              mg_unvisited_list<Policy, Offset> &unvisited) {
    const mg_block_step<Policy> &w = puller.w;
    const void *offsets = w.a.receive[0].offsets;
    uint32_t v;
    const bool have = mg_warp_lane() < mg_take(pending, &v);
    v = have ? v : 0;
    const uint64_t begin = have ? mg_offset<Offset>(offsets, v) : 0, end = have ? mg_offset<Offset>(offsets, v + 1) : 0;
    const uint64_t alone = end - begin < MG_PULL_LANE_EDGES ? end : begin + MG_PULL_LANE_EDGES;
    typename Policy::bits got = puller.gather_by_lane(0, begin, alone, Policy::identity(), w.state_of(v));
    bool waits = alone < end && !puller.enough(got);
    const uint32_t waiting = __popc(__ballot_sync(MG_ALL_LANES, waits));
    if (waiting > MG_PULL_FEW_ROWS || __any_sync(MG_ALL_LANES, waits && end - begin > MG_PULL_PIECE)) {
        mg_append_rows<Offset>(offsets, &w.lists()->rows, w.a.frontier.queue[0], waits, v);
    } else if (waiting) {
        got = puller.gather_by_group(0, alone, end, got, w.state_of(v));
        waits = false;
    }
    mg_apply_pulled(puller, have && !waits, v, got, end - begin);
    unvisited.add(have && !waits && !puller.enough(got), v);
}

/* Reads `needs` of the lane's vertices in MG_PULL_WORDS adjacent words; the loads are issued together. */
template <typename Policy, typename Offset>
MG_DEVICE void mg_load_needs(const mg_pull_gather<Policy, Offset> &puller, uint32_t v, uint32_t left, bool *needs) {
    const mg_loop_args &a = puller.w.a;
    if (puller.w.shared.state.first_hit.visited_known == MG_VISITED_OR_FRONTIER) {
        uint32_t visited_bits[MG_PULL_WORDS];
#pragma unroll
        for (uint32_t k = 0; k < MG_PULL_WORDS; k++) {
            const uint32_t word = k * 32 < left ? (v >> 5) + k : 0;
            visited_bits[k] = a.first_hit.visited_bits[word] | puller.bits[word];
        }
#pragma unroll
        for (uint32_t k = 0; k < MG_PULL_WORDS; k++) {
            needs[k] = k * 32 < left && !(visited_bits[k] >> mg_warp_lane() & 1u);
        }
    } else {
        char *const states = (char *)puller.w.state_of(v);
#pragma unroll
        for (uint32_t k = 0; k < MG_PULL_WORDS; k++) {
            needs[k] = k * 32 < left && Policy::needs(a.params, states + k * 32 * Policy::state_size());
        }
    }
}

/* Probes the neighbours of largest degree of 128 vertices; missed vertices are appended to `pending`. Loads of all
 * words are issued before their first use. */
template <typename Policy, typename Offset>
MG_DEVICE void mg_probe_largest(mg_pull_gather<Policy, Offset> &puller, uint32_t word, uint32_t words,
                                mg_pending &pending) {
    const mg_loop_args &a = puller.w.a;
    const uint32_t v = word * 32 + mg_warp_lane(), left = v < a.own_end ? a.own_end - v : 0;
    const uint32_t *const first = a.first_hit.largest_neighbour + v;
    const Offset *const sends = (const Offset *)a.send[0].offsets + v;
    char *const states = (char *)puller.w.state_of(v);
    uint32_t u[MG_PULL_WORDS], bits[MG_PULL_WORDS];
    Offset degree[MG_PULL_WORDS];
    bool needs[MG_PULL_WORDS];
#pragma unroll
    for (uint32_t k = 0; k < MG_PULL_WORDS; k++) {
        u[k] = k * 32 < left ? first[k * 32] : MG_NONE;
        degree[k] = k * 32 < left ? sends[k * 32 + 1] - sends[k * 32] : 0;
    }
    mg_load_needs(puller, v, left, needs);
#pragma unroll
    for (uint32_t k = 0; k < MG_PULL_WORDS; k++) {
        u[k] = needs[k] ? u[k] : MG_NONE;
        bits[k] = puller.bits[(u[k] != MG_NONE ? u[k] : 0) >> 5];
    }
#pragma unroll
    for (uint32_t k = 0; k < MG_PULL_WORDS; k++) {
        bool active = false;
        const bool hit = u[k] != MG_NONE && (bits[k] >> (u[k] & 31u) & 1u);
        const typename Policy::bits value = hit ? puller.sent(u[k]) : Policy::identity();
        if (value != Policy::identity()) {
            mg_cached_state<Policy, 1> own;
            own.load(states + k * 32 * Policy::state_size());
            active = puller.update(v + k * 32, value, own.get());
            own.store();
        }
        const uint32_t mask = __ballot_sync(MG_ALL_LANES, active);
        if (mg_warp_lane() == 0 && word + k < words) {
            puller.next[word + k] = mask;
        }
        puller.vertices += active;
        puller.edges += active ? degree[k] : 0;
        mg_record_found(puller.w, active, v + k * 32);
        mg_collect(pending, u[k] != MG_NONE && value == Policy::identity(), v + k * 32);
    }
}

/* Does the entry hold its vertex's whole row? */
MG_DEVICE bool mg_is_whole(const mg_loop_entry &entry) {
    return (entry.length & MG_ENTRY_FIRST) && (entry.length & MG_ENTRY_LENGTH) < MG_PUSH_PIECE;
}

/* A listed row found an active sender. A long row has several entries: the first one to set the vertex's bit updates
 * it. All lanes call. */
template <typename Policy, typename Offset>
MG_DEVICE void mg_apply_entry(mg_pull_gather<Policy, Offset> &puller, bool found, const mg_loop_entry &entry,
                              typename Policy::bits got) {
    const mg_block_step<Policy> &w = puller.w;
    const uint32_t v = entry.vertex, row = mg_is_whole(entry) ? entry.length & MG_ENTRY_LENGTH : MG_NONE;
    const bool claimed = found && mg_claim(puller.next, v), active = claimed && puller.apply(v, got, row);
    mg_append_list(w.rejected(), &w.counts->touched, claimed && !active, v);
    mg_record_found(w, active, v);
}

/* Pulls along the entries of a list. A warp takes as few entries per round as keep all warps busy. `skip`: edges at the
 * beginning of each row that were already read; with 0, most rows have an edge or two. Every listed vertex needs
 * something; only a row of several entries may have got it meanwhile. */
template <typename Policy, typename Offset>
MG_DEVICE void mg_pull_entries(mg_pull_gather<Policy, Offset> &puller, const mg_loop_entry *list, uint32_t count,
                               uint32_t skip, mg_unvisited_list<Policy, Offset> &unvisited) {
    const mg_block_step<Policy> &w = puller.w;
    const uint32_t warps = w.threads() / 32, share = (count + warps - 1) / warps, each = share < 32 ? share : 32;
#pragma unroll 1
    for (uint32_t base = w.thread() / 32 * each; base < count; base += warps * each) {
        const bool have = mg_warp_lane() < each && base + mg_warp_lane() < count;
        const mg_loop_entry entry = list[have ? base + mg_warp_lane() : base];
        void *const state = w.state_of(entry.vertex);
        const bool needed = have && (mg_is_whole(entry) || Policy::needs(w.a.params, state));
        const uint64_t begin = entry.begin + (entry.length & MG_ENTRY_FIRST ? skip : 0);
        const uint64_t end = have ? entry.begin + (entry.length & MG_ENTRY_LENGTH) : begin;
        const uint64_t few = each >= MG_PULL_LANE_ROWS ? MG_PULL_LANE_EDGES : each == 1 || skip ? 0 : 4;
        const uint64_t alone = begin + few < end ? begin + few : end;
        typename Policy::bits got = puller.gather_by_lane(0, begin, alone, Policy::identity(), state);
        got = puller.gather_by_group(0, needed ? alone : end, end, got, state);
        mg_apply_entry(puller, needed && puller.enough(got), entry, got);
        unvisited.add(needed && !puller.enough(got) && (entry.length & MG_ENTRY_FIRST), entry.vertex);
    }
}

/* Pulls for all vertices: probes, then the first edges of missed rows; lists the rows to be continued. */
template <typename Policy, typename Offset>
MG_DEVICE void mg_pull_every_vertex(mg_pull_gather<Policy, Offset> &puller,
                                    mg_unvisited_list<Policy, Offset> &unvisited) {
    const mg_block_step<Policy> &w = puller.w;
    const uint32_t words = (w.a.own_end + 31) / 32, warps = w.threads() / 32;
    mg_pending pending = w.pending();
#pragma unroll 1
    for (uint32_t word = w.a.own_begin / 32 + w.thread() / 32 * MG_PULL_WORDS; word < words;
         word += warps * MG_PULL_WORDS) {
        mg_probe_largest(puller, word, words, pending);
        const bool last = word + warps * MG_PULL_WORDS >= words;
#pragma unroll 1
        while (pending.count >= (last ? 1u : 32u)) {
            mg_pull_missed(puller, pending, unvisited);
        }
    }
}

template <typename Policy, typename Offset>
MG_DEVICE void mg_pull_first_hit(mg_pull_gather<Policy, Offset> &puller) {
    const mg_block_step<Policy> &w = puller.w;
    const mg_loop_state &s = w.shared.state;
    const bool every = !s.first_hit.unvisited_listed;
    mg_unvisited_list<Policy, Offset> unvisited(w, every ? 1u : s.first_hit.unvisited_queue ^ 1u);
    uint4 *const old = (uint4 *)w.bits_old(); /* allocated in whole uint4 */
    uint32_t count = s.first_hit.unvisited_entries;
#pragma unroll 1
    for (uint32_t i = w.thread(); i < (w.a.n + 127) / 128; i += w.threads()) {
        old[i] = {0, 0, 0, 0};
    }
    if (every) {
        mg_pull_every_vertex(puller, unvisited);
        w.barrier();
        count = (uint32_t) * (volatile unsigned long long *)&w.lists()->rows.entries_vertices;
    }
    mg_pull_entries(puller, w.a.frontier.queue[every ? 0 : s.first_hit.unvisited_queue], count,
                    every ? MG_PULL_LANE_EDGES : 0, unvisited);
    unvisited.end();
    if (mg_lists_unvisited<Policy>() && (puller.needs_more || unvisited.is_full())) {
        w.counts->needs_more = 1;
    }
}

/* Clears the bits of vertices that the last step rejected. */
template <typename Policy>
MG_DEVICE void mg_step_unset_bits(const mg_block_step<Policy> &w) {
    const mg_loop_state &s = w.shared.state;
    uint32_t *const bits = s.first_hit.unset_step == MG_STEP_PULL ? w.bits_next() : w.bits_now();
#pragma unroll 1
    for (uint32_t i = w.thread(); i < s.frontier.touched; i += w.threads()) {
        const uint32_t v = w.rejected()[i];
        atomicAnd(&bits[v >> 5], ~(1u << (v & 31u)));
    }
}

#endif
