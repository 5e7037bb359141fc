/* SPDX-License-Identifier: Apache-2.0
 *
 * run_dataflow.c: phases that run in the order of breadth-first depths (dataflow.cuh): whether to, the depths, the
 * launches.
 */
#include "core/cuda/exec/executors.h"
#include "core/cuda/exec/launch.h"
#include "core/cuda/exec/phase_kernels.h"
#include "core/cuda/exec/phase_memory.h"
#include "core/cuda/exec/run_tiles.h"
#include "core/cuda/exec/slices.h"
#include "core/cuda/graph/depths.h"

#define MOST_VERTICES 0x7fffffffu /* the kernel uses the highest bit of a position as a flag */

/* The conditions on a breadth-first phase and on its replays. */
static bool fits(const mg_phase_info *info) {
    return info->kind == MG_KIND_PROGRAM && !(info->properties & (MG_LABEL | MG_ALL_ACTIVE)) && !info->totals &&
           !info->has_finished && !info->iteration_limit;
}

static bool is_breadth_first(const mg_phase_info *info) {
    return fits(info) && (info->properties & MG_BREADTH_FIRST) && info->frontier == MG_FRONTIER_INIT;
}

/* The index of the phase whose levels this phase uses: itself or the one it replays; MG_PHASES_MAX: none. */
static size_t phase_of_levels(const mg_plan *plan, size_t i) {
    mg_phase_info info;
    plan->phases[i]->describe(&info, plan->callbacks);
    if (info.frontier != MG_FRONTIER_REPLAY) {
        return i;
    }
    while (i-- > 0) {
        plan->phases[i]->describe(&info, plan->callbacks);
        if (info.record) {
            return i;
        }
    }
    return MG_PHASES_MAX;
}

/* Levels are kept in one form, so a phase and all its replays must run on this executor, or none of them. */
static bool all_fit(const mg_plan *plan, size_t first) {
    mg_phase_info info;
    if (first == MG_PHASES_MAX) {
        return false;
    }
    plan->phases[first]->describe(&info, plan->callbacks);
    bool fit = is_breadth_first(&info);
    for (size_t i = first + 1; i < plan->phase_count; i++) {
        plan->phases[i]->describe(&info, plan->callbacks);
        fit = fit && (info.frontier != MG_FRONTIER_REPLAY || phase_of_levels(plan, i) != first || fits(&info));
    }
    return fit;
}

bool mg__cuda_dataflow_eligible(const mg_cuda_run *run) {
    const mg_plan *plan = run->plan;
    const mg_run_options *options = &plan->options;
    return run->info.kind == MG_KIND_PROGRAM && !run->graph->directed && run->graph->n <= MOST_VERTICES &&
           options->mode == MG_MODE_AUTO && !options->max_iterations && options->lanes <= 1 && !plan->recorder->keep &&
           mg__cuda_is_worth_tiling(run->cuda, run->graph) && all_fit(plan, phase_of_levels(plan, run->phase_index));
}

/* Launches the step that sets the first states and clears the slots. */
static mg_status start(mg_cuda_run *run, const void *kernel, mg_dataflow_args *a) {
    mg_status status = MG_OK;
    const uint32_t most = 32 * (uint32_t)run->cuda->sms, blocks = a->tiles.count < most ? a->tiles.count : most;
    const mg_cuda_launch launch = {
        .kernel = kernel, .argument = a, .argument_bytes = sizeof *a, .blocks = blocks, .threads = MG_DATAFLOW_THREADS};
    a->step = MG_DATAFLOW_INIT;
    MG_TRY(mg__cuda_start_time(run));
    MG_TRY(mg__cuda_launch(run, &launch));
    a->step = MG_DATAFLOW_RUN;
out:
    return status;
}

/* First part of a breadth-first phase: the depth of each vertex. */
static mg_status find_depths(mg_cuda_run *run, const void *kernel, mg_dataflow_args *a) {
    mg_status status = MG_OK;
    mg_tiles_args depths = {.tiles = a->tiles};
    const uint64_t bytes = (uint64_t)a->tiles.n * sizeof *a->depth;
    if (!run->depths) {
        MG_TRY(mg__cuda_get(run->context, run->cuda, &run->depths, bytes, "depths"));
    }
    depths.saved_label = run->depths;
    MG_TRY(mg__cuda_get(run->context, run->cuda, &depths.inbox, bytes, "depths"));
    MG_TRY(mg__cuda_get(run->context, run->cuda, (void **)&depths.flag, a->tiles.count * sizeof *depths.flag,
                        "flags of tiles"));
    a->saved_label = depths.saved_label;
    a->inbox = depths.inbox;
    a->flag = depths.flag;
    MG_TRY(start(run, kernel, a));
    MG_TRY(mg__cuda_converge_tiles(run, mg__depths_kernel(), sizeof *a->depth, true, &depths));
out:
    mg__cuda_release(run->cuda, depths.inbox);
    mg__cuda_release(run->cuda, depths.flag);
    return status;
}

