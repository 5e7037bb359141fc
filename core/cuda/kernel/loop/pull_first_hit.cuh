/* SPDX-License-Identifier: Apache-2.0
 *
 * pull_first_hit.cuh: one iteration of a first-hit program in which receivers look for a sender, with the frontier as a
 * bitmap. The first pull asks every vertex's neighbour of largest degree, which answers most of them with coalesced
 * loads and one bit; the others look along their rows. It leaves a list of the vertices that still need something, and
 * the pulls that follow look at no others.
 */
#ifndef MG_CORE_CUDA_KERNEL_LOOP_PULL_FIRST_HIT_CUH
#define MG_CORE_CUDA_KERNEL_LOOP_PULL_FIRST_HIT_CUH

#include "core/cuda/kernel/loop/pull_gather.cuh"

#define MG_PULL_WORDS 4u    /* bitmap words that a warp has in flight */
#define MG_PULL_FEW_ROWS 3u /* so many of 32 rows need not be listed */
#define MG_PULL_LANE_ROWS                                                                                              \
    8u /* of fewer rows the whole warp goes along each, lanes ahead of it only along the shortest */
#define MG_UNVISITED_SHARE 16u /* a list of more than a 16th of all vertices is not worth it */

#define MG_LIST_BITS (16u * 128u * MG_LOOP_THREADS) /* of a bitmap, that a block clears by 16 stores a thread */

/* Do the phase's pulls run here? */
template <typename Policy>
MG_DEVICE bool mg_probes_largest(const mg_loop_args &a) {
    return (Policy::properties() & MG_FIRST_HIT) && !(Policy::properties() & (MG_ALL_ACTIVE | MG_LABEL)) &&
           !(Policy::has() & MG_HAS_EDGE) && Policy::frontier() != MG_FRONTIER_REPLAY && a.largest_neighbour;
}

/* May what vertices need be known without a look at their states? Only where nothing but `apply` changes it. */
template <typename Policy>
MG_DEVICE bool mg_tracks_visited(const mg_loop_args &a) {
    return mg_probes_largest<Policy>(a) && mg_lists_unvisited<Policy>();
}

/* What is known of that after a step that reached so many vertices that did not become active; `again`: a vertex became
 * active and needs more. */
template <typename Policy>
MG_DEVICE uint32_t mg_visited_after(const mg_loop_args &a, const mg_loop_state &s, uint32_t done, uint32_t touched,
                                    bool needs_more) {
    if (!mg_tracks_visited<Policy>(a)) {
        return MG_VISITED_UNKNOWN;
    }
    if (done == MG_STEP_INIT) {
        return MG_VISITED_INITIAL;
    }
    const bool marked =
        done == MG_STEP_SPARSE && s.push_to_bits && s.visited_known == MG_VISITED_INITIAL && !touched && !needs_more;
    return marked ? MG_VISITED_OR_FRONTIER : done == MG_STEP_SAMPLE ? s.visited_known : MG_VISITED_UNKNOWN;
}

/* Is a pull along a list next that a part of the grid can do? `scatter` is for all vertices. */
template <typename Policy>
MG_DEVICE bool mg_pulls_from_list(const mg_loop_state &s) {
    return (Policy::properties() & MG_FIRST_HIT) && mg_lists_unvisited<Policy>() && !(Policy::has() & MG_HAS_SCATTER) &&
           s.next == MG_STEP_PULL && s.unvisited_listed;
}

/* Who goes along a list. It may have as many edges as a frontier that is pushed there, and no entry is without one. The
 * bitmap that is cleared meanwhile is as long as the graph, and must not take longer than a barrier of the grid. */
MG_DEVICE mg_scope mg_list_scope(const mg_loop_args &a, const mg_loop_state &s) {
    if (s.unvisited_edges < 4ull * a.block_entries && a.n <= MG_LIST_BITS) {
        return MG_SCOPE_BLOCK;
    }
    const bool few = s.unvisited_edges < 4ull * a.cluster_entries && a.n <= (uint64_t)MG_LIST_BITS * a.cluster_blocks;
    return few ? MG_SCOPE_CLUSTER : MG_SCOPE_GRID;
}

