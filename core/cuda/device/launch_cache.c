/* SPDX-License-Identifier: Apache-2.0 */

/* Arguments are compared byte by byte; the padding between their fields may differ. */
#pragma GCC diagnostic push
#pragma GCC diagnostic error "-Wpadded"
#include "core/cuda/kernel/dense/dense_args.h"
#pragma GCC diagnostic pop

#include "core/cuda/device/launch_cache.h"

#include <string.h>

#define CACHED_LAUNCHES 8u
#define MOST_BYTES 4096u /* of a kernel's argument */
#define MOST_ATTRIBUTES MG_LAUNCH_ATTRIBUTES

typedef struct cached_launch {
    const void *kernel; /* NULL: free */
    uint32_t block, attributes;
    cudaLaunchAttribute attribute[MOST_ATTRIBUTES];
    cudaGraphExec_t exec; /* NULL: it was launched once */
    uint32_t blocks;      /* the members below describe the last launch */
    size_t shared;
    unsigned char argument[MOST_BYTES];
} cached_launch;

struct mg_launch_cache {
    cached_launch each[CACHED_LAUNCHES];
    uint32_t next; /* the entry that is replaced next */
};

static void release(cached_launch *k) {
    if (k->exec) {
        cudaGraphExecDestroy(k->exec);
    }
    *k = (cached_launch){0};
}

void mg__cuda_release_launches(mg_context *context, mg_cuda *cuda) {
    for (uint32_t i = 0; cuda->launch_cache && i < CACHED_LAUNCHES; i++) {
        release(&cuda->launch_cache->each[i]);
    }
    mg__release(&context->memory, cuda->launch_cache);
    cuda->launch_cache = NULL;
}

static bool is_same(const cached_launch *k, const void *kernel, const cudaLaunchConfig_t *config) {
    bool same = k->kernel == kernel && k->block == config->blockDim.x && k->attributes == config->numAttrs;
    for (uint32_t i = 0; same && i < k->attributes; i++) {
        same = k->attribute[i].id == config->attrs[i].id &&
               memcmp(&k->attribute[i].val, &config->attrs[i].val, sizeof k->attribute[i].val) == 0;
    }
    return same;
}

static cached_launch *find(mg_launch_cache *cache, const void *kernel, const cudaLaunchConfig_t *config) {
    for (uint32_t i = 0; i < CACHED_LAUNCHES; i++) {
        if (is_same(&cache->each[i], kernel, config)) {
            return &cache->each[i];
        }
    }
    return NULL;
}

/* Adds an entry for a launch that is new. */
static void remember(mg_launch_cache *cache, const void *kernel, const cudaLaunchConfig_t *config) {
    cached_launch *k = &cache->each[cache->next++ % CACHED_LAUNCHES];
    release(k);
    *k = (cached_launch){.kernel = kernel, .block = config->blockDim.x, .attributes = config->numAttrs};
    for (uint32_t i = 0; i < k->attributes; i++) {
        k->attribute[i] = config->attrs[i];
    }
}

/* Is the launch identical to the last one? */
static bool is_up_to_date(const cached_launch *k, const void *argument, size_t size, const cudaLaunchConfig_t *config) {
    return k->exec && k->blocks == config->gridDim.x && k->shared == config->dynamicSmemBytes &&
           memcmp(k->argument, argument, size) == 0;
}

/* Captures the event and the launch as a graph. On failure no capture remains open. */
static cudaError_t capture(const mg_cuda *cuda, const cached_launch *k, void **arguments,
                           const cudaLaunchConfig_t *config, cudaGraph_t *graph) {
    const cudaError_t begun = cudaStreamBeginCapture(cuda->stream, cudaStreamCaptureModeThreadLocal);
    if (begun != cudaSuccess) {
        return begun;
    }
    const cudaError_t recorded = cudaEventRecordWithFlags(cuda->begin, cuda->stream, cudaEventRecordExternal);
    const cudaError_t launched = cudaLaunchKernelExC(config, k->kernel, arguments);
    const cudaError_t ended = cudaStreamEndCapture(cuda->stream, graph);
    return recorded != cudaSuccess ? recorded : launched != cudaSuccess ? launched : ended;
}

/* Creates the graph, or updates it to this launch. */
static cudaError_t bring_up_to_date(const mg_cuda *cuda, cached_launch *k, void **arguments, size_t size,
                                    const cudaLaunchConfig_t *config) {
    cudaGraph_t graph = NULL;
    cudaGraphExecUpdateResultInfo changed;
    cudaError_t error = capture(cuda, k, arguments, config, &graph);
    if (error == cudaSuccess && k->exec && cudaGraphExecUpdate(k->exec, graph, &changed) != cudaSuccess) {
        cudaGetLastError(); /* it is created again */
        cudaGraphExecDestroy(k->exec);
        k->exec = NULL;
    }
    if (error == cudaSuccess && !k->exec) {
        error = cudaGraphInstantiateWithFlags(&k->exec, graph, 0);
    }
    if (graph) {
        cudaGraphDestroy(graph);
    }
    k->blocks = config->gridDim.x;
    k->shared = config->dynamicSmemBytes;
    memcpy(k->argument, arguments[0], size);
    return error;
}

/* Launches as a graph. False: it is the first launch of its kind, or no graph can be created; the plain launch then
 * reports other errors. */
static bool launch_graph(mg_cuda *cuda, const void *kernel, void **arguments, size_t size,
                         const cudaLaunchConfig_t *config) {
    if (config->numAttrs > MOST_ATTRIBUTES || size > MOST_BYTES) {
        return false;
    }
    cached_launch *const k = find(cuda->launch_cache, kernel, config);
    if (!k) {
        remember(cuda->launch_cache, kernel, config);
        return false;
    }
    cudaError_t error = cudaSuccess;
    if (!is_up_to_date(k, arguments[0], size, config)) {
        error = bring_up_to_date(cuda, k, arguments, size, config);
    }
    if (error == cudaSuccess) {
        error = cudaGraphLaunch(k->exec, cuda->stream);
    }
    if (error != cudaSuccess) {
        cudaGetLastError();
        release(k);
    }
    return error == cudaSuccess;
}

mg_status mg__cuda_launch_cached(mg_context *context, mg_cuda *cuda, const mg_cuda_launch *launch) {
    mg_status status = MG_OK;
    void *arguments[] = {(void *)launch->argument};
    cudaLaunchAttribute attributes[MG_LAUNCH_ATTRIBUTES] = {{0}};
    cudaLaunchConfig_t config;
    mg__cuda_configure(cuda, launch, attributes, &config);
    if (!cuda->launch_cache) {
        MG_TRY(MG_ALLOC_ZEROED(context, cuda->launch_cache, 1, "launches"));
    }
    if (!launch_graph(cuda, launch->kernel, arguments, launch->argument_bytes, &config)) {
        MG_CUDA_TRY(context, cudaEventRecord(cuda->begin, cuda->stream), "timing");
        MG_CUDA_TRY(context, cudaLaunchKernelExC(&config, launch->kernel, arguments), "launching a kernel");
    }
out:
    return status;
}
