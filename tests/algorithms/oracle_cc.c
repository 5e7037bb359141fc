/* SPDX-License-Identifier: Apache-2.0 */
#include "tests/algorithms/oracles.h"
#include "tests/shapes.h"

#include <stdlib.h>

/* Linked lists of arcs in both directions: head of a vertex, next of an arc. Arc 2e has the direction of edge e, arc
 * 2e + 1 the opposite one. */
typedef struct both_ways {
    uint64_t *head, *next;
    mg_vertex *end;
} both_ways;

static const uint64_t none = UINT64_MAX;

static void link_arc(both_ways *arcs, uint64_t arc, mg_vertex from, mg_vertex to) {
    arcs->next[arc] = arcs->head[from];
    arcs->head[from] = arc;
    arcs->end[arc] = to;
}

static both_ways link_edges(const mg_graph *graph) {
    const mg_vertex n = mg_graph_vertex_count(graph);
    const mg_adjacency out = mg_graph_out_edges(graph);
    const uint64_t m = n ? out.offsets[n] : 0;
    both_ways arcs = {test_memory(n, sizeof *arcs.head), test_memory(2 * m, sizeof *arcs.next),
                      test_memory(2 * m, sizeof *arcs.end)};
    for (mg_vertex v = 0; v < n; v++) {
        arcs.head[v] = none;
    }
    for (mg_vertex u = 0; u < n; u++) {
        for (uint64_t e = out.offsets[u]; e < out.offsets[u + 1]; e++) {
            link_arc(&arcs, 2 * e, u, out.neighbours[e]);
            link_arc(&arcs, 2 * e + 1, out.neighbours[e], u);
        }
    }
    return arcs;
}

mg_vertex *oracle_cc(const mg_graph *graph) {
    const mg_vertex n = mg_graph_vertex_count(graph);
    both_ways arcs = link_edges(graph);
    mg_vertex *label = test_memory(n, sizeof *label), *stack = test_memory(n, sizeof *stack);
    for (mg_vertex v = 0; v < n; v++) {
        label[v] = MG_NONE;
    }
    for (mg_vertex root = 0; root < n; root++) {
        mg_vertex top = 0;
        if (label[root] == MG_NONE) {
            label[root] = root;
            stack[top++] = root;
        }
        while (top) {
            mg_vertex u = stack[--top];
            for (uint64_t arc = arcs.head[u]; arc != none; arc = arcs.next[arc]) {
                if (label[arcs.end[arc]] == MG_NONE) {
                    label[arcs.end[arc]] = root;
                    stack[top++] = arcs.end[arc];
                }
            }
        }
    }
    free(stack);
    free(arcs.head);
    free(arcs.next);
    free(arcs.end);
    return label;
}
