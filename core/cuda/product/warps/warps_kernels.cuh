/* SPDX-License-Identifier: Apache-2.0
 *
 * warps_kernels.cuh: y = alpha A x + beta y with the formats well, adell and coadell.
 *
 * Thread-to-work mapping: a warp for each warp of the format, a thread for each lane. The lanes of a row are summed by
 * shuffles within the bounds that `heads` gives. A warp that shares its row with others stores its sum in a slot; a
 * second kernel adds the slots of a row, a warp for each row. Every sum has a fixed order. Shared memory: none.
 */
#ifndef MG_CORE_CUDA_PRODUCT_WARPS_WARPS_KERNELS_CUH
#define MG_CORE_CUDA_PRODUCT_WARPS_WARPS_KERNELS_CUH

#include "core/cuda/product/vector_ops.cuh"

extern "C" {
#include "core/cuda/product/warps/warps_kernels.h"
}

#define WARPS_STEP 4u /* elements of a lane whose loads do not wait for each other */

/* The elements first .. first + WARPS_STEP - 1 of a lane. */
template <typename T>
struct warps_elements {
    uint32_t column[WARPS_STEP];
    bool is_nonzero[WARPS_STEP];
    T value[WARPS_STEP];
};

/* Reads the values of elements; those behind the warp's end are not read. */
template <typename T>
__device__ __forceinline__ void warps_read_values(const mg_warps_product &p, const mg_device_warp &w, uint32_t lane,
                                                  uint32_t first, warps_elements<T> *e) {
    const T one = split_scalar<T>(p.product.one);
#pragma unroll
    for (uint32_t i = 0; i < WARPS_STEP; i++) {
        const uint64_t slot = MG_WARPS_LANES * ((uint64_t)w.slot + first + i) + lane;
        e->value[i] = first + i < w.load ? vector_value<T>(p.values, slot, one) : one;
    }
}

/* Adds the nonzeros among elements. */
template <typename S>
__device__ __forceinline__ void warps_add(const mg_warps_product &p, const warps_elements<typename S::type> &e,
                                          typename S::type *sum) {
    typedef typename S::type T;
    T x[WARPS_STEP];
#pragma unroll
    for (uint32_t i = 0; i < WARPS_STEP; i++) {
        x[i] = e.is_nonzero[i] ? vector_x<T>(p.product, e.column[i]) : T(0);
    }
#pragma unroll
    for (uint32_t i = 0; i < WARPS_STEP; i++) {
        if (e.is_nonzero[i]) {
            *sum = S::add(*sum, S::multiply(x[i], e.value[i]));
        }
    }
}

/* The sum of a lane that has columns. */
template <typename S>
__device__ __forceinline__ typename S::type warps_lane(const mg_warps_product &p, const mg_device_warp &w,
                                                       uint32_t lane) {
    typename S::type sum = S::zero();
    warps_elements<typename S::type> e;
#pragma unroll 1
    for (uint32_t first = 0; first < w.load; first += WARPS_STEP) {
#pragma unroll
        for (uint32_t i = 0; i < WARPS_STEP; i++) {
            const uint32_t *const from = p.matrix.columns + MG_WARPS_LANES * ((uint64_t)w.slot + first + i) + lane;
            e.column[i] = first + i < w.load ? vector_stream(from) : MG_WARPS_PADDING;
            e.is_nonzero[i] = e.column[i] != MG_WARPS_PADDING;
        }
        warps_read_values(p, w, lane, first, &e);
        warps_add<S>(p, e, &sum);
    }
    return sum;
}

/* The same of a lane that has differences of columns of type D; element j + 1 has difference j. Behind padding there is
 * only padding. */
template <typename S, typename D>
__device__ __forceinline__ typename S::type warps_delta_lane(const mg_warps_product &p, const mg_device_warp &w,
                                                             uint32_t lane, uint32_t column) {
    constexpr D padding = (D)UINT32_MAX;
    const D *const deltas = (const D *)(p.matrix.deltas + MG_WARPS_LANES * (uint64_t)w.deltas) + lane;
    typename S::type sum = S::zero();
    warps_elements<typename S::type> e;
    bool is_nonzero = column != MG_WARPS_PADDING;
#pragma unroll 1
    for (uint32_t first = 0; first < w.load; first += WARPS_STEP) {
        D delta[WARPS_STEP];
#pragma unroll
        for (uint32_t i = 0; i < WARPS_STEP; i++) {
            const uint32_t next = first + i + 1;
            delta[i] = next < w.load ? vector_stream(deltas + MG_WARPS_LANES * (uint64_t)(next - 1)) : padding;
        }
        warps_read_values(p, w, lane, first, &e);
#pragma unroll
        for (uint32_t i = 0; i < WARPS_STEP; i++) {
            e.column[i] = column;
            e.is_nonzero[i] = is_nonzero;
            is_nonzero = delta[i] != padding;
            column += delta[i];
        }
        warps_add<S>(p, e, &sum);
    }
    return sum;
}

