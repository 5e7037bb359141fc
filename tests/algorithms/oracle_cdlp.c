/* SPDX-License-Identifier: Apache-2.0 */
#include "tests/algorithms/oracles.h"
#include "tests/harness.h"

#include <stdlib.h>
#include <string.h>

/* Edges of v, in both directions of a directed graph, whose other end has a label. */
static uint64_t count_label(const mg_graph *graph, const mg_vertex *label, mg_vertex v, mg_vertex wanted) {
    const mg_adjacency out = mg_graph_out_edges(graph);
    uint64_t count = 0;
    for (uint64_t e = out.offsets[v]; e < out.offsets[v + 1]; e++) {
        count += label[out.neighbours[e]] == wanted;
    }
    for (mg_vertex u = 0; mg_graph_directed(graph) && u < mg_graph_vertex_count(graph); u++) {
        for (uint64_t e = out.offsets[u]; label[u] == wanted && e < out.offsets[u + 1]; e++) {
            count += out.neighbours[e] == v;
        }
    }
    return count;
}

/* Tries every label in ascending order of the ids. */
static mg_vertex best_label(const mg_graph *graph, const mg_vertex *label, mg_vertex v) {
    uint64_t most = 0;
    mg_vertex best = label[v];
    for (mg_vertex rank = 0; rank < mg_graph_vertex_count(graph); rank++) {
        const mg_vertex *const by_id = mg_graph_by_id(graph);
        const mg_vertex candidate = by_id ? by_id[rank] : rank;
        const uint64_t count = count_label(graph, label, v, candidate);
        if (count > most) {
            most = count;
            best = candidate;
        }
    }
    return best;
}

mg_vertex *oracle_cdlp(const mg_graph *graph, uint32_t iterations) {
    const mg_vertex n = mg_graph_vertex_count(graph);
    mg_vertex *label = test_memory(n, sizeof *label), *next = test_memory(n, sizeof *next);
    for (mg_vertex v = 0; v < n; v++) {
        label[v] = v;
    }
    for (uint32_t i = 0; i < iterations; i++) {
        for (mg_vertex v = 0; v < n; v++) {
            next[v] = best_label(graph, label, v);
        }
        memcpy(label, next, n * sizeof *label);
    }
    free(next);
    return label;
}
