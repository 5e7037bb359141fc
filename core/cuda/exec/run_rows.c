/* SPDX-License-Identifier: Apache-2.0
 *
 * run_rows.c: topology-driven PROGRAM phases row by row (kernel/rows.cuh): an iteration is a launch, and others where
 * rows are long or where what is sent cannot be known ahead.
 */
#include "core/cuda/exec/cuda_run.h"

/* Returns the bytes that are wanted; the first *zeroed of them must be 0. */
static uint64_t lay_out(const mg_cuda_run *work, char *base, mg_dense_args *a, uint64_t *zeroed) {
    const mg_phase_info *info = &work->info;
    const uint64_t n = work->graph->n, pieces = a->loop.arcs / (MG_LONG_ROW / 2) + 1;
    const uint64_t sent = info->properties & MG_MIXED_PRECISION ? 4 : info->value_size;
    uint64_t at = 0;
    a->blocks_done = mg__cuda_carve(base, &at, sizeof *a->blocks_done);
    a->cursor = mg__cuda_carve(base, &at, sizeof *a->cursor);
    *zeroed = at;
    a->x = mg__cuda_carve(base, &at, n * sent);
    a->x_odd = mg__cuda_carve(base, &at, n * sent);
    a->first_piece = mg__cuda_carve(base, &at, n * sizeof *a->first_piece);
    a->piece_vertex = mg__cuda_carve(base, &at, pieces * sizeof *a->piece_vertex);
    a->sums = mg__cuda_carve(base, &at, pieces * info->value_size);
    a->loop.record = mg__cuda_carve(base, &at, MG_QUEUED_MAX * sizeof *a->loop.record);
    a->block_active = mg__cuda_carve(base, &at, 2 * mg__cuda_most_blocks(work->cuda) * sizeof *a->block_active);
    return at;
}

static mg_status take_memory(mg_cuda_run *work, mg_dense_args *a) {
    mg_status status = MG_OK;
    uint64_t zeroed = 0;
    MG_TRY(mg__cuda_need_scratch(work, lay_out(work, NULL, a, &zeroed)));
    lay_out(work, work->scratch, a, &zeroed);
    MG_CUDA_TRY(work->context, cudaMemsetAsync(work->scratch, 0, zeroed, work->cuda->stream), "clearing device memory");
    MG_TRY(mg__cuda_forward_totals(work, a->loop.control));
out:
    return status;
}

static mg_dense_launch step(const mg_cuda_run *work, const void *kernel, mg_dense_role role, uint64_t threads) {
    const uint64_t needed = threads / MG_ROW_THREADS + 1, wide = MG_ROW_BLOCKS * (uint64_t)work->cuda->sms;
    return (mg_dense_launch){.kernel = kernel,
                             .blocks = (uint32_t)(needed < wide ? needed : wide),
                             .threads = MG_ROW_THREADS,
                             .role = role,
                             .dependent = true};
}

/* First states, and the launches of an iteration. */
static mg_status begin(mg_cuda_run *work, mg_dense_args *a, mg_dense_steps *steps) {
    mg_status status = MG_OK;
    const void *kernel = NULL;
    const uint64_t n = work->graph->n;
    MG_TRY(mg__cuda_kernel(work, MG_KERNEL_ROWS, &kernel));
    const mg_dense_launch init = step(work, kernel, MG_DENSE_INIT, n), load = step(work, kernel, MG_DENSE_LOAD, n);
    MG_TRY(mg__cuda_launch_step(work, &init, a));
    if (!a->short_row_deltas) { /* else there are none */
        MG_TRY(mg__cuda_download(work->context, work->cuda, &a->pieces, a->cursor, sizeof a->pieces));
    }
    *steps = (mg_dense_steps){.count = 0};
    if (a->fuses_scatter) {
        MG_TRY(mg__cuda_launch_step(work, &load, a));
    } else {
        steps->each[steps->count++] = load;
    }
    if (a->pieces) {
        steps->each[steps->count++] = step(work, kernel, MG_DENSE_GATHER, 32ull * a->pieces);
    }
    a->defers_decision = a->fuses_scatter && a->pieces == 0;
    steps->each[steps->count] = step(work, kernel, MG_DENSE_APPLY, n);
    a->update_blocks = steps->each[steps->count++].blocks;
out:
    return status;
}

/* Others stay with the loop kernel: those whose senders must wait for the iteration, or that have edges of both sides.
 */
bool mg__cuda_is_rows(const mg_cuda_run *work) {
    const mg_phase_info *info = &work->info;
    const bool both = info->direction == MG_DIRECTION_BOTH && work->graph->directed;
    return mg__cuda_is_plain(work) && mg__cuda_can_fuse(info) && !both && (info->properties & MG_ALL_ACTIVE) &&
           !info->record && !mg__cuda_is_dense(work);
}

mg_status mg__cuda_run_rows(mg_cuda_run *work) {
    mg_status status = MG_OK;
    mg_dense_args a = {.mode = MG_MODE_PULL, .block_totals = work->block_totals};
    mg_loop_state state = {0};
    mg_dense_steps steps;
    MG_TRY(mg__cuda_arguments(work, &a.loop));
    a.fuses_scatter = mg__cuda_can_fuse(&work->info);
    a.loop.iteration_limit = mg__cuda_iteration_limit(work);
    a.loop.record_capacity = work->plan->recorder->keep ? MG_QUEUED_MAX : 0;
    if (!a.loop.receive[0].weights) {
        status = mg__device_short_rows(work->context, work->cuda, work->graph, work->info.direction != MG_DIRECTION_IN,
                                       &a.short_row_deltas);
        MG_TRY(status == MG_ERROR_MEMORY ? MG_OK : status); /* it goes without them, too */
    }
    MG_TRY(take_memory(work, &a));
    mg__cuda_track_progress(work, &a);
    MG_TRY(begin(work, &a, &steps));
    MG_TRY(mg__cuda_iterate(work, &steps, &a, &state));
    MG_TRY(mg__cuda_end_phase(work, &a, &state));
out:
    return status;
}
