/* SPDX-License-Identifier: Apache-2.0 */
#include "tests/algorithms/programs/own.h"

MG_FN bool hops_start(const mg_ctx *ctx, const own_hops_parameters *p, own_hops *s) {
    const bool source = ctx->vertex % p->step == 0;
    s->hops = source ? 0 : MG_UNREACHED;
    return source;
}

MG_FN uint32_t hops_send(const mg_ctx *ctx, const own_hops_parameters *p, own_hops *s) {
    (void)ctx;
    (void)p;
    return s->hops + 1;
}

MG_FN bool hops_needs(const own_hops_parameters *p, const own_hops *s) {
    (void)p;
    return s->hops == MG_UNREACHED;
}

MG_FN bool hops_apply(const mg_ctx *ctx, const own_hops_parameters *p, own_hops *s, uint32_t found, double *add) {
    (void)ctx;
    (void)p;
    (void)add;
    if (found == MG_UNREACHED) {
        return false;
    }
    s->hops = found;
    return true;
}

MG_TYPES(own_hops_out, own_hops, own_hops_parameters, uint32_t, mg_none);
MG_PHASE(own_hops_out){
    .direction = MG_DIRECTION_OUT,
    .properties = MG_FIRST_HIT,
    .monoid = MG_MIN,
    .identity = MG_UNREACHED,
    .init = hops_start,
    .scatter = hops_send,
    .needs = hops_needs,
    .apply = hops_apply,
};
#define MG_INSTANTIATE own_hops_out
#include <multigraph/instantiate.h>
MG_PROGRAM(own_hops_out){
    MG_ABOUT("hops-out", "hops along out-edges", own_hops, own_hops_parameters),
    .phases = {MG_RUN(own_hops_out)},
    .columns = {MG_COLUMN(own_hops, hops, "hops", MG_DISTANCE)},
};

MG_TYPES(own_hops_in, own_hops, own_hops_parameters, uint32_t, mg_none);
MG_PHASE(own_hops_in){
    .direction = MG_DIRECTION_IN,
    .monoid = MG_MIN,
    .identity = MG_UNREACHED,
    .init = hops_start,
    .scatter = hops_send,
    .needs = hops_needs,
    .apply = hops_apply,
};
#define MG_INSTANTIATE own_hops_in
#include <multigraph/instantiate.h>
MG_PROGRAM(own_hops_in){
    MG_ABOUT("hops-in", "hops along in-edges", own_hops, own_hops_parameters),
    .phases = {MG_RUN(own_hops_in)},
    .columns = {MG_COLUMN(own_hops, hops, "hops", MG_DISTANCE)},
};

MG_TYPES(own_hops_both, own_hops, own_hops_parameters, uint32_t, mg_none);
MG_PHASE(own_hops_both){
    .direction = MG_DIRECTION_BOTH,
    .properties = MG_FIRST_HIT,
    .monoid = MG_ANY,
    .identity = MG_UNREACHED,
    .init = hops_start,
    .scatter = hops_send,
    .needs = hops_needs,
    .apply = hops_apply,
};
#define MG_INSTANTIATE own_hops_both
#include <multigraph/instantiate.h>
MG_PROGRAM(own_hops_both){
    MG_ABOUT("hops-both", "hops along edges of both directions", own_hops, own_hops_parameters),
    .phases = {MG_RUN(own_hops_both)},
    .columns = {MG_COLUMN(own_hops, hops, "hops", MG_DISTANCE)},
};
