/* SPDX-License-Identifier: Apache-2.0
 *
 * dense_decide.cuh: counts and totals of a launch over all rows, and the decision about the next iteration: by the
 * launch's last block, or deferred to the next launch. Shared memory: partial sums of the warps and a copy of the loop
 * state.
 */
#ifndef MG_CORE_CUDA_KERNEL_DENSE_DENSE_DECIDE_CUH
#define MG_CORE_CUDA_KERNEL_DENSE_DENSE_DECIDE_CUH

#include "core/cuda/kernel/common/block_step.cuh"
#include "core/cuda/kernel/dense/dense_switch.cuh"

/* Counts and totals of a thread. */
template <typename Policy>
struct mg_dense_count {
    uint32_t vertices;
    uint64_t edges;
    mg_thread_totals<Policy> add;

    __device__ __forceinline__ mg_dense_count() : vertices(0), edges(0) {
    }
    /* Adds them to the launch's counters and stores the block's totals. All threads call. */
    __device__ __forceinline__ void publish(const mg_dense_args &a, double (*shared)[MG_LOOP_TOTALS]) const {
        __shared__ unsigned long long found[2][MG_WARPS];
        const uint32_t warp = threadIdx.x / 32, active = mg_warp_sum(vertices);
        const unsigned long long sent = mg_warp_sum((unsigned long long)edges);
        if (mg_warp_lane() == 0) {
            found[0][warp] = active;
            found[1][warp] = sent;
        }
        __syncthreads();
        if (warp == 0) {
            const bool has = mg_warp_lane() < MG_WARPS;
            mg_count(&a.loop.control->counters[0].counts, has ? (uint32_t)found[0][mg_warp_lane()] : 0,
                     has ? found[1][mg_warp_lane()] : 0);
        }
        if (Policy::totals()) {
            const double total = mg_thread_block_totals<Policy>(shared, add.part);
            if (mg_is_total<Policy>(threadIdx.x)) {
                a.block_totals[blockIdx.x * MG_LOOP_TOTALS + threadIdx.x] = total;
            }
        }
    }
};

/* Index of a block's partial results for a deferred decision (double-buffered by iteration). */
MG_DEVICE uint32_t mg_partial_index(const mg_dense_args &a, uint32_t iterations_done, uint32_t block) {
    return (iterations_done & 1u) * a.update_blocks + block;
}

/* Stores the block's partial results for the next launch. All threads call. */
template <typename Policy>
MG_DEVICE void mg_store_partials(const mg_dense_args &a, const mg_dense_count<Policy> &count,
                                 double (*shared)[MG_LOOP_TOTALS]) {
    const uint32_t part = mg_partial_index(a, a.iterations_done, blockIdx.x);
    const int found = __syncthreads_count(count.vertices > 0); /* only zero or not matters */
    if (threadIdx.x == 0) {
        a.block_active[part] = (uint32_t)found;
    }
    if (Policy::totals()) {
        const double total = mg_thread_block_totals<Policy>(shared, count.add.part);
        if (mg_is_total<Policy>(threadIdx.x)) {
            a.block_totals[part * MG_LOOP_TOTALS + threadIdx.x] = total;
        }
    }
}

/* Joins the totals of a block with those of the thread. */
template <typename Policy>
MG_DEVICE void mg_join_block_totals(const mg_dense_args &a, uint32_t block, mg_thread_totals<Policy> &add) {
#pragma unroll
    for (uint32_t k = 0; k < MG_LOOP_TOTALS; k++) {
        if (mg_is_total<Policy>(k)) {
            add.part[k] = mg_total_join<Policy>(k, add.part[k], __ldcg(&a.block_totals[block * MG_LOOP_TOTALS + k]));
        }
    }
}

/* Totals over all blocks; thread k of the last block returns total k. All its threads call. */
template <typename Policy>
MG_DEVICE double mg_all_blocks(const mg_dense_args &a, double (*shared)[MG_LOOP_TOTALS]) {
    mg_thread_totals<Policy> add;
    for (uint32_t i = threadIdx.x; i < gridDim.x; i += blockDim.x) {
        mg_join_block_totals(a, i, add);
    }
    return mg_thread_block_totals<Policy>(shared, add.part);
}

/* True in all threads of the last block to arrive. */
MG_DEVICE bool mg_is_last_block(uint32_t *done) {
    __syncthreads();
    bool last = false;
    if (threadIdx.x == 0) {
        __threadfence(); /* releases the writes of all threads before the __syncthreads */
        last = atomicAdd(done, 1) == gridDim.x - 1;
        __threadfence();
    }
    return __syncthreads_or(last);
}

