/* SPDX-License-Identifier: Apache-2.0
 *
 * split_kernels.h: the kernels of the split format by semiring, element type and number of columns. C11.
 */
#ifndef MG_CORE_CUDA_PRODUCT_SPLIT_SPLIT_KERNELS_H
#define MG_CORE_CUDA_PRODUCT_SPLIT_SPLIT_KERNELS_H

#include "core/cuda/product/split/split_args.h"

#include <multigraph/matrices.h>

typedef struct mg_split_kernel {
    const void *kernel;
    uint32_t items;   /* of a thread block (finish: split rows) */
    uint32_t columns; /* of a tile */
} mg_split_kernel;

/* `wide` runs on the items of MG_SPLIT_SHORT nonzeros or more, `narrow` on the others, `finish` on split rows. */
typedef struct mg_split_kernels {
    mg_split_kernel wide, narrow, finish;
} mg_split_kernels;

/* vectors: may 16 bytes be loaded and stored at once? For mg_split_product and mg_split_sampled. */
mg_split_kernels mg__split_kernels(mg_semiring semiring, mg_type type, uint32_t k, bool vectors);
const void *mg__split_sampled_kernel(mg_type type, uint32_t k, bool vectors);

/* Those of one type. */
mg_split_kernels mg__split_kernels_f32(mg_semiring semiring, uint32_t k, bool vectors);
mg_split_kernels mg__split_kernels_f64(mg_semiring semiring, uint32_t k, bool vectors);
mg_split_kernels mg__split_kernels_i32(mg_semiring semiring, uint32_t k, bool vectors);
mg_split_kernels mg__split_kernels_i64(mg_semiring semiring, uint32_t k, bool vectors);
mg_split_kernels mg__split_kernels_u32(mg_semiring semiring, uint32_t k, bool vectors);
mg_split_kernels mg__split_kernels_u64(mg_semiring semiring, uint32_t k, bool vectors);
const void *mg__split_sampled_f32(uint32_t k, bool vectors);
const void *mg__split_sampled_f64(uint32_t k, bool vectors);
const void *mg__split_sampled_i32(uint32_t k, bool vectors);
const void *mg__split_sampled_i64(uint32_t k, bool vectors);

#endif
