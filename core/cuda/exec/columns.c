/* SPDX-License-Identifier: Apache-2.0 */
#include "core/cuda/exec/columns.h"

#include "core/cuda/exec/column_kernels.h"
#include "core/kept_memory.h"

#include <string.h>

#define MOST_SCRATCH ((uint64_t)16 << 20) /* bytes for a column on its way to the host, if the run has no more */

static uint64_t state_count(const mg_cuda_run *run) {
    const uint64_t lanes = run->plan->options.lanes > 1 ? run->plan->options.lanes : 1;
    return run->graph->n * lanes;
}

/* Values of `count` states from `begin` on. */
static mg_status write_column(mg_cuda_run *run, const mg_column_copy *c, uint64_t begin, uint64_t count, void *to) {
    const mg_field field = {.first = (const char *)run->state + begin * run->plan->state_size + c->spec->offset,
                            .stride = run->plan->state_size,
                            .size = mg__type_size(c->spec->type),
                            .widens = c->spec->type != c->type};
    return mg__cuda_check(run->context, mg__write_column(&field, count, to, run->cuda->stream), "writing a column");
}

/* A column of the host is written on the device first, so that only its bytes come down: in pieces, as the device may
 * be full. */
static mg_status bring_column(mg_cuda_run *run, const mg_column_copy *c) {
    const uint64_t count = state_count(run), size = mg__type_size(c->type);
    mg_status status = MG_OK;
    if (run->plan->state_size == size) { /* the states are the column */
        return mg__cuda_download(run->context, run->cuda, c->data, run->state, count * size);
    }
    MG_TRY(mg__cuda_need_scratch(run, count * size < MOST_SCRATCH ? count * size : MOST_SCRATCH));
    const uint64_t piece = run->scratch_bytes / size;
    for (uint64_t begin = 0; begin < count; begin += piece) {
        const uint64_t here = count - begin < piece ? count - begin : piece;
        MG_TRY(write_column(run, c, begin, here, run->scratch));
        MG_TRY(mg__cuda_download(run->context, run->cuda, (char *)c->data + begin * size, run->scratch, here * size));
    }
out:
    return status;
}

mg_status mg__cuda_write_columns(mg_cuda_run *run) {
    mg_status status = MG_OK;
    const mg_column_copies *const columns = run->plan->columns;
    for (size_t i = 0; i < columns->count; i++) {
        const mg_column_copy *const c = &columns->copy[i];
        MG_TRY(columns->owner ? write_column(run, c, 0, state_count(run), c->data) : bring_column(run, c));
    }
    MG_CUDA_TRY(run->context, cudaStreamSynchronize(run->cuda->stream), "writing columns");
out:
    return status;
}

mg_status mg__cuda_add_states(mg_cuda_run *run) {
    mg_status status = MG_OK;
    mg_state_sums *const s = run->plan->sums;
    const uint64_t n = run->graph->n, bytes = n * sizeof(double);
    mg_lane_sources lanes = {.lanes = run->plan->options.lanes > 1 ? run->plan->options.lanes : 1};
    const mg_field field = {
        .first = (const char *)run->state + s->offset, .stride = run->plan->state_size, .size = sizeof(float)};
    memcpy(lanes.source, s->skipped, lanes.lanes * sizeof *lanes.source);
    if (!s->sums) {
        MG_TRY(mg__cuda_get(run->context, run->cuda, &s->sums, bytes, "sums of states"));
        MG_CUDA_TRY(run->context, cudaMemsetAsync(s->sums, 0, bytes, run->cuda->stream), "sums of states");
    }
    MG_CUDA_TRY(run->context, mg__add_states(&field, n, &lanes, s->sums, run->cuda->stream), "adding states");
    MG_CUDA_TRY(run->context, cudaStreamSynchronize(run->cuda->stream), "adding states");
out:
    return status;
}

static mg_status add_to_total(mg_context *context, mg_cuda *cuda, const double *sums, uint64_t count, double *total) {
    mg_status status = MG_OK;
    const uint64_t piece = count < MG_SUMS_PIECE ? count : MG_SUMS_PIECE;
    double *own = NULL;
    MG_TRY(MG_KEPT_ALLOC(context, own, piece, "sums of states"));
    for (uint64_t begin = 0; begin < count; begin += piece) {
        const uint64_t here = count - begin < piece ? count - begin : piece;
        const int threads = mg__loop_threads(context, here * sizeof *own);
        MG_TRY(mg__cuda_download(context, cuda, own, sums + begin, here * sizeof *own));
#pragma omp parallel for num_threads(threads) if (threads > 1)
        for (uint64_t i = 0; i < here; i++) {
            total[begin + i] += own[i];
        }
    }
out:
    mg__kept_release(context, own);
    return status;
}

mg_status mg__cuda_take_sums(mg_context *context, mg_state_sums *sums, uint64_t count, double *total) {
    mg_status status = MG_OK;
    mg_cuda *cuda = NULL;
    MG_TRY(mg__cuda_open(context, &cuda));
    status = total ? add_to_total(context, cuda, sums->sums, count, total) : MG_OK;
    mg__cuda_release(cuda, sums->sums);
    sums->sums = NULL;
out:
    return status;
}
