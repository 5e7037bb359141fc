/* SPDX-License-Identifier: Apache-2.0 */
#include "tests/algorithms/programs/own.h"

MG_FN bool start(const mg_ctx *ctx, const own_hops_parameters *p, own_reach *s) {
    s->reached = ctx->vertex % p->step == 0;
    return s->reached;
}

MG_FN bool is_unreached(const own_hops_parameters *p, const own_reach *s) {
    (void)p;
    return !s->reached;
}

MG_TYPES(own_reach, own_reach, own_hops_parameters, uint32_t, mg_none);
MG_PHASE(own_reach){
    .properties = MG_LABEL | MG_FIRST_HIT,
    .monoid = MG_MAX,
    .identity = 0,
    .init = start,
    .needs = is_unreached,
};
#define MG_INSTANTIATE own_reach
#include <multigraph/instantiate.h>

MG_PROGRAM(own_reach){
    MG_ABOUT("own-reach", "what is reached from some vertices", own_reach, own_hops_parameters),
    .phases = {MG_RUN(own_reach)},
    .columns = {MG_COLUMN(own_reach, reached, "reached", MG_NUMBER)},
};