typedef struct dataflow_slices {
    mg_cuda_slices base;
    mg_dataflow_args *args;
    mg_dataflow_control control;
    mg_depth_summary summary;
    mg_cuda_launch launch;
} dataflow_slices;

/* At most one block for each tile. */
static mg_status kernel_changed(mg_cuda_run *run, mg_cuda_slices *slices) {
    dataflow_slices *const d = (dataflow_slices *)slices;
    d->launch.kernel = slices->kernel;
    return mg__cuda_fit_blocks(run, run->cuda->tuning.dataflow_blocks_per_sm, d->args->tiles.count, &d->launch);
}

/* No thread block owns a tile, and no tile is suspended. */
static mg_status clear_slice(mg_cuda_run *run, const mg_dataflow_args *a) {
    mg_status status = MG_OK;
    const cudaStream_t stream = run->cuda->stream;
    mg_dataflow_control *const c = a->control;
    MG_CUDA_TRY(run->context,
                cudaMemsetAsync(a->suspended_queue, 0, a->queue_capacity * sizeof *a->suspended_queue, stream),
                "a slice");
    MG_CUDA_TRY(run->context, cudaMemsetAsync(c, 0, offsetof(mg_dataflow_control, finished), stream), "a slice");
    MG_CUDA_TRY(run->context, cudaMemsetAsync(&c->end, 0, sizeof *c - offsetof(mg_dataflow_control, end), stream),
                "a slice");
out:
    return status;
}

/* After a slice without progress the next slice starts with other tiles. */
static mg_status run_slice(mg_cuda_run *run, mg_cuda_slices *slices, bool *done) {
    mg_status status = MG_OK;
    dataflow_slices *const d = (dataflow_slices *)slices;
    mg_dataflow_args *const a = d->args;
    double unused;
    MG_TRY(mg__cuda_start_time(run));
    MG_TRY(clear_slice(run, a));
    MG_TRY(mg__cuda_launch(run, &d->launch));
    MG_TRY(mg__cuda_stop_time(run));
    MG_TRY(mg__cuda_download(run->context, run->cuda, &d->control, a->control, sizeof d->control));
    MG_TRY(mg__cuda_take_time(run, &unused));
    const bool restarts = d->control.vertices || !d->summary.tiles;
    a->list_offset = restarts ? 0 : (a->list_offset + d->launch.blocks) % d->summary.tiles;
    run->plan->recorder->totals.vertices_visited += d->control.vertices;
    *done = d->control.end == MG_TILES_DONE;
out:
    return status;
}

static mg_status run_tiles(mg_cuda_run *run, dataflow_slices *d) {
    mg_status status = MG_OK;
    MG_CUDA_TRY(run->context, cudaMemsetAsync(&d->args->control->finished, 0, sizeof(uint32_t), run->cuda->stream),
                "clearing device memory");
    MG_TRY(mg__cuda_download(run->context, run->cuda, &d->summary, d->args->summary, sizeof d->summary));
    MG_TRY(mg__cuda_run_slices(run, &d->base));
out:
    return status;
}

static uint64_t lay_out(mg_dataflow_args *a, char *base, uint64_t slot_words) {
    uint64_t at = 0;
    const uint64_t n = a->tiles.n, tiles = a->tiles.count;
    a->control = mg__cuda_carve(base, &at, sizeof *a->control);
    a->summary = mg__cuda_carve(base, &at, sizeof *a->summary);
    a->order.entries = mg__cuda_carve(base, &at, n * sizeof *a->order.entries);
    a->order.vertices = mg__cuda_carve(base, &at, n * sizeof *a->order.vertices);
    a->order.rank = mg__cuda_carve(base, &at, n * sizeof *a->order.rank);
    a->order.reached = mg__cuda_carve(base, &at, tiles * sizeof *a->order.reached);
    a->order.list = mg__cuda_carve(base, &at, tiles * sizeof *a->order.list);
    a->progress = mg__cuda_carve(base, &at, tiles * sizeof *a->progress);
    a->suspended_queue = mg__cuda_carve(base, &at, a->queue_capacity * sizeof *a->suspended_queue);
    a->slots = mg__cuda_carve(base, &at, n * slot_words * sizeof *a->slots);
    return at;
}

