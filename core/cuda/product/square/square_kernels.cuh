/* SPDX-License-Identifier: Apache-2.0
 *
 * square_kernels.cuh: y = alpha A x + beta y with formats of square blocks, and with their transposes, for which the
 * two coordinates of a nonzero change places.
 *
 * Sums of floating-point numbers are added in any order, so they differ in their last bits from run to run.
 */
#ifndef MG_CORE_CUDA_PRODUCT_SQUARE_SQUARE_KERNELS_CUH
#define MG_CORE_CUDA_PRODUCT_SQUARE_SQUARE_KERNELS_CUH

#include "core/cuda/product/square/square_tiles.cuh"

extern "C" {
#include "core/cuda/product/square/square_kernels.h"
}

#define SQUARE_NO_STRIP UINT32_MAX

/* Thread blocks of a multiprocessor for which a kernel has few enough registers: more hide the additions to shared
 * memory, which the transposed product has more of; elements of 8 bytes would not fit the registers then. Turing has no
 * room for more than four. */
static constexpr int square_blocks_of(size_t size, bool transposed) {
#if defined(__CUDA_ARCH__) && __CUDA_ARCH__ < 800
    return 4;
#else
    return size == 8 ? 4 : transposed ? 6 : 5;
#endif
}

/* Where a nonzero reads x and adds to y, from the first rows that its block has there. */
struct square_place {
    uint32_t x, y;
};

__device__ __forceinline__ square_place square_place_of(const mg_square_product &p, uint32_t coordinates,
                                                        uint32_t shift) {
    const uint32_t high = coordinates >> shift, low = coordinates - (high << shift);
    return p.transposed ? square_place{high, low} : square_place{low, high};
}

/* Of a slot; all slots have coordinates of one width. */
__device__ __forceinline__ square_place square_place_at(const mg_square_product &p, uint64_t slot) {
    const mg_device_square &m = p.matrix;
    return m.wide_share == 0 ? square_place_of(p, vector_stream(m.wide + slot), m.wide_shift)
                             : square_place_of(p, vector_stream(m.narrow + slot), m.narrow_shift);
}

/* Y = beta Y, where others will add. Thread-to-work mapping: a row for each thread. Shared memory: none. */
template <typename S>
__global__ void __launch_bounds__(MG_SQUARE_THREADS) square_prepare(const __grid_constant__ mg_square_product p) {
    const uint64_t i = (uint64_t)blockIdx.x * MG_SQUARE_THREADS + threadIdx.x;
    if (i >= p.prepared_rows) {
        return;
    }
    const uint32_t shift = p.matrix.shift;
    const uint64_t row = p.prepared ? ((uint64_t)p.prepared[i >> shift] << shift) + (i & ((1u << shift) - 1u)) : i;
    if (row < p.product.rows) {
        vector_store<S>(p.product, (uint32_t)row, S::zero());
    }
}

/* ---- CSB and the leaves of HISPARSE ---- */

/* Thread-to-work mapping: a thread block for each chunk, a warp for each tile, MG_SQUARE_SHARE slots for each thread.
 * Shared memory: a sum for each row of the chunk. While a warp adds the nonzeros of a tile, it reads those of its next
 * one, the pieces of the one after it, and where those of a third one begin. */
template <typename S, bool transposed>
__global__ void __launch_bounds__(MG_SQUARE_THREADS, square_blocks_of(sizeof(typename S::type), transposed))
    square_strips(const __grid_constant__ mg_square_product p) {
    typedef typename S::type T;
    extern __shared__ __align__(16) unsigned char memory[];
    T *const sums = (T *)memory;
    const mg_square_strips &strips = p.matrix.strips[transposed];
    const mg_square_chunk chunk = strips.chunks[blockIdx.x];
    const uint32_t first = chunk.strip << p.matrix.shift, warp = threadIdx.x / 32;
    const uint32_t rows = min(chunk.strips << p.matrix.shift, p.product.rows - first);
    square_reader<T> reader = {strips.tiles + chunk.tile, strips.pieces + chunk.piece, chunk.count - 1};
    if (warp < chunk.count) {
        reader.begin(p, warp);
    }
    for (uint32_t i = threadIdx.x; i < square_slot(rows); i += MG_SQUARE_THREADS) {
        sums[i] = S::zero();
    }
    __syncthreads();
#pragma unroll 1
    for (uint32_t at = warp; at < chunk.count; at += SQUARE_WARPS) {
        const square_share<T> share = reader.next(p, at);
        square_sums<T> s = square_multiply<S, transposed>(p, share, share.part.other, share.part.strip);
        square_join_lane<S>(&s);
        const bool keeps_last = transposed || !p.matrix.is_by_row || square_join_warp<S>(&s);
        square_add_lane<S>(s, keeps_last, sums);
    }
    __syncthreads();
    for (uint32_t i = threadIdx.x; i < rows; i += MG_SQUARE_THREADS) {
        const T sum = sums[square_slot(i)];
        if (chunk.is_shared) {
            vector_add_to<S>(p.product, first + i, sum);
        } else {
            vector_store<S>(p.product, first + i, sum);
        }
    }
}

