/* SPDX-License-Identifier: Apache-2.0 */
#include "core/engine/backend.h"

#ifdef MG_HAVE_CUDA
#include "core/cuda/backend_cuda.h"
#endif

#include <string.h>

mg_status mg__backend_choose(mg_context *context, mg_backend_kind kind, const mg_backend **backend) {
#ifdef MG_HAVE_CUDA
    if (kind == MG_BACKEND_CUDA) {
        *backend = mg__cuda_backend_probe(context);
        return *backend ? MG_OK : MG_ERROR_UNSUPPORTED;
    }
#endif
    if (kind == MG_BACKEND_CUDA) {
        return mg__fail(context, MG_ERROR_UNSUPPORTED, "backend cuda: this library was built without CUDA");
    }
    *backend = &mg__cpu_backend;
#ifdef MG_HAVE_CUDA
    if (kind == MG_BACKEND_AUTO && !context->device_missing) {
        const mg_backend *gpu = mg__cuda_backend_probe(context);
        context->device_missing = !gpu;
        *backend = gpu ? gpu : *backend;
    }
#endif
    return MG_OK;
}

#ifndef MG_HAVE_CUDA
bool mg__on_device(const void *memory) {
    (void)memory;
    return false;
}

mg_status mg__from_device(mg_context *context, void *to, const void *from, size_t bytes) {
    (void)to, (void)from, (void)bytes;
    return mg__fail(context, MG_ERROR_UNSUPPORTED, "device memory: this library was built without CUDA");
}
#endif

mg_status mg__record(mg_context *context, mg_recorder *recorder, mg_iteration iteration) {
    mg_statistics *totals = &recorder->totals;
    totals->iterations++;
    totals->mode_iterations[iteration.mode]++;
    totals->vertices_visited += iteration.frontier_vertices;
    totals->edges_visited += iteration.frontier_edges;
    if (!recorder->keep) {
        return MG_OK;
    }
    if (recorder->count == recorder->capacity) {
        const size_t capacity = recorder->capacity ? 2 * recorder->capacity : 256;
        mg_iteration *grown = NULL;
        const mg_status status = MG_ALLOC(context, grown, capacity, "iteration record");
        if (status < 0) {
            return status;
        }
        if (recorder->count) {
            memcpy(grown, recorder->iterations, recorder->count * sizeof *grown);
        }
        mg__release(&context->memory, recorder->iterations);
        recorder->iterations = grown;
        recorder->capacity = capacity;
    }
    iteration.run = recorder->run;
    iteration.phase = recorder->phase;
    recorder->iterations[recorder->count++] = iteration;
    return MG_OK;
}
