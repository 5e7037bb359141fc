/* SPDX-License-Identifier: Apache-2.0
 *
 * window.cuh: the windows of delta-stepping with a near queue and a far list. One thread calls.
 */
#ifndef MG_FRONTIER_CUDA_WINDOW_CUH
#define MG_FRONTIER_CUDA_WINDOW_CUH

#include "core/cuda/kernel/common/block_step.cuh"

/* The near vertices are exhausted: sets the next window of buckets and its step. `waiting`: vertices in the far list;
 * `least`: the smallest bucket among them. */
MG_DEVICE void mg_advance_window(const mg_loop_args &a, mg_loop_state &s, uint64_t waiting, uint32_t least) {
    const bool few = s.near_far.vertices < a.near_far.window_goal * s.near_far.iterations;
    if ((few || s.near_far.vertices < waiting / 4) &&
        s.near_far.width < 0x40000000u) { /* the splits cost more than the iterations */
        s.near_far.width *= 2;
    } else if (s.near_far.vertices > 8 * a.near_far.window_goal * s.near_far.iterations && s.near_far.width > 1) {
        s.near_far.width /= 2;
    }
    s.near_far.vertices = 0;
    s.near_far.iterations = 0;
    s.near_far.final_limit = s.near_far.near_limit;
    s.near_far.near_limit = least < s.near_far.near_limit ? s.near_far.near_limit : least;
    s.near_far.near_limit =
        s.near_far.near_limit > 0xffffffffu - s.near_far.width ? 0xffffffffu : s.near_far.near_limit + s.near_far.width;
    s.next = MG_STEP_SPLIT;
}

#endif
