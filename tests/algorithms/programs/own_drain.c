/* SPDX-License-Identifier: Apache-2.0 */
#include "tests/algorithms/programs/own.h"

MG_FN bool drain_begin(const mg_ctx *ctx, const own_drain_parameters *p, own_drain *s) {
    s->pending = ctx->vertex % 3 != 1 ? 1000 + ctx->vertex % 97 * 10 : 0;
    s->passed = 0;
    return s->pending > p->limit;
}

/* Half of the pending amount, divided by the degree. The low bits of large shares depend on `low_bits`. */
MG_FN uint64_t drain_share(own_drain *s, uint32_t degree, uint64_t low_bits) {
    const uint64_t all = s->pending, share = degree ? all / (2ull * degree) : 0;
    s->pending = 0;
    s->passed += all;
    return share < 64 ? share : share | (low_bits & 7u);
}

MG_FN uint64_t drain_down(const mg_ctx *ctx, const own_drain_parameters *p, own_drain *s) {
    (void)p;
    return drain_share(s, ctx->out_degree, ctx->iteration);
}

MG_FN uint64_t drain_narrow(uint64_t value, int32_t weight) {
    return value >> (weight & 3);
}

MG_FN bool drain_take(const mg_ctx *ctx, const own_drain_parameters *p, own_drain *s, uint64_t got, double *add) {
    (void)ctx;
    (void)add;
    s->pending += got;
    return s->pending > p->limit;
}

MG_TYPES(own_drain_down, own_drain, own_drain_parameters, uint64_t, int32_t);
MG_PHASE(own_drain_down){
    .properties = MG_ANNIHILATES,
    .monoid = MG_SUM,
    .identity = 0,
    .init = drain_begin,
    .scatter = drain_down,
    .edge = drain_narrow,
    .apply = drain_take,
};
#define MG_INSTANTIATE own_drain_down
#include <multigraph/instantiate.h>

/* The backward phase, from all vertices; starts with `passed`. scatter reads the total of active vertices. */
MG_FN bool drain_reverse(const mg_ctx *ctx, const own_drain_parameters *p, own_drain *s) {
    (void)ctx;
    (void)p;
    s->pending = s->passed % 4096;
    return false;
}

MG_FN uint64_t drain_up(const mg_ctx *ctx, const own_drain_parameters *p, own_drain *s) {
    (void)p;
    return drain_share(s, ctx->in_degree, ctx->iteration ? (uint64_t)ctx->totals[0] : 0);
}

MG_FN bool drain_count(const mg_ctx *ctx, const own_drain_parameters *p, own_drain *s, uint64_t got, double *add) {
    const bool active = drain_take(ctx, p, s, got, add);
    add[0] += active;
    return active;
}

MG_FN bool drain_ends(const own_drain_parameters *p, uint32_t iteration, const double *totals) {
    (void)totals;
    return iteration == p->most;
}

MG_TYPES(own_drain_up, own_drain, own_drain_parameters, uint64_t, mg_none);
MG_PHASE(own_drain_up){
    .direction = MG_DIRECTION_IN,
    .frontier = MG_FRONTIER_ALL,
    .properties = MG_IN_DEGREE,
    .monoid = MG_SUM,
    .identity = 0,
    .totals = 1,
    .init = drain_reverse,
    .scatter = drain_up,
    .apply = drain_count,
    .finished = drain_ends,
};
#define MG_INSTANTIATE own_drain_up
#include <multigraph/instantiate.h>

MG_PROGRAM(own_drain){
    MG_ABOUT("own-drain", "what passes through a vertex, down and back", own_drain, own_drain_parameters),
    .phases = {MG_RUN(own_drain_down), MG_RUN(own_drain_up)},
    .columns = {MG_COLUMN(own_drain, passed, "passed", MG_NUMBER)},
};
