/* SPDX-License-Identifier: Apache-2.0
 *
 * choose_scope.cuh: whether a thread block, a cluster or the grid runs a step. Every block decides for itself; the
 * segments kernel decides once more for the step that continues its push. The inputs do not change until that step is
 * over.
 */
#ifndef MG_FRONTIER_CUDA_CHOOSE_SCOPE_CUH
#define MG_FRONTIER_CUDA_CHOOSE_SCOPE_CUH

#include "core/cuda/kernel/loop/pull_first_hit.cuh"

/* Small frontiers and short lists do not pay for a grid barrier. */
template <typename Policy>
MG_DEVICE mg_scope mg_choose_scope(const mg_loop_args &a, const mg_loop_state &s) {
    if (mg_pulls_from_list<Policy>(s)) {
        return mg_list_scope(a, s);
    }
    if (s.next != MG_STEP_SPARSE && (Policy::frontier() != MG_FRONTIER_REPLAY || s.next == MG_STEP_INIT)) {
        return MG_SCOPE_GRID;
    }
    if (s.frontier.entries <= a.scope.block_entries && s.frontier.edges <= 4ull * a.scope.block_entries) {
        return MG_SCOPE_BLOCK;
    }
    return s.frontier.entries <= a.scope.cluster_entries && s.frontier.edges <= 4ull * a.scope.cluster_entries
               ? MG_SCOPE_CLUSTER
               : MG_SCOPE_GRID;
}

#endif
