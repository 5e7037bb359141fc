/* SPDX-License-Identifier: Apache-2.0
 *
 * vector_product.h: products with one vector of the formats that have kernels for no more columns. C11.
 */
#ifndef MG_CORE_CUDA_PRODUCT_VECTOR_PRODUCT_H
#define MG_CORE_CUDA_PRODUCT_VECTOR_PRODUCT_H

#include "core/cuda/device/device.h"
#include "core/cuda/product/vector_args.h"
#include "core/sparse/matrix.h"

/* A product that runs. */
typedef struct mg_vector_work {
    mg_context *context;
    mg_cuda *cuda;
    mg_storage *storage;
    const mg_product_options *options;
    mg_semiring semiring; /* that of the kernels: PLUS_TIMES, MIN_PLUS or OR_AND */
    mg_type values;       /* type of the values; NONE: they are not read */
    mg_vector_product product;
    const void *device; /* what the format has on the device; set by `open` */
    void *slots;        /* memory of the product, allocated by `open`; NULL: none */
} mg_vector_work;

/* The products of a format. */
typedef struct mg_vector_format {
    bool (*fits)(const mg_vector_work *work); /* does it run on this device? NULL: always */
    mg_status (*open)(mg_vector_work *work);  /* makes what is missing on the device, and allocates */
    mg_status (*run)(mg_vector_work *work);   /* launches the kernels */
    mg_status (*check)(mg_vector_work *work); /* after them: did they succeed? Waits for them. NULL: they do */
} mg_vector_format;

/* As mg__cuda_matrix_spmm() with k = 1. *done: false, nothing was done: the format has no such kernels, or not on this
 * device. */
mg_status mg__cuda_vector_product(mg_context *context, mg_storage *matrix, const mg_product_options *options,
                                  const void *x, uint64_t x_stride, void *y, uint64_t y_stride, bool *done);

#endif
