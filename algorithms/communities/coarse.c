/* SPDX-License-Identifier: Apache-2.0
 *
 * coarse.c: the first level of Louvain and Leiden.
 */
#include "algorithms/communities/coarse.h"

#include "core/graph/graph.h"
#include "core/graph/graph_cache.h"

#include <math.h>

#define MG_TOTAL_BITS 60    /* of the sum of all strengths */
#define MG_SMALL (1u << 13) /* entries of rows */

bool mg__coarse_is_small(const mg_coarse *g) {
    return g->edges < MG_SMALL;
}

bool mg__coarse_is_sparse(const mg_coarse *g) {
    return g->scattered && mg__coarse_is_small(g);
}

int mg__coarse_threads(const mg_context *context, const mg_coarse *g) {
    return g->edges + g->n < MG_SMALL ? 1 : context->threads;
}

/* ---- weights as whole numbers ---- */

/* In blocks, which keeps the error small. */
static double sum_in_order(const double *values, uint64_t count) {
    double sum = 0;
    for (uint64_t begin = 0; begin < count; begin += 1024) {
        const uint64_t end = count - begin < 1024 ? count : begin + 1024;
        double block = 0;
        for (uint64_t i = begin; i < end; i++) {
            block += values[i];
        }
        sum += block;
    }
    return sum;
}

/* The sum of all weights of the out-edges, in a fixed order. */
static mg_status sum_weights(mg_context *context, const mg_graph *graph, int threads, double *sum) {
    mg_status status = MG_OK;
    double *rows = NULL;
    MG_TRY(MG_ALLOC(context, rows, graph->n, "weights of vertices"));
#pragma omp parallel for num_threads(threads) schedule(dynamic, 256)
    for (mg_vertex v = 0; v < graph->n; v++) {
        rows[v] = 0;
        for (uint64_t e = graph->out.offsets[v]; e < graph->out.offsets[v + 1]; e++) {
            rows[v] += mg__weight_at(graph->weight_type, graph->out.weights, e);
        }
    }
    *sum = sum_in_order(rows, graph->n);
out:
    mg__release(&context->memory, rows);
    return status;
}

/* The power of two by which weights are multiplied: whole numbers stay as they are, unless their sum is too large. */
static mg_status choose_scale(mg_context *context, const mg_graph *graph, int threads, int *scale) {
    mg_status status = MG_OK;
    const bool whole = graph->weight_type == MG_INT32 || graph->weight_type == MG_INT64;
    double sum = 0;
    int exponent = 0;
    MG_TRY(sum_weights(context, graph, threads, &sum));
    if (!isfinite(sum)) {
        return mg__fail(context, MG_ERROR_INVALID, "communities: the sum of the weights is not finite");
    }
    frexp(sum, &exponent); /* of half of all strengths: twice the sum may be infinite */
    *scale = sum > 0 ? MG_TOTAL_BITS - 1 - exponent : 0;
    *scale = whole && *scale > 0 ? 0 : *scale;
out:
    return status;
}

static mg_status scale_weights(mg_context *context, const mg_graph *graph, int threads, const void *weights, int scale,
                               uint64_t **scaled) {
    mg_status status = MG_OK;
    const uint64_t arcs = graph->arcs;
    MG_TRY(MG_ALLOC(context, *scaled, arcs, "weights"));
#pragma omp parallel for num_threads(threads) schedule(static)
    for (uint64_t e = 0; e < arcs; e++) {
        (*scaled)[e] = graph->weight_type == MG_INT64 && scale == 0
                           ? (uint64_t)((const int64_t *)weights)[e]
                           : (uint64_t)(ldexp(mg__weight_at(graph->weight_type, weights, e), scale) + 0.5);
    }
out:
    return status;
}

static mg_status set_weights(mg_context *context, const mg_graph *graph, const mg_adjacency *in, mg_coarse *g) {
    mg_status status = MG_OK;
    const int threads = mg__coarse_threads(context, g);
    const void *const given[] = {graph->out.weights, in->weights};
    int scale = 0;
    if (graph->weight_min < 0 || isnan(graph->weight_min)) {
        return mg__fail(context, MG_ERROR_INVALID, "communities: a weight is negative or not a number");
    }
    MG_TRY(choose_scale(context, graph, threads, &scale));
    for (uint32_t r = 0; r < 2 && r < g->row_count; r++) {
        uint64_t *scaled = NULL;
        status = scale_weights(context, graph, threads, given[r], scale, &scaled);
        g->owned[1 + r] = scaled;
        g->rows[r].weights = scaled;
        MG_TRY(status);
    }
out:
    return status;
}

/* ---- the first level ---- */

/* Sums the weights of a vertex's edges; of a loop, which the rows of an undirected graph have once, twice. */
static void sum_strengths(const mg_context *context, bool directed, mg_coarse *g) {
    uint64_t total = 0, inside = 0, widest = 0;
#pragma omp parallel for num_threads(mg__coarse_threads(context, g)) schedule(dynamic, 256)                            \
    reduction(+ : total, inside) reduction(max : widest)
    for (mg_vertex v = 0; v < g->n; v++) {
        uint64_t strength = 0, loops = 0, edges = 0;
        for (uint32_t r = 0; r < g->row_count; r++) {
            const mg_coarse_rows *const rows = &g->rows[r];
            edges += rows->end[v] - rows->begin[v];
            for (uint64_t e = rows->begin[v]; e < rows->end[v]; e++) {
                const uint64_t weight = rows->weights ? rows->weights[e] : 1;
                strength += weight;
                loops += rows->neighbours[e] == v ? weight : 0;
            }
        }
        strength += directed ? 0 : loops;
        inside += directed ? loops : 2 * loops;
        g->strength[v] = strength;
        total += strength;
        widest = edges > widest ? edges : widest;
    }
    g->total = total;
    g->inside = inside;
    g->widest = widest;
}

