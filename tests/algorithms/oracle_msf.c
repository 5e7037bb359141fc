/* SPDX-License-Identifier: Apache-2.0 */
#include "tests/algorithms/oracles.h"
#include "tests/shapes.h"

#include <stdlib.h>

static bool is_before(const mg_graph *graph, const oracle_edge *a, const oracle_edge *b) {
    if (a->weight < b->weight || a->weight > b->weight) {
        return a->weight < b->weight;
    }
    const uint64_t a_ids[] = {mg_graph_id(graph, a->source), mg_graph_id(graph, a->target)};
    const uint64_t b_ids[] = {mg_graph_id(graph, b->source), mg_graph_id(graph, b->target)};
    return a_ids[0] < b_ids[0] || (a_ids[0] == b_ids[0] && a_ids[1] < b_ids[1]);
}

static oracle_edge edge_at(const mg_graph *graph, mg_vertex u, uint64_t arc) {
    const mg_vertex v = mg_graph_out_edges(graph).neighbours[arc];
    const bool falls = mg_graph_id(graph, u) > mg_graph_id(graph, v);
    return (oracle_edge){.source = falls ? v : u, .target = falls ? u : v, .weight = arc_weight(graph, arc)};
}

/* The first edge, by weight and ids, between two trees; false: there is none. */
static bool find_first(const mg_graph *graph, const mg_vertex *tree, oracle_edge *first) {
    const mg_adjacency out = mg_graph_out_edges(graph);
    bool found = false;
    for (mg_vertex u = 0; u < mg_graph_vertex_count(graph); u++) {
        for (uint64_t e = out.offsets[u]; e < out.offsets[u + 1]; e++) {
            const oracle_edge edge = edge_at(graph, u, e);
            if (tree[edge.source] != tree[edge.target] && (!found || is_before(graph, &edge, first))) {
                *first = edge;
                found = true;
            }
        }
    }
    return found;
}

oracle_edge *oracle_msf(const mg_graph *graph, mg_vertex *count) {
    const mg_vertex n = mg_graph_vertex_count(graph);
    mg_vertex *tree = test_memory(n, sizeof *tree);
    oracle_edge *edges = test_memory(n, sizeof *edges);
    for (mg_vertex v = 0; v < n; v++) {
        tree[v] = v;
    }
    *count = 0;
    for (oracle_edge first; find_first(graph, tree, &first); edges[(*count)++] = first) {
        const mg_vertex from = tree[first.source], to = tree[first.target];
        for (mg_vertex v = 0; v < n; v++) {
            tree[v] = tree[v] == from ? to : tree[v];
        }
    }
    free(tree);
    return edges;
}
