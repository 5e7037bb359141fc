/* SPDX-License-Identifier: Apache-2.0
 *
 * bellman_ford.inc.h: defines FUNCTION, of storage class LINKAGE, a Bellman-Ford with the types DISTANCE and WEIGHT and
 * the value UNREACHED. Relaxes all edges until nothing changes. No include guard.
 */
LINKAGE DISTANCE *FUNCTION(const mg_graph *graph, mg_vertex source) {
    const mg_vertex n = mg_graph_vertex_count(graph);
    const mg_adjacency out = mg_graph_out_edges(graph);
    const WEIGHT *weights = out.weights;
    DISTANCE *distance = test_memory(n, sizeof *distance);
    for (mg_vertex v = 0; v < n; v++) {
        distance[v] = v == source ? 0 : UNREACHED;
    }
    for (bool changed = true; changed;) {
        changed = false;
        for (mg_vertex u = 0; u < n; u++) {
            for (uint64_t e = out.offsets[u]; e < out.offsets[u + 1] && distance[u] != UNREACHED; e++) {
                DISTANCE over_u = distance[u] + (DISTANCE)(weights ? weights[e] : 1);
                if (over_u < distance[out.neighbours[e]]) {
                    distance[out.neighbours[e]] = over_u;
                    changed = true;
                }
            }
        }
    }
    return distance;
}

#undef DISTANCE
#undef WEIGHT
#undef UNREACHED
#undef FUNCTION
