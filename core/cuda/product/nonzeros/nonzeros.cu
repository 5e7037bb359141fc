/* SPDX-License-Identifier: Apache-2.0
 *
 * nonzeros.cu: rows of nonzeros, and values in another order.
 */
#include "core/cuda/product/nonzeros/nonzeros.cuh"

extern "C" {
#include "core/cuda/product/nonzeros/nonzeros.h"
}

#define CHUNK 2048u /* nonzeros of a thread block */

/* The last row of low .. high that begins at the nonzero e or before. */
static __device__ uint32_t row_of(const uint64_t *offsets, uint32_t low, uint32_t high, uint64_t e) {
    while (low < high) {
        const uint32_t middle = high - (high - low) / 2;
        if (offsets[middle] <= e) {
            low = middle;
        } else {
            high = middle - 1;
        }
    }
    return low;
}

/* Thread-to-work mapping: a thread block takes CHUNK nonzeros, a thread one at a time. Shared memory: the rows of the
 * first and of the last one. */
static __global__ void __launch_bounds__(BUILD_THREADS) rows_kernel(mg_nonzero_rows r) {
    __shared__ uint32_t range[2];
    const uint64_t first = (uint64_t)blockIdx.x * CHUNK, end = first + CHUNK < r.count ? first + CHUNK : r.count;
    if (threadIdx.x < 2) {
        range[threadIdx.x] = row_of(r.offsets, 0, r.rows - 1, threadIdx.x ? end - 1 : first);
    }
    __syncthreads();
    for (uint64_t e = first + threadIdx.x; e < end; e += BUILD_THREADS) {
        r.row[e] = row_of(r.offsets, range[0], range[1], e);
    }
}

extern "C" cudaError_t mg__nonzero_rows(void *rows, void *temporary, size_t *bytes, cudaStream_t stream) {
    const mg_nonzero_rows *const r = (const mg_nonzero_rows *)rows;
    if (!temporary) {
        *bytes = 0;
    } else if (r->count) {
        rows_kernel<<<(uint32_t)(((uint64_t)r->count + CHUNK - 1) / CHUNK), BUILD_THREADS, 0, stream>>>(*r);
    }
    return cudaGetLastError();
}

/* Thread-to-work mapping: a value per thread. Shared memory: none. */
template <typename T>
static __global__ void __launch_bounds__(BUILD_THREADS) values_kernel(mg_ordered_values v) {
    BUILD_LOOP(i, v.count) {
        ((T *)v.to)[i < v.cut ? i : v.rest + (i - v.cut)] = ((const T *)v.from)[v.order[i]];
    }
}

extern "C" cudaError_t mg__order_values(const mg_ordered_values *v, cudaStream_t stream) {
    if (v->size == 4) {
        values_kernel<uint32_t><<<build_blocks(v->count), BUILD_THREADS, 0, stream>>>(*v);
    } else {
        values_kernel<uint64_t><<<build_blocks(v->count), BUILD_THREADS, 0, stream>>>(*v);
    }
    return cudaGetLastError();
}
