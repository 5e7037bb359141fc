/* SPDX-License-Identifier: Apache-2.0
 *
 * split_spmm.cuh: Y = alpha A X + beta Y on the split format.
 *
 * Thread-to-work mapping: LANES lanes carry VECTOR columns each; SLOTS such groups, WIDE of long items and NARROW of
 * short ones, take different nonzeros of one item, and the 32 / (LANES * SLOTS) teams of a warp take different items.
 * Consecutive thread blocks compute one tile of LANES * VECTOR columns, the long items first. A group reads four
 * consecutive nonzeros at a time. Sums of whole rows are stored directly; those of parts go to slots, which
 * split_finish adds in their order, so that results are the same in every run. Shared memory: none.
 */
#ifndef MG_CORE_CUDA_PRODUCT_SPLIT_SPLIT_SPMM_CUH
#define MG_CORE_CUDA_PRODUCT_SPLIT_SPLIT_SPMM_CUH

#include "core/cuda/product/split/split_args.h"

/* VECTOR consecutive elements, loaded and stored at once. */
template <typename T, uint32_t VECTOR>
struct __align__(sizeof(T) * VECTOR) split_vector {
    T element[VECTOR];
};

template <typename T, uint32_t VECTOR>
__device__ __forceinline__ split_vector<T, VECTOR> split_load(const T *from) {
    return *(const split_vector<T, VECTOR> *)from;
}

/* An element from the low bytes of its bit pattern. */
template <typename T>
__device__ __forceinline__ T split_scalar(uint64_t bits) {
    if constexpr (sizeof(T) == 4) {
        return __builtin_bit_cast(T, (uint32_t)bits);
    } else {
        return __builtin_bit_cast(T, bits);
    }
}

#define SPLIT_STEP 4u /* consecutive nonzeros that a group reads together */

/* Reads SPLIT_STEP consecutive values, of which the first is aligned to 16 bytes. */
template <typename T>
__device__ __forceinline__ void split_read_values(const T *values, T (&read)[SPLIT_STEP]) {
    constexpr uint32_t together = 16 / sizeof(T);
#pragma unroll
    for (uint32_t i = 0; i < SPLIT_STEP; i += together) {
        const split_vector<T, together> some = split_load<T, together>(values + i);
#pragma unroll
        for (uint32_t j = 0; j < together; j++) {
            read[i + j] = some.element[j];
        }
    }
}

/* Adds `length` nonzeros from `begin`: this group takes SPLIT_STEP of every SLOTS * SPLIT_STEP. Reading the next ones
 * ahead was measured: it costs more registers than it hides latency, except on bands. */
template <typename S, uint32_t VECTOR, uint32_t SLOTS, bool weighted>
__device__ __forceinline__ void split_gather(const mg_split_product &p, const typename S::type *x, uint64_t begin,
                                             uint32_t length, uint32_t slot, typename S::type (&sum)[VECTOR]) {
    typedef typename S::type T;
    const uint64_t end = begin + length;
#pragma unroll 1
    for (uint64_t base = begin / SPLIT_STEP * SPLIT_STEP + slot * SPLIT_STEP; base < end; base += SLOTS * SPLIT_STEP) {
        const split_vector<uint32_t, SPLIT_STEP> columns = split_load<uint32_t, SPLIT_STEP>(p.matrix.column + base);
        T value[SPLIT_STEP];
        if (weighted) {
            split_read_values<T>((const T *)p.matrix.values + base, value);
        }
        split_vector<T, VECTOR> sent[SPLIT_STEP];
#pragma unroll
        for (uint32_t i = 0; i < SPLIT_STEP; i++) {
            const uint64_t at = base + i >= begin && base + i < end ? columns.element[i] : 0;
            sent[i] = split_load<T, VECTOR>((const T *)((const char *)x + at * p.x_stride));
        }
#pragma unroll
        for (uint32_t i = 0; i < SPLIT_STEP; i++) {
            if (base + i >= begin && base + i < end) {
#pragma unroll
                for (uint32_t c = 0; c < VECTOR; c++) {
                    sum[c] = weighted ? S::add_product(sum[c], sent[i].element[c], value[i])
                                      : S::add(sum[c], S::multiply(sent[i].element[c], T(1)));
                }
            }
        }
    }
}

/* Stores the sums of a row: y = alpha sum + beta y. */
template <typename S, uint32_t VECTOR>
__device__ __forceinline__ void split_store(const mg_split_product &p, uint32_t row, uint32_t first,
                                            const typename S::type (&sum)[VECTOR]) {
    typedef typename S::type T;
    if (p.mask && (p.mask[row] != 0) == (p.mask_complement != 0)) {
        return;
    }
    T *const y = (T *)p.y + row * p.y_stride + first;
    split_vector<T, VECTOR> before = {}, after;
    if (p.accumulate) {
        before = split_load<T, VECTOR>(y);
    }
#pragma unroll
    for (uint32_t c = 0; c < VECTOR; c++) {
        after.element[c] =
            S::finish(sum[c], before.element[c], split_scalar<T>(p.alpha), split_scalar<T>(p.beta), p.accumulate);
    }
    *(split_vector<T, VECTOR> *)y = after;
}

