/* SPDX-License-Identifier: Apache-2.0
 *
 * partition.h: cuts a graph into parts for several devices or ranks. A part owns vertices and the arcs whose targets it
 * owns. In the numbering of a partition the vertices of a part are consecutive; within a part they keep their order.
 */
#ifndef MG_CORE_PARTS_PARTITION_H
#define MG_CORE_PARTS_PARTITION_H

#include "core/graph/graph.h"

#define MG_PARTS_MAX 4096
/* Work of a vertex, in arcs: balanced is the number of arcs plus this for each vertex. */
#define MG_PART_VERTEX_COST 4

typedef struct mg_partition {
    mg_allocator memory;
    mg_partition_kind kind; /* the kind that was made; never AUTO */
    uint32_t parts;
    mg_vertex n;
    mg_vertex *first; /* parts + 1: part p owns the new indices first[p] .. first[p + 1] - 1 */
    mg_vertex *order; /* n: the vertex of the graph that has each new index; NULL: indices are unchanged */
    mg_vertex *index; /* n: the inverse, the new index of each vertex; NULL with `order` */
    uint64_t *arcs;   /* parts: number of arcs whose target the part owns */
} mg_partition;

/* Cuts a checked graph into 1 .. MG_PARTS_MAX parts, some empty if there are fewer vertices. The caller releases the
 * partition; it is independent of the graph.
 *   BLOCK: the order of the graph in consecutive blocks. O(parts log n); directed: O(n + m). No part exceeds its share
 *     by more than the in-degree of a vertex.
 *   DEGREE: vertices by descending in-degree, each to the part with the least work (Graham, SIAM J. Appl. Math. 1969:
 *     longest processing time first). All parts get their share of the hubs and of the arcs, but for the in-degree of
 *     the last vertices. O(m + n parts), the dealing itself on one thread.
 *   METIS: parts with few arcs between them (Karypis, Kumar, SIAM J. Sci. Comput. 1998), of equal work within 3 %.
 * O(m), on one thread. UNSUPPORTED: built without METIS; RANGE: too large for its indices.
 *   AUTO: BLOCK: every rank and device gets the whole frontier, so the order of the graph gains more than few arcs
 *     between parts.
 * The same for any number of threads. Errors: INVALID (parts, kind), MEMORY, CANCELLED, and those of METIS. */
mg_status mg__partition_make(mg_context *context, const mg_graph *graph, mg_partition_kind kind, uint32_t parts,
                             mg_partition *partition);
/* Moves the borders, in the numbering of the partition, to the nearest multiples of `step`; then `arcs` is unknown.
 * O(parts); with an order O(n). Errors: MEMORY. */
#define MG_ARCS_UNKNOWN UINT64_MAX
mg_status mg__partition_align(mg_context *context, mg_partition *partition, mg_vertex step);
void mg__partition_release(mg_partition *partition);

/* The part that owns a new index. O(log parts). */
uint32_t mg__part_of(const mg_partition *partition, mg_vertex index);

/* Makes the graph of a part: directed, all n vertices in the numbering of the partition, without ids and names, and the
 * arcs of the graph whose target the part owns, with their weights. Its in-edges (mg__graph_in_edges) are the whole
 * rows of the owned vertices; its out-edges are those to owned vertices. The arcs of an undirected graph are those of
 * both directions. O(n + m) on all threads, reading the graph once or twice. Errors: MEMORY, CANCELLED. */
mg_status mg__part_graph(mg_context *context, const mg_graph *graph, const mg_partition *partition, uint32_t part,
                         mg_graph **local);

/* The same with the vertices in the numbering of the graph. reversed: the arcs of the graph in the opposite direction,
 * whose target, the source of the graph's arc, the part owns; the graph is in use (mg__graph_begin_use). */
mg_status mg__part_in_place(mg_context *context, const mg_graph *graph, const mg_partition *partition, uint32_t part,
                            bool reversed, mg_graph **local);

/* Within core/parts: the parts of all vertices, by dealing; part: n elements, written. offsets: prefix sums of the
 * in-degrees. */
mg_status mg__deal_by_degree(mg_context *context, mg_vertex n, const uint64_t *offsets, uint32_t parts, uint32_t *part);

#endif
