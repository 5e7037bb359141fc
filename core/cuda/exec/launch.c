/* SPDX-License-Identifier: Apache-2.0
 *
 * launch.c: finding a phase's kernels and starting them.
 */
#include "core/cuda/device/launch_cache.h"
#include "core/cuda/exec/cuda_run.h"
#include "core/program/linked_kernels.h"

#define MG_MOST_BLOCKS_PER_SM 8u

/* Written by the build: the built-in programs, each followed by what the CUDA compiler saw of it; ended by NULL. */
extern const mg_program *const mg__cuda_builtin_programs[];

static const mg_cuda_phase *find_in(const mg_phase *const *phases, const mg_phase *const *kernels,
                                    const mg_phase *phase) {
    for (size_t k = 0; k < MG_PHASES_MAX && phases[k]; k++) {
        if (phases[k] == phase) {
            return (const mg_cuda_phase *)(const void *)kernels[k];
        }
    }
    return NULL;
}

/* By the phase itself: a user's may have the name of a built-in one. */
static const mg_cuda_phase *find_phase(const mg_program *const *programs, const mg_phase *phase) {
    const mg_cuda_phase *found = NULL;
    for (size_t i = 0; programs && programs[i] && !found; i += 2) {
        const mg_program *const p = programs[i], *const kernels = programs[i + 1];
        found = find_in(p->phases, kernels->phases, phase);
        found = found ? found : find_in(p->tiled, kernels->tiled, phase);
    }
    return found;
}

static const mg_cuda_phase *find_kernels(const mg_cuda_run *work) {
    const mg_cuda_phase *const found = find_phase(mg__cuda_builtin_programs, work->phase);
    return found ? found : find_phase(work->cuda->more_programs, work->phase);
}

static mg_status no_kernels(mg_context *context, const char *name, mg_kernel_family family) {
    if (family == MG_KERNEL_BLOCKS || family == MG_KERNEL_SEGMENTS) {
        return mg__fail(context, MG_ERROR_UNSUPPORTED,
                        "phase %s: this build has no GPU kernels for the layout `%s`; one with -DMG_PAPER_LAYOUTS=ON has",
                        name, family == MG_KERNEL_BLOCKS ? "blocks" : "segmented");
    }
    return mg__fail(context, MG_ERROR_UNSUPPORTED,
                    "phase %s: no GPU kernels were built for it and its source file is not known", name);
}

static mg_link_request link_request(const mg_cuda *cuda, const mg_graph *graph, const char *source, const char *phase,
                                    const mg_phase_info *info, mg_kernel_family family) {
    return (mg_link_request){.source = source,
                             .phase = phase,
                             .value_size = info->value_size,
                             .family = family,
                             .wide = graph->arcs > cuda->tuning.narrow_arcs,
                             .architecture = 10 * cuda->major + cuda->minor,
                             .tier = cuda->tuning.link};
}

mg_kernel_family mg__cuda_family(const mg_phase_info *info, uint32_t lanes) {
    static const mg_kernel_family families[] = {[MG_KIND_PROGRAM] = MG_KERNEL_LOOP,
                                                [MG_KIND_VERTICES] = MG_KERNEL_VERTICES,
                                                [MG_KIND_EDGES] = MG_KERNEL_EDGES,
                                                [MG_KIND_MOST_FREQUENT] = MG_KERNEL_MOST_FREQUENT};
    if (info->properties & MG_WITHIN_BLOCKS) {
        return MG_KERNEL_RANGE_EDGES;
    }
    return info->kind == MG_KIND_PROGRAM && lanes > 1 ? MG_KERNEL_BATCH : families[info->kind];
}

static mg_status begin_kernel(mg_cuda_run *work, mg_kernel_family family) {
    const mg_link_request request =
        link_request(work->cuda, work->graph, work->plan->source, work->phase->name, &work->info, family);
    return mg__linked_begin(work->context, &work->cuda->linked, &request);
}

mg_status mg__cuda_begin_dense(mg_cuda_run *work) {
    mg_status status = MG_OK;
    if (work->plan->source) {
        MG_TRY(begin_kernel(work, mg__cuda_gather_family(work)));
        MG_TRY(begin_kernel(work, MG_KERNEL_DENSE_ROWS));
    }
out:
    return status;
}

mg_status mg__cuda_has_kernel(const mg_cuda_run *work, mg_kernel_family family) {
    const mg_cuda_phase *const kernels = work->plan->source ? NULL : find_kernels(work);
    return work->plan->source || (kernels && kernels->kernels.kernel[family][0])
               ? MG_OK
               : no_kernels(work->context, work->phase->name, family);
}

