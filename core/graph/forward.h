/* SPDX-License-Identifier: Apache-2.0
 *
 * forward.h: the forward edges of a graph: every pair of neighbours once, for the search of triangles. Built on demand
 * and cached with the graph.
 */
#ifndef MG_CORE_GRAPH_FORWARD_H
#define MG_CORE_GRAPH_FORWARD_H

#include "core/graph/graph.h"

/* Neighbours are different vertices with an edge in either direction. A pair is in the row of the vertex with fewer
 * neighbours, of equals that of smaller index: no row is longer than the square root of twice the number of pairs. */
typedef struct mg_forward {
    const uint64_t *offsets;     /* n + 1 */
    const mg_vertex *neighbours; /* rows ascend */
    const uint8_t *edges;        /* 2 where a pair has edges in both directions, else 1; NULL: all 1 (undirected) */
    const uint32_t *degree;      /* number of neighbours of each vertex */
    uint32_t longest;            /* length of the longest row */
} mg_forward;

/* The arrays are valid until mg__graph_end_use(). O(n + m), 4 n + 8 n + 4 bytes a pair, 5 on directed graphs. */
mg_status mg__graph_forward(mg_context *context, const mg_graph *graph, const mg_forward **forward);

#endif
