/* SPDX-License-Identifier: Apache-2.0
 *
 * Shortest paths from one vertex, by integer weights of at least 0.
 *
 *     multigraph run shortest.c roads.gr --source 17 --param bits=8
 *
 * The state is the value (MG_LABEL): a distance that only decreases; a vertex whose distance decreased sends it. With
 * `bucket` the engine processes near vertices first; buckets are 2^bits wide. This changes the time, not the result.
 */
#include <multigraph/program.h>

typedef struct vertex {
    uint32_t distance;
} vertex;

typedef struct parameters {
    mg_vertex source;
    uint32_t bits;
} parameters;

MG_FN bool start(const mg_ctx *ctx, const parameters *p, vertex *v) {
    v->distance = ctx->vertex == p->source ? 0 : MG_UNREACHED;
    return ctx->vertex == p->source;
}

MG_FN uint32_t longer(uint32_t distance, int32_t weight) {
    return mg_add_sat_u32(distance, (uint32_t)weight);
}

MG_FN uint32_t bucket(const parameters *p, uint32_t distance) {
    return distance >> p->bits;
}

MG_TYPES(shortest, vertex, parameters, uint32_t, int32_t);

MG_PHASE(shortest){
    .properties = MG_LABEL | MG_MONOTONE | MG_ANNIHILATES,
    .monoid = MG_MIN,
    .identity = MG_UNREACHED,
    .inactive = MG_UNREACHED, /* MG_UNREACHED plus any weight is MG_UNREACHED */
    .init = start,
    .edge = longer,
    .priority = bucket,
};

#define MG_INSTANTIATE shortest
#include <multigraph/instantiate.h>

MG_PROGRAM(shortest){
    MG_ABOUT("shortest", "shortest paths from one vertex", vertex, parameters),
    .phases = {MG_RUN(shortest)},
    .columns = {MG_COLUMN(vertex, distance, "distance", MG_DISTANCE)},
    .parameters = {MG_PARAMETER(parameters, source, "source", MG_VERTEX, MG_NONE),
                   MG_PARAMETER(parameters, bits, "bits", MG_NUMBER, 5)},
};
