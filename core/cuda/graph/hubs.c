/* SPDX-License-Identifier: Apache-2.0 */
#include "core/cuda/graph/hubs.h"

#include "core/graph/graph.h"

#define ARCS_OF_VERTEX 4u /* of graphs with fewer arcs for each vertex, rows are short, and no hubs are kept */

static uint32_t bucket(uint32_t degree) {
    return degree < MG_HUB_COUNTS ? degree : MG_HUB_COUNTS - 1;
}

uint32_t mg__number_hubs(uint32_t *counts, const uint32_t *degree, uint32_t n, uint16_t *hub) {
    for (uint32_t b = 0; b < MG_HUB_COUNTS; b++) {
        counts[b] = 0;
    }
    for (uint32_t v = 0; v < n; v++) {
        counts[bucket(degree[v])]++;
    }
    uint32_t hubs = 0, least = MG_HUB_COUNTS; /* least bucket of hubs */
    while (least > 2 && hubs + counts[least - 1] <= MG_MOST_HUBS) {
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
    const uint64_t n = graph->n, most = n < MG_MOST_HUBS ? n : MG_MOST_HUBS;
    if (graph->directed || graph->arcs < ARCS_OF_VERTEX * n) {
        return 0;
    }
    return n * sizeof(uint16_t) + most * ((most + 31) / 32) * sizeof(uint32_t);
}