mg_status mg__cuda_begin_kernel(mg_cuda_run *work) {
    mg_status status = MG_OK;
    const mg_phase_info *info = &work->info;
    const mg_kernel_family family = mg__cuda_may_use_tiles(work)      ? MG_KERNEL_TILES
                                    : mg__cuda_may_use_dataflow(work) ? MG_KERNEL_DATAFLOW
                                    : mg__cuda_is_dense(work)         ? mg__cuda_gather_family(work)
                                    : mg__cuda_is_rows(work)          ? MG_KERNEL_ROWS
                                                             : mg__cuda_family(info, work->plan->options.lanes);
    if (!work->plan->source) {
        return mg__cuda_has_kernel(work, family);
    }
    const bool gathers = family == MG_KERNEL_DENSE || family == MG_KERNEL_BLOCKS;
    MG_TRY(gathers ? mg__cuda_begin_dense(work) : begin_kernel(work, family));
out:
    return status;
}

mg_status mg__cuda_kernel(mg_cuda_run *work, mg_kernel_family family, const void **kernel) {
    const bool wide = work->graph->arcs > work->cuda->tuning.narrow_arcs;
    if (work->plan->source) {
        const mg_link_request request =
            link_request(work->cuda, work->graph, work->plan->source, work->phase->name, &work->info, family);
        return mg__linked_kernel(work->context, &work->cuda->linked, &request, kernel, &work->cuda->link_times);
    }
    const mg_cuda_phase *phase = find_kernels(work);
    if (phase && phase->kernels.kernel[family][wide]) {
        *kernel = phase->kernels.kernel[family][wide];
        return MG_OK;
    }
    return no_kernels(work->context, work->phase->name, family);
}

mg_status mg__cuda_upgrade_kernel(mg_cuda_run *work, const void **kernel) {
    mg_status status = MG_OK;
    mg_cuda *const cuda = work->cuda;
    const uint32_t most = cuda->tuning.quick_launches;
    bool quick = false;
    if (work->plan->source) {
        const bool wait = most && cuda->times.quick_launches >= most;
        MG_TRY(mg__linked_upgrade(work->context, cuda->linked, wait, kernel, &quick));
        cuda->times.quick_launches += quick;
    }
out:
    return status;
}

mg_status mg__cuda_arguments(mg_cuda_run *work, mg_loop_args *arguments) {
    mg_status status = MG_OK;
    const mg_phase_info *info = &work->info;
    const mg_device_need need = mg__cuda_need(info);
    mg_device_graph *g = NULL;
    MG_TRY(mg__device_graph(work->context, work->cuda, work->graph, &need, &g));
    const bool both = info->direction == MG_DIRECTION_BOTH && work->graph->directed;
    const bool in = info->direction == MG_DIRECTION_IN;
    const mg_device_side out_edges = mg__device_side(work->graph, g, false, info->weight_type);
    const mg_device_side in_edges = mg__device_side(work->graph, g, true, info->weight_type);
    const mg_device_csr *receive = &g->side[work->graph->directed && !in];
    const mg_device_csr *send = &g->side[work->graph->directed && in], *other = &g->side[work->graph->directed];
    work->warp_steps = (double)receive->warp_steps;
    work->long_rows = receive->piece_count > 0;
    *arguments =
        (mg_loop_args){.n = work->graph->n,
                       .sides = both ? 2 : 1,
                       .arcs = work->graph->arcs,
                       .send = {in ? in_edges : out_edges, in_edges},
                       .receive = {in ? out_edges : in_edges, out_edges},
                       .pieces = {send->pieces, other->pieces},
                       .piece_count = {send->piece_count, other->piece_count},
                       .out_offsets = out_edges.offsets,
                       .in_offsets = in_edges.offsets,
                       .largest_neighbour = both ? NULL : receive->largest_neighbour,
                       .mean_next_degree = g->mean_next_degree,
                       .largest_next_degree = g->largest_next_degree,
                       .state = work->state,
                       .params = work->params,
                       .control = work->controls + work->phase_index,
                       .totals = work->totals,
                       .batch_lanes = work->plan->options.lanes > 1 ? work->plan->options.lanes : 1,
                       .block_totals = work->block_totals,
                       .block_totals_set = (uint32_t)mg__cuda_totals_set(work->cuda),
                       .label_offset = (uint32_t)info->label_offset,
                       .range_vertices = mg__cuda_range_vertices(work),
                       /* what does not run on the dense representation pulls, where dense is asked for */
                       .mode = work->plan->options.mode == MG_MODE_DENSE ? MG_MODE_PULL : work->plan->options.mode,
                       .cluster_blocks = 1,
                       .segment_min_edges = UINT64_MAX};
out:
    return status;
}

