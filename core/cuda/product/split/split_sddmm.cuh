/* SPDX-License-Identifier: Apache-2.0
 *
 * split_sddmm.cuh: sampled dense-dense product on the split format.
 *
 * Thread-to-work mapping: LANES lanes form one dot product, VECTOR elements and PIECES times each. The 32 / LANES
 * groups of a warp take different nonzeros of one item, four consecutive ones at a time, or different items if these
 * are tiny. The row of X stays in registers. The sums of four nonzeros are reduced together: in each of the first two
 * rounds a lane keeps half of them. Shared memory: none.
 */
#ifndef MG_CORE_CUDA_PRODUCT_SPLIT_SPLIT_SDDMM_CUH
#define MG_CORE_CUDA_PRODUCT_SPLIT_SPLIT_SDDMM_CUH

#include "core/cuda/product/semiring_ops.cuh"
#include "core/cuda/product/split/split_spmm.cuh"

/* The sum over LANES lanes of each of four values; lane l of the group returns that of value l % 4 (LANES 2: l and
 * l + 2 in `second`). members: lanes of the warp that are here, whole groups. */
template <typename T, uint32_t LANES>
__device__ __forceinline__ T split_reduce_four(const T (&value)[4], uint32_t lane, T *second,
                                               uint32_t members = 0xffffffffu) {
    const bool odd = lane & 1u;
    T a = odd ? value[1] : value[0], b = odd ? value[3] : value[2];
    a = mg_wrapped_sum(a, __shfl_xor_sync(members, odd ? value[0] : value[1], 1));
    b = mg_wrapped_sum(b, __shfl_xor_sync(members, odd ? value[2] : value[3], 1));
    if (LANES == 2) {
        *second = b;
        return a;
    }
    const bool high = lane & 2u;
    T sum = mg_wrapped_sum(high ? b : a, __shfl_xor_sync(members, high ? a : b, 2));
#pragma unroll
    for (uint32_t offset = 4; offset < LANES; offset *= 2) {
        sum = mg_wrapped_sum(sum, __shfl_xor_sync(members, sum, offset));
    }
    return sum;
}

template <typename T>
__device__ __forceinline__ void split_put_sampled(const mg_split_sampled &p, uint64_t e, T dot) {
    const T *const values = (const T *)p.matrix.values;
    const T alpha = split_scalar<T>(p.alpha);
    const T scaled = mg_times(dot, p.scale && values ? mg_times(alpha, values[e]) : alpha);
    T *const out = (T *)p.out + e;
    *out = p.accumulate ? mg_wrapped_sum(scaled, mg_times(split_scalar<T>(p.beta), *out)) : scaled;
}

/* Group `group` of `groups`, whose lanes are `members`, takes its nonzeros of an item. */
template <typename T, uint32_t VECTOR, uint32_t LANES, uint32_t PIECES, uint32_t groups>
__device__ __forceinline__ void split_sample(const mg_split_sampled &p, const mg_device_item &item, uint32_t group,
                                             uint32_t members) {
    constexpr uint32_t width = LANES * VECTOR;
    const uint32_t lane = threadIdx.x % LANES;
    const uint32_t row = item.length & MG_SPLIT_PART ? p.matrix.slot_row[item.row] : item.row;
    const uint32_t low = (uint32_t)item.begin & 3u, high = low + (item.length & ~MG_SPLIT_PART); /* from `first` on */
    const uint64_t first = item.begin - low;
    const uint32_t *const columns = p.matrix.column + first;
    if (p.mask && (p.mask[row] != 0) == (p.mask_complement != 0)) {
        return;
    }
    const T *const x = (const T *)p.x + row * p.x_stride, *const y = (const T *)p.y;
    const bool fits = p.k <= width * PIECES;
    split_vector<T, VECTOR> own[PIECES];
#pragma unroll
    for (uint32_t q = 0; q < PIECES; q++) {
        const uint32_t column = q * width + lane * VECTOR;
        own[q] = column < p.k ? split_load<T, VECTOR>(x + column) : split_vector<T, VECTOR>{};
    }
#pragma unroll 1
    for (uint32_t at = group * 4, base = 0; base < high; base += groups * 4, at += groups * 4) {
        const split_vector<uint32_t, 4> now = split_load<uint32_t, 4>(columns + (at < high ? at : 0));
        T dot[4] = {};
        const T *from[4];
#pragma unroll
        for (uint32_t j = 0; j < 4; j++) {
            const uint32_t column = at + j >= low && at + j < high ? now.element[j] : 0;
            from[j] = (const T *)((const char *)y + (uint64_t)column * p.y_stride);
        }
#pragma unroll
        for (uint32_t q = 0; q < PIECES; q++) {
            const uint32_t column = q * width + lane * VECTOR;
            split_vector<T, VECTOR> other[4];
#pragma unroll
            for (uint32_t j = 0; j < 4; j++) {
                other[j] = column < p.k ? split_load<T, VECTOR>(from[j] + column) : split_vector<T, VECTOR>{};
            }
#pragma unroll
            for (uint32_t j = 0; j < 4; j++) {
#pragma unroll
                for (uint32_t c = 0; c < VECTOR; c++) {
                    dot[j] = mg_wrapped_sum(dot[j], mg_times(own[q].element[c], other[j].element[c]));
                }
            }
        }
        if (!fits) { /* the rest of a long row of X is read again for each step */
#pragma unroll 1
            for (uint32_t column = width * PIECES + lane * VECTOR; column < p.k; column += width) {
                const split_vector<T, VECTOR> mine = split_load<T, VECTOR>(x + column);
#pragma unroll
                for (uint32_t j = 0; j < 4; j++) {
                    const split_vector<T, VECTOR> other = split_load<T, VECTOR>(from[j] + column);
#pragma unroll
                    for (uint32_t c = 0; c < VECTOR; c++) {
                        dot[j] = mg_wrapped_sum(dot[j], mg_times(mine.element[c], other.element[c]));
                    }
                }
            }
        }
        T second = T(0);
        const T sum = split_reduce_four<T, LANES>(dot, lane, &second, members);
        const uint32_t own_at = at + (lane & 3u);
        if (lane < 4 && own_at >= low && own_at < high) {
            split_put_sampled<T>(p, first + own_at, sum);
        }
        if (LANES == 2 && own_at + 2 >= low && own_at + 2 < high) {
            split_put_sampled<T>(p, first + own_at + 2, second);
        }
    }
}

template <typename T, uint32_t VECTOR, uint32_t LANES, uint32_t PIECES>
__global__ void __launch_bounds__(MG_SPLIT_THREADS) split_sddmm(const __grid_constant__ mg_split_sampled p) {
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
