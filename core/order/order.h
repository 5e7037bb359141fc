/* SPDX-License-Identifier: Apache-2.0
 *
 * order.h: numberings of a graph's vertices: how each is found. order.c makes graphs of them.
 */
#ifndef MG_CORE_ORDER_ORDER_H
#define MG_CORE_ORDER_ORDER_H

#include "core/graph/graph.h"

/* Fills order[i] with the vertex that becomes number i. The graph has been checked. */
typedef mg_status (*mg_order_fn)(mg_context *context, const mg_graph *graph, uint64_t seed, mg_vertex *order);

mg_status mg__order_natural(mg_context *context, const mg_graph *graph, uint64_t seed, mg_vertex *order);
mg_status mg__order_shuffled(mg_context *context, const mg_graph *graph, uint64_t seed, mg_vertex *order);
/* Vertices of 2^k .. 2^(k+1) - 1 edges together, the largest k first, each group as it was: hubs lie together, and what
 * neighbourhood the numbering had is kept. Source: Faldu, Diamond, Grot, IISWC 2019. O(n). */
mg_status mg__order_degree(mg_context *context, const mg_graph *graph, uint64_t seed, mg_vertex *order);
/* Reverse Cuthill-McKee: component by component from a vertex at its rim, breadth first, neighbours by degree. Sources:
 * Cuthill, McKee, ACM 1969; George, Liu, ACM TOMS 1979. O(m log d) on one thread. */
mg_status mg__order_rcm(mg_context *context, const mg_graph *graph, uint64_t seed, mg_vertex *order);
/* METIS's parts of some thousand vertices one after the other, each by rcm. UNSUPPORTED without METIS, RANGE where it
 * cannot count the graph. Source: Karypis, Kumar, SIAM J. Sci. Comput. 1998. */
mg_status mg__order_metis(mg_context *context, const mg_graph *graph, uint64_t seed, mg_vertex *order);

/* The largest level of a breadth-first search from the default source, as a share of all it reaches: no numbering
 * brings neighbours closer than levels are wide. The graph has vertices. */
mg_status mg__max_level_share(mg_context *context, const mg_graph *graph, double *share);

/* What MG_ORDER_AUTO becomes for this graph, which has been checked: the order it has, or rcm. */
mg_status mg__order_choose(mg_context *context, const mg_graph *graph, mg_vertex_order *order);

/* Both directions of a graph's edges. */
typedef struct mg_all_edges {
    mg_adjacency out, in; /* `in` is empty where `out` holds both */
    bool directed;
} mg_all_edges;
mg_status mg__all_edges(mg_context *context, const mg_graph *graph, mg_all_edges *all_edges);
static inline uint64_t mg__total_degree(const mg_all_edges *all_edges, mg_vertex v) {
    const uint64_t out = all_edges->out.offsets[v + 1] - all_edges->out.offsets[v];
    return all_edges->directed ? out + all_edges->in.offsets[v + 1] - all_edges->in.offsets[v] : out;
}

/* Numbers *graph anew as the options of its making say. On failure the graph is destroyed. */
mg_status mg__graph_renumber(mg_context *context, mg_vertex_order order, uint64_t seed, mg_graph **graph);

#endif
