/* SPDX-License-Identifier: Apache-2.0
 *
 * strong_queue.cuh: rows of vertices, keys, and how entries get into the queue of the next round.
 */
#ifndef MG_CORE_CUDA_STRONG_STRONG_QUEUE_CUH
#define MG_CORE_CUDA_STRONG_STRONG_QUEUE_CUH

#include "core/cuda/kernel/common/append.cuh"
#include "core/graph/priority.h"

extern "C" {
#include "core/cuda/strong/strong_args.h"
}

/* A group of open vertices before the first pass; that of closed ones, which no open vertex has. */
#define MG_STRONG_FIRST_GROUP 0u
#define MG_STRONG_CLOSED_GROUP 1u

struct mg_strong_row {
    uint64_t begin, length;
};

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

/* From the L2 cache, where other multiprocessors write. */
MG_DEVICE mg_strong_state mg_strong_load(const mg_strong_state *from) {
    const uint4 s = __ldcg((const uint4 *)from);
    return {{s.x, s.y}, {s.z, s.w}};
}

MG_DEVICE void mg_strong_store(mg_strong_state *to, const mg_strong_state &s) {
    *(uint4 *)to = make_uint4(s.key[0], s.key[1], s.group[0], s.group[1]);
}

/* Of a pass but the first; different passes have different orders of the vertices. */
MG_DEVICE uint32_t mg_strong_seed(uint32_t pass) {
    return priority_mix(pass);
}

MG_DEVICE uint32_t mg_strong_key(uint32_t v, uint32_t seed) {
    return priority_mix(v ^ seed);
}

MG_DEVICE uint32_t mg_strong_owner(uint32_t key, uint32_t seed) {
    return priority_unmix(key) ^ seed;
}

/* The entries of a row, from `to` on. */
MG_DEVICE void mg_strong_cut(mg_strong_entry *to, uint32_t v, uint32_t side, const mg_strong_row &row,
                             uint32_t pieces) {
    const uint32_t flags = (side ? MG_STRONG_IS_BACK : 0) | (pieces == 1 ? MG_STRONG_IS_WHOLE : 0);
#pragma unroll 1
    for (uint32_t i = 0; i < pieces; i++) {
        const uint64_t skip = (uint64_t)i * MG_STRONG_PIECE, left = row.length - skip;
        to[i] = {v, (uint32_t)(left < MG_STRONG_PIECE ? left : MG_STRONG_PIECE) | flags, row.begin + skip};
    }
}

#endif
