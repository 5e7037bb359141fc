/* SPDX-License-Identifier: Apache-2.0
 *
 * gpu_graphs.h: the graphs of the benchmarks on a GPU, and the vertices that they start from.
 */
#ifndef MG_TESTS_GPU_GRAPHS_H
#define MG_TESTS_GPU_GRAPHS_H

#include <multigraph/multigraph.h>

/* kronSCALE, kronSCALExEDGEFACTOR (32), roadWIDTH, with weights up to 64, or a file; NULL after a message. */
mg_graph *gpu_graph_make(mg_context *context, const char *name);

/* A copy of the graph in the named order (mg_graph_reorder); NULL if there is no such order, or after a message. */
mg_graph *gpu_graph_reorder(mg_context *context, const mg_graph *graph, const char *order);

/* `again`: the default source; `other`: one of degree 3; `far`: the vertex that is farthest from the default source,
 * the last of several. False: no such word. */
bool gpu_graph_source(mg_context *context, const mg_graph *graph, const char *word, mg_vertex *source);

#endif
