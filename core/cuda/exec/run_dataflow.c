/* SPDX-License-Identifier: Apache-2.0
 *
 * run_dataflow.c: phases that run in the order of breadth-first depths (dataflow.cuh): whether to, the depths, the
 * launches.
 */
#include "core/cuda/exec/cuda_run.h"
#include "core/cuda/graph/depths.h"

#define MOST_VERTICES 0x7fffffffu /* the kernel keeps a bit of positions for itself */

/* What both a breadth-first phase and its replays must be. */
static bool fits(const mg_phase_info *info) {
    return info->kind == MG_KIND_PROGRAM && !(info->properties & (MG_LABEL | MG_ALL_ACTIVE)) && !info->totals &&
           !info->has_finished && !info->iteration_limit;
}

static bool is_breadth_first(const mg_phase_info *info) {
    return fits(info) && (info->properties & MG_BREADTH_FIRST) && info->frontier == MG_FRONTIER_INIT;
}

/* The phase whose levels a phase has, itself or the one that it replays; MG_PHASES_MAX: none. */
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

/* All that has the levels of one phase runs alike, for they are kept in one way only. */
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

bool mg__cuda_may_use_dataflow(const mg_cuda_run *work) {
    const mg_plan *plan = work->plan;
    const mg_run_options *options = &plan->options;
    return work->info.kind == MG_KIND_PROGRAM && !work->graph->directed && work->graph->n <= MOST_VERTICES &&
           options->mode == MG_MODE_AUTO && !options->max_iterations && options->lanes <= 1 && !plan->recorder->keep &&
           mg__cuda_is_worth_tiling(work->cuda, work->graph) && all_fit(plan, phase_of_levels(plan, work->phase_index));
}

/* First states and cleared slots. */
static mg_status start(mg_cuda_run *work, const void *kernel, mg_dataflow_args *a) {
    mg_status status = MG_OK;
    void *parameters[] = {a};
    const uint32_t most = 32 * (uint32_t)work->cuda->sms, blocks = a->tiles.count < most ? a->tiles.count : most;
    a->step = MG_DATAFLOW_INIT;
    MG_TRY(mg__cuda_start_time(work));
    MG_CUDA_TRY(work->context,
                cudaLaunchKernel(kernel, (dim3){blocks, 1, 1}, (dim3){MG_DATAFLOW_THREADS, 1, 1}, parameters, 0,
                                 work->cuda->stream),
                "launching a kernel");
    work->cuda->times.launches++;
    a->step = MG_DATAFLOW_RUN;
out:
    return status;
}

/* The depths of a breadth-first phase, which begins with them. */
static mg_status find_depths(mg_cuda_run *work, const void *kernel, mg_dataflow_args *a) {
    mg_status status = MG_OK;
    mg_tiles_args depths = {.tiles = a->tiles};
    const uint64_t bytes = (uint64_t)a->tiles.n * sizeof *a->depth;
    if (!work->depths) {
        MG_TRY(mg__cuda_get(work->context, work->cuda, &work->depths, bytes, "depths"));
    }
    depths.saved_label = work->depths;
    MG_TRY(mg__cuda_get(work->context, work->cuda, &depths.inbox, bytes, "depths"));
    MG_TRY(mg__cuda_get(work->context, work->cuda, (void **)&depths.flag, a->tiles.count * sizeof *depths.flag,
                        "flags of tiles"));
    a->saved_label = depths.saved_label;
    a->inbox = depths.inbox;
    a->flag = depths.flag;
    MG_TRY(start(work, kernel, a));
    MG_TRY(mg__cuda_converge_tiles(work, mg__depths_kernel(), sizeof *a->depth, true, &depths));
out:
    mg__cuda_release(work->cuda, depths.inbox);
    mg__cuda_release(work->cuda, depths.flag);
    return status;
}

/* Blocks that run at once. */
static mg_status count_blocks(mg_cuda_run *work, const void *kernel, const mg_dataflow_args *a, uint32_t shared,
                              uint32_t *blocks) {
    mg_status status = MG_OK;
    int per_sm = 0;
    MG_CUDA_TRY(work->context, cudaFuncSetAttribute(kernel, cudaFuncAttributeMaxDynamicSharedMemorySize, (int)shared),
                "shared memory for tiles");
    MG_CUDA_TRY(work->context,
                cudaOccupancyMaxActiveBlocksPerMultiprocessor(&per_sm, kernel, MG_DATAFLOW_THREADS, shared),
                "occupancy");
    const uint32_t wanted = work->cuda->tuning.dataflow_blocks_per_sm, fitting = (uint32_t)per_sm;
    *blocks = (fitting < wanted ? fitting : wanted) * (uint32_t)work->cuda->sms;
    *blocks = *blocks < a->tiles.count ? *blocks : a->tiles.count;
    if (*blocks == 0) {
        return mg__fail(work->context, MG_ERROR_DEVICE, "phase %s: its kernel does not fit on the device",
                        work->phase->name);
    }
out:
    return status;
}

