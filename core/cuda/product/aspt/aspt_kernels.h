/* SPDX-License-Identifier: Apache-2.0
 *
 * aspt_kernels.h: the kernels of the format aspt by element type. C11.
 */
#ifndef MG_CORE_CUDA_PRODUCT_ASPT_ASPT_KERNELS_H
#define MG_CORE_CUDA_PRODUCT_ASPT_ASPT_KERNELS_H

#include "core/cuda/product/aspt/aspt_args.h"

#include <stdbool.h>
#include <stddef.h>

typedef struct mg_aspt_kernels {
    const void *spmm, *finish;
    uint32_t threads; /* of a thread block */
    uint32_t columns; /* of a slice */
    size_t size;      /* bytes of an element */
} mg_aspt_kernels;

/* lanes: 8, or 2 for few columns and for tiles of many columns. threads: those wanted, MG_ASPT_THREADS or MG_ASPT_HALF.
 * vectors: as mg__split_kernels. */
mg_aspt_kernels mg__aspt_kernels_f32(uint32_t lanes, uint32_t threads, bool vectors);
mg_aspt_kernels mg__aspt_kernels_f64(uint32_t lanes, uint32_t threads, bool vectors);

#endif
