/* SPDX-License-Identifier: Apache-2.0
 *
 * dealt_batches.h: sources in parallel on ranks: each searches from its share of them on the whole graph.
 */
#ifndef MG_ALGORITHMS_DEALT_BATCHES_H
#define MG_ALGORITHMS_DEALT_BATCHES_H

#include "algorithms/batches.h"

/* Sums that the batches add to: n doubles, `data` of the batches. */
typedef struct mg_batch_sums {
    mg_vertex n;
    double *sums;
} mg_batch_sums;

/* mg__run_batches() for batches whose `data` are mg_batch_sums. On several ranks, with a source for each, they share
 * the sources, and their sums are added in the order of the ranks: the last bits differ from those of one rank. Not
 * where iterations are recorded. All ranks get the sums.
 * A rank waits for the others as long as their searches take. */
mg_status mg__run_dealt_batches(mg_context *context, const mg_graph *graph, mg_batches *batches);

#endif
