/* SPDX-License-Identifier: Apache-2.0
 *
 * backend_cuda.c: the CUDA backend: uploads what a plan needs, runs its phases in order, brings the states back.
 */
#include "core/cuda/backend_cuda.h"

#include "core/cuda/exec/cuda_run.h"
#include "core/cuda/product/spmv_cuda.h"

#include <string.h>

mg_device_need mg__cuda_need(const mg_phase_info *info) {
    const bool program = info->kind == MG_KIND_PROGRAM, label = info->properties & MG_LABEL;
    const bool in = info->direction == MG_DIRECTION_IN;
    const bool first = program && !label && (info->properties & MG_FIRST_HIT) && !info->has_edge &&
                       !info->has_edge_at && info->direction != MG_DIRECTION_BOTH;
    return (mg_device_need){.in = info->direction != MG_DIRECTION_OUT || (program && !label) ||
                                  (info->properties & MG_IN_DEGREE),
                            .weights = info->weight_type,
                            .largest_neighbour = {first && in, first && !in}};
}

static void take_phase(mg_cuda_run *work, size_t i) {
    work->phase = work->plan->phases[i];
    work->phase->describe(&work->info, work->plan->callbacks);
    work->phase_index = i;
}

static mg_status build(mg_context *context, const mg_graph *graph, const mg_plan *plan) {
    mg_status status = MG_OK;
    mg_cuda *cuda = NULL;
    MG_TRY(mg__cuda_open(context, &cuda));
    if (plan->callbacks) {
        return mg__fail(context, MG_ERROR_UNSUPPORTED, "function pointers run on the CPU only");
    }
    mg_cuda_run work = {.context = context, .cuda = cuda, .graph = graph, .plan = plan};
    for (size_t i = 0; i < plan->phase_count; i++) {
        take_phase(&work, i);
        MG_TRY(mg__cuda_begin_kernel(&work));
    }
    for (size_t i = 0; i < plan->phase_count; i++) {
        take_phase(&work, i);
        mg_device_graph *on_device;
        const mg_tiles_graph *tiles;
        const mg_device_need need = mg__cuda_need(&work.info);
        MG_TRY(mg__device_graph(context, cuda, graph, &need, &on_device));
        MG_TRY(mg__cuda_tiles(&work, &tiles));
        const struct mg_segments_built *segments;
        MG_TRY(mg__cuda_get_segments(&work, &segments));
        mg_dense_readiness dense_readiness;
        MG_TRY(mg__cuda_may_switch(&work, &dense_readiness));
        if (mg__cuda_is_dense(&work) || (dense_readiness == MG_DENSE_READY && plan->options.mode == MG_MODE_DENSE)) {
            MG_TRY(mg__cuda_build_dense(&work));
        }
    }
out:
    return status;
}

/* Linking begins before the graph is cut. */
static mg_status prefers_tiles(mg_context *context, const mg_graph *graph, const mg_plan *plan, bool *is_tiled) {
    mg_status status = MG_OK;
    const mg_tiles_graph *tiles = NULL;
    mg_cuda_run work = {.context = context, .graph = graph, .plan = plan};
    *is_tiled = false;
    MG_TRY(mg__cuda_open(context, &work.cuda));
    for (size_t i = 0; i < plan->phase_count && !*is_tiled; i++) {
        take_phase(&work, i);
        if (mg__cuda_may_use_tiles(&work)) {
            MG_TRY(mg__cuda_begin_kernel(&work));
            MG_TRY(mg__cuda_tiles(&work, &tiles));
            *is_tiled = tiles != NULL;
        }
        *is_tiled = *is_tiled || mg__cuda_suits_ranges(&work);
    }
out:
    return status;
}

static mg_status run_phase(mg_cuda_run *work, size_t i) {
    mg_status status = MG_OK;
    const mg_tiles_graph *tiles = NULL;
    take_phase(work, i);
    work->plan->recorder->phase = (uint32_t)i;
    MG_TRY(mg__cuda_tiles(work, &tiles));
    if (tiles) {
        status = mg__cuda_may_use_dataflow(work) ? mg__cuda_run_dataflow(work, tiles) : mg__cuda_run_tiles(work, tiles);
    } else if (work->info.kind != MG_KIND_PROGRAM) {
        status = mg__cuda_run_sweep(work);
    } else {
        status = work->plan->options.lanes > 1 ? mg__cuda_run_batch(work)
                 : mg__cuda_is_dense(work)     ? mg__cuda_run_dense(work)
                 : mg__cuda_is_rows(work)      ? mg__cuda_run_rows(work)
                                               : mg__cuda_run_loop(work);
    }
out:
    return status;
}

