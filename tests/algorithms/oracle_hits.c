/* SPDX-License-Identifier: Apache-2.0 */
#include "tests/algorithms/oracles.h"
#include "tests/shapes.h"

#include <stdlib.h>

/* to = A from, or the transposed A if `transposed`, with A[u][v] the number of edges u -> v; divided by its sum. */
static void multiply(const mg_graph *graph, bool transposed, const long double *from, long double *to) {
    const mg_vertex n = mg_graph_vertex_count(graph);
    const mg_adjacency out = mg_graph_out_edges(graph);
    long double sum = 0;
    for (mg_vertex v = 0; v < n; v++) {
        to[v] = 0;
    }
    for (mg_vertex u = 0; u < n; u++) {
        for (uint64_t e = out.offsets[u]; e < out.offsets[u + 1]; e++) {
            const mg_vertex v = out.neighbours[e];
            to[transposed ? v : u] += from[transposed ? u : v];
            sum += from[transposed ? u : v];
        }
    }
    for (mg_vertex v = 0; v < n; v++) {
        to[v] = sum > 0 ? to[v] / sum : 1.0L / n;
    }
}

double *oracle_hits(const mg_graph *graph, uint32_t iterations, double **authorities) {
    const mg_vertex n = mg_graph_vertex_count(graph);
    long double *hub = test_memory(n, sizeof *hub), *authority = test_memory(n, sizeof *authority);
    double *hubs = test_memory(n, sizeof *hubs);
    *authorities = test_memory(n, sizeof **authorities);
    for (mg_vertex v = 0; v < n; v++) {
        hub[v] = authority[v] = 1.0L / n;
    }
    for (uint32_t i = 0; i < iterations; i++) {
        multiply(graph, true, hub, authority);
        multiply(graph, false, authority, hub);
    }
    for (mg_vertex v = 0; v < n; v++) {
        hubs[v] = (double)hub[v];
        (*authorities)[v] = (double)authority[v];
    }
    free(hub);
    free(authority);
    return hubs;
}