size_t mg__cuda_most_blocks(const mg_cuda *cuda) {
    return (size_t)MG_MOST_BLOCKS_PER_SM * (size_t)cuda->sms;
}

size_t mg__cuda_totals_set(const mg_cuda *cuda) {
    return mg__cuda_most_blocks(cuda) * MG_LOOP_TOTALS;
}

size_t mg__cuda_totals_bytes(const mg_cuda *cuda) {
    return 2 * MG_LOOP_SCOPES * mg__cuda_totals_set(cuda) * sizeof(double);
}

bool mg__cuda_is_sparse(const mg_graph *graph) {
    return graph->arcs / 8 <= graph->n;
}

/* Blocks of a multiprocessor. On sparse graphs few, since frontiers are small and every block is one more at a barrier;
 * but not where all vertices are gone through. */
static uint32_t fitting_blocks(const mg_cuda_run *work, const mg_loop_args *a) {
    const bool few = mg__cuda_is_sparse(work->graph) && !a->sent_odd_offset;
    return work->cuda->tuning.blocks_per_sm      ? work->cuda->tuning.blocks_per_sm
           : work->info.kind == MG_KIND_VERTICES ? MG_MOST_BLOCKS_PER_SM
           : few                                 ? 2
           : work->plan->options.lanes > 1       ? MG_BATCH_BLOCKS
                                                 : 4;
}

/* The L1 cache gets all but what so many blocks of a multiprocessor need of the memory that it shares. By itself the
 * driver leaves room for as many as threads allow, though registers allow half of them. */
static mg_status leave_to_cache(const mg_cuda_run *work, const void *kernel, uint32_t blocks) {
    mg_status status = MG_OK;
    struct cudaFuncAttributes uses;
    MG_CUDA_TRY(work->context, cudaFuncGetAttributes(&uses, kernel), "a kernel's shared memory");
    const size_t needed = blocks * (uses.sharedSizeBytes + work->cuda->shared_reserved);
    const int percent = (int)(100 * needed / work->cuda->shared_of_sm) + 1;
    MG_CUDA_TRY(work->context,
                cudaFuncSetAttribute(kernel, cudaFuncAttributePreferredSharedMemoryCarveout,
                                     percent < 100 ? percent : cudaSharedmemCarveoutMaxShared),
                "shared memory");
out:
    return status;
}

/* Blocks that run at once: what the device holds, within the tuning, a whole number of clusters. */
static mg_status count_blocks(mg_cuda_run *work, const mg_loop_args *a, const cudaLaunchConfig_t *shape,
                              const void *kernel, uint32_t cluster, uint32_t *blocks) {
    mg_status status = MG_OK;
    int per_sm = 0, clusters = 0;
    const uint32_t wanted = fitting_blocks(work, a);
    const uint32_t most = wanted < MG_MOST_BLOCKS_PER_SM ? wanted : MG_MOST_BLOCKS_PER_SM;
    MG_TRY(leave_to_cache(work, kernel, most));
    MG_CUDA_TRY(work->context,
                cudaOccupancyMaxActiveBlocksPerMultiprocessor(&per_sm, kernel, (int)shape->blockDim.x, 0), "occupancy");
    *blocks = ((uint32_t)per_sm < most ? (uint32_t)per_sm : most) * (uint32_t)work->cuda->sms;
    if (work->info.kind == MG_KIND_VERTICES) { /* others would only be more at a barrier */
        const uint32_t needed = (a->n - 1) / MG_LOOP_THREADS + 1;
        *blocks = needed < *blocks ? needed : *blocks;
    }
    if (cluster > 1) {
        MG_CUDA_TRY(work->context, cudaOccupancyMaxActiveClusters(&clusters, kernel, shape), "occupancy of clusters");
        const uint32_t fit = (uint32_t)clusters * cluster;
        *blocks = *blocks < fit ? *blocks / cluster * cluster : fit;
    }
    if (*blocks == 0) {
        return mg__fail(work->context, MG_ERROR_DEVICE, "phase %s: its kernel does not fit on the device",
                        work->phase->name);
    }
out:
    return status;
}

