/* SPDX-License-Identifier: Apache-2.0
 *
 * strong_rows.cuh: rows and states of vertices, for the steps and the search.
 */
#ifndef MG_CORE_CUDA_STRONG_STRONG_ROWS_CUH
#define MG_CORE_CUDA_STRONG_STRONG_ROWS_CUH

#include "core/cuda/kernel/common/append.cuh"

extern "C" {
#include "core/cuda/strong/strong_args.h"
}

#define MG_STRONG_STEP_THREADS 256u
#define MG_STRONG_SHORT 8u /* most edges of a row that a thread reads at once */

/* A group of open vertices before the first pass; that of closed ones, which no open vertex has. */
#define MG_STRONG_FIRST_GROUP 0u
#define MG_STRONG_CLOSED_GROUP 1u

struct mg_strong_row {
    uint64_t begin, length;
};

/* The vertices of a step are dealt to threads one by one. */
MG_DEVICE uint64_t mg_strong_thread() {
    return (uint64_t)blockIdx.x * MG_STRONG_STEP_THREADS + threadIdx.x;
}

MG_DEVICE uint64_t mg_strong_threads() {
    return (uint64_t)gridDim.x * MG_STRONG_STEP_THREADS;
}

/* One of two that are alike. An index would put the kernel's argument into local memory. */
template <typename T>
MG_DEVICE T mg_strong_of(const T (&both)[2], uint32_t which) {
    return which ? both[1] : both[0];
}

MG_DEVICE mg_strong_row mg_strong_row_of(const mg_strong_args &a, uint32_t side, uint32_t v) {
    const void *const offsets = mg_strong_of(a.offsets, side);
    if (a.wide) {
        const uint64_t *const at = (const uint64_t *)offsets + v;
        return {at[0], at[1] - at[0]};
    }
    const uint32_t *const at = (const uint32_t *)offsets + v;
    return {at[0], at[1] - at[0]};
}

/* The neighbours of a short row, then v itself in the places that are left; false: the row is longer. */
MG_DEVICE bool mg_strong_load_row(const mg_strong_args &a, uint32_t side, uint32_t v,
                                  uint32_t (&neighbour)[MG_STRONG_SHORT]) {
    const mg_strong_row row = mg_strong_row_of(a, side, v);
    if (row.length > MG_STRONG_SHORT) {
        return false;
    }
#pragma unroll
    for (uint32_t k = 0; k < MG_STRONG_SHORT; k++) {
        neighbour[k] = k < row.length ? mg_strong_of(a.neighbours, side)[row.begin + k] : v;
    }
    return true;
}

/* From the L2 cache, where other multiprocessors write. */
MG_DEVICE mg_strong_state mg_strong_load(const mg_strong_state *from) {
    const uint4 s = __ldcg((const uint4 *)from);
    return {{s.x, s.y}, {s.z, s.w}};
}

MG_DEVICE void mg_strong_store(mg_strong_state *to, const mg_strong_state &s) {
    *(uint4 *)to = make_uint4(s.key[0], s.key[1], s.group[0], s.group[1]);
}

/* Before the first pass. */
MG_DEVICE bool mg_strong_is_open(const mg_strong_args &a, uint32_t v) {
    return __ldcg(&a.state[v].group[0]) == MG_STRONG_FIRST_GROUP;
}

#endif
