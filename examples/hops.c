/* SPDX-License-Identifier: Apache-2.0
 *
 * Hops: the least number of edges from one vertex to every other.
 *
 *     multigraph run hops.c graph.el --source 17
 *
 * The value is the sender's index (MG_SOURCE_ID), and any sender is as good as another (MG_FIRST_HIT): in pull mode a
 * vertex without a depth stops at its first neighbour in the frontier.
 *
 * On road networks this takes thousands of iterations with few vertices each. A label program, as in shortest.c, gives
 * the same result asynchronously: `tiled` has it for graphs that a GPU can partition into tiles.
 */
#include <multigraph/program.h>

typedef struct vertex {
    uint32_t hops;
} vertex;

typedef struct parameters {
    mg_vertex source;
} parameters;

MG_FN bool start(const mg_ctx *ctx, const parameters *p, vertex *v) {
    v->hops = ctx->vertex == p->source ? 0 : MG_UNREACHED;
    return ctx->vertex == p->source;
}

MG_FN bool is_unreached(const parameters *p, const vertex *v) {
    (void)p;
    return v->hops == MG_UNREACHED;
}

MG_FN bool reach(const mg_ctx *ctx, const parameters *p, vertex *v, mg_vertex from, double *add) {
    (void)p, (void)add;
    if (from == MG_NONE) {
        return false; /* nothing was received */
    }
    v->hops = ctx->iteration + 1;
    return true;
}

MG_TYPES(hops, vertex, parameters, mg_vertex, mg_none);

MG_PHASE(hops){
    .properties = MG_SOURCE_ID | MG_FIRST_HIT,
    .monoid = MG_ANY,
    .identity = MG_NONE,
    .init = start,
    .needs = is_unreached,
    .apply = reach,
};

#define MG_INSTANTIATE hops
#include <multigraph/instantiate.h>

MG_FN uint32_t one_more(uint32_t hops, mg_none none) {
    (void)none;
    return mg_add_sat_u32(hops, 1);
}

MG_FN uint32_t nearest_first(const parameters *p, uint32_t hops) {
    (void)p;
    return hops;
}

MG_TYPES(hops_by_label, vertex, parameters, uint32_t, mg_none);

MG_PHASE(hops_by_label){
    .properties = MG_LABEL | MG_MONOTONE | MG_ANNIHILATES,
    .monoid = MG_MIN,
    .identity = MG_UNREACHED,
    .inactive = MG_UNREACHED,
    .init = start,
    .edge = one_more,
    .priority = nearest_first,
};

#define MG_INSTANTIATE hops_by_label
#include <multigraph/instantiate.h>

MG_PROGRAM(hops){
    MG_ABOUT("hops", "fewest edges from one vertex", vertex, parameters),
    .phases = {MG_RUN(hops)},
    .tiled = {MG_RUN(hops_by_label)},
    .columns = {MG_COLUMN(vertex, hops, "hops", MG_DISTANCE)},
    .parameters = {MG_PARAMETER(parameters, source, "source", MG_VERTEX, MG_NONE)},
};
