/* SPDX-License-Identifier: Apache-2.0
 *
 * Minimum spanning forests by Kruskal's algorithm.
 */
#include "tools/verify/verify_common.h"

#include <stdlib.h>

typedef struct ranked_edge {
    union {
        int64_t whole;
        double real;
    } weight;
    uint64_t low, high; /* ids */
    mg_vertex source, target;
} ranked_edge;

static bool is_whole(const mg_graph *graph) {
    const mg_type type = mg_graph_weight_type(graph);
    return type != MG_FLOAT32 && type != MG_FLOAT64;
}

/* Without weights all are 1. */
static void set_weight(ranked_edge *edge, mg_type type, const void *weights, uint64_t at) {
    if (!weights) {
        edge->weight.whole = 1;
    } else if (type == MG_FLOAT32 || type == MG_FLOAT64) {
        edge->weight.real = type == MG_FLOAT32 ? (double)((const float *)weights)[at] : ((const double *)weights)[at];
    } else {
        edge->weight.whole = type == MG_INT32 ? ((const int32_t *)weights)[at] : ((const int64_t *)weights)[at];
    }
}

static ranked_edge make_edge(const mg_graph *graph, mg_vertex u, mg_vertex v) {
    const bool falls = mg_graph_id(graph, u) > mg_graph_id(graph, v);
    const mg_vertex low = falls ? v : u, high = falls ? u : v;
    return (ranked_edge){
        .source = low, .target = high, .low = mg_graph_id(graph, low), .high = mg_graph_id(graph, high)};
}

static int compare_ids(const ranked_edge *a, const ranked_edge *b) {
    return a->low != b->low ? (a->low > b->low) - (a->low < b->low) : (a->high > b->high) - (a->high < b->high);
}

static int compare_whole(const void *first, const void *second) {
    const ranked_edge *a = first, *b = second;
    const int by_weight = (a->weight.whole > b->weight.whole) - (a->weight.whole < b->weight.whole);
    return by_weight ? by_weight : compare_ids(a, b);
}

static int compare_real(const void *first, const void *second) {
    const ranked_edge *a = first, *b = second;
    const int by_weight = (a->weight.real > b->weight.real) - (a->weight.real < b->weight.real);
    return by_weight ? by_weight : compare_ids(a, b);
}

static void sort(const mg_graph *graph, ranked_edge *edges, uint64_t count) {
    qsort(edges, count, sizeof *edges, is_whole(graph) ? compare_whole : compare_real);
}

static mg_vertex find(mg_vertex *parent, mg_vertex v) {
    while (parent[v] != v) {
        parent[v] = parent[parent[v]];
        v = parent[v];
    }
    return v;
}

/* Leaves the edges of the forest at the beginning; the root of a tree is its vertex of smallest id. */
static mg_vertex kruskal(const mg_graph *graph, ranked_edge *edges, uint64_t count, mg_vertex *parent) {
    mg_vertex taken = 0;
    for (uint64_t i = 0; i < count; i++) {
        const mg_vertex a = find(parent, edges[i].source), b = find(parent, edges[i].target);
        const bool a_first = mg_graph_id(graph, a) < mg_graph_id(graph, b);
        if (a != b) {
            parent[a_first ? b : a] = a_first ? a : b;
            edges[taken++] = edges[i];
        }
    }
    return taken;
}

static uint64_t list_arcs(const mg_graph *graph, ranked_edge *edges) {
    const mg_adjacency out = mg_graph_out_edges(graph);
    uint64_t count = 0;
    for (mg_vertex u = 0; u < mg_graph_vertex_count(graph); u++) {
        for (uint64_t e = out.offsets[u]; e < out.offsets[u + 1]; e++) {
            edges[count] = make_edge(graph, u, out.neighbours[e]);
            set_weight(&edges[count++], mg_graph_weight_type(graph), out.weights, e);
        }
    }
    return count;
}