static mg_status arguments(mg_cuda_run *run, mg_dataflow_args *a) {
    mg_status status = MG_OK;
    const mg_tiles_graph *cut = NULL;
    MG_TRY(mg__cuda_tiles(run, &cut));
    mg_loop_args graph;
    MG_TRY(mg__cuda_arguments(run, &graph));
    const mg_type type = graph.send[0].weights ? run->info.weight_type : MG_TYPE_NONE;
    *a = (mg_dataflow_args){.tiles = cut->tiles,
                            .local_weights = cut->local_weights[type],
                            .remote_weights = cut->remote_weights[type],
                            .out_offsets = graph.out_offsets,
                            .in_offsets = graph.in_offsets,
                            .state = run->state,
                            .params = run->params,
                            .totals = run->totals,
                            .round = run->round,
                            .backward = run->info.frontier == MG_FRONTIER_REPLAY,
                            .slice_clocks = (long long)(run->cuda->tuning.slice_seconds * 1e3 * run->cuda->clock_khz)};
out:
    return status;
}

/* Sorts the tiles by depth, on the stream. */
static mg_status order_tiles(mg_cuda_run *run, const mg_dataflow_args *a, uint32_t slot_words) {
    const mg_depths_input order = {.tiles = a->tiles,
                                   .depth = a->depth,
                                   .backward = a->backward,
                                   .weighted = a->local_weights != NULL,
                                   .order = a->order,
                                   .summary = a->summary,
                                   .slots = a->slots,
                                   .slot_words = slot_words};
    return mg__depths_order(run->context, run->cuda, &order);
}

/* The depths stay; their inbox does not. */
void mg__cuda_dataflow_memory(const mg_cuda_run *run, const mg_phase_sizes *sizes, mg_phase_memory *memory) {
    const uint64_t depths = (uint64_t)run->graph->n * sizeof(uint32_t);
    mg_dataflow_args a = {.tiles = {.n = run->graph->n, .count = sizes->tiles}, .queue_capacity = 2 * sizes->tiles};
    memory->scratch = lay_out(&a, NULL, run->info.value_size / 4);
    memory->depths = depths;
    memory->beside = run->info.frontier == MG_FRONTIER_REPLAY ? 0 : depths + 12 * (uint64_t)sizes->tiles;
}

mg_status mg__cuda_run_dataflow(mg_cuda_run *run) {
    mg_status status = MG_OK;
    const uint32_t slot_words = (uint32_t)run->info.value_size / 4;
    mg_dataflow_args a = {0};
    dataflow_slices slices = {
        .base = {.run_slice = run_slice, .kernel_changed = kernel_changed},
        .args = &a,
        .launch = {.argument = &a,
                   .argument_bytes = sizeof a,
                   .threads = MG_DATAFLOW_THREADS,
                   .shared =
                       mg_dataflow_lay_out((uint32_t)run->info.value_size, (uint32_t)run->info.state_size).total}};
    MG_TRY(arguments(run, &a));
    MG_TRY(mg__cuda_kernel(run, MG_KERNEL_DATAFLOW, &slices.base.kernel));
    MG_TRY(kernel_changed(run, &slices.base));
    for (a.queue_capacity = 1; a.queue_capacity < a.tiles.count;) {
        a.queue_capacity *= 2;
    }
    MG_TRY(mg__cuda_need_scratch(run, lay_out(&a, NULL, slot_words)));
    lay_out(&a, run->scratch, slot_words);
    MG_TRY(a.backward ? start(run, slices.base.kernel, &a) : find_depths(run, slices.base.kernel, &a));
    a.depth = run->depths;
    MG_TRY(mg__cuda_start_time(run));
    MG_TRY(order_tiles(run, &a, slot_words));
    MG_TRY(run_tiles(run, &slices));
    const uint32_t levels = slices.summary.tiles ? slices.summary.max_depth + !a.backward : 0;
    run->plan->recorder->totals.iterations += levels;
    run->plan->recorder->totals.mode_iterations[MG_MODE_SPARSE] += levels;
    run->plan->recorder->totals.edges_visited += slices.summary.edges;
out:
    return status;
}