static mg_status set_keys(mg_context *context, const mg_graph *graph, mg_coarse *g) {
    mg_status status = MG_OK;
    const mg_vertex *const by_id = mg_graph_by_id(graph);
    mg_vertex *keys = NULL;
    if (!by_id) {
        return MG_OK;
    }
    MG_TRY(MG_ALLOC(context, keys, g->n, "ranks of ids"));
#pragma omp parallel for num_threads(mg__coarse_threads(context, g))
    for (mg_vertex rank = 0; rank < g->n; rank++) {
        keys[by_id[rank]] = rank;
    }
    g->key = g->owned[3] = keys;
    g->order = by_id;
out:
    return status;
}

mg_status mg__coarse_create(mg_context *context, const mg_graph *graph, bool weighted, mg_coarse *g) {
    mg_status status = MG_OK;
    mg_adjacency in = {.offsets = NULL};
    *g = (mg_coarse){.n = graph->n, .row_count = graph->directed ? 2 : 1};
    g->edges = graph->arcs * g->row_count;
    if (graph->directed) {
        MG_TRY(mg__graph_in_edges(context, graph, &in));
        g->rows[1] = (mg_coarse_rows){.begin = in.offsets, .end = in.offsets + 1, .neighbours = in.neighbours};
    }
    g->rows[0] = (mg_coarse_rows){
        .begin = graph->out.offsets, .end = graph->out.offsets + 1, .neighbours = graph->out.neighbours};
    if (weighted && graph->out.weights) {
        MG_TRY(set_weights(context, graph, &in, g));
    }
    MG_TRY(set_keys(context, graph, g));
out:
    if (status < 0) {
        mg__coarse_release(context, g);
    }
    return status;
}

mg_status mg__coarse_count(mg_context *context, bool directed, mg_coarse *g) {
    mg_status status = MG_OK;
    if (!g->strength) {
        MG_TRY(MG_ALLOC(context, g->strength, g->n, "strengths of vertices"));
        g->owned[0] = g->strength;
        sum_strengths(context, directed, g);
    }
out:
    return status;
}

void mg__coarse_release(mg_context *context, mg_coarse *g) {
    for (size_t i = 0; i < sizeof g->owned / sizeof *g->owned; i++) {
        mg__release(&context->memory, g->owned[i]);
    }
    *g = (mg_coarse){.n = 0};
}

/* ---- partitions ---- */

mg_status mg__clustering_create(mg_context *context, mg_vertex n, mg_clustering *p) {
    mg_status status = MG_OK;
    *p = (mg_clustering){.label = NULL};
    MG_TRY(MG_ALLOC(context, p->label, n, "communities"));
    MG_TRY(MG_ALLOC(context, p->strength, n, "strengths of communities"));
    MG_TRY(MG_ALLOC(context, p->size, n, "sizes of communities"));
out:
    return status;
}

void mg__clustering_release(mg_context *context, mg_clustering *p) {
    mg__release(&context->memory, p->label);
    mg__release(&context->memory, p->strength);
    mg__release(&context->memory, p->size);
    *p = (mg_clustering){.label = NULL};
}

void mg__clustering_count(const mg_context *context, const mg_coarse *g, mg_clustering *p) {
#pragma omp parallel num_threads(mg__coarse_threads(context, g))
    {
#pragma omp for schedule(static)
        for (mg_vertex v = 0; v < g->n; v++) {
            p->strength[v] = 0;
            p->size[v] = 0;
        }
#pragma omp for schedule(static)
        for (mg_vertex v = 0; v < g->n; v++) {
            __atomic_fetch_add(&p->strength[p->label[v]], g->strength[v], __ATOMIC_RELAXED);
            __atomic_fetch_add(&p->size[p->label[v]], 1, __ATOMIC_RELAXED);
        }
    }
}

void mg__clustering_singletons(const mg_context *context, const mg_coarse *g, mg_clustering *p) {
#pragma omp parallel for num_threads(mg__coarse_threads(context, g)) schedule(static)
    for (mg_vertex v = 0; v < g->n; v++) {
        const mg_vertex key = g->key ? g->key[v] : v;
        p->label[v] = key;
        p->strength[key] = g->strength[v];
        p->size[key] = 1;
    }
}

double mg__quality_of(const mg_coarse *g, unsigned __int128 squares, double resolution) {
    const double total = (double)g->total;
    return g->total ? (double)g->inside / total - resolution * ((double)squares / (total * total)) : 0;
}

double mg__coarse_quality(const mg_context *context, const mg_coarse *g, double resolution) {
    unsigned __int128 squares = g->apart;
#pragma omp parallel for num_threads(mg__coarse_threads(context, g)) reduction(+ : squares) schedule(static)
    for (mg_vertex v = 0; v < g->n; v++) {
        squares += (unsigned __int128)g->strength[v] * g->strength[v];
    }
    return mg__quality_of(g, squares, resolution);
}
