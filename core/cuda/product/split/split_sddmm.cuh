/* SPDX-License-Identifier: Apache-2.0
 *
 * split_sddmm.cuh: sampled dense-dense product on the split format.
 *
 * Thread-to-work mapping: LANES lanes form one dot product, VECTOR elements and PIECES times each. The 32 / LANES
 * groups of a warp take different nonzeros of one item, four consecutive ones at a time, or different items if these
 * are tiny. The row of X stays in registers. The sums of four nonzeros are reduced together: in each of the first two
 * rounds a lane keeps half of them. The columns of the next four are read ahead. Shared memory: none.
 */
#ifndef MG_CORE_CUDA_PRODUCT_SPLIT_SPLIT_SDDMM_CUH
#define MG_CORE_CUDA_PRODUCT_SPLIT_SPLIT_SDDMM_CUH

#include "core/cuda/product/semiring_ops.cuh"
#include "core/cuda/product/split/split_spmm.cuh"

/* Adds up each of four values over LANES lanes, of which lane l gets sum l % 4, LANES 2: sums l and l + 2. members:
 * lanes of the warp that are here, whole groups. */
template <typename T, uint32_t LANES>
__device__ __forceinline__ void split_reduce_four(T (&value)[4], uint32_t lane, uint32_t members) {
    const bool odd = lane & 1u, high = lane & 2u;
#pragma unroll
    for (uint32_t i = 0; i < 2; i++) {
        const T mine = odd ? value[2 * i + 1] : value[2 * i], others = odd ? value[2 * i] : value[2 * i + 1];
        value[i] = mg_wrapped_sum(mine, __shfl_xor_sync(members, others, 1));
    }
    if (LANES == 2) {
        return;
    }
    value[0] = mg_wrapped_sum(high ? value[1] : value[0], __shfl_xor_sync(members, high ? value[0] : value[1], 2));
#pragma unroll
    for (uint32_t offset = 4; offset < LANES; offset *= 2) {
        value[0] = mg_wrapped_sum(value[0], __shfl_xor_sync(members, value[0], offset));
    }
}

/* What a result needs besides X and Y. It is read before these, so that no lane waits for it at the end of a step. */
template <typename T>
struct split_terms {
    T factor, before;
};

template <typename T>
__device__ __forceinline__ split_terms<T> split_read_terms(const mg_split_sampled &p, uint64_t e, bool exists) {
    split_terms<T> terms = {split_scalar<T>(p.alpha), T(0)};
    if (exists && p.scale) {
        terms.factor = mg_times(terms.factor, ((const T *)p.matrix.values)[e]);
    }
    if (exists && p.accumulate) {
        terms.before = ((const T *)p.out)[e];
    }
    return terms;
}

template <typename T>
__device__ __forceinline__ void split_put_result(const mg_split_sampled &p, uint64_t e, const split_terms<T> &terms,
                                                 T dot) {
    const T scaled = mg_times(dot, terms.factor);
    ((T *)p.out)[e] = p.accumulate ? mg_wrapped_sum(scaled, mg_times(split_scalar<T>(p.beta), terms.before)) : scaled;
}

/* Adds the products of VECTOR columns to the sums of four nonzeros; `from`: their rows of Y. */
template <typename T, uint32_t VECTOR>
__device__ __forceinline__ void split_add_products(const split_vector<T, VECTOR> &own, const T *const (&from)[4],
                                                   uint32_t column, bool in_range, T (&dot)[4]) {
    split_vector<T, VECTOR> other[4];
#pragma unroll
    for (uint32_t j = 0; j < 4; j++) {
        other[j] = in_range ? split_load<T, VECTOR>(from[j] + column) : split_vector<T, VECTOR>{};
    }
#pragma unroll
    for (uint32_t j = 0; j < 4; j++) {
#pragma unroll
        for (uint32_t c = 0; c < VECTOR; c++) {
            dot[j] = mg_fused(own.element[c], other[j].element[c], dot[j]);
        }
    }
}

