/* SPDX-License-Identifier: Apache-2.0
 *
 * dense_switch.cuh: switch from the loop kernel to dense iterations and back, in the middle of a phase. States and
 * frontier are permuted into row order and, after one or more dense iterations, back; a thread per row. Replayed levels
 * are not permuted: a thread takes a vertex of a level. Shared memory: none.
 */
#ifndef MG_CORE_CUDA_KERNEL_DENSE_DENSE_SWITCH_CUH
#define MG_CORE_CUDA_KERNEL_DENSE_DENSE_SWITCH_CUH

#include "core/cuda/kernel/dense/dense_args.h"
#include "core/cuda/kernel/loop/levels.cuh"

template <typename Word>
MG_DEVICE void mg_copy_words(void *to, const void *from, uint32_t size) {
    for (uint32_t k = 0; k < size / sizeof(Word); k++) {
        ((Word *)to)[k] = ((const Word *)from)[k];
    }
}

/* Copies one state. The array is aligned, so each state is aligned as far as its size allows. */
template <typename Policy>
MG_DEVICE void mg_copy_one(void *to, const void *from) {
    const uint32_t size = Policy::state_size();
    if (size % 8 == 0) {
        mg_copy_words<uint64_t>(to, from, size);
    } else if (size % 4 == 0) {
        mg_copy_words<uint32_t>(to, from, size);
    } else {
        mg_copy_words<unsigned char>(to, from, size);
    }
}

/* Permutes states and frontier into row order. Vertices of the far list send too: a dense iteration costs the same. */
template <typename Policy>
MG_DEVICE void mg_dense_enter(const mg_dense_args &a) {
    mg_loop_state &s = a.loop.control->state;
    const uint32_t threads = gridDim.x * blockDim.x, thread = blockIdx.x * blockDim.x + threadIdx.x;
    const uint64_t size = Policy::state_size();
    if (thread < sizeof(mg_step_counters) / sizeof(uint32_t)) {
        ((uint32_t *)&a.loop.control->counters[0].counts)[thread] = 0;
    }
#pragma unroll 1
    for (uint32_t base = thread - mg_warp_lane(); base < a.loop.n; base += threads) {
        const uint32_t row = base + mg_warp_lane();
        bool active = false;
        if (row < a.loop.n) {
            const uint32_t v = a.panels.order[row];
            active = mg_test(a.vertex_bits[s.frontier.current_bitmap], v) ||
                     (a.vertex_far_bits && mg_test(a.vertex_far_bits, v));
            mg_copy_one<Policy>((char *)a.loop.state + row * size, (const char *)a.vertex_states + v * size);
        }
        const uint32_t word = __ballot_sync(MG_ALL_LANES, active);
        if (mg_warp_lane() == 0) {
            a.loop.frontier.bits[s.frontier.current_bitmap][base >> 5] = word;
        }
    }
}

/* Clears the loop kernel's bitmaps, which must be empty while the frontier is in row order. */
MG_DEVICE void mg_clear_loop_bits(const mg_dense_args &a) {
    const uint32_t threads = gridDim.x * blockDim.x, thread = blockIdx.x * blockDim.x + threadIdx.x;
#pragma unroll 1
    for (uint32_t i = thread; i < (a.loop.n + 31) / 32; i += threads) {
        a.vertex_bits[0][i] = a.vertex_bits[1][i] = a.vertex_bits[2][i] = 0;
        if (a.vertex_far_bits) {
            a.vertex_far_bits[i] = 0;
        }
    }
    if (thread == 0) {
        a.loop.control->state.dense.in_row_order = 1;
    }
}

template <typename Policy>
MG_DEVICE void mg_dense_leave(const mg_dense_args &a) {
    const mg_loop_state &s = a.loop.control->state;
    const uint64_t size = Policy::state_size();
#pragma unroll 1
    for (uint32_t row = blockIdx.x * blockDim.x + threadIdx.x; row < a.loop.n; row += gridDim.x * blockDim.x) {
        const uint32_t v = a.panels.order[row];
        mg_copy_one<Policy>((char *)a.vertex_states + v * size, (const char *)a.loop.state + row * size);
        if (mg_test(a.loop.frontier.bits[s.frontier.current_bitmap], row)) {
            atomicOr(&a.vertex_bits[s.frontier.current_bitmap][v >> 5], 1u << (v & 31u));
        }
    }
}

