/* SPDX-License-Identifier: Apache-2.0
 *
 * aspt_kernels.cuh: products over the dense tiles of the format aspt.
 *
 * Thread-to-work mapping: a thread block takes a part, consecutive tiles of one panel of rows, and, in SpMM, a slice of
 * columns. A group of LANES lanes owns ROWS rows of the panel, whose sums stay in its registers from tile to tile, so
 * nothing is atomic and results are the same in every run. Shared memory: the rows of X of one tile, or of two, of
 * which one is read ahead; a column has the slot of its low bits.
 */
#ifndef MG_CORE_CUDA_PRODUCT_ASPT_ASPT_KERNELS_CUH
#define MG_CORE_CUDA_PRODUCT_ASPT_ASPT_KERNELS_CUH

#include "core/cuda/product/split/split_sddmm.cuh"
#include "core/cuda/product/tile_walk.cuh"

extern "C" {
#include "core/cuda/product/aspt/aspt_kernels.h"
}

/* Begins to read a slice of the rows of a tile. from: X, or Y of SDDMM, at this lane's columns. */
template <typename T, uint32_t VECTOR, uint32_t LANES, uint32_t THREADS>
__device__ __forceinline__ void aspt_read_tile(T *tile, const uint32_t *map, uint32_t slots, const T *from,
                                               uint32_t stride, bool in_range) {
    for (uint32_t i = threadIdx.x; in_range && i < slots * LANES; i += THREADS) {
        const uint32_t column = map[i / LANES];
        if (column != MG_ASPT_EMPTY) {
            __pipeline_memcpy_async(tile + i * VECTOR, (const char *)from + (uint64_t)column * stride,
                                    sizeof(T) * VECTOR);
        }
    }
    __pipeline_commit();
}

