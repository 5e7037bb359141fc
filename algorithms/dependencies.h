/* SPDX-License-Identifier: Apache-2.0
 *
 * dependencies.h: Brandes' dependencies of vertices by weighted paths, and of edges: on the CPU one search a thread, on
 * a GPU many at the same time.
 */
#ifndef MG_ALGORITHMS_DEPENDENCIES_H
#define MG_ALGORITHMS_DEPENDENCIES_H

#include "core/engine/backend.h"
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

/* The same with its arcs by target; the caller releases it. */
mg_status mg__simple_transposed(mg_context *context, const mg_simple_graph *simple, mg_simple_graph *in);

typedef struct mg_dependency_sources {
    const mg_vertex *list;
    size_t count;
} mg_dependency_sources;

/* Sets sums, of each vertex or (by_edge) of each arc, to its dependencies on all targets, from all sources, on a
 * backend; in mode auto the CPU takes what a device cannot do or hold. Deterministic on each of them. */
mg_status mg__find_dependencies(mg_context *context, mg_backend_kind kind, const mg_simple_graph *simple, bool directed,
                                const mg_dependency_sources *sources, bool by_edge, double *sums,
                                const char **backend_name);

/* The same on the CPU. Adds to sums, of each vertex or (by_edge) of each arc, its dependencies on all targets, from
 * each source, in the order of the sources; a source gets none from itself. Deterministic. */
mg_status mg__add_dependencies(mg_context *context, const mg_simple_graph *simple, const mg_vertex *sources,
                               size_t count, bool by_edge, double *sums);

#endif
