/* SPDX-License-Identifier: Apache-2.0
 *
 * row_sums.cuh: from the slots of pieces to the sums of rows (dense_args.h). A lane takes a row, a warp a word of 32
 * adjacent ones, a block MG_TILE_WORDS adjacent words, whose slots lie close together. All warps of a block share a
 * word with many entries. Pieces are added in the order of the rows' entries, so that sums repeat.
 *
 * Shared memory: the sums of the words that the warps share.
 */
#ifndef MG_CORE_CUDA_KERNEL_ROW_SUMS_CUH
#define MG_CORE_CUDA_KERNEL_ROW_SUMS_CUH

#include "core/cuda/kernel/append.cuh"
#include "core/cuda/kernel/rounded.cuh"

#define MG_ENTRIES_AHEAD 8u  /* entries whose sums are on their way together */
#define MG_TILE_WORDS 32u    /* one for every lane */
#define MG_SHARED_ENTRIES 64 /* a word with more of them is shared */
#define MG_ROW_WARPS (MG_ROW_THREADS / 32)
#define MG_NO_SLOT 0xffffffffu

/* The slots of the lane's pieces of MG_ENTRIES_AHEAD entries, of which lane k has the first one. */
MG_DEVICE void mg_slots_of(const mg_panels &p, mg_panel_entry mine, uint32_t k, uint32_t *slot) {
#pragma unroll
    for (uint32_t j = 0; j < MG_ENTRIES_AHEAD; j++) {
        const uint32_t mask = __shfl_sync(MG_ALL_LANES, mine.mask, k + j);
        const uint32_t index = __shfl_sync(MG_ALL_LANES, mine.index, k + j);
        const uint32_t i = (index & ~MG_ENTRY_SLOTS) + __popc(mask & ((1u << mg_lane()) - 1));
        slot[j] = MG_NO_SLOT;
        if (mask >> mg_lane() & 1u) {
            slot[j] = index & MG_ENTRY_SLOTS ? __ldg(&p.slots[i]) : (i & ~(MG_WINDOW - 1u)) + __ldg(&p.places[i]);
        }
    }
}

/* What the entries begin .. end - 1 of a word bring to the lane's row, from slots of `Part`s. All lanes call. */
template <typename Policy, typename Part>
MG_DEVICE typename Policy::bits mg_add_entries(const mg_dense_args &a, uint32_t begin, uint32_t end) {
    typedef typename Policy::bits B;
    B sum = Policy::identity();
#pragma unroll 1
    for (uint32_t base = begin; base < end; base += 32) {
        const uint32_t count = end - base < 32 ? end - base : 32;
        mg_panel_entry mine = {0, 0};
        if (mg_lane() < count) {
            *(uint2 *)&mine = __ldg((const uint2 *)&a.panels.entry[base + mg_lane()]);
        }
        uint32_t slot[MG_ENTRIES_AHEAD];
        mg_slots_of(a.panels, mine, 0, slot);
#pragma unroll 1
        for (uint32_t k = 0; k < count; k += MG_ENTRIES_AHEAD) {
            Part found[MG_ENTRIES_AHEAD];
            bool have[MG_ENTRIES_AHEAD];
#pragma unroll
            for (uint32_t j = 0; j < MG_ENTRIES_AHEAD; j++) {
                have[j] = slot[j] != MG_NO_SLOT;
                found[j] = have[j] ? ((const Part *)a.sums)[slot[j]] : 0;
            }
            if (k + MG_ENTRIES_AHEAD < count) {
                mg_slots_of(a.panels, mine, k + MG_ENTRIES_AHEAD, slot);
            }
#pragma unroll
            for (uint32_t j = 0; j < MG_ENTRIES_AHEAD; j++) {
                B part;
                if constexpr (sizeof(Part) == sizeof(B)) {
                    part = found[j];
                } else {
                    part = mg_widen(found[j]);
                }
                sum = mg_combine<Policy>(sum, have[j] ? part : Policy::identity());
            }
        }
    }
    return sum;
}

template <typename Policy>
MG_DEVICE typename Policy::bits mg_add_slots(const mg_dense_args &a, uint32_t begin, uint32_t end) {
    if constexpr (sizeof(typename Policy::bits) == 8) {
        if (mg_rounds<Policy>()) {
            return mg_add_entries<Policy, uint32_t>(a, begin, end);
        }
    }
    return mg_add_entries<Policy, typename Policy::bits>(a, begin, end);
}

