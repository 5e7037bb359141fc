/* SPDX-License-Identifier: Apache-2.0 */
#include "core/cuda/graph/device_graph.h"
#include "core/graph/graph_cache.h"

#include "core/cuda/layout/panels/panels.h"
#include "core/cuda/layout/segments/device_segments.h"
#include "core/cuda/product/split/split_items.h"

#define TILES_GOAL 32000u /* aimed number of tiles, within the limits of tile size */

static void release_csr(mg_device_csr *csr) {
    cudaFree(csr->offsets);
    cudaFree(csr->neighbours);
    cudaFree(csr->largest_neighbour);
    cudaFree(csr->pieces);
    cudaFree(csr->items);
    mg__short_rows_free(&csr->short_rows);
    for (int type = 0; type < MG_OTHER; type++) {
        cudaFree(csr->weights[type]);
    }
}

static void release_graph(void *device) {
    mg_device_graph *g = device;
    const mg_allocator memory = g->memory;
    cudaSetDevice(g->ordinal);
    cudaDeviceSynchronize(); /* cudaFree does not wait for users of memory from a pool */
    release_csr(&g->side[0]);
    release_csr(&g->side[1]);
    cudaFree((void *)g->forward.offsets);
    cudaFree((void *)g->forward.neighbours);
    cudaFree((void *)g->forward.edges);
    cudaFree((void *)g->forward.degree);
    cudaFree(g->walk_choices);
    cudaFree(g->walk_columns);
    for (int i = 0; i < 2; i++) {
        if (g->tiles[i]) {
            mg__tiles_free(g->tiles[i]);
            mg__release(&memory, g->tiles[i]);
        }
    }
    while (g->panels) {
        mg_panels_built *const next = g->panels->next;
        mg__panels_release(g->panels);
        g->panels = next;
    }
    while (g->segments) {
        mg_segments_built *const next = g->segments->next;
        mg__cuda_segments_release(g->segments);
        g->segments = next;
    }
    mg__release(&memory, g);
}

void mg__device_graph_release(mg_device_graph *g) {
    release_graph(g);
}

void mg__device_graph_adopt(mg_graph *graph, mg_device_graph *made) {
    graph->device = made;
    graph->device_release = release_graph;
}

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
    MG_TRY(mg__graph_weights(context, graph, incoming, type, &weights));
    if (!weights) {
        goto out;
    }
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

