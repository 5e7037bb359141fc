/* SPDX-License-Identifier: Apache-2.0
 *
 * Correctness: the first check bounds every depth from above by the length of any path. The second one bounds it from
 * below, since a chain of parents leads level by level to the only vertex of depth 0.
 */
#include "tools/verify/verify_common.h"

/* One search. In a result of several searches the values of adjacent vertices are `width` elements apart. */
typedef struct search {
    mg_vertex source;
    const uint32_t *depth;
    const mg_vertex *parent;
    size_t width;
} search;

static uint32_t depth_of(const search *s, mg_vertex v) {
    return s->depth[v * s->width];
}

static bool edges_hold(const mg_graph *graph, const search *s, mgt_reason why) {
    const mg_vertex n = mg_graph_vertex_count(graph);
    const mg_adjacency out = mg_graph_out_edges(graph);
    for (mg_vertex u = 0; u < n; u++) {
        for (uint64_t e = out.offsets[u]; e < out.offsets[u + 1] && depth_of(s, u) != MG_UNREACHED; e++) {
            const mg_vertex v = out.neighbours[e];
            if (depth_of(s, v) == MG_UNREACHED || depth_of(s, v) > depth_of(s, u) + 1) {
                return mgt_refuse(why, "the edge from %llu (depth %lu) to %llu leads to depth %lu", mgt_id(graph, u),
                                  (unsigned long)depth_of(s, u), mgt_id(graph, v), (unsigned long)depth_of(s, v));
            }
        }
    }
    return true;
}

static bool parents_hold(const mg_graph *graph, const search *s, mgt_reason why) {
    const mg_vertex n = mg_graph_vertex_count(graph);
    const mg_adjacency out = mg_graph_out_edges(graph);
    for (mg_vertex v = 0; v < n; v++) {
        const mg_vertex p = s->parent[v * s->width];
        if (depth_of(s, v) == MG_UNREACHED) {
            if (p != MG_NONE) {
                return mgt_refuse(why, "%llu has a parent but no depth", mgt_id(graph, v));
            }
            continue;
        }
        if (v == s->source) {
            continue;
        }
        if (p >= n) {
            return mgt_refuse(why, "%llu has depth %lu but no parent", mgt_id(graph, v), (unsigned long)depth_of(s, v));
        }
        if (depth_of(s, p) == MG_UNREACHED || depth_of(s, v) != depth_of(s, p) + 1) {
            return mgt_refuse(why, "%llu has depth %lu but its parent %llu has depth %lu", mgt_id(graph, v),
                              (unsigned long)depth_of(s, v), mgt_id(graph, p), (unsigned long)depth_of(s, p));
        }
        if (!mgt_has_arc(out, p, v)) {
            return mgt_refuse(why, "there is no edge from %llu to its child %llu", mgt_id(graph, p), mgt_id(graph, v));
        }
    }
    return true;
}

static bool search_holds(const mg_graph *graph, const search *s, mgt_reason why) {
    if (depth_of(s, s->source) != 0 || s->parent[s->source * s->width] != s->source) {
        return mgt_refuse(why, "the source %llu has depth %lu or another parent than itself", mgt_id(graph, s->source),
                          (unsigned long)depth_of(s, s->source));
    }
    return edges_hold(graph, s, why) && parents_hold(graph, s, why);
}

bool mgt_verify_bfs(mg_context *context, const mg_graph *graph, mg_vertex source, const mg_result *result, char *text,
                    size_t size) {
    (void)context;
    const mgt_reason why = {text, size};
    const uint32_t *depth = mgt_column(graph, result, "depth", MG_UINT32, why);
    const mg_vertex *parent = depth ? mgt_column(graph, result, "parent", MG_UINT32, why) : NULL;
    if (!parent) {
        return false;
    }
    if (!mg_graph_vertex_count(graph)) {
        return true;
    }
    size_t count = 0;
    const mg_vertex *sources = mg_result_sources(result, &count);
    const size_t width = mg_result_column(result, "depth")->width;
    if (width == 1) {
        const search only = {
            .source = source == MG_NONE ? mg_graph_default_source(graph) : source, depth, parent, .width = 1};
        return search_holds(graph, &only, why);
    }
    bool right = count == width || mgt_refuse(why, "%zu columns of depths for %zu sources", width, count);
    for (size_t k = 0; right && k < width; k++) {
        const search one = {.source = sources[k], depth + k, parent + k, .width = width};
        right = search_holds(graph, &one, why);
    }
    return right;
}
