/* SPDX-License-Identifier: Apache-2.0 */
#include "tests/algorithms/programs/own.h"

/* No vertex is in the first frontier, but with MG_ALL_ACTIVE all are active. */
MG_FN bool start(const mg_ctx *ctx, const own_no_parameters *p, own_degrees_vertex *s) {
    (void)ctx;
    (void)p;
    const own_degrees_vertex nothing = {0};
    *s = nothing;
    return false;
}

MG_FN uint32_t send(const mg_ctx *ctx, const own_no_parameters *p, own_degrees_vertex *s) {
    (void)p;
    s->sent++;
    return ctx->out_degree;
}

MG_FN bool receive(const mg_ctx *ctx, const own_no_parameters *p, own_degrees_vertex *s, uint32_t sum, double *add) {
    (void)ctx;
    (void)p;
    (void)add;
    s->applied++;
    s->sum += sum;
    return true;
}

MG_TYPES(own_degrees, own_degrees_vertex, own_no_parameters, uint32_t, mg_none);

MG_PHASE(own_degrees){
    .direction = MG_DIRECTION_BOTH,
    .properties = MG_ALL_ACTIVE,
    .monoid = MG_SUM,
    .identity = 0,
    .iteration_limit = 2,
    .init = start,
    .scatter = send,
    .apply = receive,
};

#define MG_INSTANTIATE own_degrees
#include <multigraph/instantiate.h>

MG_PROGRAM(own_degrees){
    MG_ABOUT("own-degrees", "twice the sum of the neighbours' out-degrees", own_degrees_vertex, own_no_parameters),
    .phases = {MG_RUN(own_degrees)},
    .columns = {MG_COLUMN(own_degrees_vertex, sum, "sum", MG_NUMBER)},
};
