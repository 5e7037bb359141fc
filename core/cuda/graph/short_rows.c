/* SPDX-License-Identifier: Apache-2.0 */
#include "core/cuda/graph/short_rows.h"

#define WHAT "short rows"
#define MOST_MISFITS 16u /* at most one in this many rows may not fit */

void mg__short_rows_free(mg_short_rows *rows) {
    cudaFree(rows->steps);
    rows->steps = NULL;
    rows->bytes = 0;
}

mg_status mg__short_rows_cut(mg_context *context, mg_cuda *cuda, const void *offsets, const uint32_t *neighbours,
                             uint32_t n, bool wide, mg_short_rows *rows) {
    mg_status status = MG_OK;
    const uint64_t bytes = (uint64_t)n * MG_SHORT_EDGES * sizeof *rows->steps;
    uint32_t *unencoded = NULL, found[2] = {0};
    MG_TRY(mg__cuda_keep(context, (void **)&rows->steps, bytes, WHAT));
    rows->bytes = bytes;
    MG_TRY(mg__cuda_get(context, cuda, (void **)&unencoded, sizeof found, WHAT));
    MG_CUDA_TRY(context, cudaMemsetAsync(unencoded, 0, sizeof found, cuda->stream), WHAT);
    MG_CUDA_TRY(context, mg__launch_short_rows(offsets, neighbours, n, wide, rows->steps, unencoded, cuda->stream),
                WHAT);
    MG_TRY(mg__cuda_download(context, cuda, found, unencoded, sizeof found));
    rows->known = true;
out:
    mg__cuda_release(cuda, unencoded);
    if (status != MG_OK || found[0] > n / MOST_MISFITS || found[1]) {
        mg__short_rows_free(rows);
    }
    return status;
}
