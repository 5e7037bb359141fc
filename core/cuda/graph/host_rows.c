/* SPDX-License-Identifier: Apache-2.0 */
#include "core/cuda/graph/host_rows.h"

#include "core/cuda/graph/row_counts.h"
#include "core/graph/graph_build.h"

#include <math.h>

#define WHAT "fetching the graph"

/* Through the staging buffers of the context's device, where it has this one. */
static mg_status fetch(mg_context *context, const mg_device_graph *device, void *to, const void *from, uint64_t bytes) {
    mg_cuda *const cuda = context->device;
    if (cuda && cuda->ordinal == device->ordinal) {
        return mg__cuda_download(context, cuda, to, from, bytes);
    }
    return mg__cuda_check(context, cudaMemcpy(to, from, bytes, cudaMemcpyDeviceToHost), WHAT);
}

static mg_status fetch_offsets(mg_context *context, const mg_graph *g, const mg_device_graph *device,
                               uint64_t **fetched) {
    const uint64_t rows = (uint64_t)g->n + 1;
    uint64_t *offsets = NULL;
    uint32_t *narrow = NULL;
    mg_status status;
    MG_TRY(MG_ALLOC(context, offsets, rows, "offsets"));
    if (device->wide) {
        MG_TRY(fetch(context, device, offsets, device->side[0].offsets, rows * sizeof *offsets));
    } else {
        MG_TRY(MG_ALLOC(context, narrow, rows, "offsets"));
        MG_TRY(fetch(context, device, narrow, device->side[0].offsets, rows * sizeof *narrow));
#pragma omp parallel for num_threads(context->threads) schedule(static)
        for (uint64_t i = 0; i < rows; i++) {
            offsets[i] = narrow[i];
        }
    }
    *fetched = offsets;
    offsets = NULL;
out:
    mg__release(&context->memory, offsets);
    mg__release(&context->memory, narrow);
    return status;
}

/* What the device counts. */
typedef struct counts {
    unsigned long long loops;
    mg_weight_part parts[MG_WEIGHT_PARTS];
} counts;

static mg_status count_on_device(mg_context *context, const mg_graph *g, const mg_device_graph *device, counts *found) {
    const mg_device_csr *const from = &device->side[0];
    mg_counted_rows rows = {.offsets = from->offsets,
                            .neighbours = from->neighbours,
                            .weights = g->weight_type ? from->weights[g->weight_type] : NULL,
                            .type = g->weight_type,
                            .n = g->n,
                            .arcs = g->arcs,
                            .wide = device->wide};
    counts *on_device = NULL;
    mg_status status;
    MG_CUDA_TRY(context, cudaMalloc((void **)&on_device, sizeof *on_device), WHAT);
    MG_CUDA_TRY(context, cudaMemset(on_device, 0, sizeof *on_device), WHAT);
    rows.loops = &on_device->loops;
    rows.parts = on_device->parts;
    MG_CUDA_TRY(context, mg__launch_row_counts(&rows, cudaStreamLegacy), WHAT);
    MG_CUDA_TRY(context, cudaMemcpy(found, on_device, sizeof *found, cudaMemcpyDeviceToHost), WHAT);
out:
    cudaFree(on_device);
    return status;
}

static void set_weights(mg_graph *g, const counts *found) {
    double sum = 0.0;
    g->weight_min = g->weight_max = g->weight_mean = 1.0;
    if (!g->weight_type || !g->arcs) {
        return;
    }
    g->weight_min = INFINITY;
    g->weight_max = -INFINITY;
    for (uint32_t i = 0; i < MG_WEIGHT_PARTS; i++) {
        const mg_weight_part *const part = &found->parts[i];
        g->weight_min = part->min < g->weight_min ? part->min : g->weight_min;
        g->weight_max = part->max > g->weight_max ? part->max : g->weight_max;
        sum += part->sum;
    }
    g->weight_mean = sum / (double)g->arcs;
}

static mg_status count(mg_context *context, mg_graph *g) {
    const mg_device_graph *const device = g->device;
    counts found;
    mg_status status;
    MG_CUDA_TRY(context, cudaSetDevice(device->ordinal), "choosing the device");
    MG_TRY(count_on_device(context, g, device, &found));
    MG_TRY(fetch_offsets(context, g, device, &g->out.offsets));
    mg__graph_find_source(context->threads, g);
    mg__graph_set_loops(g, found.loops);
    set_weights(g, &found);
out:
    return status;
}

static mg_status fetch_rows(mg_context *context, mg_graph *g) {
    const mg_device_graph *const device = g->device;
    const mg_device_csr *const from = &device->side[0];
    const uint64_t size = mg__type_size(g->weight_type);
    mg_csr csr = {.offsets = NULL};
    mg_status status;
    MG_CUDA_TRY(context, cudaSetDevice(device->ordinal), "choosing the device");
    MG_TRY(MG_ALLOC(context, csr.neighbours, g->arcs, "neighbours"));
    MG_TRY(fetch(context, device, csr.neighbours, from->neighbours, g->arcs * sizeof *csr.neighbours));
    if (size) {
        MG_TRY(mg__alloc(context, &csr.weights, g->arcs, size, "weights"));
        MG_TRY(fetch(context, device, csr.weights, from->weights[g->weight_type], g->arcs * size));
    }
    g->out.neighbours = csr.neighbours;
    g->out.weights = csr.weights;
    csr = (mg_csr){.offsets = NULL};
out:
    mg__csr_release(&context->memory, &csr);
    return status;
}

/* The arrays are the graph's: of its memory. */
mg_status mg__cuda_count_rows(mg_context *context, const mg_graph *graph) {
    mg_graph *const g = (mg_graph *)graph; /* its lock is held */
    const mg_allocator memory = context->memory;
    context->memory = g->memory;
    const mg_status status = g->out.offsets ? MG_OK : count(context, g);
    context->memory = memory;
    return status;
}

mg_status mg__cuda_fetch_rows(mg_context *context, const mg_graph *graph) {
    mg_graph *const g = (mg_graph *)graph; /* its lock is held */
    const mg_allocator memory = context->memory;
    mg_status status;
    MG_TRY(mg__cuda_count_rows(context, graph));
    context->memory = g->memory;
    status = fetch_rows(context, g);
    context->memory = memory;
out:
    return status;
}
