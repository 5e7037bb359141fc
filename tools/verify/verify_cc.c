/* SPDX-License-Identifier: Apache-2.0 */
#include "tools/verify/verify_common.h"

#include <stdlib.h>

static mg_vertex find(mg_vertex *parent, mg_vertex v) {
    while (parent[v] != v) {
        parent[v] = parent[parent[v]];
        v = parent[v];
    }
    return v;
}

/* Links the larger root to the smaller one, so that a root is the smallest vertex of its set. */
static void join(const mg_graph *graph, mg_vertex *parent, mg_vertex u, mg_vertex v) {
    u = find(parent, u);
    v = find(parent, v);
    if (mg_graph_id(graph, u) < mg_graph_id(graph, v)) {
        parent[v] = u;
    } else {
        parent[u] = v;
    }
}

bool mgt_verify_cc(mg_context *context, const mg_graph *graph, const mg_result *result, char *text, size_t size) {
    (void)context;
    const mgt_reason why = {text, size};
    const mg_vertex n = mg_graph_vertex_count(graph);
    const mg_adjacency out = mg_graph_out_edges(graph);
    const mg_vertex *label = mgt_column(graph, result, "component", MG_UINT32, why);
    mg_vertex *parent = label ? mgt_memory(n, sizeof *parent, why) : NULL;
    if (!parent) {
        return false;
    }
    for (mg_vertex v = 0; v < n; v++) {
        parent[v] = v;
    }
    for (mg_vertex u = 0; u < n; u++) {
        for (uint64_t e = out.offsets[u]; e < out.offsets[u + 1]; e++) {
            join(graph, parent, u, out.neighbours[e]);
        }
    }
    bool holds = true;
    for (mg_vertex v = 0; v < n && holds; v++) {
        const mg_vertex smallest = find(parent, v);
        if (label[v] != smallest) {
            holds =
                mgt_refuse(why, "%llu is labelled %llu, the smallest vertex of its component is %llu", mgt_id(graph, v),
                           label[v] < n ? mgt_id(graph, label[v]) : label[v], mgt_id(graph, smallest));
        }
    }
    free(parent);
    return holds;
}
