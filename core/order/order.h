/* SPDX-License-Identifier: Apache-2.0
 *
 * order.h: computation of vertex orders; order.c applies them to graphs.
 */
#ifndef MG_CORE_ORDER_ORDER_H
#define MG_CORE_ORDER_ORDER_H

#include "core/graph/graph.h"

/* Sets order[i] to the vertex that gets index i. The graph has been checked (mg_graph_check). */
typedef mg_status (*mg_order_fn)(mg_context *context, const mg_graph *graph, uint64_t seed, mg_vertex *order);

mg_status mg__order_natural(mg_context *context, const mg_graph *graph, uint64_t seed, mg_vertex *order);
mg_status mg__order_shuffled(mg_context *context, const mg_graph *graph, uint64_t seed, mg_vertex *order);
/* Degree-based grouping: groups of degree 2^k .. 2^(k+1) - 1, largest k first, each in the former order. Hubs share
 * cache lines and the locality of the former order is kept. Source: Faldu, Diamond, Grot, IISWC 2019. O(n). */
mg_status mg__order_degree(mg_context *context, const mg_graph *graph, uint64_t seed, mg_vertex *order);
/* Reverse Cuthill-McKee: breadth-first search of each component from a pseudo-peripheral vertex, neighbours by degree.
 * Sources: Cuthill, McKee, ACM 1969; George, Liu, ACM TOMS 1979. O(m log degree), serial. */
mg_status mg__order_rcm(mg_context *context, const mg_graph *graph, uint64_t seed, mg_vertex *order);
/* METIS partition into parts of some thousand vertices, one after another, each in RCM order. UNSUPPORTED: built
 * without METIS; RANGE: graph too large for its indices. Source: Karypis, Kumar, SIAM J. Sci. Comput. 1998. */
mg_status mg__order_metis(mg_context *context, const mg_graph *graph, uint64_t seed, mg_vertex *order);

/* Cuts a graph into parts with few arcs between them by METIS: part[v] < parts of each vertex. The parts have equal
 * numbers of neighbours plus `vertex_cost` a vertex, within 3 %. As above; O(m), serial. */
mg_status mg__metis_parts(mg_context *context, const mg_graph *graph, uint32_t parts, uint32_t vertex_cost,
                          uint32_t *part);

/* Size of the largest level of a breadth-first search from the default source, as a share of the reached vertices: RCM
 * gives neighbours a distance of about the size of a level. The graph must not be empty. */
mg_status mg__max_level_share(mg_context *context, const mg_graph *graph, double *share);

/* Resolves MG_ORDER_AUTO for a checked graph: RCM, or the order that it has. */
mg_status mg__order_choose(mg_context *context, const mg_graph *graph, mg_vertex_order *order);

/* Both directions of the edges. */
typedef struct mg_all_edges {
    mg_adjacency out, in; /* undirected: `in` is empty, `out` has both directions */
    bool directed;
} mg_all_edges;
mg_status mg__all_edges(mg_context *context, const mg_graph *graph, mg_all_edges *all_edges);
static inline uint64_t mg__total_degree(const mg_all_edges *all_edges, mg_vertex v) {
    const uint64_t out = all_edges->out.offsets[v + 1] - all_edges->out.offsets[v];
    return all_edges->directed ? out + all_edges->in.offsets[v + 1] - all_edges->in.offsets[v] : out;
}

/* Replaces *graph by a copy in the order of its construction options. On failure the graph is destroyed. */
mg_status mg__graph_renumber(mg_context *context, mg_vertex_order order, uint64_t seed, mg_graph **graph);

#endif
