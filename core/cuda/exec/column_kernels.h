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

#include <multigraph/program.h>

/* A field of states in device memory. */
typedef struct mg_field {
    const void *first; /* that of the first state */
    size_t stride;     /* bytes from state to state */
    size_t size;       /* 4 or 8 bytes */
    bool widens;       /* it is a float, and the column has doubles */
} mg_field;

/* The states of a batch. */
typedef struct mg_lane_sources {
    uint32_t lanes;
    uint32_t source[MG_LANES_MAX]; /* by lane: a vertex whose value is not added */
} mg_lane_sources;

/* Adds the floats of `field` of `count` vertices, in the order of the lanes, to `sums`, in device memory. */
cudaError_t mg__add_states(const mg_field *field, uint64_t count, const mg_lane_sources *lanes, double *sums,
                           cudaStream_t stream);

/* Writes `count` values to `column`, in device memory, in the order of the stream. */
cudaError_t mg__write_column(const mg_field *field, uint64_t count, void *column, cudaStream_t stream);

#endif
