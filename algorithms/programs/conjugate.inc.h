/* SPDX-License-Identifier: Apache-2.0
 *
 * PageRank on an undirected graph by conjugate gradients. With shares u = rank / degree it is the symmetric positive
 * definite system (D - damping A) u = b, preconditioned by the degrees D. One gather an iteration: both dot products
 * are summed in the same pass [1]. It adapts to the eigenvalues, so it takes at most the iterations of Chebyshev
 * semi-iteration (chebyshev.inc.h), and half of them or fewer on graphs that mix fast.
 *
 * A vertex without edges has the constant rank b; b and `start` are scaled so that ranks sum to 1. The first ranks are
 * proportional to degrees, so that the first residual is known without a gather. What the last gather found makes one
 * more step, whose residual has a norm that is known before [2]; so a run ends without a gather of it. Then a plain
 * iteration, which is known by the residual, or one more step of the last length.
 *
 * The includer defines CONJUGATE, the name of the program; VERTEX, its state; VECTOR, the type of the vectors that
 * converge to 0, and PRECISION: double and 0, or float and MG_MIXED_PRECISION; ROUNDED, the part of z.Dz that rounding
 * may add to the next one. totals[0]: residual, the L1 change of the ranks by a plain iteration; with z, its shares,
 * and w, their image, [1], [2], [3]: z.Dz, z.w and w.Dw; [4], [5]: z.Dz and the length of the step before.
 *
 * [1] A. T. Chronopoulos, C. W. Gear: s-step iterative methods for symmetric linear systems. J. Comput. Appl. Math. 25,
 *     1989.
 * [2] E. F. D'Azevedo, V. L. Eijkhout, C. H. Romine: Conjugate Gradient Algorithms with Reduced Synchronization
 * Overhead on Distributed Memory Multiprocessors. LAPACK Working Note 56, 1993.
 */
#include <multigraph/program.h>

#include "algorithms/programs/pagerank.h"

#define NAME_(a, b) a##b
#define NAME(a, b) NAME_(a, b)
#define F(suffix) NAME(CONJUGATE, suffix)

#define EVEN 0.6 /* of the most: 0.8 if normally distributed, 0.25 to 0.45 on power laws (docs/notebook/cpu.md) */

/* The step along the new direction, by the totals of an iteration: its length, the share of the old direction in the
 * new one, and z.Dz after it. */
typedef struct F(_step) {
    double length, old, next;
} F(_step);

MG_FN F(_step) F(_find_step)(const undirected_parameters *p, const double *totals) {
    F(_step) step = {0.0, 0.0, 0.0};
    const double square = totals[1], before = totals[4], length = totals[5];
    if (!(square > 0.0)) {
        return step; /* the residual is 0 */
    }
    const bool first = !(before > 0.0 && length > 0.0);
    const double old = first ? 0.0 : square / before;
    double curvature = first ? totals[2] : totals[2] - old * square / length;
    /* In exact arithmetic it is at least (1 - damping) z.Dz. If rounding made it less, steepest descent restarts. */
    const bool sound = curvature > 0.5 * (1.0 - p->damping) * square;
    curvature = sound ? curvature : totals[2];
    step.length = square / curvature;
    step.old = sound ? old : 0.0;
    /* The change of the residual, D-normed: its image, and by the old direction that of the step before. */
    double change = totals[3];
    if (step.old > 0.0) {
        const double both = -(square / length + totals[2]) / length, own = (before + square) / (length * length);
        change += step.old * (2.0 * both + step.old * own);
    }
    step.next = square - 2.0 * step.length * curvature + step.length * step.length * change;
    /* What is lost by rounding in the sums and in the vectors: lengths are up to 1 / (1 - damping). */
    const double next = step.next > 0.0 ? step.next : 0.0;
    step.next = isfinite(step.next) ? next + ROUNDED / (1.0 - p->damping) * square : square;
    return step;
}

/* Is the L1 norm of the residual small enough after the step and a plain iteration? By a bound, whose square is
 * compared: loops over vertices call no function. */
MG_FN bool F(_is_last)(const undirected_parameters *p, F(_step) step) {
    return p->damping * p->damping * p->arcs * step.next < p->residual * p->residual;
}

/* Is one more step of the same length, with the next direction, the end? It comes nearer than a plain iteration where
 * residuals are even: their L1 norm is near its bound by z.Dz. `most`: what the norm may be, so that it is small enough
 * after that step. */
MG_FN bool F(_steps_on)(const undirected_parameters *p, const double *totals, F(_step) step) {
    const bool even = totals[0] * totals[0] > EVEN * EVEN * p->arcs * totals[1];
    const double share = step.next / totals[1];
    const double factor = p->damping + fabs(step.length - 1.0) * (1.0 + p->damping) + share;
    const double most = (p->residual - share * totals[0]) / factor;
    return even && share < 0.25 && most > 0.0 && p->arcs * step.next < most * most;
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
    add[3] += degree * image * image;
    if (ctx->vertex == 0 && ctx->iteration) {
        add[4] = ctx->totals[1];
        add[5] = F(_find_step)(p, ctx->totals).length;
    }
    s->image = (VECTOR)image;
    return true;
}

MG_FN bool F(_finished)(const undirected_parameters *p, uint32_t iteration, const double *totals) {
    (void)iteration;
    const F(_step) step = F(_find_step)(p, totals);
    if (!(totals[1] >= 0.0)) {
        return false; /* not a number */
    }
    return totals[0] < p->residual || F(_is_last)(p, step) || F(_steps_on)(p, totals, step);
}

MG_TYPES(CONJUGATE, VERTEX, undirected_parameters, double, mg_none);

MG_PHASE(CONJUGATE){
    .properties = MG_ALL_ACTIVE | PRECISION,
    .monoid = MG_SUM,
    .identity = 0,
    .totals = 6,
    .init = F(_init),
    .scatter = F(_scatter),
    .apply = F(_apply),
    .finished = F(_finished),
    .iteration_limit = 10000, /* on a graph that is not symmetric it need not converge */
};

#define MG_INSTANTIATE CONJUGATE
#define MG_LOOPS MG_LOOPS_SINGLE
#include <multigraph/instantiate.h>

/* The last step, and what follows it. No rank is negative, so what rounding and early iterations leave below 0 is
 * an error. */
MG_FN bool F(_end)(const mg_ctx *ctx, const undirected_parameters *p, VERTEX *all, double *add) {
    VERTEX *const s = &all[ctx->vertex];
    (void)add;
    const F(_step) step = F(_find_step)(p, ctx->totals);
    F(_go)(ctx, p, s);
    double further = (double)s->residual;
    if (F(_steps_on)(p, ctx->totals, step)) {
        further = step.length * (further + step.next / ctx->totals[1] * (double)s->direction);
    }
    s->rank += further * ctx->out_degree;
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
