/* SPDX-License-Identifier: Apache-2.0
 *
 * column_kernels.h: a field of the states becomes a column.
 */
#ifndef MG_CORE_CUDA_EXEC_COLUMN_KERNELS_H
#define MG_CORE_CUDA_EXEC_COLUMN_KERNELS_H

#include <cuda_runtime_api.h>
#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

/* A field of states in device memory. */
typedef struct mg_field {
    const void *first; /* that of the first state */
    size_t stride;     /* bytes from state to state */
    size_t size;       /* 4 or 8 bytes */
    bool widens;       /* it is a float, and the column has doubles */
} mg_field;

/* Writes `count` values to `column`, in device memory, in the order of the stream. */
cudaError_t mg__write_column(const mg_field *field, uint64_t count, void *column, cudaStream_t stream);

#endif