/* Mean degree of the vertex that an edge leads to: over all edges, and over the edges of the largest vertex. */
static mg_status count_next_degrees(mg_context *context, mg_device_graph *g, const mg_graph *graph) {
    mg_status status = MG_OK;
    const mg_adjacency out = mg_graph_out_edges(graph);
    mg_adjacency in = out;
    double sum = 0.0;
    if (graph->directed) {
        MG_TRY(mg__graph_in_edges(context, graph, &in));
    }
#pragma omp parallel for num_threads(context->threads) reduction(+ : sum)
    for (mg_vertex v = 0; v < graph->n; v++) {
        sum += (double)(in.offsets[v + 1] - in.offsets[v]) * (double)(out.offsets[v + 1] - out.offsets[v]);
    }
    const mg_vertex largest = mg_graph_default_source(graph);
    const uint64_t begin = largest != MG_NONE ? out.offsets[largest] : 0;
    const uint64_t end = largest != MG_NONE ? out.offsets[largest + 1] : 0;
    double first = 0.0;
    for (uint64_t e = begin; e < end; e++) {
        const mg_vertex v = out.neighbours[e];
        first += (double)(out.offsets[v + 1] - out.offsets[v]);
    }
    g->mean_next_degree = (float)(sum / (double)(graph->arcs ? graph->arcs : 1));
    g->largest_next_degree = (float)(first / (double)(end > begin ? end - begin : 1));
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

/* Lists the pieces of long rows. */
static mg_status cut_long_rows(mg_context *context, mg_cuda *cuda, const mg_graph *graph, const uint64_t *offsets,
                               mg_device_csr *csr) {
    mg_status status = MG_OK;
    mg_loop_entry *pieces = NULL;
    void *on_device = NULL;
    uint32_t count = 0, at = 0;
#pragma omp parallel for num_threads(context->threads) reduction(+ : count)
    for (mg_vertex v = 0; v < graph->n; v++) {
        count += pieces_of(offsets[v + 1] - offsets[v]);
    }
    if (count) {
        MG_TRY(MG_ALLOC(context, pieces, count, "pieces of long rows"));
        for (mg_vertex v = 0; v < graph->n; v++) {
            const uint64_t edges = offsets[v + 1] - offsets[v];
            for (uint32_t i = 0; i < pieces_of(edges); i++, at++) {
                const uint64_t before = (uint64_t)i * MG_EDGES_PIECE, left = edges - before;
                pieces[at] = (mg_loop_entry){.vertex = v,
                                             .length = left < MG_EDGES_PIECE ? (uint32_t)left : MG_EDGES_PIECE,
                                             .begin = offsets[v] + before};
            }
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

static mg_status fill_side(mg_context *context, mg_cuda *cuda, mg_device_graph *g, const mg_graph *graph, bool incoming,
                           const mg_device_need *need) {
    mg_status status = MG_OK;
    mg_device_csr *csr = &g->side[incoming];
    void *first = NULL;
    if (!csr->offsets || (!csr->cut && !need->arrays_only)) {
        mg_adjacency edges = mg_graph_out_edges(graph);
        if (incoming) {
            MG_TRY(mg__graph_in_edges(context, graph, &edges));
        }
        MG_TRY(cut_long_rows(context, cuda, graph, edges.offsets, csr));
        if (!csr->offsets) {
            MG_TRY(upload_rows(context, cuda, g, graph, edges, csr));
        }
        csr->warp_steps = most_warp_steps(context, cuda, graph->n, edges.offsets);
        csr->cut = true;
    }
    if (need->weights != MG_TYPE_NONE && need->weights != MG_OTHER && !csr->weights[need->weights]) {
        MG_TRY(upload_weights(context, cuda, graph, incoming, need->weights, csr));
    }
    const bool wants_largest = need->largest_neighbour[incoming] || (!graph->directed && need->largest_neighbour[1]);
    if (wants_largest && !csr->largest_neighbour) {
        MG_TRY(count_next_degrees(context, g, graph));
        MG_TRY(mg__cuda_keep(context, &first, (uint64_t)graph->n * sizeof(uint32_t), "the first neighbours"));
        csr->largest_neighbour = first;
        const cudaError_t error = mg__launch_largest(csr, graph->n, g->wide, cuda->stream);
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

static uint64_t row_bytes(const mg_graph *graph, const mg_device_graph *g) {
    uint64_t bytes = 0;
    for (int side = 0; side < 2; side++) {
        const mg_device_csr *csr = &g->side[side];
        bytes += csr->offsets ? ((uint64_t)graph->n + 1) * (g->wide ? 8 : 4) + graph->arcs * sizeof(uint32_t) : 0;
        bytes += csr->largest_neighbour ? graph->n * sizeof(uint32_t) : 0;
        bytes += csr->short_rows.bytes + csr->piece_count * sizeof *csr->pieces + csr->item_bytes;
        for (int type = 0; type < MG_OTHER; type++) {
            bytes += csr->weights[type] ? graph->arcs * mg__type_size((mg_type)type) : 0;
        }
    }
    return bytes;
}

static uint64_t tile_bytes(const mg_tiles_graph *tiles) {
    const mg_tiles *t = &tiles->tiles;
    uint64_t bytes = 0;
    if (!tiles->unsuitable) { /* the arrays of mg_tiles, in their order */
        bytes = 4ull * t->n + 4ull * (t->count + 1) + 4ull * t->count + 4ull * (t->count + 1) +
                2ull * (t->n + t->count) + 2 * t->local_size + 4ull * (t->n + 1) + 8 * t->remote_size;
        for (int type = 0; type < MG_OTHER; type++) {
            bytes += tiles->local_weights[type] ? (t->local_size + t->remote_size) * mg__type_size((mg_type)type) : 0;
        }
    }
    return bytes;
}

void mg__device_representations(const mg_graph *graph, mg_representation *representation) {
    mg_graph *shared = (mg_graph *)graph; /* what is built on demand changes under a lock */
    pthread_mutex_lock(&shared->device_lock);
    const mg_device_graph *g = shared->device;
    if (g) {
        representation[MG_REPRESENTATION_ROWS] =
            (mg_representation){.seconds = g->row_seconds, .bytes = g->row_bytes + g->forward_bytes + g->walk_bytes};
        for (const mg_segments_built *b = g->segments; b; b = b->next) {
            representation[MG_REPRESENTATION_ROWS].seconds += b->seconds;
            representation[MG_REPRESENTATION_ROWS].bytes += b->bytes;
        }
        for (const mg_panels_built *b = g->panels; b; b = b->next) {
            representation[MG_REPRESENTATION_DENSE].seconds += b->seconds;
            representation[MG_REPRESENTATION_DENSE].bytes += b->bytes;
        }
        for (int i = 0; i < 2; i++) {
            if (g->tiles[i]) {
                representation[MG_REPRESENTATION_TILES].seconds += g->tiles[i]->seconds;
                representation[MG_REPRESENTATION_TILES].bytes += tile_bytes(g->tiles[i]);
            }
        }
    }
    pthread_mutex_unlock(&shared->device_lock);
}

/* graph->in and the converted weights are built under the same lock, so uploads have a separate lock. */
mg_status mg__device_graph(mg_context *context, mg_cuda *cuda, const mg_graph *graph, const mg_device_need *need,
                           mg_device_graph **on_device) {
    mg_status status = MG_OK;
    mg_graph *shared = (mg_graph *)graph; /* what is built on demand changes under a lock */
    pthread_mutex_lock(&shared->device_lock);
    mg_device_graph *g = shared->device;
    const bool wide = graph->arcs > cuda->tuning.narrow_arcs;
    if (wide && cuda->major < 8) { /* mg_is_compiled() */
        MG_TRY(mg__fail(context, MG_ERROR_UNSUPPORTED,
                        "graphs of more than %llu arcs need a GPU of compute capability 8.0 or more",
                        (unsigned long long)cuda->tuning.narrow_arcs));
    }
    if (!g) {
        MG_TRY(MG_ALLOC_ZEROED(context, g, 1, "the graph on the device"));
        g->memory = context->memory;
        g->ordinal = cuda->ordinal;
        g->wide = wide;
        shared->device = g;
        shared->device_release = release_graph;
    }
    const double start = mg__now();
    const uint64_t bytes = row_bytes(graph, g);
    MG_TRY(fill_side(context, cuda, g, graph, false, need));
    if (need->in && graph->directed) {
        MG_TRY(fill_side(context, cuda, g, graph, true, need));
    }
    g->row_bytes = row_bytes(graph, g);
    g->row_seconds += g->row_bytes > bytes ? mg__now() - start : 0.0;
    *on_device = g;
out:
    pthread_mutex_unlock(&shared->device_lock);
    return status;
}

float mg__device_mispredict_ns(const mg_graph *graph, float mispredict_ns) {
    mg_graph *shared = (mg_graph *)graph; /* a run has it on the device */
    pthread_mutex_lock(&shared->device_lock);
    mg_device_graph *g = shared->device;
    g->mispredict_ns = mispredict_ns < 0.0f ? g->mispredict_ns : mispredict_ns;
    const float result = g->mispredict_ns;
    pthread_mutex_unlock(&shared->device_lock);
    return result;
}

mg_device_side mg__device_side(const mg_graph *graph, const mg_device_graph *on_device, bool incoming,
                               mg_type weights) {
    const mg_device_csr *csr = &on_device->side[incoming && graph->directed];
    return (mg_device_side){.offsets = csr->offsets,
                            .neighbours = csr->neighbours,
                            .weights = weights < MG_OTHER ? csr->weights[weights] : NULL};
}

mg_status mg__device_tiles(mg_context *context, mg_cuda *cuda, const mg_graph *graph, bool incoming,
                           const mg_device_side *side, mg_type type, mg_tiles_graph **tiles) {
    mg_status status = MG_OK;
    mg_graph *shared = (mg_graph *)graph; /* what is built on demand changes under a lock */
    mg_tiles_graph *cut = NULL;
    pthread_mutex_lock(&shared->device_lock);
    mg_device_graph *g = shared->device;
    mg_tiles_graph **const entry = &g->tiles[incoming && graph->directed];
    if (!*entry) {
        MG_TRY(MG_ALLOC_ZEROED(context, cut, 1, "tiles"));
        const uint32_t fitting = graph->n / TILES_GOAL < 512    ? 512
                                 : graph->n / TILES_GOAL > 1024 ? 1024
                                                                : graph->n / TILES_GOAL;
        MG_TRY(mg__tiles_cut(context, cuda, side, graph->n, graph->arcs,
                             cuda->tuning.tile_vertices ? cuda->tuning.tile_vertices : fitting, cut));
        *entry = cut;
        cut = NULL;
    }
    if (type != MG_TYPE_NONE && !(*entry)->unsuitable && !(*entry)->local_weights[type]) {
        MG_TRY(mg__tiles_weigh(context, cuda, side, type, *entry));
    }
    *tiles = *entry;
out:
    pthread_mutex_unlock(&shared->device_lock);
    mg__release(&context->memory, cut);
    return status;
}

mg_status mg__device_short_rows(mg_context *context, mg_cuda *cuda, const mg_graph *graph, bool incoming,
                                const int16_t **steps) {
    mg_status status = MG_OK;
    mg_graph *shared = (mg_graph *)graph; /* what is built on demand changes under a lock */
    pthread_mutex_lock(&shared->device_lock);
    mg_device_graph *g = shared->device;
    mg_device_csr *csr = &g->side[incoming && graph->directed];
    if (!csr->short_rows.known) {
        const double start = mg__now();
        MG_TRY(mg__short_rows_cut(context, cuda, csr->offsets, csr->neighbours, graph->n, g->wide, &csr->short_rows));
        g->row_seconds += mg__now() - start;
        g->row_bytes = row_bytes(graph, g);
    }
    *steps = csr->short_rows.steps;
out:
    pthread_mutex_unlock(&shared->device_lock);
    return status;
}

/* Work items need 64-bit offsets, which stay only while they are made. */
static mg_status make_items(mg_context *context, mg_cuda *cuda, const mg_graph *graph, const uint64_t *offsets,
                            mg_device_csr *csr) {
    const uint64_t bytes = ((uint64_t)graph->n + 1) * sizeof *offsets;
    mg_device_split split = {.rows = graph->n, .columns = graph->n, .column = csr->neighbours};
    void *uploaded = NULL, *items = NULL;
    const uint64_t *begins = NULL;
    mg_status status;
    MG_TRY(mg__cuda_get(context, cuda, &uploaded, bytes, "work items"));
    begins = uploaded;
    MG_TRY(mg__cuda_upload(context, cuda, uploaded, offsets, bytes));
    MG_TRY(mg__split_items(context, cuda, begins, begins + 1, offsets[graph->n], &items, &split));
    csr->split = split;
    csr->item_bytes = split.item_count * sizeof *split.items + split.slot_count * sizeof *split.slot_row +
                      split.split_count * (sizeof *split.split_row + sizeof *split.split_slot);
    csr->items = items;
    items = NULL;
out:
    mg__cuda_release(cuda, uploaded);
    cudaFree(items);
    return status;
}

mg_status mg__device_items(mg_context *context, mg_cuda *cuda, const mg_graph *graph, bool incoming,
                           const uint64_t *offsets, mg_device_split *split) {
    mg_status status = MG_OK;
    mg_graph *shared = (mg_graph *)graph; /* what is built on demand changes under a lock */
    pthread_mutex_lock(&shared->device_lock);
    mg_device_graph *g = shared->device;
    mg_device_csr *csr = &g->side[incoming && graph->directed];
    if (!csr->items) {
        const double start = mg__now();
        MG_TRY(make_items(context, cuda, graph, offsets, csr));
        g->row_seconds += mg__now() - start;
        g->row_bytes = row_bytes(graph, g);
    }
    *split = csr->split;
out:
    pthread_mutex_unlock(&shared->device_lock);
    return status;
}
