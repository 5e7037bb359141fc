/* SPDX-License-Identifier: Apache-2.0 */
#include "core/cuda/exec/columns.h"

#include "core/cuda/exec/column_kernels.h"

mg_status mg__cuda_write_columns(mg_cuda_run *run) {
    mg_status status = MG_OK;
    const mg_plan *const plan = run->plan;
    const uint64_t lanes = plan->options.lanes > 1 ? plan->options.lanes : 1, count = run->graph->n * lanes;
    for (size_t i = 0; i < plan->columns->count; i++) {
        const mg_column_copy *const c = &plan->columns->copy[i];
        const mg_field field = {.first = (const char *)run->state + c->spec->offset,
                                .stride = plan->state_size,
                                .size = mg__type_size(c->spec->type),
                                .widens = c->spec->type != c->type};
        MG_CUDA_TRY(run->context, mg__write_column(&field, count, c->data, run->cuda->stream), "writing a column");
    }
    MG_CUDA_TRY(run->context, cudaStreamSynchronize(run->cuda->stream), "writing columns");
out:
    return status;
}
