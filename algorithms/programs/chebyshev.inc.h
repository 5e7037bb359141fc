/* SPDX-License-Identifier: Apache-2.0
 *
 * PageRank on an undirected graph by Chebyshev semi-iteration [1]. The matrix of the walk is similar to a symmetric
 * one, so its eigenvalues are real and the damped ones lie in [-damping, damping]. There a weighted sum of the new and
 * the last but one ranks, x'' = x + omega (F(x') - x), converges in about a quarter of the iterations of x' = F(x).
 * It pays where the eigenvalues reach the ends of the interval, as on roads and meshes; conjugate.inc.h adapts to the
 * eigenvalues, but moves more memory per vertex.
 *
 * A vertex without edges has the constant rank `base`; `base` and `start` are scaled so that ranks sum to 1. The first
 * ranks are those after one plain iteration from ranks proportional to degrees.
 *
 * The includer defines CHEBYSHEV, the name of the program; VERTEX, its state; REAL, the type of the ranks in it, and
 * PRECISION: double and 0, or float and MG_MIXED_PRECISION.
 * totals[0]: residual, the L1 change of the ranks by a plain iteration.
 *
 * [1] G. H. Golub, R. S. Varga: Chebyshev semi-iterative methods. Numerische Mathematik 3, 1961.
 */
#include <multigraph/program.h>

#include "algorithms/programs/pagerank.h"

#define NAME_(a, b) a##b
#define NAME(a, b) NAME_(a, b)
#define F(suffix) NAME(CHEBYSHEV, suffix)

MG_FN bool F(_init)(const mg_ctx *ctx, const undirected_parameters *p, VERTEX *s) {
    const double start = p->start * ctx->out_degree;
    s->before = (REAL)(ctx->out_degree ? start : p->base);
    s->rank = (REAL)(p->base + p->damping * start);
    return true;
}

MG_FN double F(_scatter)(const mg_ctx *ctx, const undirected_parameters *p, VERTEX *s) {
    (void)p;
    return ctx->out_degree ? (double)(s->rank / (REAL)ctx->out_degree) : 0.0;
}

MG_FN bool F(_apply)(const mg_ctx *ctx, const undirected_parameters *p, VERTEX *s, double received, double *add) {
    const uint32_t last = UNDIRECTED_WEIGHTS - 1;
    const double omega = p->omega[ctx->iteration < last ? ctx->iteration : last];
    const double plain = p->base + p->damping * received;
    const double before = (double)s->before;
    add[0] += fabs(plain - (double)s->rank);
    s->before = s->rank;
    s->rank = (REAL)(before + omega * (plain - before));
    return true;
}

MG_FN bool F(_finished)(const undirected_parameters *p, uint32_t iteration, const double *totals) {
    (void)iteration;
    return totals[0] < p->residual;
}

MG_TYPES(CHEBYSHEV, VERTEX, undirected_parameters, double, mg_none);

MG_PHASE(CHEBYSHEV){
    .properties = MG_ALL_ACTIVE | MG_PURE_SCATTER | PRECISION,
    .monoid = MG_SUM,
    .identity = 0,
    .totals = 1,
    .init = F(_init),
    .scatter = F(_scatter),
    .apply = F(_apply),
    .finished = F(_finished),
    .iteration_limit = 10000, /* on a graph that is not symmetric it need not converge */
};

#define MG_INSTANTIATE CHEBYSHEV
#define MG_LOOPS MG_LOOPS_SINGLE
#include <multigraph/instantiate.h>

MG_PROGRAM(CHEBYSHEV){
    MG_ABOUT("pagerank", "PageRank on undirected graphs of low degree", VERTEX, undirected_parameters),
    .phases = {MG_RUN(CHEBYSHEV)},
    .columns = {MG_COLUMN(VERTEX, rank, "rank", MG_NUMBER)},
};
