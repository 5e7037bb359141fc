/* SPDX-License-Identifier: Apache-2.0
 *
 * frontier.h: the frontier of an iteration on the CPU: its active vertices as a list, a bitmap, or both.
 */
#ifndef MG_FRONTIER_FRONTIER_H
#define MG_FRONTIER_FRONTIER_H

#include "frontier/vertex_set.h"

typedef struct mg_frontier {
    size_t count;
    uint64_t edges; /* edges of the active vertices in the direction of the phase */
    bool all;       /* every vertex is active; then neither form is needed */
    bool has_list, has_bits;
    mg_vertex *list;
    uint64_t *bits;
} mg_frontier;

/* Makes the list from the bitmap unless the frontier has it; ascending. n: vertices of the graph; scratch: threads + 1
 * elements, overwritten. */
void mg__frontier_need_list(mg_frontier *frontier, mg_vertex n, size_t *scratch, int threads);
/* Makes the bitmap from the list unless the frontier has it, or all vertices are active. */
void mg__frontier_need_bits(mg_frontier *frontier, mg_vertex n, int threads);

#endif
