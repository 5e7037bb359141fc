/* SPDX-License-Identifier: Apache-2.0
 *
 * graph.c: creates and destroys graphs, and builds the in-edges and converted weights on demand under their lock.
 */
#include "core/graph/graph.h"
#include "core/graph/graph_build.h"
#include "core/graph/kept.h"

#include <assert.h>
#include <math.h>

#define PIECES 256 /* chunks of sums: a fixed number, so that sums do not depend on the number of threads */

/* Number of arcs from v to itself, by binary search: rows are sorted. */
static uint64_t count_loops(const mg_csr *csr, mg_vertex v) {
    uint64_t low = csr->offsets[v], high = csr->offsets[v + 1], count = 0;
    const uint64_t end = high;
    while (low < high) {
        const uint64_t middle = low + (high - low) / 2;
        if (csr->neighbours[middle] < v) {
            low = middle + 1;
        } else {
            high = middle;
        }
    }
    while (low < end && csr->neighbours[low] == v) {
        low++;
        count++;
    }
    return count;
}

static __attribute__((unused)) bool rows_ascend(mg_vertex n, const mg_csr *csr) {
    for (mg_vertex v = 0; v < n; v++) {
        for (uint64_t a = csr->offsets[v]; a < csr->offsets[v + 1]; a++) {
            if (csr->neighbours[a] >= n || (a > csr->offsets[v] && csr->neighbours[a] < csr->neighbours[a - 1])) {
                return false;
            }
        }
    }
    return true;
}

static double weight_at(mg_type type, const void *weights, uint64_t i) {
    switch (type) {
    case MG_INT32:
        return ((const int32_t *)weights)[i];
    case MG_FLOAT32:
        return (double)((const float *)weights)[i];
    case MG_FLOAT64:
        return ((const double *)weights)[i];
    default:
        return 1.0;
    }
}

void mg__graph_find_weights(int threads, mg_graph *g) {
    g->weight_min = g->weight_max = g->weight_mean = 1.0;
    if (!g->out.weights || g->arcs == 0) {
        return;
    }
    double min = INFINITY, max = -INFINITY, sums[PIECES], sum = 0.0;
#pragma omp parallel for num_threads(threads) schedule(static) reduction(min : min) reduction(max : max)
    for (int piece = 0; piece < PIECES; piece++) {
        double total = 0.0;
        const uint64_t end = mg__chunk_begin(g->arcs, PIECES, piece + 1);
        for (uint64_t a = mg__chunk_begin(g->arcs, PIECES, piece); a < end; a++) {
            const double weight = weight_at(g->weight_type, g->out.weights, a);
            min = weight < min ? weight : min;
            max = weight > max ? weight : max;
            total += weight;
        }
        sums[piece] = total;
    }
    for (int piece = 0; piece < PIECES; piece++) {
        sum += sums[piece];
    }
    g->weight_min = min;
    g->weight_max = max;
    g->weight_mean = sum / (double)g->arcs;
}

void mg__graph_find_counts(int threads, mg_graph *g) {
    uint64_t loops = 0, degree[PIECES];
    mg_vertex vertex[PIECES];
#pragma omp parallel for num_threads(threads) schedule(static) reduction(+ : loops)
    for (int piece = 0; piece < PIECES; piece++) {
        const mg_vertex begin = (mg_vertex)mg__chunk_begin(g->n, PIECES, piece);
        const mg_vertex end = (mg_vertex)mg__chunk_begin(g->n, PIECES, piece + 1);
        degree[piece] = 0;
        vertex[piece] = MG_NONE;
        for (mg_vertex i = begin; i < end; i++) {
            const mg_vertex v = g->by_id ? g->by_id[i] : i;
            const uint64_t d = g->out.offsets[v + 1] - g->out.offsets[v];
            if (vertex[piece] == MG_NONE || d > degree[piece]) {
                degree[piece] = d;
                vertex[piece] = v;
            }
            loops += count_loops(&g->out, v);
        }
    }
    uint64_t most = 0;
    g->default_source = MG_NONE;
    for (int piece = 0; piece < PIECES; piece++) {
        if (vertex[piece] != MG_NONE && (g->default_source == MG_NONE || degree[piece] > most)) {
            most = degree[piece];
            g->default_source = vertex[piece];
        }
    }
    g->loops = loops;
    g->edges = g->directed ? g->arcs : (g->arcs - loops) / 2 + loops;
}

