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

/* Elements of a lane whose loads do not wait for each other. */
template <typename T>
constexpr uint32_t warps_step = 32 / sizeof(T);

/* The next elements of a lane: `left` are there; with `whole` more than a step. Addresses are those of the lane. */
template <typename T>
struct warps_elements {
    static constexpr uint32_t step = warps_step<T>;
    uint32_t column[step];
    bool is_nonzero[step];
    T value[step];

    template <bool whole, bool weighted>
    __device__ __forceinline__ void read_values(const T *from, uint32_t left, T one) {
#pragma unroll
        for (uint32_t i = 0; i < step; i++) {
            value[i] = weighted && (whole || i < left) ? vector_stream(from + MG_WARPS_LANES * i) : one;
        }
    }
    template <bool whole>
    __device__ __forceinline__ void read_columns(const uint32_t *from, uint32_t left) {
#pragma unroll
        for (uint32_t i = 0; i < step; i++) {
            column[i] = whole || i < left ? vector_stream(from + MG_WARPS_LANES * i) : MG_WARPS_PADDING;
            is_nonzero[i] = column[i] != MG_WARPS_PADDING;
        }
    }
    /* From the differences, `left` - 1 of which are there. Behind padding there is only padding. */
    template <bool whole, typename D>
    __device__ __forceinline__ void add_deltas(const D *from, uint32_t left, uint32_t *next, bool *is_next_nonzero) {
        constexpr D padding = (D)UINT32_MAX;
        D delta[step];
#pragma unroll
        for (uint32_t i = 0; i < step; i++) {
            delta[i] = whole || i + 1 < left ? vector_stream(from + MG_WARPS_LANES * i) : padding;
        }
#pragma unroll
        for (uint32_t i = 0; i < step; i++) {
            column[i] = *next;
            is_nonzero[i] = *is_next_nonzero;
            *next += delta[i];
            *is_next_nonzero = delta[i] != padding;
        }
    }
    /* Adds the nonzeros. */
    template <typename S>
    __device__ __forceinline__ void add(const mg_vector_product &p, T *sum) const {
        T x[step];
#pragma unroll
        for (uint32_t i = 0; i < step; i++) {
            x[i] = is_nonzero[i] ? vector_x<T>(p, column[i]) : T(0);
        }
#pragma unroll
        for (uint32_t i = 0; i < step; i++) {
            if (is_nonzero[i]) {
                *sum = S::add(*sum, S::multiply(x[i], value[i]));
            }
        }
    }
};

/* The sum of a lane that has columns. values: of the lane. */
template <typename S, bool weighted>
__device__ __forceinline__ typename S::type warps_lane(const mg_warps_product &p, const mg_device_warp &w,
                                                       uint32_t lane, const typename S::type *values) {
    typedef typename S::type T;
    constexpr uint32_t step = warps_step<T>;
    const T one = split_scalar<T>(p.product.one);
    const uint32_t *columns = p.matrix.columns + MG_WARPS_LANES * (uint64_t)w.slot + lane;
    uint32_t left = w.load;
    T sum = S::zero();
    warps_elements<T> e;
#pragma unroll 1
    for (; left > step; left -= step) {
        e.template read_values<true, weighted>(values, left, one);
        e.template read_columns<true>(columns, left);
        e.template add<S>(p.product, &sum);
        columns += MG_WARPS_LANES * step;
        values += weighted ? MG_WARPS_LANES * step : 0;
    }
    e.template read_values<false, weighted>(values, left, one);
    e.template read_columns<false>(columns, left);
    e.template add<S>(p.product, &sum);
    return sum;
}

/* The same of a lane that has differences of type D behind its first column. */
template <typename S, bool weighted, typename D>
__device__ __forceinline__ typename S::type warps_delta_lane(const mg_warps_product &p, const mg_device_warp &w,
                                                             uint32_t lane, const typename S::type *values,
                                                             uint32_t column) {
    typedef typename S::type T;
    constexpr uint32_t step = warps_step<T>;
    const T one = split_scalar<T>(p.product.one);
    const D *deltas = (const D *)(p.matrix.deltas + MG_WARPS_LANES * (uint64_t)w.deltas) + lane;
    uint32_t left = w.load;
    T sum = S::zero();
    warps_elements<T> e;
    bool is_nonzero = column != MG_WARPS_PADDING;
#pragma unroll 1
    for (; left > step; left -= step) {
        e.template read_values<true, weighted>(values, left, one);
        e.template add_deltas<true, D>(deltas, left, &column, &is_nonzero);
        e.template add<S>(p.product, &sum);
        deltas += MG_WARPS_LANES * step;
        values += weighted ? MG_WARPS_LANES * step : 0;
    }
    e.template read_values<false, weighted>(values, left, one);
    e.template add_deltas<false, D>(deltas, left, &column, &is_nonzero);
    e.template add<S>(p.product, &sum);
    return sum;
}

template <typename S, bool weighted>
__device__ __forceinline__ typename S::type warps_any_lane(const mg_warps_product &p, const mg_device_warp &w,
                                                           uint64_t warp, uint32_t lane) {
    typedef typename S::type T;
    const T *const values = (const T *)p.values + (weighted ? MG_WARPS_LANES * (uint64_t)w.slot + lane : 0);
    if (w.width == 0) {
        return warps_lane<S, weighted>(p, w, lane, values);
    }
    const bool ascends = w.flags & MG_WARPS_COLUMNS_ASCEND;
    const uint32_t column = ascends ? w.column + lane : p.matrix.first_columns[MG_WARPS_LANES * warp + lane];
    return w.width == 1   ? warps_delta_lane<S, weighted, uint8_t>(p, w, lane, values, column)
           : w.width == 2 ? warps_delta_lane<S, weighted, uint16_t>(p, w, lane, values, column)
                          : warps_delta_lane<S, weighted, uint32_t>(p, w, lane, values, column);
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
    T sum = p.values ? warps_any_lane<S, true>(p, w, i, lane) : warps_any_lane<S, false>(p, w, i, lane);
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
