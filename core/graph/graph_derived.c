/* SPDX-License-Identifier: Apache-2.0
 *
 * graph_derived.c: the in-edges and converted weights of a graph, built on demand under its lock.
 */
#include "core/graph/graph.h"
#include "core/graph/graph_build.h"
#include "core/graph/graph_cache.h"
#include "core/graph/weights.h"
#include "core/stage_clock.h"

#include <assert.h>

/* Holds the lock. Uses the allocator of the graph, which may differ from that of the context. */
static mg_status build_in_edges(mg_context *context, mg_graph *graph) {
    MG_STAGE(context, MG_STAGE_IN_EDGES);
    mg__cache_touch(graph, &graph->in_used);
    if (graph->in.offsets || graph->in_is_out) {
        return MG_OK;
    }
    const mg_allocator memory = context->memory;
    const double start = mg__now();
    if (mg__csr_is_symmetric(context, graph->n, graph->weight_type, &graph->out)) {
        graph->in_is_out = true;
        graph->in_seconds = mg__now() - start;
        return MG_OK;
    }
    context->memory = graph->memory;
    const mg_status status =
        mg__csr_transpose(context, graph->n, graph->n, graph->weight_type, &graph->out, &graph->in);
    context->memory = memory;
    graph->in_seconds = mg__now() - start;
    return status;
}

bool mg__graph_lacks_in_edges(mg_context *context, const mg_graph *graph) {
    mg_graph *const g = (mg_graph *)graph; /* only what the lock guards changes */
    bool lacks = false;
    if (graph->directed && !mg__graph_has_rows(graph)) {
        return true; /* they are made after the rows were fetched */
    }
    if (graph->directed) {
        pthread_mutex_lock(&g->lock);
        if (!g->in.offsets && !g->in_is_out) {
            g->in_is_out = mg__csr_is_symmetric(context, g->n, g->weight_type, &g->out);
        }
        lacks = !g->in.offsets && !g->in_is_out;
        pthread_mutex_unlock(&g->lock);
    }
    return lacks;
}

static mg_status get_in_edges(mg_context *context, const mg_graph *graph, bool share, mg_adjacency *adjacency) {
    mg_status status = mg_graph_check(context, graph);
    if (status < 0) {
        return status;
    }
    if (!graph->directed) {
        *adjacency = mg__csr_adjacency(&graph->out);
        return MG_OK;
    }
    mg_graph *const g = (mg_graph *)graph; /* only what the lock guards changes */
    pthread_mutex_lock(&g->lock);
    status = build_in_edges(context, g);
    g->in_shared = g->in_shared || share;
    if (status >= 0) {
        *adjacency = mg__csr_adjacency(g->in_is_out ? &g->out : &g->in);
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

bool mg__graph_has_in_edges(const mg_graph *graph) {
    mg_graph *const g = (mg_graph *)graph;
    pthread_mutex_lock(&g->lock);
    const bool has = g->in.offsets || g->in_is_out;
    pthread_mutex_unlock(&g->lock);
    return has;
}

/* Holds the lock. */
static mg_status convert_weights(mg_context *context, mg_graph *graph, bool incoming, mg_type type,
                                 const void **weights) {
    for (mg_converted *c = graph->converted; c; c = c->next) {
        if (c->type == type && c->incoming == incoming) {
            mg__cache_touch(graph, &c->used);
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
    mg__cache_touch(graph, &c->used);
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
    bool reversed = incoming && graph->directed;
    mg_status status = mg_graph_check(context, graph);
    if (status < 0) {
        return status;
    }
    pthread_mutex_lock(&g->lock);
    if (reversed) {
        MG_TRY(build_in_edges(context, g));
        reversed = !g->in_is_out;
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
