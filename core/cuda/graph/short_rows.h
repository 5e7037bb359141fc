/* SPDX-License-Identifier: Apache-2.0
 *
 * short_rows.h: cuts a CSR into short rows (kernel/short_args.h), once, on the device.
 */
#ifndef MG_CORE_CUDA_GRAPH_SHORT_ROWS_H
#define MG_CORE_CUDA_GRAPH_SHORT_ROWS_H

#include "core/cuda/device/device.h"
#include "core/cuda/kernel/rows/short_args.h"

typedef struct mg_short_rows {
    int16_t *steps; /* MG_SHORT_EDGES of each row, in device memory; NULL: too many are misfits, or some in pieces */
    uint64_t bytes;
    bool known; /* they were cut, or found not to pay */
} mg_short_rows;

/* offsets (n + 1, 64-bit if they are `wide`) and neighbours are a CSR in device memory. */
mg_status mg__short_rows_cut(mg_context *context, mg_cuda *cuda, const void *offsets, const uint32_t *neighbours,
                             uint32_t n, bool wide, mg_short_rows *rows);

/* Also of what is empty. */
void mg__short_rows_free(mg_short_rows *rows);

/* Fills the steps. Counts misfits in misfits[0], and says in misfits[1] whether a row is longer than MG_LONG_ROW; both
 * are 0. */
cudaError_t mg__launch_short_rows(const void *offsets, const uint32_t *neighbours, uint32_t n, bool wide,
                                  int16_t *steps, uint32_t *misfits, cudaStream_t stream);

#endif