mg_status mg__graph_adopt(mg_context *context, mg_vertex n, mg_csr out, mg_type weight_type, bool directed,
                          uint64_t *ids, uint64_t id_base, mg_graph **graph) {
    assert(n < MG_NONE && out.offsets[0] == 0 && rows_ascend(n, &out));
    assert((weight_type == MG_TYPE_NONE) == !out.weights);
    mg_graph *g;
    mg_status status = MG_ALLOC(context, g, 1, "the graph");
    if (status < 0) {
        mg__csr_release(&context->memory, &out);
        mg__release(&context->memory, ids);
        return status;
    }
    *g = (mg_graph){.memory = context->memory,
                    .n = n,
                    .arcs = out.offsets[n],
                    .directed = directed,
                    .weight_type = weight_type,
                    .out = out,
                    .ids = ids,
                    .id_base = id_base,
                    .order = MG_ORDER_NATURAL};
    pthread_mutex_init(&g->lock, NULL);
    pthread_mutex_init(&g->device_lock, NULL);
    mg__graph_find_counts(context->threads, g);
    mg__graph_find_weights(context->threads, g);
    *graph = g;
    return MG_OK;
}

mg_status mg__graph_attach(mg_context *context, const mg_graph *known, mg_graph **graph) {
    mg_graph *g;
    const mg_status status = MG_ALLOC(context, g, 1, "the graph");
    if (status < 0) {
        return status;
    }
    *g = *known;
    g->memory = context->memory;
    g->threads = context->threads;
    pthread_mutex_init(&g->lock, NULL);
    pthread_mutex_init(&g->device_lock, NULL);
    *graph = g;
    return status;
}

void mg_graph_destroy(mg_graph *graph) {
    if (!graph) {
        return;
    }
    assert(graph->users == 0);
    const mg_allocator memory = graph->memory;
    if (graph->device) {
        graph->device_release(graph->device);
    }
    while (graph->converted) {
        mg_converted *const next = graph->converted->next;
        mg__release(&memory, graph->converted->weights);
        mg__release(&memory, graph->converted);
        graph->converted = next;
    }
    while (graph->built) {
        mg_built *const next = graph->built->next;
        graph->built->release(&memory, graph->built);
        graph->built = next;
    }
    assert(!graph->built && !graph->converted);
    mg__csr_release(&memory, &graph->in);
    if (graph->release) {
        graph->release(graph);
    } else {
        mg__csr_release(&memory, &graph->out);
        mg__release(&memory, graph->ids);
    }
    pthread_mutex_destroy(&graph->lock);
    pthread_mutex_destroy(&graph->device_lock);
    mg__release(&memory, graph);
}

static mg_adjacency adjacency_of(const mg_csr *csr) {
    return (mg_adjacency){.offsets = csr->offsets, .neighbours = csr->neighbours, .weights = csr->weights};
}

/* Holds the lock. Uses the allocator of the graph, which may differ from that of the context. */
static mg_status build_in_edges(mg_context *context, mg_graph *graph) {
    mg__kept_touch(graph, &graph->in_used);
    if (graph->in.offsets) {
        return MG_OK;
    }
    const mg_allocator memory = context->memory;
    const double start = mg__now();
    context->memory = graph->memory;
    const mg_status status = mg__csr_transpose(context, graph->n, graph->weight_type, &graph->out, &graph->in);
    context->memory = memory;
    graph->in_seconds = mg__now() - start;
    return status;
}

static mg_status get_in_edges(mg_context *context, const mg_graph *graph, bool share, mg_adjacency *adjacency) {
    mg_status status = mg_graph_check(context, graph);
    if (status < 0) {
        return status;
    }
    if (!graph->directed) {
        *adjacency = adjacency_of(&graph->out);
        return MG_OK;
    }
    mg_graph *const g = (mg_graph *)graph; /* only what the lock guards changes */
    pthread_mutex_lock(&g->lock);
    status = build_in_edges(context, g);
    g->in_shared = g->in_shared || share;
    if (status >= 0) {
        *adjacency = adjacency_of(&graph->in);
    }
    pthread_mutex_unlock(&g->lock);
    return status;
}

