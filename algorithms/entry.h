/* SPDX-License-Identifier: Apache-2.0
 *
 * entry.h: what the algorithms' C entry points share.
 */
#ifndef MG_ALGORITHMS_ENTRY_H
#define MG_ALGORITHMS_ENTRY_H

#include "core/engine/run.h"

/* INVALID unless context, graph and result are there and `size`, the options' own, is `wanted`; NULL options pass 0. */
mg_status mg__check_call(mg_context *context, const mg_graph *graph, mg_result **result, size_t size, size_t wanted);

/* *source = the default source where it is MG_NONE. RANGE where there is no such vertex; MG_NONE in an empty graph. */
mg_status mg__check_source(mg_context *context, const mg_graph *graph, mg_vertex *source);

/* UNSUPPORTED where a batch is asked of an algorithm that has none. */
mg_status mg__check_one_lane(mg_context *context, const mg_run_options *options);

#endif