/* Nobody has a tile, and none was put away. */
static mg_status clear_slice(mg_cuda_run *work, const mg_dataflow_args *a) {
    mg_status status = MG_OK;
    const cudaStream_t stream = work->cuda->stream;
    mg_dataflow_control *const c = a->control;
    MG_CUDA_TRY(work->context,
                cudaMemsetAsync(a->suspended_queue, 0, a->queue_capacity * sizeof *a->suspended_queue, stream),
                "a slice");
    MG_CUDA_TRY(work->context, cudaMemsetAsync(c, 0, offsetof(mg_dataflow_control, finished), stream), "a slice");
    MG_CUDA_TRY(work->context, cudaMemsetAsync(&c->end, 0, sizeof *c - offsetof(mg_dataflow_control, end), stream),
                "a slice");
out:
    return status;
}

/* One launch after the other until all tiles are done. Where a slice gets nowhere, the next one begins with other
 * tiles. */
static mg_status run_slices(mg_cuda_run *work, const void *kernel, mg_dataflow_args *a, uint32_t blocks,
                            uint32_t shared, mg_depth_summary *summary) {
    mg_status status = MG_OK;
    mg_dataflow_control control = {0};
    void *parameters[] = {a};
    double unused;
    MG_CUDA_TRY(work->context, cudaMemsetAsync(&a->control->finished, 0, sizeof(uint32_t), work->cuda->stream),
                "clearing device memory");
    MG_TRY(mg__cuda_download(work->context, work->cuda, summary, a->summary, sizeof *summary));
    while (control.end != MG_TILES_DONE) {
        MG_TRY(mg__progress(work->context, "running", -1.0));
        MG_TRY(mg__cuda_start_time(work));
        MG_TRY(clear_slice(work, a));
        MG_CUDA_TRY(work->context,
                    cudaLaunchKernel(kernel, (dim3){blocks, 1, 1}, (dim3){MG_DATAFLOW_THREADS, 1, 1}, parameters,
                                     shared, work->cuda->stream),
                    "launching a kernel");
        work->cuda->times.launches++;
        MG_TRY(mg__cuda_stop_time(work));
        MG_TRY(mg__cuda_download(work->context, work->cuda, &control, a->control, sizeof control));
        MG_TRY(mg__cuda_take_time(work, &unused));
        a->list_offset = control.vertices || !summary->tiles ? 0 : (a->list_offset + blocks) % summary->tiles;
        work->plan->recorder->totals.vertices_visited += control.vertices;
    }
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

static mg_status arguments(mg_cuda_run *work, const mg_tiles_graph *cut, mg_dataflow_args *a) {
    mg_status status = MG_OK;
    mg_loop_args graph;
    MG_TRY(mg__cuda_arguments(work, &graph));
    const mg_type type = graph.send[0].weights ? work->info.weight_type : MG_TYPE_NONE;
    *a =
        (mg_dataflow_args){.tiles = cut->tiles,
                           .local_weights = cut->local_weights[type],
                           .remote_weights = cut->remote_weights[type],
                           .out_offsets = graph.out_offsets,
                           .in_offsets = graph.in_offsets,
                           .state = work->state,
                           .params = work->params,
                           .totals = work->totals,
                           .backward = work->info.frontier == MG_FRONTIER_REPLAY,
                           .slice_clocks = (long long)(work->cuda->tuning.slice_seconds * 1e3 * work->cuda->clock_khz)};
out:
    return status;
}

/* When all is due, on the stream. */
static mg_status order_tiles(mg_cuda_run *work, const mg_dataflow_args *a, uint32_t slot_words) {
    const mg_depths_input order = {.tiles = a->tiles,
                                   .depth = a->depth,
                                   .backward = a->backward,
                                   .weighted = a->local_weights != NULL,
                                   .order = a->order,
                                   .summary = a->summary,
                                   .slots = a->slots,
                                   .slot_words = slot_words};
    return mg__depths_order(work->context, work->cuda, &order);
}

mg_status mg__cuda_run_dataflow(mg_cuda_run *work, const mg_tiles_graph *cut) {
    mg_status status = MG_OK;
    const uint32_t slot_words = (uint32_t)work->info.value_size / 4;
    const uint32_t shared = mg_dataflow_lay_out((uint32_t)work->info.value_size, (uint32_t)work->info.state_size).total;
    mg_dataflow_args a = {0};
    mg_depth_summary summary;
    const void *kernel = NULL;
    uint32_t blocks = 0;
    MG_TRY(arguments(work, cut, &a));
    MG_TRY(mg__cuda_kernel(work, MG_KERNEL_DATAFLOW, &kernel));
    MG_TRY(count_blocks(work, kernel, &a, shared, &blocks));
    for (a.queue_capacity = 1; a.queue_capacity < a.tiles.count;) {
        a.queue_capacity *= 2;
    }
    MG_TRY(mg__cuda_need_scratch(work, lay_out(&a, NULL, slot_words)));
    lay_out(&a, work->scratch, slot_words);
    MG_TRY(a.backward ? start(work, kernel, &a) : find_depths(work, kernel, &a));
    a.depth = work->depths;
    MG_TRY(mg__cuda_start_time(work));
    MG_TRY(order_tiles(work, &a, slot_words));
    MG_TRY(run_slices(work, kernel, &a, blocks, shared, &summary));
    const uint32_t levels = summary.tiles ? summary.max_depth + !a.backward : 0;
    work->plan->recorder->totals.iterations += levels;
    work->plan->recorder->totals.mode_iterations[MG_MODE_SPARSE] += levels;
    work->plan->recorder->totals.edges_visited += summary.edges;
out:
    return status;
}
