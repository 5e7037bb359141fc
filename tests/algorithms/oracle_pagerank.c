/* SPDX-License-Identifier: Apache-2.0 */
#include "tests/algorithms/oracles.h"
#include "tests/shapes.h"

#include <stdlib.h>

static void step(const mg_graph *graph, double damping, const double *jump, const double *rank, double *next) {
    const mg_vertex n = mg_graph_vertex_count(graph);
    const mg_adjacency out = mg_graph_out_edges(graph);
    double dangling = 0.0;
    for (mg_vertex v = 0; v < n; v++) {
        next[v] = 0.0;
    }
    for (mg_vertex u = 0; u < n; u++) {
        const uint64_t degree = out.offsets[u + 1] - out.offsets[u];
        if (!degree) {
            dangling += rank[u];
        }
        for (uint64_t e = out.offsets[u]; e < out.offsets[u + 1]; e++) {
            next[out.neighbours[e]] += rank[u] / (double)degree;
        }
    }
    for (mg_vertex v = 0; v < n; v++) {
        next[v] = (1.0 - damping) * jump[v] + damping * (next[v] + dangling * jump[v]);
    }
}

double *oracle_pagerank(const mg_graph *graph, double damping, const double *personalization, uint32_t iterations) {
    const mg_vertex n = mg_graph_vertex_count(graph);
    double *jump = test_memory(n, sizeof *jump), *rank = test_memory(n, sizeof *rank);
    double *next = test_memory(n, sizeof *next), sum = 0.0;
    for (mg_vertex v = 0; v < n; v++) {
        sum += personalization ? personalization[v] : 1.0;
    }
    for (mg_vertex v = 0; v < n; v++) {
        jump[v] = (personalization ? personalization[v] : 1.0) / sum;
        rank[v] = 1.0 / n;
    }
    for (uint32_t i = 0; i < iterations; i++) {
        step(graph, damping, jump, rank, next);
        double *swap = rank;
        rank = next;
        next = swap;
    }
    free(jump);
    free(next);
    return rank;
}
