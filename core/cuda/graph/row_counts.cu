/* SPDX-License-Identifier: Apache-2.0 */
#include <cmath>

extern "C" {
#include "core/cuda/graph/row_counts.h"
}

#define THREADS 256u

/* The first of the ascending elements that is not less than v. */
static __device__ uint64_t lower_bound(const uint32_t *neighbours, uint64_t low, uint64_t high, uint64_t v) {
    while (low < high) {
        const uint64_t middle = low + (high - low) / 2;
        if (neighbours[middle] < v) {
            low = middle + 1;
        } else {
            high = middle;
        }
    }
    return low;
}

/* A row per thread, by two binary searches. No shared memory. */
template <typename Offset>
__global__ void loops_kernel(const mg_counted_rows rows) {
    const Offset *const offsets = (const Offset *)rows.offsets;
    const uint64_t threads = (uint64_t)gridDim.x * blockDim.x;
    for (uint64_t v = (uint64_t)blockIdx.x * blockDim.x + threadIdx.x; v < rows.n; v += threads) {
        const uint64_t end = offsets[v + 1], first = lower_bound(rows.neighbours, offsets[v], end, v);
        if (first < end && rows.neighbours[first] == v) {
            atomicAdd(rows.loops, lower_bound(rows.neighbours, first, end, v + 1) - first);
        }
    }
}

/* A part per thread block, its weights in turn to its threads. Shared memory: an element per thread. */
template <typename Weight>
__global__ void weights_kernel(const mg_counted_rows rows) {
    __shared__ mg_weight_part of_thread[THREADS];
    const Weight *const weights = (const Weight *)rows.weights;
    const uint64_t share = (rows.arcs + gridDim.x - 1) / gridDim.x, begin = share * blockIdx.x;
    const uint64_t end = begin + share < rows.arcs ? begin + share : rows.arcs;
    mg_weight_part own = {INFINITY, -INFINITY, 0.0};
    for (uint64_t a = begin + threadIdx.x; a < end; a += THREADS) {
        const double weight = (double)weights[a];
        own.min = weight < own.min ? weight : own.min;
        own.max = weight > own.max ? weight : own.max;
        own.sum += weight;
    }
    of_thread[threadIdx.x] = own;
    for (unsigned half = THREADS / 2; half > 0; half /= 2) {
        __syncthreads();
        if (threadIdx.x < half) {
            const mg_weight_part other = of_thread[threadIdx.x + half];
            own.min = other.min < own.min ? other.min : own.min;
            own.max = other.max > own.max ? other.max : own.max;
            own.sum += other.sum;
            of_thread[threadIdx.x] = own;
        }
    }
    if (threadIdx.x == 0) {
        rows.parts[blockIdx.x] = own;
    }
}

template <typename Offset>
static void count_loops(const mg_counted_rows *rows, cudaStream_t stream) {
    const uint32_t wanted = rows->n / THREADS + 1, blocks = wanted < 65536 ? wanted : 65536;
    loops_kernel<Offset><<<blocks, THREADS, 0, stream>>>(*rows);
}

extern "C" cudaError_t mg__launch_row_counts(const mg_counted_rows *rows, cudaStream_t stream) {
    if (rows->wide) {
        count_loops<uint64_t>(rows, stream);
    } else {
        count_loops<uint32_t>(rows, stream);
    }
    switch (rows->type) {
    case MG_INT32:
        weights_kernel<int32_t><<<MG_WEIGHT_PARTS, THREADS, 0, stream>>>(*rows);
        break;
    case MG_INT64:
        weights_kernel<int64_t><<<MG_WEIGHT_PARTS, THREADS, 0, stream>>>(*rows);
        break;
    case MG_FLOAT32:
        weights_kernel<float><<<MG_WEIGHT_PARTS, THREADS, 0, stream>>>(*rows);
        break;
    case MG_FLOAT64:
        weights_kernel<double><<<MG_WEIGHT_PARTS, THREADS, 0, stream>>>(*rows);
        break;
    default: /* no weights */
        break;
    }
    return cudaGetLastError();
}