template <typename S>
__device__ __forceinline__ typename S::type warps_any_lane(const mg_warps_product &p, const mg_device_warp &w,
                                                           uint64_t warp, uint32_t lane) {
    if (w.width == 0) {
        return warps_lane<S>(p, w, lane);
    }
    const bool ascends = w.flags & MG_WARPS_COLUMNS_ASCEND;
    const uint32_t column = ascends ? w.column + lane : p.matrix.first_columns[MG_WARPS_LANES * warp + lane];
    return w.width == 1   ? warps_delta_lane<S, uint8_t>(p, w, lane, column)
           : w.width == 2 ? warps_delta_lane<S, uint16_t>(p, w, lane, column)
                          : warps_delta_lane<S, uint32_t>(p, w, lane, column);
}

/* The sums of rows, in their first lanes. */
template <typename S>
__device__ __forceinline__ typename S::type warps_row_sum(const mg_device_warp &w, uint32_t lane,
                                                          typename S::type sum) {
    const uint32_t later = lane < 31 ? w.heads >> (lane + 1) : 0;
    const uint32_t rest = later ? __ffs(later) : 32 - lane; /* lanes of the row from this one on */
#pragma unroll 1
    for (uint32_t offset = 1; offset < w.lanes; offset *= 2) {
        const typename S::type other = __shfl_down_sync(0xffffffffu, sum, offset);
        if (offset < rest) {
            sum = S::add(sum, other);
        }
    }
    return sum;
}

template <typename S>
__global__ void __launch_bounds__(MG_WARPS_THREADS) warps_spmv(const __grid_constant__ mg_warps_product p) {
    typedef typename S::type T;
    const uint32_t lane = threadIdx.x % MG_WARPS_LANES;
    const uint64_t i = (uint64_t)blockIdx.x * (MG_WARPS_THREADS / MG_WARPS_LANES) + threadIdx.x / MG_WARPS_LANES;
    if (i >= p.matrix.warp_count) {
        return;
    }
    const mg_device_warp w = p.matrix.warps[i];
    const uint32_t row = w.flags & MG_WARPS_ROWS_ASCEND ? lane : p.matrix.lane_rows[MG_WARPS_LANES * i + lane];
    T sum = warps_any_lane<S>(p, w, i, lane);
    if (i < p.matrix.shared_count) {
        sum = vector_warp_sum<S>(sum);
        if (lane == 0) {
            ((T *)p.slots)[i] = sum;
        }
        return;
    }
    sum = warps_row_sum<S>(w, lane, sum);
    if ((w.heads >> lane & 1u) && row != MG_WARPS_NONE) {
        vector_store<S>(p.product, w.row + row, sum);
    }
}

template <typename S>
__global__ void __launch_bounds__(MG_WARPS_THREADS) warps_finish(const __grid_constant__ mg_warps_product p) {
    typedef typename S::type T;
    const uint32_t lane = threadIdx.x % MG_WARPS_LANES;
    const uint32_t i = blockIdx.x * (MG_WARPS_THREADS / MG_WARPS_LANES) + threadIdx.x / MG_WARPS_LANES;
    if (i >= p.matrix.split_count) {
        return;
    }
    T sum = S::zero();
    for (uint32_t slot = p.matrix.split_first[i] + lane; slot < p.matrix.split_first[i + 1]; slot += MG_WARPS_LANES) {
        sum = S::add(sum, ((const T *)p.slots)[slot]);
    }
    sum = vector_warp_sum<S>(sum);
    if (lane == 0) {
        vector_store<S>(p.product, p.matrix.split_row[i], sum);
    }
}

template <mg_semiring semiring, typename T>
static mg_warps_kernels warps_kernels_with() {
    typedef product_semiring<semiring, T> S;
    return {(const void *)warps_spmv<S>, (const void *)warps_finish<S>};
}

template <typename T>
static mg_warps_kernels warps_kernels_of(mg_semiring semiring) {
    return semiring == MG_MIN_PLUS ? warps_kernels_with<MG_MIN_PLUS, T>()
           : semiring == MG_OR_AND ? warps_kernels_with<MG_OR_AND, T>()
                                   : warps_kernels_with<MG_PLUS_TIMES, T>();
}

#endif
