/* SPDX-License-Identifier: Apache-2.0
 *
 * tile_walk.cuh: what the kernels of the formats aspt and rs share: packed nonzeros (pack/pack_args.h) whose rows of X
 * are in shared memory.
 *
 * A tile in shared memory has rows of LANES * VECTOR elements, a slice of the columns of X. LANES lanes, a group, carry
 * VECTOR elements each of a segment; four groups multiply a slice. The rows of eight float4 lanes are 128 bytes, all
 * banks, so groups never conflict with themselves.
 */
#ifndef MG_CORE_CUDA_PRODUCT_TILE_WALK_CUH
#define MG_CORE_CUDA_PRODUCT_TILE_WALK_CUH

#include "core/cuda/product/pack/pack_args.h"
#include "core/cuda/product/semiring_ops.cuh"
#include "core/cuda/product/split/split_spmm.cuh"

#include <cuda_pipeline_primitives.h>

/* The ids of a group's next MG_PACK_STEP nonzeros, two in a word. */
typedef split_vector<uint32_t, MG_PACK_STEP / 2> tile_ids;

/* The row of the tile that nonzero i has. x: the tile from this lane's columns on, as an address of shared memory,
 * because the compiler takes twice as many instructions to form one from a pointer. */
template <typename T, uint32_t VECTOR, uint32_t LANES>
__device__ __forceinline__ split_vector<T, VECTOR> tile_row(uint32_t x, const tile_ids &ids, uint32_t i) {
    const uint32_t id = i % 2 ? ids.element[i / 2] >> 16 : ids.element[i / 2] & 0xffffu;
    return split_load<T, VECTOR>((const T *)__cvta_shared_to_generic(x + id * (LANES * VECTOR * (uint32_t)sizeof(T))));
}

/* The packed arrays at a segment's place in its slice. */
template <typename T, bool weighted>
struct tile_reader {
    const uint16_t *ids;
    const T *values;
    __device__ __forceinline__ tile_reader(const mg_pack &p, uint32_t place)
        : ids(p.ids + place * MG_PACK_STEP), values((const T *)p.values + (weighted ? place * MG_PACK_STEP : 0)) {
    }
    __device__ __forceinline__ tile_ids read_ids(uint32_t step) const {
        return *(const tile_ids *)(ids + (uint64_t)step * (MG_PACK_ROWS * MG_PACK_STEP));
    }
    __device__ __forceinline__ void read_values(uint32_t step, T (&value)[MG_PACK_STEP]) const {
        if (weighted) {
            split_read_values<T>(values + (uint64_t)step * (MG_PACK_ROWS * MG_PACK_STEP), value);
        }
    }
};

/* The slices of a tile that a group multiplies one after the other. */
struct tile_slices {
    uint32_t place;             /* the group's segment in each slice */
    uint32_t slice, end, apart; /* the next slice, the end of the tile's, and the distance */
};

template <uint32_t LANES, uint32_t THREADS>
__device__ __forceinline__ tile_slices tile_slices_of(const mg_pack &p, uint32_t tile) {
    const uint32_t group = threadIdx.x / LANES;
    return {group % MG_PACK_ROWS, p.tile_slices[tile] + group / MG_PACK_ROWS, p.tile_slices[tile + 1],
            THREADS / LANES / MG_PACK_ROWS};
}

/* Multiplies the segments of a tile in shared memory with this lane's columns. The first steps may be read before the
 * tile is there, and the next step is always read ahead, also that of the next slice, because the tile is closer than
 * the nonzeros are. */
template <typename T, uint32_t VECTOR, uint32_t LANES, uint32_t THREADS, bool weighted>
struct tile_walk {
    const mg_pack &pack;
    tile_reader<T, weighted> reader;
    tile_slices slices;
    uint32_t at, end; /* steps of the next slice */
    tile_ids ahead;
    T value_ahead[MG_PACK_STEP];

