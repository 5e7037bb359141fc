/* SPDX-License-Identifier: Apache-2.0
 *
 * start_pagerank.h: the first ranks of a run that starts from those of an earlier version of the graph.
 */
#ifndef MG_ALGORITHMS_START_PAGERANK_H
#define MG_ALGORITHMS_START_PAGERANK_H

#include "core/engine/run.h"

/* The linear system x = base + damping P x, whose solution is in proportion to the ranks: nothing is sent by vertices
 * without out-edges. */
typedef struct mg_rank_system {
    const mg_graph *graph;
    mg_adjacency in;
    const double *personalization; /* NULL: `base` is the rank by random jumps; else a factor of these */
    double base, damping;
    double target; /* sum of the absolute residuals at which a run has converged */
} mg_rank_system;

/* What pushes did. */
typedef struct mg_pushed {
    bool done; /* the residuals are below the target */
    uint64_t vertices, edges;
} mg_pushed;

/* The earlier ranks, 0 for new vertices, scaled to the sum 1: a block of the context, NULL without vertices. INVALID:
 * they are no ranks. */
mg_status mg__start_ranks(mg_context *context, const mg_graph *graph, const mg_start *from, double **ranks);
/* Scales them to the sum 1. */
void mg__start_normalise(const mg_context *context, mg_vertex n, double *ranks);
/* Sum of the ranks of vertices without out-edges. */
double mg__start_dangling(const mg_graph *graph, const double *ranks);
/* residual[v]: what a plain iteration would change. */
mg_status mg__start_residuals(mg_context *context, const mg_rank_system *system, const double *ranks, double *residual);
/* Pushes large residuals into the ranks and to the neighbours. */
mg_status mg__start_push(mg_context *context, const mg_rank_system *system, double *ranks, double *residual,
                         mg_pushed *pushed);

#endif
