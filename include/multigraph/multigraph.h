/* SPDX-License-Identifier: Apache-2.0
 *
 * multigraph.h: the public interface of libmultigraph; includes the header of each subject.
 *
 *     mg_context *context;  mg_graph *graph;  mg_result *result;
 *     mg_context_create(NULL, &context);
 *     mg_graph_read(context, "graph.mtx", NULL, &graph);
 *     mg_bfs(context, graph, NULL, &result);
 *     const uint32_t *depth = mg_result_column(result, "depth")->data;
 *
 * Calls that can fail return an mg_status; a negative one is a failure, described by mg_context_error(). Options
 * structs begin with their own size: initialise them by their _INIT macro and change single fields; NULL means all
 * defaults. One thread at a time may use a context; threads use different contexts. A graph is immutable and may be
 * shared by all of them. The library never prints, exits or installs signal handlers. Arrays are in host memory unless
 * stated. Complexities use n for the number of vertices and m for the number of stored arcs.
 */
#ifndef MULTIGRAPH_H
#define MULTIGRAPH_H

#include <multigraph/algorithms.h>
#include <multigraph/centralities.h>
#include <multigraph/communities.h>
#include <multigraph/contexts.h>
#include <multigraph/custom_programs.h>
#include <multigraph/dicts.h>
#include <multigraph/edits.h>
#include <multigraph/graphs.h>
#include <multigraph/matrices.h>
#include <multigraph/products.h>
#include <multigraph/program.h>
#include <multigraph/runs.h>
#include <multigraph/similarities.h>
#include <multigraph/structures.h>
#include <multigraph/walks.h>

#endif
