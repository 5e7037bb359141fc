/* SPDX-License-Identifier: Apache-2.0 */
#include "tests/algorithms/programs/own.h"

MG_FN bool start(const mg_ctx *ctx, const own_distance_parameters *p, own_distance *s) {
    s->distance = ctx->vertex == p->source ? 0 : MG_UNREACHED;
    return ctx->vertex == p->source;
}

MG_FN uint32_t send(const mg_ctx *ctx, const own_distance_parameters *p, own_distance *s) {
    (void)ctx;
    (void)p;
    return s->distance;
}

MG_FN uint32_t add(uint32_t distance, int32_t weight) {
    return mg_add_sat_u32(distance, (uint32_t)weight);
}

MG_FN bool improve(const mg_ctx *ctx, const own_distance_parameters *p, own_distance *s, uint32_t found, double *sum) {
    (void)ctx;
    (void)p;
    (void)sum;
    const bool better = found < s->distance;
    s->distance = better ? found : s->distance;
    return better;
}

MG_TYPES(own_sssp_apply, own_distance, own_distance_parameters, uint32_t, int32_t);

MG_PHASE(own_sssp_apply){
    .monoid = MG_MIN,
    .identity = MG_UNREACHED,
    .init = start,
    .scatter = send,
    .edge = add,
    .apply = improve,
};

#define MG_INSTANTIATE own_sssp_apply
#include <multigraph/instantiate.h>

MG_PROGRAM(own_sssp_apply){
    MG_ABOUT("own-sssp-apply", "shortest paths with scatter and apply", own_distance, own_distance_parameters),
    .phases = {MG_RUN(own_sssp_apply)},
    .columns = {MG_COLUMN(own_distance, distance, "distance", MG_DISTANCE)},
};

/* The same with an inactive value (MG_ANNIHILATES). */
MG_TYPES(own_sssp_silent, own_distance, own_distance_parameters, uint32_t, int32_t);

MG_PHASE(own_sssp_silent){
    .properties = MG_ANNIHILATES,
    .monoid = MG_MIN,
    .identity = MG_UNREACHED,
    .inactive = MG_UNREACHED,
    .init = start,
    .scatter = send,
    .edge = add,
    .apply = improve,
};

#define MG_INSTANTIATE own_sssp_silent
#include <multigraph/instantiate.h>

MG_PROGRAM(own_sssp_silent){
    MG_ABOUT("own-sssp-silent", "shortest paths with scatter, apply and silent senders", own_distance,
             own_distance_parameters),
    .phases = {MG_RUN(own_sssp_silent)},
    .columns = {MG_COLUMN(own_distance, distance, "distance", MG_DISTANCE)},
};