/* Launches, and begins the time unless it has begun. */
static mg_status launch_timed(mg_cuda_run *work, const void *kernel, const void *argument, size_t size,
                              const cudaLaunchConfig_t *config) {
    mg_status status = MG_OK;
    void *arguments[] = {(void *)argument};
    if (work->timing) {
        MG_CUDA_TRY(work->context, cudaLaunchKernelExC(config, kernel, arguments), "launching a kernel");
    } else {
        MG_TRY(mg__cuda_launch_cached(work->context, work->cuda, kernel, argument, size, config));
        work->timing = true;
    }
    work->cuda->times.launches++;
out:
    return status;
}

mg_status mg__cuda_launch_all(mg_cuda_run *work, const void *kernel, const mg_loop_args *arguments, uint32_t cluster) {
    mg_status status = MG_OK;
    cudaLaunchAttribute attributes[2] = {{.id = cudaLaunchAttributeClusterDimension},
                                         {.id = cudaLaunchAttributeCooperative}};
    attributes[0].val.clusterDim.x = cluster;
    attributes[0].val.clusterDim.y = attributes[0].val.clusterDim.z = 1;
    attributes[1].val.cooperative = 1;
    cudaLaunchConfig_t shape = {.gridDim = {cluster, 1, 1},
                                .blockDim = {MG_LOOP_THREADS, 1, 1},
                                .stream = work->cuda->stream,
                                .attrs = cluster > 1 ? attributes : attributes + 1,
                                .numAttrs = cluster > 1 ? 2 : 1};
    if (cluster > 8) {
        MG_CUDA_TRY(work->context, cudaFuncSetAttribute(kernel, cudaFuncAttributeNonPortableClusterSizeAllowed, 1),
                    "large clusters");
    }
    uint32_t blocks = 0;
    MG_TRY(count_blocks(work, arguments, &shape, kernel, cluster, &blocks));
    shape.gridDim.x = blocks;
    MG_TRY(launch_timed(work, kernel, arguments, sizeof *arguments, &shape));
out:
    return status;
}

mg_status mg__cuda_launch_shape(mg_cuda_run *work, const void *kernel, void *arguments, mg_cuda_shape shape,
                                bool dependent) {
    const mg_status status = mg__cuda_start(work->context, work->cuda, kernel, arguments, shape, dependent);
    work->cuda->times.launches += status == MG_OK;
    return status;
}

mg_status mg__cuda_launch_plain(mg_cuda_run *work, const void *kernel, const void *argument, size_t size,
                                mg_cuda_shape shape) {
    const cudaLaunchConfig_t config = {.gridDim = {shape.blocks, 1, 1},
                                       .blockDim = {shape.threads, 1, 1},
                                       .dynamicSmemBytes = shape.shared,
                                       .stream = work->cuda->stream};
    return work->timing ? mg__cuda_launch_shape(work, kernel, (void *)argument, shape, true)
                        : launch_timed(work, kernel, argument, size, &config);
}

mg_status mg__cuda_start_time(mg_cuda_run *work) {
    mg_status status = MG_OK;
    if (!work->timing) {
        MG_CUDA_TRY(work->context, cudaEventRecord(work->cuda->begin, work->cuda->stream), "timing");
        work->timing = true;
    }
out:
    return status;
}

mg_status mg__cuda_start_ordering(mg_cuda_run *work) {
    work->ordering = true;
    return mg__cuda_check(work->context, cudaEventRecord(work->cuda->ordering, work->cuda->stream), "timing");
}

mg_status mg__cuda_stop_time(mg_cuda_run *work) {
    return mg__cuda_check(work->context, cudaEventRecord(work->cuda->end, work->cuda->stream), "timing");
}

mg_status mg__cuda_take_time(mg_cuda_run *work, double *seconds) {
    mg_status status = MG_OK;
    float ms = 0.0f;
    MG_CUDA_TRY(work->context, cudaEventElapsedTime(&ms, work->cuda->begin, work->cuda->end), "timing");
    work->cuda->times.kernels += ms;
    *seconds = 1e-3 * (double)ms;
    if (work->ordering) {
        MG_CUDA_TRY(work->context, cudaEventElapsedTime(&ms, work->cuda->ordering, work->cuda->end), "timing");
        work->cuda->times.ordering += ms;
    }
    work->timing = work->ordering = false;
out:
    return status;
}

mg_status mg__cuda_need_scratch(mg_cuda_run *work, uint64_t bytes) {
    mg_status status = MG_OK;
    if (bytes > work->scratch_bytes) {
        mg__cuda_release(work->cuda, work->scratch);
        work->scratch = NULL;
        work->scratch_bytes = 0;
        MG_TRY(mg__cuda_get(work->context, work->cuda, &work->scratch, bytes, "a phase's queues and bitmaps"));
        work->scratch_bytes = bytes;
    }
out:
    return status;
}
