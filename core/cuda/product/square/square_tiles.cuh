/* SPDX-License-Identifier: Apache-2.0
 *
 * square_tiles.cuh: how a warp reads the tiles of a chunk and adds up their nonzeros.
 */
#ifndef MG_CORE_CUDA_PRODUCT_SQUARE_SQUARE_TILES_CUH
#define MG_CORE_CUDA_PRODUCT_SQUARE_SQUARE_TILES_CUH

#include "core/cuda/product/square/square_terms.cuh"

#define SQUARE_ALL 0xffffffffu
#define SQUARE_WARPS (MG_SQUARE_THREADS / 32)
#define SQUARE_NO_ROW UINT32_MAX
#define SQUARE_CROWD 12 /* lanes within the row of the lane before them */

/* ---- reading ---- */

/* The slots of a lane: those of a share; of slot i, `from + i` is the place in the piece. */
struct square_part {
    uint32_t share, from, count, strip, other;
};

/* What the slots of a lane have: four coordinates, two to a word if they are narrow, and values. */
template <typename T>
struct square_share {
    square_part part;
    bool is_wide;
    uint4 words;
    T value[MG_SQUARE_SHARE];
};

static_assert(MG_SQUARE_SHARE == 4, "coordinates are read as uint4 or uint2");

template <typename T>
__device__ __forceinline__ square_share<T> square_share_of(const mg_square_product &p, const square_part &part) {
    constexpr uint32_t vectors = MG_SQUARE_SHARE * sizeof(T) / sizeof(uint4); /* of values */
    const mg_device_square &m = p.matrix;
    square_share<T> share = {part, part.share >= m.wide_share};
    if (share.is_wide) {
        share.words = __ldcs((const uint4 *)m.wide + (part.share - m.wide_share));
    } else {
        const uint2 two = __ldcs((const uint2 *)m.narrow + part.share);
        share.words.x = two.x, share.words.y = two.y;
    }
    if (p.values) {
        const uint4 *const from = (const uint4 *)p.values + (uint64_t)part.share * vectors;
#pragma unroll
        for (uint32_t i = 0; i < vectors; i++) {
            const uint4 some = __ldcs(from + i);
            memcpy((char *)share.value + i * sizeof some, &some, sizeof some);
        }
    }
    return share;
}

/* Reads the tiles of a warp, each ahead of its use. */
template <typename T>
struct square_reader {
    const mg_square_tile *tiles;
    const mg_square_piece *pieces;
    uint32_t last;         /* tile of the chunk */
    square_share<T> share; /* of the next tile */
    square_part part;      /* of the one after it */
    uint2 tile;            /* the one after that, as mg_square_tile has it */

    /* The last tile of the chunk again, where there are no more. */
    __device__ __forceinline__ uint2 tile_at(uint32_t at) const {
        return *(const uint2 *)(tiles + min(at, last));
    }
    __device__ __forceinline__ square_part part_of(const uint2 &tile) const {
        const uint32_t lane = threadIdx.x % 32, before = tile.y & ((2u << lane) - 1u);
        const uint32_t step = lane - (31 - (uint32_t)__clz((int)before));
        const uint4 read = *(const uint4 *)(pieces + (tile.x + (uint32_t)__popc((int)before) - 1));
        return {read.x + step, step * MG_SQUARE_SHARE - (read.y >> 16), read.y & 0xffffu, read.z, read.w};
    }
    /* The tiles first, first + SQUARE_WARPS, ... of a chunk that has tiles. */
    __device__ __forceinline__ void begin(const mg_square_product &p, uint32_t first) {
        const uint2 one = tile_at(first), two = tile_at(first + SQUARE_WARPS);
        tile = tile_at(first + 2 * SQUARE_WARPS);
        const square_part nearest = part_of(one);
        part = part_of(two);
        share = square_share_of<T>(p, nearest);
    }
    /* Tile number `at` of the chunk. */
    __device__ __forceinline__ square_share<T> next(const mg_square_product &p, uint32_t at) {
        const square_share<T> result = share;
        share = square_share_of<T>(p, part);
        part = part_of(tile);
        tile = tile_at(at + 3 * SQUARE_WARPS);
        return result;
    }
};

/* ---- multiplying ---- */

/* Nonzeros of a lane: rows of the sums, and products, which become sums of the nonzeros of a row. */
template <typename T>
struct square_sums {
    uint32_t row[MG_SQUARE_SHARE];
    T sum[MG_SQUARE_SHARE];
};

/* Slots before and after the piece have the coordinates of a neighbour that is of it. */
__device__ __forceinline__ void square_fill(const square_part &part, uint32_t (&words)[MG_SQUARE_SHARE]) {
#pragma unroll
    for (uint32_t i = 1; i < MG_SQUARE_SHARE; i++) {
        words[i] = (int)(part.from + i) < (int)part.count ? words[i] : words[i - 1];
    }
#pragma unroll
    for (uint32_t i = MG_SQUARE_SHARE - 1; i-- > 0;) {
        words[i] = (int)(part.from + i) >= 0 ? words[i] : words[i + 1];
    }
}

