/* SPDX-License-Identifier: Apache-2.0
 *
 * directed_diameter.h: the diameter of a directed graph.
 */
#ifndef MG_ALGORITHMS_DIRECTED_DIAMETER_H
#define MG_ALGORITHMS_DIRECTED_DIAMETER_H

#include "core/context.h"

/* As mg_diameter(): the greatest distance from a vertex to one that it reaches. The graph is in use
 * (mg__graph_begin_use). */
mg_status mg__directed_diameter(mg_context *context, const mg_graph *graph, const mg_run_options *run,
                                mg_diameter_info *info);

#endif
