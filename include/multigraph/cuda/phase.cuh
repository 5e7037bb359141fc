/* SPDX-License-Identifier: Apache-2.0
 *
 * cuda/phase.cuh: defines the types and the constant of the phase MG_INSTANTIATE, so that kernels can be compiled for
 * it. In the library's own build the kernels are included next; a user's file is linked with them at run time.
 */
#include <multigraph/cuda/typed.cuh>

#ifndef MG__CUDA_JOIN
#define MG__CUDA_JOIN_(a, b) a##b
#define MG__CUDA_JOIN(a, b) MG__CUDA_JOIN_(a, b)
#define MG__CUDA_TEXT_(a) #a
#define MG__CUDA_TEXT(a) MG__CUDA_TEXT_(a)
#endif

struct MG__CUDA_JOIN(MG_INSTANTIATE, _tag) {
    typedef MG__CUDA_JOIN(MG_INSTANTIATE, _state) state;
    typedef MG__CUDA_JOIN(MG_INSTANTIATE, _params) params;
    typedef MG__CUDA_JOIN(MG_INSTANTIATE, _value) value;
    typedef MG__CUDA_JOIN(MG_INSTANTIATE, _weight) weight;
    static constexpr mg_kind kind = MG__CUDA_JOIN(MG_INSTANTIATE, _phase).kind;
    static constexpr bool is_ordered_label = (MG__CUDA_JOIN(MG_INSTANTIATE, _phase).properties & MG_LABEL) != 0 &&
                                             MG__CUDA_JOIN(MG_INSTANTIATE, _phase).priority != nullptr;
    static constexpr bool has_depths = (MG__CUDA_JOIN(MG_INSTANTIATE, _phase).properties & MG_BREADTH_FIRST) != 0 ||
                                       MG__CUDA_JOIN(MG_INSTANTIATE, _phase).frontier == MG_FRONTIER_REPLAY;
    static constexpr bool is_within_blocks = (MG__CUDA_JOIN(MG_INSTANTIATE, _phase).properties & MG_WITHIN_BLOCKS) != 0;
    static constexpr bool gathers_groups = MG__CUDA_JOIN(MG_INSTANTIATE, _phase).monoid == MG_MOST_FREQUENT;
    static constexpr bool is_all_active = (MG__CUDA_JOIN(MG_INSTANTIATE, _phase).properties & MG_ALL_ACTIVE) != 0;
    static constexpr bool is_row_wise =
        is_all_active && !MG__CUDA_JOIN(MG_INSTANTIATE, _phase).record &&
        MG__CUDA_JOIN(MG_INSTANTIATE, _phase).frontier != MG_FRONTIER_REPLAY &&
        MG__CUDA_JOIN(MG_INSTANTIATE, _phase).direction != MG_DIRECTION_BOTH &&
        (MG__CUDA_JOIN(MG_INSTANTIATE, _phase).scatter == nullptr ||
         (MG__CUDA_JOIN(MG_INSTANTIATE, _phase).properties & MG_PURE_SCATTER) != 0);
    static __device__ constexpr const MG__CUDA_JOIN(MG_INSTANTIATE, _spec) & spec() {
        return MG__CUDA_JOIN(MG_INSTANTIATE, _phase);
    }
};

#ifdef MG_CUDA_BUILTIN
#include "core/cuda/kernel/common/builtin.cuh"
#endif
