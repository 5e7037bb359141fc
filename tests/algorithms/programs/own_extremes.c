/* SPDX-License-Identifier: Apache-2.0 */
#include "tests/algorithms/programs/own.h"

MG_FN bool totals_begin(const mg_ctx *ctx, const own_no_parameters *p, own_extremes *all, double *add) {
    (void)p;
    const own_extremes first = {.depth = MG_UNREACHED, .first = MG_NONE, .last = MG_NONE};
    const double key = (double)(ctx->vertex * 7 % 101) - 50;
    all[ctx->vertex] = first;
    add[0] += ctx->vertex % 3;
    mg_least(&add[1], key);
    if (ctx->vertex >= ctx->vertices) {
        mg_least(&add[2], key);
    }
    mg_greatest(&add[3], key);
    return false;
}

MG_TYPES(own_extremes_begin, own_extremes, own_no_parameters, uint32_t, mg_none);
MG_PHASE(own_extremes_begin){.kind = MG_KIND_VERTICES, .totals = 1, .minima = 2, .maxima = 1, .vertex = totals_begin};
#define MG_INSTANTIATE own_extremes_begin
#include <multigraph/instantiate.h>

MG_FN bool totals_take(const mg_ctx *ctx, const own_no_parameters *p, own_extremes *all, double *add) {
    (void)p, (void)add;
    own_extremes *const s = &all[ctx->vertex];
    s->sum = (uint32_t)ctx->totals[0];
    s->least = (int32_t)ctx->totals[1];
    s->nothing = ctx->totals[2] == (double)MG_INFINITY;
    s->greatest = (int32_t)ctx->totals[3];
    return false;
}

MG_TYPES(own_extremes_take, own_extremes, own_no_parameters, uint32_t, mg_none);
MG_PHASE(own_extremes_take){.kind = MG_KIND_VERTICES, .vertex = totals_take};
#define MG_INSTANTIATE own_extremes_take
#include <multigraph/instantiate.h>

/* A search whose totals are the least and the greatest vertex of each depth. */
MG_FN bool totals_source(const mg_ctx *ctx, const own_no_parameters *p, own_extremes *s) {
    (void)p;
    s->depth = ctx->vertex == 0 ? 0 : MG_UNREACHED;
    s->first = s->last = s->depth;
    return ctx->vertex == 0;
}

MG_FN uint32_t totals_send(const mg_ctx *ctx, const own_no_parameters *p, own_extremes *s) {
    (void)p;
    if (ctx->iteration) {
        s->first = (uint32_t)ctx->totals[0];
        s->last = (uint32_t)ctx->totals[1];
    }
    return s->depth + 1;
}

MG_FN bool totals_unreached(const own_no_parameters *p, const own_extremes *s) {
    (void)p;
    return s->depth == MG_UNREACHED;
}

MG_FN bool totals_reach(const mg_ctx *ctx, const own_no_parameters *p, own_extremes *s, uint32_t depth, double *add) {
    (void)p;
    if (depth >= s->depth) {
        return false;
    }
    s->depth = depth;
    mg_least(&add[0], ctx->vertex);
    mg_greatest(&add[1], ctx->vertex);
    return true;
}

MG_TYPES(own_extremes_search, own_extremes, own_no_parameters, uint32_t, mg_none);
MG_PHASE(own_extremes_search){.monoid = MG_MIN,
                              .identity = MG_UNREACHED,
                              .minima = 1,
                              .maxima = 1,
                              .init = totals_source,
                              .scatter = totals_send,
                              .needs = totals_unreached,
                              .apply = totals_reach};
#define MG_INSTANTIATE own_extremes_search
#include <multigraph/instantiate.h>

MG_FN uint32_t totals_one(const mg_ctx *ctx, const own_no_parameters *p, own_extremes *s) {
    (void)ctx, (void)p, (void)s;
    return 1;
}

MG_FN bool totals_count(const mg_ctx *ctx, const own_no_parameters *p, own_extremes *s, uint32_t count, double *add) {
    (void)p;
    s->received += count;
    s->most = ctx->iteration ? (uint32_t)ctx->totals[1] : s->most;
    mg_least(&add[0], count);
    mg_greatest(&add[1], count);
    return true;
}

/* The third iteration is the last one by a minimum and a maximum. */
MG_FN bool totals_over(const own_no_parameters *p, uint32_t iteration, const double *totals) {
    (void)p;
    return iteration >= 3 && totals[0] <= totals[1];
}

MG_TYPES(own_extremes_rows, own_extremes, own_no_parameters, uint32_t, mg_none);
MG_PHASE(own_extremes_rows){.properties = MG_ALL_ACTIVE | MG_PURE_SCATTER,
                            .monoid = MG_SUM,
                            .identity = 0,
                            .minima = 1,
                            .maxima = 1,
                            .scatter = totals_one,
                            .apply = totals_count,
                            .finished = totals_over};
#define MG_INSTANTIATE own_extremes_rows
#include <multigraph/instantiate.h>

MG_FN uint32_t totals_corner(const own_no_parameters *p, const own_extremes *own, const own_extremes *a,
                             const own_extremes *b, uint32_t edges) {
    (void)p, (void)own, (void)a, (void)b, (void)edges;
    return 1;
}

