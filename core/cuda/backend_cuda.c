/* SPDX-License-Identifier: Apache-2.0
 *
 * backend_cuda.c: the CUDA backend: uploads what a plan needs, runs its phases in order, brings the states back.
 */
#include "core/cuda/backend_cuda.h"

#include "core/cuda/device_memory.h"
#include "core/cuda/exec/executors.h"
#include "core/cuda/exec/launch.h"
#include "core/cuda/exec/phase_kernels.h"
#include "core/cuda/exec/run_ranges.h"
#include "core/cuda/graph/edit_graph.h"
#include "core/cuda/product/add/add_cuda.h"
#include "core/cuda/product/matrix_cuda.h"
#include "core/cuda/walk/walks_cuda.h"
#include "core/program/scratch.h"
#include "core/stage_clock.h"

#include <string.h>

/* Starts run-time linking of what the phase is likely to need, before anything is built of the graph. */
static mg_status begin_kernels(mg_cuda_run *run) {
    mg__cuda_first_executor(run);
    return mg__cuda_begin_kernels(run, run->executor->kernels, run->executor->kernel_count);
}

static mg_status build_phase(mg_cuda_run *run) {
    mg_status status = MG_OK;
    mg_device_graph *on_device;
    const mg_device_need need = mg__cuda_need(&run->info);
    MG_TRY(mg__device_graph(run->context, run->cuda, run->graph, &need, &on_device));
    MG_TRY(mg__cuda_choose_executor(run));
    if (run->executor->build) {
        MG_TRY(run->executor->build(run));
    }
out:
    return status;
}

static mg_status build(mg_context *context, const mg_graph *graph, const mg_plan *plan) {
    mg_status status = MG_OK;
    mg_cuda *cuda = NULL;
    MG_TRY(mg__cuda_open(context, &cuda));
    if (plan->callbacks) {
        return mg__fail(context, MG_ERROR_UNSUPPORTED, "function pointers run on the CPU only");
    }
    mg_cuda_run run = {.context = context, .cuda = cuda, .graph = graph, .plan = plan};
    for (size_t i = 0; i < plan->phase_count; i++) {
        mg__cuda_set_phase(&run, i);
        MG_TRY(begin_kernels(&run));
    }
    for (size_t i = 0; i < plan->phase_count; i++) {
        mg__cuda_set_phase(&run, i);
        MG_TRY(build_phase(&run));
    }
out:
    return status;
}

static mg_status prefers_tiles(mg_context *context, const mg_graph *graph, const mg_plan *plan, bool *is_tiled) {
    mg_status status = MG_OK;
    mg_cuda_run run = {.context = context, .graph = graph, .plan = plan};
    *is_tiled = false;
    MG_TRY(mg__cuda_open(context, &run.cuda));
    for (size_t i = 0; i < plan->phase_count && !*is_tiled; i++) {
        mg__cuda_set_phase(&run, i);
        if (mg__cuda_tiles_eligible(&run)) {
            MG_TRY(begin_kernels(&run));
            MG_TRY(mg__cuda_suits_tiles(&run, is_tiled));
        }
        *is_tiled = *is_tiled || mg__cuda_suits_ranges(&run);
    }
out:
    return status;
}

/* Tiles may turn out not to suit. */
static mg_status may_prefer_tiles(mg_context *context, const mg_graph *graph, const mg_plan *plan, bool *is_tiled) {
    mg_status status = MG_OK;
    mg_cuda_run run = {.context = context, .graph = graph, .plan = plan};
    *is_tiled = false;
    MG_TRY(mg__cuda_open(context, &run.cuda));
    for (size_t i = 0; i < plan->phase_count && !*is_tiled; i++) {
        mg__cuda_set_phase(&run, i);
        *is_tiled = mg__cuda_tiles_eligible(&run) || mg__cuda_suits_ranges(&run);
    }
out:
    return status;
}

static mg_status run_phase(mg_cuda_run *run, size_t i) {
    mg_status status = MG_OK;
    mg__cuda_set_phase(run, i);
    run->plan->recorder->phase = (uint32_t)i;
    MG_TRY(mg__cuda_choose_executor(run));
    mg__log(run->context, MG_LOG_DEBUG, "phase %s: executor %s", run->phase->name, run->executor->name);
    MG_TRY(run->executor->run(run));
out:
    return status;
}

static size_t state_bytes(const mg_cuda_run *run) {
    const size_t lanes = run->plan->options.lanes > 1 ? run->plan->options.lanes : 1;
    return (size_t)run->graph->n * lanes * run->plan->state_size;
}

