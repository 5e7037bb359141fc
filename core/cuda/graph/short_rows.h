/* SPDX-License-Identifier: Apache-2.0
 *
 * short_rows.h: makes the short rows of a CSR (kernel/rows/short_args.h), once, on the device.
 */
#ifndef MG_CORE_CUDA_GRAPH_SHORT_ROWS_H
#define MG_CORE_CUDA_GRAPH_SHORT_ROWS_H

#include "core/cuda/device/device.h"
#include "core/cuda/kernel/rows/short_args.h"

typedef struct mg_short_rows {
    int16_t *steps; /* MG_SHORT_EDGES deltas per row, in device memory; NULL: too many rows do not fit, or some have
                       pieces */
    uint64_t bytes;
    bool known; /* made, or found not to pay */
} mg_short_rows;

/* offsets (n + 1, 64-bit if they are `wide`) and neighbours are a CSR in device memory. */
mg_status mg__short_rows_cut(mg_context *context, mg_cuda *cuda, const void *offsets, const uint32_t *neighbours,
                             uint32_t n, bool wide, mg_short_rows *rows);

/* Also for empty ones. */
void mg__short_rows_free(mg_short_rows *rows);

/* Fills the deltas. Counts rows that do not fit in unencoded[0], and sets unencoded[1] if a row is longer than
 * MG_LONG_ROW; both must be 0 before. */
cudaError_t mg__launch_short_rows(const void *offsets, const uint32_t *neighbours, uint32_t n, bool wide,
                                  int16_t *steps, uint32_t *unencoded, cudaStream_t stream);

#endif
