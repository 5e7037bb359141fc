/* SPDX-License-Identifier: Apache-2.0 */
#include "core/cuda/graph/device_forward.h"

#include "core/graph/forward.h"

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
    g->forward = (mg_forward_args){offsets, neighbours, edges, degree};
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

mg_status mg__device_forward(mg_context *context, mg_cuda *cuda, const mg_graph *graph, mg_forward_args *forward) {
    mg_status status = MG_OK;
    mg_graph *shared = (mg_graph *)graph; /* what is built on demand changes under a lock */
    const mg_forward *host;
    pthread_mutex_lock(&shared->device_lock);
    mg_device_graph *g = shared->device;
    if (!g->forward.offsets) {
        const double start = mg__now();
        MG_TRY(mg__graph_forward(context, graph, &host));
        MG_TRY(upload_all(context, cuda, graph, host, g));
        g->row_seconds += mg__now() - start;
    }
    *forward = g->forward;
out:
    pthread_mutex_unlock(&shared->device_lock);
    return status;
}
