/* SPDX-License-Identifier: Apache-2.0
 *
 * PageRank, topology-driven: in every iteration every vertex sends equal shares of its rank along its out-edges [1].
 * The rank of vertices without out-edges (dangling) is distributed like random jumps.
 *
 * The includer defines PAGERANK, the name of the program; VERTEX, its state; JUMP(p, s), the probability that a random
 * jump leads to a vertex; RANK, the type of ranks and shares, and PRECISION: double and 0, or float and
 * MG_MIXED_PRECISION, which changes the ranks by less than 1e-6 in sum. Sums are always double: a hub adds so many
 * shares that float rounding would prevent convergence.
 *
 * totals[0]: L1 change of the ranks; totals[1]: dangling rank.
 *
 * [1] L. Page, S. Brin, R. Motwani, T. Winograd: The PageRank Citation Ranking. Stanford, 1999.
 */
#include <multigraph/program.h>

#include "algorithms/programs/pagerank.h"

#define NAME_(a, b) a##b
#define NAME(a, b) NAME_(a, b)
#define F(suffix) NAME(PAGERANK, suffix)

MG_FN bool F(_init)(const mg_ctx *ctx, const pagerank_parameters *p, VERTEX *s) {
    (void)ctx;
    s->rank = p->given ? s->rank : (RANK)p->start;
    return true;
}

MG_FN double F(_scatter)(const mg_ctx *ctx, const pagerank_parameters *p, VERTEX *s) {
    (void)p;
    const RANK share = ctx->out_degree ? s->rank / (RANK)ctx->out_degree : 0;
    return (double)share;
}

MG_FN bool F(_apply)(const mg_ctx *ctx, const pagerank_parameters *p, VERTEX *s, double received, double *add) {
    const double dangling = ctx->iteration ? ctx->totals[1] : p->dangling;
    const double jumped = (1.0 - p->damping + p->damping * dangling) * JUMP(p, s);
    const RANK rank = (RANK)(jumped + p->damping * received);
    add[0] += fabs((double)rank - (double)s->rank);
    add[1] += ctx->out_degree ? 0.0 : (double)rank;
    s->rank = rank;
    return true;
}

MG_FN bool F(_finished)(const pagerank_parameters *p, uint32_t iteration, const double *totals) {
    (void)iteration;
    return totals[0] < p->tolerance;
}

MG_TYPES(PAGERANK, VERTEX, pagerank_parameters, double, mg_none);

MG_PHASE(PAGERANK){
    .properties = MG_ALL_ACTIVE | MG_PURE_SCATTER | PRECISION,
    .monoid = MG_SUM,
    .identity = 0,
    .totals = 2,
    .init = F(_init),
    .scatter = F(_scatter),
    .apply = F(_apply),
    .finished = F(_finished),
};

#define MG_INSTANTIATE PAGERANK
#define MG_LOOPS MG_LOOPS_SINGLE
#include <multigraph/instantiate.h>

MG_PROGRAM(PAGERANK){
    MG_ABOUT("pagerank", "PageRank", VERTEX, pagerank_parameters),
    .phases = {MG_RUN(PAGERANK)},
    .columns = {MG_COLUMN(VERTEX, rank, "rank", MG_NUMBER)},
};
