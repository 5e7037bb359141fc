/* SPDX-License-Identifier: Apache-2.0
 *
 * Communities by their properties: names, modularity, no two that should be one, connected ones.
 */
#include "tools/verify/verify_common.h"

#include <math.h>
#include <stdlib.h>

#define ROUNDING 1e-9 /* as a share of the larger of 1 and the resolution */

/* An edge between two communities; from < to. */
typedef struct between {
    mg_vertex from, to;
    double weight;
} between;

typedef struct checking {
    const mg_graph *graph;
    const mg_communities_options *options;
    const mg_vertex *label;
    long double *strength; /* of communities */
    long double total; /* of all strengths */
    between *edges;
    uint64_t edge_count;
    mgt_reason why;
} checking;

static double weight_at(const checking *c, const mg_adjacency *out, uint64_t at) {
    switch (c->options->unweighted ? MG_TYPE_NONE : mg_graph_weight_type(c->graph)) {
    case MG_INT32:
        return ((const int32_t *)out->weights)[at];
    case MG_INT64:
        return (double)((const int64_t *)out->weights)[at];
    case MG_FLOAT32:
        return (double)((const float *)out->weights)[at];
    case MG_FLOAT64:
        return ((const double *)out->weights)[at];
    default:
        return 1;
    }
}

static bool check_names(const checking *c, const mg_communities *found) {
    const mg_vertex n = mg_graph_vertex_count(c->graph);
    mg_vertex count = 0;
    for (mg_vertex v = 0; v < n; v++) {
        const mg_vertex label = c->label[v];
        if (label >= n || c->label[label] != label || mg_graph_id(c->graph, label) > mg_graph_id(c->graph, v)) {
            return mgt_refuse(c->why, "the community of %llu is not named by its smallest id", mgt_id(c->graph, v));
        }
        count += label == v;
    }
    return count == found->count ||
           mgt_refuse(c->why, "there are %lu communities, not %lu", (unsigned long)count, (unsigned long)found->count);
}

/* Adds up all edges, each of an undirected graph from one end; lists those between communities. */
static long double sum_edges(checking *c) {
    const mg_adjacency out = mg_graph_out_edges(c->graph);
    const bool directed = mg_graph_directed(c->graph);
    long double inside = 0;
    for (mg_vertex u = 0; u < mg_graph_vertex_count(c->graph); u++) {
        for (uint64_t e = out.offsets[u]; e < out.offsets[u + 1]; e++) {
            const mg_vertex v = out.neighbours[e], a = c->label[u], b = c->label[v];
            if (!directed && v < u) {
                continue;
            }
            const double weight = weight_at(c, &out, e);
            c->strength[a] += weight;
            c->strength[b] += weight;
            c->total += 2 * (long double)weight;
            inside += a == b ? 2 * (long double)weight : 0;
            if (a != b) {
                c->edges[c->edge_count++] = (between){a < b ? a : b, a < b ? b : a, weight};
            }
        }
    }
    return inside;
}

static long double rounding(const checking *c) {
    return ROUNDING * fmax(1, c->options->resolution);
}

static bool check_modularity(checking *c, const mg_communities *found) {
    const long double inside = sum_edges(c);
    long double modularity = 0;
    if (c->total > 0) {
        modularity = inside / c->total;
        for (mg_vertex v = 0; v < mg_graph_vertex_count(c->graph); v++) {
            const long double share = c->strength[v] / c->total;
            modularity -= c->options->resolution * share * share;
        }
    }
    return fabsl(modularity - (long double)found->modularity) <= rounding(c) ||
           mgt_refuse(c->why, "the modularity is %.12Lg, not %.12g", modularity, found->modularity);
}

static int compare(const void *first, const void *second) {
    const between *a = first, *b = second;
    return a->from != b->from ? (a->from > b->from) - (a->from < b->from) : (a->to > b->to) - (a->to < b->to);
}

/* Would two communities be better as one? */
static bool check_pairs(checking *c) {
    qsort(c->edges, c->edge_count, sizeof *c->edges, compare);
    for (uint64_t i = 0; i < c->edge_count;) {
        const between *const first = &c->edges[i];
        long double weight = 0;
        for (; i < c->edge_count && compare(first, &c->edges[i]) == 0; i++) {
            weight += c->edges[i].weight;
        }
        const long double expected = c->strength[first->from] * c->strength[first->to] / c->total;
        const long double gain = 2 * (weight - c->options->resolution * expected) / c->total;
        if (gain > c->options->threshold + rounding(c)) {
            return mgt_refuse(c->why, "the communities %llu and %llu as one would add %.3Lg to the modularity",
                              mgt_id(c->graph, first->from), mgt_id(c->graph, first->to), gain);
        }
    }
    return true;
}

/* Searches each community from its first vertex; the lists have n elements. */
static bool check_connected(const checking *c, const mg_adjacency sides[2], mg_vertex *list, bool *seen) {
    const mg_vertex n = mg_graph_vertex_count(c->graph);
    for (mg_vertex v = 0; v < n; v++) {
        const mg_vertex label = c->label[v];
        mg_vertex count = 0;
        if (!seen[label]) {
            seen[label] = true;
            list[count++] = label;
        }
        for (mg_vertex i = 0; i < count; i++) {
            for (int side = 0; side < 2; side++) {
                for (uint64_t e = sides[side].offsets[list[i]]; e < sides[side].offsets[list[i] + 1]; e++) {
                    const mg_vertex u = sides[side].neighbours[e];
                    if (c->label[u] == label && !seen[u]) {
                        seen[u] = true;
                        list[count++] = u;
                    }
                }
            }
        }
        if (!seen[v]) {
            return mgt_refuse(c->why, "no path within its community leads from %llu to %llu", mgt_id(c->graph, label),
                              mgt_id(c->graph, v));
        }
    }
    return true;
}

static bool check_paths(mg_context *context, const checking *c) {
    const mg_vertex n = mg_graph_vertex_count(c->graph);
    mg_adjacency sides[2] = {mg_graph_out_edges(c->graph), mg_graph_out_edges(c->graph)};
    if (mg_graph_directed(c->graph) && mg_graph_in_edges(context, c->graph, &sides[1]) < 0) {
        return mgt_refuse(c->why, "%s", mg_context_error(context));
    }
    mg_vertex *list = mgt_memory(n, sizeof *list, c->why);
    bool *seen = mgt_memory(n, sizeof *seen, c->why);
    const bool good = list && seen && check_connected(c, sides, list, seen);
    free(list);
    free(seen);
    return good;
}

bool mgt_verify_communities(mg_context *context, const mg_graph *graph, const mg_communities_options *options,
                            bool connected, const mg_communities *found, const mg_result *result, char *text,
                            size_t size) {
    const mg_communities_options o = options ? *options : MG_COMMUNITIES_OPTIONS_INIT;
    checking c = {.graph = graph, .options = &o, .why = {text, size}};
    c.label = mgt_column(graph, result, "community", MG_UINT32, c.why);
    if (!c.label || !check_names(&c, found)) {
        return false;
    }
    c.strength = mgt_memory(mg_graph_vertex_count(graph), sizeof *c.strength, c.why);
    c.edges = mgt_memory(mg_graph_arc_count(graph), sizeof *c.edges, c.why);
    const bool good = c.strength && c.edges && check_modularity(&c, found) &&
                      (connected || o.max_levels || check_pairs(&c)) && (!connected || check_paths(context, &c));
    free(c.strength);
    free(c.edges);
    return good;
}
