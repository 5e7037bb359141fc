/* SPDX-License-Identifier: Apache-2.0 */
#include "tools/verbs/visit_edges.h"

#include "tools/cli/signals.h"

uint64_t visit_edges(const mg_graph *graph, edge_visitor put, void *data) {
    const mg_vertex *by_id = mg_graph_by_id(graph);
    const mg_adjacency edges = mg_graph_out_edges(graph);
    const bool directed = mg_graph_directed(graph);
    uint64_t count = 0;
    for (mg_vertex i = 0; i < mg_graph_vertex_count(graph) && !interrupted(); i++) {
        const mg_vertex u = by_id ? by_id[i] : i;
        const uint64_t source = mg_graph_id(graph, u);
        for (uint64_t arc = edges.offsets[u]; arc < edges.offsets[u + 1]; arc++) {
            const mg_vertex v = edges.neighbours[arc];
            if (directed || source <= mg_graph_id(graph, v)) {
                count++;
                if (put) {
                    put(data, u, v, arc);
                }
            }
        }
    }
    return count;
}
