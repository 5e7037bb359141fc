/* SPDX-License-Identifier: Apache-2.0
 *
 * rs_kernels.h: the kernels of the format rs by element type. C11.
 */
#ifndef MG_CORE_CUDA_PRODUCT_RS_RS_KERNELS_H
#define MG_CORE_CUDA_PRODUCT_RS_RS_KERNELS_H

#include "core/cuda/product/rs/rs_args.h"

#include <stdbool.h>
#include <stddef.h>

/* spmm: a thread block for each chunk and slice of columns, with the panel's rows of X, `columns` elements each, in
 * shared memory. prepare: Y = beta Y, a thread for each `vector` elements. scatter_heavy: as spmm without shared
 * memory; scatter_light: `items` work items of the light nonzeros for a thread block, by slices. Thread blocks of
 * MG_RS_THREADS, the slice of block b is b mod slices. */
typedef struct mg_rs_kernels {
    const void *spmm, *prepare, *scatter_heavy, *scatter_light;
    uint32_t columns; /* of a slice */
    uint32_t vector, items;
    size_t size; /* bytes of an element */
} mg_rs_kernels;

/* lanes: 8, 4 or 2. vectors: as mg__split_kernels. */
mg_rs_kernels mg__rs_kernels_f32(uint32_t lanes, bool vectors);
mg_rs_kernels mg__rs_kernels_f64(uint32_t lanes, bool vectors);

#endif
