/* SPDX-License-Identifier: Apache-2.0
 *
 * PageRank on an undirected graph by conjugate gradients. With shares u = rank / degree it is the symmetric positive
 * definite system (D - damping A) u = b, preconditioned by the degrees D. One gather an iteration: both dot products
 * are summed in the same pass [1]. It adapts to the eigenvalues, so it takes at most the iterations of Chebyshev
 * semi-iteration (chebyshev.inc.h), and half of them or fewer on graphs that mix fast.
 *
 * A vertex without edges has the constant rank b; b and `start` are scaled so that ranks sum to 1. The first ranks are
 * proportional to degrees, so that the first residual is known without a gather. What the last gather found makes one
 * more step, and the residual left by it is added to the ranks, as a plain iteration would do.
 *
 * The includer defines CONJUGATE, the name of the program; VERTEX, its state; VECTOR, the type of the vectors that
 * converge to 0, and PRECISION: double and 0, or float and MG_MIXED_PRECISION.
 * totals[0]: residual, the L1 change of the ranks by a plain iteration; [1], [2]: z.Dz and z.w; [3], [4]: z.Dz and the
 * step of the iteration before.
 *
 * [1] A. T. Chronopoulos, C. W. Gear: s-step iterative methods for symmetric linear systems. J. Comput. Appl. Math. 25,
 *     1989.
 */
#include <multigraph/program.h>

#include "algorithms/programs/pagerank.h"

#define NAME_(a, b) a##b
#define NAME(a, b) NAME_(a, b)
#define F(suffix) NAME(CONJUGATE, suffix)

/* The step along the new direction, and the share of the old direction in it, by the totals of an iteration. */
typedef struct F(_step) {
    double length, old;
} F(_step);

MG_FN F(_step) F(_find_step)(const undirected_parameters *p, const double *totals) {
    F(_step) step = {0.0, 0.0};
    if (!(totals[1] > 0.0)) {
        return step; /* the residual is 0 */
    }
    const double old = totals[3] > 0.0 ? totals[1] / totals[3] : 0.0;
    const double curvature = totals[4] > 0.0 ? totals[2] - old * totals[1] / totals[4] : totals[2];
    /* In exact arithmetic it is at least (1 - damping) z.Dz. If rounding made it less, steepest descent restarts. */
    const bool sound = curvature > 0.5 * (1.0 - p->damping) * totals[1];
    step.length = totals[1] / (sound ? curvature : totals[2]);
    step.old = sound ? old : 0.0;
    return step;
}

/* `residual` is an input: the probability that a random jump leads to the vertex. */
MG_FN bool F(_init)(const mg_ctx *ctx, const undirected_parameters *p, VERTEX *s) {
    const double base = p->base * (double)s->residual, degree = ctx->out_degree;
    if (!p->given) {
        s->rank = degree > 0.0 ? p->start * degree : base;
        s->residual = (VECTOR)(degree > 0.0 ? base / degree - (1.0 - p->damping) * p->start : 0.0);
    }
    s->direction = s->image = s->change = 0;
    return true;
}

MG_FN void F(_go)(const mg_ctx *ctx, const undirected_parameters *p, VERTEX *s) {
    const F(_step) step = F(_find_step)(p, ctx->totals);
    const double direction = (double)s->residual + step.old * (double)s->direction;
    const double change = (double)s->image + step.old * (double)s->change;
    s->rank += step.length * direction * ctx->out_degree;
    s->residual = (VECTOR)((double)s->residual - step.length * change);
    s->direction = (VECTOR)direction;
    s->change = (VECTOR)change;
}

/* Goes a step, and sends the residual as a share. */
MG_FN double F(_scatter)(const mg_ctx *ctx, const undirected_parameters *p, VERTEX *s) {
    if (ctx->iteration) {
        F(_go)(ctx, p, s);
    }
    return (double)s->residual;
}

/* The image of the residual under the matrix. */
MG_FN bool F(_apply)(const mg_ctx *ctx, const undirected_parameters *p, VERTEX *s, double received, double *add) {
    const double degree = ctx->out_degree, residual = (double)s->residual;
    const double image = ctx->out_degree ? residual - p->damping * received / degree : 0.0;
    add[0] += degree * fabs(residual);
    add[1] += degree * residual * residual;
    add[2] += degree * residual * image;
    if (ctx->vertex == 0 && ctx->iteration) {
        add[3] = ctx->totals[1];
        add[4] = F(_find_step)(p, ctx->totals).length;
    }
    s->image = (VECTOR)image;
    return true;
}

MG_FN bool F(_finished)(const undirected_parameters *p, uint32_t iteration, const double *totals) {
    (void)iteration;
    return totals[0] < p->residual;
}

MG_TYPES(CONJUGATE, VERTEX, undirected_parameters, double, mg_none);

MG_PHASE(CONJUGATE){
    .properties = MG_ALL_ACTIVE | PRECISION,
    .monoid = MG_SUM,
    .identity = 0,
    .totals = 5,
    .init = F(_init),
    .scatter = F(_scatter),
    .apply = F(_apply),
    .finished = F(_finished),
    .iteration_limit = 10000, /* on a graph that is not symmetric it need not converge */
};

#define MG_INSTANTIATE CONJUGATE
#define MG_LOOPS MG_LOOPS_SINGLE
#include <multigraph/instantiate.h>

/* The last step, and one plain iteration. No rank is negative, so what rounding and early iterations leave below 0 is
 * an error. */
MG_FN bool F(_end)(const mg_ctx *ctx, const undirected_parameters *p, VERTEX *all, double *add) {
    VERTEX *const s = &all[ctx->vertex];
    (void)add;
    F(_go)(ctx, p, s);
    s->rank += (double)s->residual * ctx->out_degree;
    s->rank = s->rank > 0.0 ? s->rank : 0.0;
    return false;
}

#define LAST F(_last)
MG_TYPES(LAST, VERTEX, undirected_parameters, uint32_t, mg_none);
MG_PHASE(LAST){.kind = MG_KIND_VERTICES, .vertex = F(_end)};
#define MG_INSTANTIATE LAST
#define MG_LOOPS MG_LOOPS_MAPS
#include <multigraph/instantiate.h>

MG_PROGRAM(CONJUGATE){
    MG_ABOUT("pagerank", "PageRank on undirected graphs", VERTEX, undirected_parameters),
    .phases = {MG_RUN(CONJUGATE), MG_RUN(LAST)},
    .columns = {MG_COLUMN(VERTEX, rank, "rank", MG_NUMBER)},
};
