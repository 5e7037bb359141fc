/* SPDX-License-Identifier: Apache-2.0 */
#include "core/cuda/graph/hubs.h"

#include "core/graph/graph.h"

#define ARCS_OF_VERTEX 4u         /* of graphs with fewer arcs for each vertex, rows are short, and no hubs are kept */
#define MOST_HUBS 16384u          /* 32 MiB of bits, */
#define MOST_HUBS_OF_LARGE 32768u /* or 128 of a large graph */
#define LARGE_ARCS (1u << 24)

static uint32_t bucket(uint32_t degree) {
    return degree < MG_HUB_COUNTS ? degree : MG_HUB_COUNTS - 1;
}

static uint32_t most_hubs(const mg_graph *graph) {
    const uint32_t most = graph->arcs < LARGE_ARCS ? MOST_HUBS : MOST_HUBS_OF_LARGE;
    return graph->n < most ? graph->n : most;
}

uint32_t mg__number_hubs(const mg_graph *graph, const uint32_t *degree, uint32_t *counts, uint16_t *hub) {
    const uint32_t n = graph->n, most = most_hubs(graph);
    for (uint32_t b = 0; b < MG_HUB_COUNTS; b++) {
        counts[b] = 0;
    }
    for (uint32_t v = 0; v < n; v++) {
        counts[bucket(degree[v])]++;
    }
    uint32_t hubs = 0, least = MG_HUB_COUNTS; /* least bucket of hubs */
    while (least > 2 && hubs + counts[least - 1] <= most) {
        const uint32_t count = counts[--least];
        counts[least] = hubs;
        hubs += count;
    }
    for (uint32_t v = 0; v < n; v++) {
        const uint32_t b = bucket(degree[v]);
        hub[v] = b >= least ? (uint16_t)counts[b]++ : MG_NO_HUB;
    }
    return hubs;
}

uint64_t mg__hub_bytes(const mg_graph *graph) {
    const uint64_t n = graph->n, most = most_hubs(graph);
    if (graph->directed || graph->arcs < ARCS_OF_VERTEX * n) {
        return 0;
    }
    return n * sizeof(uint16_t) + most * ((most + 31) / 32) * sizeof(uint32_t);
}
