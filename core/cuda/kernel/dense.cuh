/* SPDX-License-Identifier: Apache-2.0
 *
 * dense.cuh: the other steps of a dense iteration: first states, what every column sends, and the update. A thread
 * takes a row (or column) at a time, a warp 32 adjacent ones. States lie in row order for a phase that is dense
 * throughout, else at `place`. Shared memory: of the update, a tile; else a few words.
 */
#ifndef MG_CORE_CUDA_KERNEL_DENSE_CUH
#define MG_CORE_CUDA_KERNEL_DENSE_CUH

#include "core/cuda/kernel/dense_row.cuh"
#include "core/cuda/kernel/panels.cuh"
#include "core/cuda/kernel/row_tiles.cuh"
#include "core/cuda/kernel/turn.cuh"

/* The next frontier's bits of 32 adjacent rows. All lanes call; the bitmap is 0 where rows are not in order. */
MG_DEVICE void mg_mark_rows(const mg_dense_args &a, uint32_t *bits, uint32_t row, bool active) {
    if (a.place) {
        if (active) {
            const uint32_t v = a.place[row];
            atomicOr(&bits[v >> 5], 1u << (v & 31u));
        }
        return;
    }
    const uint32_t word = __ballot_sync(MG_ALL_LANES, active);
    if (mg_lane() == 0) {
        bits[row >> 5] = word;
    }
}

/* What the threads of a launch found. */
template <typename Policy>
struct mg_dense_count {
    uint32_t vertices;
    uint64_t edges;
    double add[MG_LOOP_TOTALS];

    __device__ __forceinline__ mg_dense_count() : vertices(0), edges(0), add{} {
    }
    /* All threads call. */
    __device__ __forceinline__ void publish(const mg_dense_args &a, double (*shared)[MG_LOOP_TOTALS]) const {
        __shared__ unsigned long long found[2][MG_ROW_WARPS];
        const uint32_t warp = threadIdx.x / 32, active = mg_warp_sum(vertices);
        const unsigned long long sent = mg_warp_sum((unsigned long long)edges);
        if (mg_lane() == 0) {
            found[0][warp] = active;
            found[1][warp] = sent;
        }
        __syncthreads();
        if (warp == 0) {
            const bool has = mg_lane() < MG_ROW_WARPS;
            mg_count(&a.loop.control->slot[0], has ? (uint32_t)found[0][mg_lane()] : 0, has ? found[1][mg_lane()] : 0);
        }
        if (Policy::totals()) {
            const double sum = mg_block_sums<Policy>(shared, add);
            if (mg_is_total<Policy>(threadIdx.x)) {
                a.block_totals[blockIdx.x * MG_LOOP_TOTALS + threadIdx.x] = sum;
            }
        }
    }
};

/* Where a block's part of an iteration lies that the next launch decides about. */
MG_DEVICE uint32_t mg_part(const mg_dense_args &a, uint32_t turn, uint32_t block) {
    return (turn & 1u) * a.updaters + block;
}

/* Leaves to the next launch what the block's threads found. All threads call. */
template <typename Policy>
MG_DEVICE void mg_hand_over(const mg_dense_args &a, const mg_dense_count<Policy> &count,
                            double (*shared)[MG_LOOP_TOTALS]) {
    const uint32_t part = mg_part(a, a.turn, blockIdx.x);
    const int found = __syncthreads_count(count.vertices > 0); /* how many does not matter */
    if (threadIdx.x == 0) {
        a.block_found[part] = (uint32_t)found;
    }
    if (Policy::totals()) {
        const double sum = mg_block_sums<Policy>(shared, count.add);
        if (mg_is_total<Policy>(threadIdx.x)) {
            a.block_totals[part * MG_LOOP_TOTALS + threadIdx.x] = sum;
        }
    }
}

/* The sums of all blocks, in the first threads of the last one. All its threads call. */
template <typename Policy>
MG_DEVICE double mg_all_blocks(const mg_dense_args &a, double (*shared)[MG_LOOP_TOTALS]) {
    double add[MG_LOOP_TOTALS] = {};
    for (uint32_t i = threadIdx.x; i < gridDim.x; i += blockDim.x) {
#pragma unroll
        for (uint32_t k = 0; k < MG_LOOP_TOTALS; k++) {
            add[k] += mg_is_total<Policy>(k) ? __ldcg(&a.block_totals[i * MG_LOOP_TOTALS + k]) : 0.0;
        }
    }
    return mg_block_sums<Policy>(shared, add);
}

