/* SPDX-License-Identifier: Apache-2.0 */
#include "core/cuda/graph/device_sides.h"
#include "core/cuda/graph/transpose.h"
#include "core/graph/graph_build.h"
#include "core/graph/graph_cache.h"

#define CHUNKS 256 /* of vertices, for threads */

/* The elements after the last one, which vector loads of products read. */
static mg_status clear_padding(mg_context *context, const mg_cuda *cuda, void *array, uint64_t count, size_t size) {
    return mg__cuda_check(context, cudaMemsetAsync((char *)array + count * size, 0, MG_SPLIT_PAD * size, cuda->stream),
                          "the graph");
}

static mg_status upload_rows(mg_context *context, mg_cuda *cuda, mg_device_graph *g, const mg_graph *graph,
                             mg_adjacency edges, mg_device_csr *csr) {
    mg_status status = MG_OK;
    const uint64_t rows = (uint64_t)graph->n + 1;
    void *offsets = NULL, *neighbours = NULL;
    MG_TRY(mg__cuda_keep(context, &offsets, rows * (g->wide ? 8 : 4), "the graph's offsets"));
    MG_TRY(mg__cuda_keep(context, &neighbours, (graph->arcs + MG_SPLIT_PAD) * sizeof(uint32_t), "the graph's edges"));
    MG_TRY(clear_padding(context, cuda, neighbours, graph->arcs, sizeof(uint32_t)));
    if (g->wide) {
        MG_TRY(mg__cuda_upload(context, cuda, offsets, edges.offsets, rows * 8));
    } else {
        MG_TRY(mg__cuda_upload_narrow(context, cuda, offsets, edges.offsets, rows));
    }
    MG_TRY(mg__cuda_upload(context, cuda, neighbours, edges.neighbours, graph->arcs * sizeof(uint32_t)));
    MG_CUDA_TRY(context, cudaStreamSynchronize(cuda->stream), "uploading the graph");
    csr->offsets = offsets;
    csr->neighbours = neighbours;
    offsets = neighbours = NULL;
out:
    cudaFree(offsets);
    cudaFree(neighbours);
    return status;
}

static mg_status upload_weights(mg_context *context, mg_cuda *cuda, const mg_graph *graph, bool incoming, mg_type type,
                                mg_device_csr *csr) {
    mg_status status = MG_OK;
    const void *weights = NULL;
    void *uploaded = NULL;
    if (graph->weight_type == MG_TYPE_NONE) {
        return MG_OK;
    }
    if (incoming) {
        mg_adjacency unused; /* the weights are in the order of in-edges in host memory */
        MG_TRY(mg__graph_in_edges(context, graph, &unused));
    }
    MG_TRY(mg__graph_weights(context, graph, incoming, type, &weights));
    MG_TRY(
        mg__cuda_keep(context, &uploaded, (graph->arcs + MG_SPLIT_PAD) * mg__type_size(type), "the graph's weights"));
    MG_TRY(clear_padding(context, cuda, uploaded, graph->arcs, mg__type_size(type)));
    MG_TRY(mg__cuda_upload(context, cuda, uploaded, weights, graph->arcs * mg__type_size(type)));
    MG_CUDA_TRY(context, cudaStreamSynchronize(cuda->stream), "uploading the weights");
    csr->weights[type] = uploaded;
    uploaded = NULL;
out:
    cudaFree(uploaded);
    return status;
}

/* Offsets in host memory of one direction; in-edges that were made on the device have no others. */
static mg_status host_offsets(mg_context *context, const mg_device_graph *g, const mg_graph *graph, bool incoming,
                              const uint64_t **offsets) {
    mg_status status = MG_OK;
    mg_adjacency edges = {.offsets = graph->out.offsets}; /* of a graph made here, neighbours may not be on the host */
    if (incoming && !g->in_offsets) {
        MG_TRY(mg__graph_in_edges(context, graph, &edges));
    }
    *offsets = incoming && g->in_offsets ? g->in_offsets : edges.offsets;
out:
    return status;
}

/* Mean degree of the vertices that edges of `v` lead to. */
static mg_status mean_degree(mg_context *context, mg_cuda *cuda, const mg_device_graph *g, const mg_graph *graph,
                             mg_vertex v, double *mean) {
    const uint64_t *const offsets = graph->out.offsets;
    const uint64_t begin = v != MG_NONE ? offsets[v] : 0, count = v != MG_NONE ? offsets[v + 1] - begin : 0;
    mg_vertex *copy = NULL;
    const mg_vertex *row = NULL;
    double sum = 0.0;
    mg_status status = MG_OK;
    if (mg__graph_has_rows(graph)) {
        row = graph->out.neighbours + begin;
    } else {
        MG_TRY(MG_ALLOC(context, copy, count, "a row"));
        MG_TRY(mg__cuda_download(context, cuda, copy, g->side[0].neighbours + begin, count * sizeof *copy));
        row = copy;
    }
    for (uint64_t e = 0; e < count; e++) {
        sum += (double)(offsets[row[e] + 1] - offsets[row[e]]);
    }
    *mean = sum / (double)(count ? count : 1);
out:
    mg__release(&context->memory, copy);
    return status;
}

