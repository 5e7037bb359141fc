/* SPDX-License-Identifier: Apache-2.0
 *
 * rs_kernels.cuh: products over the heavy segments of the format rs, and transposed ones over all its nonzeros.
 *
 * Thread-to-work mapping: a group of LANES lanes carries a slice of LANES * VECTOR columns of one segment; the groups
 * of a thread block take the segments of a chunk in turn. Shared memory: in SpMM the panel's rows of X, a slice of
 * them. Segments of one row are in several panels, so their sums are added atomically, and results differ in their last
 * bits from run to run.
 */
#ifndef MG_CORE_CUDA_PRODUCT_RS_RS_KERNELS_CUH
#define MG_CORE_CUDA_PRODUCT_RS_RS_KERNELS_CUH

#include "core/cuda/product/tile_walk.cuh"

extern "C" {
#include "core/cuda/product/rs/rs_kernels.h"
}

/* Thread blocks of a multiprocessor; the smallest ones have room for 1,024 threads. */
#if __CUDA_ARCH__ == 750
#define RS_BLOCKS 2
#else
#define RS_BLOCKS MG_RS_BLOCKS
#endif

template <typename T, uint32_t VECTOR, uint32_t LANES>
__global__ void __launch_bounds__(MG_RS_THREADS, RS_BLOCKS) rs_spmm(const __grid_constant__ mg_rs_product p) {
    constexpr uint32_t groups = MG_RS_THREADS / LANES, width = LANES * VECTOR;
    extern __shared__ __align__(16) unsigned char memory[];
    T *const tile = (T *)memory;
    const mg_rs_chunk chunk = p.rs.chunks[blockIdx.x / p.slices];
    const uint32_t lane = threadIdx.x % LANES, slots = p.rs.panel_columns;
    const uint32_t column = blockIdx.x % p.slices * width + lane * VECTOR;
    const uint32_t first = chunk.panel * slots, left = p.product.matrix.columns - first;
    const uint32_t rows = left < slots ? left : slots;
    if (column < p.product.k) {
        for (uint32_t i = threadIdx.x; i < rows * LANES; i += MG_RS_THREADS) {
            __pipeline_memcpy_async(tile + i * VECTOR,
                                    (const char *)((const T *)p.product.x + column) +
                                        (uint64_t)(first + i / LANES) * p.product.x_stride,
                                    sizeof(T) * VECTOR);
        }
    }
    __pipeline_commit();
    __pipeline_wait_prior(0);
    __syncthreads();
    if (column >= p.product.k) {
        return;
    }
    const T alpha = split_scalar<T>(p.product.alpha);
#pragma unroll 1
    for (uint32_t i = threadIdx.x / LANES; i < chunk.count; i += groups) {
        const uint64_t segment = chunk.first + i;
        const uint32_t row = p.rs.row[segment];
        if (tile_is_masked(p.product, row)) {
            continue;
        }
        T sum[VECTOR] = {};
        tile_gather<T, VECTOR, LANES, uint16_t>(tile + lane * VECTOR, 0xffffu, p.rs.column, (const T *)p.rs.values,
                                                p.rs.starts[segment], p.rs.starts[segment + 1], sum);
        tile_add_atomic<T, VECTOR>(p.product, row, column, alpha, sum);
    }
}

/* Y = beta Y, before the transposed product adds to it. Thread-to-work mapping: a thread takes VECTOR elements. Shared
 * memory: none. */
template <typename T, uint32_t VECTOR>
__global__ void __launch_bounds__(MG_RS_THREADS) rs_prepare(const __grid_constant__ mg_rs_product p) {
    const uint32_t vectors = (p.product.k + VECTOR - 1) / VECTOR;
    const uint64_t i = (uint64_t)blockIdx.x * MG_RS_THREADS + threadIdx.x, row = i / vectors;
    if (row >= p.y_rows || tile_is_masked(p.product, (uint32_t)row)) {
        return;
    }
    T *const y = (T *)p.product.y + row * p.product.y_stride + i % vectors * VECTOR;
    split_vector<T, VECTOR> result = {};
    if (p.product.accumulate) {
        result = split_load<T, VECTOR>(y);
#pragma unroll
        for (uint32_t c = 0; c < VECTOR; c++) {
            result.element[c] *= split_scalar<T>(p.product.beta);
        }
    }
    *(split_vector<T, VECTOR> *)y = result;
}