mg_status mg_graph_in_edges(mg_context *context, const mg_graph *graph, mg_adjacency *adjacency) {
    if (!context) {
        return MG_ERROR_INVALID;
    }
    if (!graph || !adjacency) {
        return mg__fail(context, MG_ERROR_INVALID, "mg_graph_in_edges: %s is NULL", graph ? "adjacency" : "graph");
    }
    return get_in_edges(context, graph, true, adjacency);
}

mg_status mg__graph_in_edges(mg_context *context, const mg_graph *graph, mg_adjacency *adjacency) {
    return get_in_edges(context, graph, false, adjacency);
}

static double clamp(double value, double low, double high) {
    return value < low ? low : value > high ? high : value;
}

static void store_weight(mg_type type, void *weights, uint64_t i, double value) {
    switch (type) {
    case MG_INT32:
        ((int32_t *)weights)[i] = (int32_t)clamp(value, INT32_MIN, INT32_MAX);
        break;
    case MG_UINT32:
        ((uint32_t *)weights)[i] = (uint32_t)clamp(value, 0, UINT32_MAX);
        break;
    case MG_INT64: /* 2^63 - 1024 and 2^64 - 2048 are the largest doubles that fit */
        ((int64_t *)weights)[i] = (int64_t)clamp(value, -0x1p63, 0x1.fffffffffffffp62);
        break;
    case MG_UINT64:
        ((uint64_t *)weights)[i] = (uint64_t)clamp(value, 0, 0x1.fffffffffffffp63);
        break;
    case MG_FLOAT32:
        ((float *)weights)[i] = (float)value;
        break;
    default:
        ((double *)weights)[i] = value;
        break;
    }
}

/* Holds the lock. */
static mg_status convert_weights(mg_context *context, mg_graph *graph, bool incoming, mg_type type,
                                 const void **weights) {
    for (mg_converted *c = graph->converted; c; c = c->next) {
        if (c->type == type && c->incoming == incoming) {
            mg__kept_touch(graph, &c->used);
            *weights = c->weights;
            return MG_OK;
        }
    }
    mg_converted *const c = mg__allocate(&graph->memory, 1, sizeof *c);
    void *const copy = mg__allocate(&graph->memory, graph->arcs, mg__type_size(type));
    if (!c || !copy) {
        mg__release(&graph->memory, c);
        mg__release(&graph->memory, copy);
        return mg__fail(context, MG_ERROR_MEMORY, "out of memory: weights as %s", mg__type_name(type));
    }
    const void *from = incoming ? graph->in.weights : graph->out.weights;
    assert(from);
    const double start = mg__now();
#pragma omp parallel for num_threads(context->threads)
    for (uint64_t a = 0; a < graph->arcs; a++) {
        store_weight(type, copy, a, weight_at(graph->weight_type, from, a));
    }
    *c = (mg_converted){
        .next = graph->converted, .type = type, .incoming = incoming, .weights = copy, .seconds = mg__now() - start};
    mg__kept_touch(graph, &c->used);
    graph->converted = c;
    *weights = copy;
    return MG_OK;
}

mg_status mg__graph_weights(mg_context *context, const mg_graph *graph, bool incoming, mg_type type,
                            const void **weights) {
    *weights = NULL;
    if (graph->weight_type == MG_TYPE_NONE || type == MG_TYPE_NONE) {
        return MG_OK;
    }
    if (!mg__type_size(type)) {
        return mg__fail(context, MG_ERROR_INVALID, "weights cannot be read as %s", mg__type_name(type));
    }
    mg_graph *const g = (mg_graph *)graph; /* only what the lock guards changes */
    const bool reversed = incoming && graph->directed;
    mg_status status = mg_graph_check(context, graph);
    if (status < 0) {
        return status;
    }
    pthread_mutex_lock(&g->lock);
    if (reversed) {
        MG_TRY(build_in_edges(context, g));
    }
    if (type == graph->weight_type) {
        *weights = reversed ? graph->in.weights : graph->out.weights;
    } else {
        status = convert_weights(context, g, reversed, type, weights);
    }
out:
    pthread_mutex_unlock(&g->lock);
    return status;
}