template <typename T, uint32_t VECTOR, uint32_t LANES, uint32_t ROWS, uint32_t THREADS>
__global__ void __launch_bounds__(THREADS, MG_ASPT_THREADS / THREADS)
    aspt_spmm(const __grid_constant__ mg_aspt_product p) {
    constexpr uint32_t groups = THREADS / LANES, width = LANES * VECTOR;
    extern __shared__ __align__(16) unsigned char memory[];
    const mg_aspt_part part = p.aspt.parts[blockIdx.x / p.slices];
    const uint32_t lane = threadIdx.x % LANES, group = threadIdx.x / LANES, slots = p.aspt.tile_columns;
    const uint32_t column = blockIdx.x % p.slices * width + lane * VECTOR;
    const bool in_range = column < p.product.k;
    const T *const x = (const T *)p.product.x + column, *const values = (const T *)p.aspt.values;
    const uint32_t *const map = p.aspt.map + (uint64_t)part.map * slots;
    const uint64_t *const starts = p.aspt.starts + part.starts;
    T *const tiles = (T *)memory;
#pragma unroll 1
    for (uint32_t base = 0; base < part.rows; base += groups * ROWS) {
        T sum[ROWS][VECTOR] = {};
        aspt_read_tile<T, VECTOR, LANES, THREADS>(tiles, map, slots, x, p.product.x_stride, in_range);
#pragma unroll 1
        for (uint32_t t = part.first; t < part.end; t++) {
            const uint32_t q = t - part.first, stage = p.stages == 2 ? q & 1u : 0;
            if (p.stages == 2 && t + 1 < part.end) {
                aspt_read_tile<T, VECTOR, LANES, THREADS>(tiles + (stage ^ 1u) * slots * width,
                                                          map + (uint64_t)(q + 1) * slots, slots, x, p.product.x_stride,
                                                          in_range);
                __pipeline_wait_prior(1);
            } else {
                __pipeline_wait_prior(0);
            }
            __syncthreads();
            const T *const tile = tiles + stage * slots * width + lane * VECTOR;
#pragma unroll
            for (uint32_t i = 0; i < ROWS; i++) {
                const uint32_t row = base + i * groups + group;
                if (in_range && row < part.rows) {
                    const uint64_t *const own = starts + (uint64_t)row * part.tiles + t;
                    tile_gather<T, VECTOR, LANES, uint32_t>(tile, slots - 1, p.aspt.column, values, own[0], own[1],
                                                            sum[i]);
                }
            }
            __syncthreads();
            if (p.stages == 1 && t + 1 < part.end) {
                aspt_read_tile<T, VECTOR, LANES, THREADS>(tiles, map + (uint64_t)(q + 1) * slots, slots, x,
                                                          p.product.x_stride, in_range);
            }
        }
#pragma unroll
        for (uint32_t i = 0; i < ROWS; i++) {
            const uint32_t row = base + i * groups + group;
            if (!in_range || row >= part.rows) {
                continue;
            }
            if (part.slot != MG_ASPT_NO_SLOT) {
                T *const slot = (T *)p.slots + ((uint64_t)part.slot * p.aspt.panel_rows + row) * p.product.k + column;
                split_vector<T, VECTOR> stored;
#pragma unroll
                for (uint32_t c = 0; c < VECTOR; c++) {
                    stored.element[c] = sum[i][c];
                }
                *(split_vector<T, VECTOR> *)slot = stored;
            } else if (starts[(uint64_t)row * part.tiles] != starts[(uint64_t)row * part.tiles + part.tiles - 1] &&
                       !tile_is_masked(p.product, part.row + row)) {
                tile_add<T, VECTOR>(p.product, part.row + row, column, sum[i]);
            }
        }
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

/* Dot products of a row with the nonzeros begin .. end - 1 of a tile, of this lane's columns of one slice. A sum of
 * several slices waits in `partial`. */
template <typename T, uint32_t VECTOR, uint32_t LANES>
__device__ __forceinline__ void aspt_dots(const mg_aspt_sampled &p, const T *tile, const split_vector<T, VECTOR> &own,
                                          bool in_range, uint32_t row, uint32_t slice, uint64_t begin, uint64_t end) {
    const uint32_t lane = threadIdx.x % LANES, mask = p.aspt.tile_columns - 1;
    const uint32_t members = ((1u << LANES) - 1u) << (threadIdx.x % 32 / LANES * LANES);
    T *const partial = (T *)p.partial;
    uint64_t base = begin / SPLIT_STEP * SPLIT_STEP;
    split_vector<uint32_t, SPLIT_STEP> next = {};
    if (begin < end) {
        next = split_load<uint32_t, SPLIT_STEP>(p.aspt.column + base);
    }
#pragma unroll 1
    for (; base < end; base += SPLIT_STEP) {
        const split_vector<uint32_t, SPLIT_STEP> now = next;
        if (base + SPLIT_STEP < end) {
            next = split_load<uint32_t, SPLIT_STEP>(p.aspt.column + base + SPLIT_STEP);
        }
        const uint64_t at = base + lane;
        const bool keeps = lane < SPLIT_STEP && at >= begin && at < end;
        const T before = keeps && slice ? partial[at] : T(0);
        T dot[SPLIT_STEP] = {};
#pragma unroll
        for (uint32_t i = 0; i < SPLIT_STEP; i++) {
            split_vector<T, VECTOR> other = {};
            if (in_range) {
                other = split_load<T, VECTOR>(tile + (now.element[i] & mask) * (LANES * VECTOR));
            }
#pragma unroll
            for (uint32_t c = 0; c < VECTOR; c++) {
                dot[i] += own.element[c] * other.element[c];
            }
        }
        T second;
        const T sum = before + split_reduce_four<T, LANES>(dot, lane, &second, members);
        if (keeps && slice + 1 < p.slices) {
            partial[at] = sum;
        } else if (keeps) {
            split_put_sampled<T>(p.product, row, at, sum);
        }
    }
}

template <typename T, uint32_t VECTOR, uint32_t LANES>
__global__ void __launch_bounds__(MG_ASPT_THREADS, 1) aspt_sddmm(const __grid_constant__ mg_aspt_sampled p) {
    constexpr uint32_t groups = MG_ASPT_THREADS / LANES, width = LANES * VECTOR;
    extern __shared__ __align__(16) unsigned char memory[];
    const mg_aspt_part part = p.aspt.parts[blockIdx.x];
    const uint32_t lane = threadIdx.x % LANES, slots = p.aspt.tile_columns;
    const uint32_t steps = (part.end - part.first) * p.slices;
    const uint32_t *const map = p.aspt.map + (uint64_t)part.map * slots;
    const uint64_t *const starts = p.aspt.starts + part.starts;
    T *const tiles = (T *)memory;
    const auto read = [&](uint32_t step, uint32_t stage) {
        const uint32_t column = step % p.slices * width + lane * VECTOR;
        aspt_read_tile<T, VECTOR, LANES, MG_ASPT_THREADS>(
            tiles + stage * slots * width, map + (uint64_t)(step / p.slices) * slots, slots,
            (const T *)p.product.y + column, p.product.y_stride, column < p.product.k);
    };
    read(0, 0);
#pragma unroll 1
    for (uint32_t step = 0; step < steps; step++) {
        const uint32_t stage = p.stages == 2 ? step & 1u : 0, slice = step % p.slices;
        const uint32_t t = part.first + step / p.slices, column = slice * width + lane * VECTOR;
        const bool in_range = column < p.product.k;
        if (p.stages == 2 && step + 1 < steps) {
            read(step + 1, stage ^ 1u);
            __pipeline_wait_prior(1);
        } else {
            __pipeline_wait_prior(0);
        }
        __syncthreads();
        const T *const tile = tiles + stage * slots * width + lane * VECTOR;
#pragma unroll 1
        for (uint32_t row = threadIdx.x / LANES; row < part.rows; row += groups) {
            const uint64_t *const own = starts + (uint64_t)row * part.tiles + t;
            const uint32_t owner = part.row + row;
            const uint8_t *const mask = p.product.mask;
            if (own[0] == own[1] || (mask && (mask[owner] != 0) == (p.product.mask_complement != 0))) {
                continue;
            }
            split_vector<T, VECTOR> x = {};
            if (in_range) {
                x = split_load<T, VECTOR>((const T *)p.product.x + owner * p.product.x_stride + column);
            }
            aspt_dots<T, VECTOR, LANES>(p, tile, x, in_range, owner, slice, own[0], own[1]);
        }
        __syncthreads();
        if (p.stages == 1 && step + 1 < steps) {
            read(step + 1, 0);
        }
    }
}

template <typename T, uint32_t VECTOR, uint32_t LANES, uint32_t ROWS, uint32_t THREADS>
static mg_aspt_kernels aspt_kernels_with() {
    const void *const sddmm = LANES == 8 ? (const void *)aspt_sddmm<T, VECTOR, 8> : NULL;
    return {(const void *)aspt_spmm<T, VECTOR, LANES, ROWS, THREADS>,
            (const void *)aspt_finish<T, VECTOR>,
            sddmm,
            THREADS,
            LANES * VECTOR,
            sizeof(T)};
}

template <typename T>
static mg_aspt_kernels aspt_kernels_of(uint32_t lanes, uint32_t threads, bool vectors) {
    constexpr uint32_t V = 16 / sizeof(T);
    return !vectors                    ? aspt_kernels_with<T, 1, 8, 4, MG_ASPT_THREADS>()
           : lanes == 2                ? aspt_kernels_with<T, V, 2, 1, MG_ASPT_THREADS>()
           : threads < MG_ASPT_THREADS ? aspt_kernels_with<T, V, 8, 4, MG_ASPT_HALF>()
                                       : aspt_kernels_with<T, V, 8, 4, MG_ASPT_THREADS>();
}

#endif
