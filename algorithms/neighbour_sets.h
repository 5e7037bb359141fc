/* SPDX-License-Identifier: Apache-2.0
 *
 * neighbour_sets.h: rows as sets: parallel edges count once.
 */
#ifndef MG_ALGORITHMS_NEIGHBOUR_SETS_H
#define MG_ALGORITHMS_NEIGHBOUR_SETS_H

#include "core/engine/backend.h"
#include "core/graph/graph.h"

#include <multigraph/similarities.h>

/* Checks the arguments that both functions share, and chooses the backend. */
mg_status mg__check_sets(mg_context *context, const mg_graph *graph, const mg_set_similarity_options *options,
                         const mg_backend **backend);

/* Sets sizes[v] to the number of different out-neighbours; the caller releases the array. */
mg_status mg__set_sizes(mg_context *context, const mg_graph *graph, uint32_t **sizes);

/* The score of two sets of a and b elements, `both` of which are the same. */
double mg__set_score(mg_set_measure measure, uint32_t a, uint32_t b, uint32_t both);

#endif
