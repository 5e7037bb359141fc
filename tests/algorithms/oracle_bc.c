/* SPDX-License-Identifier: Apache-2.0 */
#include "tests/algorithms/oracles.h"
#include "tests/shapes.h"

#include <stdlib.h>

_Static_assert(LDBL_MAX_EXP > 4 * DBL_MAX_EXP, "path counts need a long double of wide exponent");

typedef struct brandes {
    mg_vertex n;
    mg_adjacency out;
    uint32_t *depth;
    long double *paths, *dependency;
    mg_vertex *order; /* reached vertices by depth */
    mg_vertex reached;
} brandes;

/* Neighbours ascend, so parallel edges are adjacent. */
static bool counts(const brandes *b, mg_vertex u, uint64_t e) {
    return b->out.neighbours[e] != u && (e == b->out.offsets[u] || b->out.neighbours[e] != b->out.neighbours[e - 1]);
}

static void count_paths(brandes *b, mg_vertex source) {
    for (mg_vertex v = 0; v < b->n; v++) {
        b->depth[v] = MG_UNREACHED;
        b->paths[v] = b->dependency[v] = 0.0L;
    }
    b->depth[source] = 0;
    b->paths[source] = 1.0L;
    b->order[0] = source;
    b->reached = 1;
    for (mg_vertex i = 0; i < b->reached; i++) {
        mg_vertex u = b->order[i];
        for (uint64_t e = b->out.offsets[u]; e < b->out.offsets[u + 1]; e++) {
            mg_vertex v = b->out.neighbours[e];
            if (counts(b, u, e) && b->depth[v] == MG_UNREACHED) {
                b->depth[v] = b->depth[u] + 1;
                b->order[b->reached++] = v;
            }
            if (counts(b, u, e) && b->depth[v] == b->depth[u] + 1) {
                b->paths[v] += b->paths[u];
            }
        }
    }
}

static void add_dependencies(brandes *b, mg_vertex source, double *centrality) {
    for (mg_vertex i = b->reached; i-- > 0;) {
        mg_vertex u = b->order[i];
        for (uint64_t e = b->out.offsets[u]; e < b->out.offsets[u + 1]; e++) {
            mg_vertex v = b->out.neighbours[e];
            if (counts(b, u, e) && b->depth[v] == b->depth[u] + 1) {
                b->dependency[u] += b->paths[u] / b->paths[v] * (1.0L + b->dependency[v]);
            }
        }
        if (u != source) {
            centrality[u] += (double)b->dependency[u];
        }
    }
}

/* Factor of a vertex with `searched` sources other than itself. */
static double scale(const mg_graph *graph, size_t searched, bool normalized) {
    const double n = mg_graph_vertex_count(graph);
    if (n <= 2) {
        return 1.0;
    }
    const double pairs = normalized ? 1.0 / (n - 2) : mg_graph_directed(graph) ? n - 1 : (n - 1) / 2;
    return searched ? pairs / (double)searched : (double)NAN;
}

double *oracle_bc(const mg_graph *graph, const mg_vertex *sources, size_t source_count, bool normalized) {
    brandes b = {.n = mg_graph_vertex_count(graph), .out = mg_graph_out_edges(graph)};
    const size_t count = sources ? source_count : b.n;
    double *centrality = test_memory(b.n, sizeof *centrality);
    b.depth = test_memory(b.n, sizeof *b.depth);
    b.paths = test_memory(b.n, sizeof *b.paths);
    b.dependency = test_memory(b.n, sizeof *b.dependency);
    b.order = test_memory(b.n, sizeof *b.order);
    for (size_t i = 0; i < count; i++) {
        mg_vertex source = sources ? sources[i] : (mg_vertex)i;
        count_paths(&b, source);
        add_dependencies(&b, source, centrality);
    }
    for (mg_vertex v = 0; v < b.n; v++) {
        bool source = !sources;
        for (size_t i = 0; i < source_count; i++) {
            source = source || sources[i] == v;
        }
        centrality[v] *= scale(graph, count - source, normalized);
    }
    free(b.depth);
    free(b.paths);
    free(b.dependency);
    free(b.order);
    return centrality;
}
