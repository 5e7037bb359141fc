/* SPDX-License-Identifier: Apache-2.0
 *
 * Betweenness by weight, and of edges: distances by label correction, path counts and dependencies by ascending and
 * descending distance, in long double.
 */
#include "tools/verify/verify_common.h"

#include <assert.h>
#include <math.h>
#include <stdlib.h>

#define TOLERANCE 1e-9

typedef struct paths_search {
    const mg_graph *graph;
    mg_adjacency out;
    mg_vertex n;
    bool weighted;
    double *distance;
    long double *paths, *dependency;
    mg_vertex *queue; /* of n + 1 places, in a ring */
    uint8_t *queued, *is_source;
    struct reached_vertex *order;
    double *vertices, *arcs; /* sums */
} paths_search;

typedef struct reached_vertex {
    double distance;
    mg_vertex vertex;
} reached_vertex;

static double weight_of(const paths_search *s, uint64_t e) {
    const void *const w = s->out.weights;
    switch (s->weighted ? mg_graph_weight_type(s->graph) : MG_TYPE_NONE) {
    case MG_INT32:
        return ((const int32_t *)w)[e];
    case MG_INT64:
        return (double)((const int64_t *)w)[e];
    case MG_FLOAT32:
        return (double)((const float *)w)[e];
    case MG_FLOAT64:
        return ((const double *)w)[e];
    default:
        return 1;
    }
}

static double length_of(const paths_search *s, mg_vertex u, uint64_t e) {
    return s->distance[u] + weight_of(s, e);
}

/* The first arc of a group of parallel ones that has the least weight, unless it is a loop. */
static bool counts(const paths_search *s, mg_vertex u, uint64_t e) {
    const mg_vertex v = s->out.neighbours[e];
    bool is_first = v != u;
    for (uint64_t f = s->out.offsets[u]; f < s->out.offsets[u + 1] && is_first; f++) {
        const double other = weight_of(s, f), mine = weight_of(s, e);
        is_first = s->out.neighbours[f] != v || f == e || other > mine || (other == mine && f > e);
    }
    return is_first;
}

static void find_distances(paths_search *s, mg_vertex source) {
    mg_vertex first = 0, count = 1;
    assert(source < s->n);
    for (mg_vertex v = 0; v < s->n; v++) {
        s->distance[v] = (double)INFINITY;
        s->paths[v] = s->dependency[v] = 0;
    }
    s->distance[source] = 0;
    s->queue[0] = source;
    while (count > 0) {
        const mg_vertex u = s->queue[first];
        first = (first + 1) % s->n;
        count--;
        s->queued[u] = 0;
        for (uint64_t e = s->out.offsets[u]; e < s->out.offsets[u + 1]; e++) {
            const mg_vertex v = s->out.neighbours[e];
            if (length_of(s, u, e) < s->distance[v]) {
                s->distance[v] = length_of(s, u, e);
                if (!s->queued[v]) {
                    s->queue[(first + count++) % s->n] = v;
                    s->queued[v] = 1;
                }
            }
        }
    }
}

static int compare_reached(const void *first, const void *second) {
    const reached_vertex *a = first, *b = second;
    return (a->distance > b->distance) - (a->distance < b->distance);
}

static void add_source(paths_search *s, mg_vertex source) {
    mg_vertex reached = 0;
    find_distances(s, source);
    for (mg_vertex v = 0; v < s->n; v++) {
        if (s->distance[v] < (double)INFINITY) {
            s->order[reached++] = (reached_vertex){s->distance[v], v};
        }
    }
    qsort(s->order, reached, sizeof *s->order, compare_reached);
    s->paths[source] = 1;
    for (mg_vertex i = 0; i < reached; i++) {
        const mg_vertex u = s->order[i].vertex;
        for (uint64_t e = s->out.offsets[u]; e < s->out.offsets[u + 1]; e++) {
            const mg_vertex v = s->out.neighbours[e];
            s->paths[v] += s->distance[v] == length_of(s, u, e) && counts(s, u, e) ? s->paths[u] : 0;
        }
    }
    for (mg_vertex i = reached; i-- > 0;) {
        const mg_vertex u = s->order[i].vertex;
        for (uint64_t e = s->out.offsets[u]; e < s->out.offsets[u + 1]; e++) {
            const mg_vertex v = s->out.neighbours[e];
            if (s->distance[v] == length_of(s, u, e) && counts(s, u, e)) {
                const long double share = s->paths[u] / s->paths[v] * (1 + s->dependency[v]);
                s->dependency[u] += share;
                s->arcs[e] += (double)share;
            }
        }
        s->vertices[u] += u == source ? 0 : (double)s->dependency[u];
    }
}

