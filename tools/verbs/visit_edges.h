/* SPDX-License-Identifier: Apache-2.0
 *
 * visit_edges.h: the edges of a graph in the order in which they are written.
 */
#ifndef MG_TOOLS_VERBS_VISIT_EDGES_H
#define MG_TOOLS_VERBS_VISIT_EDGES_H

#include <multigraph/multigraph.h>

/* Edges in the order of their ids, an undirected one once: calls put, unless it is NULL, with the ends and the arc of
 * each, until the run is interrupted. Returns their number. */
typedef void (*edge_visitor)(void *data, mg_vertex source, mg_vertex target, uint64_t arc);
uint64_t visit_edges(const mg_graph *graph, edge_visitor put, void *data);

#endif