    __device__ __forceinline__ explicit tile_walk(const mg_pack &p)
        : pack(p), reader(p, threadIdx.x / LANES % MG_PACK_ROWS) {
    }
    __device__ __forceinline__ void begin(uint32_t tile) {
        slices = tile_slices_of<LANES, THREADS>(pack, tile);
        if (slices.slice < slices.end) {
            at = pack.slice_steps[slices.slice];
            end = pack.slice_steps[slices.slice + 1];
            read(at);
        }
    }
    __device__ __forceinline__ void read(uint32_t step) {
        ahead = reader.read_ids(step);
        reader.read_values(step, value_ahead);
    }
    /* Adds a slice to `sum`; next: the step to read ahead at its end. from: the tile as in tile_row(). */
    __device__ __forceinline__ void multiply(uint32_t from, uint32_t next, T (&sum)[VECTOR]) {
#pragma unroll 2
        do {
            const tile_ids ids = ahead;
            T value[MG_PACK_STEP];
#pragma unroll
            for (uint32_t i = 0; i < MG_PACK_STEP; i++) {
                value[i] = value_ahead[i];
            }
            at++;
            read(at < end ? at : next);
            split_vector<T, VECTOR> sent[MG_PACK_STEP];
#pragma unroll
            for (uint32_t i = 0; i < MG_PACK_STEP; i++) {
                sent[i] = tile_row<T, VECTOR, LANES>(from, ids, i);
            }
#pragma unroll
            for (uint32_t i = 0; i < MG_PACK_STEP; i++) {
#pragma unroll
                for (uint32_t c = 0; c < VECTOR; c++) {
                    sum[c] = weighted ? mg_fused(sent[i].element[c], value[i], sum[c]) : sum[c] + sent[i].element[c];
                }
            }
        } while (at < end);
    }
    /* After begin(): gives the sum of each segment to finish(row, sum). x: of this lane. */
    template <typename Finish>
    __device__ __forceinline__ void run(const T *x, const Finish &finish) {
        const uint32_t from = (uint32_t)__cvta_generic_to_shared(x);
#pragma unroll 1
        while (slices.slice < slices.end) {
            const uint32_t row = pack.rows[(uint64_t)slices.slice * MG_PACK_ROWS + slices.place];
            slices.slice += slices.apart;
            const bool more = slices.slice < slices.end;
            const uint32_t next = more ? pack.slice_steps[slices.slice] : at;
            const uint32_t next_end = more ? pack.slice_steps[slices.slice + 1] : 0;
            T sum[VECTOR] = {};
            multiply(from, next, sum);
            if (row != MG_PACK_NONE) {
                finish(row, sum);
            }
            at = next;
            end = next_end;
        }
    }
};

/* Begins to read rows of X into shared memory, and clears the row `count`, which padding multiplies. source(i): row of
 * X in row i, MG_PACK_NONE for none; several are found at once, as no load passes a copy. x: of this lane. */
template <typename T, uint32_t VECTOR, uint32_t LANES, uint32_t THREADS, typename Source>
__device__ __forceinline__ void tile_read(T *tile, uint32_t count, const T *x, uint32_t stride, bool in_range,
                                          const Source &source) {
    constexpr uint32_t batch = 8;
#pragma unroll 1
    for (uint32_t base = threadIdx.x; in_range && base < count * LANES; base += THREADS * batch) {
        uint32_t row[batch];
#pragma unroll
        for (uint32_t j = 0; j < batch; j++) {
            const uint32_t i = base + j * THREADS;
            row[j] = i < count * LANES ? source(i / LANES) : MG_PACK_NONE;
        }
#pragma unroll
        for (uint32_t j = 0; j < batch; j++) {
            if (row[j] != MG_PACK_NONE) {
                __pipeline_memcpy_async(tile + (base + j * THREADS) * VECTOR,
                                        (const char *)x + (uint64_t)row[j] * stride, sizeof(T) * VECTOR);
            }
        }
    }
    __pipeline_commit();
    for (uint32_t i = threadIdx.x; i < LANES * VECTOR; i += THREADS) {
        tile[count * LANES * VECTOR + i] = T(0);
    }
}

__device__ __forceinline__ bool tile_is_masked(const mg_split_product &p, uint32_t row) {
    return p.mask && (p.mask[row] != 0) == (p.mask_complement != 0);
}

/* y += alpha sum, by the only thread that adds to these elements. */
template <typename T, uint32_t VECTOR>
__device__ __forceinline__ void tile_add(const mg_split_product &p, uint32_t row, uint32_t column,
                                         const T (&sum)[VECTOR]) {
    T *const y = (T *)p.y + row * p.y_stride + column;
    split_vector<T, VECTOR> result = split_load<T, VECTOR>(y);
    const T alpha = split_scalar<T>(p.alpha);
#pragma unroll
    for (uint32_t c = 0; c < VECTOR; c++) {
        result.element[c] += alpha * sum[c];
    }
    *(split_vector<T, VECTOR> *)y = result;
}

/* y += factor sum, while other threads do the same. */
template <typename T, uint32_t VECTOR>
__device__ __forceinline__ void tile_add_atomic(const mg_split_product &p, uint64_t row, uint32_t column, T factor,
                                                const T (&sum)[VECTOR]) {
    T *const y = (T *)p.y + row * p.y_stride + column;
#if __CUDA_ARCH__ >= 900
    if constexpr (sizeof(T) == 4 && VECTOR == 4) { /* atomicAdd(float4 *) would return the former elements */
        asm volatile("red.global.add.v4.f32 [%0], {%1, %2, %3, %4};" ::"l"(__cvta_generic_to_global(y)),
                     "f"(factor * sum[0]), "f"(factor * sum[1]), "f"(factor * sum[2]), "f"(factor * sum[3])
                     : "memory");
    } else
#endif
    {
#pragma unroll
        for (uint32_t c = 0; c < VECTOR; c++) {
            atomicAdd(y + c, factor * sum[c]);
        }
    }
}

#endif