/* The sums of the words in `shared`, bits of a tile, by all warps of the block. All its threads call. */
template <typename Policy>
MG_DEVICE void mg_share_words(const mg_dense_args &a, uint32_t tile, uint32_t shared,
                              typename Policy::bits (*sums)[32]) {
    typedef typename Policy::bits B;
    __shared__ B part[MG_ROW_WARPS][32];
    const uint32_t warp = threadIdx.x / 32;
#pragma unroll 1
    for (uint32_t left = shared; left; left &= left - 1) {
        const uint32_t w = __ffs(left) - 1, word = tile * MG_TILE_WORDS + w;
        const uint32_t begin = __ldg(&a.panels.entry_begin[word]), end = __ldg(&a.panels.entry_begin[word + 1]);
        const uint32_t each = (end - begin + MG_ROW_WARPS - 1) / MG_ROW_WARPS;
        const uint32_t from = begin + warp * each < end ? begin + warp * each : end;
        part[warp][mg_lane()] = mg_add_slots<Policy>(a, from, end - from < each ? end : from + each);
        __syncthreads();
        if (warp == 0) {
            B sum = part[0][mg_lane()];
#pragma unroll 1
            for (uint32_t i = 1; i < MG_ROW_WARPS; i++) {
                sum = mg_combine<Policy>(sum, part[i][mg_lane()]);
            }
            sums[w][mg_lane()] = sum;
        }
        __syncthreads();
    }
}

/* Calls visit(row, sum) for the rows of all words, a lane each and all lanes of a warp together; sum() is the row's.
 * All threads of a launch of MG_ROW_THREADS call. */
template <typename Policy, typename Visit>
MG_DEVICE void mg_sum_rows(const mg_dense_args &a, uint32_t n, Visit visit) {
    typedef typename Policy::bits B;
    __shared__ B sums[MG_TILE_WORDS][32];
    const uint32_t words = (n + 31) / 32, tiles = (words + MG_TILE_WORDS - 1) / MG_TILE_WORDS, warp = threadIdx.x / 32;
#pragma unroll 1
    for (uint32_t tile = blockIdx.x; tile < tiles; tile += gridDim.x) {
        const uint32_t own = tile * MG_TILE_WORDS + mg_lane();
        const uint32_t begin = own <= words ? __ldg(&a.panels.entry_begin[own]) : 0;
        const uint32_t end = own < words ? __ldg(&a.panels.entry_begin[own + 1]) : begin;
        const uint32_t shared = __ballot_sync(MG_ALL_LANES, end - begin > MG_SHARED_ENTRIES);
        if (shared) {
            __syncthreads();
            mg_share_words<Policy>(a, tile, shared, sums);
        }
#pragma unroll 1
        for (uint32_t w = warp; w < MG_TILE_WORDS && tile * MG_TILE_WORDS + w < words; w += MG_ROW_WARPS) {
            const uint32_t from = __shfl_sync(MG_ALL_LANES, begin, w), to = __shfl_sync(MG_ALL_LANES, end, w);
            visit((tile * MG_TILE_WORDS + w) * 32 + mg_lane(),
                  [&] { return shared >> w & 1u ? sums[w][mg_lane()] : mg_add_slots<Policy>(a, from, to); });
        }
    }
}

/* Stores what a column sends, as it travels. */
template <typename Policy>
MG_DEVICE void mg_put_sent(void *x, uint32_t column, typename Policy::bits value) {
    if constexpr (sizeof(typename Policy::bits) == 8) {
        if (mg_rounds<Policy>()) {
            ((uint32_t *)x)[column] = mg_narrow(value);
            return;
        }
    }
    ((typename Policy::bits *)x)[column] = value;
}

/* What a column sends, as it arrives. */
template <typename Policy>
MG_DEVICE typename Policy::bits mg_get_sent(const void *x, uint32_t column) {
    if constexpr (sizeof(typename Policy::bits) == 8) {
        if (mg_rounds<Policy>()) {
            return mg_widen(((const uint32_t *)x)[column]);
        }
    }
    return ((const typename Policy::bits *)x)[column];
}

#endif
