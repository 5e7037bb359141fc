/* SPDX-License-Identifier: Apache-2.0 */
#include "tests/algorithms/oracles.h"
#include "tests/shapes.h"

#include <stdlib.h>

static uint32_t mix(uint32_t x) {
    x = (x ^ (x >> 16)) * 2246822507u;
    x = (x ^ (x >> 13)) * 3266489909u;
    return x ^ (x >> 16);
}

/* The priority of the vertex of this rank by id, as the documentation of mg_mis() has it. */
static uint32_t priority(mg_vertex rank, uint64_t seed) {
    return mix(mix(rank ^ (uint32_t)seed) ^ (uint32_t)(seed >> 32));
}

static bool is_used(const mg_graph *graph, const uint32_t *color, mg_vertex v, uint32_t wanted) {
    const mg_adjacency out = mg_graph_out_edges(graph);
    bool used = false;
    for (mg_vertex u = 0; u < mg_graph_vertex_count(graph); u++) {
        for (uint64_t e = out.offsets[u]; e < out.offsets[u + 1]; e++) {
            const mg_vertex to = out.neighbours[e];
            used = used || (u != to && ((to == v && color[u] == wanted) || (u == v && color[to] == wanted)));
        }
    }
    return used;
}

/* The serial greedy algorithm, which looks for the next vertex and for the edges of a vertex everywhere. */
uint32_t *oracle_coloring(const mg_graph *graph, uint64_t seed) {
    const mg_vertex n = mg_graph_vertex_count(graph), *const by_id = mg_graph_by_id(graph);
    uint32_t *color = test_memory(n, sizeof *color);
    for (mg_vertex v = 0; v < n; v++) {
        color[v] = MG_NONE;
    }
    for (mg_vertex i = 0; i < n; i++) {
        mg_vertex next = MG_NONE;
        uint32_t highest = 0;
        for (mg_vertex rank = 0; rank < n; rank++) {
            const mg_vertex v = by_id ? by_id[rank] : rank;
            if (color[v] == MG_NONE && (next == MG_NONE || priority(rank, seed) > highest)) {
                next = v;
                highest = priority(rank, seed);
            }
        }
        uint32_t least = 0;
        while (is_used(graph, color, next, least)) {
            least++;
        }
        color[next] = least;
    }
    return color;
}
