/* SPDX-License-Identifier: Apache-2.0 */
#include "tests/algorithms/oracles.h"
#include "tests/shapes.h"

#include <stdlib.h>
#include <string.h>

/* Labels at the other ends of the edges of v, in both directions of a directed graph. Looks at every edge. */
static uint64_t list_labels(const mg_graph *graph, const mg_vertex *label, mg_vertex v, mg_vertex *list) {
    const mg_adjacency out = mg_graph_out_edges(graph);
    uint64_t count = 0;
    for (mg_vertex u = 0; u < mg_graph_vertex_count(graph); u++) {
        for (uint64_t e = out.offsets[u]; e < out.offsets[u + 1]; e++) {
            if (u == v) {
                list[count++] = label[out.neighbours[e]];
            }
            if (out.neighbours[e] == v && mg_graph_directed(graph)) {
                list[count++] = label[u];
            }
        }
    }
    return count;
}

/* For each label of the list counts its occurrences in the whole list. */
static mg_vertex best_label(const mg_graph *graph, const mg_vertex *list, uint64_t count, mg_vertex own) {
    uint64_t most = 0;
    mg_vertex best = own;
    for (uint64_t i = 0; i < count; i++) {
        uint64_t equal = 0;
        for (uint64_t k = 0; k < count; k++) {
            equal += list[k] == list[i];
        }
        if (equal > most || (equal == most && mg_graph_id(graph, list[i]) < mg_graph_id(graph, best))) {
            most = equal;
            best = list[i];
        }
    }
    return best;
}

mg_vertex *oracle_cdlp(const mg_graph *graph, uint32_t iterations) {
    const mg_vertex n = mg_graph_vertex_count(graph);
    mg_vertex *label = test_memory(n, sizeof *label), *next = test_memory(n, sizeof *next);
    mg_vertex *list = test_memory(2 * mg_graph_arc_count(graph), sizeof *list);
    for (mg_vertex v = 0; v < n; v++) {
        label[v] = v;
    }
    for (uint32_t i = 0; i < iterations; i++) {
        for (mg_vertex v = 0; v < n; v++) {
            next[v] = best_label(graph, list, list_labels(graph, label, v, list), label[v]);
        }
        memcpy(label, next, n * sizeof *label);
    }
    free(list);
    free(next);
    return label;
}