/* Items of thread block `block` of those that take the items first .. end - 1. */
template <typename S, uint32_t VECTOR, uint32_t LANES, uint32_t SLOTS>
__device__ __forceinline__ void split_items(const mg_split_product &p, uint32_t tile, uint32_t block, uint64_t first,
                                            uint64_t end) {
    typedef typename S::type T;
    constexpr uint32_t team = LANES * SLOTS, teams = MG_SPLIT_THREADS / team;
    const uint32_t lane = threadIdx.x % LANES, slot = threadIdx.x % team / LANES;
    const uint32_t column = (tile * LANES + lane) * VECTOR;
    const uint64_t i = first + (uint64_t)block * teams + threadIdx.x / team;
    const bool works = i < end, in_range = works && column < p.k;
    const mg_device_item item = works ? p.matrix.items[i] : mg_device_item{0, 0, 0};
    const uint32_t length = item.length & ~MG_SPLIT_PART;
    T sum[VECTOR];
#pragma unroll
    for (uint32_t c = 0; c < VECTOR; c++) {
        sum[c] = S::zero();
    }
    if (in_range && S::weighted && p.matrix.values) {
        split_gather<S, VECTOR, SLOTS, true>(p, (const T *)p.x + column, item.begin, length, slot, sum);
    } else if (in_range) {
        split_gather<S, VECTOR, SLOTS, false>(p, (const T *)p.x + column, item.begin, length, slot, sum);
    }
#pragma unroll
    for (uint32_t offset = team / 2; offset >= LANES; offset /= 2) {
#pragma unroll
        for (uint32_t c = 0; c < VECTOR; c++) {
            sum[c] = S::add(sum[c], __shfl_xor_sync(0xffffffffu, sum[c], offset));
        }
    }
    if (!in_range || slot) {
        return;
    }
    if (item.length & MG_SPLIT_PART) {
        split_vector<T, VECTOR> part;
#pragma unroll
        for (uint32_t c = 0; c < VECTOR; c++) {
            part.element[c] = sum[c];
        }
        *(split_vector<T, VECTOR> *)((T *)p.slots + (uint64_t)item.row * p.k + column) = part;
    } else {
        split_store<S, VECTOR>(p, item.row, column, sum);
    }
}

/* One launch for all items: the short ones fill the device while the last long ones run. */
template <typename S, uint32_t VECTOR, uint32_t LANES, uint32_t WIDE, uint32_t NARROW>
__global__ void __launch_bounds__(MG_SPLIT_THREADS) split_spmm(const __grid_constant__ mg_split_product p) {
    const uint32_t tile = blockIdx.x / p.tile_blocks, block = blockIdx.x % p.tile_blocks;
    if (WIDE != NARROW && block < p.wide_blocks) {
        split_items<S, VECTOR, LANES, WIDE>(p, tile, block, 0, p.matrix.long_count);
    } else {
        split_items<S, VECTOR, LANES, NARROW>(p, tile, block - p.wide_blocks, WIDE != NARROW ? p.matrix.long_count : 0,
                                              p.matrix.item_count);
    }
}

/* Adds the slots of split rows in their order. Thread-to-work mapping: LANES lanes a row. */
template <typename S, uint32_t VECTOR, uint32_t LANES>
__global__ void __launch_bounds__(MG_SPLIT_THREADS) split_finish(const __grid_constant__ mg_split_product p) {
    typedef typename S::type T;
    constexpr uint32_t teams = MG_SPLIT_THREADS / LANES;
    const uint32_t tile = blockIdx.x / p.tile_blocks, block = blockIdx.x % p.tile_blocks;
    const uint32_t i = block * teams + threadIdx.x / LANES;
    const uint32_t column = (tile * LANES + threadIdx.x % LANES) * VECTOR;
    if (i >= p.matrix.split_count || column >= p.k) {
        return;
    }
    const uint32_t begin = p.matrix.split_slot[i], end = p.matrix.split_slot[i + 1];
    T sum[VECTOR];
#pragma unroll
    for (uint32_t c = 0; c < VECTOR; c++) {
        sum[c] = S::zero();
    }
#pragma unroll 4
    for (uint32_t s = begin; s < end; s++) {
        const split_vector<T, VECTOR> part = split_load<T, VECTOR>((const T *)p.slots + (uint64_t)s * p.k + column);
#pragma unroll
        for (uint32_t c = 0; c < VECTOR; c++) {
            sum[c] = S::add(sum[c], part.element[c]);
        }
    }
    split_store<S, VECTOR>(p, p.matrix.split_row[i], column, sum);
}

#endif
