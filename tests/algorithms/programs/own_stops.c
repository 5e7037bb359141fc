/* SPDX-License-Identifier: Apache-2.0 */
#include "tests/algorithms/programs/own.h"

MG_FN bool start(const mg_ctx *ctx, const own_hops_parameters *p, own_stops *s) {
    const bool source = ctx->vertex % p->step == 0;
    s->hops = source ? 0 : MG_UNREACHED;
    s->visits = source;
    return source;
}

MG_FN bool is_unreached(const own_hops_parameters *p, const own_stops *s) {
    (void)p;
    return s->visits < 2;
}

MG_FN bool visit(const mg_ctx *ctx, const own_hops_parameters *p, own_stops *s, mg_vertex from, double *add) {
    (void)p;
    (void)add;
    if (from == MG_NONE) {
        return false;
    }
    s->visits++;
    if (s->hops != MG_UNREACHED) {
        return false;
    }
    s->hops = ctx->iteration + 1;
    return ctx->vertex % 3 != 1;
}

MG_TYPES(own_stops, own_stops, own_hops_parameters, mg_vertex, mg_none);
MG_PHASE(own_stops){
    .properties = MG_SOURCE_ID | MG_FIRST_HIT,
    .monoid = MG_ANY,
    .identity = MG_NONE,
    .init = start,
    .needs = is_unreached,
    .apply = visit,
};
#define MG_INSTANTIATE own_stops
#include <multigraph/instantiate.h>

MG_PROGRAM(own_stops){
    MG_ABOUT("own-stops", "hops that end at every third vertex", own_stops, own_hops_parameters),
    .phases = {MG_RUN(own_stops)},
    .columns = {MG_COLUMN(own_stops, hops, "hops", MG_DISTANCE), MG_COLUMN(own_stops, visits, "visits", MG_NUMBER)},
};