static size_t state_bytes(const mg_cuda_run *work) {
    const size_t lanes = work->plan->options.lanes > 1 ? work->plan->options.lanes : 1;
    return (size_t)work->graph->n * lanes * work->plan->state_size;
}

/* States and parameters on the device, and a cleared control block for each phase. */
static mg_status set_up(mg_cuda_run *work) {
    mg_status status = MG_OK;
    const mg_plan *plan = work->plan;
    mg_cuda *cuda = work->cuda;
    const size_t bytes = state_bytes(work), controls = plan->phase_count * sizeof *work->controls;
    const double start = mg__now();
    void *block = NULL;
    if (mg__on_device(plan->state)) {
        if ((uintptr_t)plan->state % MG_STATE_ALIGNMENT) {
            return mg__fail(work->context, MG_ERROR_INVALID,
                            "states in device memory begin at %p, expected a multiple of %d", plan->state,
                            MG_STATE_ALIGNMENT);
        }
        work->state = plan->state;
    } else {
        MG_TRY(mg__cuda_get(work->context, cuda, &work->allocated_state, bytes, "vertex states"));
        work->state = work->allocated_state;
        MG_TRY(mg__cuda_upload(work->context, cuda, work->state, plan->state, bytes));
    }
    MG_TRY(mg__cuda_get(work->context, cuda, &work->params, plan->params_size ? plan->params_size : 1, "parameters"));
    MG_TRY(mg__cuda_get(work->context, cuda, &block, controls + mg__cuda_totals_bytes(cuda),
                        "the phases' control blocks"));
    work->controls = block;
    work->block_totals = (double *)(work->controls + plan->phase_count);
    work->totals = work->controls->state.totals;
    MG_CUDA_TRY(work->context, cudaMemsetAsync(block, 0, controls, cuda->stream), "clearing device memory");
    MG_TRY(mg__cuda_upload(work->context, cuda, work->params, plan->params, plan->params_size));
    cuda->times.upload = (float)(1e3 * (mg__now() - start));
out:
    return status;
}

static mg_status run_phases(mg_cuda_run *work) {
    mg_status status = MG_OK;
    double unused;
    for (size_t i = 0; i < work->plan->phase_count; i++) {
        MG_TRY(run_phase(work, i));
    }
    if (work->timing) {
        MG_TRY(mg__cuda_stop_time(work));
        MG_CUDA_TRY(work->context, cudaStreamSynchronize(work->cuda->stream), "running a plan");
        MG_TRY(mg__cuda_take_time(work, &unused));
    }
out:
    return status;
}

static mg_status run_plan(mg_context *context, const mg_graph *graph, const mg_plan *plan) {
    mg_status status = MG_OK;
    mg_cuda_run work = {.context = context, .graph = graph, .plan = plan};
    MG_TRY(mg__cuda_open(context, &work.cuda));
    work.cuda->times = (mg_cuda_times){0};
    if (graph->n == 0) {
        return MG_OK;
    }
    MG_TRY(set_up(&work));
    MG_TRY(run_phases(&work));
    const double ran = mg__now();
    if (work.allocated_state) {
        MG_TRY(mg__cuda_download(context, work.cuda, plan->state, work.state, state_bytes(&work)));
    }
    plan->recorder->totals.device_seconds += 1e-3 * (double)work.cuda->times.kernels;
    work.cuda->times.download = (float)(1e3 * (mg__now() - ran));
    status = work.stopped_at_limit ? MG_NOT_CONVERGED : MG_OK;
out:
    if (work.cuda) {
        mg__cuda_release(work.cuda, work.allocated_state);
        mg__cuda_release(work.cuda, work.params);
        mg__cuda_release(work.cuda, work.controls);
        mg__cuda_release(work.cuda, work.scratch);
        mg__cuda_release(work.cuda, work.levels);
        mg__cuda_release(work.cuda, work.depths);
        mg__cuda_release(work.cuda, work.lane_totals);
    }
    return status;
}

static const mg_backend cuda_backend = {.name = "cuda",
                                        .build = build,
                                        .run_plan = run_plan,
                                        .representations = mg__device_representations,
                                        .prefers_tiles = prefers_tiles,
                                        .spmv = mg__cuda_spmv,
                                        .spmm = mg__cuda_spmm};

const mg_backend *mg__cuda_backend_probe(mg_context *context) {
    mg_cuda *cuda = NULL;
    return mg__cuda_open(context, &cuda) < 0 ? NULL : &cuda_backend;
}
