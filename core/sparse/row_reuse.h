/* SPDX-License-Identifier: Apache-2.0
 *
 * row_reuse.h: how often a cache has the rows of X that nonzeros read, by the reads between two reads of the same row.
 */
#ifndef MG_CORE_SPARSE_ROW_REUSE_H
#define MG_CORE_SPARSE_ROW_REUSE_H

#include <stdint.h>

/* Distances in bins of a quarter of a power of two; the last bin: first reads. */
#define MG_REUSE_BINS (4 * 64)

typedef struct mg_row_reuse {
    uint64_t time;  /* reads so far */
    uint64_t *last; /* of each column: its last read; 0: none */
} mg_row_reuse;

/* Reads a row; returns the bin of its distance. */
uint32_t mg__reuse_read(mg_row_reuse *reuse, uint32_t column);
/* First bin of reads that a cache of `rows` rows does not have. all: reads by bin. */
uint32_t mg__reuse_missing(const uint64_t all[MG_REUSE_BINS], uint64_t rows);
/* Reads of the bins from `first` on. */
double mg__reuse_from(const uint64_t bins[MG_REUSE_BINS], uint32_t first);

#endif
