/* SPDX-License-Identifier: Apache-2.0
 *
 * The built-in shortest paths (uint32) written as a user would: one file, linked at run time.
 */
#include <multigraph/program.h>

typedef struct parameters {
    mg_vertex source;
    uint32_t shift;
    double per_unit;
} parameters;

typedef struct vertex {
    uint32_t distance;
} vertex;

MG_FN bool start(const mg_ctx *ctx, const parameters *p, vertex *s) {
    const bool source = ctx->vertex == p->source;
    s->distance = source ? 0 : MG_UNREACHED;
    return source;
}

MG_FN uint32_t longer(uint32_t distance, int32_t weight) {
    return mg_add_sat_u32(distance, (uint32_t)weight);
}

MG_FN uint32_t bucket(const parameters *p, uint32_t distance) {
    return distance >> p->shift;
}

MG_TYPES(sssp_u32, vertex, parameters, uint32_t, int32_t);

MG_PHASE(sssp_u32){
    .properties = MG_LABEL | MG_MONOTONE | MG_ANNIHILATES,
    .monoid = MG_MIN,
    .identity = MG_UNREACHED,
    .inactive = MG_UNREACHED,
    .init = start,
    .edge = longer,
    .priority = bucket,
};

#define MG_INSTANTIATE sssp_u32
#include <multigraph/instantiate.h>

MG_PROGRAM(sssp_copy){
    MG_ABOUT("sssp", "single-source shortest paths", vertex, parameters),
    .phases = {MG_RUN(sssp_u32)},
    .columns = {MG_COLUMN(vertex, distance, "distance", MG_DISTANCE)},
    .parameters = {MG_PARAMETER(parameters, source, "source", MG_VERTEX, MG_NONE)},
};
