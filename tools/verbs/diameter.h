/* SPDX-License-Identifier: Apache-2.0
 *
 * diameter.h: the diameter of a graph's part that is reached from one vertex, by breadth-first searches.
 */
#ifndef MG_TOOLS_VERBS_DIAMETER_H
#define MG_TOOLS_VERBS_DIAMETER_H

#include <multigraph/multigraph.h>

typedef struct diameter {
    uint32_t least,
        greatest; /* equal: it is known. greatest: UINT32_MAX for directed graphs, of which no bound is known */
    uint32_t searches;
} diameter;

/* Bounds of the diameter of the component of `source`, of directed graphs the greatest distance found, along arcs: four
 * searches, each from the vertex that is farthest in the one before. Undirected graphs: further ones from the vertices
 * farthest from the middle of the longest path, until the bounds meet (iFUB, Crescenzi and others), at most `most`. */
mg_status diameter_find(mg_context *context, const mg_graph *graph, mg_vertex source, uint32_t most, diameter *d);

#endif