/* x_block, y_block: where the block reads x and adds, in blocks. A lane with an empty piece has no rows. */
template <typename S, bool transposed>
__device__ __forceinline__ square_sums<typename S::type> square_multiply(const mg_square_product &p,
                                                                         const square_share<typename S::type> &share,
                                                                         uint32_t x_block, uint32_t y_block) {
    typedef typename S::type T;
    const T one = split_scalar<T>(p.product.one);
    const uint32_t shift = share.is_wide ? p.matrix.wide_shift : p.matrix.narrow_shift, mask = (1u << shift) - 1u;
    const uint32_t x_first = x_block << p.matrix.shift, y_first = y_block << p.matrix.shift;
    const uint32_t from = share.part.from, count = share.part.count;
    const bool is_full = from < count && from + MG_SQUARE_SHARE <= count;
    uint32_t words[MG_SQUARE_SHARE] = {share.words.x, share.words.y, share.words.z, share.words.w};
    square_sums<T> to;
    T sent[MG_SQUARE_SHARE];
    if (!share.is_wide) {
        words[3] = words[1] >> 16, words[2] = words[1] & 0xffffu;
        words[1] = words[0] >> 16, words[0] = words[0] & 0xffffu;
    }
    if (!is_full) {
        square_fill(share.part, words);
    }
    if (count == 0) { /* slot 0 belongs to another block, whose rows may be more than this one's */
        words[0] = words[1] = words[2] = words[3] = 0;
    }
#pragma unroll
    for (uint32_t i = 0; i < MG_SQUARE_SHARE; i++) {
        const uint32_t high = words[i] >> shift, low = words[i] & mask;
        sent[i] = vector_x<T>(p.product, x_first + (transposed ? high : low));
        to.row[i] = y_first + (transposed ? low : high);
    }
#pragma unroll
    for (uint32_t i = 0; i < MG_SQUARE_SHARE; i++) {
        to.sum[i] = vector_term<S>(S::multiply(sent[i], p.values ? share.value[i] : one));
    }
    if (!is_full) {
#pragma unroll
        for (uint32_t i = 0; i < MG_SQUARE_SHARE; i++) {
            to.sum[i] = from + i < count ? to.sum[i] : S::zero();
            to.row[i] = count ? to.row[i] : SQUARE_NO_ROW;
        }
    }
    return to;
}

/* ---- adding ---- */

/* Adds neighbours of one row to the last one of them, which then has their sum. */
template <typename S>
__device__ __forceinline__ void square_join_lane(square_sums<typename S::type> *s) {
#pragma unroll
    for (uint32_t i = 1; i < MG_SQUARE_SHARE; i++) {
        if (s->row[i] == s->row[i - 1]) {
            s->sum[i] = S::add(s->sum[i - 1], s->sum[i]);
        }
    }
}

/* Adds up the sums of each lane and of the `before` lanes before it. */
template <typename S>
__device__ __forceinline__ typename S::type square_chain(typename S::type sum, uint32_t before) {
#pragma unroll 1
    for (uint32_t offset = 1; __any_sync(SQUARE_ALL, offset <= before); offset *= 2) {
        const typename S::type other = __shfl_up_sync(SQUARE_ALL, sum, offset);
        sum = offset <= before ? S::add(other, sum) : sum;
    }
    return sum;
}

/* By whole warps, where rows ascend in each lane: the last sum of a lane goes to the next one, if that begins with the
 * same row, or, if all have only that row, to lane 0. Returns whether the lane keeps it. Costs more than additions to
 * one place that wait for each other, unless these are many: then most lanes have only the row that the lane before
 * them ends with. */
template <typename S>
__device__ __forceinline__ bool square_join_warp(square_sums<typename S::type> *s) {
    typedef typename S::type T;
    const uint32_t lane = threadIdx.x % 32, last = MG_SQUARE_SHARE - 1;
    const uint32_t before = __shfl_up_sync(SQUARE_ALL, s->row[last], 1);
    const bool goes_on = lane > 0 && s->row[0] == before && before != SQUARE_NO_ROW;
    const uint32_t within = __ballot_sync(SQUARE_ALL, goes_on && s->row[last] == before);
    if (__popc((int)within) < SQUARE_CROWD) {
        return true;
    }
    if (within == SQUARE_ALL - 1) {
        s->sum[last] = vector_warp_sum<S>(s->sum[last]);
        return lane == 0;
    }
    const uint32_t joined = __ballot_sync(SQUARE_ALL, goes_on), begins = ~within & ((2u << lane) - 1u);
    s->sum[last] = square_chain<S>(s->sum[last], lane - (31 - (uint32_t)__clz((int)begins)));
    const T passed = __shfl_up_sync(SQUARE_ALL, s->sum[last], 1);
#pragma unroll
    for (uint32_t i = 0; i < last; i++) {
        if (goes_on && s->row[i] == before && s->row[i + 1] != before) {
            s->sum[i] = S::add(passed, s->sum[i]);
        }
    }
    return !(joined >> 1 >> lane & 1u);
}

/* Where shared memory has the sum of a row: lanes whose rows differ by MG_SQUARE_SHARE use different banks. */
__device__ __forceinline__ uint32_t square_slot(uint32_t row) {
    return row + row / 32;
}

/* Adds the sums of a lane: of neighbours with the same row the last one has it. */
template <typename S>
__device__ __forceinline__ void square_add_lane(const square_sums<typename S::type> &s, bool keeps_last,
                                                typename S::type *sums) {
    const uint32_t last = MG_SQUARE_SHARE - 1;
#pragma unroll
    for (uint32_t i = 0; i < last; i++) {
        if (s.row[i] != s.row[i + 1]) {
            vector_combine<S>(sums + square_slot(s.row[i]), s.sum[i]);
        }
    }
    if (keeps_last && s.row[last] != SQUARE_NO_ROW) {
        vector_combine<S>(sums + square_slot(s.row[last]), s.sum[last]);
    }
}

#endif