MG_FN bool totals_corners(const mg_ctx *ctx, const own_no_parameters *p, own_extremes *s, uint32_t count, double *add) {
    (void)ctx, (void)p, (void)s;
    mg_least(&add[0], count);
    mg_greatest(&add[1], count);
    return false;
}

MG_TYPES(own_extremes_triangles, own_extremes, own_no_parameters, uint32_t, mg_none);
MG_PHASE(own_extremes_triangles){.kind = MG_KIND_TRIANGLES,
                                 .monoid = MG_SUM,
                                 .identity = 0,
                                 .minima = 1,
                                 .maxima = 1,
                                 .apply = totals_corners,
                                 .triangle = totals_corner};
#define MG_INSTANTIATE own_extremes_triangles
#include <multigraph/instantiate.h>

MG_FN bool totals_outer(const mg_ctx *ctx, const own_no_parameters *p, own_extremes *all, double *add) {
    (void)p, (void)add;
    own_extremes *const s = &all[ctx->vertex];
    if (ctx->round == 0) {
        s->fewest = (uint32_t)ctx->totals[0];
        s->widest = (uint32_t)ctx->totals[1];
    }
    s->outer = 4 * s->outer + ctx->round + 1;
    return false;
}

MG_TYPES(own_extremes_outer, own_extremes, own_no_parameters, uint32_t, mg_none);
MG_PHASE(own_extremes_outer){.kind = MG_KIND_VERTICES, .properties = MG_ROUND, .vertex = totals_outer};
#define MG_INSTANTIATE own_extremes_outer
#include <multigraph/instantiate.h>

MG_FN bool totals_inner(const mg_ctx *ctx, const own_no_parameters *p, own_extremes *all, double *add) {
    (void)p, (void)add;
    all[ctx->vertex].inner = 4 * all[ctx->vertex].inner + ctx->round + 1;
    return false;
}

MG_TYPES(own_extremes_inner, own_extremes, own_no_parameters, uint32_t, mg_none);
MG_PHASE(own_extremes_inner){.kind = MG_KIND_VERTICES, .properties = MG_ROUND, .vertex = totals_inner};
#define MG_INSTANTIATE own_extremes_inner
#include <multigraph/instantiate.h>

MG_FN bool totals_of_round(const mg_ctx *ctx, const own_no_parameters *p, own_extremes *s, uint32_t count,
                           double *add) {
    (void)p, (void)count, (void)add;
    s->rows = 4 * s->rows + ctx->round + 1;
    return false;
}

MG_TYPES(own_extremes_round, own_extremes, own_no_parameters, uint32_t, mg_none);
MG_PHASE(own_extremes_round){.properties = MG_ALL_ACTIVE | MG_PURE_SCATTER | MG_ROUND,
                             .monoid = MG_SUM,
                             .identity = 0,
                             .iteration_limit = 1,
                             .scatter = totals_one,
                             .apply = totals_of_round};
#define MG_INSTANTIATE own_extremes_round
#include <multigraph/instantiate.h>

MG_FN void totals_visit(mg_vertex owner, mg_vertex neighbour, mg_none weight, const own_no_parameters *p,
                        own_extremes *all) {
    (void)weight, (void)p;
    mg_atomic_max_u32(&all[neighbour].highest, owner);
    mg_atomic_max_u64(&all[neighbour].top, (uint64_t)owner << 33);
    mg_atomic_add_u64(&all[neighbour].owners, (uint64_t)owner << 33);
}

MG_TYPES(own_extremes_visit, own_extremes, own_no_parameters, uint32_t, mg_none);
MG_PHASE(own_extremes_visit){.kind = MG_KIND_EDGES, .visit = totals_visit};
#define MG_INSTANTIATE own_extremes_visit
#include <multigraph/instantiate.h>

MG_FN bool totals_end(const mg_ctx *ctx, const own_no_parameters *p, own_extremes *all, double *add) {
    (void)p;
    all[ctx->vertex].after = ctx->round + 7;
    add[0] += 2;
    mg_least(&add[1], 3 + (double)ctx->vertex);
    return false;
}

MG_TYPES(own_extremes_end, own_extremes, own_no_parameters, uint32_t, mg_none);
MG_PHASE(own_extremes_end){
    .kind = MG_KIND_VERTICES, .properties = MG_ROUND, .totals = 1, .minima = 1, .vertex = totals_end};
#define MG_INSTANTIATE own_extremes_end
#include <multigraph/instantiate.h>

MG_PROGRAM(own_extremes){
    MG_ABOUT("own-extremes", "sums, minima and maxima", own_extremes, own_no_parameters),
    .phases = {MG_RUN(own_extremes_begin), MG_RUN(own_extremes_take), MG_RUN(own_extremes_search),
               MG_RUN(own_extremes_rows), MG_RUN(own_extremes_triangles), MG_RUN(own_extremes_outer),
               MG_RUN(own_extremes_inner), MG_RUN(own_extremes_round), MG_RUN(own_extremes_visit),
               MG_RUN(own_extremes_end)},
    .loops = {MG_TIMES(own_extremes_outer, own_extremes_round, 3), MG_TIMES(own_extremes_inner, own_extremes_inner, 2)},
    .columns = {MG_COLUMN(own_extremes, depth, "depth", MG_DISTANCE)},
};
