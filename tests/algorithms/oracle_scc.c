/* SPDX-License-Identifier: Apache-2.0 */
#include "tests/algorithms/oracles.h"
#include "tests/shapes.h"

#include <stdlib.h>

/* Is each of the two vertices reached from the other? A search from every vertex. */
mg_vertex *oracle_scc(const mg_graph *graph) {
    const mg_vertex n = mg_graph_vertex_count(graph);
    uint8_t *reaches = test_memory((uint64_t)n * n, 1);
    mg_vertex *component = test_memory(n, sizeof *component);
    for (mg_vertex v = 0; v < n; v++) {
        uint32_t *depth = oracle_bfs(graph, v);
        for (mg_vertex u = 0; u < n; u++) {
            reaches[(uint64_t)v * n + u] = depth[u] != MG_UNREACHED;
        }
        free(depth);
    }
    for (mg_vertex v = 0; v < n; v++) {
        component[v] = v;
        for (mg_vertex u = 0; u < n; u++) {
            const bool same = reaches[(uint64_t)v * n + u] && reaches[(uint64_t)u * n + v];
            component[v] = same && mg_graph_id(graph, u) < mg_graph_id(graph, component[v]) ? u : component[v];
        }
    }
    free(reaches);
    return component;
}
