/* SPDX-License-Identifier: Apache-2.0 */
#include "core/cuda/exec/columns.h"

#include "core/cuda/exec/column_kernels.h"

static uint64_t state_count(const mg_cuda_run *run) {
    const uint64_t lanes = run->plan->options.lanes > 1 ? run->plan->options.lanes : 1;
    return run->graph->n * lanes;
}

static mg_status write_column(mg_cuda_run *run, const mg_column_copy *c, void *to) {
    const mg_field field = {.first = (const char *)run->state + c->spec->offset,
                            .stride = run->plan->state_size,
                            .size = mg__type_size(c->spec->type),
                            .widens = c->spec->type != c->type};
    return mg__cuda_check(run->context, mg__write_column(&field, state_count(run), to, run->cuda->stream),
                          "writing a column");
}

/* A column of the host is written on the device first, so that only its bytes come down. */
static mg_status bring_column(mg_cuda_run *run, const mg_column_copy *c) {
    const uint64_t bytes = state_count(run) * mg__type_size(c->type);
    mg_status status = MG_OK;
    if (run->plan->state_size == mg__type_size(c->type)) { /* the states are the column */
        return mg__cuda_download(run->context, run->cuda, c->data, run->state, bytes);
    }
    MG_TRY(mg__cuda_need_scratch(run, bytes));
    MG_TRY(write_column(run, c, run->scratch));
    MG_TRY(mg__cuda_download(run->context, run->cuda, c->data, run->scratch, bytes));
out:
    return status;
}

mg_status mg__cuda_write_columns(mg_cuda_run *run) {
    mg_status status = MG_OK;
    const mg_column_copies *const columns = run->plan->columns;
    for (size_t i = 0; i < columns->count; i++) {
        const mg_column_copy *const c = &columns->copy[i];
        MG_TRY(columns->owner ? write_column(run, c, c->data) : bring_column(run, c));
    }
    MG_CUDA_TRY(run->context, cudaStreamSynchronize(run->cuda->stream), "writing columns");
out:
    return status;
}
