/* SPDX-License-Identifier: Apache-2.0
 *
 * dense_product.h: products of graphs along their dense representation, panels or blocks.
 */
#ifndef MG_CORE_CUDA_PRODUCT_DENSE_PRODUCT_H
#define MG_CORE_CUDA_PRODUCT_DENSE_PRODUCT_H

#include "core/cuda/layout/panels/panels.h"

#include <multigraph/matrices.h>

typedef struct mg_storage mg_storage; /* core/sparse/matrix.h */

/* Does the product run along the dense representation? Only those of mg_spmv and mg_spmm do. */
bool mg__cuda_is_dense_product(const mg_storage *matrix, uint32_t k);
/* The same by the options, for one column. */
bool mg__cuda_is_dense_vector_product(const mg_spmv_options *options, uint64_t arcs);
/* Bytes of temporary memory beside x and y, whose elements have `size` bytes. */
uint64_t mg__dense_product_scratch(const mg_panels_built *built, size_t size);
/* matrix_spmm of mg_backend for these; x and y have rows of k elements. */
mg_status mg__cuda_dense_product(mg_context *context, mg_storage *matrix, const mg_product_options *options, uint32_t k,
                                 const void *x, void *y);

/* What the kernels compute with, and how it is made of elements and becomes elements. */
typedef enum mg_product_values {
    MG_VALUES_ELEMENTS,
    MG_VALUES_KEYS, /* unsigned, in the order of the elements */
    MG_VALUES_TRUTH /* 0: not zero, else the greatest key */
} mg_product_values;

/* One product on the device: elements x[v * k + column]. */
typedef struct mg_product {
    mg_dense_args dense; /* one column at a time */
    uint32_t n, k, column;
    uint32_t values;  /* mg_product_values */
    uint32_t element; /* mg_type of x and y */
    bool adds_one;    /* 1 is added to every sum: edges without weights of MG_MIN_PLUS */
    bool accumulate, mask_complement;
    const uint8_t *mask;
    const void *x;
    void *y;
} mg_product;

/* The kernels of a semiring over a type. */
typedef struct mg_product_kernels {
    const void *load, *gather, *store;
} mg_product_kernels;

/* weighted: the semiring reads weights and there are some. */
mg_product_values mg__product_values(mg_semiring semiring, mg_type type, bool weighted);
mg_product_kernels mg__product_kernels(mg_semiring semiring, mg_type type, bool weighted);
/* The gather kernel of the layout blocks; NULL: this build has none (MG_PAPER_LAYOUTS). */
const void *mg__product_blocks(mg_semiring semiring, mg_type type, bool weighted);

#endif