/* True in all threads of the block that comes last. */
MG_DEVICE bool mg_is_last_block(uint32_t *done) {
    __syncthreads();
    bool last = false;
    if (threadIdx.x == 0) {
        __threadfence(); /* for all threads of the block, which have written before the barrier */
        last = atomicAdd(done, 1) == gridDim.x - 1;
        __threadfence();
    }
    return __syncthreads_or(last);
}

/* Counts an iteration and writes its record. The next one begins where this one ends, unless it is told otherwise. */
MG_DEVICE void mg_close_dense(const mg_loop_args &a, mg_loop_state &s, uint32_t mode) {
    const uint64_t now = mg_nanoseconds(), elapsed = now - s.dense_begin;
    s.dense_begin = now;
    if (s.iteration - a.record_base < a.record_capacity) {
        a.record[s.iteration - a.record_base] = {s.iteration, mode, s.vertices, s.edges, elapsed, s.esp, s.edp};
    }
    s.dense_iteration = (float)elapsed;
    s.iteration++;
    s.iterations_by_mode[mode]++;
    s.vertices_visited += s.vertices;
    s.edges_visited += s.edges;
}

/* One thread: the state after an iteration or after init, which counted so many vertices and their edges. */
template <typename Policy>
MG_DEVICE void mg_dense_decide(const mg_dense_args &a, mg_loop_state &s, uint32_t vertices, uint64_t edges,
                               bool iterated) {
    volatile mg_loop_slot *slot = &a.loop.control->slot[0];
    const bool all = Policy::properties() & MG_ALL_ACTIVE;
    if (iterated) {
        mg_close_dense(a.loop, s, a.mode);
    } else {
        s.dense_begin = mg_nanoseconds();
    }
    if (Policy::frontier() == MG_FRONTIER_REPLAY) {
        mg_after_level<Policy>(a.loop, s);
        *a.done = 0;
        return;
    }
    s.vertices = vertices;
    s.edges = edges;
    s.bits = mg_bits_after(s.bits);
    if (all && (s.vertices || !iterated)) {
        s.vertices = a.loop.n;
        s.edges = a.loop.arcs * a.loop.sides;
    }
    if (a.when == MG_LOOP_DENSE) {
        mg_after_turn<Policy>(a.loop, s);
    }
    if (s.vertices == 0 || (iterated && Policy::finished(a.loop.params, s.iteration, s.totals))) {
        s.outcome = MG_LOOP_FINISHED;
    } else if (a.loop.iteration_limit && s.iteration >= a.loop.iteration_limit) {
        s.outcome = MG_LOOP_LIMIT;
    }
    if (Policy::has() & MG_HAS_RECORD) {
        mg_record_dense_level(a.loop, s);
    }
    slot->entries_vertices = 0;
    slot->edges = 0;
    slot->listed = 0;
    *a.done = 0;
}

/* Puts what a row's vertex sends where its column will be read. All lanes call. */
template <typename Policy>
MG_DEVICE void mg_send_row(const mg_dense_row<Policy> &r, bool valid, bool active) {
    const mg_dense_args &a = r.a;
    if (valid && (r.row < a.panels.columns || active)) { /* `scatter` may change the state */
        const typename Policy::bits value = active ? r.sent() : mg_silent<Policy>();
        if (r.row < a.panels.columns) {
            mg_put_value<Policy>(a, r.row, value);
        }
    }
    if (mg_needs_guard<Policy>() && a.guarded) {
        const uint32_t word = __ballot_sync(MG_ALL_LANES, active);
        if (mg_lane() == 0) {
            a.active[r.row >> 5] = word;
        }
    }
}

/* What a launch over all rows ends with: its counts and totals, and the state that follows from them. The last block
 * decides on a copy of the state: in global memory every member of it would be a trip there. */
