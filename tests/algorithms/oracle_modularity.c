/* SPDX-License-Identifier: Apache-2.0 */
#include "tests/algorithms/oracles.h"
#include "tests/shapes.h"

#include <stdlib.h>

/* The matrix of the edges of the undirected graph, a loop twice. */
static long double *edge_matrix(const mg_graph *graph, bool weighted) {
    const uint64_t n = mg_graph_vertex_count(graph);
    const mg_adjacency out = mg_graph_out_edges(graph);
    long double *matrix = test_memory(n * n, sizeof *matrix);
    for (uint64_t u = 0; u < n; u++) {
        for (uint64_t e = out.offsets[u]; e < out.offsets[u + 1]; e++) {
            const uint64_t v = out.neighbours[e];
            const double weight = weighted ? arc_weight(graph, e) : 1;
            matrix[u * n + v] += weight;
            if (mg_graph_directed(graph) || u == v) {
                matrix[v * n + u] += weight;
            }
        }
    }
    return matrix;
}

double oracle_modularity(const mg_graph *graph, const mg_vertex *label, bool weighted, double resolution) {
    const uint64_t n = mg_graph_vertex_count(graph);
    long double *matrix = edge_matrix(graph, weighted), *strength = test_memory(n, sizeof *strength);
    long double total = 0, modularity = 0;
    for (uint64_t u = 0; u < n; u++) {
        for (uint64_t v = 0; v < n; v++) {
            strength[u] += matrix[u * n + v];
        }
        total += strength[u];
    }
    for (uint64_t u = 0; u < n && total > 0; u++) {
        for (uint64_t v = 0; v < n; v++) {
            modularity += label[u] == label[v] ? matrix[u * n + v] - resolution * strength[u] * strength[v] / total : 0;
        }
    }
    free(matrix);
    free(strength);
    return total > 0 ? (double)(modularity / total) : 0;
}
