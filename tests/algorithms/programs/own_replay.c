/* SPDX-License-Identifier: Apache-2.0 */
#include "tests/algorithms/programs/own.h"

MG_FN bool down_start(const mg_ctx *ctx, const own_no_parameters *p, own_replay *s) {
    (void)p;
    s->depth = ctx->vertex == 0 ? 0 : MG_UNREACHED;
    s->below = 0;
    return ctx->vertex == 0;
}

MG_FN bool down_needs(const own_no_parameters *p, const own_replay *s) {
    (void)p;
    return s->depth == MG_UNREACHED;
}

MG_FN bool down_apply(const mg_ctx *ctx, const own_no_parameters *p, own_replay *s, mg_vertex from, double *add) {
    (void)p;
    (void)add;
    if (from == MG_NONE) {
        return false;
    }
    s->depth = ctx->iteration + 1;
    return true;
}

MG_TYPES(own_down, own_replay, own_no_parameters, mg_vertex, mg_none);
MG_PHASE(own_down){
    .properties = MG_SOURCE_ID | MG_FIRST_HIT | MG_BREADTH_FIRST,
    .monoid = MG_ANY,
    .identity = MG_NONE,
    .record = true,
    .init = down_start,
    .needs = down_needs,
    .apply = down_apply,
};
#define MG_INSTANTIATE own_down
#include <multigraph/instantiate.h>

MG_FN uint64_t up_send(const mg_ctx *ctx, const own_no_parameters *p, own_replay *s) {
    (void)ctx;
    (void)p;
    return 1 + s->below;
}

MG_FN bool up_apply(const mg_ctx *ctx, const own_no_parameters *p, own_replay *s, uint64_t below, double *add) {
    (void)ctx;
    (void)p;
    (void)add;
    s->below += below;
    return true; /* ignored in a replay */
}

MG_TYPES(own_up, own_replay, own_no_parameters, uint64_t, mg_none);
MG_PHASE(own_up){
    .direction = MG_DIRECTION_IN,
    .frontier = MG_FRONTIER_REPLAY,
    .monoid = MG_SUM,
    .identity = 0,
    .scatter = up_send,
    .apply = up_apply,
};
#define MG_INSTANTIATE own_up
#include <multigraph/instantiate.h>

MG_PROGRAM(own_replay){
    MG_ABOUT("own-replay", "paths downwards from every vertex", own_replay, own_no_parameters),
    .phases = {MG_RUN(own_down), MG_RUN(own_up)},
    .columns = {MG_COLUMN(own_replay, below, "below", MG_NUMBER)},
};