/* Counts an iteration and writes its record. The next iteration starts now, unless dense_begin is set again. */
MG_DEVICE void mg_close_dense(const mg_loop_args &a, mg_loop_state &s, uint32_t mode) {
    const uint64_t now = mg_nanoseconds(), elapsed = now - s.dense.begin_ns;
    s.dense.begin_ns = now;
    if (s.iteration - a.record.base < a.record.capacity) {
        a.record.iterations[s.iteration - a.record.base] = {
            s.iteration, mode, s.frontier.vertices, s.frontier.edges, elapsed, s.choice.esp, s.choice.edp};
    }
    s.dense.iteration_ns = (float)elapsed;
    s.iteration++;
    s.iterations_by_mode[mode]++;
    s.vertices_visited += s.frontier.vertices;
    s.edges_visited += s.frontier.edges;
}

/* One thread calls: updates the state after an iteration or after the initialisation, with the counts of active
 * vertices and their edges. */
template <typename Policy>
MG_DEVICE void mg_dense_decide(const mg_dense_args &a, mg_loop_state &s, uint32_t vertices, uint64_t edges,
                               bool iterated) {
    volatile mg_step_counters *counts = &a.loop.control->counters[0].counts;
    const bool all = Policy::properties() & MG_ALL_ACTIVE;
    if (iterated) {
        mg_close_dense(a.loop, s, a.mode);
    } else {
        s.dense.begin_ns = mg_nanoseconds();
    }
    if (Policy::frontier() == MG_FRONTIER_REPLAY) {
        mg_after_level<Policy>(a.loop, s);
        *a.blocks_done = 0;
        return;
    }
    s.frontier.vertices = vertices;
    s.frontier.edges = edges;
    s.frontier.current_bitmap = mg_bits_after(s.frontier.current_bitmap);
    if (all && (s.frontier.vertices || !iterated)) {
        s.frontier.vertices = a.loop.n;
        s.frontier.edges = a.loop.arcs * a.loop.sides;
    }
    if (a.run_outcome == MG_LOOP_DENSE) {
        mg_after_dense<Policy>(a.loop, s);
    }
    if (s.frontier.vertices == 0 || (iterated && Policy::finished(a.loop.params, s.iteration, s.totals))) {
        s.outcome = MG_LOOP_FINISHED;
    } else if (a.loop.iteration_limit && s.iteration >= a.loop.iteration_limit) {
        s.outcome = MG_LOOP_LIMIT;
    }
    if (Policy::has() & MG_HAS_RECORD) {
        mg_record_dense_level(a.loop, s);
    }
    counts->entries_vertices = 0;
    counts->edges = 0;
    counts->listed = 0;
    *a.blocks_done = 0;
}

/* End of a launch over all rows: publishes counts and totals, and decides. The last block decides on a copy of the
 * state in shared memory, since every access to global memory would cost its latency. */
template <typename Policy>
MG_DEVICE void mg_end_rows(const mg_dense_args &a, const mg_dense_count<Policy> &count, bool iterated) {
    static_assert((int)MG_ROW_THREADS == (int)MG_LOOP_THREADS, "mg_copy_state and mg_thread_block_totals count on it");
    __shared__ double shared[MG_WARPS][MG_LOOP_TOTALS];
    __shared__ mg_loop_state state;
    if (iterated && a.defers_decision) {
        mg_store_partials(a, count, shared);
        return;
    }
    count.publish(a, shared);
    if (!mg_is_last_block(a.blocks_done)) {
        return;
    }
    const volatile mg_step_counters *counts = &a.loop.control->counters[0].counts;
    const uint32_t vertices = (uint32_t)(counts->entries_vertices >> 32);
    const uint64_t edges = counts->edges;
    mg_copy_state(&state, &a.loop.control->state);
    const double total = iterated && Policy::totals() ? mg_all_blocks<Policy>(a, shared) : 0.0;
    __syncthreads();
    if (iterated && mg_is_total<Policy>(threadIdx.x)) {
        state.totals[threadIdx.x] = total;
    }
    __syncthreads();
    if (threadIdx.x == 0) {
        mg_dense_decide<Policy>(a, state, vertices, edges, iterated);
    }
    __syncthreads();
    mg_copy_state(&a.loop.control->state, &state);
}

MG_DEVICE bool mg_is_phase_over(const mg_dense_args &a) {
    return *(const volatile uint32_t *)&a.loop.control->state.outcome != a.run_outcome;
}

/* Writes iteration and outcome to pinned host memory. */
MG_DEVICE void mg_report_progress(const mg_dense_args &a, const mg_loop_state &s) {
    if (a.host_progress && mg_warp_lane() == 0) {
        *(volatile unsigned long long *)a.host_progress = (unsigned long long)s.iteration << 32 | s.outcome;
    }
}

