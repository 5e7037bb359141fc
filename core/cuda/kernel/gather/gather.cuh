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

/* Deals places of so many rows to warps: calls work(at, end). A warp takes several times the `unit` where there are
 * many, so that the counter does not become the limit. All threads call. */
template <typename Work>
MG_DEVICE void mg_gather_deal(const mg_gather_args &a, mg_gather_list list, uint32_t rows, uint32_t unit, Work work) {
    const uint32_t share = rows / (gridDim.x * MG_WARPS * 4 * unit), step = min(max(share, 1u), 8u) * unit;
#pragma unroll 1
    for (uint32_t at = 0; at < rows;) {
        if (mg_warp_lane() == 0) {
            at = mg_fetch_add(&a.counts->next[list], step);
        }
        at = __shfl_sync(MG_ALL_LANES, at, 0);
        const uint32_t end = min(at + step, rows);
        work(at, end);
        at = max(at, end);
    }
}

/* Calls work(v) for the listed rows of warps, in one warp for each. All threads call. */
template <typename Work>
MG_DEVICE void mg_gather_warps(const mg_gather_args &a, Work work) {
    mg_gather_deal(a, MG_LIST_WARP, a.counts->rows[MG_LIST_WARP], 1, [&](uint32_t at, uint32_t end) {
#pragma unroll 1
        for (; at < end; at++) {
            work(a.list[MG_LIST_WARP][at]);
        }
    });
}

#endif
