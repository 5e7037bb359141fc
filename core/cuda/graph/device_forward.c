/* SPDX-License-Identifier: Apache-2.0 */
#include "core/cuda/graph/device_forward.h"

#include "core/cuda/graph/forward_rows.h"
#include "core/cuda/graph/hub_rows.h"
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

/* Lists the rows; the caller releases *rows. Their numbers are in *args. */
static mg_status list_rows(mg_context *context, const mg_graph *graph, const mg_forward *host, mg_forward_args *args,
                           mg_forward_row **rows) {
    static const char what[] = "rows of forward edges";
    mg_status status;
    uint32_t *first = NULL;
    MG_TRY(MG_KEPT_ALLOC(context, first, (size_t)host->longest + 1, what));
    MG_TRY(MG_KEPT_ALLOC(context, *rows, mg__count_forward_rows(host, graph->n, first, args), what));
    mg__list_forward_rows(host, graph->n, first, *rows);
out:
    mg__kept_release(context, first);
    return status;
}

/* What is made of hubs; on failure the caller frees it. */
typedef struct hub_arrays {
    void *hub, *joined, *vertices, *rows, *list;
} hub_arrays;

static void free_hubs(hub_arrays *made) {
    cudaFree(made->hub);
    cudaFree(made->joined);
    cudaFree(made->vertices);
    cudaFree(made->rows);
    cudaFree(made->list);
}

/* The hubs in rows of thread blocks and warps. Adds the bytes. */
static mg_status add_hub_rows(mg_context *context, mg_cuda *cuda, const mg_hub_rows_job *job, hub_arrays *made,
                              uint64_t *bytes) {
    static const char what[] = "hubs in rows";
    mg_status status;
    mg_hub_row *rows = NULL;
    mg_hub_word *list = NULL;
    MG_TRY(MG_KEPT_ALLOC(context, rows, job->count, what));
    const uint64_t count = mg__count_hub_list(job, rows);
    MG_TRY(MG_KEPT_ALLOC(context, list, count, what));
    mg__list_hubs_of_rows(job, rows, list);
    MG_TRY(upload(context, cuda, &made->rows, rows, job->count * sizeof *rows));
    MG_TRY(upload(context, cuda, &made->list, list, count * sizeof *list));
    MG_CUDA_TRY(context, cudaStreamSynchronize(cuda->stream), what);
    *bytes += job->count * sizeof *rows + count * sizeof *list;
out:
    mg__kept_release(context, rows);
    mg__kept_release(context, list);
    return status;
}

/* With the list of rows. On failure the graph has no hubs. */
static mg_status add_hubs(mg_context *context, mg_cuda *cuda, const mg_graph *graph, const mg_forward *host,
                          const mg_forward_row *rows, mg_device_graph *g) {
    static const char what[] = "hubs of forward edges";
    mg_status status;
    uint32_t *counts = NULL, *vertices = NULL;
    uint16_t *numbers = NULL;
    hub_arrays made = {0};
    MG_TRY(MG_KEPT_ALLOC(context, counts, MG_HUB_COUNTS, what));
    MG_TRY(MG_KEPT_ALLOC(context, numbers, graph->n, what));
    const uint32_t hubs = mg__number_hubs(graph, host->degree, counts, numbers), words = (hubs + 31) / 32;
    if (hubs > 1) {
        const uint64_t bits = ((uint64_t)hubs + 1) * words * sizeof(uint32_t); /* the last one is joined to none */
        uint64_t bytes = graph->n * sizeof *numbers + bits + hubs * sizeof *vertices;
        const mg_hub_rows_job job = {.forward = host,
                                     .hub = numbers,
                                     .hubs = hubs,
                                     .rows = rows,
                                     .count = g->forward.block_rows + g->forward.warp_rows,
                                     .threads = context->threads};
        mg_forward_args args = g->forward;
        MG_TRY(MG_KEPT_ALLOC(context, vertices, hubs, what));
        mg__list_hubs(numbers, graph->n, vertices);
        MG_TRY(upload(context, cuda, &made.hub, numbers, graph->n * sizeof *numbers));
        MG_TRY(upload(context, cuda, &made.vertices, vertices, hubs * sizeof *vertices));
        MG_TRY(add_hub_rows(context, cuda, &job, &made, &bytes));
        MG_TRY(mg__cuda_keep(context, &made.joined, bits, what));
        args.hub = made.hub;
        args.joined = made.joined;
        args.hub_words = words;
        args.hub_vertices = made.vertices;
        args.hub_rows = made.rows;
        args.hub_list = made.list;
        MG_CUDA_TRY(context, cudaMemsetAsync(made.joined, 0, bits, cuda->stream), what);
        MG_CUDA_TRY(context, mg__launch_join_hubs(&args, graph->n, made.joined, cuda->stream), what);
        MG_CUDA_TRY(context, cudaStreamSynchronize(cuda->stream), what);
        g->forward = args;
        g->forward_bytes += bytes;
        made = (hub_arrays){0};
    }
out:
    mg__kept_release(context, counts);
    mg__kept_release(context, vertices);
    mg__kept_release(context, numbers);
    free_hubs(&made);
    return status;
}

/* Without memory for hubs there are none. */
static mg_status try_hubs(mg_context *context, mg_cuda *cuda, const mg_graph *graph, const mg_forward *host,
                          const mg_forward_row *rows, mg_device_graph *g) {
    const mg_status status = mg__hub_bytes(graph) ? add_hubs(context, cuda, graph, host, rows, g) : MG_OK;
    if (status == MG_ERROR_MEMORY) {
        mg__log(context, MG_LOG_INFO, "no hubs are kept: %s", mg_context_error(context));
        return MG_OK;
    }
    return status;
}

/* After upload_all(). */
static mg_status add_rows(mg_context *context, mg_cuda *cuda, const mg_graph *graph, const mg_forward *host,
                          mg_device_graph *g) {
    mg_status status;
    mg_forward_row *rows = NULL;
    void *made = NULL;
    mg_forward_args args = g->forward;
    MG_TRY(list_rows(context, graph, host, &args, &rows));
    if (!args.rows) {
        const uint64_t bytes = ((uint64_t)args.block_rows + args.warp_rows + args.lane_rows) * sizeof *rows;
        MG_TRY(upload(context, cuda, &made, rows, bytes));
        MG_CUDA_TRY(context, cudaStreamSynchronize(cuda->stream), "uploading rows of forward edges");
        args.rows = made;
        g->forward = args;
        g->forward_bytes += bytes;
        made = NULL;
    }
    MG_TRY(try_hubs(context, cuda, graph, host, rows, g));
out:
    mg__kept_release(context, rows);
    cudaFree(made);
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
        MG_TRY(more ? add_rows(context, cuda, graph, host, g) : MG_OK);
        g->hubs_known = g->hubs_known || triangles;
        g->row_seconds += mg__now() - start;
    }
    *forward = g->forward;
out:
    pthread_mutex_unlock(&shared->device_lock);
    return status;
}
