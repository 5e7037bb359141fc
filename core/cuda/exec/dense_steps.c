/* SPDX-License-Identifier: Apache-2.0 */
#include "core/cuda/exec/dense_steps.h"

#include "core/cuda/exec/launch.h"
#include "core/cuda/exec/phase_kernels.h"

#define AHEAD 3u /* queued iterations, the running one included: launching takes less time than an iteration */

mg_status mg__cuda_launch_step(mg_cuda_run *run, const mg_dense_launch *l, mg_dense_args *a) {
    const mg_cuda_launch launch = {.kernel = l->kernel,
                                   .argument = a,
                                   .argument_bytes = sizeof *a,
                                   .blocks = l->blocks,
                                   .threads = l->threads,
                                   .shared = l->shared,
                                   .dependent = l->dependent};
    a->role = l->role;
    return mg__cuda_launch(run, &launch);
}

/* The largest dynamic shared memory of the steps with this kernel. */
static uint32_t most_shared(const mg_dense_steps *steps, const void *kernel) {
    uint32_t most = 0;
    for (uint32_t i = 0; i < steps->count; i++) {
        most = steps->each[i].kernel == kernel && steps->each[i].shared > most ? steps->each[i].shared : most;
    }
    return most;
}

mg_status mg__cuda_upgrade_steps(mg_cuda_run *run, mg_dense_steps *steps) {
    mg_status status = MG_OK;
    bool upgraded = false;
    for (uint32_t i = 0; i < steps->count; i++) {
        const void *const before = steps->each[i].kernel;
        MG_TRY(mg__cuda_upgrade_kernel(run, &steps->each[i].kernel));
        upgraded = upgraded || steps->each[i].kernel != before;
    }
    for (uint32_t i = 0; upgraded && i < steps->count; i++) {
        const void *const kernel = steps->each[i].kernel;
        MG_CUDA_TRY(
            run->context,
            cudaFuncSetAttribute(kernel, cudaFuncAttributeMaxDynamicSharedMemorySize, (int)most_shared(steps, kernel)),
            "shared memory");
    }
out:
    return status;
}

mg_dense_launch mg__dense_with_role(const mg_dense_launch *rows, mg_dense_role role) {
    mg_dense_launch launch = *rows;
    launch.role = role;
    return launch;
}

mg_status mg__cuda_launch_role(mg_cuda_run *run, const mg_dense_launch *rows, mg_dense_role role, mg_dense_args *a) {
    const mg_dense_launch launch = mg__dense_with_role(rows, role);
    return mg__cuda_launch_step(run, &launch, a);
}

/* Adds the finished iterations to the run's record. */
static mg_status record(mg_cuda_run *run, const mg_dense_args *a, const mg_loop_state *before,
                        const mg_loop_state *after) {
    mg_status status = MG_OK;
    mg_recorder *recorder = run->plan->recorder;
    mg_loop_record records[MG_QUEUED_MAX];
    const uint32_t count = after->iteration - before->iteration;
    if (count == 0) {
        return MG_OK;
    }
    if (!recorder->keep) {
        recorder->totals.iterations += count;
        recorder->totals.mode_iterations[a->mode] += count;
        recorder->totals.vertices_visited += after->vertices_visited - before->vertices_visited;
        recorder->totals.edges_visited += after->edges_visited - before->edges_visited;
        return MG_OK;
    }
    MG_TRY(mg__cuda_download(run->context, run->cuda, records, a->loop.record.iterations, sizeof records));
    for (uint32_t i = 0; i < count; i++) {
        MG_TRY(mg__record(run->context, recorder, mg__cuda_iteration(&records[i], 1e-9 * (double)records[i].clock)));
    }
out:
    return status;
}

/* Queues one iteration. */
static mg_status queue_iteration(mg_cuda_run *run, const mg_dense_steps *steps, mg_dense_args *a) {
    mg_status status = MG_OK;
    for (uint32_t i = 0; i < steps->count; i++) {
        MG_TRY(mg__cuda_launch_step(run, &steps->each[i], a));
    }
    a->iterations_done++;
out:
    return status;
}

