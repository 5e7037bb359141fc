/* SPDX-License-Identifier: Apache-2.0 */
#include "tests/algorithms/programs/own.h"

MG_FN bool echo_init(const mg_ctx *ctx, const own_no_parameters *p, own_echo *s) {
    (void)p;
    const bool source = ctx->vertex == 0 || ctx->vertex + 1 == ctx->vertices;
    s->depth = source ? 0 : MG_UNREACHED;
    s->forward = source ? 1 + ctx->out_degree : 0;
    s->backward = 0;
    s->replayed_at = 0;
    return source;
}

MG_FN uint32_t echo_scatter(const mg_ctx *ctx, const own_no_parameters *p, own_echo *s) {
    (void)p;
    return s->forward + ctx->iteration;
}

MG_FN uint32_t echo_edge(uint32_t forward, int32_t weight) {
    return (forward * 31u + (uint32_t)weight) | 1u;
}

MG_FN bool echo_needs(const own_no_parameters *p, const own_echo *s) {
    (void)p;
    return s->depth == MG_UNREACHED;
}

MG_FN bool echo_apply(const mg_ctx *ctx, const own_no_parameters *p, own_echo *s, uint32_t forward, double *add) {
    (void)p;
    (void)add;
    if (forward == 0) {
        return false;
    }
    s->forward = forward;
    s->depth = ctx->iteration + 1;
    return true;
}

MG_TYPES(own_echo_forward, own_echo, own_no_parameters, uint32_t, int32_t);
MG_PHASE(own_echo_forward){
    .properties = MG_BREADTH_FIRST,
    .monoid = MG_MAX,
    .identity = 0,
    .record = true,
    .init = echo_init,
    .scatter = echo_scatter,
    .edge = echo_edge,
    .needs = echo_needs,
    .apply = echo_apply,
};
#define MG_INSTANTIATE own_echo_forward
#include <multigraph/instantiate.h>

MG_FN uint32_t echo_scatter_back(const mg_ctx *ctx, const own_no_parameters *p, own_echo *s) {
    (void)p;
    return s->backward + s->forward + ctx->iteration;
}

MG_FN uint32_t echo_edge_back(const own_no_parameters *p, uint32_t backward, int32_t weight, const own_echo *receiver) {
    (void)p;
    return (backward ^ receiver->forward) + (uint32_t)weight;
}

MG_FN bool echo_apply_back(const mg_ctx *ctx, const own_no_parameters *p, own_echo *s, uint32_t backward, double *add) {
    (void)p;
    (void)add;
    s->backward += backward;
    s->replayed_at = backward ? ctx->iteration + 1 : s->replayed_at;
    return true;
}

MG_TYPES(own_echo_backward, own_echo, own_no_parameters, uint32_t, int32_t);
MG_PHASE(own_echo_backward){
    .direction = MG_DIRECTION_IN,
    .frontier = MG_FRONTIER_REPLAY,
    .monoid = MG_SUM,
    .identity = 0,
    .scatter = echo_scatter_back,
    .edge_at = echo_edge_back,
    .apply = echo_apply_back,
};
#define MG_INSTANTIATE own_echo_backward
#include <multigraph/instantiate.h>

MG_PROGRAM(own_echo){
    MG_ABOUT("own-echo", "values along breadth-first levels and back", own_echo, own_no_parameters),
    .phases = {MG_RUN(own_echo_forward), MG_RUN(own_echo_backward)},
    .columns = {MG_COLUMN(own_echo, backward, "ebb", MG_NUMBER)},
};
