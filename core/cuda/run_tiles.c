/* SPDX-License-Identifier: Apache-2.0
 *
 * run_tiles.c: label programs on graphs that fall into tiles: whether to, and the launches.
 */
#include "core/cuda/work_cuda.h"

#define FEW_EDGES 8u /* edges a vertex, at most, of a graph that is worth cutting */

/* What the tiles engine runs: labels in the order of their priorities, which need nothing of the receiver. */
static bool can_run(const mg_cuda_work *work) {
    const mg_phase_info *info = &work->info;
    return info->kind == MG_KIND_PROGRAM && (info->properties & MG_LABEL) && info->has_priority && !info->has_needs &&
           !info->has_edge_at && !info->record && info->direction != MG_DIRECTION_BOTH && !info->iteration_limit &&
           !work->plan->options.max_iterations && work->graph->n > 0 &&
           work->graph->arcs <= work->cuda->tuning.narrow_arcs && work->graph->arcs < UINT32_MAX;
}

static bool is_wanted(const mg_cuda_work *work) {
    const mg_cuda_tuning *t = &work->cuda->tuning;
    if (t->tiles != MG_TILES_AUTO) {
        return t->tiles == MG_TILES_ALWAYS && work->plan->options.mode == MG_MODE_AUTO;
    }
    return work->plan->options.mode == MG_MODE_AUTO && work->graph->n >= t->tiles_least &&
           work->graph->arcs / FEW_EDGES <= work->graph->n && !work->plan->recorder->keep;
}

/* The tiles of the phase's direction, cut and weighed if need be; NULL where the graph does not fall into tiles. */
static mg_status get_tiles(mg_cuda_work *work, const mg_device_side *side, mg_tiles_graph **tiles) {
    mg_status status = MG_OK;
    mg_tiles_graph *cut = NULL;
    const mg_type type = work->info.weight_type;
    int shared_bytes = 0;
    *tiles = NULL;
    MG_CUDA_TRY(work->context,
                cudaDeviceGetAttribute(&shared_bytes, cudaDevAttrMaxSharedMemoryPerBlockOptin, work->cuda->ordinal),
                "reading the size of shared memory");
    MG_TRY(mg__device_tiles(work->context, work->cuda, work->graph, work->info.direction == MG_DIRECTION_IN, side,
                            side->weights ? type : MG_TYPE_NONE, (uint32_t)shared_bytes, &cut));
    *tiles = cut->unfit ? NULL : cut;
out:
    return status;
}

/* Blocks that run at once, not more than tiles. */
static mg_status count_blocks(mg_cuda_work *work, const void *kernel, uint32_t shared, const mg_tiles *t,
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

/* One launch after the other until the labels rest. */
static mg_status run_slices(mg_cuda_work *work, const void *kernel, mg_tiles_args *a, uint32_t blocks,
                            uint32_t shared) {
    mg_status status = MG_OK;
    mg_tiles_control control = {0};
    void *parameters[] = {a};
    double unused;
    const cudaStream_t stream = work->cuda->stream;
    const size_t flags = (size_t)blocks * a->tiles_per_block * sizeof *a->flag;
    MG_CUDA_TRY(work->context, cudaMemsetAsync(a->control, 0, sizeof control, stream), "clearing device memory");
    MG_CUDA_TRY(work->context, cudaMemsetAsync(a->flag, 0xff, flags, stream), "clearing flags");
    while (!control.done) {
        MG_TRY(mg__progress(work->context, "running", -1.0));
        MG_CUDA_TRY(work->context, cudaMemsetAsync(&a->control->stop, 0, sizeof control.stop, stream), "a slice");
        MG_TRY(mg__cuda_start_time(work));
        MG_CUDA_TRY(work->context,
                    cudaLaunchCooperativeKernel(kernel, (dim3){blocks, 1, 1}, (dim3){MG_TILES_THREADS, 1, 1},
                                                parameters, shared, stream),
                    "launching a kernel");
        work->cuda->times.launches++;
        MG_TRY(mg__cuda_stop_time(work));
        MG_TRY(mg__cuda_download(work->context, work->cuda, &control, a->control, sizeof control));
        MG_TRY(mg__cuda_take_time(work, &unused));
    }
    mg_statistics *const totals = &work->plan->recorder->totals;
    totals->iterations++;
    totals->mode_iterations[MG_MODE_SPARSE]++;
    totals->vertices_visited += control.vertices;
    totals->edges_visited += control.edges;
out:
    return status;
}

static mg_status run(mg_cuda_work *work, const mg_loop_args *graph, const mg_tiles_graph *cut) {
    mg_status status = MG_OK;
    const mg_type type = graph->send[0].weights ? work->info.weight_type : MG_TYPE_NONE;
    const uint64_t n = work->graph->n;
    const void *kernel = NULL;
    uint32_t blocks = 0;
    mg_tiles_args a = {.tiles = cut->tiles,
                       .local_weights = cut->local_weights[type],
                       .remote_weights = cut->remote_weights[type],
                       .weight_size = (uint32_t)mg__type_size(type),
                       .out_offsets = graph->out_offsets,
                       .in_offsets = graph->in_offsets,
                       .hops = work->cuda->tuning.tiles_hops,
                       .state = work->state,
                       .params = work->params,
                       .totals = work->totals,
                       .slice_clocks = (long long)(work->cuda->tuning.slice_seconds * 1e3 * work->cuda->clock_khz)};
    const uint32_t shared = mg_tiles_lay_out(&a.tiles, (uint32_t)work->info.value_size, a.weight_size).total;
    MG_TRY(mg__cuda_kernel(work, MG_KERNEL_TILES, &kernel));
    MG_TRY(count_blocks(work, kernel, shared, &a.tiles, &blocks));
    a.tiles_per_block = (a.tiles.count + blocks - 1) / blocks;
    MG_TRY(mg__cuda_get(work->context, work->cuda, &a.settled, n * work->info.value_size, "labels by tile"));
    MG_TRY(mg__cuda_get(work->context, work->cuda, &a.inbox, n * work->info.value_size, "labels by tile"));
    MG_TRY(mg__cuda_get(work->context, work->cuda, (void **)&a.flag,
                        (uint64_t)blocks * a.tiles_per_block * sizeof *a.flag, "flags of tiles"));
    MG_TRY(mg__cuda_get(work->context, work->cuda, (void **)&a.control, sizeof *a.control, "the tiles' control"));
    MG_TRY(run_slices(work, kernel, &a, blocks, shared));
out:
    mg__cuda_release(work->cuda, a.settled);
    mg__cuda_release(work->cuda, a.inbox);
    mg__cuda_release(work->cuda, a.flag);
    mg__cuda_release(work->cuda, a.control);
    return status;
}

mg_status mg__cuda_run_tiles(mg_cuda_work *work, bool *ran) {
    mg_status status = MG_OK;
    mg_loop_args graph;
    mg_tiles_graph *cut = NULL;
    *ran = false;
    if (!can_run(work) || !is_wanted(work)) {
        return MG_OK;
    }
    MG_TRY(mg__cuda_arguments(work, &graph));
    MG_TRY(get_tiles(work, &graph.send[0], &cut));
    if (cut) {
        MG_TRY(run(work, &graph, cut));
        *ran = true;
    }
out:
    return status;
}