/* NetworkX 3.6, betweenness.py, _rescale without (vertices) and with endpoints (edges). */
static double scale(const paths_search *s, double sources, double others, bool normalized) {
    if (others < 2) {
        return 1;
    }
    if (sources < 1) {
        return (double)NAN;
    }
    return normalized ? 1 / (sources * (others - 1)) : others / (sources * (mg_graph_directed(s->graph) ? 1 : 2));
}

static bool is_near(double given, double expected) {
    return isnan(expected) ? isnan(given) : fabs(given - expected) <= TOLERANCE * (fabs(expected) + TOLERANCE);
}

static bool compare_vertices(const paths_search *s, double sources, bool normalized, const double *given,
                             mgt_reason why) {
    for (mg_vertex v = 0; v < s->n; v++) {
        const double searched = s->is_source[v] ? sources - 1 : sources;
        const double expected = s->vertices[v] * scale(s, searched, (double)s->n - 1, normalized);
        if (!is_near(given[v], expected)) {
            return mgt_refuse(why, "the centrality of %llu is %.12g, expected %.12g", mgt_id(s->graph, v), given[v],
                              expected);
        }
    }
    return true;
}

/* The sum over the arcs from u to v, and back where the graph is undirected, and how many share it in arc e. */
static double expected_of(const paths_search *s, mg_vertex u, uint64_t e) {
    const mg_vertex v = s->out.neighbours[e];
    double sum = 0, least = (double)INFINITY, sharing = 0;
    for (uint64_t f = s->out.offsets[u]; f < s->out.offsets[u + 1]; f++) {
        sum += s->out.neighbours[f] == v ? s->arcs[f] : 0;
        least = s->out.neighbours[f] == v ? fmin(least, weight_of(s, f)) : least;
    }
    for (uint64_t f = s->out.offsets[v]; !mg_graph_directed(s->graph) && f < s->out.offsets[v + 1]; f++) {
        sum += s->out.neighbours[f] == u ? s->arcs[f] : 0;
    }
    for (uint64_t f = s->out.offsets[u]; f < s->out.offsets[u + 1]; f++) {
        sharing += s->out.neighbours[f] == v && weight_of(s, f) <= least;
    }
    return u != v && weight_of(s, e) <= least ? sum / sharing : 0;
}

static bool compare_arcs(const paths_search *s, double sources, bool normalized, const double *given, mgt_reason why) {
    const double factor = scale(s, sources, s->n, normalized);
    for (mg_vertex u = 0; u < s->n; u++) {
        for (uint64_t e = s->out.offsets[u]; e < s->out.offsets[u + 1]; e++) {
            const double expected = expected_of(s, u, e) * factor;
            if (!is_near(given[e], expected)) {
                return mgt_refuse(why, "the centrality of the edge from %llu to %llu is %.12g, expected %.12g",
                                  mgt_id(s->graph, u), mgt_id(s->graph, s->out.neighbours[e]), given[e], expected);
            }
        }
    }
    return true;
}

bool mgt_verify_bc_paths(const mg_graph *graph, const mg_vertex *sources, size_t count, const mg_bc_options *options,
                         bool by_edge, const double *given, char *text, size_t size) {
    const mgt_reason why = {text, size};
    const mg_vertex n = mg_graph_vertex_count(graph);
    paths_search s = {.graph = graph, .out = mg_graph_out_edges(graph), .n = n, .weighted = options->weighted};
    s.distance = mgt_memory(n, sizeof *s.distance, why);
    s.paths = mgt_memory(n, sizeof *s.paths, why);
    s.dependency = mgt_memory(n, sizeof *s.dependency, why);
    s.queue = mgt_memory(n, sizeof *s.queue, why);
    s.queued = mgt_memory(n, 1, why);
    s.is_source = mgt_memory(n, 1, why);
    s.order = mgt_memory(n, sizeof *s.order, why);
    s.vertices = mgt_memory(n, sizeof *s.vertices, why);
    s.arcs = mgt_memory(mg_graph_arc_count(graph), sizeof *s.arcs, why);
    bool holds =
        s.distance && s.paths && s.dependency && s.queue && s.queued && s.is_source && s.order && s.vertices && s.arcs;
    count = sources ? count : n;
    for (size_t i = 0; i < count && holds; i++) {
        s.is_source[sources ? sources[i] : i] = 1;
        add_source(&s, sources ? sources[i] : (mg_vertex)i);
    }
    holds = holds && (by_edge ? compare_arcs(&s, (double)count, options->normalized, given, why)
                              : compare_vertices(&s, (double)count, options->normalized, given, why));
    void *const blocks[] = {s.distance,  s.paths, s.dependency, s.queue, s.queued,
                            s.is_source, s.order, s.vertices,   s.arcs};
    for (size_t i = 0; i < sizeof blocks / sizeof *blocks; i++) {
        free(blocks[i]);
    }
    return holds;
}
