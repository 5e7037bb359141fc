/* SPDX-License-Identifier: Apache-2.0
 *
 * spmv_cuda.cu: sparse matrix products over the named semirings, by the dense kernels or row by row. Row by row: a warp
 * per row, a thread block per long row, whose warps' sums are combined in shared memory.
 */
#include "core/cuda/kernel/dense/row_tiles.cuh"
#include "core/cuda/product/semiring.cuh"

#define THREADS 256
#define ROWS (THREADS / 32) /* rows that a block takes at a time */
#define LONG_ROW 4096u      /* rows of at least this length are shared by all warps of a block */

MG_DEVICE bool mg_is_masked_out(const mg_product &p, uint32_t v) {
    return p.mask && (p.mask[v] != 0) == p.mask_complement;
}

template <typename Policy>
MG_DEVICE void mg_store(const mg_product &p, uint32_t v, uint32_t column, typename Policy::bits sum) {
    typename Policy::bits *y = (typename Policy::bits *)p.y + (uint64_t)v * p.k + column;
    *y = p.accumulate ? Policy::accumulate(*y, sum) : sum;
}

#define LOADS 4u /* elements that a thread loads together */

/* Permutes a column of x into the order of the panels' columns. */
template <typename Policy>
__global__ void spmv_load(const __grid_constant__ mg_product p) {
    typedef typename Policy::bits B;
    const mg_panels &panels = p.dense.panels;
    const uint32_t threads = gridDim.x * blockDim.x;
    mg_wait_dependency();
    mg_reset_panels(p.dense);
    for (uint64_t base = blockIdx.x * blockDim.x + threadIdx.x; base < panels.columns; base += LOADS * threads) {
        B value[LOADS];
#pragma unroll
        for (uint32_t i = 0; i < LOADS; i++) {
            const uint64_t c = base + i * threads;
            const uint64_t v = c < panels.columns ? __ldg(&panels.order[c]) : 0;
            value[i] = ((const B *)p.x)[v * p.k + p.column];
        }
#pragma unroll
        for (uint32_t i = 0; i < LOADS; i++) {
            if (base + i * threads < panels.columns) {
                mg_put_value<Policy>(p.dense, (uint32_t)(base + i * threads), value[i]);
            }
        }
    }
}

template <typename Policy>
__global__ void __launch_bounds__(MG_DENSE_THREADS, 1) spmv_gather(const __grid_constant__ mg_product p) {
    mg_dense_gather<Policy>(p.dense, [] { return true; });
}

/* Writes the sums of rows to y, in vertex order. */
template <typename Policy>
__global__ void __launch_bounds__(MG_ROW_THREADS, MG_SUM_BLOCKS) spmv_store(const __grid_constant__ mg_product p) {
    mg_sum_rows<Policy>(
        p.dense, {nullptr, 0, nullptr}, [] { return true; },
        [&](uint32_t r, const mg_row_prefetched &, auto sum_of) {
            const uint32_t v = r < p.n ? __ldg(&p.dense.panels.order[r]) : 0;
            const typename Policy::bits sum = sum_of();
            if (r < p.n && !mg_is_masked_out(p, v)) {
                mg_store<Policy>(p, v, p.column, sum);
            }
        });
}

/* Part of the sum over edges begin .. end - 1 for a column: every `step`-th group of edges. A warp's lanes are `width`
 * columns times 32 / width edges. All lanes get the sum of their column. */
template <typename Policy>
MG_DEVICE typename Policy::bits mg_row_sum(const mg_product &p, uint64_t begin, uint64_t end, uint32_t step,
                                           uint32_t column, uint32_t width) {
    typedef typename Policy::bits B;
    const uint32_t edges = 32 / width;
    B sum = Policy::identity();
#pragma unroll 4
    for (uint64_t e = begin + mg_warp_lane() / width; e < end; e += step * edges) {
        if (column < p.k) {
            const B x = ((const B *)p.x)[(uint64_t)p.rows.neighbours[e] * p.k + column];
            sum = mg_combine<Policy>(sum, Policy::edge(nullptr, x, p.rows.weights, e, nullptr));
        }
    }
    for (uint32_t offset = 16; offset >= width; offset >>= 1) {
        sum = mg_combine<Policy>(sum, __shfl_xor_sync(MG_ALL_LANES, sum, offset));
    }
    return sum;
}

/* A warp per row, a block per long row; the warps' sums of a long row are combined in shared memory. */
template <typename Policy>
__global__ void __launch_bounds__(THREADS) spmv_pull(const __grid_constant__ mg_product p) {
    typedef typename Policy::bits B;
    __shared__ B part[ROWS][32];
    const uint32_t warp = threadIdx.x / 32;
    uint32_t width = 1;
    while (width < 32 && width < p.k) {
        width *= 2;
    }
    for (uint64_t base = (uint64_t)blockIdx.x * ROWS; base < p.n; base += (uint64_t)gridDim.x * ROWS) {
        for (uint32_t i = 0; i < ROWS; i++) {
            const uint64_t v = base + i;
            if (v >= p.n || mg_is_masked_out(p, (uint32_t)v)) {
                continue;
            }
            const uint64_t begin =
                p.wide ? mg_offset<uint64_t>(p.rows.offsets, v) : mg_offset<uint32_t>(p.rows.offsets, v);
            const uint64_t end =
                p.wide ? mg_offset<uint64_t>(p.rows.offsets, v + 1) : mg_offset<uint32_t>(p.rows.offsets, v + 1);
            const bool is_long = end - begin > LONG_ROW;
            if (!is_long && i != warp) {
                continue;
            }
            for (uint32_t first = 0; first < p.k; first += width) {
                const uint32_t column = first + mg_warp_lane() % width;
                const uint64_t skip = is_long ? (uint64_t)warp * (32 / width) : 0;
                B sum = mg_row_sum<Policy>(p, begin + skip, end, is_long ? ROWS : 1, column, width);
                if (is_long) {
                    __syncthreads();
                    part[warp][mg_warp_lane()] = sum;
                    __syncthreads();
                    sum = part[0][mg_warp_lane()];
                    for (uint32_t k = 1; k < ROWS; k++) {
                        sum = mg_combine<Policy>(sum, part[k][mg_warp_lane()]);
                    }
                }
                if (mg_warp_lane() < width && column < p.k && i == warp) {
                    mg_store<Policy>(p, (uint32_t)v, column, sum);
                }
            }
        }
    }
}

extern "C" mg_semiring_kernels mg__semiring_kernels(mg_semiring semiring, mg_type type) {
    mg_semiring_kernels kernels = mg_with_semiring(semiring, type, [](auto policy) -> mg_semiring_kernels {
        typedef decltype(policy) P;
        return {(const void *)spmv_load<P>, (const void *)spmv_gather<P>, nullptr, (const void *)spmv_store<P>,
                (const void *)spmv_pull<P>};
    });
    kernels.blocks = mg__semiring_blocks(semiring, type);
    return kernels;
}
