/* SPDX-License-Identifier: Apache-2.0
 *
 * edge_keys.h: the steps from an edge list on the device to rows, each a launch on a stream (edge_rows.cu).
 */
#ifndef MG_CORE_CUDA_GRAPH_EDGE_KEYS_H
#define MG_CORE_CUDA_GRAPH_EDGE_KEYS_H

#include "core/cuda/product/split/split_args.h"

#include <cuda_runtime_api.h>
#include <stdbool.h>
#include <stdint.h>

/* A key is an arc: its source, `bits` bits, above its target, `bits` bits; all ones: there is no arc, and
 * no vertex has that number. */
typedef struct mg_edge_keys {
    const void *source, *target, *weight;
    uint64_t count, base;
    uint32_t n;
    int bits;
    bool wide_ids;     /* ids have 64 bits */
    bool wide_weights; /* weights have 8 bytes; else 4 */
    bool both, drop_loops;
    uint64_t *keys;    /* count, or 2 * count if `both` */
    uint64_t *values;  /* bytes of the weights of the keys; NULL: there are no weights */
    uint32_t *outside; /* becomes 1 if an id is not among base .. base + n - 1 */
} mg_edge_keys;
cudaError_t mg__launch_edge_keys(const mg_edge_keys *k, cudaStream_t stream);
/* offsets[0 .. n]: where the rows begin among the sorted keys; after the last one come those without an arc. */
cudaError_t mg__launch_key_begins(const uint64_t *keys, uint64_t count, uint32_t n, int bits, uint32_t *offsets,
                                  cudaStream_t stream);
/* The targets of sorted keys, and MG_SPLIT_PAD zeros; the weights of `size` bytes, if any. */
cudaError_t mg__launch_key_columns(const uint64_t *keys, const uint64_t *values, uint64_t count, int bits,
                                   uint32_t *columns, void *weights, uint32_t size, cudaStream_t stream);

#endif
