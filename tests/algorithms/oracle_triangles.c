/* SPDX-License-Identifier: Apache-2.0 */
#include "tests/algorithms/oracles.h"
#include "tests/shapes.h"

#include <stdlib.h>
#include <string.h>

static bool has_edge(const mg_graph *graph, mg_vertex from, mg_vertex to) {
    const mg_adjacency out = mg_graph_out_edges(graph);
    for (uint64_t e = out.offsets[from]; e < out.offsets[from + 1]; e++) {
        if (out.neighbours[e] == to) {
            return true;
        }
    }
    return false;
}

/* Appends u to a list of different vertices unless it is there. */
static void append(mg_vertex *list, uint64_t *count, uint8_t *is_listed, mg_vertex u, mg_vertex owner) {
    if (u != owner && !is_listed[u]) {
        is_listed[u] = 1;
        list[(*count)++] = u;
    }
}

/* The different neighbours of v. Looks at every edge of the graph. */
static uint64_t list_neighbours(const mg_graph *graph, mg_vertex v, uint8_t *is_listed, mg_vertex *list) {
    const mg_adjacency out = mg_graph_out_edges(graph);
    uint64_t count = 0;
    memset(is_listed, 0, mg_graph_vertex_count(graph));
    for (mg_vertex u = 0; u < mg_graph_vertex_count(graph); u++) {
        for (uint64_t e = out.offsets[u]; e < out.offsets[u + 1]; e++) {
            if (u == v) {
                append(list, &count, is_listed, out.neighbours[e], v);
            } else if (out.neighbours[e] == v) {
                append(list, &count, is_listed, u, v);
            }
        }
    }
    return count;
}

uint64_t *oracle_triangles(const mg_graph *graph, double **lcc) {
    const mg_vertex n = mg_graph_vertex_count(graph);
    uint64_t *triangles = test_memory(n, sizeof *triangles);
    uint8_t *is_listed = test_memory(n, 1);
    mg_vertex *list = test_memory(n, sizeof *list);
    *lcc = test_memory(n, sizeof **lcc);
    for (mg_vertex v = 0; v < n; v++) {
        const uint64_t k = list_neighbours(graph, v, is_listed, list);
        uint64_t edges = 0, pairs = 0;
        for (uint64_t i = 0; i < k; i++) {
            for (uint64_t j = 0; j < i; j++) {
                const bool there = has_edge(graph, list[i], list[j]), back = has_edge(graph, list[j], list[i]);
                pairs += there || back;
                edges += (uint64_t)there + back;
            }
        }
        triangles[v] = pairs;
        (*lcc)[v] = k > 1 ? (double)edges / ((double)k * (double)(k - 1)) : 0.0;
    }
    free(is_listed);
    free(list);
    return triangles;
}
