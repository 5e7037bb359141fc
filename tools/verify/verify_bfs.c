/* SPDX-License-Identifier: Apache-2.0
 *
 * Why this is enough: the first check bounds every depth from above by the length of any path, the second from below,
 * as parents lead back level by level to the only vertex of depth 0.
 */
#include "tools/verify/verify_common.h"

static bool edges_hold(const mg_graph *graph, const uint32_t *depth, mgt_reason why) {
    const mg_vertex n = mg_graph_vertex_count(graph);
    const mg_adjacency out = mg_graph_out_edges(graph);
    for (mg_vertex u = 0; u < n; u++) {
        for (uint64_t e = out.offsets[u]; e < out.offsets[u + 1] && depth[u] != MG_UNREACHED; e++) {
            const mg_vertex v = out.neighbours[e];
            if (depth[v] == MG_UNREACHED || depth[v] > depth[u] + 1) {
                return mgt_refuse(why, "the edge from %llu (depth %lu) to %llu leads to depth %lu", mgt_id(graph, u),
                                  (unsigned long)depth[u], mgt_id(graph, v), (unsigned long)depth[v]);
            }
        }
    }
    return true;
}

static bool parents_hold(const mg_graph *graph, mg_vertex source, const uint32_t *depth, const mg_vertex *parent,
                         mgt_reason why) {
    const mg_vertex n = mg_graph_vertex_count(graph);
    const mg_adjacency out = mg_graph_out_edges(graph);
    for (mg_vertex v = 0; v < n; v++) {
        const mg_vertex p = parent[v];
        if (depth[v] == MG_UNREACHED) {
            if (p != MG_NONE) {
                return mgt_refuse(why, "%llu has a parent but no depth", mgt_id(graph, v));
            }
            continue;
        }
        if (v == source) {
            continue;
        }
        if (p >= n) {
            return mgt_refuse(why, "%llu has depth %lu but no parent", mgt_id(graph, v), (unsigned long)depth[v]);
        }
        if (depth[p] == MG_UNREACHED || depth[v] != depth[p] + 1) {
            return mgt_refuse(why, "%llu has depth %lu but its parent %llu has depth %lu", mgt_id(graph, v),
                              (unsigned long)depth[v], mgt_id(graph, p), (unsigned long)depth[p]);
        }
        if (!mgt_has_arc(out, p, v)) {
            return mgt_refuse(why, "there is no edge from %llu to its child %llu", mgt_id(graph, p), mgt_id(graph, v));
        }
    }
    return true;
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
    if (source == MG_NONE) {
        source = mg_graph_default_source(graph);
    }
    if (!mg_graph_vertex_count(graph)) {
        return true;
    }
    if (depth[source] != 0 || parent[source] != source) {
        return mgt_refuse(why, "the source %llu has depth %lu or another parent than itself", mgt_id(graph, source),
                          (unsigned long)depth[source]);
    }
    return edges_hold(graph, depth, why) && parents_hold(graph, source, depth, parent, why);
}
