/* SPDX-License-Identifier: Apache-2.0 */
#include "tests/algorithms/oracles.h"
#include "tests/shapes.h"

#include <stdlib.h>

static uint32_t mix(uint32_t x) {
    x = (x ^ (x >> 16)) * 2246822507u;
    x = (x ^ (x >> 13)) * 3266489909u;
    return x ^ (x >> 16);
}

typedef struct ranked_pair {
    uint32_t priority, low, high; /* ranks of the ends */
    mg_vertex u, v;
} ranked_pair;

static ranked_pair pair_of(const uint32_t *rank, mg_vertex u, mg_vertex v, uint64_t seed) {
    const uint32_t low = rank[u] < rank[v] ? rank[u] : rank[v], high = rank[u] < rank[v] ? rank[v] : rank[u];
    const uint32_t of_low = mix(mix(low ^ (uint32_t)seed) ^ (uint32_t)(seed >> 32));
    return (ranked_pair){.priority = mix(of_low + mix(high)), .low = low, .high = high, .u = u, .v = v};
}

static bool is_before(const ranked_pair *a, const ranked_pair *b) {
    return a->priority != b->priority ? a->priority < b->priority
           : a->low != b->low         ? a->low < b->low
                                      : a->high < b->high;
}

/* The first edge between vertices without mates; false: there is none. */
static bool find_first(const mg_graph *graph, const uint32_t *rank, const mg_vertex *mate, uint64_t seed,
                       ranked_pair *first) {
    const mg_adjacency out = mg_graph_out_edges(graph);
    bool found = false;
    for (mg_vertex u = 0; u < mg_graph_vertex_count(graph); u++) {
        for (uint64_t e = out.offsets[u]; e < out.offsets[u + 1]; e++) {
            const mg_vertex v = out.neighbours[e];
            const ranked_pair pair = pair_of(rank, u, v, seed);
            if (u != v && mate[u] == MG_NONE && mate[v] == MG_NONE && (!found || is_before(&pair, first))) {
                *first = pair;
                found = true;
            }
        }
    }
    return found;
}

mg_vertex *oracle_matching(const mg_graph *graph, uint64_t seed) {
    const mg_vertex n = mg_graph_vertex_count(graph), *const by_id = mg_graph_by_id(graph);
    mg_vertex *mate = test_memory(n, sizeof *mate);
    uint32_t *rank = test_memory(n, sizeof *rank);
    for (mg_vertex i = 0; i < n; i++) {
        rank[by_id ? by_id[i] : i] = i;
        mate[i] = MG_NONE;
    }
    for (ranked_pair first; find_first(graph, rank, mate, seed, &first);) {
        mate[first.u] = first.v;
        mate[first.v] = first.u;
    }
    free(rank);
    return mate;
}
