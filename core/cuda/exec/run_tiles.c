/* SPDX-License-Identifier: Apache-2.0
 *
 * run_tiles.c: label programs on the tiles of a partitioned graph: conditions and launches.
 */
#include "core/cuda/exec/run_tiles.h"

#include "core/cuda/exec/executors.h"
#include "core/cuda/exec/launch.h"
#include "core/cuda/exec/phase_kernels.h"
#include "core/cuda/exec/phase_memory.h"
#include "core/cuda/exec/slices.h"

#define FEW_EDGES 8u /* largest mean degree of a graph that is partitioned */

/* Label programs with a priority whose callbacks do not read the receiver. */
static bool can_run(const mg_cuda_run *run) {
    const mg_phase_info *info = &run->info;
    const mg_run_options *options = &run->plan->options;
    return info->kind == MG_KIND_PROGRAM && (info->properties & MG_LABEL) && info->has_priority && !info->has_needs &&
           !info->has_edge_at && !info->record && info->direction != MG_DIRECTION_BOTH && !info->iteration_limit &&
           options->mode == MG_MODE_AUTO && !options->max_iterations && options->lanes <= 1 &&
           !run->plan->recorder->keep;
}

bool mg__cuda_is_worth_tiling(const mg_cuda *cuda, const mg_graph *graph) {
    const mg_cuda_tuning *t = &cuda->tuning;
    if (t->tiles == MG_TILES_NEVER || graph->n == 0 || graph->arcs >= t->narrow_arcs) {
        return false;
    }
    return t->tiles == MG_TILES_ALWAYS || (graph->n >= t->tiles_min_vertices && graph->arcs / FEW_EDGES <= graph->n);
}

bool mg__cuda_tiles_eligible(const mg_cuda_run *run) {
    return can_run(run) && mg__cuda_is_worth_tiling(run->cuda, run->graph);
}

/* The tiles of one direction, partitioned and weighted if need be; NULL where the graph does not partition well. */
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

mg_status mg__cuda_tiles(mg_cuda_run *run, const mg_tiles_graph **tiles) {
    mg_status status = MG_OK;
    mg_device_graph *g = NULL;
    const mg_device_need need = mg__cuda_need(&run->info);
    *tiles = NULL;
    MG_TRY(mg__device_graph(run->context, run->cuda, run->graph, &need, &g));
    MG_TRY(get_tiles(run->context, run->cuda, run->graph, g, run->info.direction == MG_DIRECTION_IN,
                     run->info.weight_type, tiles));
out:
    return status;
}

mg_status mg__cuda_suits_tiles(mg_cuda_run *run, bool *suited) {
    const mg_tiles_graph *tiles = NULL;
    const mg_status status = mg__cuda_tiles(run, &tiles);
    *suited = tiles != NULL;
    return status;
}

typedef struct tiles_slices {
    mg_cuda_slices base;
    mg_tiles_args *args;
    mg_tiles_control control;
    mg_cuda_launch launch;
    uint32_t most_blocks; /* at most one for each tile, and as many as the queue has room for */
} tiles_slices;

static mg_status kernel_changed(mg_cuda_run *run, mg_cuda_slices *slices) {
    tiles_slices *const t = (tiles_slices *)slices;
    t->launch.kernel = slices->kernel;
    return mg__cuda_fit_blocks(run, run->cuda->tuning.tiles_blocks_per_sm, t->most_blocks, &t->launch);
}

/* An empty queue, and no thread block that waits for its entries. */
static mg_status clear_queue(mg_cuda_run *run, const mg_tiles_args *a) {
    mg_status status = MG_OK;
    const cudaStream_t stream = run->cuda->stream;
    mg_tiles_control *const c = a->control;
    MG_CUDA_TRY(run->context, cudaMemsetAsync(a->queue, 0, a->queue_capacity * sizeof *a->queue, stream), "a slice");
    MG_CUDA_TRY(run->context, cudaMemsetAsync(&c->tickets, 0, sizeof c->tickets, stream), "a slice");
    MG_CUDA_TRY(run->context, cudaMemsetAsync(&c->enqueued, 0, sizeof c->enqueued, stream), "a slice");
    MG_CUDA_TRY(run->context, cudaMemsetAsync(&c->end, 0, sizeof c->end, stream), "a slice");
out:
    return status;
}

static mg_status run_slice(mg_cuda_run *run, mg_cuda_slices *slices, bool *done) {
    mg_status status = MG_OK;
    tiles_slices *const t = (tiles_slices *)slices;
    double unused;
    MG_TRY(clear_queue(run, t->args));
    MG_TRY(mg__cuda_start_time(run));
    MG_TRY(mg__cuda_launch(run, &t->launch));
    MG_TRY(mg__cuda_stop_time(run));
    MG_TRY(mg__cuda_download(run->context, run->cuda, &t->control, t->args->control, sizeof t->control));
    MG_TRY(mg__cuda_take_time(run, &unused));
    *done = t->control.end == MG_TILES_DONE;
out:
    return status;
}

