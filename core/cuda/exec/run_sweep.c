/* SPDX-License-Identifier: Apache-2.0
 *
 * run_sweep.c: VERTICES, EDGES and MODE phases. Nothing is waited for unless the host must know how a phase ended: one
 * launch follows the other.
 */
#include "core/cuda/exec/cuda_run.h"

#define BLOCKS_PER_SM 8u /* as many as fit: starting a block costs more than a vertex */

/* Repeated VERTICES: how many rounds there were. */
static mg_status wait_for_rounds(mg_cuda_run *work, const mg_loop_args *a, uint32_t *rounds) {
    mg_status status = MG_OK;
    mg_loop_state state;
    MG_TRY(mg__cuda_download(work->context, work->cuda, &state, &a->control->state, sizeof state));
    *rounds = state.iteration;
    work->stopped_at_limit = work->stopped_at_limit || state.outcome == MG_LOOP_LIMIT;
out:
    return status;
}

static mg_status record_rounds(mg_cuda_run *work, uint32_t rounds, double seconds) {
    mg_status status = MG_OK;
    for (uint32_t i = 0; i < rounds; i++) {
        MG_TRY(mg__record(work->context, work->plan->recorder,
                          (mg_iteration){.iteration = i, .seconds = seconds / rounds}));
    }
out:
    return status;
}

static mg_status launch(mg_cuda_run *work, const mg_loop_args *a) {
    mg_status status = MG_OK;
    const void *kernel = NULL;
    MG_TRY(mg__cuda_kernel(work, mg__cuda_family(&work->info, 1), &kernel));
    if (work->info.properties & MG_WITHIN_BLOCKS) {
        MG_TRY(mg__cuda_launch_ranges(work, kernel, a));
    } else if (a->iteration_limit || work->info.totals) {
        MG_TRY(mg__cuda_launch_all(work, kernel, a, 1));
    } else {
        const uint32_t full = BLOCKS_PER_SM * (uint32_t)work->cuda->sms, all = (a->n - 1) / MG_LOOP_THREADS + 1;
        const uint32_t blocks = work->info.kind == MG_KIND_MOST_FREQUENT ? 1 : all < full ? all : full;
        MG_TRY(mg__cuda_launch_plain(work, kernel, a, sizeof *a,
                                     (mg_cuda_shape){.blocks = blocks, .threads = MG_LOOP_THREADS}));
    }
out:
    return status;
}

mg_status mg__cuda_run_sweep(mg_cuda_run *work) {
    mg_status status = MG_OK;
    mg_loop_args a;
    uint32_t rounds = 1;
    double seconds = 0.0;
    const bool vertices = work->info.kind == MG_KIND_VERTICES;
    MG_TRY(mg__progress(work->context, "running", -1.0));
    MG_TRY(mg__cuda_arguments(work, &a));
    a.iteration_limit = vertices ? work->info.iteration_limit : 0;
    MG_TRY(launch(work, &a));
    if (vertices && work->info.totals) {
        work->totals = a.control->state.totals;
    }
    if (a.iteration_limit || work->plan->recorder->keep) {
        MG_TRY(mg__cuda_stop_time(work));
        MG_TRY(wait_for_rounds(work, &a, &rounds));
        MG_TRY(mg__cuda_take_time(work, &seconds));
        rounds = a.iteration_limit ? rounds : 1;
    }
    MG_TRY(record_rounds(work, rounds, seconds));
out:
    return status;
}
