/* SPDX-License-Identifier: Apache-2.0
 *
 * entry.h: argument checks shared by the entry points of the algorithms.
 */
#ifndef MG_ALGORITHMS_ENTRY_H
#define MG_ALGORITHMS_ENTRY_H

#include "core/engine/run.h"

/* INVALID: context, graph or result is NULL, or `size`, the size field of the options (0: NULL options), is not
 * `wanted`. */
mg_status mg__check_call(mg_context *context, const mg_graph *graph, mg_result **result, size_t size, size_t wanted);

/* The same for algorithms that may run where the graph was made: neighbours and weights may not be in host memory,
 * which mg_graph_out_edges() brings there. */
mg_status mg__check_device_call(mg_context *context, const mg_graph *graph, mg_result **result, size_t size,
                                size_t wanted);

/* Replaces MG_NONE by the default source (still MG_NONE in an empty graph). RANGE: not a vertex. */
mg_status mg__check_source(mg_context *context, const mg_graph *graph, mg_vertex *source);

/* RANGE: a target that is not a vertex. MG_NONE is none. */
mg_status mg__check_target(mg_context *context, const mg_graph *graph, mg_vertex target);

/* UNSUPPORTED: the options request a batch, which the algorithm does not support. */
mg_status mg__check_one_lane(mg_context *context, const mg_run_options *options);

/* Replaces labels of components in column 0, each a vertex of its component, by the vertex of smallest id. */
mg_status mg__name_by_smallest(mg_context *context, const mg_graph *graph, mg_result *result);

/* The same where programs label components by their smallest index, so that nothing is to be done in the order of ids.
 */
mg_status mg__name_by_id(mg_context *context, const mg_graph *graph, mg_result *result);

#endif
