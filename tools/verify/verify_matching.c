/* SPDX-License-Identifier: Apache-2.0
 *
 * Matchings and the sides of bipartite components by their properties.
 */
#include "tools/verify/verify_common.h"

#include <stdlib.h>

static bool mates_hold(const mg_graph *graph, const mg_vertex *mate, mgt_reason why) {
    const mg_vertex n = mg_graph_vertex_count(graph);
    const mg_adjacency out = mg_graph_out_edges(graph);
    for (mg_vertex v = 0; v < n; v++) {
        const mg_vertex u = mate[v];
        if (u == MG_NONE) {
            continue;
        }
        if (u >= n || u == v || mate[u] != v) {
            return mgt_refuse(why, "%llu is not the mate of its mate", mgt_id(graph, v));
        }
        if (!mgt_has_arc(out, u, v) && !mgt_has_arc(out, v, u)) {
            return mgt_refuse(why, "%llu and its mate %llu have no edge", mgt_id(graph, v), mgt_id(graph, u));
        }
    }
    return true;
}

bool mgt_verify_matching(mg_context *context, const mg_graph *graph, const mg_result *result, char *text, size_t size) {
    (void)context;
    const mgt_reason why = {text, size};
    const mg_adjacency out = mg_graph_out_edges(graph);
    const mg_vertex *mate = mgt_column(graph, result, "mate", MG_UINT32, why);
    if (!mate || !mates_hold(graph, mate, why)) {
        return false;
    }
    for (mg_vertex u = 0; u < mg_graph_vertex_count(graph); u++) {
        for (uint64_t e = out.offsets[u]; e < out.offsets[u + 1]; e++) {
            const mg_vertex v = out.neighbours[e];
            if (u != v && mate[u] == MG_NONE && mate[v] == MG_NONE) {
                return mgt_refuse(why, "%llu and %llu have an edge, and neither has a mate", mgt_id(graph, u),
                                  mgt_id(graph, v));
            }
        }
    }
    return true;
}

/* Union-find over two copies of every vertex: v for one side, n + v for the other. An edge joins copies of different
 * sides; a component is bipartite if no vertex has both of its copies in one set. */
static uint64_t find(uint64_t *parent, uint64_t v) {
    while (parent[v] != v) {
        parent[v] = parent[parent[v]];
        v = parent[v];
    }
    return v;
}

static void join(uint64_t *parent, uint64_t a, uint64_t b) {
    a = find(parent, a);
    b = find(parent, b);
    parent[a > b ? a : b] = a > b ? b : a;
}

static void join_edges(const mg_graph *graph, uint64_t *parent) {
    const mg_vertex n = mg_graph_vertex_count(graph);
    const mg_adjacency out = mg_graph_out_edges(graph);
    for (uint64_t v = 0; v < 2 * (uint64_t)n; v++) {
        parent[v] = v;
    }
    for (mg_vertex u = 0; u < n; u++) {
        for (uint64_t e = out.offsets[u]; e < out.offsets[u + 1]; e++) {
            join(parent, u, (uint64_t)n + out.neighbours[e]);
            join(parent, (uint64_t)n + u, out.neighbours[e]);
        }
    }
}

bool mgt_verify_bipartite(mg_context *context, const mg_graph *graph, const mg_result *result, char *text,
                          size_t size) {
    (void)context;
    const mgt_reason why = {text, size};
    const mg_vertex n = mg_graph_vertex_count(graph), *const by_id = mg_graph_by_id(graph);
    const uint32_t *side = mgt_column(graph, result, "side", MG_UINT32, why);
    uint64_t *parent = side ? mgt_memory(2 * (uint64_t)n, sizeof *parent, why) : NULL;
    uint8_t *known = side ? mgt_memory(2 * (uint64_t)n, sizeof *known, why) : NULL; /* of sets: 1 + their side */
    bool holds = parent && known;
    if (holds) {
        join_edges(graph, parent);
    }
    for (mg_vertex i = 0; holds && i < n; i++) { /* by ids: the first vertex of a component has side 0 */
        const mg_vertex v = by_id ? by_id[i] : i;
        const uint64_t own = find(parent, v), other = find(parent, (uint64_t)n + v);
        if (own != other && !known[own]) {
            known[own] = 1;
            known[other] = 2;
        }
        const uint32_t expected = own == other ? 2 : known[own] - 1u;
        holds = side[v] == expected || mgt_refuse(why, "the side of %llu is %lu, not %lu", mgt_id(graph, v),
                                                  (unsigned long)expected, (unsigned long)side[v]);
    }
    free(parent);
    free(known);
    return holds;
}
