/* SPDX-License-Identifier: Apache-2.0
 *
 * batch_loop.cuh: the persistent kernel of a batch. As in loop.cuh every block computes the same decisions from the
 * same counters; every step runs on the whole grid. Each batch lane ends independently. Shared memory: one
 * mg_loop_shared per block.
 */
#ifndef MG_CORE_CUDA_KERNEL_BATCH_BATCH_LOOP_CUH
#define MG_CORE_CUDA_KERNEL_BATCH_BATCH_LOOP_CUH

#include "core/cuda/kernel/batch/batch_steps.cuh"
#include "core/cuda/kernel/loop/loop_frame.cuh"

/* The batch lanes that `finished` ends after an iteration. All threads call; the first 64 evaluate a lane each. */
template <typename Policy>
MG_DEVICE mg_lane_mask mg_batch_ended(const mg_block_step<Policy> &w) {
    const mg_loop_state &s = w.shared.state;
    bool ends = false;
    if ((Policy::has() & MG_HAS_FINISHED) && threadIdx.x < w.a.batch.lanes) {
        ends = Policy::finished(w.a.params, s.iteration + 1,
                                w.a.batch.totals[s.iteration % 3] + threadIdx.x * MG_LOOP_TOTALS);
    }
    const uint32_t mask = __ballot_sync(MG_ALL_LANES, ends);
    if (mg_warp_lane() == 0 && threadIdx.x < MG_LANES_MAX) {
        w.shared.pending[threadIdx.x / 32][0] = mask;
    }
    __syncthreads();
    return w.shared.pending[0][0] | (mg_lane_mask)w.shared.pending[1][0] << 32;
}

/* Chooses push or pull for the next iteration. */
template <typename Policy>
MG_DEVICE void mg_batch_choose(const mg_loop_args &a, mg_loop_state &s, bool queued) {
    const bool forced = a.mode == MG_TRAVERSE_DENSE || a.mode == MG_TRAVERSE_PULL;
    bool pull = forced || (a.mode == MG_TRAVERSE_AUTO && (float)s.frontier.edges > a.batch.pull_edges);
    pull = Policy::properties() & MG_ALL_ACTIVE ? true : Policy::properties() & MG_LABEL ? false : pull;
    s.next = pull ? MG_STEP_PULL : queued ? MG_STEP_SPARSE : MG_STEP_TO_QUEUE;
}

/* Decision after an iteration or the initialisation. Thread 0 of every block calls. */
template <typename Policy>
MG_DEVICE void mg_batch_next(const mg_block_step<Policy> &w, uint32_t done, mg_lane_mask ended) {
    mg_loop_state &s = w.shared.state;
    const mg_loop_args &a = w.a;
    const volatile mg_step_counters *counts = w.counts;
    const unsigned long long found = counts->entries_vertices;
    const bool iterated = done != MG_STEP_INIT;
    if (iterated) {
        mg_close_iteration(a, s, done == MG_STEP_PULL ? MG_TRAVERSE_PULL : MG_TRAVERSE_PUSH, w.rank == 0);
        s.frontier.current_bitmap ^= 1u;
    }
    s.frontier.touched = done == MG_STEP_SPARSE ? s.frontier.entries : 0;
    s.frontier.entries = (uint32_t)found;
    s.frontier.vertices = (uint32_t)(found >> 32);
    s.frontier.edges = counts->edges;
    s.live_lanes &= counts->live_lanes & ~ended;
    if (Policy::properties() & MG_ALL_ACTIVE) {
        s.frontier.vertices = a.n;
        s.frontier.edges = a.arcs * a.sides;
    }
    if (Policy::has() & MG_HAS_RECORD) {
        if (w.rank == 0) {
            a.levels.begin[s.iteration] = (uint32_t)s.levels.recorded;
            a.levels.begin[s.iteration + 1] = (uint32_t)(s.levels.recorded + counts->listed);
        }
        s.levels.recorded += counts->listed;
    }
    if (!s.live_lanes) {
        s.outcome = MG_LOOP_FINISHED;
    } else if (a.iteration_limit && s.iteration >= a.iteration_limit) {
        s.outcome = MG_LOOP_LIMIT;
    } else if ((Policy::has() & MG_HAS_RECORD) && s.levels.recorded > a.batch.level_room) {
        s.outcome = MG_LOOP_OVERFLOW;
    }
    mg_batch_choose<Policy>(a, s, done != MG_STEP_PULL);
}

template <typename Policy>
MG_DEVICE void mg_batch_next_level(const mg_block_step<Policy> &w, uint32_t done) {
    mg_loop_state &s = w.shared.state;
    const mg_loop_args &a = w.a;
    if (done != MG_STEP_INIT) {
        mg_close_iteration(a, s, MG_TRAVERSE_PULL, w.rank == 0);
    }
    s.levels.level = done == MG_STEP_INIT ? (a.levels.count ? a.levels.count - 1 : 0) : s.levels.level - 1;
    s.next = MG_STEP_LEVEL_PULL;
    if (s.levels.level == 0) {
        s.outcome = MG_LOOP_FINISHED;
        return;
    }
    s.frontier.vertices = a.levels.begin[s.levels.level + 1] - a.levels.begin[s.levels.level];
    s.frontier.edges = 0;
}

