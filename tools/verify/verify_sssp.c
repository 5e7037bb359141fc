/* SPDX-License-Identifier: Apache-2.0
 *
 * Distances are least if no edge gives a smaller one and a path of tight edges (without slack) leads from the source to
 * each reached vertex. A tight edge into each vertex is not sufficient: a cycle of zero weights has tight edges at any
 * distance. Sums of integers are exact. Floats are checked twice: tight edges in the arithmetic of the run, and the
 * lengths of the paths in long double, since rounded sums can make the longer of two paths the shorter one.
 */
#include "tools/verify/verify_common.h"

#include <stdlib.h>

typedef struct distances {
    const mg_graph *graph;
    mg_vertex n, source;
    mg_adjacency out;
    mg_type type; /* of the column */
    const void *value;
    const mg_vertex *parent; /* NULL: not computed */
    double cutoff;           /* what is farther is unreached; infinity: nothing */
} distances;

static uint64_t whole_weight(const distances *d, uint64_t e) {
    switch (mg_graph_weight_type(d->graph)) {
    case MG_INT32:
        return (uint64_t)((const int32_t *)d->out.weights)[e];
    case MG_INT64:
        return (uint64_t)((const int64_t *)d->out.weights)[e];
    default:
        return 1;
    }
}

static bool reached(const distances *d, mg_vertex v) {
    switch (d->type) {
    case MG_UINT32:
        return ((const uint32_t *)d->value)[v] != MG_UNREACHED;
    case MG_UINT64:
        return ((const uint64_t *)d->value)[v] != MG_UNREACHED64;
    case MG_FLOAT32:
        return ((const float *)d->value)[v] != INFINITY;
    default:
        return ((const double *)d->value)[v] != (double)INFINITY;
    }
}

static uint64_t integer_at(const distances *d, mg_vertex v) {
    return d->type == MG_UINT32 ? ((const uint32_t *)d->value)[v] : ((const uint64_t *)d->value)[v];
}

/* The sign of d[v] - (d[u] + w) for the arc e from the reached u to the reached v: 0 is tight, 1 (also for a NaN) a
 * violation. */
static int slack_sign(const distances *d, mg_vertex u, uint64_t e) {
    const mg_vertex v = d->out.neighbours[e];
    if (d->type == MG_FLOAT32) {
        const float *value = d->value;
        const float over_u = value[u] + ((const float *)d->out.weights)[e];
        return value[v] == over_u ? 0 : value[v] < over_u ? -1 : 1;
    }
    if (d->type == MG_FLOAT64) {
        const double *value = d->value;
        const double over_u = value[u] + ((const double *)d->out.weights)[e];
        return value[v] == over_u ? 0 : value[v] < over_u ? -1 : 1;
    }
    uint64_t over_u;
    if (__builtin_add_overflow(integer_at(d, u), whole_weight(d, e), &over_u)) {
        return -1; /* longer than any distance */
    }
    return (integer_at(d, v) > over_u) - (integer_at(d, v) < over_u);
}

static bool is_real(const distances *d) {
    return d->type == MG_FLOAT32 || d->type == MG_FLOAT64;
}

static long double real_weight(const distances *d, uint64_t e) {
    return d->type == MG_FLOAT32 ? (long double)((const float *)d->out.weights)[e]
                                 : (long double)((const double *)d->out.weights)[e];
}

static long double real_distance(const distances *d, mg_vertex v) {
    return d->type == MG_FLOAT32 ? (long double)((const float *)d->value)[v]
                                 : (long double)((const double *)d->value)[v];
}

static bool source_holds(const distances *d, mgt_reason why) {
    bool zero = d->type == MG_FLOAT32   ? ((const float *)d->value)[d->source] == 0
                : d->type == MG_FLOAT64 ? ((const double *)d->value)[d->source] == 0
                                        : integer_at(d, d->source) == 0;
    return zero || mgt_refuse(why, "the source %llu has a distance other than 0", mgt_id(d->graph, d->source));
}

/* Leads the arc e from the reached u beyond the cutoff, or beyond every number? */
static bool leads_too_far(const distances *d, mg_vertex u, uint64_t e) {
    if (d->type == MG_FLOAT32) {
        const float sum = ((const float *)d->value)[u] + ((const float *)d->out.weights)[e];
        return isinf(((const float *)d->out.weights)[e]) || (double)sum > d->cutoff;
    }
    if (d->type == MG_FLOAT64) {
        const double *const weights = d->out.weights;
        return isinf(weights[e]) || ((const double *)d->value)[u] + weights[e] > d->cutoff;
    }
    uint64_t sum;
    return d->cutoff < (double)INFINITY && (__builtin_add_overflow(integer_at(d, u), whole_weight(d, e), &sum) ||
                                            (d->cutoff < 0x1p64 && sum > (uint64_t)d->cutoff));
}

