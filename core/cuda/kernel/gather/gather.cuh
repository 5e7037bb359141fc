/* SPDX-License-Identifier: Apache-2.0
 *
 * gather.cuh: what the kernels of TRIANGLES phases and of phases with MG_MOST_FREQUENT share.
 */
#ifndef MG_CORE_CUDA_KERNEL_GATHER_GATHER_CUH
#define MG_CORE_CUDA_KERNEL_GATHER_GATHER_CUH

#include "core/cuda/kernel/common/block_step.cuh"
#include "core/cuda/kernel/gather/gather_args.h"

template <typename Policy>
MG_DEVICE void *mg_gather_state(const mg_gather_args &a, uint32_t v) {
    return (char *)a.loop.state + (uint64_t)v * Policy::state_size();
}

/* Totals of the last iteration; before the first those of the last phase that has any. */
MG_DEVICE const double *mg_gather_totals(const mg_gather_args &a) {
    return a.iteration ? a.loop.control->state.totals : a.loop.sweep.totals;
}

template <typename Policy, typename Offset>
MG_DEVICE mg_ctx mg_gather_context(const mg_gather_args &a, uint32_t v) {
    mg_ctx ctx = mg_make_context<Policy, Offset>(a.loop, v, a.iteration, mg_gather_totals(a));
    if (a.forward.degree) {
        ctx.neighbours = a.forward.degree[v];
    }
    return ctx;
}

/* Adds what `apply` left in this thread to the totals of the iteration. All lanes call. */
template <typename Policy>
MG_DEVICE void mg_gather_add(const mg_gather_args &a, const double *add) {
#pragma unroll
    for (uint32_t k = 0; k < MG_LOOP_TOTALS; k++) {
        if (mg_is_total<Policy>(k)) {
            const double part = mg_warp_total<Policy>(k, add[k]);
            if (mg_warp_lane() == 0) {
                mg_total_atomic<Policy>(&a.counts->totals[k], k, part);
            }
        }
    }
}

/* The end of an iteration, for the host and for the next one. One thread calls. */
template <typename Policy>
MG_DEVICE void mg_gather_decide(const mg_gather_args &a) {
    for (uint32_t k = 0; k < MG_LOOP_TOTALS; k++) {
        if (mg_is_total<Policy>(k)) {
            a.loop.control->state.totals[k] = a.counts->totals[k];
        }
    }
    if (Policy::has() & MG_HAS_FINISHED) {
        a.counts->finished = Policy::finished(a.loop.params, a.iteration + 1, a.loop.control->state.totals);
    }
}

/* Adds the lanes' v to a list. All lanes call. */
MG_DEVICE void mg_gather_add_row(const mg_gather_args &a, mg_gather_list list, bool have, uint32_t v) {
    mg_append_list(a.list[list], &a.counts->rows[list], have, v);
}

/* Place of the next of so many rows for this block; MG_NONE: there is none. All threads call. */
MG_DEVICE uint32_t mg_gather_next_place(const mg_gather_args &a, mg_gather_list list, uint32_t rows, uint32_t &shared) {
    __syncthreads();
    if (threadIdx.x == 0) {
        const uint32_t at = atomicAdd(&a.counts->next[list], 1);
        shared = at < rows ? at : MG_NONE;
    }
    __syncthreads();
    return shared;
}

/* Next row of a list for this block; MG_NONE: there is none. All threads call. */
MG_DEVICE uint32_t mg_gather_next(const mg_gather_args &a, mg_gather_list list, uint32_t &shared) {
    const uint32_t at = mg_gather_next_place(a, list, a.counts->rows[list], shared);
    return at == MG_NONE ? MG_NONE : a.list[list][at];
}

MG_DEVICE uint32_t mg_gather_warp_count() {
    return gridDim.x * MG_WARPS;
}

/* Number of this warp among all. Those of a thread block are far from each other. */
MG_DEVICE uint32_t mg_gather_warp() {
    return threadIdx.x / 32 * gridDim.x + blockIdx.x;
}

/* Rows of a list that a warp takes at a time: several where there are many, so that the counter is not the limit. */
MG_DEVICE uint32_t mg_gather_share(uint32_t rows) {
    return min(max(rows / (4 * mg_gather_warp_count()), 1u), 8u);
}

/* Place of the next `share` rows for this warp. All lanes call. */
MG_DEVICE uint32_t mg_gather_take(const mg_gather_args &a, uint32_t share) {
    const uint32_t at = mg_warp_lane() == 0 ? mg_fetch_add(&a.counts->next[MG_LIST_WARP], share) : 0;
    return __shfl_sync(MG_ALL_LANES, at, 0);
}

/* Calls work(v) for the listed rows of warps, in one warp for each. All threads call. */
template <typename Work>
MG_DEVICE void mg_gather_warps(const mg_gather_args &a, Work work) {
    const uint32_t rows = a.counts->rows[MG_LIST_WARP], share = mg_gather_share(rows);
#pragma unroll 1
    for (uint32_t at = mg_gather_take(a, share); at < rows; at = mg_gather_take(a, share)) {
#pragma unroll 1
        for (uint32_t i = at; i < min(at + share, rows); i++) {
            work(a.list[MG_LIST_WARP][i]);
        }
    }
}

#endif
