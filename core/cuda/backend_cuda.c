/* SPDX-License-Identifier: Apache-2.0
 *
 * backend_cuda.c: the CUDA backend: uploads what a plan needs, runs its phases in order, brings the states back.
 */
#include "core/cuda/backend_cuda.h"

#include "core/cuda/communities/levels_cuda.h"
#include "core/cuda/device_memory.h"
#include "core/cuda/exec/columns.h"
#include "core/cuda/exec/executors.h"
#include "core/cuda/exec/launch.h"
#include "core/cuda/exec/phase_kernels.h"
#include "core/cuda/exec/run_ranges.h"
#include "core/cuda/graph/edge_rows.h"
#include "core/cuda/graph/edit_graph.h"
#include "core/cuda/graph/text_rows.h"
#include "core/cuda/greedy/greedy_cuda.h"
#include "core/cuda/multi/multi_run.h"
#include "core/cuda/multi/rank_runs.h"
#include "core/cuda/paths/paths_cuda.h"
#include "core/cuda/product/add/add_cuda.h"
#include "core/cuda/product/matrix_cuda.h"
#include "core/cuda/sets/sets_cuda.h"
#include "core/cuda/sets/top_sets_cuda.h"
#include "core/cuda/spanning/spanning_cuda.h"
#include "core/cuda/strong/strong_cuda.h"
#include "core/cuda/truss/truss_cuda.h"
#include "core/cuda/walk/walks_cuda.h"
#include "core/engine/plan_loops.h"
#include "core/program/scratch.h"
#include "core/ranks/ranks.h"
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
    if (mg__cuda_runs_on_ranks(context, graph, plan)) {
        return mg__cuda_build_on_ranks(context, graph, plan);
    }
    mg__cuda_log_ranks(context, graph, plan);
    if (mg__multi_runs(context, cuda, graph, plan, true)) {
        return mg__multi_build(context, graph, plan);
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
    if (mg__ranks_of(context) > 1 || mg__multi_must_share(context, run.cuda, graph)) {
        return MG_OK;
    }
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

/* Several devices, ranks, tiles and ranges cut the graph by its rows in host memory. */
static bool runs_without_rows(const mg_context *context, const mg_graph *graph) {
    return context->device_count < 2 && mg__ranks_of(context) < 2 && !mg__cuda_has_low_degree(graph);
}

typedef struct cuda_runner {
    mg_phase_runner base;
    mg_cuda_run *run;
} cuda_runner;

/* A phase that ran before, in a loop, finds its control block as the first time; its totals move to another place. */
static mg_status clear_control(mg_cuda_run *run, size_t position) {
    mg_status status = MG_OK;
    mg_loop_control *const control = &run->controls[position];
    if (run->totals == control->state.totals) {
        MG_CUDA_TRY(run->context,
                    cudaMemcpyAsync(run->kept_totals, run->totals, sizeof control->state.totals,
                                    cudaMemcpyDeviceToDevice, run->cuda->stream),
                    "handing totals on");
        run->totals = run->kept_totals;
    }
    MG_CUDA_TRY(run->context, cudaMemsetAsync(control, 0, sizeof *control, run->cuda->stream),
                "clearing device memory");
out:
    return status;
}

static mg_status run_phase(mg_phase_runner *runner, size_t position) {
    mg_status status = MG_OK;
    mg_cuda_run *const run = ((cuda_runner *)runner)->run;
    mg__cuda_set_phase(run, position);
    /* Only phases that read it: a changed argument rebuilds cached launches. */
    run->round = run->info.properties & MG_ROUND ? runner->round : 0;
    run->plan->recorder->phase = (uint32_t)position;
    if (run->has_run[position]) {
        MG_TRY(clear_control(run, position));
    }
    run->has_run[position] = true;
    MG_TRY(mg__cuda_choose_executor(run));
    mg__log(run->context, MG_LOG_DEBUG, "phase %s: executor %s", run->phase->name, run->executor->name);
    MG_TRY(run->executor->run(run));
out:
    return status;
}

/* Waits for the phase before: a few microseconds a round, as a phase's own end does. */
static mg_status read_totals(mg_phase_runner *runner, double totals[MG_TOTALS_MAX]) {
    mg_cuda_run *const run = ((cuda_runner *)runner)->run;
    return mg__cuda_download(run->context, run->cuda, totals, run->totals, MG_TOTALS_MAX * sizeof *totals);
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
    const size_t bytes = state_bytes(run);
    const double start = mg__now();
    const bool is_there = mg__on_device(plan->state);
    if (is_there && (uintptr_t)plan->state % MG_STATE_ALIGNMENT) {
        return mg__fail(run->context, MG_ERROR_INVALID,
                        "states in device memory begin at %p, expected a multiple of %d", plan->state,
                        MG_STATE_ALIGNMENT);
    }
    if (is_there || (plan->columns && plan->columns->owner)) { /* the caller's work on them */
        MG_CUDA_TRY(run->context, cudaStreamSynchronize(cudaStreamLegacy), "the default stream");
    }
    run->state = plan->state;
    if (!is_there) {
        MG_TRY(mg__cuda_get(run->context, cuda, &run->allocated_state, bytes, "vertex states"));
        run->state = run->allocated_state;
    }
    if (!plan->state) {
        MG_CUDA_TRY(run->context, cudaMemsetAsync(run->state, 0, bytes, cuda->stream), "clearing device memory");
    } else if (!is_there) {
        MG_TRY(mg__cuda_upload(run->context, cuda, run->state, plan->state, bytes));
    }
    MG_TRY(mg__cuda_take_controls(run));
    cuda->times.upload = (float)(1e3 * (mg__now() - start));
out:
    return status;
}

static mg_status run_phases(mg_cuda_run *run) {
    mg_status status = MG_OK;
    double unused;
    cuda_runner runner = {.base = {.run_phase = run_phase, .read_totals = read_totals}, .run = run};
    MG_TRY(mg__run_phases(run->context, run->plan, run->graph->n, &runner.base));
    run->stopped_at_limit = run->stopped_at_limit || runner.base.stopped_at_limit;
    if (run->timing) {
        MG_TRY(mg__cuda_stop_time(run));
        MG_CUDA_TRY(run->context, cudaStreamSynchronize(run->cuda->stream), "running a plan");
        MG_TRY(mg__cuda_take_time(run, &unused));
    }
out:
    return status;
}

/* Copies the states to the host, if that is where the caller wants them, columns to where it wants them on the device,
 * and the values of edges. */
static mg_status bring_states(mg_cuda_run *run) {
    MG_STAGE(run->context, MG_STAGE_DOWNLOAD);
    mg_status status = MG_OK;
    const double start = mg__now();
    if (run->plan->columns) {
        MG_TRY(mg__cuda_write_columns(run));
    }
    if (run->plan->sums) {
        MG_TRY(mg__cuda_add_states(run));
    }
    if (run->allocated_state && run->plan->state) {
        MG_TRY(mg__cuda_download(run->context, run->cuda, run->plan->state, run->state, state_bytes(run)));
    }
    for (size_t k = 0; k < run->plan->recorder->edge_count; k++) {
        const mg_edge_values *const to = &run->plan->recorder->edges[k];
        if (run->scores[k]) {
            MG_TRY(mg__cuda_download(run->context, run->cuda, to->values, run->scores[k], run->graph->arcs * to->size));
        }
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
    if (mg__cuda_runs_on_ranks(context, graph, plan)) {
        return mg__cuda_run_on_ranks(context, graph, plan);
    }
    if (mg__multi_runs(context, run.cuda, graph, plan, false)) {
        return mg__multi_run_plan(context, graph, plan);
    }
    MG_TRY(set_up(&run));
    MG_TRY(run_phases(&run));
    MG_TRY(bring_states(&run));
    plan->recorder->totals.device_seconds += 1e-3 * (double)run.cuda->times.kernels;
    status = run.stopped_at_limit ? MG_NOT_CONVERGED : MG_OK;
out:
    mg__cuda_release_run(&run);
    return status;
}

static mg_status run_direct(mg_context *context, const mg_graph *graph, mg_direct_job *job) {
    static mg_status (*const runs[])(mg_context *, const mg_graph *,
                                     mg_direct_job *) = {[MG_DIRECT_MIS] = mg__cuda_greedy,
                                                         [MG_DIRECT_COLORING] = mg__cuda_greedy,
                                                         [MG_DIRECT_FOREST] = mg__cuda_spanning,
                                                         [MG_DIRECT_SCC] = mg__cuda_strong};
    return runs[job->kind](context, graph, job);
}

static mg_status direct_memory(mg_context *context, const mg_graph *graph, const mg_direct_job *job,
                               mg_memory_need *need) {
    static mg_status (*const needs[])(mg_context *, const mg_graph *, const mg_direct_job *,
                                      mg_memory_need *) = {[MG_DIRECT_MIS] = mg__cuda_greedy_memory,
                                                           [MG_DIRECT_COLORING] = mg__cuda_greedy_memory,
                                                           [MG_DIRECT_FOREST] = mg__cuda_spanning_memory,
                                                           [MG_DIRECT_SCC] = mg__cuda_strong_memory};
    return needs[job->kind](context, graph, job, need);
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
                                     .writes_columns = true,
                                     .prefers_mixed_precision = true,
                                     .open = open_device,
                                     .start = mg__cuda_start_device,
                                     .prepare_program = prepare_program,
                                     .runs_without_rows = runs_without_rows,
                                     .build = build,
                                     .run_plan = run_plan,
                                     .memory = mg__cuda_memory,
                                     .products_memory = mg__cuda_products_memory,
                                     .runs_on_ranks = mg__cuda_runs_on_ranks,
                                     .device_available = mg__cuda_available,
                                     .representations = mg__device_representations,
                                     .prefers_tiles = prefers_tiles,
                                     .may_prefer_tiles = may_prefer_tiles,
                                     .matrix_spmm = mg__cuda_matrix_spmm,
                                     .matrix_sddmm = mg__cuda_matrix_sddmm,
                                     .matrix_add = mg__cuda_matrix_add,
                                     .edge_rows = mg__cuda_edge_rows,
                                     .keep_rows = mg__cuda_keep_rows,
                                     .adopt_rows = mg__cuda_adopt_rows,
                                     .text_rows = mg__cuda_text_rows,
                                     .edit_graph = mg__cuda_edit_graph,
                                     .walk = mg__cuda_walk,
                                     .paths = mg__cuda_paths,
                                     .sets = mg__cuda_sets,
                                     .top_sets = mg__cuda_top_sets,
                                     .truss = mg__cuda_truss,
                                     .levels = mg__cuda_levels,
                                     .take_sums = mg__cuda_take_sums,
                                     .direct_kinds = 1u << MG_DIRECT_MIS | 1u << MG_DIRECT_COLORING |
                                                     1u << MG_DIRECT_FOREST | 1u << MG_DIRECT_SCC,
                                     .direct = run_direct,
                                     .direct_memory = direct_memory,
                                     .deal = mg__multi_deal,
                                     .owns = mg__on_device,
                                     .download = mg__from_device,
                                     .upload = mg__to_device,
                                     .device_count = mg__cuda_device_count,
                                     .device_info = mg__cuda_device_info,
                                     .device_link = mg__cuda_device_link};