static bool edges_hold(const distances *d, mgt_reason why) {
    for (mg_vertex u = 0; u < d->n; u++) {
        for (uint64_t e = d->out.offsets[u]; e < d->out.offsets[u + 1] && reached(d, u); e++) {
            if (!reached(d, d->out.neighbours[e]) && leads_too_far(d, u, e)) {
                continue;
            }
            if (!reached(d, d->out.neighbours[e])) {
                return mgt_refuse(why, "the edge from %llu reaches %llu, which has no distance", mgt_id(d->graph, u),
                                  mgt_id(d->graph, d->out.neighbours[e]));
            }
            if (slack_sign(d, u, e) > 0) {
                return mgt_refuse(why, "the edge from %llu to %llu offers a shorter distance", mgt_id(d->graph, u),
                                  mgt_id(d->graph, d->out.neighbours[e]));
            }
        }
    }
    return true;
}

/* Paths of tight edges from the source, one to each vertex; with parents along these. */
typedef struct tight_paths {
    mg_vertex *edges;    /* number of edges of the path; 0: none was found, or the source */
    long double *length; /* sum of its weights; NULL for integers, whose sums are exact */
} tight_paths;

/* Largest relative error of a sum of `edges` numbers, up to a limit beyond which the results are not usable. */
static long double tolerance(const distances *d, uint64_t edges) {
    const bool single = d->type == MG_FLOAT32;
    const long double bound = (long double)edges * (single ? 0x1p-24L : 0x1p-53L), most = single ? 0x1p-16L : 0x1p-30L;
    return bound < most ? bound : most;
}

static bool length_holds(const distances *d, const tight_paths *paths, mg_vertex v, mgt_reason why) {
    const long double length = paths->length[v], off = real_distance(d, v) - length;
    if (fabsl(off) <= tolerance(d, paths->edges[v]) * length) {
        return true;
    }
    return mgt_refuse(why, "the distance of %llu is %.9Lg, but its path has the length %.9Lg%s", mgt_id(d->graph, v),
                      real_distance(d, v), length, d->type == MG_FLOAT32 ? ": sums of float32 are too coarse" : "");
}

/* No edge shortens a path by more than rounding explains. */
static bool lengths_hold(const distances *d, const tight_paths *paths, mgt_reason why) {
    for (mg_vertex u = 0; u < d->n; u++) {
        if (!reached(d, u)) {
            continue;
        }
        if (!length_holds(d, paths, u, why)) {
            return false;
        }
        for (uint64_t e = d->out.offsets[u]; e < d->out.offsets[u + 1]; e++) {
            const mg_vertex v = d->out.neighbours[e];
            const long double over_u = paths->length[u] + real_weight(d, e), length = paths->length[v];
            const uint64_t sums = (uint64_t)paths->edges[u] + paths->edges[v] + 1;
            if (reached(d, v) && length - over_u > tolerance(d, sums) * length) {
                return mgt_refuse(why, "the path to %llu has the length %.9Lg, that over %llu only %.9Lg%s",
                                  mgt_id(d->graph, v), length, mgt_id(d->graph, u), over_u,
                                  d->type == MG_FLOAT32 ? ": sums of float32 are too coarse" : "");
            }
        }
    }
    return true;
}

/* Breadth-first search over tight edges, with parents over those from the parents: it must find every reached
 * vertex. */
static bool find_paths(const distances *d, const tight_paths *paths, mgt_reason why) {
    mg_vertex *queue = mgt_memory(d->n, sizeof *queue, why), head = 0, tail = 0;
    if (!queue) {
        return false;
    }
    queue[tail++] = d->source;
    while (head < tail) {
        const mg_vertex u = queue[head++];
        for (uint64_t e = d->out.offsets[u]; e < d->out.offsets[u + 1]; e++) {
            const mg_vertex v = d->out.neighbours[e];
            if (v == d->source || !reached(d, v) || paths->edges[v] || (d->parent && d->parent[v] != u) ||
                slack_sign(d, u, e) != 0) {
                continue;
            }
            paths->edges[v] = paths->edges[u] + 1;
            if (paths->length) {
                paths->length[v] = paths->length[u] + real_weight(d, e);
            }
            queue[tail++] = v;
        }
    }
    free(queue);
    for (mg_vertex v = 0; v < d->n; v++) {
        if (reached(d, v) && v != d->source && !paths->edges[v]) {
            return mgt_refuse(why, "no path has the distance of %llu", mgt_id(d->graph, v));
        }
    }
    return true;
}

