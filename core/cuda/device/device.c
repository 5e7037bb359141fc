/* SPDX-License-Identifier: Apache-2.0 */
#include "core/cuda/device/device.h"

#include "core/cuda/device/launch_cache.h"
#include "core/cuda/device/pinned.h"
#include "core/engine/backend.h"
#include "core/program/linked_kernels.h"
#include "core/stage_clock.h"

#include <dlfcn.h>
#include <stdio.h>
#include <string.h>

static const mg_cuda_tuning default_tuning = {
    .blocks_per_sm = 0,
    .cluster_blocks = 0,
    .block_entries = 32,
    .cluster_entries = 64,
    .min_chunk = 8,
    .first_window = 1,
    .window_goal = 1024,
    .step_cost = 5000.0,
    .pull_row_cost = 0.012,
    .pull_edge_cost = 0.04,
    .dense_build_share = 0.1,
    .pull_share = 0.25,
    .sweep_share = 0.02,
    .slice_seconds = 0.02,
    .narrow_arcs = UINT32_MAX,
    .tiles = MG_TILES_AUTO,
    .tiles_min_vertices = 1u << 18,
    .tile_vertices = 0,
    .tiles_blocks_per_sm = 2,
    .tiles_hops = 4,
    .dataflow_blocks_per_sm = 8,
    .tiles_max_cut = 0.2,
    .dense_arcs = (uint64_t)1 << 20,
    .heavy_edges = 4096,
    .segment_min_degree = 256,
    .segment_edge_share = 0.25,
    .block_edges = 1u << 16,
    .team_arcs = (uint64_t)1 << 29,
    .parts_degree = 24,
    .link = MG_LINK_TIERED,
};

mg_status mg__cuda_check(mg_context *context, cudaError_t error, const char *what) {
    if (error == cudaSuccess) {
        return MG_OK;
    }
    cudaGetLastError(); /* a failure that is not sticky must not surface in a later call */
    const mg_status status = error == cudaErrorMemoryAllocation ? MG_ERROR_MEMORY : MG_ERROR_DEVICE;
    return mg__fail(context, status, "CUDA: %s: %s (%s)", what, cudaGetErrorString(error), cudaGetErrorName(error));
}

static void close_device(mg_context *context, void *opened) {
    mg_cuda *cuda = opened;
    if (cuda->team) {
        cuda->team_release(context, cuda->team);
    }
    cudaSetDevice(cuda->ordinal);
    if (cuda->pool_thread_runs) {
        pthread_join(cuda->pool_thread, NULL);
    }
    mg__cuda_release_launches(context, cuda);
    mg__linked_release(context, cuda->linked);
    mg__pinned_close(context, cuda);
    const cudaEvent_t events[] = {cuda->begin, cuda->ordering, cuda->end};
    for (int i = 0; i < 3; i++) {
        if (events[i]) {
            cudaEventDestroy(events[i]);
        }
    }
    if (cuda->stream) {
        cudaStreamDestroy(cuda->stream);
    }
    if (cuda->pool) {
        cudaMemPoolDestroy(cuda->pool);
    }
}

static mg_status open_pool(mg_context *context, mg_cuda *cuda) {
    mg_status status = MG_OK;
    const struct cudaMemPoolProps props = {.allocType = cudaMemAllocationTypePinned,
                                           .location = {.type = cudaMemLocationTypeDevice, .id = cuda->ordinal}};
    uint64_t keep = UINT64_MAX; /* the pool keeps the memory of a run for the next one */
    MG_CUDA_TRY(context, cudaMemPoolCreate(&cuda->pool, &props), "creating a memory pool");
    MG_CUDA_TRY(context, cudaMemPoolSetAttribute(cuda->pool, cudaMemPoolAttrReleaseThreshold, &keep), "memory pool");
out:
    return status;
}

static mg_status fill_device(mg_context *context, mg_cuda *cuda) {
    mg_status status = MG_OK;
    struct cudaDeviceProp properties;
    MG_CUDA_TRY(context, cudaSetDevice(cuda->ordinal), "choosing the device");
    MG_CUDA_TRY(context, cudaGetDeviceProperties(&properties, cuda->ordinal), "reading the device's properties");
    snprintf(cuda->name, sizeof cuda->name, "%.*s", (int)sizeof cuda->name - 1, properties.name);
    cuda->major = properties.major;
    cuda->minor = properties.minor;
    cuda->sms = properties.multiProcessorCount;
    cuda->memory = properties.totalGlobalMem;
    cuda->shared_limit = (uint32_t)properties.sharedMemPerBlockOptin;
    cuda->shared_of_sm = (uint32_t)properties.sharedMemPerMultiprocessor;
    cuda->shared_reserved = (uint32_t)properties.reservedSharedMemPerBlock;
    cuda->tuning = default_tuning;
    MG_CUDA_TRY(context, cudaDeviceGetAttribute(&cuda->clock_khz, cudaDevAttrClockRate, cuda->ordinal), "clock rate");
    MG_CUDA_TRY(context, cudaStreamCreateWithFlags(&cuda->stream, cudaStreamNonBlocking), "creating a stream");
    cudaEvent_t *const events[] = {&cuda->begin, &cuda->ordering, &cuda->end};
    for (int i = 0; i < 3; i++) {
        MG_CUDA_TRY(context, cudaEventCreate(events[i]), "creating an event");
    }
    MG_TRY(open_pool(context, cuda));
out:
    return status;
}

