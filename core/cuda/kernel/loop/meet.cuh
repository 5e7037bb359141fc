/* SPDX-License-Identifier: Apache-2.0
 *
 * meet.cuh: sums of a user's monoid where a push brings many contributions to few receivers. The exchanges at one place
 * of memory come one after the other, and a thread that others overtake there needs five or more of them. It takes one
 * of its block's own places in shared memory for that receiver; what these hold goes to the receivers when the block is
 * through. Pushes of few edges do without.
 *
 * Shared memory: MG_MEETINGS places; v's is the one with number v % MG_MEETINGS, if v is the first that wants it.
 */
#ifndef MG_CORE_CUDA_KERNEL_LOOP_MEET_CUH
#define MG_CORE_CUDA_KERNEL_LOOP_MEET_CUH

#include "core/cuda/kernel/loop/queue.cuh"

#define MG_MEETINGS 128u

template <typename B>
struct mg_meetings {
    uint32_t vertex[MG_MEETINGS]; /* MG_NONE: free */
    B sum[MG_MEETINGS];
};

template <typename B>
MG_DEVICE mg_meetings<B> &mg_meetings_here() {
    __shared__ mg_meetings<B> here;
    return here;
}

/* Has this step a place for those that meet? */
template <typename Policy>
MG_DEVICE bool mg_has_meetings(const mg_work<Policy> &w) {
    return Policy::monoid() == MG_USER && mg_is_crowded(w);
}

/* Before the first edge. All threads call. */
template <typename Policy>
MG_DEVICE void mg_open_meetings(const mg_work<Policy> &w) {
    typedef typename Policy::bits B;
    if (mg_has_meetings(w)) {
        if (threadIdx.x < MG_MEETINGS) {
            mg_meetings_here<B>().vertex[threadIdx.x] = MG_NONE;
            mg_meetings_here<B>().sum[threadIdx.x] = Policy::identity();
        }
        __syncthreads();
    }
}

/* sums[v] = sums[v] (+) value, at the latest when meetings close. */
template <typename Policy>
MG_DEVICE void mg_meet(const mg_work<Policy> &w, typename Policy::bits *sums, uint32_t v, typename Policy::bits value) {
    typedef typename Policy::bits B;
    if (!mg_has_meetings(w)) {
        mg_atomic_combine<Policy>(sums + v, value);
        return;
    }
    mg_meetings<B> &here = mg_meetings_here<B>();
    const uint32_t place = v % MG_MEETINGS;
    B *const at = *(volatile uint32_t *)&here.vertex[place] == v ? &here.sum[place] : sums + v;
    mg_exchange_user<Policy>(at, value, [&](B *before) {
        const uint32_t holder = atomicCAS(&here.vertex[place], MG_NONE, v);
        return holder == MG_NONE || holder == v ? &here.sum[place] : before;
    });
}

/* After the last edge. All threads call. */
template <typename Policy>
MG_DEVICE void mg_close_meetings(const mg_work<Policy> &w, typename Policy::bits *sums) {
    typedef typename Policy::bits B;
    if (mg_has_meetings(w)) {
        __syncthreads();
        const uint32_t v = threadIdx.x < MG_MEETINGS ? mg_meetings_here<B>().vertex[threadIdx.x] : MG_NONE;
        if (v != MG_NONE) {
            mg_atomic_combine<Policy>(sums + v, mg_meetings_here<B>().sum[threadIdx.x]);
        }
    }
}

#endif
