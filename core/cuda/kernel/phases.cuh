/* SPDX-License-Identifier: Apache-2.0
 *
 * phases.cuh: VERTICES and EDGES phases.
 */
#ifndef MG_CORE_CUDA_KERNEL_PHASES_CUH
#define MG_CORE_CUDA_KERNEL_PHASES_CUH

#include "core/cuda/kernel/work.cuh"

/* `vertex` for every vertex; with an iteration limit again until no call returns true. control->slot counts the calls
 * that did. */
template <typename Policy, typename Offset>
MG_DEVICE void mg_vertices(const mg_loop_args &a) {
    __shared__ mg_loop_shared<typename Policy::bits> shared;
    uint32_t target = 0;
    mg_work<Policy> w = {a, shared, MG_SCOPE_GRID, blockIdx.x, gridDim.x, target, nullptr};
#pragma unroll 1
    for (uint32_t i = threadIdx.x; i < sizeof shared.state / sizeof(uint32_t); i += MG_LOOP_THREADS) {
        ((uint32_t *)&shared.state)[i] = ((const volatile uint32_t *)&a.control->state)[i];
    }
    __syncthreads();
    const uint32_t rounds = a.iteration_limit ? a.iteration_limit : 1;
    uint32_t round = 0, changed = 1;
    double add[MG_LOOP_TOTALS] = {};
#pragma unroll 1
    for (; round < rounds && changed; round++) {
        w.slot = &a.control->slot[round % 3];
        if (w.thread() == 0) {
            a.control->slot[(round + 1) % 3].touched = 0;
        }
        bool any = false;
#pragma unroll 1
        for (uint32_t v = w.thread(); v < a.n; v += w.threads()) {
            const mg_ctx ctx = mg_context_of<Policy, Offset>(w, v);
            any |= Policy::vertex(&ctx, a.params, a.state, add);
        }
        if (__any_sync(MG_ALL_LANES, any) && mg_lane() == 0) {
            w.slot->touched = 1;
        }
        w.barrier();
        changed = *(volatile uint32_t *)&w.slot->touched;
        if (threadIdx.x == 0) {
            shared.state.iteration = round + 1;
        }
        __syncthreads();
    }
    w.slot = &a.control->slot[0];
    mg_add_totals(w, add);
    if (w.thread() == 0) {
        a.control->state.iteration = round;
        a.control->state.outcome = changed && a.iteration_limit ? MG_LOOP_LIMIT : MG_LOOP_FINISHED;
    }
}

/* `visit` for the edges of the vertices that satisfy `where`; a warp takes 32 vertices, short rows by lane. */
template <typename Policy, typename Offset>
MG_DEVICE void mg_edges(const mg_loop_args &a) {
    const uint32_t threads = gridDim.x * MG_LOOP_THREADS;
#pragma unroll 1
    for (uint32_t base = blockIdx.x * MG_LOOP_THREADS + threadIdx.x - mg_lane(); base < a.n; base += threads) {
        const uint32_t v = base + mg_lane();
        const bool wanted = v < a.n && Policy::where(a.params, (char *)a.state + (uint64_t)v * Policy::state_size());
#pragma unroll 1
        for (uint32_t side = 0; side < a.sides; side++) {
            const mg_device_side &s = a.send[side];
            uint64_t begin = 0, end = 0;
            if (wanted) {
                begin = mg_offset<Offset>(s.offsets, v) + Policy::first_neighbour();
                end = mg_offset<Offset>(s.offsets, v + 1);
                end = Policy::neighbour_count() && begin + Policy::neighbour_count() < end
                          ? begin + Policy::neighbour_count()
                          : end;
            }
            const bool is_long = begin + 32 < end;
#pragma unroll 1
            for (uint64_t e = begin; e < end && !is_long; e++) {
                Policy::visit(v, s.neighbours[e], s.weights, e, a.params, a.state);
            }
#pragma unroll 1
            for (uint32_t rows = __ballot_sync(MG_ALL_LANES, is_long); rows; rows &= rows - 1) {
                const int lane = __ffs(rows) - 1;
                const uint64_t last = __shfl_sync(MG_ALL_LANES, end, lane);
#pragma unroll 1
                for (uint64_t e = __shfl_sync(MG_ALL_LANES, begin, lane) + mg_lane(); e < last; e += 32) {
                    Policy::visit(base + lane, s.neighbours[e], s.weights, e, a.params, a.state);
                }
            }
        }
    }
}

#endif
