/* SPDX-License-Identifier: Apache-2.0
 *
 * sent_buffers.cuh: the send buffers: where sent values lie, when they are written, and the inactive value of vertices
 * that do not send.
 */
#ifndef MG_CORE_CUDA_KERNEL_COMMON_SENT_BUFFERS_CUH
#define MG_CORE_CUDA_KERNEL_COMMON_SENT_BUFFERS_CUH

#include "core/cuda/kernel/common/append.cuh"

/* Must an activity mask show which senders are active, since the inactive value would change the receiver? Also if
 * `edge` reads the receiver's state: padding of panels has no receiver. */
template <typename Policy>
MG_DEVICE bool mg_needs_mask() {
    return (Policy::has() & MG_HAS_EDGE_AT) ||
           ((Policy::has() & MG_HAS_EDGE) && !(Policy::properties() & MG_ANNIHILATES));
}

/* Stands in the send buffer for a vertex that does not send. */
template <typename Policy>
MG_DEVICE typename Policy::bits mg_inactive_value() {
    return Policy::properties() & MG_ANNIHILATES ? Policy::inactive() : Policy::identity();
}

/* May the phase use full pulls (full_pull.cuh)? Only if no receiver has a `needs` and the inactive value changes
 * nothing. The host decides for which graphs, by setting sent_odd_offset. */
template <typename Policy>
MG_DEVICE bool mg_may_full_pull() {
    return (Policy::has() & MG_HAS_SCATTER) && !mg_needs_mask<Policy>() && !(Policy::has() & MG_HAS_NEEDS) &&
           !(Policy::properties() & MG_NO_FULL_PULL) && Policy::frontier() != MG_FRONTIER_REPLAY;
}

template <typename Policy>
MG_DEVICE bool mg_uses_full_pull(const mg_loop_args &a) {
    return mg_may_full_pull<Policy>() && a.sent_odd_offset;
}

/* The send buffer of an iteration. */
template <typename Policy>
MG_DEVICE typename Policy::bits *mg_sent_buffer(const mg_loop_args &a, uint32_t iteration) {
    typename Policy::bits *const sent = (typename Policy::bits *)a.sent;
    return mg_may_full_pull<Policy>() && (iteration & 1u) ? sent + a.sent_odd_offset : sent;
}

/* Early scatter: does a vertex that becomes active scatter in the same iteration, not at the beginning of the next one?
 * Not if the next iteration may not run, nor if `scatter` may read the totals of this one; nor in a part of a graph,
 * where vertices of other parts become active after the iteration. */
template <typename Policy>
MG_DEVICE bool mg_scatters_early(const mg_loop_args &a, uint32_t iteration) {
    return !a.distributed && (Policy::has() & MG_HAS_SCATTER) && !(Policy::has() & MG_HAS_FINISHED) &&
           Policy::totals() == 0 && Policy::frontier() != MG_FRONTIER_REPLAY &&
           !(Policy::properties() & MG_FIRST_HIT) && (!a.iteration_limit || iteration + 1 < a.iteration_limit);
}

#endif
