/* SPDX-License-Identifier: Apache-2.0 */
#include "core/cuda/graph/device_graph.h"
#include "core/cuda/graph/device_sides.h"
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
    cudaFree((void *)g->forward.hub);
    cudaFree((void *)g->forward.joined);
    cudaFree((void *)g->forward.rows);
    cudaFree((void *)g->forward.hub_vertices);
    cudaFree((void *)g->forward.hub_rows);
    cudaFree((void *)g->forward.hub_list);
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
    mg__release(&memory, g->in_offsets);
    mg__release(&memory, g);
}

void mg__device_graph_release(mg_device_graph *g) {
    release_graph(g);
}

void mg__device_graph_adopt(mg_graph *graph, mg_device_graph *made) {
    graph->device = made;
    graph->device_release = release_graph;
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
    if (wide && 10 * cuda->major + cuda->minor < MG_WIDE_ARCHITECTURE) { /* mg_is_compiled() */
        MG_TRY(mg__fail(context, MG_ERROR_UNSUPPORTED,
                        "graphs of more than %llu arcs need a GPU of compute capability %d.%d or more in this build; a "
                        "build for a GPU of 8.0 or more alone (CMAKE_CUDA_ARCHITECTURES) runs them on it",
                        (unsigned long long)cuda->tuning.narrow_arcs, MG_WIDE_ARCHITECTURE / 10,
                        MG_WIDE_ARCHITECTURE % 10));
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
    MG_TRY(mg__device_fill_side(context, cuda, g, graph, false, need));
    if (need->in && graph->directed) {
        MG_TRY(mg__device_fill_side(context, cuda, g, graph, true, need));
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

static uint32_t tile_vertices(const mg_cuda *cuda, mg_vertex n) {
    const uint32_t fitting = n / TILES_GOAL < 512 ? 512 : n / TILES_GOAL > 1024 ? 1024 : n / TILES_GOAL;
    return cuda->tuning.tile_vertices ? cuda->tuning.tile_vertices : fitting;
}

uint32_t mg__tile_count(const mg_cuda *cuda, const mg_graph *graph) {
    return graph->n / tile_vertices(cuda, graph->n) + 1;
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
        MG_TRY(mg__tiles_cut(context, cuda, side, graph->n, graph->arcs, tile_vertices(cuda, graph->n), cut));
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
