/* SPDX-License-Identifier: Apache-2.0
 *
 * Label propagation: every vertex takes the label of the nearest seed; of several at the same distance the smallest one.
 *
 *     multigraph run communities.c social.el --param seeds=16
 *
 * The seeds are `seeds` vertices, equally spaced in the order of ids; a label is its seed. Distance and label are sent
 * as one number, the distance in the upper half, so that the smallest number is the nearest seed.
 */
#include <multigraph/program.h>

typedef struct vertex {
    uint64_t nearest; /* first field: the label that the engine decreases in place */
    mg_vertex community;
} vertex;

typedef struct parameters {
    uint32_t seeds;
} parameters;

MG_FN bool start(const mg_ctx *ctx, const parameters *p, vertex *v) {
    const uint32_t wanted = p->seeds ? p->seeds : 1;
    const uint32_t step = ctx->vertices > wanted ? ctx->vertices / wanted : 1;
    const bool seed = ctx->vertex % step == 0 && ctx->vertex / step < wanted;
    v->nearest = seed ? ctx->vertex : MG_UNREACHED64;
    return seed;
}

MG_FN uint64_t farther(uint64_t nearest, mg_none weight) {
    (void)weight;
    return mg_add_sat_u64(nearest, (uint64_t)1 << 32);
}

MG_TYPES(spread, vertex, parameters, uint64_t, mg_none);
MG_PHASE(spread){
    .properties = MG_LABEL,
    .monoid = MG_MIN,
    .identity = MG_UNREACHED64,
    .init = start,
    .edge = farther,
};
#define MG_INSTANTIATE spread
#include <multigraph/instantiate.h>

MG_FN bool take_label(const mg_ctx *ctx, const parameters *p, vertex *all, double *add) {
    (void)p, (void)add;
    vertex *const v = &all[ctx->vertex];
    v->community = v->nearest == MG_UNREACHED64 ? MG_NONE : (mg_vertex)v->nearest;
    return false;
}

MG_TYPES(take, vertex, parameters, uint64_t, mg_none);
MG_PHASE(take){.kind = MG_KIND_VERTICES, .vertex = take_label};
#define MG_INSTANTIATE take
#include <multigraph/instantiate.h>

MG_PROGRAM(communities){
    MG_ABOUT("communities", "the label of the nearest seed", vertex, parameters),
    .phases = {MG_RUN(spread), MG_RUN(take)},
    .columns = {MG_COLUMN(vertex, community, "community", MG_VERTEX)},
    .parameters = {MG_PARAMETER(parameters, seeds, "seeds", MG_NUMBER, 16)},
};