uint32_t mg__cuda_shared_limit(const mg_cuda *cuda) {
    const uint32_t most = cuda->test.shared_limit;
    return most && most < cuda->shared_limit ? most : cuda->shared_limit;
}

void mg__cuda_configure(const mg_cuda *cuda, const mg_cuda_launch *launch, cudaLaunchAttribute *attributes,
                        cudaLaunchConfig_t *config) {
    uint32_t count = 0;
    if (launch->cluster_blocks > 1) {
        attributes[count].id = cudaLaunchAttributeClusterDimension;
        attributes[count].val.clusterDim.x = launch->cluster_blocks;
        attributes[count].val.clusterDim.y = attributes[count].val.clusterDim.z = 1;
        count++;
    }
    if (launch->cooperative) {
        attributes[count].id = cudaLaunchAttributeCooperative;
        attributes[count++].val.cooperative = 1;
    }
    if (launch->dependent && cuda->major >= 9) {
        attributes[count].id = cudaLaunchAttributeProgrammaticStreamSerialization;
        attributes[count++].val.programmaticStreamSerializationAllowed = 1;
    }
    *config = (cudaLaunchConfig_t){.gridDim = {launch->blocks, 1, 1},
                                   .blockDim = {launch->threads, 1, 1},
                                   .dynamicSmemBytes = launch->shared,
                                   .stream = cuda->stream,
                                   .attrs = attributes,
                                   .numAttrs = count};
}

mg_status mg__cuda_start(mg_context *context, mg_cuda *cuda, const mg_cuda_launch *launch) {
    void *arguments[] = {(void *)launch->argument};
    cudaLaunchAttribute attributes[MG_LAUNCH_ATTRIBUTES] = {{0}};
    cudaLaunchConfig_t config;
    mg__cuda_configure(cuda, launch, attributes, &config);
    return mg__cuda_check(context, cudaLaunchKernelExC(&config, launch->kernel, arguments), "launching a kernel");
}

mg_status mg__cuda_make_at(mg_context *context, uint32_t position, mg_cuda **cuda) {
    mg_status status = MG_OK;
    mg_cuda *made = NULL;
    MG_TRY(MG_ALLOC_ZEROED(context, made, 1, "the CUDA device"));
    made->ordinal = (int)position;
    MG_TRY(fill_device(context, made));
    *cuda = made;
    made = NULL;
out:
    mg__cuda_unmake(context, made);
    return status;
}

mg_status mg__cuda_make(mg_context *context, mg_cuda **cuda) {
    mg_status status = MG_OK;
    int count = 0;
    const cudaError_t error = cudaGetDeviceCount(&count);
    if (error != cudaSuccess || count == 0) {
        cudaGetLastError();
        return mg__fail(context, MG_ERROR_UNSUPPORTED, "backend cuda: %s", mg__cuda_missing(error));
    }
    if (context->takes_turns) {
        context->devices[0] %= (uint32_t)count;
    }
    MG_TRY(mg__cuda_check_devices(context, (uint32_t)count));
    MG_TRY(mg__cuda_make_at(context, context->devices[0], cuda));
out:
    return status;
}

void mg__cuda_unmake(mg_context *context, mg_cuda *cuda) {
    if (cuda) {
        close_device(context, cuda);
        mg__release(&context->memory, cuda);
    }
}

/* The first allocation from a pool takes 10 ms, whatever its size; meanwhile a graph is copied. */
static void *allocate_first(void *device) {
    const mg_cuda *const cuda = device;
    cudaStream_t stream = NULL; /* its own: the caller may capture the context's */
    void *block = NULL;
    if (cudaSetDevice(cuda->ordinal) == cudaSuccess &&
        cudaStreamCreateWithFlags(&stream, cudaStreamNonBlocking) == cudaSuccess) {
        if (cudaMallocFromPoolAsync(&block, 1, cuda->pool, stream) == cudaSuccess) {
            cudaFreeAsync(block, stream);
        }
        cudaStreamDestroy(stream);
    }
    return NULL;
}

static mg_status open_first(mg_context *context, mg_cuda **cuda) {
    MG_STAGE(context, MG_STAGE_DEVICE);
    mg_status status = MG_OK;
    mg_cuda *made = NULL;
    MG_TRY((context->device_start ? mg__cuda_take_start : mg__cuda_make)(context, &made));
    MG_CUDA_TRY(context, cudaSetDevice(made->ordinal), "choosing the device");
    MG_TRY(mg__pinned_open(context, made));
    made->pool_thread_runs = pthread_create(&made->pool_thread, NULL, allocate_first, made) == 0;
    context->device = *cuda = made;
    context->device_release = close_device;
    made = NULL;
out:
    mg__cuda_unmake(context, made);
    return status;
}