/* One thread calls, after a dense iteration: the frontier is a bitmap, the far list is empty, and the mode is chosen
 * again. In a windowed label phase all buckets are near from now on: the remaining work takes less than another dense
 * iteration. */
template <typename Policy>
MG_DEVICE void mg_after_dense(const mg_loop_args &a, mg_loop_state &s) {
    if ((Policy::properties() & MG_LABEL) && (Policy::has() & MG_HAS_PRIORITY)) {
        a.control->far_count[s.near_far.splits % 3] = 0;
        a.control->far_min[s.near_far.splits % 3] = 0xffffffffu;
        s.near_far.near_limit = 0xffffffffu;
    }
    s.frontier.in_bits = 1;
    s.frontier.sent_ahead = MG_SENT_NOTHING;
    s.first_hit.pushed_to_bits = s.first_hit.unvisited_listed = 0;
    s.frontier.touched = 0;
    s.first_hit.visited_known = MG_VISITED_UNKNOWN;
    s.outcome = MG_LOOP_RUNNING;
    mg_choose_mode<Policy>(a, s);
}

/* Before the sums of a replayed level: sets the bits of its receivers, and clears those of the level that sent
 * before. */
MG_DEVICE void mg_load_level(const mg_dense_args &a) {
    const mg_loop_state &s = a.loop.control->state;
    const mg_level receivers = mg_level_at(a.loop, s, 0), old = mg_level_at(a.loop, s, 2);
    const uint32_t threads = gridDim.x * blockDim.x, thread = blockIdx.x * blockDim.x + threadIdx.x;
    uint32_t *const bits = a.loop.frontier.bits[(s.levels.level - 1) % 3];
    uint32_t *const old_bits = a.loop.frontier.bits[(s.levels.level + 1) % 3];
#pragma unroll 1
    for (uint32_t i = thread; i < receivers.count; i += threads) {
        atomicOr(&bits[receivers.list[i] >> 5], 1u << (receivers.list[i] & 31u));
    }
#pragma unroll 1
    for (uint32_t i = thread; i < old.count; i += threads) {
        old_bits[old.list[i] >> 5] = 0;
    }
}

/* One thread calls, after a replayed level. */
template <typename Policy>
MG_DEVICE void mg_after_level(const mg_loop_args &a, mg_loop_state &s) {
    const uint32_t ahead = s.levels.level >= 2 ? s.levels.level - 2 : 0;
    s.outcome = MG_LOOP_RUNNING;
    mg_next_level(a, s, a.levels.begin[ahead], a.levels.edges[ahead], mg_receivers_send<Policy>());
}

/* Records a vertex that became active. All lanes call. */
MG_DEVICE void mg_record_row(const mg_dense_args &a, uint32_t row, bool active) {
    const uint64_t recorded = a.loop.control->state.levels.recorded;
    mg_append_room(a.loop.levels.list + recorded, recorded < a.loop.n ? a.loop.n - (uint32_t)recorded : 0,
                   &a.loop.control->counters[0].counts.listed, active, active ? a.panels.order[row] : 0);
}

/* One thread calls: stores where the next recorded level begins, as mg_record_level does. */
MG_DEVICE void mg_record_dense_level(const mg_loop_args &a, mg_loop_state &s) {
    if (s.levels.recorded <= a.n) {
        a.levels.begin[s.iteration] = (uint32_t)s.levels.recorded;
        a.levels.edges[s.iteration] = s.frontier.edges;
    }
    s.levels.recorded += s.frontier.vertices;
    if (s.levels.recorded > a.n && s.outcome != MG_LOOP_FINISHED && s.outcome != MG_LOOP_LIMIT) {
        s.outcome = MG_LOOP_OVERFLOW;
    }
}

#endif
