/* SPDX-License-Identifier: Apache-2.0
 *
 * kept.h: what a graph keeps beside its out-edges (in-edges, converted weights, what backends built) is freed again,
 * the least recently used first, as far as a context's memory budget demands it and only while no run uses the graph.
 */
#ifndef MG_CORE_GRAPH_KEPT_H
#define MG_CORE_GRAPH_KEPT_H

#include "core/graph/graph.h"

/* Around whatever uses pointers to what a graph keeps. */
void mg__graph_begin_use(const mg_graph *graph);
/* Frees what goes beyond the budget, where this was the last use; returns the bytes that are still kept. */
uint64_t mg__graph_end_use(mg_context *context, const mg_graph *graph);

/* What is kept for the CPU, by mg_representation_kind. */
void mg__graph_representations(const mg_graph *graph, mg_representation *representation);

/* As mg_graph_in_edges, for use until mg__graph_end_use. */
mg_status mg__graph_in_edges(mg_context *context, const mg_graph *graph, mg_adjacency *adjacency);

/* Under the lock: marks the use of what was kept at `stamp`. */
void mg__kept_touch(mg_graph *graph, uint64_t *stamp);

#endif
