/* SPDX-License-Identifier: Apache-2.0
 *
 * multigraph.h: the whole public interface of libmultigraph, by subject in the headers that it includes.
 *
 *     mg_context *context;  mg_graph *graph;  mg_result *result;
 *     mg_context_create(NULL, &context);
 *     mg_graph_read(context, "graph.mtx", NULL, &graph);
 *     mg_bfs(context, graph, NULL, &result);
 *     const uint32_t *depth = mg_result_column(result, "depth")->data;
 *
 * Every call returns an mg_status; a negative one is a failure whose cause mg_context_error() names. Options structs
 * start with their own size: fill them from their _INIT macro and change what you want; NULL means all defaults.
 * A context is used by one thread at a time, different contexts by different threads. A graph is immutable and may be
 * shared by all of them. The library never prints, exits or traps signals. Arrays are in host memory.
 */
#ifndef MULTIGRAPH_H
#define MULTIGRAPH_H

#include <multigraph/algorithms.h>
#include <multigraph/contexts.h>
#include <multigraph/custom_programs.h>
#include <multigraph/graphs.h>
#include <multigraph/products.h>
#include <multigraph/program.h>
#include <multigraph/runs.h>

#endif
