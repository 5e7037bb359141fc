/* SPDX-License-Identifier: Apache-2.0
 *
 * graph.c: creates and destroys graphs.
 */
#include "core/graph/graph.h"
#include "core/graph/graph_build.h"

#include <assert.h>
#include <math.h>

#define PIECES 256 /* chunks of sums: a fixed number, so that sums do not depend on the number of threads */

/* Number of arcs from v to itself: rows are sorted. */
static uint64_t count_loops(const mg_csr *csr, mg_vertex v) {
    const mg_vertex *const row = csr->neighbours + csr->offsets[v];
    const uint64_t length = csr->offsets[v + 1] - csr->offsets[v], first = mg__row_position(row, length, v);
    uint64_t end = first;
    while (end < length && row[end] == v) {
        end++;
    }
    return end - first;
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

void mg__graph_find_source(int threads, mg_graph *g) {
    uint64_t degree[PIECES];
    mg_vertex vertex[PIECES];
#pragma omp parallel for num_threads(threads) schedule(static)
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
}

void mg__graph_set_loops(mg_graph *g, uint64_t loops) {
    g->loops = loops;
    g->edges = g->directed ? g->arcs : (g->arcs - loops) / 2 + loops;
}

void mg__graph_find_counts(int threads, mg_graph *g) {
    uint64_t loops = 0;
    mg__graph_find_source(threads, g);
#pragma omp parallel for num_threads(threads) schedule(static) reduction(+ : loops)
    for (mg_vertex v = 0; v < g->n; v++) {
        loops += count_loops(&g->out, v);
    }
    mg__graph_set_loops(g, loops);
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

/* The arrays of a view are those of another graph. */
static void release_nothing(mg_graph *graph) {
    (void)graph;
}

mg_status mg__graph_view(mg_context *context, const mg_graph *graph, mg_graph **view) {
    mg_graph known = {.n = graph->n,
                      .arcs = graph->arcs,
                      .edges = graph->edges,
                      .loops = graph->loops,
                      .directed = graph->directed,
                      .weight_type = graph->weight_type,
                      .out = graph->out,
                      .ids = graph->ids,
                      .id_base = graph->id_base,
                      .by_id = graph->by_id,
                      .order = graph->order,
                      .default_source = graph->default_source,
                      .release = release_nothing,
                      .weight_min = graph->weight_min,
                      .weight_max = graph->weight_max,
                      .weight_mean = graph->weight_mean,
                      .check_state = MG_SOUND};
    return mg__graph_attach(context, &known, view);
}

/* Is the array a part of a snapshot's file? */
static bool is_of_file(const mg_graph *graph, const void *array) {
    const uintptr_t begin = (uintptr_t)graph->bytes, at = (uintptr_t)array;
    return graph->bytes && at >= begin && at - begin < graph->byte_count;
}

void mg_graph_destroy(mg_graph *graph) {
    if (!graph) {
        return;
    }
    assert(graph->users == 0);
    const mg_allocator memory = graph->memory;
    if (graph->parts) {
        graph->parts_release(graph->parts);
    }
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
    if (!is_of_file(graph, graph->in.offsets)) {
        mg__csr_release(&memory, &graph->in);
    }
    if (graph->names_mapped) {
        mg__release(&memory, graph->names.slots);
    } else {
        mg__names_release(&memory, &graph->names);
    }
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