template <typename Policy>
MG_DEVICE void mg_end_rows(const mg_dense_args &a, const mg_dense_count<Policy> &count, bool iterated) {
    static_assert((int)MG_ROW_THREADS == (int)MG_LOOP_THREADS, "mg_copy_state and mg_block_sums count on it");
    __shared__ double shared[MG_WARPS][MG_LOOP_TOTALS];
    __shared__ mg_loop_state state;
    if (iterated && a.defers) {
        mg_hand_over(a, count, shared);
        return;
    }
    count.publish(a, shared);
    if (!mg_is_last_block(a.done)) {
        return;
    }
    const volatile mg_loop_slot *slot = &a.loop.control->slot[0];
    const uint32_t vertices = (uint32_t)(slot->entries_vertices >> 32);
    const uint64_t edges = slot->edges;
    mg_copy_state(&state, &a.loop.control->state);
    const double sum = iterated && Policy::totals() ? mg_all_blocks<Policy>(a, shared) : 0.0;
    __syncthreads();
    if (iterated && mg_is_total<Policy>(threadIdx.x)) {
        state.totals[threadIdx.x] = sum;
    }
    __syncthreads();
    if (threadIdx.x == 0) {
        mg_dense_decide<Policy>(a, state, vertices, edges, iterated);
    }
    __syncthreads();
    mg_copy_state(&a.loop.control->state, &state);
}

/* Counts a row that may be active, and marks it in the next frontier. All lanes call. */
template <typename Policy>
MG_DEVICE void mg_take_row(const mg_dense_row<Policy> &r, bool active, mg_dense_count<Policy> &count) {
    if (active) {
        count.vertices++;
        count.edges += Policy::properties() & MG_ALL_ACTIVE ? 0 : r.degree();
    }
    if (!(Policy::properties() & MG_ALL_ACTIVE)) {
        mg_mark_rows(r.a, r.a.loop.bits[mg_bits_after(r.s.bits)], r.row, active);
    }
    if (Policy::has() & MG_HAS_RECORD) {
        mg_record_row(r.a, r.row, active);
    }
}

template <typename Policy>
MG_DEVICE void mg_dense_init(const mg_dense_args &a) {
    mg_dense_count<Policy> count;
    const uint32_t threads = gridDim.x * blockDim.x;
    if (a.sends_ahead) {
        mg_reset_panels(a);
    }
#pragma unroll 1
    for (uint32_t base = blockIdx.x * blockDim.x + threadIdx.x - mg_lane(); base < a.loop.n; base += threads) {
        const bool valid = base + mg_lane() < a.loop.n;
        mg_dense_row<Policy> r(a, valid ? base + mg_lane() : base);
        r.row = base + mg_lane();
        bool active = false;
        if (valid) {
            const mg_ctx ctx = r.context();
            mg_copy_one<Policy>(r.own, (const char *)a.own_state + (uint64_t)ctx.vertex * Policy::state_size());
            active = Policy::init(&ctx, a.loop.params, r.state());
            active = active || Policy::frontier() == MG_FRONTIER_ALL || (Policy::properties() & MG_ALL_ACTIVE);
        }
        mg_take_row(r, active, count);
        if (a.sends_ahead) {
            mg_send_row(r, valid, active);
        }
    }
    mg_end_rows(a, count, false);
}

MG_DEVICE bool mg_is_over(const mg_dense_args &a) {
    return *(const volatile uint32_t *)&a.loop.control->state.outcome != a.when;
}

/* Says to the host where the phase stands. */
MG_DEVICE void mg_tell(const mg_dense_args &a, const mg_loop_state &s) {
    if (a.told && mg_lane() == 0) {
        *(volatile unsigned long long *)a.told = (unsigned long long)s.iteration << 32 | s.outcome;
    }
}

/* An iteration begins, or would: says so to the host, which nothing waits for as it would at a launch's end. The sums
 * do, and the update too: where there is no edge, no sums come before it. False: the phase is over. */
MG_DEVICE bool mg_begin_iteration(const mg_dense_args &a) {
    if (blockIdx.x == 0 && threadIdx.x == 0) {
        mg_tell(a, a.loop.control->state);
    }
    return !mg_is_over(a);
}

/* What the update before found: the phase's own totals, and whether a vertex is active. All threads call, and all have
 * it. */
