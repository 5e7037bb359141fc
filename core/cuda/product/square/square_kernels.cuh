/* SPDX-License-Identifier: Apache-2.0
 *
 * square_kernels.cuh: y = alpha A x + beta y with formats of square blocks, and with their transposes, for which the
 * two coordinates of a nonzero change places.
 *
 * Sums of floating-point numbers are added in any order, so they differ in their last bits from run to run.
 */
#ifndef MG_CORE_CUDA_PRODUCT_SQUARE_SQUARE_KERNELS_CUH
#define MG_CORE_CUDA_PRODUCT_SQUARE_SQUARE_KERNELS_CUH

#include "core/cuda/product/square/square_terms.cuh"

extern "C" {
#include "core/cuda/product/square/square_kernels.h"
}

#define SQUARE_NO_STRIP UINT32_MAX

/* Where a nonzero reads x and adds to y, from the first rows that its block has there. */
struct square_place {
    uint32_t x, y;
};

__device__ __forceinline__ square_place square_place_of(const mg_square_product &p, uint32_t coordinates) {
    const uint32_t shift = p.matrix.coordinate_shift, low = coordinates & ((1u << shift) - 1u);
    const uint32_t high = coordinates >> shift;
    return p.transposed ? square_place{high, low} : square_place{low, high};
}

__device__ __forceinline__ uint32_t square_coordinates(const mg_square_product &p, uint64_t slot) {
    return p.matrix.is_wide ? vector_stream((const uint32_t *)p.matrix.coordinates + slot)
                            : vector_stream((const uint16_t *)p.matrix.coordinates + slot);
}

/* The coordinates of MG_SQUARE_STEP slots, the first of which is a multiple of that. stays: does the thread read the
 * next ones soon, of the same sector? */