/* States and parameters on the device, and a cleared control block for each phase. */
static mg_status set_up(mg_cuda_run *run) {
    mg_status status = MG_OK;
    const mg_plan *plan = run->plan;
    mg_cuda *cuda = run->cuda;
    const size_t bytes = state_bytes(run), controls = plan->phase_count * sizeof *run->controls;
    const double start = mg__now();
    void *block = NULL;
    if (mg__on_device(plan->state)) {
        if ((uintptr_t)plan->state % MG_STATE_ALIGNMENT) {
            return mg__fail(run->context, MG_ERROR_INVALID,
                            "states in device memory begin at %p, expected a multiple of %d", plan->state,
                            MG_STATE_ALIGNMENT);
        }
        run->state = plan->state;
    } else {
        MG_TRY(mg__cuda_get(run->context, cuda, &run->allocated_state, bytes, "vertex states"));
        run->state = run->allocated_state;
        MG_TRY(mg__cuda_upload(run->context, cuda, run->state, plan->state, bytes));
    }
    MG_TRY(mg__cuda_get(run->context, cuda, &run->params, plan->params_size ? plan->params_size : 1, "parameters"));
    MG_TRY(
        mg__cuda_get(run->context, cuda, &block, controls + mg__cuda_totals_bytes(cuda), "the phases' control blocks"));
    run->controls = block;
    run->block_totals = (double *)(run->controls + plan->phase_count);
    run->totals = run->controls->state.totals;
    MG_CUDA_TRY(run->context, cudaMemsetAsync(block, 0, controls, cuda->stream), "clearing device memory");
    MG_TRY(mg__cuda_upload(run->context, cuda, run->params, plan->params, plan->params_size));
    cuda->times.upload = (float)(1e3 * (mg__now() - start));
out:
    return status;
}

static mg_status run_phases(mg_cuda_run *run) {
    mg_status status = MG_OK;
    double unused;
    for (size_t i = 0; i < run->plan->phase_count; i++) {
        MG_TRY(run_phase(run, i));
    }
    if (run->timing) {
        MG_TRY(mg__cuda_stop_time(run));
        MG_CUDA_TRY(run->context, cudaStreamSynchronize(run->cuda->stream), "running a plan");
        MG_TRY(mg__cuda_take_time(run, &unused));
    }
out:
    return status;
}

/* Copies the states to the host, if that is where the caller has them. */
static mg_status bring_states(mg_cuda_run *run) {
    MG_STAGE(run->context, MG_STAGE_DOWNLOAD);
    mg_status status = MG_OK;
    const double start = mg__now();
    if (run->allocated_state) {
        MG_TRY(mg__cuda_download(run->context, run->cuda, run->plan->state, run->state, state_bytes(run)));
    }
    run->cuda->times.download = (float)(1e3 * (mg__now() - start));
out:
    return status;
}

static mg_status run_plan(mg_context *context, const mg_graph *graph, const mg_plan *plan) {
    mg_status status = MG_OK;
    mg_cuda_run run = {.context = context, .graph = graph, .plan = plan};
    MG_TRY(mg__cuda_open(context, &run.cuda));
    run.cuda->times = (mg_cuda_times){0};
    if (graph->n == 0) {
        return MG_OK;
    }
    MG_TRY(set_up(&run));
    MG_TRY(run_phases(&run));
    MG_TRY(bring_states(&run));
    plan->recorder->totals.device_seconds += 1e-3 * (double)run.cuda->times.kernels;
    status = run.stopped_at_limit ? MG_NOT_CONVERGED : MG_OK;
out:
    if (run.cuda) {
        mg__cuda_release(run.cuda, run.allocated_state);
        mg__cuda_release(run.cuda, run.params);
        mg__cuda_release(run.cuda, run.controls);
        mg__cuda_release(run.cuda, run.scratch);
        mg__cuda_release(run.cuda, run.levels);
        mg__cuda_release(run.cuda, run.depths);
        mg__cuda_release(run.cuda, run.lane_totals);
    }
    return status;
}

static mg_status open_device(mg_context *context) {
    mg_cuda *cuda = NULL;
    return mg__cuda_open(context, &cuda);
}

/* A program given as a text becomes a file, which run-time linking reads. */
static mg_status prepare_program(mg_context *context, const mg_program *program, mg_plan *plan,
                                 char path[MG_PATH_SIZE]) {
    mg_status status = MG_OK;
    if (program->text) {
        MG_TRY(mg__scratch_text(context, program->source, program->text, path));
        plan->source = path;
    }
out:
    return status;
}

const mg_backend mg__cuda_backend = {.name = "cuda",
                                     .kind = MG_BACKEND_CUDA,
                                     .falls_back = true,
                                     .prefers_mixed_precision = true,
                                     .open = open_device,
                                     .start = mg__cuda_start_device,
                                     .prepare_program = prepare_program,
                                     .build = build,
                                     .run_plan = run_plan,
                                     .memory = mg__cuda_memory,
                                     .device_available = mg__cuda_available,
                                     .representations = mg__device_representations,
                                     .prefers_tiles = prefers_tiles,
                                     .may_prefer_tiles = may_prefer_tiles,
                                     .matrix_spmm = mg__cuda_matrix_spmm,
                                     .matrix_sddmm = mg__cuda_matrix_sddmm,
                                     .matrix_add = mg__cuda_matrix_add,
                                     .edit_graph = mg__cuda_edit_graph,
                                     .walk = mg__cuda_walk,
                                     .owns = mg__on_device,
                                     .download = mg__from_device,
                                     .device_count = mg__cuda_device_count,
                                     .device_info = mg__cuda_device_info};