/* Stores the level count and the totals of a lane that took part in the iteration. */
template <typename Policy>
MG_DEVICE void mg_batch_close_lane(const mg_block_step<Policy> &w, uint32_t lane, bool iterated, bool replayed) {
    const mg_loop_state &s = w.shared.state;
    const bool took_part =
        iterated ? s.live_lanes >> lane & 1u : replayed && w.a.batch.lane_levels[lane] > s.levels.level;
    if ((Policy::has() & MG_HAS_RECORD) && iterated && took_part) {
        w.a.batch.lane_levels[lane] = s.iteration + 1;
    }
    for (uint32_t k = 0; took_part && mg_is_total<Policy>(k); k++) {
        w.a.batch.last_totals[lane * MG_LOOP_TOTALS + k] =
            ((const volatile double *)w.a.batch.totals[s.iteration % 3])[lane * MG_LOOP_TOTALS + k];
    }
}

/* All threads call, after the barrier that ends a step. */
template <typename Policy>
MG_DEVICE void mg_batch_decide(const mg_block_step<Policy> &w) {
    mg_loop_state &s = w.shared.state;
    const uint32_t done = s.next;
    __syncthreads();
    const bool iterated = done == MG_STEP_SPARSE || done == MG_STEP_PULL;
    const mg_lane_mask ended = iterated ? mg_batch_ended(w) : 0;
    if (w.rank == 0 && threadIdx.x < w.a.batch.lanes) {
        mg_batch_close_lane(w, threadIdx.x, iterated, done == MG_STEP_LEVEL_PULL);
    }
    __syncthreads();
    if (threadIdx.x == 0) {
        s.step++;
        s.steps_in[MG_SCOPE_GRID]++;
        s.outcome = ((const volatile mg_step_counters *)w.counts)->stop ? MG_LOOP_SLICE : MG_LOOP_RUNNING;
        if (Policy::frontier() == MG_FRONTIER_REPLAY) {
            mg_batch_next_level(w, done);
        } else if (done == MG_STEP_TO_QUEUE) {
            s.frontier.entries = (uint32_t)((const volatile mg_step_counters *)w.counts)->entries_vertices;
            s.frontier.touched = 0;
            s.next = MG_STEP_SPARSE;
        } else {
            mg_batch_next(w, done, ended);
        }
    }
    __syncthreads();
}

/* Clears the totals that the next iteration adds to. */
template <typename Policy>
MG_DEVICE void mg_batch_clear_totals(const mg_block_step<Policy> &w) {
    const uint32_t next = w.shared.state.next;
    const bool iterates = next == MG_STEP_SPARSE || next == MG_STEP_PULL || next == MG_STEP_LEVEL_PULL;
    if (w.rank == 0 && iterates && Policy::totals()) {
        for (uint32_t i = threadIdx.x; i < MG_LANES_MAX * MG_LOOP_TOTALS; i += MG_LOOP_THREADS) {
            w.a.batch.totals[(w.shared.state.iteration + 1) % 3][i] = mg_total_start<Policy>(i % MG_LOOP_TOTALS);
        }
    }
}

template <typename Policy, typename Offset>
MG_DEVICE void mg_batch_step(mg_block_step<Policy> &w) {
    const uint32_t next = w.shared.state.next;
    mg_begin_step(w, sizeof(mg_step_counters));
    mg_batch_clear_totals(w);
    if (next == MG_STEP_INIT) {
        mg_batch_init<Policy, Offset>(w);
    } else if (Policy::frontier() == MG_FRONTIER_REPLAY) {
        mg_batch_level<Policy, Offset>(w);
    } else if (next == MG_STEP_SPARSE) {
        mg_batch_sparse<Policy, Offset>(w);
    } else if (next == MG_STEP_PULL) {
        mg_batch_pull<Policy, Offset>(w);
    } else {
        mg_batch_to_queue<Policy, Offset>(w);
    }
    w.barrier();
    mg_batch_decide(w);
}

template <typename Policy, typename Offset>
MG_DEVICE void mg_batch_loop(const mg_loop_args &a, mg_loop_shared<typename Policy::bits> &shared) {
    uint32_t target = 0;
    mg_block_step<Policy> w = {a, shared, MG_SCOPE_GRID, blockIdx.x, gridDim.x, target, nullptr};
    if (!mg_begin_loop(a, shared)) {
        return;
    }
#pragma unroll 1
    while (shared.state.outcome == MG_LOOP_RUNNING) {
        mg_batch_step<Policy, Offset>(w);
    }
    mg_end_loop(a, shared);
}

#endif
