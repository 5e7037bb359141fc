/* SPDX-License-Identifier: Apache-2.0
 *
 * Distances are least if no edge gives a smaller one and a path of tight edges (without slack) leads from the source to
 * each reached vertex. A tight edge into each vertex is not sufficient: a cycle of zero weights has tight edges at any
 * distance.
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
} distances;

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
    const uint64_t weight = d->out.weights ? (uint64_t)((const int32_t *)d->out.weights)[e] : 1;
    const uint64_t over_u = integer_at(d, u) + weight;
    return (integer_at(d, v) > over_u) - (integer_at(d, v) < over_u);
}

static bool source_holds(const distances *d, mgt_reason why) {
    bool zero = d->type == MG_FLOAT32   ? ((const float *)d->value)[d->source] == 0
                : d->type == MG_FLOAT64 ? ((const double *)d->value)[d->source] == 0
                                        : integer_at(d, d->source) == 0;
    return zero || mgt_refuse(why, "the source %llu has a distance other than 0", mgt_id(d->graph, d->source));
}

static bool edges_hold(const distances *d, mgt_reason why) {
    for (mg_vertex u = 0; u < d->n; u++) {
        for (uint64_t e = d->out.offsets[u]; e < d->out.offsets[u + 1] && reached(d, u); e++) {
            if (!reached(d, d->out.neighbours[e]) || slack_sign(d, u, e) > 0) {
                return mgt_refuse(why, "the edge from %llu to %llu offers a shorter distance", mgt_id(d->graph, u),
                                  mgt_id(d->graph, d->out.neighbours[e]));
            }
        }
    }
    return true;
}

/* Breadth-first search over tight edges: it must find every reached vertex. */
static bool tight_paths_hold(const distances *d, mgt_reason why) {
    uint8_t *found = mgt_memory(d->n, sizeof *found, why);
    mg_vertex *queue = mgt_memory(d->n, sizeof *queue, why), head = 0, tail = 0, v;
    bool holds = found && queue;
    if (holds) {
        found[d->source] = 1;
        queue[tail++] = d->source;
    }
    while (head < tail) {
        const mg_vertex u = queue[head++];
        for (uint64_t e = d->out.offsets[u]; e < d->out.offsets[u + 1]; e++) {
            v = d->out.neighbours[e];
            if (!found[v] && slack_sign(d, u, e) == 0) {
                found[v] = 1;
                queue[tail++] = v;
            }
        }
    }
    for (v = 0; v < d->n && holds; v++) {
        if (reached(d, v) && !found[v]) {
            holds = mgt_refuse(why, "no path has the distance of %llu", mgt_id(d->graph, v));
        }
    }
    free(found);
    free(queue);
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
    const mgt_reason why = {text, size};
    const mg_column *column = mg_result_column(result, "distance");
    const mg_type weights = mg_graph_weight_type(graph);
    mg_type type = weights;
    if (weights == MG_TYPE_NONE || weights == MG_INT32) {
        type = column && column->type == MG_UINT64 ? MG_UINT64 : MG_UINT32;
    }
    distances d = {.graph = graph,
                   .n = mg_graph_vertex_count(graph),
                   .source = source == MG_NONE ? mg_graph_default_source(graph) : source,
                   .out = mg_graph_out_edges(graph),
                   .type = type};
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
    return source_holds(&d, why) && edges_hold(&d, why) && tight_paths_hold(&d, why) &&
           (!d.parent || parents_hold(&d, why));
}
