/* SPDX-License-Identifier: Apache-2.0 */
#include "tests/algorithms/oracles.h"
#include "tests/shapes.h"

#include <stdlib.h>

/* The matrix of pairs of neighbours. */
static bool *pair_matrix(const mg_graph *graph) {
    const uint64_t n = mg_graph_vertex_count(graph);
    const mg_adjacency out = mg_graph_out_edges(graph);
    bool *matrix = test_memory(n * n, sizeof *matrix);
    for (uint64_t u = 0; u < n; u++) {
        for (uint64_t e = out.offsets[u]; e < out.offsets[u + 1]; e++) {
            const uint64_t v = out.neighbours[e];
            matrix[u * n + v] = matrix[v * n + u] = u != v;
        }
    }
    return matrix;
}

static uint32_t common_neighbours(const bool *matrix, uint64_t n, uint64_t u, uint64_t v) {
    uint32_t count = 0;
    for (uint64_t w = 0; w < n; w++) {
        count += matrix[u * n + w] && matrix[v * n + w];
    }
    return count;
}

/* Takes pairs with fewer than k - 2 common neighbours away until there are none. Is one left? */
static bool remove_pairs(const mg_graph *graph, bool *matrix, uint32_t k) {
    const uint64_t n = mg_graph_vertex_count(graph);
    const mg_adjacency out = mg_graph_out_edges(graph);
    bool left = false;
    for (bool changed = true; changed;) {
        changed = left = false;
        for (uint64_t u = 0; u < n; u++) {
            for (uint64_t e = out.offsets[u]; e < out.offsets[u + 1]; e++) {
                const uint64_t v = out.neighbours[e];
                if (matrix[u * n + v] && common_neighbours(matrix, n, u, v) + 2 < k) {
                    matrix[u * n + v] = matrix[v * n + u] = false;
                    changed = true;
                }
                left = left || matrix[u * n + v];
            }
        }
    }
    return left;
}

uint32_t *oracle_ktruss(const mg_graph *graph) {
    const uint64_t n = mg_graph_vertex_count(graph);
    const mg_adjacency out = mg_graph_out_edges(graph);
    uint32_t *trussness = test_memory(mg_graph_arc_count(graph), sizeof *trussness);
    bool *matrix = pair_matrix(graph);
    for (uint32_t k = 2; remove_pairs(graph, matrix, k); k++) {
        for (uint64_t u = 0; u < n; u++) {
            for (uint64_t e = out.offsets[u]; e < out.offsets[u + 1]; e++) {
                trussness[e] = matrix[u * n + out.neighbours[e]] ? k : trussness[e];
            }
        }
    }
    free(matrix);
    return trussness;
}
