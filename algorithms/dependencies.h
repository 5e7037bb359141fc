/* SPDX-License-Identifier: Apache-2.0
 *
 * dependencies.h: Brandes' dependencies of vertices by weighted paths, and of edges, on the CPU: one search a thread.
 */
#ifndef MG_ALGORITHMS_DEPENDENCIES_H
#define MG_ALGORITHMS_DEPENDENCIES_H

#include "core/graph/graph.h"

/* The graph as its searches see it: without loops, of parallel edges the least one. */
typedef struct mg_simple_graph {
    mg_vertex n;
    uint64_t *offsets;
    mg_vertex *neighbours;
    double *weights; /* NULL: paths of fewest edges */
} mg_simple_graph;

/* INVALID: a weight is not more than 0; RANGE: whole distances that no double holds. */
mg_status mg__simple_graph(mg_context *context, const mg_graph *graph, bool weighted, mg_simple_graph *simple);
void mg__simple_graph_release(mg_context *context, mg_simple_graph *simple);

/* Adds to sums, of each vertex or (by_edge) of each arc, its dependencies on all targets, from each source, in the
 * order of the sources; a source gets none from itself. Deterministic. */
mg_status mg__add_dependencies(mg_context *context, const mg_simple_graph *simple, const mg_vertex *sources,
                               size_t count, bool by_edge, double *sums);

#endif
