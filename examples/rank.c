/* SPDX-License-Identifier: Apache-2.0
 *
 * PageRank: the stationary distribution of a random walk that follows an edge with probability `damping`, else jumps.
 *
 *     multigraph run rank.c web.txt --param damping=0.85 --top 10
 *
 * Every vertex sends in every iteration (MG_ALL_ACTIVE). Two totals: the change of all ranks, which ends the run, and
 * the rank of vertices without out-edges, which is distributed over all vertices in the next iteration. Those vertices
 * start with rank 0, so that the first iteration loses no rank.
 *
 * What a vertex sends depends only on its rank and degree (MG_PURE_SCATTER), so that a GPU may compute it in the same
 * pass as the rank. Values may travel as floats, half the bytes (MG_MIXED_PRECISION): this changes the ranks by less
 * than 4e-7 in sum. For a tolerance far below the default remove MG_MIXED_PRECISION.
 */
#include <multigraph/program.h>

typedef struct vertex {
    double rank;
} vertex;

typedef struct parameters {
    double damping, tolerance;
} parameters;

MG_FN bool start(const mg_ctx *ctx, const parameters *p, vertex *v) {
    (void)p;
    v->rank = ctx->out_degree ? 1.0 / ctx->vertices : 0.0;
    return true;
}

MG_FN double share(const mg_ctx *ctx, const parameters *p, vertex *v) {
    (void)p;
    return ctx->out_degree ? v->rank / ctx->out_degree : 0.0;
}

MG_FN bool update(const mg_ctx *ctx, const parameters *p, vertex *v, double received, double *add) {
    const double dangling = ctx->iteration ? ctx->totals[1] : 0.0;
    const double jumped = (1.0 - p->damping + p->damping * dangling) / ctx->vertices;
    const double rank = jumped + p->damping * received;
    add[0] += fabs(rank - v->rank);
    add[1] += ctx->out_degree ? 0.0 : rank;
    v->rank = rank;
    return true;
}

MG_FN bool settled(const parameters *p, uint32_t iteration, const double *totals) {
    (void)iteration;
    return totals[0] < p->tolerance;
}

MG_TYPES(rank, vertex, parameters, double, mg_none);

MG_PHASE(rank){
    .properties = MG_ALL_ACTIVE | MG_PURE_SCATTER | MG_MIXED_PRECISION,
    .monoid = MG_SUM,
    .identity = 0,
    .totals = 2,
    .iteration_limit = 100,
    .init = start,
    .scatter = share,
    .apply = update,
    .finished = settled,
};

#define MG_INSTANTIATE rank
#include <multigraph/instantiate.h>

MG_PROGRAM(rank){
    MG_ABOUT("rank", "PageRank", vertex, parameters),
    .phases = {MG_RUN(rank)},
    .columns = {MG_COLUMN(vertex, rank, "rank", MG_NUMBER)},
    .parameters = {MG_PARAMETER(parameters, damping, "damping", MG_NUMBER, 0.85),
                   MG_PARAMETER(parameters, tolerance, "tolerance", MG_NUMBER, 1e-6)},
};
