/* SPDX-License-Identifier: Apache-2.0
 *
 * cc_on_ranks.h: connected components on ranks.
 */
#ifndef MG_ALGORITHMS_CC_ON_RANKS_H
#define MG_ALGORITHMS_CC_ON_RANKS_H

#include "core/engine/run.h"

/* Finds the components of the arcs of each rank, then joins these: a vertex and its label in a rank are in one
 * component. *result: as that of one rank, bit for bit. The context has several ranks. The ranks exchange 4 bytes a
 * vertex each. */
mg_status mg__cc_on_ranks(mg_context *context, const mg_graph *graph, const mg_run_options *options,
                          mg_result **result);

#endif
