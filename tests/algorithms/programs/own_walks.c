/* SPDX-License-Identifier: Apache-2.0 */
#include "tests/algorithms/programs/own.h"

MG_FN bool start(const mg_ctx *ctx, const own_walks_parameters *p, own_walks_vertex *s) {
    (void)p;
    s->walks = 1;
    s->applied = 0;
    s->in_degree = ctx->in_degree;
    return true;
}

MG_FN uint64_t send(const mg_ctx *ctx, const own_walks_parameters *p, own_walks_vertex *s) {
    (void)ctx;
    (void)p;
    return s->walks;
}

/* totals: vertices where a walk ends, and vertices of the graph. */
MG_FN bool receive(const mg_ctx *ctx, const own_walks_parameters *p, own_walks_vertex *s, uint64_t walks, double *add) {
    (void)ctx;
    (void)p;
    s->walks = walks;
    s->applied++;
    add[0] += walks != 0;
    add[1] += 1.0;
    return true;
}

MG_FN bool finished(const own_walks_parameters *p, uint32_t iteration, const double *totals) {
    return iteration == p->length || totals[0] == 0.0;
}

MG_TYPES(own_walks, own_walks_vertex, own_walks_parameters, uint64_t, mg_none);

MG_PHASE(own_walks){
    .frontier = MG_FRONTIER_ALL,
    .properties = MG_ALL_ACTIVE | MG_IN_DEGREE,
    .monoid = MG_SUM,
    .identity = 0,
    .totals = 2,
    .init = start,
    .scatter = send,
    .apply = receive,
    .finished = finished,
};

#define MG_INSTANTIATE own_walks
#include <multigraph/instantiate.h>

MG_PROGRAM(own_walks){
    MG_ABOUT("own-walks", "walks that end in a vertex", own_walks_vertex, own_walks_parameters),
    .phases = {MG_RUN(own_walks)},
    .columns = {MG_COLUMN(own_walks_vertex, walks, "walks", MG_NUMBER)},
};
