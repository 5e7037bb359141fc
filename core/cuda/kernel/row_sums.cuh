/* SPDX-License-Identifier: Apache-2.0
 *
 * row_sums.cuh: from the slots of pieces to the sums of rows (dense_args.h). A lane takes a row, a warp a word of 32
 * adjacent ones; a block has adjacent words with as many lines as the others have, tile by tile, and all its warps
 * share a word with many lines. Slots are added in the order of the lines, so that sums repeat.
 *
 * Shared memory: the sums of the words that the warps share.
 */
#ifndef MG_CORE_CUDA_KERNEL_ROW_SUMS_CUH
#define MG_CORE_CUDA_KERNEL_ROW_SUMS_CUH

#include "core/cuda/kernel/append.cuh"
#include "core/cuda/kernel/rounded.cuh"

#define MG_LINES_AHEAD 8u   /* lines whose sums are on their way together */
#define MG_TILE_WORDS 32u   /* one for every lane */
#define MG_SHARED_LINES 64u /* a word with more of them is shared */
#define MG_WORD_COST 6u     /* of what else is done for a word, in lines */
#define MG_ROW_WARPS (MG_ROW_THREADS / 32)

/* What the lines begin .. end - 1 bring to the lane's row, from slots of `Part`s. All lanes call. */
template <typename Policy, typename Part>
MG_DEVICE typename Policy::bits mg_add_lines(const mg_dense_args &a, uint32_t begin, uint32_t end) {
    typedef typename Policy::bits B;
    B sum = Policy::identity();
#pragma unroll 1
    for (uint32_t line = begin; line < end; line += MG_LINES_AHEAD) {
        const uint32_t *from = a.panels.slots + (uint64_t)line * 32 + mg_lane();
        uint32_t slot[MG_LINES_AHEAD];
        Part found[MG_LINES_AHEAD];
#pragma unroll
        for (uint32_t j = 0; j < MG_LINES_AHEAD; j++) {
            slot[j] = line + j < end ? __ldcs(from + j * 32) : MG_NO_SLOT;
        }
#pragma unroll
        for (uint32_t j = 0; j < MG_LINES_AHEAD; j++) {
            found[j] = slot[j] != MG_NO_SLOT ? ((const Part *)a.sums)[slot[j]] : 0;
        }
#pragma unroll
        for (uint32_t j = 0; j < MG_LINES_AHEAD; j++) {
            B part;
            if constexpr (sizeof(Part) == sizeof(B)) {
                part = found[j];
            } else {
                part = mg_widen(found[j]);
            }
            sum = mg_combine<Policy>(sum, slot[j] != MG_NO_SLOT ? part : Policy::identity());
        }
    }
    return sum;
}

template <typename Policy>
MG_DEVICE typename Policy::bits mg_add_slots(const mg_dense_args &a, uint32_t begin, uint32_t end) {
    if constexpr (sizeof(typename Policy::bits) == 8) {
        if (mg_rounds<Policy>()) {
            return mg_add_lines<Policy, uint32_t>(a, begin, end);
        }
    }
    return mg_add_lines<Policy, typename Policy::bits>(a, begin, end);
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
        const uint32_t w = __ffs(left) - 1, word = tile + w;
        const uint32_t begin = __ldg(&a.panels.line_begin[word]), end = __ldg(&a.panels.line_begin[word + 1]);
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

/* The first word of a block's share: all shares have as much to do. */
MG_DEVICE uint32_t mg_share_of_words(const mg_dense_args &a, uint32_t words, uint32_t block) {
    const uint64_t total = a.panels.line_begin[words] + (uint64_t)MG_WORD_COST * words;
    const uint64_t wanted = total / gridDim.x * block;
    uint32_t low = 0, high = words;
    while (low < high && block < gridDim.x) {
        const uint32_t middle = low + (high - low) / 2;
        if (a.panels.line_begin[middle] + (uint64_t)MG_WORD_COST * middle < wanted) {
            low = middle + 1;
        } else {
            high = middle;
        }
    }
    return block < gridDim.x ? low : words;
}

/* Calls visit(row, sum) for the rows of all words, a lane each and all lanes of a warp together; sum() is the row's.
 * All threads of a launch of MG_ROW_THREADS call. */
template <typename Policy, typename Visit>
MG_DEVICE void mg_sum_rows(const mg_dense_args &a, uint32_t n, Visit visit) {
    typedef typename Policy::bits B;
    __shared__ B sums[MG_TILE_WORDS][32];
    const uint32_t words = n / 32 + (n % 32 != 0), warp = threadIdx.x / 32;
    const uint32_t last = mg_share_of_words(a, words, blockIdx.x + 1);
#pragma unroll 1
    for (uint32_t tile = mg_share_of_words(a, words, blockIdx.x); tile < last; tile += MG_TILE_WORDS) {
        const uint32_t count = last - tile < MG_TILE_WORDS ? last - tile : MG_TILE_WORDS;
        const bool have = mg_lane() < count;
        const uint32_t begin = have ? __ldg(&a.panels.line_begin[tile + mg_lane()]) : 0;
        const uint32_t end = have ? __ldg(&a.panels.line_begin[tile + mg_lane() + 1]) : 0;
        const uint32_t shared = __ballot_sync(MG_ALL_LANES, end - begin > MG_SHARED_LINES);
        if (shared) {
            __syncthreads();
            mg_share_words<Policy>(a, tile, shared, sums);
        }
#pragma unroll 1
        for (uint32_t w = warp; w < count; w += MG_ROW_WARPS) {
            const uint32_t from = __shfl_sync(MG_ALL_LANES, begin, w), to = __shfl_sync(MG_ALL_LANES, end, w);
            visit((tile + w) * 32 + mg_lane(),
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
