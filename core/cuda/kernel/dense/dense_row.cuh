/* SPDX-License-Identifier: Apache-2.0
 *
 * dense_row.cuh: a row of the dense representation as the callbacks see it: its state, its context, its sent value.
 */
#ifndef MG_CORE_CUDA_KERNEL_DENSE_DENSE_ROW_CUH
#define MG_CORE_CUDA_KERNEL_DENSE_DENSE_ROW_CUH

#include "core/cuda/kernel/common/block_step.cuh"
#include "core/cuda/kernel/dense/dense_args.h"

/* Inputs of the updates of all rows, copied to shared memory, which saves loads from global memory in every row. */
template <typename Policy>
struct mg_update_inputs {
    unsigned long long params[MG_SHARED_PARAM_BYTES / 8];
    double totals[MG_LOOP_TOTALS]; /* of the previous iteration */
    uint32_t iteration;

    __device__ __forceinline__ static bool fits() {
        return Policy::params_size() % 4 == 0 && Policy::params_size() <= MG_SHARED_PARAM_BYTES;
    }
    /* All threads of a block call; a __syncthreads must follow. */
    __device__ __forceinline__ void load(const mg_dense_args &a) {
        if (threadIdx.x < MG_LOOP_TOTALS) {
            totals[threadIdx.x] = a.loop.control->state.totals[threadIdx.x];
        }
        if (threadIdx.x == 0) {
            iteration = a.loop.control->state.iteration;
        }
        load_parameters(a);
    }
    /* The parameters only: totals and iteration are set elsewhere. */
    __device__ __forceinline__ void load_parameters(const mg_dense_args &a) {
        if (fits() && threadIdx.x < Policy::params_size() / 4) {
            ((uint32_t *)params)[threadIdx.x] = ((const uint32_t *)a.loop.params)[threadIdx.x];
        }
    }
    __device__ __forceinline__ const void *parameters(const mg_dense_args &a) const {
        return fits() ? (const void *)params : a.loop.params;
    }
};

/* One row as the callbacks see it. */
template <typename Policy>
struct mg_dense_row {
    typedef typename Policy::bits B;
    const mg_dense_args &a;
    const mg_loop_state &s;
    uint32_t row, at;
    void *own;                              /* its state, or a copy in registers */
    bool prefetched;                        /* the members below are valid */
    const mg_update_inputs<Policy> *inputs; /* inputs of all rows */
    uint32_t vertex, out, in;               /* loaded by prefetch() */

    __device__ __forceinline__ mg_dense_row(const mg_dense_args &args, uint32_t r)
        : a(args), s(args.loop.control->state), row(r), at(args.place ? args.place[r] : r), prefetched(false),
          inputs(nullptr), vertex(0), out(0), in(0) {
        own = (char *)a.loop.state + (uint64_t)at * Policy::state_size();
    }
    __device__ __forceinline__ void *state() const {
        return own;
    }
    /* Loads the other members of the context before the update, to hide latency. */
    __device__ __forceinline__ void prefetch(const mg_update_inputs<Policy> *of_block, uint32_t out_degree) {
        vertex = a.panels.order[row];
        out = out_degree;
        in = Policy::properties() & MG_IN_DEGREE ? a.panels.in_degree[row] : 0;
        inputs = of_block;
        prefetched = true;
    }
    __device__ __forceinline__ const void *params() const {
        return prefetched ? inputs->parameters(a) : a.loop.params;
    }
    __device__ __forceinline__ mg_ctx context() const {
        mg_ctx ctx;
        ctx.vertex = prefetched ? vertex : a.panels.order[row];
        ctx.lane = 0;
        ctx.iteration = prefetched ? inputs->iteration : s.iteration;
        ctx.round = a.loop.round;
        ctx.out_degree = prefetched ? out : a.panels.out_degree[row];
        ctx.in_degree = 0;
        if (Policy::properties() & MG_IN_DEGREE) {
            ctx.in_degree = prefetched ? in : a.panels.in_degree[row];
        }
        ctx.totals = prefetched ? inputs->totals : s.totals;
        ctx.vertices = a.loop.n;
        ctx.neighbours = 0;
        return ctx;
    }
    __device__ __forceinline__ static bool replays() {
        return Policy::frontier() == MG_FRONTIER_REPLAY;
    }
    __device__ __forceinline__ bool is_active() const {
        return (Policy::properties() & MG_ALL_ACTIVE) ||
               mg_test(a.loop.frontier.bits[replays() ? s.levels.level % 3 : s.frontier.current_bitmap], at);
    }
    /* May the row be updated? In a replay only vertices of the receiving level. */
    __device__ __forceinline__ bool receives() const {
        return !replays() || mg_test(a.loop.frontier.bits[(s.levels.level - 1) % 3], at);
    }
    /* Number of edges along which the row's vertex sends. */
    __device__ __forceinline__ uint64_t degree() const {
        uint64_t sum = 0;
        sum += a.send_out ? a.panels.out_degree[row] : 0;
        sum += a.send_in ? a.panels.in_degree[row] : 0;
        return sum;
    }
    /* The value that it sends. */
    __device__ __forceinline__ B sends() const {
        if (Policy::properties() & MG_LABEL) {
            return *(const B *)state();
        }
        if (Policy::properties() & MG_SOURCE_ID) {
            return (B)a.panels.order[row];
        }
        const mg_ctx ctx = context();
        return Policy::scatter(&ctx, params(), state());
    }
    /* The same, or the value that the loop kernel has already scattered for this iteration. */
    __device__ __forceinline__ B sent() const {
        const bool was_sent =
            !(Policy::properties() & (MG_LABEL | MG_SOURCE_ID)) && a.loop.sent && s.frontier.sent_ahead;
        return was_sent ? mg_sent_buffer<Policy>(a.loop, s.iteration)[a.panels.order[row]] : sends();
    }
    /* Replay: `scatter` of a receiver for the next iteration. */
    __device__ __forceinline__ void send_ahead() const {
        if (Policy::has() & MG_HAS_SCATTER) {
            mg_ctx ctx = context();
            ctx.iteration++;
            ((B *)a.loop.sent)[at] = Policy::scatter(&ctx, params(), state());
        }
    }
    /* Updates the row; true: active. */
    __device__ __forceinline__ bool take(B got, double *add) const {
        if (Policy::properties() & MG_LABEL) {
            B *label = (B *)state();
            const B before = *label, after = mg_combine<Policy>(before, got);
            if (got == Policy::identity() || after == before) {
                return false;
            }
            *label = after;
            return true;
        }
        const bool all = Policy::properties() & MG_ALL_ACTIVE;
        const bool needed = !(Policy::has() & MG_HAS_NEEDS) || Policy::needs(params(), state());
        got = needed ? got : Policy::identity();
        if (!all && got == Policy::identity()) {
            return false;
        }
        const mg_ctx ctx = context();
        return Policy::apply(&ctx, params(), state(), got, add);
    }
};

#endif
