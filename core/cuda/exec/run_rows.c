/* SPDX-License-Identifier: Apache-2.0
 *
 * run_rows.c: topology-driven PROGRAM phases row by row (kernel/rows/rows.cuh). An iteration is one launch; long rows
 * and updates that cannot compute the next scatter need further ones.
 */
#include "core/cuda/exec/dense_steps.h"
#include "core/cuda/exec/executors.h"
#include "core/cuda/exec/phase_kernels.h"
#include "core/cuda/exec/phase_memory.h"

/* Returns the bytes needed; the first *zeroed of them must be 0. */
static uint64_t lay_out(const mg_cuda_run *run, char *base, mg_dense_args *a, uint64_t *zeroed) {
    const mg_phase_info *info = &run->info;
    const uint64_t n = run->graph->n, pieces = a->loop.arcs / (MG_LONG_ROW / 2) + 1;
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
    a->loop.record.iterations = mg__cuda_carve(base, &at, MG_QUEUED_MAX * sizeof *a->loop.record.iterations);
    a->block_active = mg__cuda_carve(base, &at, 2 * mg__cuda_most_blocks(run->cuda) * sizeof *a->block_active);
    return at;
}

static mg_status take_memory(mg_cuda_run *run, mg_dense_args *a) {
    mg_status status = MG_OK;
    uint64_t zeroed = 0;
    MG_TRY(mg__cuda_need_scratch(run, lay_out(run, NULL, a, &zeroed)));
    lay_out(run, run->scratch, a, &zeroed);
    MG_CUDA_TRY(run->context, cudaMemsetAsync(run->scratch, 0, zeroed, run->cuda->stream), "clearing device memory");
    MG_TRY(mg__cuda_forward_totals(run, a->loop.control));
out:
    return status;
}

static mg_dense_launch step(const mg_cuda_run *run, const void *kernel, mg_dense_role role, uint64_t threads) {
    const uint64_t needed = threads / MG_ROW_THREADS + 1, wide = MG_ROW_BLOCKS * (uint64_t)run->cuda->sms;
    return (mg_dense_launch){.kernel = kernel,
                             .blocks = (uint32_t)(needed < wide ? needed : wide),
                             .threads = MG_ROW_THREADS,
                             .role = role,
                             .dependent = true};
}

/* Launches the first states and prepares the launches of an iteration. */
static mg_status begin(mg_cuda_run *run, mg_dense_args *a, mg_dense_steps *steps) {
    mg_status status = MG_OK;
    const void *kernel = NULL;
    const uint64_t n = run->graph->n;
    MG_TRY(mg__cuda_kernel(run, MG_KERNEL_ROWS, &kernel));
    const mg_dense_launch init = step(run, kernel, MG_DENSE_INIT, n), load = step(run, kernel, MG_DENSE_LOAD, n);
    MG_TRY(mg__cuda_launch_step(run, &init, a));
    if (!a->short_row_deltas) { /* with deltas there are no long rows */
        MG_TRY(mg__cuda_download(run->context, run->cuda, &a->pieces, a->cursor, sizeof a->pieces));
    }
    *steps = (mg_dense_steps){.count = 0};
    if (a->fuses_scatter) {
        MG_TRY(mg__cuda_launch_step(run, &load, a));
    } else {
        steps->each[steps->count++] = load;
    }
    if (a->pieces) {
        steps->each[steps->count++] = step(run, kernel, MG_DENSE_GATHER, 32ull * a->pieces);
    }
    a->defers_decision = a->fuses_scatter && a->pieces == 0;
    steps->each[steps->count] = step(run, kernel, MG_DENSE_APPLY, n);
    a->update_blocks = steps->each[steps->count++].blocks;
out:
    return status;
}

/* The loop kernel runs phases whose update cannot compute the next scatter, and those with edges of both directions.
 */
bool mg__cuda_rows_eligible(const mg_cuda_run *run) {
    const mg_phase_info *info = &run->info;
    const bool both = info->direction == MG_DIRECTION_BOTH && run->graph->directed;
    return mg__cuda_is_plain(run) && mg__cuda_can_fuse(info) && !both && (info->properties & MG_ALL_ACTIVE) &&
           !info->record;
}

void mg__cuda_rows_memory(const mg_cuda_run *run, const mg_phase_sizes *sizes, mg_phase_memory *memory) {
    mg_dense_args a = {.loop = sizes->loop};
    uint64_t zeroed = 0;
    memory->scratch = lay_out(run, NULL, &a, &zeroed);
}

mg_status mg__cuda_run_rows(mg_cuda_run *run) {
    mg_status status = MG_OK;
    mg_dense_args a = {.mode = MG_MODE_PULL, .block_totals = run->block_totals};
    mg_loop_state state = {0};
    mg_dense_steps steps;
    MG_TRY(mg__cuda_arguments(run, &a.loop));
    a.fuses_scatter = mg__cuda_can_fuse(&run->info);
    a.loop.iteration_limit = mg__cuda_iteration_limit(run);
    a.loop.record.capacity = run->plan->recorder->keep ? MG_QUEUED_MAX : 0;
    if (!a.loop.receive[0].weights) {
        status = mg__device_short_rows(run->context, run->cuda, run->graph, run->info.direction != MG_DIRECTION_IN,
                                       &a.short_row_deltas);
        MG_TRY(status == MG_ERROR_MEMORY ? MG_OK : status); /* they are optional */
    }
    MG_TRY(take_memory(run, &a));
    mg__cuda_track_progress(run, &a);
    MG_TRY(begin(run, &a, &steps));
    MG_TRY(mg__cuda_iterate(run, &steps, &a, &state));
    MG_TRY(mg__cuda_end_phase(run, &a, &state));
out:
    return status;
}