template <typename Policy>
MG_DEVICE bool mg_take_over(const mg_dense_args &a, double *totals) {
    __shared__ double sums[MG_DENSE_THREADS / 32][MG_LOOP_TOTALS];
    const uint32_t warps = blockDim.x / 32;
    double add[MG_LOOP_TOTALS] = {};
    bool found = false;
#pragma unroll 4
    for (uint32_t i = threadIdx.x; i < a.updaters; i += blockDim.x) {
        const uint32_t part = mg_part(a, a.turn - 1, i);
        found = found || __ldcg(&a.block_found[part]) > 0;
#pragma unroll
        for (uint32_t k = 0; k < MG_LOOP_TOTALS; k++) {
            add[k] += mg_is_total<Policy>(k) ? __ldcg(&a.block_totals[part * MG_LOOP_TOTALS + k]) : 0.0;
        }
    }
#pragma unroll
    for (uint32_t k = 0; k < MG_LOOP_TOTALS; k++) {
        const double mine = mg_is_total<Policy>(k) ? mg_warp_sum(add[k]) : 0.0;
        if (mg_is_total<Policy>(k) && mg_lane() == 0) {
            sums[threadIdx.x / 32][k] = mine;
        }
    }
    found = __syncthreads_or(found);
#pragma unroll
    for (uint32_t k = 0; k < MG_LOOP_TOTALS; k++) {
        if (mg_is_total<Policy>(k)) {
            totals[k] = mg_warp_sum(mg_lane() < warps ? sums[mg_lane()][k] : 0.0);
        }
    }
    return found;
}

/* Writes the state down after an iteration, unless the phase was over before, and tells the host. One warp calls. */
template <typename Policy>
MG_DEVICE void mg_write_decision(const mg_dense_args &a, const double *totals, bool found) {
    __shared__ mg_loop_state state;
    volatile uint32_t *const here = (volatile uint32_t *)&state;
    volatile uint32_t *const there = (volatile uint32_t *)&a.loop.control->state;
    for (uint32_t i = mg_lane(); i < sizeof state / 4; i += 32) {
        here[i] = there[i];
    }
    __syncwarp();
    if (mg_lane() == 0 && a.turn && state.outcome == a.when) {
#pragma unroll
        for (uint32_t k = 0; k < MG_LOOP_TOTALS; k++) {
            state.totals[k] = mg_is_total<Policy>(k) ? totals[k] : state.totals[k];
        }
        mg_dense_decide<Policy>(a, state, found, 0, true);
    }
    __syncwarp();
    for (uint32_t i = mg_lane(); i < sizeof state / 4; i += 32) {
        there[i] = here[i];
    }
    mg_tell(a, state);
}

/* An iteration begins, or would, where the launch before left the decision: all blocks decide alike, and one warp
 * writes it down. `near`: gets the totals that the update sees. False: the phase is over. All threads call. */
template <typename Policy>
MG_DEVICE bool mg_decide_before(const mg_dense_args &a, double *near) {
    double totals[MG_LOOP_TOTALS];
    const bool over = mg_is_over(a);
    bool found = true, ends = false;
#pragma unroll
    for (uint32_t k = 0; k < MG_LOOP_TOTALS; k++) {
        totals[k] = a.turn && mg_is_total<Policy>(k) ? 0.0 : a.loop.control->state.totals[k];
    }
    if (a.turn) {
        found = mg_take_over<Policy>(a, totals);
        ends = Policy::finished(a.loop.params, a.turn, totals) ||
               (a.loop.iteration_limit && a.turn >= a.loop.iteration_limit);
    }
    if (near && threadIdx.x == 0) {
#pragma unroll
        for (uint32_t k = 0; k < MG_LOOP_TOTALS; k++) {
            near[k] = totals[k];
        }
    }
    if (blockIdx.x == 0 && threadIdx.x >= blockDim.x - 32) {
        mg_write_decision<Policy>(a, totals, found);
    }
    return !over && found && !ends;
}

