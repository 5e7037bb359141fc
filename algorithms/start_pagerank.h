/* SPDX-License-Identifier: Apache-2.0
 *
 * start_pagerank.h: the first ranks of a run that starts from those of an earlier version of the graph.
 */
#ifndef MG_ALGORITHMS_START_PAGERANK_H
#define MG_ALGORITHMS_START_PAGERANK_H

#include "core/engine/run.h"

/* The earlier ranks, 0 for new vertices, scaled to the sum 1: a block of the context. INVALID: they are no ranks. */
mg_status mg__start_ranks(mg_context *context, const mg_graph *graph, const mg_start *from, double **ranks);
/* Sum of the ranks of vertices without out-edges. */
double mg__start_dangling(const mg_graph *graph, const double *ranks);
/* residual[v]: what a plain iteration would change, divided by the degree, the residual of conjugate gradients. The
 * rank by random jumps is scale, with `personalization` scale * personalization[v]. */
mg_status mg__start_residuals(mg_context *context, const mg_graph *graph, double damping, const double *ranks,
                              const double *personalization, double scale, double *residual);

#endif
