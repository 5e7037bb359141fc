/* SPDX-License-Identifier: Apache-2.0
 *
 * Programs whose lanes differ in source, end, totals and number of iterations.
 */
#include "tests/algorithms/programs/own.h"

MG_FN bool lanes_start(const mg_ctx *ctx, const own_lanes_parameters *p, own_lanes_vertex *s) {
    const bool source = ctx->vertex == p->source[ctx->lane];
    s->depth = source ? 0 : MG_UNREACHED;
    s->up = 0;
    s->seen = s->seen_up = 0.0;
    s->share = 0;
    return source;
}

MG_FN uint32_t lanes_send(const mg_ctx *ctx, const own_lanes_parameters *p, own_lanes_vertex *s) {
    (void)p;
    return s->depth == ctx->iteration ? s->depth : MG_UNREACHED; /* equal in every lane */
}

MG_FN uint32_t lanes_hop(const own_lanes_parameters *p, uint32_t depth, mg_none w, const own_lanes_vertex *to) {
    (void)p;
    (void)w;
    return to->depth == MG_UNREACHED ? mg_add_sat_u32(depth, 1) : MG_UNREACHED;
}

MG_FN bool lanes_unreached(const own_lanes_parameters *p, const own_lanes_vertex *s) {
    (void)p;
    return s->depth == MG_UNREACHED;
}

MG_FN bool lanes_reach(const mg_ctx *ctx, const own_lanes_parameters *p, own_lanes_vertex *s, uint32_t depth,
                       double *add) {
    (void)p;
    if (depth == MG_UNREACHED) {
        return false;
    }
    s->depth = depth;
    s->seen = ctx->totals[0];
    add[0] += 1.0;
    add[1] += ctx->vertex;
    return true;
}

/* True: the level has at least `enough` vertices; the lane ends. */
MG_FN bool lanes_enough(const own_lanes_parameters *p, uint32_t iteration, const double *totals) {
    return iteration > 0 && totals[0] >= p->enough;
}

MG_TYPES(own_lanes_down, own_lanes_vertex, own_lanes_parameters, uint32_t, mg_none);
MG_PHASE(own_lanes_down){
    .monoid = MG_MIN,
    .identity = MG_UNREACHED,
    .totals = 2,
    .record = true,
    .init = lanes_start,
    .scatter = lanes_send,
    .edge_at = lanes_hop,
    .needs = lanes_unreached,
    .apply = lanes_reach,
    .finished = lanes_enough,
};
#define MG_INSTANTIATE own_lanes_down
#include <multigraph/instantiate.h>

MG_FN uint64_t lanes_send_up(const mg_ctx *ctx, const own_lanes_parameters *p, own_lanes_vertex *s) {
    (void)p;
    return 1 + s->up + ctx->iteration;
}

MG_FN bool lanes_take_up(const mg_ctx *ctx, const own_lanes_parameters *p, own_lanes_vertex *s, uint64_t up,
                         double *add) {
    (void)p;
    s->up += up + ctx->iteration;
    s->seen_up = ctx->totals[0];
    add[0] += 1.0;
    return true; /* ignored in a replay */
}

MG_TYPES(own_lanes_up, own_lanes_vertex, own_lanes_parameters, uint64_t, mg_none);
MG_PHASE(own_lanes_up){
    .direction = MG_DIRECTION_IN,
    .frontier = MG_FRONTIER_REPLAY,
    .monoid = MG_SUM,
    .identity = 0,
    .totals = 1,
    .scatter = lanes_send_up,
    .apply = lanes_take_up,
};
#define MG_INSTANTIATE own_lanes_up
#include <multigraph/instantiate.h>

/* Shares of the source's 1000003, until the lane's sum exceeds its limit. */
MG_FN bool lanes_begin(const mg_ctx *ctx, const own_lanes_parameters *p, own_lanes_vertex *s) {
    s->share = ctx->vertex == p->source[ctx->lane] ? 1000003 : 1;
    return false; /* ignored: topology-driven */
}

MG_FN uint32_t lanes_send_share(const mg_ctx *ctx, const own_lanes_parameters *p, own_lanes_vertex *s) {
    (void)ctx;
    (void)p;
    return s->share;
}

MG_FN uint32_t lanes_scale(uint32_t value, int32_t weight) {
    return (value >> 1) * (uint32_t)(weight & 7);
}

MG_FN bool lanes_add_share(const mg_ctx *ctx, const own_lanes_parameters *p, own_lanes_vertex *s, uint32_t value,
                           double *add) {
    (void)p;
    s->share = value % 1000003 + ctx->iteration + (ctx->totals[0] > 0.0) + ctx->in_degree;
    add[0] += s->share & 1023;
    return ctx->vertex != 0 || ctx->iteration < 2;
}

MG_FN bool lanes_is_full(const own_lanes_parameters *p, uint32_t iteration, const double *totals) {
    return iteration >= 12 || (iteration > 1 && ((uint32_t)totals[0] & 3) == (p->enough & 3));
}

MG_TYPES(own_lanes_share, own_lanes_vertex, own_lanes_parameters, uint32_t, int32_t);
MG_PHASE(own_lanes_share){
    .direction = MG_DIRECTION_BOTH,
    .frontier = MG_FRONTIER_ALL,
    .properties = MG_ALL_ACTIVE | MG_IN_DEGREE,
    .monoid = MG_SUM,
    .identity = 0,
    .totals = 1,
    .init = lanes_begin,
    .scatter = lanes_send_share,
    .edge = lanes_scale,
    .apply = lanes_add_share,
    .finished = lanes_is_full,
};
#define MG_INSTANTIATE own_lanes_share
#include <multigraph/instantiate.h>

MG_PROGRAM(own_lanes){
    MG_ABOUT("own-lanes", "levels, their replay and sums, from a source for each lane", own_lanes_vertex,
             own_lanes_parameters),
    .phases = {MG_RUN(own_lanes_down), MG_RUN(own_lanes_up), MG_RUN(own_lanes_share)},
    .columns = {MG_COLUMN(own_lanes_vertex, depth, "depth", MG_DISTANCE),
                MG_COLUMN(own_lanes_vertex, up, "up", MG_NUMBER)},
};

/* Shortest paths as labels with priorities, which a batch does not use. */
MG_FN bool lanes_label(const mg_ctx *ctx, const own_lanes_parameters *p, own_distance *s) {
    s->distance = ctx->vertex == p->source[ctx->lane] ? 0 : MG_UNREACHED;
    return s->distance == 0;
}

MG_FN uint32_t lanes_add(uint32_t distance, int32_t weight) {
    return mg_add_sat_u32(distance, (uint32_t)weight);
}

MG_FN uint32_t lanes_bucket(const own_lanes_parameters *p, uint32_t distance) {
    (void)p;
    return distance / 8;
}

MG_TYPES(own_lanes_paths, own_distance, own_lanes_parameters, uint32_t, int32_t);
MG_PHASE(own_lanes_paths){
    .properties = MG_LABEL | MG_MONOTONE,
    .monoid = MG_MIN,
    .identity = MG_UNREACHED,
    .init = lanes_label,
    .edge = lanes_add,
    .priority = lanes_bucket,
};
#define MG_INSTANTIATE own_lanes_paths
#include <multigraph/instantiate.h>

MG_PROGRAM(own_lanes_paths){
    MG_ABOUT("own-lanes-paths", "shortest paths from a source for each lane", own_distance, own_lanes_parameters),
    .phases = {MG_RUN(own_lanes_paths)},
    .columns = {MG_COLUMN(own_distance, distance, "distance", MG_DISTANCE)},
};
