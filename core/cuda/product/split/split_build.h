/* SPDX-License-Identifier: Apache-2.0
 *
 * split_build.h: work items of the split format, made on the device from the ends of rows. C11.
 */
#ifndef MG_CORE_CUDA_PRODUCT_SPLIT_SPLIT_BUILD_H
#define MG_CORE_CUDA_PRODUCT_SPLIT_SPLIT_BUILD_H

#include "core/cuda/product/split/split_args.h"

#include <cuda_runtime_api.h>
#include <stddef.h>

/* Keys by which items are sorted: parts have the high bits of their first column, the others follow by length class. */
enum { MG_SPLIT_PART_BITS = 15, MG_SPLIT_KEY_BITS = MG_SPLIT_PART_BITS + 1 };

/* Numbers of a matrix, by which the arrays are allocated. pairs: of neighbours in the middle of items; adjacent: those
 * of them in adjacent columns. */
typedef struct mg_split_counts {
    unsigned long long items, long_items, shared_items, slots, split_rows, pairs, adjacent;
} mg_split_counts;

/* Arrays that the builder reads and writes, all on the device. */
typedef struct mg_split_source {
    uint32_t rows;
    uint32_t length;               /* most nonzeros of an item: a power of two up to MG_SPLIT_LENGTH */
    uint32_t column_shift;         /* the high bits of a column that are a key */
    const uint64_t *begins, *ends; /* rows: row r has the nonzeros begins[r] .. ends[r] */
    const uint32_t *columns;
    uint64_t *first_item;                        /* rows + 1: counts, then prefix sums */
    uint64_t *first_slot;                        /* likewise, of slots (low half) and split rows (high half) */
    mg_split_counts *counts;                     /* zeroed */
    mg_device_item *unsorted, *items;            /* counts.items each */
    uint32_t *item_key[2], *from[2];             /* likewise: buffers of the sort by key */
    uint32_t *slot_row, *split_row, *split_slot; /* as in mg_device_split */
} mg_split_source;

/* Counts the items of each row and sums them up; *bytes: temporary memory, set if `temporary` is NULL. */
cudaError_t mg__split_count(const mg_split_source *source, void *temporary, size_t *bytes, cudaStream_t stream);
/* Writes the items and sorts them by their keys; *bytes as above. items: counts.items. */
cudaError_t mg__split_fill(const mg_split_source *source, uint32_t items, void *temporary, size_t *bytes,
                           cudaStream_t stream);

#endif
