/* SPDX-License-Identifier: Apache-2.0
 *
 * spmv_cuda.h: sparse matrix products of the CUDA backend.
 */
#ifndef MG_CORE_CUDA_PRODUCT_SPMV_CUDA_H
#define MG_CORE_CUDA_PRODUCT_SPMV_CUDA_H

#include "core/cuda/layout/panels/panels.h"

/* The spmv and spmm of mg_backend; arguments are checked by then. */
mg_status mg__cuda_spmv(mg_context *context, const mg_graph *graph, const mg_spmv_options *options, const void *x,
                        void *y);
mg_status mg__cuda_spmm(mg_context *context, const mg_graph *graph, const mg_spmv_options *options, uint32_t k,
                        const void *x, void *y);

/* One product on the device: elements x[v * k + column]. */
typedef struct mg_product {
    mg_dense_args dense; /* dense products only, one column at a time */
    uint32_t n, k, column;
    bool wide, accumulate, mask_complement;
    mg_device_side rows;
    const uint8_t *mask;
    const void *x;
    void *y;
} mg_product;

/* The kernels of a semiring over a type. */
typedef struct mg_semiring_kernels {
    const void *load, *gather, *blocks, *store, *pull;
} mg_semiring_kernels;

/* The kernel of the blocks layout alone. */
const void *mg__semiring_blocks(mg_semiring semiring, mg_type type);
mg_semiring_kernels mg__semiring_kernels(mg_semiring semiring, mg_type type);

#endif
