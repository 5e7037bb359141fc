/* SPDX-License-Identifier: Apache-2.0
 *
 * rs_args.h: the format rs on the device and the arguments of its kernels. C11 and CUDA C++.
 */
#ifndef MG_CORE_CUDA_PRODUCT_RS_RS_ARGS_H
#define MG_CORE_CUDA_PRODUCT_RS_RS_ARGS_H

#include "core/cuda/product/split/split_args.h"

/* Three thread blocks with tiles of 64 KiB share a multiprocessor: one reads its tile while others compute. */
enum { MG_RS_THREADS = 384, MG_RS_BLOCKS = 3 };

/* Consecutive heavy segments of a panel: the work of a thread block. */
typedef struct mg_rs_chunk {
    uint64_t first; /* segment */
    uint32_t count; /* of segments */
    uint32_t panel;
} mg_rs_chunk;

/* The heavy segments on the device, as in mg_rs; the light nonzeros are a split format. */
typedef struct mg_device_rs {
    const uint64_t *starts;
    const uint32_t *row;
    const uint16_t *column;
    const void *values; /* NULL: all 1 */
    const mg_rs_chunk *chunks;
    uint32_t chunk_count, panel_columns;
} mg_device_rs;

/* Y += alpha A X over the heavy segments, or Y += alpha A^T X over all nonzeros. */
typedef struct mg_rs_product {
    mg_split_product product; /* its operands; the matrix is that of the light nonzeros */
    mg_device_rs rs;
    uint32_t slices; /* of columns of X */
    uint32_t y_rows;
} mg_rs_product;

#endif
