/* SPDX-License-Identifier: Apache-2.0
 *
 * segments_build.h: device steps of building segments (segments_build.cu).
 */
#ifndef MG_CORE_CUDA_LAYOUT_SEGMENTS_SEGMENTS_BUILD_H
#define MG_CORE_CUDA_LAYOUT_SEGMENTS_SEGMENTS_BUILD_H

#include "core/cuda/layout/segments/device_segments.h"

/* Inputs and temporary arrays. */
typedef struct mg_segments_source {
    uint32_t n, parts; /* parts: segments and the low one */
    uint32_t degree;   /* least in-degree of a row */
    uint32_t width;
    bool wide;
    mg_device_side send;
    const void *in_offsets;          /* of the receivers */
    uint32_t *keys[2], *vertices[2]; /* n of each: vertices by group */
    uint32_t *rank;                  /* row of every vertex; UINT32_MAX: low */
    uint32_t *rows;                  /* number of rows */
} mg_segments_source;

/* vertices[1]: group after group of table 3.1, stable, those below `degree` last; counts the others. */
cudaError_t mg__cuda_segments_order(const mg_segments_source *source, void *temporary, size_t *bytes,
                                    cudaStream_t stream);
/* rank of the first `rows` of `row`. */
cudaError_t mg__cuda_segments_rank(const mg_segments_source *source, const uint32_t *row, uint32_t rows,
                                   cudaStream_t stream);
/* offsets[part * n + v] = edges of v in a part; then where they begin. */
cudaError_t mg__cuda_segments_count(const mg_segments_source *source, void *offsets, cudaStream_t stream);
cudaError_t mg__cuda_segments_scan(const mg_segments_source *source, void *offsets, void *temporary, size_t *bytes,
                                   cudaStream_t stream);
/* Stores the edges in their parts and, unless `weights` is NULL, weights of `size` bytes. ids NULL: weights only. */
cudaError_t mg__cuda_segments_fill(const mg_segments_source *source, const mg_device_segments *layout,
                                   uint32_t *neighbours, uint16_t *ids, void *weights, size_t size,
                                   cudaStream_t stream);

#endif
