/* SPDX-License-Identifier: Apache-2.0
 *
 * aspt_kernels.cuh: products over the dense tiles of the format aspt.
 *
 * Thread-to-work mapping: a thread block takes a part, consecutive tiles of a range of rows, and a slice of columns.
 * Groups of LANES lanes take the segments of rows in each tile. Shared memory: the sums of the rows, the rows of X of
 * one tile, or of two, of which one is read ahead, where a column has the slot of its low bits, and a flag for each
 * row. Each sum is of one thread block, and its segments are added in the order of the tiles: nothing is atomic, and
 * results are the same in every run.
 */
#ifndef MG_CORE_CUDA_PRODUCT_ASPT_ASPT_KERNELS_CUH
#define MG_CORE_CUDA_PRODUCT_ASPT_ASPT_KERNELS_CUH

#include "core/cuda/product/tile_walk.cuh"

extern "C" {
#include "core/cuda/product/aspt/aspt_kernels.h"
}

/* Begins to read this lane's columns of the rows of a tile. */
template <typename T, uint32_t VECTOR, uint32_t LANES, uint32_t THREADS>
__device__ __forceinline__ void aspt_read(const mg_device_aspt &a, uint32_t tile, T *to, const T *from, uint32_t stride,
                                          bool in_range) {
    const uint32_t *const map = a.map + (uint64_t)a.tiles[tile].map * a.tile_columns;
    tile_read<T, VECTOR, LANES, THREADS>(to, a.tile_columns, from, stride, in_range,
                                         [&](uint32_t i) { return map[i]; });
}

/* Adds the sums of a part to the result, or puts them into its slot. */
template <typename T, uint32_t VECTOR, uint32_t LANES, uint32_t THREADS>
__device__ __forceinline__ void aspt_store(const mg_aspt_product &p, const mg_aspt_part &part, const T *sums,
                                           const uint8_t *touched, uint32_t column) {
    const uint32_t lane = threadIdx.x % LANES;
    for (uint32_t row = threadIdx.x / LANES; row < part.rows; row += THREADS / LANES) {
        const split_vector<T, VECTOR> sum = split_load<T, VECTOR>(sums + (row * LANES + lane) * VECTOR);
        if (part.slot != MG_ASPT_NO_SLOT) {
            const uint64_t slot = (uint64_t)part.slot * p.aspt.panel_rows + part.slot_row + row;
            *(split_vector<T, VECTOR> *)((T *)p.slots + slot * p.product.k + column) = sum;
        } else if (touched[row] && !tile_is_masked(p.product, part.row + row)) {
            tile_add<T, VECTOR>(p.product, part.row + row, column, sum.element);
        }
    }
}

/* The tiles of a part: adds them to the sums in shared memory, of which the first tile is being read. */
template <typename T, uint32_t VECTOR, uint32_t LANES, uint32_t THREADS, bool weighted>
__device__ __forceinline__ void aspt_part(const mg_aspt_product &p, const mg_aspt_part &part, T *sums, T *tiles,
                                          uint8_t *touched, const T *x, bool in_range) {
    constexpr uint32_t width = LANES * VECTOR;
    const uint32_t lane = threadIdx.x % LANES, tile_size = (p.aspt.tile_columns + 1) * width;
    tile_walk<T, VECTOR, LANES, THREADS, weighted> walk(p.aspt.pack);
    walk.begin(part.first);
#pragma unroll 1
    for (uint32_t t = part.first; t < part.end; t++) {
        const uint32_t stage = p.stages == 2 ? (t - part.first) & 1u : 0;
        if (p.stages == 2 && t + 1 < part.end) {
            aspt_read<T, VECTOR, LANES, THREADS>(p.aspt, t + 1, tiles + (stage ^ 1u) * tile_size, x, p.product.x_stride,
                                                 in_range);
            __pipeline_wait_prior(1);
        } else {
            __pipeline_wait_prior(0);
        }
        __syncthreads();
        if (in_range) {
            walk.run(tiles + stage * tile_size + lane * VECTOR, [&](uint32_t row, const T(&sum)[VECTOR]) {
                T *const own = sums + row * width + lane * VECTOR;
                split_vector<T, VECTOR> all = split_load<T, VECTOR>(own);
#pragma unroll
                for (uint32_t c = 0; c < VECTOR; c++) {
                    all.element[c] += sum[c];
                }
                *(split_vector<T, VECTOR> *)own = all;
                touched[row] = 1;
            });
        }
        if (t + 1 < part.end) {
            walk.begin(t + 1);
        }
        __syncthreads();
        if (p.stages == 1 && t + 1 < part.end) {
            aspt_read<T, VECTOR, LANES, THREADS>(p.aspt, t + 1, tiles, x, p.product.x_stride, in_range);
        }
    }
}