/* Mean degree of the vertex that an edge leads to: over all edges, and over the edges of the largest vertex. */
static mg_status count_next_degrees(mg_context *context, mg_cuda *cuda, mg_device_graph *g, const mg_graph *graph) {
    mg_status status = MG_OK;
    const uint64_t *const out = graph->out.offsets, *in = NULL;
    double sum = 0.0, first = 0.0;
    MG_TRY(host_offsets(context, g, graph, graph->directed, &in));
#pragma omp parallel for num_threads(context->threads) reduction(+ : sum)
    for (mg_vertex v = 0; v < graph->n; v++) {
        sum += (double)(in[v + 1] - in[v]) * (double)(out[v + 1] - out[v]);
    }
    MG_TRY(mean_degree(context, cuda, g, graph, mg_graph_default_source(graph), &first));
    g->mean_next_degree = (float)(sum / (double)(graph->arcs ? graph->arcs : 1));
    g->largest_next_degree = (float)first;
out:
    return status;
}

/* Steps of a warp for a row: 0 if a lane processes it alone, 2 if it is cut into pieces (listing and summing). */
static uint32_t row_steps(uint64_t edges) {
    return edges > MG_PULL_PIECE ? 2
           : edges > MG_PULL_LANE_EDGES
               ? (uint32_t)((edges - MG_PULL_LANE_EDGES + MG_PULL_WARP_EDGES - 1) / MG_PULL_WARP_EDGES)
               : 0;
}

/* Most steps of any warp of the loop kernel, if each takes 32 vertices in turn: where long rows are adjacent, the other
 * warps wait for that one. */
static float most_warp_steps(const mg_context *context, const mg_cuda *cuda, mg_vertex n, const uint64_t *offsets) {
    const uint64_t warps = (uint64_t)cuda->sms * 4 * (MG_LOOP_THREADS / 32);
    uint64_t most = 0;
#pragma omp parallel for num_threads(context->threads) reduction(max : most) schedule(static)
    for (uint64_t w = 0; w < warps; w++) {
        uint64_t steps = 0;
        for (uint64_t first = 32 * w; first < n; first += 32 * warps) {
            for (uint64_t v = first; v < first + 32 && v < n; v++) {
                steps += row_steps(offsets[v + 1] - offsets[v]);
            }
        }
        most = steps > most ? steps : most;
    }
    return (float)most;
}

static uint32_t pieces_of(uint64_t edges) {
    return edges > MG_EDGES_WARP ? (uint32_t)((edges + MG_EDGES_PIECE - 1) / MG_EDGES_PIECE) : 0;
}

/* The pieces of the rows of one chunk of vertices; `pieces` NULL: only their number. */
static uint32_t list_pieces(mg_vertex begin, mg_vertex end, const uint64_t *offsets, mg_loop_entry *pieces) {
    uint32_t at = 0;
    for (mg_vertex v = begin; v < end; v++) {
        const uint64_t edges = offsets[v + 1] - offsets[v];
        const uint32_t count = pieces_of(edges);
        for (uint32_t i = 0; pieces && i < count; i++) {
            const uint64_t before = (uint64_t)i * MG_EDGES_PIECE, left = edges - before;
            pieces[at + i] = (mg_loop_entry){.vertex = v,
                                             .length = left < MG_EDGES_PIECE ? (uint32_t)left : MG_EDGES_PIECE,
                                             .begin = offsets[v] + before};
        }
        at += count;
    }
    return at;
}

