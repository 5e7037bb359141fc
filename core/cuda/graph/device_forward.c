/* SPDX-License-Identifier: Apache-2.0 */
#include "core/cuda/graph/device_forward.h"

#include "core/cuda/graph/forward_rows.h"
#include "core/cuda/graph/hubs.h"
#include "core/graph/forward.h"
#include "core/kept_memory.h"

/* What was uploaded of the arrays; on failure the caller frees it. */
static mg_status upload(mg_context *context, mg_cuda *cuda, void **to, const void *from, uint64_t bytes) {
    mg_status status;
    MG_TRY(mg__cuda_keep(context, to, bytes ? bytes : 1, "forward edges"));
    MG_TRY(mg__cuda_upload(context, cuda, *to, from, bytes));
out:
    return status;
}

static mg_status upload_all(mg_context *context, mg_cuda *cuda, const mg_graph *graph, const mg_forward *forward,
                            mg_device_graph *g) {
    mg_status status;
    const uint64_t n = graph->n, pairs = forward->offsets[n];
    void *offsets = NULL, *neighbours = NULL, *edges = NULL, *degree = NULL;
    MG_TRY(upload(context, cuda, &offsets, forward->offsets, (n + 1) * sizeof *forward->offsets));
    MG_TRY(upload(context, cuda, &neighbours, forward->neighbours, pairs * sizeof *forward->neighbours));
    MG_TRY(upload(context, cuda, &degree, forward->degree, n * sizeof *forward->degree));
    if (forward->edges) {
        MG_TRY(upload(context, cuda, &edges, forward->edges, pairs * sizeof *forward->edges));
    }
    MG_CUDA_TRY(context, cudaStreamSynchronize(cuda->stream), "uploading forward edges");
    g->forward = (mg_forward_args){.offsets = offsets, .neighbours = neighbours, .edges = edges, .degree = degree};
    g->forward_bytes = (n + 1) * sizeof *forward->offsets + n * sizeof *forward->degree +
                       pairs * (sizeof *forward->neighbours + (edges ? sizeof *forward->edges : 0));
    offsets = neighbours = edges = degree = NULL;
out:
    cudaFree(offsets);
    cudaFree(neighbours);
    cudaFree(edges);
    cudaFree(degree);
    return status;
}

/* After upload_all(). */
static mg_status add_rows(mg_context *context, mg_cuda *cuda, const mg_graph *graph, const mg_forward *host,
                          mg_device_graph *g) {
    static const char what[] = "rows of forward edges";
    mg_status status;
    uint32_t *first = NULL;
    mg_forward_row *rows = NULL;
    void *made = NULL;
    MG_TRY(MG_KEPT_ALLOC(context, first, (size_t)host->longest + 1, what));
    mg_forward_args args = g->forward;
    const uint64_t count = mg__count_forward_rows(host, graph->n, first, &args);
    MG_TRY(MG_KEPT_ALLOC(context, rows, count, what));
    mg__list_forward_rows(host, graph->n, first, rows);
    MG_TRY(upload(context, cuda, &made, rows, count * sizeof *rows));
    MG_CUDA_TRY(context, cudaStreamSynchronize(cuda->stream), what);
    args.rows = made;
    g->forward = args;
    g->forward_bytes += count * sizeof *rows;
    made = NULL;
out:
    mg__kept_release(context, first);
    mg__kept_release(context, rows);
    cudaFree(made);
    return status;
}

/* After upload_all(). On failure the graph has no hubs. */
static mg_status add_hubs(mg_context *context, mg_cuda *cuda, const mg_graph *graph, const mg_forward *host,
                          mg_device_graph *g) {
    static const char what[] = "hubs of forward edges";
    mg_status status;
    uint32_t *counts = NULL;
    uint16_t *numbers = NULL;
    void *hub = NULL, *joined = NULL;
    MG_TRY(MG_KEPT_ALLOC(context, counts, MG_HUB_COUNTS, what));
    MG_TRY(MG_KEPT_ALLOC(context, numbers, graph->n, what));
    const uint32_t hubs = mg__number_hubs(graph, host->degree, counts, numbers), words = (hubs + 31) / 32;
    if (hubs > 1) {
        const uint64_t bytes = (uint64_t)hubs * words * sizeof(uint32_t);
        MG_TRY(upload(context, cuda, &hub, numbers, graph->n * sizeof *numbers));
        MG_TRY(mg__cuda_keep(context, &joined, bytes, what));
        mg_forward_args made = g->forward;
        made.hub = hub;
        made.joined = joined;
        made.hub_words = words;
        MG_CUDA_TRY(context, cudaMemsetAsync(joined, 0, bytes, cuda->stream), what);
        MG_CUDA_TRY(context, mg__launch_join_hubs(&made, graph->n, joined, cuda->stream), what);
        MG_CUDA_TRY(context, cudaStreamSynchronize(cuda->stream), what);
        g->forward = made;
        g->forward_bytes += graph->n * sizeof *numbers + bytes;
        hub = joined = NULL;
    }
out:
    mg__kept_release(context, counts);
    mg__kept_release(context, numbers);
    cudaFree(hub);
    cudaFree(joined);
    return status;
}

/* Without memory for hubs there are none. */
static mg_status try_hubs(mg_context *context, mg_cuda *cuda, const mg_graph *graph, const mg_forward *host,
                          mg_device_graph *g) {
    const mg_status status = mg__hub_bytes(graph) ? add_hubs(context, cuda, graph, host, g) : MG_OK;
    if (status == MG_ERROR_MEMORY) {
        mg__log(context, MG_LOG_INFO, "no hubs are kept: %s", mg_context_error(context));
        return MG_OK;
    }
    return status;
}

mg_status mg__device_forward(mg_context *context, mg_cuda *cuda, const mg_graph *graph, bool triangles,
                             mg_forward_args *forward) {
    mg_status status = MG_OK;
    mg_graph *shared = (mg_graph *)graph; /* what is built on demand changes under a lock */
    const mg_forward *host;
    pthread_mutex_lock(&shared->device_lock);
    mg_device_graph *g = shared->device;
    const bool edges = !g->forward.offsets, more = triangles && !g->hubs_known;
    if (edges || more) {
        const double start = mg__now();
        MG_TRY(mg__graph_forward(context, graph, &host));
        MG_TRY(edges ? upload_all(context, cuda, graph, host, g) : MG_OK);
        MG_TRY(more && !g->forward.rows ? add_rows(context, cuda, graph, host, g) : MG_OK);
        MG_TRY(more ? try_hubs(context, cuda, graph, host, g) : MG_OK);
        g->hubs_known = g->hubs_known || triangles;
        g->row_seconds += mg__now() - start;
    }
    *forward = g->forward;
out:
    pthread_mutex_unlock(&shared->device_lock);
    return status;
}