template <bool stays>
__device__ __forceinline__ void square_read_coordinates(const mg_square_product &p, uint64_t slot,
                                                        uint32_t (&read)[MG_SQUARE_STEP]) {
    if (p.matrix.is_wide) {
        const uint4 *const from = (const uint4 *)((const uint32_t *)p.matrix.coordinates + slot);
        const uint4 four = stays ? *from : __ldcs(from);
        read[0] = four.x, read[1] = four.y, read[2] = four.z, read[3] = four.w;
    } else {
        const uint2 *const from = (const uint2 *)((const uint16_t *)p.matrix.coordinates + slot);
        const uint2 four = stays ? *from : __ldcs(from);
        read[0] = four.x & 0xffffu, read[1] = four.x >> 16, read[2] = four.y & 0xffffu, read[3] = four.y >> 16;
    }
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

/* The MG_SQUARE_STEP nonzeros from `base` on, as far as they are in begin .. end - 1; x_first, y_first: the block's. */
template <typename S, bool stays>
__device__ __forceinline__ square_terms<typename S::type> square_read(const mg_square_product &p, uint64_t base,
                                                                      uint64_t begin, uint64_t end, uint64_t x_first,
                                                                      uint32_t y_first) {
    typedef typename S::type T;
    const T one = split_scalar<T>(p.product.one);
    square_terms<T> terms;
    uint32_t coordinates[MG_SQUARE_STEP];
    T value[MG_SQUARE_STEP] = {one, one, one, one}, x[MG_SQUARE_STEP];
    square_read_coordinates<stays>(p, base, coordinates);
    if (p.values) {
        split_read_values<T>((const T *)p.values + base, value);
    }
#pragma unroll
    for (uint32_t i = 0; i < MG_SQUARE_STEP; i++) {
        const square_place place = square_place_of(p, coordinates[i]);
        terms.is_here[i] = base + i >= begin && base + i < end;
        terms.row[i] = y_first + place.y;
        x[i] = terms.is_here[i] ? vector_x<T>(p.product, x_first + place.x) : T(0);
    }
#pragma unroll
    for (uint32_t i = 0; i < MG_SQUARE_STEP; i++) {
        terms.product[i] = vector_term<S>(S::multiply(x[i], value[i]));
    }
    return terms;
}

/* Adds a piece to the sums of its strip: each of `lanes` threads takes MG_SQUARE_STEP nonzeros by turns. */
template <typename S>
__device__ __forceinline__ void square_piece(const mg_square_product &p, const mg_square_piece &piece, uint32_t lane,
                                             uint32_t lanes, typename S::type *sums) {
    typedef typename S::type T;
    const uint64_t end = piece.begin + piece.count, x_first = (uint64_t)piece.other << p.matrix.shift;
    const uint64_t first = piece.begin / MG_SQUARE_STEP * MG_SQUARE_STEP + lane * MG_SQUARE_STEP;
#pragma unroll 1
    for (uint64_t base = first; base < end; base += lanes * MG_SQUARE_STEP) {
        square_terms<T> terms =
            square_read<S, false>(p, base, piece.begin, end, x_first, (uint32_t)piece.strip << p.matrix.shift);
        square_join<S>(&terms);
#pragma unroll
        for (uint32_t i = 0; i < MG_SQUARE_STEP; i++) {
            if (terms.is_here[i]) {
                vector_combine<S>(sums + terms.row[i], terms.product[i]);
            }
        }
    }
}

/* The same where rows ascend, by whole warps: each of `lanes` threads takes consecutive nonzeros and adds up those of a
 * row before it adds to the sums. is_here: has the thread a piece? */
template <typename S>
__device__ __forceinline__ void square_runs(const mg_square_product &p, const mg_square_piece &piece, bool is_here,
                                            uint32_t lane, uint32_t lanes, typename S::type *sums) {
    typedef typename S::type T;
    const uint64_t end = piece.begin + piece.count, x_first = (uint64_t)piece.other << p.matrix.shift;
    const uint64_t begin = piece.begin / MG_SQUARE_STEP * MG_SQUARE_STEP;
    const uint32_t steps = (uint32_t)(end - begin + MG_SQUARE_STEP - 1) / MG_SQUARE_STEP,
                   own = (steps + lanes - 1) / lanes;
    const uint32_t first = lane * own, last = first + own < steps ? first + own : steps;
    square_run<T> open = {SQUARE_NO_ROW, S::zero()};
#pragma unroll 1
    for (uint32_t step = is_here ? first : last; __any_sync(SQUARE_ALL, step < last); step++) {
        square_run<T> full = {SQUARE_NO_ROW, S::zero()};
        if (step < last) {
            const square_terms<T> terms = square_read<S, true>(p, begin + (uint64_t)step * MG_SQUARE_STEP, piece.begin,
                                                               end, x_first, (uint32_t)piece.strip << p.matrix.shift);
            square_extend<S>(terms, &open, &full, sums);
        }
        square_flush<S>(full, sums);
    }
    square_flush<S>(open, sums);
}

/* Thread-to-work mapping: a thread block takes a chunk, groups of its lanes the pieces by turns. Shared memory: the
 * sums of the strips' rows. */
template <typename S>
__global__ void __launch_bounds__(MG_SQUARE_THREADS) square_strips(const __grid_constant__ mg_square_product p) {
    typedef typename S::type T;
    extern __shared__ __align__(16) unsigned char memory[];
    T *const sums = (T *)memory;
    const mg_square_strips *const strips = &p.matrix.strips[p.transposed];
    const mg_square_chunk chunk = strips->chunks[blockIdx.x];
    const uint32_t first = chunk.strip << p.matrix.shift, left = p.product.rows - first;
    const uint32_t most = (uint32_t)chunk.strips << p.matrix.shift, rows = left < most ? left : most;
    const uint32_t group = threadIdx.x / chunk.lanes, groups = MG_SQUARE_THREADS / chunk.lanes;
    const bool is_by_row = p.matrix.is_by_row && !p.transposed;
    for (uint32_t i = threadIdx.x; i < rows; i += MG_SQUARE_THREADS) {
        sums[i] = S::zero();
    }
    __syncthreads();
    mg_square_piece next = strips->pieces[chunk.first + (group < chunk.count ? group : 0)];
    for (uint32_t at = 0; at < chunk.count; at += groups) {
        const bool is_here = at + group < chunk.count;
        const mg_square_piece piece = next;
        if (at + groups + group < chunk.count) {
            next = strips->pieces[chunk.first + at + groups + group]; /* ahead: small blocks wait for it */
        }
        if (is_by_row) {
            square_runs<S>(p, piece, is_here, threadIdx.x % chunk.lanes, chunk.lanes, sums);
        } else if (is_here) {
            square_piece<S>(p, piece, threadIdx.x % chunk.lanes, chunk.lanes, sums);
        }
    }
    __syncthreads();
    for (uint32_t i = threadIdx.x; i < rows; i += MG_SQUARE_THREADS) {
        if (chunk.is_shared) {
            vector_add_to<S>(p.product, first + i, sums[i]);
        } else {
            vector_store<S>(p.product, first + i, sums[i]);
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
            const square_place place = square_place_of(p, square_coordinates(p, slot));
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
            const square_place place = square_place_of(p, square_coordinates(p, slot));
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
    return {(const void *)square_prepare<S>, (const void *)square_strips<S>, (const void *)square_expanded<S>,
            (const void *)square_grouped<S>};
}

template <typename T>
static mg_square_kernels square_kernels_of(mg_semiring semiring) {
    return semiring == MG_MIN_PLUS ? square_kernels_with<MG_MIN_PLUS, T>()
           : semiring == MG_OR_AND ? square_kernels_with<MG_OR_AND, T>()
                                   : square_kernels_with<MG_PLUS_TIMES, T>();
}

#endif
