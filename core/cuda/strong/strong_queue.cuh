/* SPDX-License-Identifier: Apache-2.0
 *
 * strong_queue.cuh: keys, and the entries of a row.
 */
#ifndef MG_CORE_CUDA_STRONG_STRONG_QUEUE_CUH
#define MG_CORE_CUDA_STRONG_STRONG_QUEUE_CUH

#include "core/cuda/strong/strong_rows.cuh"
#include "core/graph/priority.h"

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
