/* SPDX-License-Identifier: Apache-2.0
 *
 * sent_buffers.cuh: what vertices send: where it lies, when it is written, and what is there of those that are silent.
 */
#ifndef MG_CORE_CUDA_KERNEL_COMMON_SENT_BUFFERS_CUH
#define MG_CORE_CUDA_KERNEL_COMMON_SENT_BUFFERS_CUH

#include "core/cuda/kernel/common/append.cuh"

/* Does what is there of a sender not tell that it is silent? Padding of panels has no receiver to look at. */
template <typename Policy>
MG_DEVICE bool mg_needs_mask() {
    return (Policy::has() & MG_HAS_EDGE_AT) ||
           ((Policy::has() & MG_HAS_EDGE) && !(Policy::properties() & MG_ANNIHILATES));
}

/* What is there of a vertex that does not send. */
template <typename Policy>
MG_DEVICE typename Policy::bits mg_inactive_value() {
    return Policy::properties() & MG_ANNIHILATES ? Policy::inactive() : Policy::identity();
}

/* May receivers be walked along (full_pull.cuh)? Where none has to be asked whether it needs anything, and what is
 * there of a sender that is silent changes nothing. The host says of which graphs: those for which it sets
 * sent_odd_offset. */
template <typename Policy>
MG_DEVICE bool mg_may_full_pull() {
    return (Policy::has() & MG_HAS_SCATTER) && !mg_needs_mask<Policy>() && !(Policy::has() & MG_HAS_NEEDS) &&
           !(Policy::properties() & MG_NO_FULL_PULL) && Policy::frontier() != MG_FRONTIER_REPLAY;
}

template <typename Policy>
MG_DEVICE bool mg_uses_full_pull(const mg_loop_args &a) {
    return mg_may_full_pull<Policy>() && a.sent_odd_offset;
}

/* What vertices send in an iteration. */
template <typename Policy>
MG_DEVICE typename Policy::bits *mg_sent_buffer(const mg_loop_args &a, uint32_t iteration) {
    typename Policy::bits *const sent = (typename Policy::bits *)a.sent;
    return mg_may_full_pull<Policy>() && (iteration & 1u) ? sent + a.sent_odd_offset : sent;
}

/* Does a vertex that becomes active in an iteration send at once, instead of at the beginning of the next one? Not
 * where that may not come, and not where `scatter` may read the sums of this one. */
template <typename Policy>
MG_DEVICE bool mg_scatters_early(const mg_loop_args &a, uint32_t iteration) {
    return (Policy::has() & MG_HAS_SCATTER) && !(Policy::has() & MG_HAS_FINISHED) && Policy::totals() == 0 &&
           Policy::frontier() != MG_FRONTIER_REPLAY && !(Policy::properties() & MG_FIRST_HIT) &&
           (!a.iteration_limit || iteration + 1 < a.iteration_limit);
}

#endif