mg_status mg__cuda_open(mg_context *context, mg_cuda **cuda) {
    if (!context->device) {
        return open_first(context, cuda);
    }
    *cuda = context->device;
    return mg__cuda_check(context, cudaSetDevice((*cuda)->ordinal), "choosing the device");
}

static void watch_memory(mg_cuda *cuda) {
    size_t left = 0, all = 0;
    uint64_t reserved = 0, used = 0;
    if (cuda && cuda->test.watches_memory && cudaStreamSynchronize(cuda->stream) == cudaSuccess &&
        cudaMemGetInfo(&left, &all) == cudaSuccess &&
        cudaMemPoolGetAttribute(cuda->pool, cudaMemPoolAttrReservedMemCurrent, &reserved) == cudaSuccess &&
        cudaMemPoolGetAttribute(cuda->pool, cudaMemPoolAttrUsedMemCurrent, &used) == cudaSuccess) {
        const uint64_t now = all - left - reserved + used;
        cuda->most_used = now > cuda->most_used ? now : cuda->most_used;
    }
}

/* The pool keeps the memory of earlier runs and builds, of which most may be unused, or in pieces too small. */
static void empty_pool(mg_cuda *cuda) {
    cudaGetLastError();
    if (cuda && cudaStreamSynchronize(cuda->stream) == cudaSuccess) {
        cudaMemPoolTrimTo(cuda->pool, 0);
    }
}

mg_status mg__cuda_get(mg_context *context, mg_cuda *cuda, void **block, uint64_t bytes, const char *what) {
    *block = NULL;
    if (bytes == 0) {
        return MG_OK;
    }
    const bool fails = cuda->faults.fail_at && --cuda->faults.fail_at == 0;
    cudaError_t error =
        fails ? cudaErrorMemoryAllocation : cudaMallocFromPoolAsync(block, bytes, cuda->pool, cuda->stream);
    if (error == cudaErrorMemoryAllocation && !fails) {
        empty_pool(cuda);
        error = cudaMallocFromPoolAsync(block, bytes, cuda->pool, cuda->stream);
    }
    watch_memory(cuda);
    if (error == cudaErrorMemoryAllocation) {
        cudaGetLastError();
        return mg__fail(context, MG_ERROR_MEMORY, "out of device memory: %.0f bytes for %s", (double)bytes, what);
    }
    return mg__cuda_check(context, error, what);
}

void *mg__cuda_carve(char *base, uint64_t *at, uint64_t bytes) {
    const uint64_t begin = *at;
    *at += (bytes + 255) / 256 * 256;
    return base && bytes ? base + begin : NULL;
}

mg_status mg__cuda_keep(mg_context *context, void **block, uint64_t bytes, const char *what) {
    cudaError_t error = cudaMalloc(block, bytes ? bytes : 1);
    if (error == cudaErrorMemoryAllocation) {
        empty_pool(context->device);
        error = cudaMalloc(block, bytes ? bytes : 1);
    }
    if (error == cudaErrorMemoryAllocation) {
        cudaGetLastError();
        *block = NULL;
        return mg__fail(context, MG_ERROR_MEMORY, "out of device memory: %.0f bytes for %s", (double)bytes, what);
    }
    watch_memory(context->device);
    return mg__cuda_check(context, error, what);
}

void mg__cuda_release(mg_cuda *cuda, void *block) {
    if (block) {
        cudaFreeAsync(block, cuda->stream);
    }
}

/* Asking CUDA would start it, which takes longer than many a run on the CPU. */
static bool has_driver(void) {
    void *const driver = dlopen("libcuda.so.1", RTLD_LAZY | RTLD_NOLOAD);
    if (driver) {
        dlclose(driver);
    }
    return driver != NULL;
}

bool mg__on_device(const void *memory) {
    struct cudaPointerAttributes attributes = {0};
    if (!memory || !has_driver()) {
        return false;
    }
    if (cudaPointerGetAttributes(&attributes, memory) != cudaSuccess) {
        cudaGetLastError(); /* host memory */
        return false;
    }
    return attributes.type == cudaMemoryTypeDevice;
}

mg_status mg__from_device(mg_context *context, void *to, const void *from, size_t bytes) {
    mg_status status = MG_OK;
    mg_cuda *cuda = NULL;
    MG_TRY(mg__cuda_open(context, &cuda));
    /* cudaMemcpy from pageable memory returns before the copy has arrived */
    MG_CUDA_TRY(context, cudaStreamSynchronize(cudaStreamLegacy), "the default stream");
    MG_TRY(mg__cuda_download(context, cuda, to, from, bytes));
out:
    return status;
}

mg_status mg__to_device(mg_context *context, void *to, const void *from, size_t bytes) {
    mg_status status = MG_OK;
    mg_cuda *cuda = NULL;
    MG_TRY(mg__cuda_open(context, &cuda));
    MG_CUDA_TRY(context, cudaStreamSynchronize(cudaStreamLegacy), "the default stream");
    MG_TRY(mg__cuda_upload(context, cuda, to, from, bytes));
    /* the caller's work on the default stream does not wait for the context's */
    MG_CUDA_TRY(context, cudaStreamSynchronize(cuda->stream), "copying to the device");
out:
    return status;
}
