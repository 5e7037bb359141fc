/* SPDX-License-Identifier: Apache-2.0
 *
 * graph.c: the graph object: its properties, and the in-edges and converted weights built on demand under its lock.
 */
#include "core/graph/graph.h"
#include "core/graph/graph_build.h"
#include "core/graph/kept.h"
#include "core/graph/weights.h"

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

static void find_weight_range(int threads, mg_graph *g) {
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
            const double weight = mg__weight_at(g->weight_type, g->out.weights, a);
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

static void find_counts(int threads, mg_graph *g) {
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
    find_counts(context->threads, g);
    find_weight_range(context->threads, g);
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
    pthread_mutex_init(&g->lock, NULL);
    pthread_mutex_init(&g->device_lock, NULL);
    *graph = g;
    return status;
}

/* Tolerates another order of summation: another version may have written the snapshot. */
static bool same_mean(const mg_graph *a, const mg_graph *b) {
    const double slack = 1e-9 * (fabs(b->weight_min) + fabs(b->weight_max));
    return a->weight_mean == b->weight_mean || fabs(a->weight_mean - b->weight_mean) <= slack ||
           (isnan(a->weight_mean) && isnan(b->weight_mean));
}

/* Holds the lock: verifies the arrays of a snapshot and the properties in its header. */
static mg_status check_arrays(mg_context *context, const mg_graph *graph) {
    const mg_status status = graph->check(context, graph);
    if (status < 0) {
        return status;
    }
    mg_graph counted = *graph;
    find_counts(context->threads, &counted);
    find_weight_range(context->threads, &counted);
    if (counted.loops != graph->loops || counted.edges != graph->edges ||
        counted.default_source != graph->default_source || counted.weight_min != graph->weight_min ||
        counted.weight_max != graph->weight_max || !same_mean(graph, &counted)) {
        return mg__fail(context, MG_ERROR_FORMAT, "the snapshot's header contradicts its arrays");
    }
    return MG_OK;
}

mg_status mg_graph_check(mg_context *context, const mg_graph *graph) {
    mg_graph *const g = (mg_graph *)graph; /* only what the lock guards changes */
    mg_status status = MG_OK;
    if (!g->check) {
        return MG_OK;
    }
    pthread_mutex_lock(&g->lock);
    if (!g->checked) {
        status = check_arrays(context, g);
        g->checked = status >= 0;
    }
    pthread_mutex_unlock(&g->lock);
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

mg_vertex mg_graph_vertex_count(const mg_graph *graph) {
    return graph->n;
}

uint64_t mg_graph_arc_count(const mg_graph *graph) {
    return graph->arcs;
}

uint64_t mg_graph_edge_count(const mg_graph *graph) {
    return graph->edges;
}

uint64_t mg_graph_loop_count(const mg_graph *graph) {
    return graph->loops;
}

bool mg_graph_directed(const mg_graph *graph) {
    return graph->directed;
}

mg_type mg_graph_weight_type(const mg_graph *graph) {
    return graph->weight_type;
}

uint64_t mg_graph_id(const mg_graph *graph, mg_vertex v) {
    return graph->ids ? graph->ids[v] : graph->id_base + v;
}

bool mg_graph_find(const mg_graph *graph, uint64_t id, mg_vertex *v) {
    if (!graph->ids) {
        const bool found = id >= graph->id_base && id - graph->id_base < graph->n;
        *v = found ? (mg_vertex)(id - graph->id_base) : *v;
        return found;
    }
    mg_vertex low = 0, high = graph->n;
    while (low < high) {
        const mg_vertex middle = low + (high - low) / 2;
        if (graph->ids[graph->by_id ? graph->by_id[middle] : middle] < id) {
            low = middle + 1;
        } else {
            high = middle;
        }
    }
    const mg_vertex found = low < graph->n && graph->by_id ? graph->by_id[low] : low;
    if (low == graph->n || graph->ids[found] != id) {
        return false;
    }
    *v = found;
    return true;
}

mg_vertex mg_graph_default_source(const mg_graph *graph) {
    return graph->default_source;
}

static mg_adjacency adjacency_of(const mg_csr *csr) {
    return (mg_adjacency){.offsets = csr->offsets, .neighbours = csr->neighbours, .weights = csr->weights};
}

mg_adjacency mg_graph_out_edges(const mg_graph *graph) {
    return adjacency_of(&graph->out);
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
    return get_in_edges(context, graph, true, adjacency);
}

mg_status mg__graph_in_edges(mg_context *context, const mg_graph *graph, mg_adjacency *adjacency) {
    return get_in_edges(context, graph, false, adjacency);
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
        mg__weight_convert(graph->weight_type, from, type, copy, a);
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
