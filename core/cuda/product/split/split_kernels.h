/* SPDX-License-Identifier: Apache-2.0
 *
 * split_kernels.h: the kernels of the split format by semiring, element type and number of columns. C11.
 */
#ifndef MG_CORE_CUDA_PRODUCT_SPLIT_SPLIT_KERNELS_H
#define MG_CORE_CUDA_PRODUCT_SPLIT_SPLIT_KERNELS_H

#include "core/cuda/product/split/split_args.h"

#include <multigraph/matrices.h>

/* items: all items; finish: split rows. */
typedef struct mg_split_kernels {
    const void *items, *finish;
    uint32_t columns;      /* of a tile */
    uint32_t wide, narrow; /* long and short items of a thread block */
    uint32_t split_rows;   /* of a thread block */
} mg_split_kernels;

/* shared, single: items of a thread block, those of MG_SPLIT_TINY nonzeros or more and the others. slice: most columns
 * of a launch; 0: any number. */
typedef struct mg_split_sampler {
    const void *kernel;
    uint32_t shared, single, slice;
} mg_split_sampler;

/* vectors: may 16 bytes be loaded and stored at once? runs: mg_device_split.has_runs. For mg_split_product and
 * mg_split_sampled. */
mg_split_kernels mg__split_kernels(mg_semiring semiring, mg_type type, uint32_t k, bool vectors, bool runs);
mg_split_sampler mg__split_sampler(mg_type type, uint32_t k, bool vectors, bool runs);

/* Those of one type. */
mg_split_kernels mg__split_kernels_f32(mg_semiring semiring, uint32_t k, bool vectors, bool runs);
mg_split_kernels mg__split_kernels_f64(mg_semiring semiring, uint32_t k, bool vectors, bool runs);
mg_split_kernels mg__split_kernels_i32(mg_semiring semiring, uint32_t k, bool vectors, bool runs);
mg_split_kernels mg__split_kernels_i64(mg_semiring semiring, uint32_t k, bool vectors, bool runs);
mg_split_kernels mg__split_kernels_u32(mg_semiring semiring, uint32_t k, bool vectors, bool runs);
mg_split_kernels mg__split_kernels_u64(mg_semiring semiring, uint32_t k, bool vectors, bool runs);

#endif
