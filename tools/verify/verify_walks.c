/* SPDX-License-Identifier: Apache-2.0 */
#include "tools/verify/verify_common.h"

static double weight_of(mg_type type, const void *weights, uint64_t e) {
    return type == MG_INT32     ? ((const int32_t *)weights)[e]
           : type == MG_INT64   ? (double)((const int64_t *)weights)[e]
           : type == MG_FLOAT32 ? (double)((const float *)weights)[e]
           : type == MG_FLOAT64 ? ((const double *)weights)[e]
                                : 1;
}

/* Is there an edge from u to v (MG_NONE: to any vertex) that a walk may take? */
static bool leads(const mg_graph *graph, bool weighted, mg_vertex u, mg_vertex v) {
    const mg_adjacency out = mg_graph_out_edges(graph);
    const mg_type type = weighted ? mg_graph_weight_type(graph) : MG_TYPE_NONE;
    uint64_t low = out.offsets[u], high = out.offsets[u + 1];
    while (v != MG_NONE && low < high) {
        const uint64_t middle = low + (high - low) / 2;
        low = out.neighbours[middle] < v ? middle + 1 : low;
        high = out.neighbours[middle] < v ? high : middle;
    }
    for (uint64_t e = low; e < out.offsets[u + 1] && (v == MG_NONE || out.neighbours[e] == v); e++) {
        if (weight_of(type, out.weights, e) > 0) {
            return true;
        }
    }
    return false;
}

static bool verify_row(const mg_graph *graph, const mg_walks_options *o, uint64_t row, const mg_vertex *walk,
                       mgt_reason why) {
    const mg_vertex n = mg_graph_vertex_count(graph), *const by_id = mg_graph_by_id(graph);
    const uint64_t i = row / o->walks;
    const mg_vertex source = o->sources ? o->sources[i] : by_id ? by_id[i] : (mg_vertex)i;
    const bool weighted = o->kind != MG_WALK_UNIFORM;
    if (walk[0] != source) {
        return mgt_refuse(why, "walk %llu does not begin at %llu", (unsigned long long)row, mgt_id(graph, source));
    }
    for (uint32_t step = 0; step < o->length; step++) {
        const mg_vertex from = walk[step], to = walk[step + 1];
        if (from == MG_NONE && to != MG_NONE) {
            return mgt_refuse(why, "walk %llu goes on after its end", (unsigned long long)row);
        }
        if (from != MG_NONE && to == MG_NONE && leads(graph, weighted, from, MG_NONE)) {
            return mgt_refuse(why, "walk %llu ends at %llu, which has an edge", (unsigned long long)row,
                              mgt_id(graph, from));
        }
        if (to != MG_NONE && (to >= n || !leads(graph, weighted, from, to))) {
            return mgt_refuse(why, "walk %llu, step %lu: no edge can be taken from %llu to vertex %lu",
                              (unsigned long long)row, (unsigned long)step + 1, mgt_id(graph, from), (unsigned long)to);
        }
    }
    return true;
}

bool mgt_verify_walks(const mg_graph *graph, const mg_walks_options *options, uint64_t first, uint64_t count,
                      const mg_vertex *walks, char *text, size_t size) {
    for (uint64_t i = 0; i < count; i++) {
        if (!verify_row(graph, options, first + i, walks + i * ((uint64_t)options->length + 1),
                        (mgt_reason){text, size})) {
            return false;
        }
    }
    return true;
}
