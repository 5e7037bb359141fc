/* SPDX-License-Identifier: Apache-2.0
 *
 * panels_banks.cuh: the order of the ids in a slice of panels, chosen so that values read together lie in different
 * banks of shared memory.
 */
#ifndef MG_CORE_CUDA_LAYOUT_PANELS_PANELS_BANKS_CUH
#define MG_CORE_CUDA_LAYOUT_PANELS_PANELS_BANKS_CUH

#include "core/cuda/kernel/common/append.cuh"

extern "C" {
#include "core/cuda/layout/panels/panels_build.h"
}

static __device__ uint32_t mg_all_bits(uint32_t bits) {
#if __CUDA_ARCH__ >= 800
    return __reduce_or_sync(MG_ALL_LANES, bits);
#else
    for (int offset = 16; offset; offset >>= 1) {
        bits |= __shfl_xor_sync(MG_ALL_LANES, bits, offset);
    }
    return bits;
#endif
}

/* The place of an edge's sender in its panel. */
static __device__ uint32_t mg_place_at(uint32_t bank_lines, uint64_t edge) {
    const uint32_t local = (uint32_t)(edge >> MG_EDGE_LOCAL_SHIFT) & 0xffffu;
    return bank_lines ? local % bank_lines * MG_PANEL_BANKS + local / bank_lines : local;
}

#define AHEAD 8u  /* ids that a lane may choose from */
#define ROUNDS 4u /* rounds in which lanes with a bank conflict choose again */
#define NO_ID 0xffffffffu

/* Chooses the order of a lane's ids: at every step the lanes of a warp take ids of different banks, as far as each
 * lane's next AHEAD ids allow. The choice is deterministic. */
struct mg_lane_ids {
    const uint64_t *edges; /* edges of the piece */
    uint32_t bank_lines, length, next, padding;
    uint32_t ahead[AHEAD]; /* place in the piece, id in the panel; NO_ID: none */
    uint32_t banks;        /* 16 for values of 8 bytes, which half a warp reads at a time */

    __device__ __forceinline__ mg_lane_ids(const uint64_t *of_piece, uint32_t lines, uint32_t count, uint32_t steps,
                                           uint32_t size)
        : edges(of_piece), bank_lines(lines), length(count), next(0), padding(steps - count),
          banks(size == 8 ? 16 : 32) {
#pragma unroll
        for (uint32_t i = 0; i < AHEAD; i++) {
            ahead[i] = take_next();
        }
    }
    /* Edges sorted by bank: each lane starts at another position, so that lanes use different banks. */
    __device__ __forceinline__ uint32_t from(uint32_t at) const {
        const uint32_t skipped = bank_lines ? mg_warp_lane() * length / MG_PANEL_BANKS : 0;
        return at + skipped < length ? at + skipped : at + skipped - length;
    }
    __device__ __forceinline__ uint32_t take_next() {
        const uint32_t at = next;
        if (at >= length) {
            return NO_ID;
        }
        next++;
        return from(at) << 16 | mg_place_at(bank_lines, edges[from(at)]);
    }
    /* Each group of lanes that reads together has its own bank numbers. */
    __device__ __forceinline__ uint32_t bank(uint32_t id) const {
        return (id & (banks - 1)) + mg_warp_lane() / banks * banks;
    }
    __device__ __forceinline__ uint32_t best_bank_id(uint32_t taken) const {
        uint32_t found = NO_ID;
#pragma unroll
        for (uint32_t i = 0; i < AHEAD; i++) {
            const bool good = ahead[i] != NO_ID && !(taken >> bank(ahead[i]) & 1u);
            found = found == NO_ID && good ? ahead[i] : found;
        }
        return found;
    }
    /* The id of this step, or NO_ID and the bank to read padding from, one per group of lanes that reads together. All
     * lanes call. */
    __device__ __forceinline__ uint32_t step(uint32_t *free_bank) {
        uint32_t taken = 0, chosen = NO_ID;
#pragma unroll 1
        for (uint32_t round = 0; round < ROUNDS; round++) {
            const uint32_t candidate = chosen == NO_ID ? best_bank_id(taken) : NO_ID;
            if (__all_sync(MG_ALL_LANES, candidate == NO_ID)) {
                break;
            }
            const uint32_t same =
                __match_any_sync(MG_ALL_LANES, candidate == NO_ID ? 32 + mg_warp_lane() : bank(candidate));
            const bool wins = candidate != NO_ID && __ffs(same) - 1 == (int)mg_warp_lane();
            chosen = wins ? candidate : chosen;
            taken |= mg_all_bits(wins ? 1u << bank(candidate) : 0);
        }
        if (chosen == NO_ID && padding == 0) {
            chosen = best_bank_id(0);
        }
        const uint32_t own = banks == 32 ? MG_ALL_LANES : 0xffffu << mg_warp_lane() / 16 * 16;
        const int free = __ffs(~taken & own);
        *free_bank = free ? (uint32_t)(free - 1) & (banks - 1) : 0;
        padding -= chosen == NO_ID;
        bool used = chosen == NO_ID;
#pragma unroll
        for (uint32_t i = 0; i < AHEAD; i++) {
            if (!used && ahead[i] == chosen) {
                ahead[i] = take_next();
                used = true;
            }
        }
        return chosen;
    }
};

#endif
