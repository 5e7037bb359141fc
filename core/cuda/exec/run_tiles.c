/* SPDX-License-Identifier: Apache-2.0
 *
 * run_tiles.c: label programs on graphs that fall into tiles: whether to, and the launches.
 */
#include "core/cuda/exec/cuda_run.h"

#define FEW_EDGES 8u /* edges a vertex, at most, of a graph that is worth cutting */

/* What the tiles engine runs: labels in the order of their priorities, which need nothing of the receiver. */
static bool can_run(const mg_cuda_run *work) {
    const mg_phase_info *info = &work->info;
    const mg_run_options *options = &work->plan->options;
    return info->kind == MG_KIND_PROGRAM && (info->properties & MG_LABEL) && info->has_priority && !info->has_needs &&
           !info->has_edge_at && !info->record && info->direction != MG_DIRECTION_BOTH && !info->iteration_limit &&
           options->mode == MG_MODE_AUTO && !options->max_iterations && options->lanes <= 1 &&
           !work->plan->recorder->keep;
}

bool mg__cuda_is_worth_tiling(const mg_cuda *cuda, const mg_graph *graph) {
    const mg_cuda_tuning *t = &cuda->tuning;
    if (t->tiles == MG_TILES_NEVER || graph->n == 0 || graph->arcs >= t->narrow_arcs) {
        return false;
    }
    return t->tiles == MG_TILES_ALWAYS || (graph->n >= t->tiles_min_vertices && graph->arcs / FEW_EDGES <= graph->n);
}

bool mg__cuda_may_use_tiles(const mg_cuda_run *work) {
    return can_run(work) && mg__cuda_is_worth_tiling(work->cuda, work->graph);
}

/* The tiles of one direction, cut and weighed if need be; NULL where the graph does not fall into tiles. */
static mg_status get_tiles(mg_context *context, mg_cuda *cuda, const mg_graph *graph, const mg_device_graph *g,
                           bool incoming, mg_type type, const mg_tiles_graph **tiles) {
    mg_status status = MG_OK;
    mg_tiles_graph *cut = NULL;
    const mg_device_side side = mg__device_side(graph, g, incoming, type);
    *tiles = NULL;
    MG_TRY(mg__device_tiles(context, cuda, graph, incoming, &side, side.weights ? type : MG_TYPE_NONE, &cut));
    *tiles = cut->unsuitable ? NULL : cut;
out:
    return status;
}

mg_status mg__cuda_tiles(mg_cuda_run *work, const mg_tiles_graph **tiles) {
    mg_status status = MG_OK;
    mg_device_graph *g = NULL;
    const mg_device_need need = mg__cuda_need(&work->info);
    *tiles = NULL;
    if (!mg__cuda_may_use_tiles(work) && !mg__cuda_may_use_dataflow(work)) {
        return MG_OK;
    }
    MG_TRY(mg__device_graph(work->context, work->cuda, work->graph, &need, &g));
    MG_TRY(get_tiles(work->context, work->cuda, work->graph, g, work->info.direction == MG_DIRECTION_IN,
                     work->info.weight_type, tiles));
out:
    return status;
}

/* Blocks that run at once, not more than tiles. */
static mg_status count_blocks(mg_cuda_run *work, const void *kernel, uint32_t shared, const mg_tiles *t,
                              uint32_t *blocks) {
    mg_status status = MG_OK;
    int per_sm = 0;
    MG_CUDA_TRY(work->context, cudaFuncSetAttribute(kernel, cudaFuncAttributeMaxDynamicSharedMemorySize, (int)shared),
                "shared memory for tiles");
    MG_CUDA_TRY(work->context, cudaOccupancyMaxActiveBlocksPerMultiprocessor(&per_sm, kernel, MG_TILES_THREADS, shared),
                "occupancy");
    const uint32_t wanted = work->cuda->tuning.tiles_blocks_per_sm;
    const uint32_t fitting = (uint32_t)per_sm < wanted ? (uint32_t)per_sm : wanted;
    *blocks = fitting * (uint32_t)work->cuda->sms < t->count ? fitting * (uint32_t)work->cuda->sms : t->count;
    if (*blocks == 0) {
        return mg__fail(work->context, MG_ERROR_DEVICE, "phase %s: its tiles kernel does not fit on the device",
                        work->phase->name);
    }
out:
    return status;
}

/* An empty queue, and nobody at it. */
static mg_status clear_queue(mg_cuda_run *work, const mg_tiles_args *a) {
    mg_status status = MG_OK;
    const cudaStream_t stream = work->cuda->stream;
    mg_tiles_control *const c = a->control;
    MG_CUDA_TRY(work->context, cudaMemsetAsync(a->queue, 0, a->queue_capacity * sizeof *a->queue, stream), "a slice");
    MG_CUDA_TRY(work->context, cudaMemsetAsync(&c->tickets, 0, sizeof c->tickets, stream), "a slice");
    MG_CUDA_TRY(work->context, cudaMemsetAsync(&c->enqueued, 0, sizeof c->enqueued, stream), "a slice");
    MG_CUDA_TRY(work->context, cudaMemsetAsync(&c->end, 0, sizeof c->end, stream), "a slice");
out:
    return status;
}

