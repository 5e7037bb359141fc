/* SPDX-License-Identifier: Apache-2.0
 *
 * visit_edges.h: the edges of a graph in the order in which they are written, and results of edges.
 */
#ifndef MG_TOOLS_VERBS_VISIT_EDGES_H
#define MG_TOOLS_VERBS_VISIT_EDGES_H

#include "tools/cli/session.h"
#include "tools/output/output_edges.h"

/* Edges in the order of their ids, an undirected one once: calls put, unless it is NULL, with the ends and the arc of
 * each, until the run is interrupted. Returns their number. */
typedef void (*edge_visitor)(void *data, mg_vertex source, mg_vertex target, uint64_t arc);
uint64_t visit_edges(const mg_graph *graph, edge_visitor put, void *data);

/* Writes a value for each arc of the session's graph in the format of its options, of the edges whose arcs `keep`
 * accepts (NULL: of all), and commits the sink. Returns an exit status; prints errors. put_ only writes. */
typedef bool (*edge_filter)(const void *data, uint64_t arc);
void put_edge_values(const session *s, sink *out, const edge_values *values, edge_filter keep, const void *data);
int write_edge_values(const session *s, sink *out, const edge_values *values, edge_filter keep, const void *data);

#endif
