/* SPDX-License-Identifier: Apache-2.0
 *
 * aspt_args.h: the format aspt on the device and the arguments of its kernels. C11 and CUDA C++.
 */
#ifndef MG_CORE_CUDA_PRODUCT_ASPT_ASPT_ARGS_H
#define MG_CORE_CUDA_PRODUCT_ASPT_ASPT_ARGS_H

#include "core/cuda/product/pack/pack_args.h"
#include "core/cuda/product/split/split_args.h"

/* Threads of a block that has a multiprocessor for itself, or half of them: of two, one reads while the other computes.
 */
enum { MG_ASPT_THREADS = 1024, MG_ASPT_HALF = MG_ASPT_THREADS / 2 };
#define MG_ASPT_NO_SLOT UINT32_MAX /* a part that is the only one of its panel */

/* Consecutive dense tiles of a range of rows: the work of a thread block. */
typedef struct mg_aspt_part {
    uint32_t row, rows;
    uint32_t first, end; /* of mg_device_aspt.tiles */
    uint32_t slot;       /* where its sums go; MG_ASPT_NO_SLOT: they are added to the result */
    uint32_t slot_row;   /* row of the slot that has the sum of the first row */
} mg_aspt_part;

/* A range of rows of several slots, which are consecutive. */
typedef struct mg_aspt_panel {
    uint32_t row, rows;
    uint32_t slot, slots;
} mg_aspt_panel;

/* The dense tiles on the device; the sparse ones are a split format. */
typedef struct mg_device_aspt {
    mg_pack pack;
    const mg_pack_tile *tiles;
    const uint32_t *map; /* column in each slot of each dense tile */
    const mg_aspt_part *parts;
    const mg_aspt_panel *panels; /* those of several parts */
    uint32_t part_count, panel_count, slot_count;
    uint32_t panel_rows; /* of a slot; most rows of a part */
    uint32_t tile_columns;
} mg_device_aspt;

/* Y += alpha A X over the dense tiles. */
typedef struct mg_aspt_product {
    mg_split_product product; /* its operands; the matrix is that of the sparse tiles */
    mg_device_aspt aspt;
    void *slots;     /* slot_count * panel_rows rows of k sums */
    uint32_t slices; /* of columns of X */
    uint32_t stages; /* tiles in shared memory: 2, the next one is read ahead, or 1 */
} mg_aspt_product;

#endif