/* Waits until fewer than AHEAD of the queued iterations are unfinished, or the phase is over. */
static mg_status wait_for_room(mg_cuda_run *run, uint64_t queued, bool *running) {
    mg_status status = MG_OK;
    const volatile uint64_t *const host_progress = run->cuda->host_progress;
    bool idle = false;
    for (uint32_t polls = 1;; polls++) {
        const uint64_t now = *host_progress;
        *running = (uint32_t)now == MG_LOOP_RUNNING;
        if (!*running || (now >> 32) + AHEAD > queued || idle) {
            break;
        }
        if (polls % 1024 == 0) { /* a failed kernel reports no progress */
            const cudaError_t error = cudaStreamQuery(run->cuda->stream);
            idle = error == cudaSuccess;
            MG_CUDA_TRY(run->context, idle || error == cudaErrorNotReady ? cudaSuccess : error, "running a phase");
        }
    }
out:
    return status;
}

void mg__cuda_track_progress(mg_cuda_run *run, mg_dense_args *a) {
    *run->cuda->host_progress = MG_LOOP_RUNNING;
    a->host_progress = run->cuda->progress_at;
}

/* Queues iterations so that the device never waits for the host. */
static mg_status run_ahead(mg_cuda_run *run, mg_dense_steps *steps, mg_dense_args *a) {
    mg_status status = MG_OK;
    bool running = true;
    for (uint64_t queued = 1; running; queued++) {
        MG_TRY(mg__progress(run->context, "running", -1.0));
        MG_TRY(mg__cuda_upgrade_steps(run, steps));
        MG_TRY(queue_iteration(run, steps, a));
        MG_TRY(wait_for_room(run, queued, &running));
    }
out:
    if (status != MG_OK) { /* queued iterations must not write progress during the next run */
        cudaStreamSynchronize(run->cuda->stream);
    }
    return status;
}

/* With a record of every iteration: several are queued at a time, then their records are copied. */
static mg_status run_recorded(mg_cuda_run *run, mg_dense_steps *steps, mg_dense_args *a, mg_loop_state *state) {
    mg_status status = MG_OK;
    for (uint32_t queued = 2; state->outcome == MG_LOOP_RUNNING;
         queued = queued < MG_QUEUED_MAX ? 2 * queued : queued) {
        const mg_loop_state before = *state;
        MG_TRY(mg__progress(run->context, "running", -1.0));
        MG_TRY(mg__cuda_upgrade_steps(run, steps));
        a->loop.record.base = before.iteration;
        for (uint32_t i = 0; i < queued; i++) {
            MG_TRY(queue_iteration(run, steps, a));
        }
        MG_TRY(mg__cuda_download(run->context, run->cuda, state, &a->loop.control->state, sizeof *state));
        MG_TRY(record(run, a, &before, state));
    }
out:
    return status;
}

mg_status mg__cuda_iterate(mg_cuda_run *run, mg_dense_steps *steps, mg_dense_args *a, mg_loop_state *state) {
    return run->plan->recorder->keep ? run_recorded(run, steps, a, state) : run_ahead(run, steps, a);
}

mg_status mg__cuda_end_phase(mg_cuda_run *run, const mg_dense_args *a, const mg_loop_state *recorded) {
    mg_status status = MG_OK;
    double seconds = 0.0;
    mg_loop_state state;
    MG_TRY(mg__cuda_stop_time(run));
    MG_TRY(mg__cuda_download(run->context, run->cuda, &state, &a->loop.control->state, sizeof state));
    MG_TRY(record(run, a, recorded, &state));
    MG_TRY(mg__cuda_take_time(run, &seconds));
    if (run->info.totals) {
        run->totals = a->loop.control->state.totals;
    }
    run->stopped_at_limit = run->stopped_at_limit || state.outcome == MG_LOOP_LIMIT;
out:
    return status;
}
