/* SPDX-License-Identifier: Apache-2.0
 *
 * split_args.h: the split format on the device and the arguments of its kernels. C11 and CUDA C++.
 */
#ifndef MG_CORE_CUDA_PRODUCT_SPLIT_SPLIT_ARGS_H
#define MG_CORE_CUDA_PRODUCT_SPLIT_SPLIT_ARGS_H

#include <stdint.h>

enum {
    MG_SPLIT_LENGTH = 512, /* most nonzeros of a work item, as MG_SPLIT_ITEM */
    MG_SPLIT_LEAST = 64,   /* the same of small matrices, which would have too few items for the device */
    MG_SPLIT_SHORT = 128,  /* items of fewer nonzeros than this are short: fewer lanes share one */
    MG_SPLIT_TINY = 16,    /* sampled products share items of no fewer nonzeros */
    MG_SPLIT_THREADS = 256,
    MG_SPLIT_PAD = 16 /* elements behind columns and values, all bits 0, which vector loads may read */
};

/* mg_device_item.length: the number of nonzeros and this flag. */
#define MG_SPLIT_PART 0x80000000u /* the item is a part of a row: its sum goes to a slot */

/* Work item: consecutive nonzeros of one row, all of them unless the row has more than an item may have. */
typedef struct mg_device_item {
    uint64_t begin;
    uint32_t row;    /* of a part: its slot */
    uint32_t length; /* and MG_SPLIT_PART */
} mg_device_item;

/* The split format on the device. Items that are parts of rows come first, by their first column, so that those which
 * run at the same time read the same rows of X; the others follow by descending length class (powers of two), within a
 * class by row. Slots of a row are consecutive. */
typedef struct mg_device_split {
    uint32_t rows, columns;
    const uint32_t *column; /* column of each nonzero; MG_SPLIT_PAD elements follow that may be read */
    const void *values;     /* NULL: all 1 */
    const mg_device_item *items;
    uint64_t item_count;
    uint64_t long_count;        /* the first long_count items are parts, or have MG_SPLIT_SHORT nonzeros or the most */
    uint64_t shared_count;      /* and these are parts, or have MG_SPLIT_TINY or more */
    const uint32_t *slot_row;   /* slot_count: row of each slot */
    const uint32_t *split_row;  /* split_count: rows of several items */
    const uint32_t *split_slot; /* split_count + 1: first slot of each of them */
    uint32_t slot_count, split_count;
    uint32_t has_runs; /* most nonzeros are in the column after that of the one before: neighbouring rows, too, have
                          columns in common */
} mg_device_split;

/* One product Y = alpha A X + beta Y. */
typedef struct mg_split_product {
    mg_device_split matrix;
    uint32_t tile_blocks; /* thread blocks of a tile of columns, */
    uint32_t wide_blocks; /* of which the first ones take long items; 0: all items are alike */
    uint32_t k;
    uint32_t x_stride;   /* bytes from row to row */
    uint32_t accumulate; /* beta is not 0 */
    uint32_t mask_complement;
    const void *x;
    void *y;
    uint64_t y_stride;    /* elements from row to row */
    void *slots;          /* slot_count rows of k sums */
    const uint8_t *mask;  /* of rows; NULL: all are computed */
    uint64_t alpha, beta; /* bit patterns of the element type, in the low bytes */
} mg_split_product;

/* One sampled product: out[e] = alpha value[e] (X[row] . Y[column]) + beta out[e]. */
typedef struct mg_split_sampled {
    mg_device_split matrix;
    const void *x, *y;
    uint64_t x_stride; /* elements from row to row */
    void *out;
    const uint8_t *mask;  /* of rows; NULL: all are computed */
    uint64_t alpha, beta; /* bit patterns of the element type, in the low bytes */
    uint32_t mask_complement;
    uint32_t accumulate; /* beta is not 0 */
    uint32_t k;
    uint32_t scale;       /* multiply by the values */
    uint32_t y_stride;    /* bytes from row to row */
    uint32_t wide_blocks; /* thread blocks that take shared items: the first ones */
} mg_split_sampled;

#endif
