/* SPDX-License-Identifier: Apache-2.0 */
#include "tests/algorithms/programs/own.h"

MG_FN bool start(const mg_ctx *ctx, const own_no_parameters *p, own_spread_vertex *s) {
    (void)p;
    s->label = ctx->vertex;
    return false;
}

MG_TYPES(own_spread, own_spread_vertex, own_no_parameters, uint32_t, mg_none);

MG_PHASE(own_spread){
    .direction = MG_DIRECTION_BOTH,
    .frontier = MG_FRONTIER_ALL,
    .properties = MG_LABEL,
    .monoid = MG_MIN,
    .identity = MG_NONE,
    .init = start,
};

#define MG_INSTANTIATE own_spread
#include <multigraph/instantiate.h>

MG_PROGRAM(own_spread){
    MG_ABOUT("own-spread", "components by spreading the smallest label", own_spread_vertex, own_no_parameters),
    .phases = {MG_RUN(own_spread)},
    .columns = {MG_COLUMN(own_spread_vertex, label, "component", MG_VERTEX)},
};
