/* SPDX-License-Identifier: Apache-2.0 */
#include "core/cuda/kept_launch.h"

#include <string.h>

#define WHAT "keeping a launch"
#define KEPT 8u
#define MOST_BYTES 4096u /* of a kernel's argument */
#define MOST_ATTRIBUTES 2u

typedef struct kept_launch {
    const void *kernel; /* NULL: free */
    uint32_t block, attributes;
    cudaLaunchAttribute attribute[MOST_ATTRIBUTES];
    cudaGraphExec_t exec; /* NULL: it was launched once */
    uint32_t blocks;      /* the rest is of the last launch */
    size_t shared;
    unsigned char argument[MOST_BYTES];
} kept_launch;

struct mg_kept_launches {
    kept_launch each[KEPT];
    uint32_t next; /* the one that is given up for another */
};

static void release(kept_launch *k) {
    if (k->exec) {
        cudaGraphExecDestroy(k->exec);
    }
    *k = (kept_launch){0};
}

void mg__cuda_release_kept(mg_context *context, mg_cuda *cuda) {
    for (uint32_t i = 0; cuda->kept && i < KEPT; i++) {
        release(&cuda->kept->each[i]);
    }
    mg__release(&context->memory, cuda->kept);
    cuda->kept = NULL;
}

static bool is_same(const kept_launch *k, const void *kernel, const cudaLaunchConfig_t *config) {
    bool same = k->kernel == kernel && k->block == config->blockDim.x && k->attributes == config->numAttrs;
    for (uint32_t i = 0; same && i < k->attributes; i++) {
        same = k->attribute[i].id == config->attrs[i].id &&
               memcmp(&k->attribute[i].val, &config->attrs[i].val, sizeof k->attribute[i].val) == 0;
    }
    return same;
}

static kept_launch *find(mg_kept_launches *kept, const void *kernel, const cudaLaunchConfig_t *config) {
    for (uint32_t i = 0; i < KEPT; i++) {
        if (is_same(&kept->each[i], kernel, config)) {
            return &kept->each[i];
        }
    }
    return NULL;
}

/* Remembers a launch that comes the first time. */
static void remember(mg_kept_launches *kept, const void *kernel, const cudaLaunchConfig_t *config) {
    kept_launch *k = &kept->each[kept->next++ % KEPT];
    release(k);
    *k = (kept_launch){.kernel = kernel, .block = config->blockDim.x, .attributes = config->numAttrs};
    for (uint32_t i = 0; i < k->attributes; i++) {
        k->attribute[i] = config->attrs[i];
    }
}

/* Has nothing changed since the last launch? */
static bool is_up_to_date(const kept_launch *k, const void *argument, size_t size, const cudaLaunchConfig_t *config) {
    return k->exec && k->blocks == config->gridDim.x && k->shared == config->dynamicSmemBytes &&
           memcmp(k->argument, argument, size) == 0;
}

static mg_status capture(mg_context *context, mg_cuda *cuda, const kept_launch *k, void **arguments,
                         const cudaLaunchConfig_t *config, cudaGraph_t *graph) {
    mg_status status = MG_OK;
    MG_CUDA_TRY(context, cudaStreamBeginCapture(cuda->stream, cudaStreamCaptureModeThreadLocal), WHAT);
    const cudaError_t recorded = cudaEventRecordWithFlags(cuda->begin, cuda->stream, cudaEventRecordExternal);
    const cudaError_t launched = cudaLaunchKernelExC(config, k->kernel, arguments);
    const cudaError_t ended = cudaStreamEndCapture(cuda->stream, graph);
    MG_CUDA_TRY(context, recorded, WHAT);
    MG_CUDA_TRY(context, launched, "launching a kernel");
    MG_CUDA_TRY(context, ended, WHAT);
out:
    return status;
}

/* Makes the graph, or makes it the one of this launch. */
static mg_status bring_up_to_date(mg_context *context, mg_cuda *cuda, kept_launch *k, void **arguments, size_t size,
                                  const cudaLaunchConfig_t *config) {
    mg_status status = MG_OK;
    cudaGraph_t graph = NULL;
    cudaGraphExecUpdateResultInfo changed;
    MG_TRY(capture(context, cuda, k, arguments, config, &graph));
    if (k->exec && cudaGraphExecUpdate(k->exec, graph, &changed) != cudaSuccess) {
        cudaGetLastError(); /* it is made anew */
        cudaGraphExecDestroy(k->exec);
        k->exec = NULL;
    }
    if (!k->exec) {
        MG_CUDA_TRY(context, cudaGraphInstantiateWithFlags(&k->exec, graph, 0), WHAT);
    }
    k->blocks = config->gridDim.x;
    k->shared = config->dynamicSmemBytes;
    memcpy(k->argument, arguments[0], size);
out:
    if (graph) {
        cudaGraphDestroy(graph);
    }
    return status;
}

/* The graph of this launch; NULL: there is none, for it is the first one of its kind, or it cannot be had. */
static cudaGraphExec_t graph_of(mg_context *context, mg_cuda *cuda, const void *kernel, void **arguments, size_t size,
                                const cudaLaunchConfig_t *config) {
    if (config->numAttrs > MOST_ATTRIBUTES || size > MOST_BYTES) {
        return NULL;
    }
    kept_launch *const k = find(cuda->kept, kernel, config);
    if (!k) {
        remember(cuda->kept, kernel, config);
        return NULL;
    }
    if (!is_up_to_date(k, arguments[0], size, config) &&
        bring_up_to_date(context, cuda, k, arguments, size, config) != MG_OK) {
        cudaGetLastError(); /* what is wrong with more than the graph is wrong with the launch, too */
        release(k);
        return NULL;
    }
    return k->exec;
}

mg_status mg__cuda_launch_kept(mg_context *context, mg_cuda *cuda, const void *kernel, const void *argument,
                               size_t size, const cudaLaunchConfig_t *config) {
    mg_status status = MG_OK;
    void *arguments[] = {(void *)argument};
    if (!cuda->kept) {
        MG_TRY(MG_GET_ZEROED(context, cuda->kept, 1, "launches"));
    }
    cudaGraphExec_t exec = graph_of(context, cuda, kernel, arguments, size, config);
    if (exec) {
        MG_CUDA_TRY(context, cudaGraphLaunch(exec, cuda->stream), "launching a kernel");
    } else {
        MG_CUDA_TRY(context, cudaEventRecord(cuda->begin, cuda->stream), "timing");
        MG_CUDA_TRY(context, cudaLaunchKernelExC(config, kernel, arguments), "launching a kernel");
    }
out:
    return status;
}