/* Appends the rows along which the lanes' vertices receive. A function of its own: it is taken seldom, and large. */
template <typename Offset>
static __device__ __noinline__ void mg_append_rows(const void *offsets, mg_step_counters *counts, mg_loop_entry *list,
                                                   bool have, uint32_t v) {
    mg_enqueue<Offset>({{offsets, nullptr}, nullptr, 1, 0}, counts, list, have, v);
}

/* Where the vertices go that a pull leaves over. */
template <typename Policy, typename Offset>
struct mg_unvisited_list {
    const mg_block_step<Policy> &w;
    mg_pending pending;
    mg_loop_entry *list;
    uint32_t room; /* of the warp: were there more, the next pull would be quicker over all vertices */

    __device__ __forceinline__ mg_unvisited_list(const mg_block_step<Policy> &work, uint32_t queue)
        : w(work), pending(work.second_pending()), list(work.a.queue[queue]),
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
    /* What the block's warps hold still, together. All threads call. */
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

/* A receiver alone is done with its row of so many edges: its bit, where it became active. All lanes call. */
template <typename Policy, typename Offset>
MG_DEVICE void mg_apply_pulled(mg_pull_gather<Policy, Offset> &puller, bool have, uint32_t v, typename Policy::bits got,
                               uint64_t row) {
    const bool active = have && puller.apply(v, got, row);
    if (active) {
        atomicOr(&puller.next[v >> 5], 1u << (v & 31u));
    }
    mg_record_found(puller.w, active, v);
}

/* Vertices that their first neighbour did not answer look at a few more by themselves. Those that are still without an
 * answer are listed, so that neither a warp nor a block has to wait for a few long rows. All lanes call. */
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
        mg_append_rows<Offset>(offsets, &w.lists()->rows, w.a.queue[0], waits, v);
    } else if (waiting) {
        got = puller.gather_by_group(0, alone, end, got, w.state_of(v));
        waits = false;
    }
    mg_apply_pulled(puller, have && !waits, v, got, end - begin);
    unvisited.add(have && !waits && !puller.enough(got), v);
}

