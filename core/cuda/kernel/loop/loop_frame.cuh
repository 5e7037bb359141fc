/* SPDX-License-Identifier: Apache-2.0
 *
 * loop_frame.cuh: what the loop kernel and the batch kernel share: begin and end of a launch, begin of a step, count of
 * an iteration. Thread-to-work mapping and shared memory: those of the calling kernel.
 */
#ifndef MG_CORE_CUDA_KERNEL_LOOP_LOOP_FRAME_CUH
#define MG_CORE_CUDA_KERNEL_LOOP_LOOP_FRAME_CUH

#include "core/cuda/kernel/common/block_step.cuh"

/* Counts an iteration; `record`: also writes its record. Thread 0 of every block calls. */
MG_DEVICE void mg_close_iteration(const mg_loop_args &a, mg_loop_state &s, uint32_t mode, bool record) {
    if (record && s.iteration - a.record.base < a.record.capacity) {
        a.record.iterations[s.iteration - a.record.base] = {
            s.iteration, mode, s.frontier.vertices, s.frontier.edges, (uint64_t)clock64(), s.choice.esp, s.choice.edp};
    }
    s.iteration++;
    s.iterations_by_mode[mode]++;
    s.vertices_visited += s.frontier.vertices;
    s.edges_visited += s.frontier.edges;
    s.near_far.iterations++;
    s.near_far.vertices += s.frontier.vertices;
}

/* Begins a launch: loads the state and starts the clocks. False if there is nothing to run. All threads call. */
template <typename Bits>
MG_DEVICE bool mg_begin_loop(const mg_loop_args &a, mg_loop_shared<Bits> &shared) {
    mg_copy_state(&shared.state, &a.control->state);
    __syncthreads();
    if (shared.state.outcome != MG_LOOP_RUNNING) {
        return false;
    }
    if (threadIdx.x == 0) {
        shared.state.dense.in_row_order = 0;
        shared.state.choice.estimated_ns = 0.0f;
        shared.step_begin = clock64();
        shared.deadline = shared.step_begin + a.slice_clocks;
        if (blockIdx.x == 0) {
            a.control->clock_begin = shared.step_begin;
            a.control->timer_begin = mg_nanoseconds();
        }
    }
    __syncthreads();
    return true;
}

/* Ends a launch: stores the state and the clocks. All threads call. */
template <typename Bits>
MG_DEVICE void mg_end_loop(const mg_loop_args &a, mg_loop_shared<Bits> &shared) {
    if (blockIdx.x == 0) {
        mg_copy_state(&a.control->state, &shared.state);
        if (threadIdx.x == 0) {
            a.control->clock_end = clock64();
            a.control->timer_end = mg_nanoseconds();
        }
    }
}

/* Begins a step: selects its counters, clears `clear_bytes` of those of the next step, and stores whether the time
 * slice is over. All threads call. */
template <typename Policy>
MG_DEVICE void mg_begin_step(mg_block_step<Policy> &w, uint32_t clear_bytes) {
    w.counts = &w.a.control->counters[w.counters_at(0)].counts;
    if (w.rank == 0) {
        mg_step_counter_set *const clear = &w.a.control->counters[w.counters_at(1)];
        if (threadIdx.x < clear_bytes / sizeof(uint32_t)) {
            ((uint32_t *)clear)[threadIdx.x] = 0;
        }
        if (threadIdx.x == 0) {
            const long long now = clock64();
            w.counts->stop = now > w.shared.deadline;
            w.counts->elapsed = (uint32_t)(now - w.shared.step_begin);
            w.shared.step_begin = now;
        }
    }
}

#endif
