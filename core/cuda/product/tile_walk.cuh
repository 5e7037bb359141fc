/* SPDX-License-Identifier: Apache-2.0
 *
 * tile_walk.cuh: what the kernels of the formats aspt and rs share: nonzeros whose rows of X are in shared memory.
 *
 * A tile in shared memory has rows of LANES * VECTOR elements, a slice of the columns of X. LANES lanes, a group, carry
 * VECTOR elements each; the rows of eight float4 lanes are 128 bytes, all banks, so groups never conflict with
 * themselves.
 */
#ifndef MG_CORE_CUDA_PRODUCT_TILE_WALK_CUH
#define MG_CORE_CUDA_PRODUCT_TILE_WALK_CUH

#include "core/cuda/product/semiring_ops.cuh"
#include "core/cuda/product/split/split_spmm.cuh"

#include <cuda_pipeline_primitives.h>

/* Four consecutive nonzeros: columns, or places in a tile, and values. */
template <typename T, typename I>
struct tile_step {
    split_vector<I, SPLIT_STEP> column;
    T value[SPLIT_STEP];
};

/* base: a multiple of four. */
template <typename T, typename I>
__device__ __forceinline__ tile_step<T, I> tile_read_step(const I *columns, const T *values, uint64_t base) {
    tile_step<T, I> step;
    step.column = split_load<I, SPLIT_STEP>(columns + base);
    if (values) {
        split_read_values<T>(values + base, step.value);
    } else {
#pragma unroll
        for (uint32_t i = 0; i < SPLIT_STEP; i++) {
            step.value[i] = T(1);
        }
    }
    return step;
}

/* Adds the nonzeros begin .. end - 1; column c is row c & mask of the tile. tile: of this lane. The next nonzeros are
 * read ahead, because the tile is closer than they are. */
template <typename T, uint32_t VECTOR, uint32_t LANES, typename I>
__device__ __forceinline__ void tile_gather(const T *tile, uint32_t mask, const I *columns, const T *values,
                                            uint64_t begin, uint64_t end, T (&sum)[VECTOR]) {
    uint64_t base = begin / SPLIT_STEP * SPLIT_STEP;
    if (begin >= end) {
        return;
    }
    tile_step<T, I> next = tile_read_step<T, I>(columns, values, base);
#pragma unroll 1
    for (; base < end; base += SPLIT_STEP) {
        const tile_step<T, I> now = next;
        if (base + SPLIT_STEP < end) {
            next = tile_read_step<T, I>(columns, values, base + SPLIT_STEP);
        }
        split_vector<T, VECTOR> sent[SPLIT_STEP];
#pragma unroll
        for (uint32_t i = 0; i < SPLIT_STEP; i++) {
            sent[i] = split_load<T, VECTOR>(tile + (now.column.element[i] & mask) * (LANES * VECTOR));
        }
#pragma unroll
        for (uint32_t i = 0; i < SPLIT_STEP; i++) {
            if (base + i >= begin && base + i < end) { /* else the row may have been loaded by nobody */
#pragma unroll
                for (uint32_t c = 0; c < VECTOR; c++) {
                    sum[c] += sent[i].element[c] * now.value[i];
                }
            }
        }
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