/* The light leaves of the transposed matrix, after its strips: each nonzero is added to the result. Thread-to-work
 * mapping: as square_strips. Shared memory: none. */
template <typename S>
__global__ void __launch_bounds__(MG_SQUARE_THREADS) square_light(const __grid_constant__ mg_square_product p) {
    typedef typename S::type T;
    const mg_square_strips &strips = p.matrix.strips[true];
    const mg_square_chunk chunk = strips.chunks[strips.chunk_count + blockIdx.x];
    const square_reader<T> reader = {strips.tiles + chunk.tile, strips.pieces + chunk.piece, chunk.count - 1};
#pragma unroll 1
    for (uint32_t at = threadIdx.x / 32; at < chunk.count; at += SQUARE_WARPS) {
        const square_part part = reader.part_of(reader.tile_at(at));
        const square_sums<T> s =
            square_multiply<S, true>(p, square_share_of<T>(p, part), chunk.strip + part.strip, part.other);
#pragma unroll
        for (uint32_t i = 0; i < MG_SQUARE_SHARE; i++) {
            if (part.from + i < part.count) {
                vector_add_to<S>(p.product, s.row[i], s.sum[i]);
            }
        }
    }
}

/* ---- ECSB ---- */

/* The block of a number: the strip to which it adds, and the other direction. */
struct square_block {
    uint32_t strip, other;
};

__device__ __forceinline__ square_block square_block_of(const mg_square_product &p, uint32_t number) {
    const uint32_t row = number / p.matrix.block_columns, column = number - row * p.matrix.block_columns;
    return p.transposed ? square_block{column, row} : square_block{row, column};
}

/* Is a slot a nonzero? ELL slots of a block row end with its length. */
__device__ __forceinline__ bool square_is_nonzero(const mg_square_product &p, uint64_t slot) {
    const mg_device_square &m = p.matrix;
    if (slot >= m.ell_slots) {
        return slot < m.slot_count;
    }
    const uint64_t place = slot / m.block_rows, row = slot - place * m.block_rows;
    return place < m.row_starts[row + 1] - m.row_starts[row];
}

/* Slots first, first + MG_SQUARE_THREADS, ... of a thread. */
template <typename S>
__device__ __forceinline__ void square_slots(const mg_square_product &p, uint64_t first, uint32_t strip,
                                             typename S::type *sums) {
    typedef typename S::type T;
    const T one = split_scalar<T>(p.product.one);
    square_terms<T> terms;
    uint32_t strips[MG_SQUARE_STEP];
#pragma unroll
    for (uint32_t i = 0; i < MG_SQUARE_STEP; i++) {
        const uint64_t slot = first + i * MG_SQUARE_THREADS;
        terms.is_here[i] = square_is_nonzero(p, slot);
        if (terms.is_here[i]) {
            const square_block block = square_block_of(p, vector_stream(p.matrix.numbers + slot));
            const square_place place = square_place_at(p, slot);
            const uint64_t at = ((uint64_t)block.other << p.matrix.shift) + place.x;
            strips[i] = block.strip;
            terms.row[i] = place.y;
            terms.product[i] =
                vector_term<S>(S::multiply(vector_x<T>(p.product, at), vector_value<T>(p.values, slot, one)));
        }
    }
#pragma unroll
    for (uint32_t i = 0; i < MG_SQUARE_STEP; i++) {
        if (terms.is_here[i] && strips[i] == strip) {
            vector_combine<S>(sums + terms.row[i], terms.product[i]);
        } else if (terms.is_here[i]) {
            vector_add_to<S>(p.product, (strips[i] << p.matrix.shift) + terms.row[i], terms.product[i]);
        }
    }
}

