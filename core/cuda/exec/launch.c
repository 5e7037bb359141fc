/* SPDX-License-Identifier: Apache-2.0 */
#include "core/cuda/exec/launch.h"

#include "core/cuda/device/launch_cache.h"
#include "core/stage_clock.h"

/* Thread blocks per multiprocessor. Few on sparse graphs: frontiers are small, and each block makes the grid barrier
 * slower. Not where a pull reads all vertices, nor for parts of graphs: on one device they share what the kernel's
 * blocks leave to the L1 cache. */
static uint32_t fitting_blocks(const mg_cuda_run *run, const mg_loop_args *a) {
    const bool few = mg__cuda_has_low_degree(run->graph) && !a->sent_odd_offset && !run->part;
    return run->cuda->tuning.blocks_per_sm      ? run->cuda->tuning.blocks_per_sm
           : run->info.kind == MG_KIND_VERTICES ? MG_MOST_BLOCKS_PER_SM
           : few                                 ? 2
           : run->plan->options.lanes > 1       ? MG_BATCH_BLOCKS
                                                 : 4;
}

/* Gives the L1 cache all shared memory that `blocks` blocks per multiprocessor do not need. The driver's default
 * reserves memory for as many blocks as the thread limit allows, though registers allow half of them. */
static mg_status leave_to_cache(const mg_cuda_run *run, const void *kernel, uint32_t blocks) {
    MG_STAGE(run->context, MG_STAGE_KERNELS);
    mg_status status = MG_OK;
    struct cudaFuncAttributes uses;
    MG_CUDA_TRY(run->context, cudaFuncGetAttributes(&uses, kernel), "a kernel's shared memory");
    const size_t needed = blocks * (uses.sharedSizeBytes + run->cuda->shared_reserved);
    const int percent = (int)(100 * needed / run->cuda->shared_of_sm) + 1;
    MG_CUDA_TRY(run->context,
                cudaFuncSetAttribute(kernel, cudaFuncAttributePreferredSharedMemoryCarveout,
                                     percent < 100 ? percent : cudaSharedmemCarveoutMaxShared),
                "shared memory");
out:
    return status;
}

mg_status mg__cuda_launch(mg_cuda_run *run, const mg_cuda_launch *launch) {
    mg_status status = MG_OK;
    if (run->timing) {
        MG_TRY(mg__cuda_start(run->context, run->cuda, launch));
    } else {
        mg_cuda_launch first = *launch;
        first.dependent = false;
        MG_TRY(mg__cuda_launch_cached(run->context, run->cuda, &first));
        run->timing = true;
    }
    run->cuda->times.launches++;
out:
    return status;
}

/* The number of clusters of this launch that are resident at the same time. */
static mg_status resident_clusters(mg_cuda_run *run, const mg_cuda_launch *launch, int *clusters) {
    mg_status status = MG_OK;
    cudaLaunchAttribute attributes[MG_LAUNCH_ATTRIBUTES] = {{0}};
    cudaLaunchConfig_t config;
    mg_cuda_launch one_cluster = *launch;
    one_cluster.blocks = launch->cluster_blocks; /* the occupancy query requires a grid of whole clusters */
    mg__cuda_configure(run->cuda, &one_cluster, attributes, &config);
    MG_CUDA_TRY(run->context, cudaOccupancyMaxActiveClusters(clusters, launch->kernel, &config),
                "occupancy of clusters");
out:
    return status;
}

