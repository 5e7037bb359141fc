/* SPDX-License-Identifier: Apache-2.0
 *
 * level.h: a level of Louvain or Leiden on the device, an mg_coarse. C11 and CUDA C++.
 */
#ifndef MG_CORE_CUDA_COMMUNITIES_LEVEL_H
#define MG_CORE_CUDA_COMMUNITIES_LEVEL_H

#include <cuda_runtime_api.h>
#include <stdbool.h>
#include <stdint.h>

/* The weights of edges: all 1, of 32 bits, of 64 bits. Sums of the first two fit 32 bits. */
typedef enum mg_level_weights { MG_LEVEL_ONES, MG_LEVEL_NARROW, MG_LEVEL_WIDE, MG_LEVEL_KINDS } mg_level_weights;

/* The edges of v are begin[v] .. end[v] - 1. */
typedef struct mg_level_rows {
    const void *begin, *end; /* 32-bit unless the level has `wide` */
    const uint32_t *neighbours;
    const void *weights;
} mg_level_rows;

typedef struct mg_level {
    uint32_t n, row_count;
    bool wide;
    mg_level_weights kind;
    mg_level_rows rows[2];
    uint64_t entries[2]; /* of the arrays of each side */
    const uint32_t *key; /* NULL: the index */
    uint64_t *strength;
} mg_level;

/* Bytes of a weight. */
static inline uint64_t mg_level_weight_size(mg_level_weights kind) {
    return kind == MG_LEVEL_ONES ? 0 : kind == MG_LEVEL_NARROW ? 4 : 8;
}

#endif
