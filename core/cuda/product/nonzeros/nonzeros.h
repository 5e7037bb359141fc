/* SPDX-License-Identifier: Apache-2.0
 *
 * nonzeros.h: rows and values of nonzeros that a format has in another order than the CSR. C11.
 */
#ifndef MG_CORE_CUDA_PRODUCT_NONZEROS_NONZEROS_H
#define MG_CORE_CUDA_PRODUCT_NONZEROS_NONZEROS_H

#include <cuda_runtime_api.h>
#include <stddef.h>
#include <stdint.h>

/* The row of each nonzero of a CSR. */
typedef struct mg_nonzero_rows {
    const uint64_t *offsets; /* rows + 1 */
    uint32_t rows, count;    /* of nonzeros */
    uint32_t *row;
} mg_nonzero_rows;
/* A step (device_steps.h) of mg_nonzero_rows. */
cudaError_t mg__nonzero_rows(void *rows, void *temporary, size_t *bytes, cudaStream_t stream);

/* Value i is from[order[i]]; the values from `cut` on go to `rest` and the following. */
typedef struct mg_ordered_values {
    const uint32_t *order;
    const void *from;
    void *to;
    uint64_t count, cut, rest;
    size_t size; /* bytes of a value, 4 or 8 */
} mg_ordered_values;
cudaError_t mg__order_values(const mg_ordered_values *values, cudaStream_t stream);

#endif
