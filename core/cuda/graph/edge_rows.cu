/* SPDX-License-Identifier: Apache-2.0
 *
 * edge_rows.cu: an edge, a key or a row per thread; rows are found by binary search. No shared memory.
 */
extern "C" {
#include "core/cuda/graph/edge_keys.h"
}
#include "core/cuda/graph/grid.cuh"
#include "core/cuda/graph/row_begins.cuh"

static __device__ uint64_t mg_id_at(const void *ids, bool wide, uint64_t i) {
    return wide ? ((const uint64_t *)ids)[i] : ((const uint32_t *)ids)[i];
}

static __device__ uint64_t mg_weight_bits(const mg_edge_keys &k, uint64_t i) {
    return k.wide_weights ? ((const uint64_t *)k.weight)[i] : ((const uint32_t *)k.weight)[i];
}

/* An undirected loop is one arc. */
__global__ void edge_keys_kernel(const __grid_constant__ mg_edge_keys k) {
    const uint64_t none = ~0ull >> (64 - 2 * k.bits);
    for (uint64_t i = (uint64_t)blockIdx.x * MG_GRID_THREADS + threadIdx.x; i < k.count;
         i += (uint64_t)gridDim.x * MG_GRID_THREADS) {
        const uint64_t u = mg_id_at(k.source, k.wide_ids, i) - k.base, v = mg_id_at(k.target, k.wide_ids, i) - k.base;
        const bool inside = u < k.n && v < k.n, drops = !inside || (k.drop_loops && u == v);
        if (!inside) {
            *k.outside = 1;
        }
        k.keys[i] = drops ? none : u << k.bits | v;
        if (k.both) {
            k.keys[k.count + i] = drops || u == v ? none : v << k.bits | u;
        }
        if (k.values) {
            k.values[i] = mg_weight_bits(k, i);
            if (k.both) {
                k.values[k.count + i] = k.values[i];
            }
        }
    }
}

__global__ void key_begins_kernel(const uint64_t *keys, uint64_t count, uint32_t n, int bits, uint32_t *offsets) {
    mg_find_row_begins(keys, count, bits, n, offsets);
}

__global__ void key_columns_kernel(const uint64_t *keys, const uint64_t *values, uint64_t count, int bits,
                                   uint32_t *columns, void *weights, uint32_t size) {
    const uint64_t mask = (1ull << bits) - 1, threads = (uint64_t)gridDim.x * MG_GRID_THREADS;
    for (uint64_t i = (uint64_t)blockIdx.x * MG_GRID_THREADS + threadIdx.x; i < count + MG_SPLIT_PAD; i += threads) {
        columns[i] = i < count ? (uint32_t)(keys[i] & mask) : 0;
        if (values && i < count) {
            if (size == 8) {
                ((uint64_t *)weights)[i] = values[i];
            } else {
                ((uint32_t *)weights)[i] = (uint32_t)values[i];
            }
        }
    }
}

extern "C" cudaError_t mg__launch_edge_keys(const mg_edge_keys *k, cudaStream_t stream) {
    edge_keys_kernel<<<mg_grid_blocks(k->count), MG_GRID_THREADS, 0, stream>>>(*k);
    return cudaGetLastError();
}

extern "C" cudaError_t mg__launch_key_begins(const uint64_t *keys, uint64_t count, uint32_t n, int bits,
                                             uint32_t *offsets, cudaStream_t stream) {
    key_begins_kernel<<<mg_grid_blocks((uint64_t)n + 1), MG_GRID_THREADS, 0, stream>>>(keys, count, n, bits, offsets);
    return cudaGetLastError();
}

extern "C" cudaError_t mg__launch_key_columns(const uint64_t *keys, const uint64_t *values, uint64_t count, int bits,
                                              uint32_t *columns, void *weights, uint32_t size, cudaStream_t stream) {
    key_columns_kernel<<<mg_grid_blocks(count + MG_SPLIT_PAD), MG_GRID_THREADS, 0, stream>>>(keys, values, count, bits,
                                                                                             columns, weights, size);
    return cudaGetLastError();
}