mg_status mg__cuda_converge_tiles(mg_cuda_run *run, const void *kernel, uint32_t value_size, bool started,
                                  mg_tiles_args *a) {
    mg_status status = MG_OK;
    tiles_slices slices = {.base = {.kernel = kernel, .run_slice = run_slice, .kernel_changed = kernel_changed},
                           .args = a,
                           .control = {.started = started},
                           .most_blocks = a->tiles.count,
                           .launch = {.argument = a,
                                      .argument_bytes = sizeof *a,
                                      .threads = MG_TILES_THREADS,
                                      .shared = mg_tiles_lay_out(&a->tiles, value_size, a->weight_size).total,
                                      .cooperative = true}};
    MG_TRY(kernel_changed(run, &slices.base));
    slices.most_blocks = slices.launch.blocks;
    a->hops = run->cuda->tuning.tiles_hops;
    a->slice_clocks = (long long)(run->cuda->tuning.slice_seconds * 1e3 * run->cuda->clock_khz);
    for (a->queue_capacity = 1; a->queue_capacity <= a->tiles.count + slices.most_blocks;) {
        a->queue_capacity *= 2;
    }
    MG_TRY(mg__cuda_get(run->context, run->cuda, (void **)&a->queue, a->queue_capacity * sizeof *a->queue,
                        "a queue of tiles"));
    MG_TRY(mg__cuda_get(run->context, run->cuda, (void **)&a->control, sizeof *a->control, "the tiles' control"));
    MG_TRY(mg__cuda_upload(run->context, run->cuda, a->control, &slices.control, sizeof slices.control));
    MG_TRY(mg__cuda_run_slices(run, &slices.base));
    run->plan->recorder->totals.vertices_visited += slices.control.vertices;
    run->plan->recorder->totals.edges_visited += slices.control.edges;
out:
    mg__cuda_release(run->cuda, a->queue);
    mg__cuda_release(run->cuda, a->control);
    return status;
}

static mg_status arguments(mg_cuda_run *run, mg_tiles_args *a) {
    mg_status status = MG_OK;
    const mg_tiles_graph *cut = NULL;
    mg_loop_args graph;
    MG_TRY(mg__cuda_tiles(run, &cut));
    MG_TRY(mg__cuda_arguments(run, &graph));
    const mg_type type = graph.send[0].weights ? run->info.weight_type : MG_TYPE_NONE;
    *a = (mg_tiles_args){.tiles = cut->tiles,
                         .local_weights = cut->local_weights[type],
                         .remote_weights = cut->remote_weights[type],
                         .weight_size = (uint32_t)mg__type_size(type),
                         .out_offsets = graph.out_offsets,
                         .in_offsets = graph.in_offsets,
                         .state = run->state,
                         .params = run->params,
                         .totals = run->totals,
                         .round = run->round};
out:
    return status;
}

/* Labels by tile, their inbox, and the flags and the queue of tiles, which has room for twice as many or more. */
void mg__cuda_tiles_memory(const mg_cuda_run *run, const mg_phase_sizes *sizes, mg_phase_memory *memory) {
    memory->beside = 2 * (uint64_t)run->graph->n * run->info.value_size + 12 * (uint64_t)sizes->tiles;
}

mg_status mg__cuda_run_tiles(mg_cuda_run *run) {
    mg_status status = MG_OK;
    const uint64_t values = (uint64_t)run->graph->n * run->info.value_size;
    const void *kernel = NULL;
    mg_tiles_args a = {0};
    MG_TRY(arguments(run, &a));
    MG_TRY(mg__cuda_kernel(run, MG_KERNEL_TILES, &kernel));
    MG_TRY(mg__cuda_get(run->context, run->cuda, &a.saved_label, values, "labels by tile"));
    MG_TRY(mg__cuda_get(run->context, run->cuda, &a.inbox, values, "labels by tile"));
    MG_TRY(mg__cuda_get(run->context, run->cuda, (void **)&a.flag, a.tiles.count * sizeof *a.flag, "flags of tiles"));
    MG_CUDA_TRY(run->context, cudaMemsetAsync(a.flag, 0xff, a.tiles.count * sizeof *a.flag, run->cuda->stream),
                "clearing flags");
    MG_TRY(mg__cuda_converge_tiles(run, kernel, (uint32_t)run->info.value_size, false, &a));
    run->plan->recorder->totals.iterations++;
    run->plan->recorder->totals.mode_iterations[MG_MODE_SPARSE]++;
out:
    mg__cuda_release(run->cuda, a.saved_label);
    mg__cuda_release(run->cuda, a.inbox);
    mg__cuda_release(run->cuda, a.flag);
    return status;
}