/* Adds a row of X times each of the nonzeros begin .. end - 1 to the rows of Y from `first` on. */
template <typename T, uint32_t VECTOR, typename I>
__device__ __forceinline__ void rs_scatter(const mg_rs_product &p, const I *columns, const T *values, uint64_t begin,
                                           uint64_t end, uint64_t x_row, uint32_t first, uint32_t column) {
    const split_vector<T, VECTOR> own =
        split_load<T, VECTOR>((const T *)((const char *)p.product.x + x_row * p.product.x_stride) + column);
    const T alpha = split_scalar<T>(p.product.alpha);
#pragma unroll 1
    for (uint64_t base = begin / SPLIT_STEP * SPLIT_STEP; base < end; base += SPLIT_STEP) {
        const tile_step<T, I> step = tile_read_step<T, I>(columns, values, base);
#pragma unroll
        for (uint32_t i = 0; i < SPLIT_STEP; i++) {
            const uint32_t row = first + step.column.element[i];
            if (base + i >= begin && base + i < end && !tile_is_masked(p.product, row)) {
                tile_add_atomic<T, VECTOR>(p.product, row, column, alpha * step.value[i], own.element);
            }
        }
    }
}

template <typename T, uint32_t VECTOR, uint32_t LANES>
__global__ void __launch_bounds__(MG_RS_THREADS) rs_scatter_heavy(const __grid_constant__ mg_rs_product p) {
    constexpr uint32_t groups = MG_RS_THREADS / LANES;
    const mg_rs_chunk chunk = p.rs.chunks[blockIdx.x / p.slices];
    const uint32_t column = (blockIdx.x % p.slices * LANES + threadIdx.x % LANES) * VECTOR;
    for (uint32_t i = threadIdx.x / LANES; column < p.product.k && i < chunk.count; i += groups) {
        const uint64_t segment = chunk.first + i;
        rs_scatter<T, VECTOR, uint16_t>(p, p.rs.column, (const T *)p.rs.values, p.rs.starts[segment],
                                        p.rs.starts[segment + 1], p.rs.row[segment], chunk.panel * p.rs.panel_columns,
                                        column);
    }
}

template <typename T, uint32_t VECTOR, uint32_t LANES>
__global__ void __launch_bounds__(MG_RS_THREADS) rs_scatter_light(const __grid_constant__ mg_rs_product p) {
    const mg_device_split *const m = &p.product.matrix;
    const uint32_t column = (blockIdx.x % p.slices * LANES + threadIdx.x % LANES) * VECTOR;
    const uint64_t i = (uint64_t)(blockIdx.x / p.slices) * (MG_RS_THREADS / LANES) + threadIdx.x / LANES;
    if (i >= m->item_count || column >= p.product.k) {
        return;
    }
    const mg_device_item item = m->items[i];
    const uint32_t row = item.length & MG_SPLIT_PART ? m->slot_row[item.row] : item.row;
    if (item.length) {
        rs_scatter<T, VECTOR, uint32_t>(p, m->column, (const T *)m->values, item.begin,
                                        item.begin + (item.length & ~MG_SPLIT_PART), row, 0, column);
    }
}

template <typename T, uint32_t VECTOR, uint32_t LANES>
static mg_rs_kernels rs_kernels_with() {
    return {(const void *)rs_spmm<T, VECTOR, LANES>,
            (const void *)rs_prepare<T, VECTOR>,
            (const void *)rs_scatter_heavy<T, VECTOR, LANES>,
            (const void *)rs_scatter_light<T, VECTOR, LANES>,
            LANES * VECTOR,
            VECTOR,
            MG_RS_THREADS / LANES,
            sizeof(T)};
}

template <typename T>
static mg_rs_kernels rs_kernels_of(uint32_t lanes, bool vectors) {
    constexpr uint32_t V = 16 / sizeof(T);
    return !vectors     ? rs_kernels_with<T, 1, 8>()
           : lanes == 2 ? rs_kernels_with<T, V, 2>()
           : lanes == 4 ? rs_kernels_with<T, V, 4>()
                        : rs_kernels_with<T, V, 8>();
}

#endif
