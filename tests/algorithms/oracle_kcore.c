/* SPDX-License-Identifier: Apache-2.0 */
#include "tests/algorithms/oracles.h"
#include "tests/shapes.h"

#include <stdlib.h>

/* Edges of every vertex to vertices that are left; a directed edge counts at both ends, loops do not. */
static void count_edges(const mg_graph *graph, const bool *left, uint32_t *edges) {
    const mg_vertex n = mg_graph_vertex_count(graph);
    const mg_adjacency out = mg_graph_out_edges(graph);
    for (mg_vertex v = 0; v < n; v++) {
        edges[v] = 0;
    }
    for (mg_vertex u = 0; u < n; u++) {
        for (uint64_t e = out.offsets[u]; e < out.offsets[u + 1]; e++) {
            const mg_vertex v = out.neighbours[e];
            if (u != v && left[u] && left[v]) {
                edges[u]++;
                edges[v] += mg_graph_directed(graph);
            }
        }
    }
}

/* By the definition: of the k-core every vertex with fewer than k edges is taken away, until there is none. */
uint32_t *oracle_kcore(const mg_graph *graph) {
    const mg_vertex n = mg_graph_vertex_count(graph);
    uint32_t *core = test_memory(n, sizeof *core), *edges = test_memory(n, sizeof *edges);
    bool *left = test_memory(n, sizeof *left);
    mg_vertex count = n;
    for (mg_vertex v = 0; v < n; v++) {
        left[v] = true;
    }
    for (uint32_t k = 1; count; k++) {
        for (bool changed = true; changed;) {
            changed = false;
            count_edges(graph, left, edges);
            for (mg_vertex v = 0; v < n; v++) {
                if (left[v] && edges[v] < k) {
                    left[v] = false;
                    core[v] = k - 1;
                    changed = true;
                    count--;
                }
            }
        }
    }
    free(edges);
    free(left);
    return core;
}
