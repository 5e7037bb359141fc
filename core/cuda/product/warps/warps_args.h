/* SPDX-License-Identifier: Apache-2.0
 *
 * warps_args.h: the formats well, adell and coadell on the device and the arguments of their kernels. C11 and CUDA C++.
 */
#ifndef MG_CORE_CUDA_PRODUCT_WARPS_WARPS_ARGS_H
#define MG_CORE_CUDA_PRODUCT_WARPS_WARPS_ARGS_H

#include "core/cuda/product/vector_args.h"

enum {
    MG_WARPS_THREADS = 256,
    MG_WARPS_LANES = 32,
    MG_WARPS_NONE = UINT16_MAX /* a lane without a row */
};
#define MG_WARPS_PADDING UINT32_MAX /* column of padding, and first column of an empty lane */

/* mg_device_warp.flags. Where rows or first columns ascend by one, they are not read. */
enum {
    MG_WARPS_ROWS_ASCEND = 1,   /* lane l has the row `row` + l */
    MG_WARPS_COLUMNS_ASCEND = 2 /* and the first column `column` + l */
};

/* A warp of the format; read at once. */
typedef struct __attribute__((aligned(16))) mg_device_warp {
    uint32_t slot;   /* of its first element, in units of MG_WARPS_LANES slots */
    uint32_t deltas; /* COADELL: its first difference, in units of MG_WARPS_LANES bytes */
    uint32_t load;   /* elements of a lane */
    uint32_t heads;  /* bits of the lanes that begin a row */
    uint32_t row;    /* from which the rows of its lanes count */
    uint32_t column; /* COADELL: first column of lane 0 */
    uint8_t width;   /* bytes of a difference; 0: it has columns */
    uint8_t lanes;   /* of its widest row */
    uint16_t flags;
    uint32_t padding;
} mg_device_warp;

/* The format on the device: the arrays of mg_warps, and for each warp what a kernel reads of it. */
typedef struct mg_device_warps {
    const mg_device_warp *warps;
    const uint16_t *lane_rows;     /* MG_WARPS_LANES for each warp: rows from that of the warp on; MG_WARPS_NONE */
    const uint32_t *columns;       /* WELL and ADELL */
    const uint32_t *first_columns; /* COADELL */
    const uint8_t *deltas;
    uint64_t warp_count, shared_count;
    const uint32_t *split_row;   /* split_count: rows of several warps */
    const uint32_t *split_first; /* split_count + 1: first warp of each */
    uint32_t split_count;
} mg_device_warps;

typedef struct mg_warps_product {
    mg_vector_product product;
    mg_device_warps matrix;
    const void *values; /* of the slots; NULL: all `one` */
    void *slots;        /* sums of the shared warps */
} mg_warps_product;

#endif