template <typename T, uint32_t VECTOR, uint32_t LANES, uint32_t THREADS>
__global__ void __launch_bounds__(THREADS, MG_ASPT_THREADS / THREADS)
    aspt_spmm(const __grid_constant__ mg_aspt_product p) {
    constexpr uint32_t width = LANES * VECTOR;
    extern __shared__ __align__(16) unsigned char memory[];
    const mg_aspt_part part = p.aspt.parts[blockIdx.x / p.slices];
    const uint32_t column = blockIdx.x % p.slices * width + threadIdx.x % LANES * VECTOR;
    const bool in_range = column < p.product.k;
    const T *const x = (const T *)p.product.x + column;
    T *const sums = (T *)memory, *const tiles = sums + part.rows * width;
    uint8_t *const touched = (uint8_t *)(tiles + p.stages * (p.aspt.tile_columns + 1) * width);
    aspt_read<T, VECTOR, LANES, THREADS>(p.aspt, part.first, tiles, x, p.product.x_stride, in_range);
    for (uint32_t i = threadIdx.x; i < part.rows * LANES; i += THREADS) {
        *(split_vector<T, VECTOR> *)(sums + i * VECTOR) = {};
        touched[i / LANES] = 0;
    }
    if (p.aspt.pack.values) {
        aspt_part<T, VECTOR, LANES, THREADS, true>(p, part, sums, tiles, touched, x, in_range);
    } else {
        aspt_part<T, VECTOR, LANES, THREADS, false>(p, part, sums, tiles, touched, x, in_range);
    }
    if (in_range) {
        aspt_store<T, VECTOR, LANES, THREADS>(p, part, sums, touched, column);
    }
}

/* Adds the parts of panels of several ones, in their order. Thread-to-work mapping: a thread block takes a row. Shared
 * memory: none. */
template <typename T, uint32_t VECTOR>
__global__ void __launch_bounds__(MG_SPLIT_THREADS) aspt_finish(const __grid_constant__ mg_aspt_product p) {
    const mg_aspt_panel panel = p.aspt.panels[blockIdx.x / p.aspt.panel_rows];
    const uint32_t row = blockIdx.x % p.aspt.panel_rows;
    if (row >= panel.rows || tile_is_masked(p.product, panel.row + row)) {
        return;
    }
    for (uint32_t column = threadIdx.x * VECTOR; column < p.product.k; column += MG_SPLIT_THREADS * VECTOR) {
        T sum[VECTOR] = {};
#pragma unroll 4
        for (uint32_t slot = panel.slot; slot < panel.slot + panel.slots; slot++) {
            const split_vector<T, VECTOR> some = split_load<T, VECTOR>(
                (const T *)p.slots + ((uint64_t)slot * p.aspt.panel_rows + row) * p.product.k + column);
#pragma unroll
            for (uint32_t c = 0; c < VECTOR; c++) {
                sum[c] += some.element[c];
            }
        }
        tile_add<T, VECTOR>(p.product, panel.row + row, column, sum);
    }
}

template <typename T, uint32_t VECTOR, uint32_t LANES, uint32_t THREADS>
static mg_aspt_kernels aspt_kernels_with() {
    return {(const void *)aspt_spmm<T, VECTOR, LANES, THREADS>, (const void *)aspt_finish<T, VECTOR>, THREADS,
            LANES * VECTOR, sizeof(T)};
}

template <typename T>
static mg_aspt_kernels aspt_kernels_of(uint32_t lanes, uint32_t threads, bool vectors) {
    constexpr uint32_t V = 16 / sizeof(T);
    return !vectors                    ? aspt_kernels_with<T, 1, 8, MG_ASPT_THREADS>()
           : lanes == 2                ? aspt_kernels_with<T, V, 2, MG_ASPT_THREADS>()
           : threads < MG_ASPT_THREADS ? aspt_kernels_with<T, V, 8, MG_ASPT_HALF>()
                                       : aspt_kernels_with<T, V, 8, MG_ASPT_THREADS>();
}

#endif