static bool tight_paths_hold(const distances *d, mgt_reason why) {
    tight_paths paths = {.edges = mgt_memory(d->n, sizeof *paths.edges, why)};
    if (is_real(d)) {
        paths.length = mgt_memory(d->n, sizeof *paths.length, why);
    }
    bool holds = paths.edges && (paths.length || !is_real(d)) && find_paths(d, &paths, why);
    holds = holds && (!paths.length || lengths_hold(d, &paths, why));
    free(paths.edges);
    free(paths.length);
    return holds;
}

static bool parent_holds(const distances *d, mg_vertex v, mgt_reason why) {
    const mg_vertex p = d->parent[v];
    const unsigned long long id = mgt_id(d->graph, v);
    if (!reached(d, v)) {
        return p == MG_NONE || mgt_refuse(why, "%llu has a parent but no distance", id);
    }
    if (v == d->source) {
        return p == v || mgt_refuse(why, "the source %llu is not its own parent", id);
    }
    return p < d->n && p != v && reached(d, p) ? true
                                               : mgt_refuse(why, "%llu has a distance but no parent that has one", id);
}

/* One pass over all arcs: to search the arcs of the parent for each child would not be linear. */
static bool parents_are_tight(const distances *d, mgt_reason why) {
    uint8_t *tight = mgt_memory(d->n, sizeof *tight, why);
    bool holds = tight != NULL;
    for (mg_vertex u = 0; u < d->n && holds; u++) {
        for (uint64_t e = d->out.offsets[u]; e < d->out.offsets[u + 1] && reached(d, u); e++) {
            const mg_vertex v = d->out.neighbours[e];
            if (d->parent[v] == u && slack_sign(d, u, e) == 0) {
                tight[v] = 1;
            }
        }
    }
    for (mg_vertex v = 0; v < d->n && holds; v++) {
        if (reached(d, v) && v != d->source && !tight[v]) {
            holds = mgt_refuse(why, "no edge from the parent %llu of %llu gives its distance",
                               mgt_id(d->graph, d->parent[v]), mgt_id(d->graph, v));
        }
    }
    free(tight);
    return holds;
}

/* Follows the parents of every vertex. visited_from[v] is 1 + the start that reached v first. If a
 * start reaches a vertex that it visited itself, there is a cycle. */
static bool parents_are_acyclic(const distances *d, mgt_reason why) {
    mg_vertex *visited_from = mgt_memory(d->n, sizeof *visited_from, why);
    bool holds = visited_from != NULL;
    for (mg_vertex start = 0; start < d->n && holds; start++) {
        mg_vertex v = start;
        while (reached(d, v) && v != d->source && !visited_from[v]) {
            visited_from[v] = start + 1;
            v = d->parent[v];
        }
        if (reached(d, v) && v != d->source && visited_from[v] == start + 1) {
            holds = mgt_refuse(why, "the parents of %llu form a cycle", mgt_id(d->graph, v));
        }
    }
    free(visited_from);
    return holds;
}

static bool parents_hold(const distances *d, mgt_reason why) {
    for (mg_vertex v = 0; v < d->n; v++) {
        if (!parent_holds(d, v, why)) {
            return false;
        }
    }
    return parents_are_tight(d, why) && parents_are_acyclic(d, why);
}

bool mgt_verify_sssp(mg_context *context, const mg_graph *graph, mg_vertex source, const mg_result *result, char *text,
                     size_t size) {
    (void)context;
    return mgt_verify_sssp_within(graph, source, (double)INFINITY, result, text, size);
}

bool mgt_verify_sssp_within(const mg_graph *graph, mg_vertex source, double cutoff, const mg_result *result, char *text,
                            size_t size) {
    const mgt_reason why = {text, size};
    const mg_column *column = mg_result_column(result, "distance");
    const mg_type weights = mg_graph_weight_type(graph);
    mg_type type = weights;
    if (weights != MG_FLOAT32 && weights != MG_FLOAT64) {
        type = column && column->type == MG_UINT64 ? MG_UINT64 : MG_UINT32;
    }
    distances d = {.graph = graph,
                   .n = mg_graph_vertex_count(graph),
                   .source = source == MG_NONE ? mg_graph_default_source(graph) : source,
                   .out = mg_graph_out_edges(graph),
                   .type = type,
                   .cutoff = cutoff};
    d.value = mgt_column(graph, result, "distance", type, why);
    if (!d.value) {
        return false;
    }
    if (mg_result_column(result, "parent")) {
        d.parent = mgt_column(graph, result, "parent", MG_UINT32, why);
        if (!d.parent) {
            return false;
        }
    }
    if (!d.n) {
        return true;
    }
    return source_holds(&d, why) && edges_hold(&d, why) && (!d.parent || parents_hold(&d, why)) &&
           tight_paths_hold(&d, why);
}