template <typename Policy>
MG_DEVICE void mg_dense_apply(const mg_dense_args &a) {
    const bool all = Policy::properties() & MG_ALL_ACTIVE;
    __shared__ mg_near<Policy> near;
    mg_dense_count<Policy> count;
    const auto begins = [&] {
        if (!mg_begin_iteration(a)) {
            return false;
        }
        near.load(a);
        if (a.sends_ahead) {
            mg_reset_panels(a);
        }
        return true;
    };
    const bool comes = all && !a.place && mg_own_state<Policy>::fits();
    const mg_tile_rows rows = {comes ? a.loop.state : nullptr, Policy::state_size(),
                               comes ? a.panels.out_degree : nullptr};
    const bool applied = mg_sum_rows<Policy>(a, rows, begins, [&](uint32_t row, const mg_row_near &at, auto sum_of) {
        const bool valid = row < a.loop.n;
        mg_own_state<Policy> state;
        mg_dense_row<Policy> r(a, valid ? row : row - mg_lane());
        if (all) { /* also of a lane without a row: what depended on it would not lie in registers */
            const unsigned char *const here = mg_dense_shared<unsigned char>();
            if (at.state) {
                state.load((void *)(here + at.state));
                state.at = r.own;
            } else {
                state.load(r.own);
            }
            r.own = state.get();
            r.look(&near, at.degree ? *(const uint32_t *)(here + at.degree) : a.panels.out_degree[r.row]);
        }
        r.row = row;
        const typename Policy::bits got = sum_of();
        const bool receives = valid && r.receives();
        const bool active = receives && r.take(got, count.add);
        if (!r.replays()) {
            mg_take_row(r, active, count);
        } else if (receives && mg_receivers_send<Policy>() && r.s.level > 1) {
            r.send_ahead();
        }
        if (a.sends_ahead) {
            mg_send_row(r, valid, valid && (active || all));
        }
        if (valid && all) {
            state.store();
        }
    });
    if (applied) {
        mg_end_rows(a, count, true);
    }
}

/* What every column sends. Prepares the panels' counters, and the next bitmap where bits are set one by one. */
template <typename Policy>
MG_DEVICE void mg_dense_load(const mg_dense_args &a) {
    const uint32_t threads = gridDim.x * blockDim.x, thread = blockIdx.x * blockDim.x + threadIdx.x;
    mg_reset_panels(a);
    if (thread == 0) {
        a.loop.control->state.dense_begin = mg_nanoseconds();
    }
    const bool replays = Policy::frontier() == MG_FRONTIER_REPLAY;
    if (replays) {
        mg_load_level(a);
    } else if (a.when == MG_LOOP_DENSE) {
        mg_forget_turn(a);
    }
    if (a.place && !replays && !(Policy::properties() & MG_ALL_ACTIVE)) {
        uint32_t *next = a.loop.bits[mg_bits_after(a.loop.control->state.bits)];
#pragma unroll 1
        for (uint32_t i = thread; i < (a.loop.n + 31) / 32; i += threads) {
            next[i] = 0;
        }
    }
#pragma unroll 1
    for (uint32_t base = thread - mg_lane(); base < a.loop.n; base += threads) {
        const bool valid = base + mg_lane() < a.loop.n;
        mg_dense_row<Policy> r(a, valid ? base + mg_lane() : base);
        r.row = base + mg_lane();
        mg_send_row(r, valid, valid && r.is_active());
    }
}

/* The sums of an iteration; nothing where the phase is over. */
template <typename Policy>
MG_DEVICE void mg_dense_sums(const mg_dense_args &a) {
    mg_dense_gather<Policy>(a, [&] { return a.defers ? mg_decide_before<Policy>(a, nullptr) : mg_begin_iteration(a); });
}

/* The other steps. An update waits by itself. */
template <typename Policy>
MG_DEVICE void mg_dense_steps(const mg_dense_args &a) {
    if (a.role == MG_DENSE_APPLY) {
        mg_dense_apply<Policy>(a);
        return;
    }
    mg_follow();
    const bool over = mg_is_over(a);
    const bool in_rows = *(const volatile uint32_t *)&a.loop.control->state.in_rows;
    if (a.role == MG_DENSE_LEAVE) {
        if (over && in_rows) {
            mg_dense_leave<Policy>(a);
        }
    } else if (over) {
        return;
    } else if (a.role == MG_DENSE_LOAD) {
        mg_dense_load<Policy>(a);
    } else if (a.role == MG_DENSE_INIT) {
        mg_dense_init<Policy>(a);
    } else if (!in_rows) {
        mg_dense_enter<Policy>(a);
    }
}

#endif
