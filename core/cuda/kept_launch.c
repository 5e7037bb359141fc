/* SPDX-License-Identifier: Apache-2.0 */
#include "core/cuda/kept_launch.h"

#include <string.h>

#define KEPT 8u
#define MOST_BYTES 4096u /* of a kernel's argument */
#define MOST_ATTRIBUTES 2u

typedef struct kept_launch {
    const void *kernel; /* NULL: free */
    dim3 block;
    uint32_t attributes;
    cudaLaunchAttribute attribute[MOST_ATTRIBUTES];
    cudaGraph_t graph;
    cudaGraphNode_t node;
    cudaGraphExec_t exec; /* NULL: it was launched once */
    struct cudaKernelNodeParams parameters;
    unsigned char argument[MOST_BYTES]; /* of the last launch */
} kept_launch;

struct mg_kept_launches {
    kept_launch each[KEPT];
    uint32_t next; /* the one that is given up for another */
};

static void release(kept_launch *k) {
    if (k->exec) {
        cudaGraphExecDestroy(k->exec);
    }
    if (k->graph) {
        cudaGraphDestroy(k->graph);
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
    bool same = k->kernel == kernel && k->block.x == config->blockDim.x && k->attributes == config->numAttrs;
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
    *k = (kept_launch){.kernel = kernel, .block = config->blockDim, .attributes = config->numAttrs};
    memcpy(k->attribute, config->attrs, k->attributes * sizeof *k->attribute);
}

static mg_status find_node(mg_context *context, kept_launch *k) {
    mg_status status = MG_OK;
    cudaGraphNode_t nodes[2];
    size_t count = 2;
    MG_CUDA_TRY(context, cudaGraphGetNodes(k->graph, nodes, &count), "keeping a launch");
    for (size_t i = 0; i < count; i++) {
        enum cudaGraphNodeType type;
        MG_CUDA_TRY(context, cudaGraphNodeGetType(nodes[i], &type), "keeping a launch");
        k->node = type == cudaGraphNodeTypeKernel ? nodes[i] : k->node;
    }
    MG_CUDA_TRY(context, cudaGraphKernelNodeGetParams(k->node, &k->parameters), "keeping a launch");
out:
    return status;
}

static mg_status capture(mg_context *context, mg_cuda *cuda, kept_launch *k, void **arguments,
                         const cudaLaunchConfig_t *config) {
    mg_status status = MG_OK;
    MG_CUDA_TRY(context, cudaStreamBeginCapture(cuda->stream, cudaStreamCaptureModeThreadLocal), "keeping a launch");
    const cudaError_t recorded = cudaEventRecordWithFlags(cuda->begin, cuda->stream, cudaEventRecordExternal);
    const cudaError_t launched = cudaLaunchKernelExC(config, k->kernel, arguments);
    const cudaError_t ended = cudaStreamEndCapture(cuda->stream, &k->graph);
    MG_CUDA_TRY(context, recorded, "timing");
    MG_CUDA_TRY(context, launched, "launching a kernel");
    MG_CUDA_TRY(context, ended, "keeping a launch");
    MG_TRY(find_node(context, k));
    MG_CUDA_TRY(context, cudaGraphInstantiateWithFlags(&k->exec, k->graph, 0), "keeping a launch");
out:
    return status;
}

/* What has changed since the last launch. */
static mg_status change(mg_context *context, kept_launch *k, void **arguments, size_t size,
                        const cudaLaunchConfig_t *config) {
    mg_status status = MG_OK;
    struct cudaKernelNodeParams *p = &k->parameters;
    const bool same = p->gridDim.x == config->gridDim.x && p->sharedMemBytes == config->dynamicSmemBytes;
    if (!same || memcmp(k->argument, arguments[0], size) != 0) {
        p->gridDim = config->gridDim;
        p->sharedMemBytes = (unsigned)config->dynamicSmemBytes;
        p->kernelParams = arguments;
        p->extra = NULL;
        MG_CUDA_TRY(context, cudaGraphExecKernelNodeSetParams(k->exec, k->node, p), "launching a kernel");
    }
out:
    return status;
}

mg_status mg__cuda_launch_kept(mg_context *context, mg_cuda *cuda, const void *kernel, const void *argument,
                               size_t size, const cudaLaunchConfig_t *config) {
    mg_status status = MG_OK;
    void *arguments[] = {(void *)argument};
    kept_launch *k = NULL;
    if (!cuda->kept) {
        MG_TRY(MG_GET_ZEROED(context, cuda->kept, 1, "launches"));
    }
    k = find(cuda->kept, kernel, config);
    if (!k) {
        remember(cuda->kept, kernel, config);
        MG_CUDA_TRY(context, cudaEventRecord(cuda->begin, cuda->stream), "timing");
        MG_CUDA_TRY(context, cudaLaunchKernelExC(config, kernel, arguments), "launching a kernel");
        goto out;
    }
    MG_TRY(k->exec ? change(context, k, arguments, size, config) : capture(context, cuda, k, arguments, config));
    memcpy(k->argument, argument, size);
    MG_CUDA_TRY(context, cudaGraphLaunch(k->exec, cuda->stream), "launching a kernel");
    return MG_OK;
out:
    if (k && status != MG_OK) {
        release(k);
    }
    return status;
}