/* Start of an iteration: reports progress to the host. Reported here, since nothing waits for this store as it would at
 * the end of a launch. Both the sums and the update call it: without edges there is no launch for sums. False: the
 * phase is over. */
MG_DEVICE bool mg_begin_iteration(const mg_dense_args &a) {
    if (blockIdx.x == 0 && threadIdx.x == 0) {
        mg_report_progress(a, a.loop.control->state);
    }
    return !mg_is_phase_over(a);
}

/* Reduces the partial results of the previous update: the phase's totals, and whether any vertex is active. All threads
 * call and get the result. */
template <typename Policy>
MG_DEVICE bool mg_reduce_partials(const mg_dense_args &a, double *totals) {
    __shared__ double sums[MG_DENSE_THREADS / 32][MG_LOOP_TOTALS];
    const uint32_t warps = blockDim.x / 32;
    mg_thread_totals<Policy> add;
    bool found = false;
#pragma unroll 4
    for (uint32_t i = threadIdx.x; i < a.update_blocks; i += blockDim.x) {
        const uint32_t part = mg_partial_index(a, a.iterations_done - 1, i);
        found = found || __ldcg(&a.block_active[part]) > 0;
        mg_join_block_totals(a, part, add);
    }
#pragma unroll
    for (uint32_t k = 0; k < MG_LOOP_TOTALS; k++) {
        const double mine = mg_is_total<Policy>(k) ? mg_warp_total<Policy>(k, add.part[k]) : 0.0;
        if (mg_is_total<Policy>(k) && mg_warp_lane() == 0) {
            sums[threadIdx.x / 32][k] = mine;
        }
    }
    found = __syncthreads_or(found);
#pragma unroll
    for (uint32_t k = 0; k < MG_LOOP_TOTALS; k++) {
        if (mg_is_total<Policy>(k)) {
            const double part = mg_warp_lane() < warps ? sums[mg_warp_lane()][k] : mg_total_start<Policy>(k);
            totals[k] = mg_warp_total<Policy>(k, part);
        }
    }
    return found;
}

/* Updates the state in global memory after an iteration, unless the phase was over before, and reports to the host. One
 * warp calls. */
template <typename Policy>
MG_DEVICE void mg_write_decision(const mg_dense_args &a, const double *totals, bool found) {
    __shared__ mg_loop_state state;
    volatile uint32_t *const here = (volatile uint32_t *)&state;
    volatile uint32_t *const there = (volatile uint32_t *)&a.loop.control->state;
    for (uint32_t i = mg_warp_lane(); i < sizeof state / 4; i += 32) {
        here[i] = there[i];
    }
    __syncwarp();
    if (mg_warp_lane() == 0 && a.iterations_done && state.outcome == a.run_outcome) {
#pragma unroll
        for (uint32_t k = 0; k < MG_LOOP_TOTALS; k++) {
            state.totals[k] = mg_is_total<Policy>(k) ? totals[k] : state.totals[k];
        }
        mg_dense_decide<Policy>(a, state, found, 0, true);
    }
    __syncwarp();
    for (uint32_t i = mg_warp_lane(); i < sizeof state / 4; i += 32) {
        there[i] = here[i];
    }
    mg_report_progress(a, state);
}

/* Start of an iteration with a deferred decision: all blocks compute the same decision, and one warp stores it.
 * `totals_out`: receives the totals that the update reads. False: the phase is over. All threads call. */
template <typename Policy>
MG_DEVICE bool mg_decide_previous(const mg_dense_args &a, double *totals_out) {
    double totals[MG_LOOP_TOTALS];
    const bool over = mg_is_phase_over(a);
    bool found = true, ends = false;
#pragma unroll
    for (uint32_t k = 0; k < MG_LOOP_TOTALS; k++) {
        totals[k] = a.iterations_done && mg_is_total<Policy>(k) ? 0.0 : a.loop.control->state.totals[k];
    }
    if (a.iterations_done) {
        found = mg_reduce_partials<Policy>(a, totals);
        ends = Policy::finished(a.loop.params, a.iterations_done, totals) ||
               (a.loop.iteration_limit && a.iterations_done >= a.loop.iteration_limit);
    }
    if (totals_out && threadIdx.x == 0) {
#pragma unroll
        for (uint32_t k = 0; k < MG_LOOP_TOTALS; k++) {
            totals_out[k] = totals[k];
        }
    }
    if (blockIdx.x == 0 && threadIdx.x >= blockDim.x - 32) {
        mg_write_decision<Policy>(a, totals, found);
    }
    return !over && found && !ends;
}

#endif