/* Group `group` of `groups`, whose lanes are `members`, takes its nonzeros of an item. */
template <typename T, uint32_t VECTOR, uint32_t LANES, uint32_t PIECES, uint32_t groups>
__device__ __forceinline__ void split_sample(const mg_split_sampled &p, const mg_device_item &item, uint32_t group,
                                             uint32_t members) {
    constexpr uint32_t width = LANES * VECTOR, RESULTS = LANES < 4 ? LANES : 4; /* lanes that have results */
    const uint32_t lane = threadIdx.x % LANES, first_column = lane * VECTOR;
    const uint32_t row = item.length & MG_SPLIT_PART ? p.matrix.slot_row[item.row] : item.row;
    const uint32_t low = (uint32_t)item.begin & 3u, high = low + (item.length & ~MG_SPLIT_PART); /* from `first` on */
    const uint64_t first = item.begin - low;
    const uint32_t *const columns = p.matrix.column + first;
    if (p.mask && (p.mask[row] != 0) == (p.mask_complement != 0)) {
        return;
    }
    const T *const x = (const T *)p.x + row * p.x_stride + first_column, *const y = (const T *)p.y + first_column;
    split_vector<T, VECTOR> own[PIECES];
#pragma unroll
    for (uint32_t q = 0; q < PIECES; q++) {
        own[q] = first_column + q * width < p.k ? split_load<T, VECTOR>(x + q * width) : split_vector<T, VECTOR>{};
    }
    split_vector<uint32_t, 4> ahead = split_load<uint32_t, 4>(columns + (group * 4 < high ? group * 4 : 0));
#pragma unroll 1
    for (uint32_t at = group * 4, base = 0; base < high; base += groups * 4, at += groups * 4) {
        T dot[4] = {};
        const T *from[4];
#pragma unroll
        for (uint32_t j = 0; j < 4; j++) {
            const uint32_t column = at + j >= low && at + j < high ? ahead.element[j] : 0;
            from[j] = (const T *)((const char *)y + (uint64_t)column * p.y_stride);
        }
        const uint32_t next = at + groups * 4, own_at = at + lane % RESULTS;
        ahead = split_load<uint32_t, 4>(columns + (next < high ? next : 0));
        split_terms<T> terms[4 / RESULTS];
#pragma unroll
        for (uint32_t i = 0; i < 4 / RESULTS; i++) {
            const uint32_t e = own_at + i * RESULTS;
            terms[i] = split_read_terms<T>(p, first + e, lane < RESULTS && e >= low && e < high);
        }
#pragma unroll
        for (uint32_t q = 0; q < PIECES; q++) {
            split_add_products<T, VECTOR>(own[q], from, q * width, first_column + q * width < p.k, dot);
        }
        if constexpr (VECTOR == 1 || LANES == 32) { /* the others get no more columns */
#pragma unroll 1
            for (uint32_t column = width * PIECES; column < p.k; column += width) { /* X is read again */
                const bool in_range = first_column + column < p.k;
                const split_vector<T, VECTOR> mine =
                    in_range ? split_load<T, VECTOR>(x + column) : split_vector<T, VECTOR>{};
                split_add_products<T, VECTOR>(mine, from, column, in_range, dot);
            }
        }
        split_reduce_four<T, LANES>(dot, lane, members);
#pragma unroll
        for (uint32_t i = 0; i < 4 / RESULTS; i++) {
            const uint32_t e = own_at + i * RESULTS;
            if (lane < RESULTS && e >= low && e < high) {
                split_put_result<T>(p, first + e, terms[i], dot[i]);
            }
        }
    }
}

/* Thread blocks of a multiprocessor, as measured for float; elements of 8 bytes need more registers. The smallest
 * multiprocessors have room for four. */
template <typename T, uint32_t VECTOR, uint32_t LANES>
constexpr uint32_t split_sampled_blocks() {
#if __CUDA_ARCH__ == 750
    return 4 - (sizeof(T) == 8);
#else
    return (VECTOR > 1 && LANES == 8 ? 6 : 4) - (sizeof(T) == 8);
#endif
}

template <typename T, uint32_t VECTOR, uint32_t LANES, uint32_t PIECES>
__global__ void __launch_bounds__(MG_SPLIT_THREADS, split_sampled_blocks<T, VECTOR, LANES>())
    split_sddmm(const __grid_constant__ mg_split_sampled p) {
    const uint32_t group = threadIdx.x % 32 / LANES;
    if (LANES == 32 || blockIdx.x < p.wide_blocks) {
        const uint64_t i = (uint64_t)blockIdx.x * (MG_SPLIT_THREADS / 32) + threadIdx.x / 32;
        if (i < (LANES == 32 ? p.matrix.item_count : p.matrix.shared_count)) {
            split_sample<T, VECTOR, LANES, PIECES, 32 / LANES>(p, p.matrix.items[i], group, 0xffffffffu);
        }
    } else {
        constexpr uint32_t all = LANES < 32 ? (1u << LANES % 32) - 1u : 0xffffffffu;
        const uint64_t block = blockIdx.x - p.wide_blocks;
        const uint64_t i = p.matrix.shared_count + block * (MG_SPLIT_THREADS / LANES) + threadIdx.x / LANES;
        if (i < p.matrix.item_count) {
            split_sample<T, VECTOR, LANES, PIECES, 1>(p, p.matrix.items[i], 0, all << LANES * group);
        }
    }
}

#endif
