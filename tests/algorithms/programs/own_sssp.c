/* SPDX-License-Identifier: Apache-2.0 */
#include "tests/algorithms/programs/own.h"

MG_FN bool start(const mg_ctx *ctx, const own_distance_parameters *p, own_distance *s) {
    s->distance = ctx->vertex == p->source ? 0 : MG_UNREACHED;
    return ctx->vertex == p->source;
}

MG_FN uint32_t add(uint32_t distance, int32_t weight) {
    return mg_add_sat_u32(distance, (uint32_t)weight);
}

MG_FN uint32_t bucket(const own_distance_parameters *p, uint32_t distance) {
    return distance / p->delta;
}

MG_TYPES(own_sssp, own_distance, own_distance_parameters, uint32_t, int32_t);

MG_PHASE(own_sssp){
    .properties = MG_LABEL | MG_MONOTONE | MG_ANNIHILATES,
    .monoid = MG_MIN,
    .identity = MG_UNREACHED,
    .inactive = MG_UNREACHED,
    .init = start,
    .edge = add,
    .priority = bucket,
};

#define MG_INSTANTIATE own_sssp
#include <multigraph/instantiate.h>

MG_PROGRAM(own_sssp){
    MG_ABOUT("own-sssp", "shortest paths in three callbacks", own_distance, own_distance_parameters),
    .phases = {MG_RUN(own_sssp)},
    .columns = {MG_COLUMN(own_distance, distance, "distance", MG_DISTANCE)},
    .parameters = {MG_PARAMETER(own_distance_parameters, source, "source", MG_VERTEX, 0),
                   MG_PARAMETER(own_distance_parameters, delta, "delta", MG_NUMBER, 8)},
};
