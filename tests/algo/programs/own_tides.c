/* SPDX-License-Identifier: Apache-2.0 */
#include "tests/algo/programs/own.h"

MG_FN bool tides_start(const mg_ctx *ctx, const own_no_parameters *p, own_tides *s) {
    (void)p;
    const bool source = ctx->vertex == 0 || ctx->vertex + 1 == ctx->vertices;
    s->depth = source ? 0 : MG_UNREACHED;
    s->flood = source ? 1 + ctx->out_degree : 0;
    s->ebb = 0;
    s->turned = 0;
    return source;
}

MG_FN uint32_t tides_send(const mg_ctx *ctx, const own_no_parameters *p, own_tides *s) {
    (void)p;
    return s->flood + ctx->iteration;
}

MG_FN uint32_t tides_rise(uint32_t flood, int32_t weight) {
    return (flood * 31u + (uint32_t)weight) | 1u;
}

MG_FN bool tides_dry(const own_no_parameters *p, const own_tides *s) {
    (void)p;
    return s->depth == MG_UNREACHED;
}

MG_FN bool tides_take(const mg_ctx *ctx, const own_no_parameters *p, own_tides *s, uint32_t flood, double *add) {
    (void)p;
    (void)add;
    if (flood == 0) {
        return false;
    }
    s->flood = flood;
    s->depth = ctx->iteration + 1;
    return true;
}

MG_TYPES(own_flood, own_tides, own_no_parameters, uint32_t, int32_t);
MG_PHASE(own_flood){
    .properties = MG_BREADTH_FIRST,
    .monoid = MG_MAX,
    .identity = 0,
    .record = true,
    .init = tides_start,
    .scatter = tides_send,
    .edge = tides_rise,
    .needs = tides_dry,
    .apply = tides_take,
};
#define MG_INSTANTIATE own_flood
#include <multigraph/instantiate.h>

MG_FN uint32_t tides_return(const mg_ctx *ctx, const own_no_parameters *p, own_tides *s) {
    (void)p;
    return s->ebb + s->flood + ctx->iteration;
}

MG_FN uint32_t tides_fall(const own_no_parameters *p, uint32_t ebb, int32_t weight, const own_tides *receiver) {
    (void)p;
    return (ebb ^ receiver->flood) + (uint32_t)weight;
}

MG_FN bool tides_gather(const mg_ctx *ctx, const own_no_parameters *p, own_tides *s, uint32_t ebb, double *add) {
    (void)p;
    (void)add;
    s->ebb += ebb;
    s->turned = ebb ? ctx->iteration + 1 : s->turned;
    return true;
}

MG_TYPES(own_ebb, own_tides, own_no_parameters, uint32_t, int32_t);
MG_PHASE(own_ebb){
    .direction = MG_DIRECTION_IN,
    .frontier = MG_FRONTIER_REPLAY,
    .monoid = MG_SUM,
    .identity = 0,
    .scatter = tides_return,
    .edge_at = tides_fall,
    .apply = tides_gather,
};
#define MG_INSTANTIATE own_ebb
#include <multigraph/instantiate.h>

MG_PROGRAM(own_tides){
    MG_ABOUT("own-tides", "values along breadth-first levels and back", own_tides, own_no_parameters),
    .phases = {MG_RUN(own_flood), MG_RUN(own_ebb)},
    .columns = {MG_COLUMN(own_tides, ebb, "ebb", MG_NUMBER)},
};
