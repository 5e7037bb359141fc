/* SPDX-License-Identifier: Apache-2.0
 *
 * PageRank, data-driven: a vertex with a residual above the threshold adds it to its rank and sends the damped residual
 * along its out-edges [1]. The residual of dangling vertices is dropped and the ranks are scaled to sum 1 at the end.
 * This is exact: dangling rank is distributed like random jumps, which only scales the solution.
 *
 * [1] J. J. Whang, A. Lenharth, I. S. Dhillon, K. Pingali: Scalable Data-Driven PageRank. Euro-Par 2015.
 */
#include <multigraph/program.h>

#include "algorithms/programs/pagerank.h"

MG_FN bool residual_init(const mg_ctx *ctx, const residual_parameters *p, residual_vertex *s) {
    (void)ctx;
    s->rank = 0.0;
    s->residual *= 1.0 - p->damping;
    return s->residual > p->threshold;
}

MG_FN double residual_scatter(const mg_ctx *ctx, const residual_parameters *p, residual_vertex *s) {
    const double residual = s->residual;
    s->rank += residual;
    s->residual = 0.0;
    return ctx->out_degree ? p->damping * residual / ctx->out_degree : 0.0;
}

MG_FN bool residual_apply(const mg_ctx *ctx, const residual_parameters *p, residual_vertex *s, double received,
                          double *add) {
    (void)ctx;
    (void)add;
    if (received == 0.0) {
        return false;
    }
    s->residual += received;
    return s->residual > p->threshold;
}

/* Sums ranks and remaining residuals; the states change in the last phase only. */
MG_FN bool residual_sum(const mg_ctx *ctx, const residual_parameters *p, residual_vertex *all, double *add) {
    (void)p;
    add[0] += all[ctx->vertex].rank + all[ctx->vertex].residual;
    return false;
}

MG_FN bool residual_scale(const mg_ctx *ctx, const residual_parameters *p, residual_vertex *all, double *add) {
    (void)p;
    (void)add;
    residual_vertex *s = &all[ctx->vertex];
    s->rank = (s->rank + s->residual) / ctx->totals[0];
    return false;
}

MG_TYPES(residual_push, residual_vertex, residual_parameters, double, mg_none);
MG_PHASE(residual_push){
    .monoid = MG_SUM,
    .identity = 0.0,
    .init = residual_init,
    .scatter = residual_scatter,
    .apply = residual_apply,
};
#define MG_INSTANTIATE residual_push
#define MG_LOOPS MG_LOOPS_SINGLE
#include <multigraph/instantiate.h>

MG_TYPES(residual_total, residual_vertex, residual_parameters, uint32_t, mg_none);
MG_PHASE(residual_total){.kind = MG_KIND_VERTICES, .totals = 1, .vertex = residual_sum};
#define MG_INSTANTIATE residual_total
#define MG_LOOPS MG_LOOPS_MAPS
#include <multigraph/instantiate.h>

MG_TYPES(residual_normalise, residual_vertex, residual_parameters, uint32_t, mg_none);
MG_PHASE(residual_normalise){.kind = MG_KIND_VERTICES, .vertex = residual_scale};
#define MG_INSTANTIATE residual_normalise
#define MG_LOOPS MG_LOOPS_MAPS
#include <multigraph/instantiate.h>

MG_PROGRAM(residual){
    MG_ABOUT("pagerank", "PageRank by residuals", residual_vertex, residual_parameters),
    .phases = {MG_RUN(residual_push), MG_RUN(residual_total), MG_RUN(residual_normalise)},
    .columns = {MG_COLUMN(residual_vertex, rank, "rank", MG_NUMBER)},
};
