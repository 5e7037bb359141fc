/* SPDX-License-Identifier: Apache-2.0
 *
 * device_matrix.h: a matrix's CSR and its work items on the device, made once and kept with the storage or,
 * where it is that of a graph, with the graph. C11.
 */
#ifndef MG_CORE_CUDA_PRODUCT_SPLIT_DEVICE_MATRIX_H
#define MG_CORE_CUDA_PRODUCT_SPLIT_DEVICE_MATRIX_H

#include "core/cuda/device/device.h"
#include "core/cuda/product/split/split_args.h"
#include "core/sparse/matrix.h"

/* Uploads what is missing and returns the matrix with values of `type` (NONE: without values). The arrays belong to
 * the storage or the graph and stay until it is destroyed. Synchronises the stream where something was missing.
 * Errors: MEMORY, DEVICE, RANGE (2^32 work items of split rows). */
mg_status mg__device_matrix(mg_context *context, mg_cuda *cuda, mg_storage *storage, mg_type type,
                            mg_device_split *matrix);

/* The CSR itself, as other formats are made of it. */
typedef struct mg_device_rows {
    const uint64_t *offsets; /* rows + 1 */
    const uint32_t *columns;
    const void *values; /* NULL: all 1 */
    void *uploaded;     /* for mg__cuda_release(): the offsets of a graph, which does not keep them so */
} mg_device_rows;
/* As mg__device_matrix(). */
mg_status mg__device_rows(mg_context *context, mg_cuda *cuda, mg_storage *storage, mg_type type, mg_device_rows *rows);

#endif
