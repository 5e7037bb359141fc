/* SPDX-License-Identifier: Apache-2.0
 *
 * bc_sources.h: what betweenness of vertices and of edges share: checks of the options, and the sources.
 */
#ifndef MG_ALGORITHMS_BC_SOURCES_H
#define MG_ALGORITHMS_BC_SOURCES_H

#include "core/graph/graph.h"

/* Are paths shortest by weight? */
static inline bool mg__bc_is_weighted(const mg_graph *graph, const mg_bc_options *o) {
    return o->weighted && graph->weight_type != MG_TYPE_NONE;
}

/* INVALID: sources and source_count contradict, or the sample is larger than the graph. */
mg_status mg__bc_check(mg_context *context, const mg_graph *graph, const mg_bc_options *o);

/* What has no lanes of its own: UNSUPPORTED. what: "of edges", ... */
mg_status mg__bc_check_lanes(mg_context *context, const mg_bc_options *o, const char *what);

/* A copy of the sources that are given, or drawn; the caller releases it. */
mg_status mg__bc_sources(mg_context *context, const mg_graph *graph, const mg_bc_options *o, mg_vertex **sources,
                         size_t *count);

#endif