/* The edges of the result; MG_NONE: one has an end outside the graph, or only one end. */
static mg_vertex list_found(const mg_graph *graph, const mg_result *result, ranked_edge *edges) {
    const mg_vertex n = mg_graph_vertex_count(graph);
    const mg_vertex *source = mg_result_column(result, "source")->data;
    const mg_vertex *target = mg_result_column(result, "target")->data;
    const mg_column *weight = mg_result_column(result, "weight");
    mg_vertex count = 0;
    for (mg_vertex v = 0; v < n; v++) {
        if (source[v] == MG_NONE && target[v] == MG_NONE) {
            continue;
        }
        if (source[v] >= n || target[v] >= n) {
            return MG_NONE;
        }
        edges[count] = make_edge(graph, source[v], target[v]);
        set_weight(&edges[count++], mg_graph_weight_type(graph), weight ? weight->data : NULL, v);
    }
    return count;
}

static bool same(const mg_graph *graph, const ranked_edge *a, const ranked_edge *b) {
    return (is_whole(graph) ? compare_whole : compare_real)(a, b) == 0;
}

static bool compare(const mg_graph *graph, const ranked_edge *forest, mg_vertex count, const ranked_edge *found,
                    mg_vertex found_count, mgt_reason why) {
    if (found_count != count) {
        return mgt_refuse(why, "the forest has %lu edges, not %lu", (unsigned long)count, (unsigned long)found_count);
    }
    for (mg_vertex i = 0; i < count; i++) {
        if (!same(graph, &forest[i], &found[i])) {
            return mgt_refuse(why,
                              "edge %lu of the forest by weight is %llu, %llu, not %llu, %llu, or its weight differs",
                              (unsigned long)i, (unsigned long long)forest[i].low, (unsigned long long)forest[i].high,
                              (unsigned long long)found[i].low, (unsigned long long)found[i].high);
        }
    }
    return true;
}

static bool has_columns(const mg_graph *graph, const mg_result *result, mgt_reason why) {
    const mg_type type = mg_graph_weight_type(graph);
    return mgt_column(graph, result, "component", MG_UINT32, why) &&
           mgt_column(graph, result, "source", MG_UINT32, why) && mgt_column(graph, result, "target", MG_UINT32, why) &&
           (type == MG_TYPE_NONE || mgt_column(graph, result, "weight", type, why));
}

static bool check(const mg_graph *graph, const mg_result *result, ranked_edge *edges, ranked_edge *found,
                  mg_vertex *parent, mgt_reason why) {
    const mg_vertex n = mg_graph_vertex_count(graph);
    const mg_vertex *component = mg_result_column(result, "component")->data;
    for (mg_vertex v = 0; v < n; v++) {
        parent[v] = v;
    }
    const uint64_t arcs = list_arcs(graph, edges);
    const mg_vertex found_count = list_found(graph, result, found);
    if (found_count == MG_NONE) {
        return mgt_refuse(why, "an edge has an end that is no vertex");
    }
    sort(graph, edges, arcs);
    sort(graph, found, found_count);
    const mg_vertex count = kruskal(graph, edges, arcs, parent);
    for (mg_vertex v = 0; v < n; v++) {
        if (component[v] != find(parent, v)) {
            return mgt_refuse(why, "the smallest vertex in the tree of %llu is %llu", mgt_id(graph, v),
                              mgt_id(graph, find(parent, v)));
        }
    }
    return compare(graph, edges, count, found, found_count, why);
}

bool mgt_verify_msf(mg_context *context, const mg_graph *graph, const mg_result *result, char *text, size_t size) {
    (void)context;
    const mgt_reason why = {text, size};
    const mg_vertex n = mg_graph_vertex_count(graph);
    if (!has_columns(graph, result, why)) {
        return false;
    }
    ranked_edge *edges = mgt_memory(mg_graph_arc_count(graph), sizeof *edges, why);
    ranked_edge *found = mgt_memory(n, sizeof *found, why);
    mg_vertex *parent = mgt_memory(n, sizeof *parent, why);
    const bool holds = edges && found && parent && check(graph, result, edges, found, parent, why);
    free(edges);
    free(found);
    free(parent);
    return holds;
}