/* One launch after the other until the labels rest. */
static mg_status run_slices(mg_cuda_run *work, const void *kernel, mg_tiles_args *a, uint32_t blocks, uint32_t shared,
                            mg_tiles_control *control) {
    const uint32_t most = blocks; /* that the queue has places for */
    mg_status status = MG_OK;
    void *parameters[] = {a};
    double unused;
    const cudaStream_t stream = work->cuda->stream;
    while (control->end != MG_TILES_DONE) {
        MG_TRY(mg__progress(work->context, "running", -1.0));
        const void *const before = kernel;
        MG_TRY(mg__cuda_upgrade_kernel(work, &kernel));
        if (kernel != before) {
            MG_TRY(count_blocks(work, kernel, shared, &a->tiles, &blocks));
            blocks = blocks < most ? blocks : most;
        }
        MG_TRY(clear_queue(work, a));
        MG_TRY(mg__cuda_start_time(work));
        MG_CUDA_TRY(work->context,
                    cudaLaunchCooperativeKernel(kernel, (dim3){blocks, 1, 1}, (dim3){MG_TILES_THREADS, 1, 1},
                                                parameters, shared, stream),
                    "launching a kernel");
        work->cuda->times.launches++;
        MG_TRY(mg__cuda_stop_time(work));
        MG_TRY(mg__cuda_download(work->context, work->cuda, control, a->control, sizeof *control));
        MG_TRY(mg__cuda_take_time(work, &unused));
    }
    work->plan->recorder->totals.vertices_visited += control->vertices;
    work->plan->recorder->totals.edges_visited += control->edges;
out:
    return status;
}

mg_status mg__cuda_converge_tiles(mg_cuda_run *work, const void *kernel, uint32_t value_size, bool started,
                                  mg_tiles_args *a) {
    mg_status status = MG_OK;
    mg_tiles_control control = {.started = started};
    const uint32_t shared = mg_tiles_lay_out(&a->tiles, value_size, a->weight_size).total;
    uint32_t blocks = 0;
    MG_TRY(count_blocks(work, kernel, shared, &a->tiles, &blocks));
    a->hops = work->cuda->tuning.tiles_hops;
    a->slice_clocks = (long long)(work->cuda->tuning.slice_seconds * 1e3 * work->cuda->clock_khz);
    for (a->queue_capacity = 1; a->queue_capacity <= a->tiles.count + blocks;) {
        a->queue_capacity *= 2;
    }
    MG_TRY(mg__cuda_get(work->context, work->cuda, (void **)&a->queue, a->queue_capacity * sizeof *a->queue,
                        "a queue of tiles"));
    MG_TRY(mg__cuda_get(work->context, work->cuda, (void **)&a->control, sizeof *a->control, "the tiles' control"));
    MG_TRY(mg__cuda_upload(work->context, work->cuda, a->control, &control, sizeof control));
    MG_TRY(run_slices(work, kernel, a, blocks, shared, &control));
out:
    mg__cuda_release(work->cuda, a->queue);
    mg__cuda_release(work->cuda, a->control);
    return status;
}

mg_status mg__cuda_run_tiles(mg_cuda_run *work, const mg_tiles_graph *cut) {
    mg_status status = MG_OK;
    mg_loop_args graph;
    MG_TRY(mg__cuda_arguments(work, &graph));
    const mg_type type = graph.send[0].weights ? work->info.weight_type : MG_TYPE_NONE;
    const uint64_t values = (uint64_t)work->graph->n * work->info.value_size;
    const void *kernel = NULL;
    mg_tiles_args a = {.tiles = cut->tiles,
                       .local_weights = cut->local_weights[type],
                       .remote_weights = cut->remote_weights[type],
                       .weight_size = (uint32_t)mg__type_size(type),
                       .out_offsets = graph.out_offsets,
                       .in_offsets = graph.in_offsets,
                       .state = work->state,
                       .params = work->params,
                       .totals = work->totals};
    MG_TRY(mg__cuda_kernel(work, MG_KERNEL_TILES, &kernel));
    MG_TRY(mg__cuda_get(work->context, work->cuda, &a.saved_label, values, "labels by tile"));
    MG_TRY(mg__cuda_get(work->context, work->cuda, &a.inbox, values, "labels by tile"));
    MG_TRY(mg__cuda_get(work->context, work->cuda, (void **)&a.flag, a.tiles.count * sizeof *a.flag, "flags of tiles"));
    MG_CUDA_TRY(work->context, cudaMemsetAsync(a.flag, 0xff, a.tiles.count * sizeof *a.flag, work->cuda->stream),
                "clearing flags");
    MG_TRY(mg__cuda_converge_tiles(work, kernel, (uint32_t)work->info.value_size, false, &a));
    work->plan->recorder->totals.iterations++;
    work->plan->recorder->totals.mode_iterations[MG_MODE_SPARSE]++;
out:
    mg__cuda_release(work->cuda, a.saved_label);
    mg__cuda_release(work->cuda, a.inbox);
    mg__cuda_release(work->cuda, a.flag);
    return status;
}
