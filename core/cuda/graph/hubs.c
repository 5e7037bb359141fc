/* SPDX-License-Identifier: Apache-2.0 */
#include "core/cuda/graph/hubs.h"

#include "core/cuda/graph/hub_rows.h"
#include "core/graph/graph.h"

#define ARCS_OF_VERTEX 4u         /* of graphs with fewer arcs for each vertex, rows are short, and no hubs are kept */
#define MOST_HUBS 16384u          /* 32 MiB of bits, */
#define MOST_HUBS_OF_LARGE 32768u /* or 128 of a large graph */
#define LARGE_ARCS (1u << 24)

static uint32_t bucket(uint32_t degree) {
    return degree < MG_HUB_COUNTS ? degree : MG_HUB_COUNTS - 1;
}

/* Degrees of 2^octave to 2^(octave + 1) - 1. */
static uint32_t octave(uint32_t degree) {
    return 31 - (uint32_t)__builtin_clz(degree);
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
    uint32_t first[32];                       /* number of the first hub of an octave that has no number yet */
    while (least > 2 && hubs + counts[least - 1] <= most) {
        least--;
        first[octave(least)] = octave(least) == octave(least + 1) ? first[octave(least)] : hubs;
        hubs += counts[least];
    }
    for (uint32_t v = 0; v < n; v++) {
        const uint32_t b = bucket(degree[v]);
        hub[v] = b >= least ? (uint16_t)first[octave(b)]++ : MG_NO_HUB;
    }
    return hubs;
}

void mg__list_hubs(const uint16_t *hub, uint32_t n, uint32_t *vertices) {
    for (uint32_t v = 0; v < n; v++) {
        if (hub[v] != MG_NO_HUB) {
            vertices[hub[v]] = v;
        }
    }
}

uint64_t mg__hub_bytes(const mg_graph *graph) {
    const uint64_t n = graph->n, most = most_hubs(graph);
    if (graph->directed || graph->arcs < ARCS_OF_VERTEX * n) {
        return 0;
    }
    return n * sizeof(uint16_t) + (most + 1) * ((most + 31) / 32 + 1) * sizeof(uint32_t) + mg__hub_rows_bytes(graph);
}
