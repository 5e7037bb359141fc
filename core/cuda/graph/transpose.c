/* SPDX-License-Identifier: Apache-2.0 */
#include "core/cuda/graph/transpose.h"

#include "core/cuda/layout/sorts.h"
#include "core/stage_clock.h"

#define WHAT "making in-edges"

/* Work memory on the device, in pairs of buffers of the sort, and what is kept of it. */
typedef struct transposition {
    void *keys[2], *values[2], *offsets, *temporary;
} transposition;

static mg_status get_memory(mg_context *context, mg_cuda *cuda, const mg_graph *graph, bool wide, transposition *t) {
    const uint64_t bytes = graph->arcs * sizeof(uint32_t);
    mg_status status;
    MG_TRY(mg__cuda_keep(context, &t->offsets, ((uint64_t)graph->n + 1) * (wide ? 8 : 4), "the graph's offsets"));
    MG_TRY(mg__cuda_keep(context, &t->values[0], bytes + MG_SPLIT_PAD * sizeof(uint32_t), "the graph's edges"));
    MG_TRY(mg__cuda_get(context, cuda, &t->values[1], bytes, WHAT));
    MG_TRY(mg__cuda_get(context, cuda, &t->keys[0], bytes, WHAT));
    status = mg__cuda_get(context, cuda, &t->keys[1], bytes, WHAT);
out:
    return status;
}

/* Sorts the arcs, which are listed by source, by target. *in: the buffers that have the result. */
static mg_status sort_arcs(mg_context *context, mg_cuda *cuda, const mg_graph *graph, const mg_device_csr *from,
                           bool wide, transposition *t, int *in) {
    uint32_t *keys[2] = {t->keys[0], t->keys[1]}, *values[2] = {t->values[0], t->values[1]};
    const uint32_t count = (uint32_t)graph->arcs;
    size_t bytes = 0;
    int bits = 1;
    mg_status status;
    while (bits < 32 && graph->n >> bits) {
        bits++;
    }
    MG_CUDA_TRY(context,
                cudaMemcpyAsync(keys[0], from->neighbours, graph->arcs * sizeof(uint32_t), cudaMemcpyDeviceToDevice,
                                cuda->stream),
                WHAT);
    MG_CUDA_TRY(context, mg__launch_arc_rows(from->offsets, wide, graph->n, values[0], cuda->stream), WHAT);
    MG_CUDA_TRY(context, mg__sort_index(NULL, &bytes, keys, values, count, bits, in, cuda->stream), WHAT);
    MG_TRY(mg__cuda_get(context, cuda, &t->temporary, bytes ? bytes : 1, WHAT));
    MG_CUDA_TRY(context, mg__sort_index(t->temporary, &bytes, keys, values, count, bits, in, cuda->stream), WHAT);
    MG_CUDA_TRY(context, mg__launch_row_begins(keys[*in], graph->arcs, graph->n, t->offsets, wide, cuda->stream), WHAT);
out:
    return status;
}

mg_status mg__device_bring_offsets(mg_context *context, mg_cuda *cuda, mg_vertex n, bool wide, const void *on_device,
                                   uint64_t *offsets) {
    mg_status status;
    uint32_t *narrow = NULL;
    const uint64_t count = (uint64_t)n + 1;
    if (wide) {
        return mg__cuda_download(context, cuda, offsets, on_device, count * sizeof *offsets);
    }
    MG_TRY(MG_ALLOC(context, narrow, count, WHAT));
    MG_TRY(mg__cuda_download(context, cuda, narrow, on_device, count * sizeof *narrow));
#pragma omp parallel for num_threads(context->threads)
    for (uint64_t i = 0; i < count; i++) {
        offsets[i] = narrow[i];
    }
out:
    mg__release(&context->memory, narrow);
    return status;
}

mg_status mg__device_transpose(mg_context *context, mg_cuda *cuda, const mg_graph *graph, const mg_device_csr *from,
                               bool wide, mg_device_csr *to, uint64_t **offsets) {
    MG_STAGE(context, MG_STAGE_IN_EDGES);
    transposition t = {.offsets = NULL};
    uint64_t *host = NULL;
    uint32_t *neighbours;
    const uint64_t bytes = graph->arcs * sizeof *neighbours;
    int in = 0;
    mg_status status;
    MG_TRY(MG_ALLOC(context, host, (uint64_t)graph->n + 1, "in-edges"));
    MG_TRY(get_memory(context, cuda, graph, wide, &t));
    MG_TRY(sort_arcs(context, cuda, graph, from, wide, &t, &in));
    neighbours = t.values[0]; /* the other buffer is returned to the pool */
    if (in != 0) {
        MG_CUDA_TRY(context, cudaMemcpyAsync(neighbours, t.values[1], bytes, cudaMemcpyDeviceToDevice, cuda->stream),
                    WHAT);
    }
    MG_CUDA_TRY(context, cudaMemsetAsync(neighbours + graph->arcs, 0, MG_SPLIT_PAD * sizeof *neighbours, cuda->stream),
                WHAT);
    MG_TRY(mg__device_bring_offsets(context, cuda, graph->n, wide, t.offsets, host));
    MG_CUDA_TRY(context, cudaStreamSynchronize(cuda->stream), WHAT);
    to->offsets = t.offsets;
    to->neighbours = neighbours;
    *offsets = host;
    t.offsets = t.values[0] = NULL;
    host = NULL;
out:
    mg__release(&context->memory, host);
    cudaFree(t.offsets);
    cudaFree(t.values[0]);
    mg__cuda_release(cuda, t.values[1]);
    mg__cuda_release(cuda, t.keys[0]);
    mg__cuda_release(cuda, t.keys[1]);
    mg__cuda_release(cuda, t.temporary);
    return status;
}