mg_status mg__cuda_fit_blocks(mg_cuda_run *run, uint32_t per_sm, uint32_t most, mg_cuda_launch *launch) {
    MG_STAGE(run->context, MG_STAGE_KERNELS);
    mg_status status = MG_OK;
    int fit = 0, clusters = 0;
    if (launch->shared) {
        MG_CUDA_TRY(run->context,
                    cudaFuncSetAttribute(launch->kernel, cudaFuncAttributeMaxDynamicSharedMemorySize,
                                         (int)launch->shared),
                    "shared memory");
    }
    MG_CUDA_TRY(run->context,
                cudaOccupancyMaxActiveBlocksPerMultiprocessor(&fit, launch->kernel, (int)launch->threads,
                                                              launch->shared),
                "occupancy");
    uint32_t blocks = ((uint32_t)fit < per_sm ? (uint32_t)fit : per_sm) * (uint32_t)run->cuda->sms;
    blocks = blocks < most ? blocks : most;
    if (launch->cluster_blocks > 1) {
        MG_TRY(resident_clusters(run, launch, &clusters));
        const uint32_t whole = blocks / launch->cluster_blocks;
        blocks = (whole < (uint32_t)clusters ? whole : (uint32_t)clusters) * launch->cluster_blocks;
    }
    launch->blocks = blocks;
    if (blocks == 0) {
        return mg__fail(run->context, MG_ERROR_DEVICE, "phase %s: its kernel does not fit on the device",
                        run->phase->name);
    }
out:
    return status;
}

mg_status mg__cuda_fit_cooperative(mg_cuda_run *run, const void *kernel, const mg_loop_args *arguments,
                                   uint32_t cluster_blocks, mg_cuda_launch *launch) {
    mg_status status = MG_OK;
    const uint32_t wanted = fitting_blocks(run, arguments);
    const uint32_t per_sm = wanted < MG_MOST_BLOCKS_PER_SM ? wanted : MG_MOST_BLOCKS_PER_SM;
    /* A thread per vertex is enough: more blocks only make the grid barrier slower. */
    const uint32_t most = run->info.kind == MG_KIND_VERTICES ? (arguments->n - 1) / MG_LOOP_THREADS + 1 : UINT32_MAX;
    *launch = (mg_cuda_launch){.kernel = kernel,
                               .argument = arguments,
                               .argument_bytes = sizeof *arguments,
                               .threads = MG_LOOP_THREADS,
                               .cluster_blocks = cluster_blocks,
                               .cooperative = true};
    if (cluster_blocks > 8) {
        MG_CUDA_TRY(run->context, cudaFuncSetAttribute(kernel, cudaFuncAttributeNonPortableClusterSizeAllowed, 1),
                    "large clusters");
    }
    MG_TRY(leave_to_cache(run, kernel, per_sm));
    MG_TRY(mg__cuda_fit_blocks(run, per_sm, most, launch));
out:
    return status;
}

mg_status mg__cuda_launch_cooperative(mg_cuda_run *run, const void *kernel, const mg_loop_args *arguments,
                                      uint32_t cluster_blocks) {
    mg_status status = MG_OK;
    mg_cuda_launch launch;
    MG_TRY(mg__cuda_fit_cooperative(run, kernel, arguments, cluster_blocks, &launch));
    MG_TRY(mg__cuda_launch(run, &launch));
out:
    return status;
}

mg_status mg__cuda_start_time(mg_cuda_run *run) {
    mg_status status = MG_OK;
    if (!run->timing) {
        MG_CUDA_TRY(run->context, cudaEventRecord(run->cuda->begin, run->cuda->stream), "timing");
        run->timing = true;
    }
out:
    return status;
}

mg_status mg__cuda_start_ordering(mg_cuda_run *run) {
    run->ordering = true;
    return mg__cuda_check(run->context, cudaEventRecord(run->cuda->ordering, run->cuda->stream), "timing");
}

mg_status mg__cuda_stop_time(mg_cuda_run *run) {
    return mg__cuda_check(run->context, cudaEventRecord(run->cuda->end, run->cuda->stream), "timing");
}

mg_status mg__cuda_take_time(mg_cuda_run *run, double *seconds) {
    mg_status status = MG_OK;
    float ms = 0.0f;
    MG_CUDA_TRY(run->context, cudaEventElapsedTime(&ms, run->cuda->begin, run->cuda->end), "timing");
    run->cuda->times.kernels += ms;
    *seconds = 1e-3 * (double)ms;
    if (run->ordering) {
        MG_CUDA_TRY(run->context, cudaEventElapsedTime(&ms, run->cuda->ordering, run->cuda->end), "timing");
        run->cuda->times.ordering += ms;
    }
    run->timing = run->ordering = false;
out:
    return status;
}