/* Lists the pieces of long rows. */
static mg_status cut_long_rows(mg_context *context, mg_cuda *cuda, const mg_graph *graph, const uint64_t *offsets,
                               mg_device_csr *csr) {
    mg_status status = MG_OK;
    mg_loop_entry *pieces = NULL;
    void *on_device = NULL;
    uint32_t first[CHUNKS + 1] = {0};
#pragma omp parallel for num_threads(context->threads)
    for (int c = 0; c < CHUNKS; c++) {
        first[c + 1] = list_pieces((mg_vertex)mg__chunk_begin(graph->n, CHUNKS, c),
                                   (mg_vertex)mg__chunk_begin(graph->n, CHUNKS, c + 1), offsets, NULL);
    }
    for (int c = 0; c < CHUNKS; c++) {
        first[c + 1] += first[c];
    }
    const uint32_t count = first[CHUNKS];
    if (count) {
        MG_TRY(MG_ALLOC(context, pieces, count, "pieces of long rows"));
#pragma omp parallel for num_threads(context->threads)
        for (int c = 0; c < CHUNKS; c++) {
            list_pieces((mg_vertex)mg__chunk_begin(graph->n, CHUNKS, c),
                        (mg_vertex)mg__chunk_begin(graph->n, CHUNKS, c + 1), offsets, pieces + first[c]);
        }
        MG_TRY(mg__cuda_keep(context, &on_device, count * sizeof *pieces, "pieces of long rows"));
        MG_TRY(mg__cuda_upload(context, cuda, on_device, pieces, count * sizeof *pieces));
        MG_CUDA_TRY(context, cudaStreamSynchronize(cuda->stream), "uploading pieces of long rows");
    }
    cudaFree(csr->pieces); /* left by a failed upload */
    csr->pieces = on_device;
    csr->piece_count = count;
    on_device = NULL;
out:
    cudaFree(on_device);
    mg__release(&context->memory, pieces);
    return status;
}

/* Makes in-edges on the device, if it has the memory and the host does not have them already. */
static mg_status transpose(mg_context *context, mg_cuda *cuda, mg_device_graph *g, const mg_graph *graph,
                           const mg_device_need *need) {
    const bool weighted = need->weights != MG_TYPE_NONE && need->weights != MG_OTHER;
    if (weighted || !mg__device_transposes(graph) || mg__graph_has_in_edges(graph)) {
        return MG_OK;
    }
    const mg_allocator memory = context->memory;
    context->memory = g->memory;
    const mg_status status =
        mg__device_transpose(context, cuda, graph, &g->side[0], g->wide, &g->side[1], &g->in_offsets);
    context->memory = memory;
    return status == MG_ERROR_MEMORY ? MG_OK : status;
}

/* The rows of one direction on the device, and what is found out from their offsets. */
static mg_status fill_rows(mg_context *context, mg_cuda *cuda, mg_device_graph *g, const mg_graph *graph, bool incoming,
                           const mg_device_need *need) {
    mg_status status = MG_OK;
    mg_device_csr *const csr = &g->side[incoming];
    const uint64_t *offsets = NULL;
    if (incoming && !csr->offsets) {
        MG_TRY(transpose(context, cuda, g, graph, need));
    }
    if (!csr->offsets) {
        mg_adjacency edges = mg_graph_out_edges(graph);
        if (incoming) {
            MG_TRY(mg__graph_in_edges(context, graph, &edges));
        }
        MG_TRY(upload_rows(context, cuda, g, graph, edges, csr));
    }
    if (!csr->cut) {
        MG_TRY(host_offsets(context, g, graph, incoming, &offsets));
        MG_TRY(cut_long_rows(context, cuda, graph, offsets, csr));
        csr->warp_steps = most_warp_steps(context, cuda, graph->n, offsets);
        csr->cut = true;
    }
out:
    return status;
}

mg_status mg__device_fill_side(mg_context *context, mg_cuda *cuda, mg_device_graph *g, const mg_graph *graph,
                               bool incoming, const mg_device_need *need) {
    mg_status status = MG_OK;
    mg_device_csr *csr = &g->side[incoming];
    void *first = NULL;
    if (!csr->offsets || (!csr->cut && !need->arrays_only)) {
        MG_TRY(fill_rows(context, cuda, g, graph, incoming, need));
    }
    if (need->weights != MG_TYPE_NONE && need->weights != MG_OTHER && !csr->weights[need->weights]) {
        MG_TRY(upload_weights(context, cuda, graph, incoming, need->weights, csr));
    }
    const bool wants_largest = need->largest_neighbour[incoming] || (!graph->directed && need->largest_neighbour[1]);
    if (wants_largest && !csr->largest_neighbour) {
        MG_TRY(count_next_degrees(context, cuda, g, graph));
        MG_TRY(mg__cuda_keep(context, &first, (uint64_t)graph->n * sizeof(uint32_t), "the first neighbours"));
        csr->largest_neighbour = first;
        const void *const degrees = need->degrees ? need->degrees : csr->offsets;
        const cudaError_t error = mg__launch_largest(csr, degrees, graph->n, g->wide, cuda->stream);
        if (error != cudaSuccess) {
            csr->largest_neighbour = NULL;
            cudaFree(first);
        }
        MG_CUDA_TRY(context, error, "finding first neighbours");
        MG_CUDA_TRY(context, cudaStreamSynchronize(cuda->stream), "finding first neighbours");
    }
out:
    return status;
}
