/* SPDX-License-Identifier: Apache-2.0
 *
 * level.cuh: reading a level and its communities on the device.
 */
#ifndef MG_CORE_CUDA_COMMUNITIES_LEVEL_CUH
#define MG_CORE_CUDA_COMMUNITIES_LEVEL_CUH

#include "core/cuda/kernel/common/append.cuh"

extern "C" {
#include "core/cuda/communities/sweeps_args.h"
}

#define NONE 0xffffffffu

/* Weights of one kind, and sums of them. */
template <int kind>
struct mg_weights {
    typedef uint32_t sum_type;
    static __device__ __forceinline__ sum_type at(const mg_level_rows &rows, uint64_t e) {
        return kind == MG_LEVEL_ONES ? 1 : ((const uint32_t *)rows.weights)[e];
    }
};

template <>
struct mg_weights<MG_LEVEL_WIDE> {
    typedef unsigned long long sum_type;
    static __device__ __forceinline__ sum_type at(const mg_level_rows &rows, uint64_t e) {
        return ((const unsigned long long *)rows.weights)[e];
    }
};

MG_DEVICE uint64_t mg_level_offset(const mg_level &g, const void *offsets, uint64_t v) {
    return g.wide ? ((const uint64_t *)offsets)[v] : ((const uint32_t *)offsets)[v];
}

MG_DEVICE uint64_t mg_level_width(const mg_level &g, uint32_t v) {
    uint64_t width = 0;
    for (uint32_t r = 0; r < g.row_count; r++) {
        width += mg_level_offset(g, g.rows[r].end, v) - mg_level_offset(g, g.rows[r].begin, v);
    }
    return width;
}

/* Is a part with this cut and strength well connected to the rest of its community? */
MG_DEVICE bool mg_well_connected(const mg_moves_args &a, unsigned long long cut, unsigned long long strength,
                                 unsigned long long community) {
    return (double)cut >= a.scale * (double)strength * (double)(community - strength);
}

#endif
