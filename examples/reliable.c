/* SPDX-License-Identifier: Apache-2.0
 *
 * Most reliable paths from one vertex: an edge's weight is the probability that it works; a path works if all its edges
 * do. Every vertex gets the probability of its best path and its predecessor on that path.
 *
 *     multigraph run reliable.c network.mtx --source 17 --column from
 *
 * Of two values the more probable one wins, on ties the smaller vertex: a user-defined monoid over a struct.
 */
#include <multigraph/program.h>

typedef struct vertex {
    float probability;
    mg_vertex from;
} vertex;

typedef struct parameters {
    mg_vertex source;
} parameters;

MG_FN bool start(const mg_ctx *ctx, const parameters *p, vertex *v) {
    const bool source = ctx->vertex == p->source;
    v->probability = source ? 1.0f : 0.0f;
    v->from = source ? ctx->vertex : MG_NONE;
    return source;
}

MG_FN vertex offer(const mg_ctx *ctx, const parameters *p, vertex *v) {
    (void)p;
    vertex sent = {v->probability, ctx->vertex};
    return sent;
}

MG_FN vertex over_edge(vertex sent, float weight) {
    sent.probability *= weight;
    return sent;
}

MG_FN vertex better(vertex a, vertex b) {
    return a.probability > b.probability || (a.probability == b.probability && a.from < b.from) ? a : b;
}

/* Equal values of later iterations are ignored: otherwise edges of weight 1 could give cycles of predecessors. */
MG_FN bool take(const mg_ctx *ctx, const parameters *p, vertex *v, vertex best, double *add) {
    (void)ctx, (void)p, (void)add;
    if (best.probability <= v->probability) {
        return false;
    }
    *v = best;
    return true;
}

MG_TYPES(reliable, vertex, parameters, vertex, float);

MG_PHASE(reliable){
    .monoid = MG_USER,
    .identity = {0.0f, MG_NONE},
    .init = start,
    .scatter = offer,
    .edge = over_edge,
    .combine = better,
    .apply = take,
};

#define MG_INSTANTIATE reliable
#include <multigraph/instantiate.h>

MG_PROGRAM(reliable){
    MG_ABOUT("reliable", "most reliable paths from one vertex", vertex, parameters),
    .phases = {MG_RUN(reliable)},
    .columns = {MG_COLUMN(vertex, probability, "probability", MG_NUMBER), MG_COLUMN(vertex, from, "from", MG_VERTEX)},
    .parameters = {MG_PARAMETER(parameters, source, "source", MG_VERTEX, MG_NONE)},
};
