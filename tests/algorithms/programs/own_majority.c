/* SPDX-License-Identifier: Apache-2.0 */
#include "tests/algorithms/programs/own.h"

MG_FN bool start(const mg_ctx *ctx, const own_majority_parameters *p, own_majority *s) {
    const own_majority first = {(int64_t)(ctx->vertex % p->values) - p->values / 2, 0, 0};
    *s = first;
    return true;
}

/* Every fifth vertex abstains. Sends are counted, so that each must happen once. */
MG_FN int64_t send(const mg_ctx *ctx, const own_majority_parameters *p, own_majority *s) {
    (void)p;
    s->sent++;
    return ctx->vertex % 5 == 4 ? INT64_MAX : s->value;
}

MG_FN int64_t along(int64_t value, int32_t weight) {
    return value == INT64_MAX ? value : value - weight % 3;
}

MG_FN bool take(const mg_ctx *ctx, const own_majority_parameters *p, own_majority *s, int64_t value, double *add) {
    (void)ctx, (void)p;
    s->nothing += value == INT64_MAX;
    s->value = value == INT64_MAX ? s->value : value;
    add[0] += 1;
    return true;
}

MG_FN bool over(const own_majority_parameters *p, uint32_t iteration, const double *totals) {
    return iteration == p->iterations || totals[0] < 1;
}

MG_TYPES(own_majority, own_majority, own_majority_parameters, int64_t, int32_t);
MG_PHASE(own_majority){.direction = MG_DIRECTION_IN,
                       .properties = MG_ALL_ACTIVE,
                       .monoid = MG_MOST_FREQUENT,
                       .identity = INT64_MAX,
                       .totals = 1,
                       .init = start,
                       .scatter = send,
                       .edge = along,
                       .apply = take,
                       .finished = over};
#define MG_INSTANTIATE own_majority
#include <multigraph/instantiate.h>

MG_PROGRAM(own_majority){
    MG_ABOUT("own-majority", "what most out-neighbours say", own_majority, own_majority_parameters),
    .phases = {MG_RUN(own_majority)},
    .columns = {MG_COLUMN(own_majority, value, "value", MG_NUMBER),
                MG_COLUMN(own_majority, nothing, "nothing", MG_NUMBER),
                MG_COLUMN(own_majority, sent, "sent", MG_NUMBER)},
    .parameters = {MG_PARAMETER(own_majority_parameters, values, "values", MG_NUMBER, 7),
                   MG_PARAMETER(own_majority_parameters, iterations, "iterations", MG_NUMBER, 3)},
};