/* Thread-to-work mapping: a thread block takes MG_SQUARE_SLOTS * MG_SQUARE_THREADS slots, each thread one of
 * MG_SQUARE_THREADS. Shared memory: the sums of the strip of the first COO slot; nonzeros of others, and those of ELL
 * slots, which belong to different block rows, are added to the result one by one. */
template <typename S>
__global__ void __launch_bounds__(MG_SQUARE_THREADS) square_expanded(const __grid_constant__ mg_square_product p) {
    typedef typename S::type T;
    extern __shared__ __align__(16) unsigned char memory[];
    T *const sums = (T *)memory;
    const uint32_t side = 1u << p.matrix.shift;
    const uint64_t begin = (uint64_t)blockIdx.x * (MG_SQUARE_SLOTS * MG_SQUARE_THREADS);
    const bool has_strip = begin >= p.matrix.ell_slots && begin < p.matrix.slot_count;
    const uint32_t strip = has_strip ? square_block_of(p, p.matrix.numbers[begin]).strip : SQUARE_NO_STRIP;
    if (has_strip) {
        for (uint32_t i = threadIdx.x; i < side; i += MG_SQUARE_THREADS) {
            sums[i] = S::zero();
        }
    }
    __syncthreads();
#pragma unroll 1
    for (uint32_t i = 0; i < MG_SQUARE_SLOTS; i += MG_SQUARE_STEP) {
        square_slots<S>(p, begin + i * MG_SQUARE_THREADS + threadIdx.x, strip, sums);
    }
    __syncthreads();
    if (has_strip) {
        for (uint32_t i = threadIdx.x; i < side; i += MG_SQUARE_THREADS) {
            if (sums[i] != S::zero()) {
                vector_add_to<S>(p.product, (strip << p.matrix.shift) + i, sums[i]);
            }
        }
    }
}

/* ---- GCSB ---- */

/* Thread-to-work mapping: a thread for each block; those of a group read neighbouring slots. Shared memory: none. */
template <typename S>
__global__ void __launch_bounds__(MG_SQUARE_THREADS) square_grouped(const __grid_constant__ mg_square_product p) {
    typedef typename S::type T;
    const mg_device_square &m = p.matrix;
    const uint64_t number = (uint64_t)blockIdx.x * MG_SQUARE_THREADS + threadIdx.x;
    if (number >= m.block_count) {
        return;
    }
    const square_block block = square_block_of(p, m.numbers[number]);
    const uint64_t x_first = (uint64_t)block.other << m.shift, group = number / m.group;
    const uint64_t first = m.group_starts[group] * m.group + (number - group * m.group);
    const uint32_t y_first = block.strip << m.shift, count = m.counts[number];
    const T one = split_scalar<T>(p.product.one);
#pragma unroll 1
    for (uint32_t at = 0; at < count; at += MG_SQUARE_STEP) {
        square_terms<T> terms;
        T x[MG_SQUARE_STEP], value[MG_SQUARE_STEP];
#pragma unroll
        for (uint32_t i = 0; i < MG_SQUARE_STEP; i++) {
            const uint64_t slot = first + (uint64_t)(at + i < count ? at + i : 0) * m.group;
            const square_place place = square_place_at(p, slot);
            terms.is_here[i] = at + i < count;
            terms.row[i] = place.y;
            value[i] = vector_value<T>(p.values, slot, one);
            x[i] = vector_x<T>(p.product, x_first + place.x);
        }
#pragma unroll
        for (uint32_t i = 0; i < MG_SQUARE_STEP; i++) {
            terms.product[i] = vector_term<S>(S::multiply(x[i], value[i]));
        }
        square_add<S>(p.product, y_first, &terms);
    }
}

template <mg_semiring semiring, typename T>
static mg_square_kernels square_kernels_with() {
    typedef product_semiring<semiring, T> S;
    return {(const void *)square_prepare<S>,
            {(const void *)square_strips<S, false>, (const void *)square_strips<S, true>},
            (const void *)square_light<S>,
            (const void *)square_expanded<S>,
            (const void *)square_grouped<S>};
}

template <typename T>
static mg_square_kernels square_kernels_of(mg_semiring semiring) {
    return semiring == MG_MIN_PLUS ? square_kernels_with<MG_MIN_PLUS, T>()
           : semiring == MG_OR_AND ? square_kernels_with<MG_OR_AND, T>()
                                   : square_kernels_with<MG_PLUS_TIMES, T>();
}

#endif
