/* SPDX-License-Identifier: Apache-2.0
 *
 * aggregate.cuh: privatisation in shared memory for sums of a user's monoid in high-contention steps. Atomic exchanges
 * on one address are serialised, and a thread whose exchange conflicts there needs five or more of them. Such a thread
 * adds to its block's private sum of that receiver instead; the private sums are added to the receivers at the end of
 * the step. Steps with few edges do not use it.
 *
 * Shared memory: a direct-mapped table of MG_AGGREGATE_SLOTS receivers and their sums. Vertex v uses slot v %
 * MG_AGGREGATE_SLOTS if no other vertex has taken it.
 */
#ifndef MG_CORE_CUDA_KERNEL_LOOP_AGGREGATE_CUH
#define MG_CORE_CUDA_KERNEL_LOOP_AGGREGATE_CUH

#include "frontier/cuda/queue.cuh"

#define MG_AGGREGATE_SLOTS 128u

template <typename B>
struct mg_aggregate_table {
    uint32_t vertex[MG_AGGREGATE_SLOTS]; /* MG_NONE: free */
    B sum[MG_AGGREGATE_SLOTS];
};

template <typename B>
MG_DEVICE mg_aggregate_table<B> &mg_aggregate_here() {
    __shared__ mg_aggregate_table<B> here;
    return here;
}

/* Does this step aggregate in shared memory? */
template <typename Policy>
MG_DEVICE bool mg_uses_aggregation(const mg_block_step<Policy> &w) {
    return Policy::monoid() == MG_USER && mg_is_high_contention(w);
}

/* Clears the table, before the first edge. All threads call. */
template <typename Policy>
MG_DEVICE void mg_aggregate_begin(const mg_block_step<Policy> &w) {
    typedef typename Policy::bits B;
    if (mg_uses_aggregation(w)) {
        if (threadIdx.x < MG_AGGREGATE_SLOTS) {
            mg_aggregate_here<B>().vertex[threadIdx.x] = MG_NONE;
            mg_aggregate_here<B>().sum[threadIdx.x] = Policy::identity();
        }
        __syncthreads();
    }
}

/* sums[v] = sums[v] (+) value: now, or through the table in mg_aggregate_flush. */
template <typename Policy>
MG_DEVICE void mg_aggregate_add(const mg_block_step<Policy> &w, typename Policy::bits *sums, uint32_t v,
                                typename Policy::bits value) {
    typedef typename Policy::bits B;
    if (!mg_uses_aggregation(w)) {
        mg_atomic_combine<Policy>(sums + v, value);
        return;
    }
    mg_aggregate_table<B> &here = mg_aggregate_here<B>();
    const uint32_t place = v % MG_AGGREGATE_SLOTS;
    B *const at = *(volatile uint32_t *)&here.vertex[place] == v ? &here.sum[place] : sums + v;
    mg_combine_by_exchange<Policy>(at, value, [&](B *before) {
        const uint32_t holder = atomicCAS(&here.vertex[place], MG_NONE, v);
        return holder == MG_NONE || holder == v ? &here.sum[place] : before;
    });
}

/* Adds the private sums to `sums`, after the last edge. All threads call. */
template <typename Policy>
MG_DEVICE void mg_aggregate_flush(const mg_block_step<Policy> &w, typename Policy::bits *sums) {
    typedef typename Policy::bits B;
    if (mg_uses_aggregation(w)) {
        __syncthreads();
        const uint32_t v = threadIdx.x < MG_AGGREGATE_SLOTS ? mg_aggregate_here<B>().vertex[threadIdx.x] : MG_NONE;
        if (v != MG_NONE) {
            mg_atomic_combine<Policy>(sums + v, mg_aggregate_here<B>().sum[threadIdx.x]);
        }
    }
}

#endif
