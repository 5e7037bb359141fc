/* SPDX-License-Identifier: Apache-2.0
 *
 * set_similarity.h: the measures of the verb similarity that compare neighbours, of edges, given pairs, or the best.
 */
#ifndef MG_TOOLS_VERBS_SET_SIMILARITY_H
#define MG_TOOLS_VERBS_SET_SIMILARITY_H

#include "tools/cli/session.h"
#include "tools/output/sink.h"

/* Scores and writes with an open session. Returns an exit status; prints errors. */
int set_similarity(session *s, sink *out);

/* Edges in the order of their ids, an undirected one once: calls put, unless it is NULL, with the ends and the arc of
 * each, until the run is interrupted (verb_similarity.c). Returns their number. */
typedef void (*edge_visitor)(void *data, mg_vertex source, mg_vertex target, uint64_t arc);
uint64_t visit_edges(const mg_graph *graph, edge_visitor put, void *data);

#endif