/* Do the lane's vertices of adjacent words need something? */
template <typename Policy, typename Offset>
MG_DEVICE void mg_load_needs(const mg_pull_gather<Policy, Offset> &puller, uint32_t v, uint32_t left, bool *needs) {
    const mg_loop_args &a = puller.w.a;
    if (puller.w.shared.state.visited_known == MG_VISITED_OR_FRONTIER) {
        uint32_t visited_bits[MG_PULL_WORDS];
#pragma unroll
        for (uint32_t k = 0; k < MG_PULL_WORDS; k++) {
            const uint32_t word = k * 32 < left ? (v >> 5) + k : 0;
            visited_bits[k] = a.visited_bits[word] | puller.bits[word];
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

/* 128 vertices by their first neighbours; the others wait in `pending`. What they need is asked for together. */
template <typename Policy, typename Offset>
MG_DEVICE void mg_probe_largest(mg_pull_gather<Policy, Offset> &puller, uint32_t word, uint32_t words,
                                mg_pending &pending) {
    const mg_loop_args &a = puller.w.a;
    const uint32_t v = word * 32 + mg_warp_lane(), left = v < a.n ? a.n - v : 0;
    const uint32_t *const first = a.largest_neighbour + v;
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

/* Is an entry all of its vertex's row? */
MG_DEVICE bool mg_is_whole(const mg_loop_entry &entry) {
    return (entry.length & MG_ENTRY_FIRST) && (entry.length & MG_ENTRY_LENGTH) < MG_PUSH_PIECE;
}

/* A listed row found a sender. A long row is several entries: the first to set the vertex's bit updates it. All lanes
 * call. */
template <typename Policy, typename Offset>
MG_DEVICE void mg_apply_entry(mg_pull_gather<Policy, Offset> &puller, bool found, const mg_loop_entry &entry,
                              typename Policy::bits got) {
    const mg_block_step<Policy> &w = puller.w;
    const uint32_t v = entry.vertex, row = mg_is_whole(entry) ? entry.length & MG_ENTRY_LENGTH : MG_NONE;
    const bool claimed = found && mg_claim(puller.next, v), active = claimed && puller.apply(v, got, row);
    mg_append_list(w.rejected(), &w.counts->touched, claimed && !active, v);
    mg_record_found(w, active, v);
}

/* The entries of a list: a warp has as few at a time as keep all warps busy. The first `skip` edges of a row were
 * looked at; where there are none, most rows have an edge or two. Vertices are listed that need something; only a row
 * of several entries may have found it since. */
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
        const bool wants = have && (mg_is_whole(entry) || Policy::needs(w.a.params, state));
        const uint64_t begin = entry.begin + (entry.length & MG_ENTRY_FIRST ? skip : 0);
        const uint64_t end = have ? entry.begin + (entry.length & MG_ENTRY_LENGTH) : begin;
        const uint64_t few = each >= MG_PULL_LANE_ROWS ? MG_PULL_LANE_EDGES : each == 1 || skip ? 0 : 4;
        const uint64_t alone = begin + few < end ? begin + few : end;
        typename Policy::bits got = puller.gather_by_lane(0, begin, alone, Policy::identity(), state);
        got = puller.gather_by_group(0, wants ? alone : end, end, got, state);
        mg_apply_entry(puller, wants && puller.enough(got), entry, got);
        unvisited.add(wants && !puller.enough(got) && (entry.length & MG_ENTRY_FIRST), entry.vertex);
    }
}

/* All vertices, by their first neighbours and a few more; lists rows to go on with. */
template <typename Policy, typename Offset>
MG_DEVICE void mg_pull_every_vertex(mg_pull_gather<Policy, Offset> &puller,
                                    mg_unvisited_list<Policy, Offset> &unvisited) {
    const mg_block_step<Policy> &w = puller.w;
    const uint32_t words = (w.a.n + 31) / 32, warps = w.threads() / 32;
    mg_pending pending = w.pending();
#pragma unroll 1
    for (uint32_t word = w.thread() / 32 * MG_PULL_WORDS; word < words; word += warps * MG_PULL_WORDS) {
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
    const bool every = !s.unvisited_listed;
    mg_unvisited_list<Policy, Offset> unvisited(w, every ? 1u : s.unvisited_queue ^ 1u);
    uint4 *const old = (uint4 *)w.bits_old(); /* its memory ends with a whole piece */
    uint32_t count = s.unvisited_entries;
#pragma unroll 1
    for (uint32_t i = w.thread(); i < (w.a.n + 127) / 128; i += w.threads()) {
        old[i] = {0, 0, 0, 0};
    }
    if (every) {
        mg_pull_every_vertex(puller, unvisited);
        w.barrier();
        count = (uint32_t) * (volatile unsigned long long *)&w.lists()->rows.entries_vertices;
    }
    mg_pull_entries(puller, w.a.queue[every ? 0 : s.unvisited_queue], count, every ? MG_PULL_LANE_EDGES : 0, unvisited);
    unvisited.end();
    if (mg_lists_unvisited<Policy>() && (puller.needs_more || unvisited.is_full())) {
        w.counts->needs_more = 1;
    }
}

/* Takes back the bits of vertices that were reached, in the last step, and did not become active. */
template <typename Policy>
MG_DEVICE void mg_step_unset_bits(const mg_block_step<Policy> &w) {
    const mg_loop_state &s = w.shared.state;
    uint32_t *const bits = s.unset_step == MG_STEP_PULL ? w.bits_next() : w.bits_now();
#pragma unroll 1
    for (uint32_t i = w.thread(); i < s.touched; i += w.threads()) {
        const uint32_t v = w.rejected()[i];
        atomicAnd(&bits[v >> 5], ~(1u << (v & 31u)));
    }
}

#endif
