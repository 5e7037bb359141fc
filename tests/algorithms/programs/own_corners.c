/* SPDX-License-Identifier: Apache-2.0 */
#include "tests/algorithms/programs/own.h"

MG_FN bool start(const mg_ctx *ctx, const own_no_parameters *p, own_corners *s) {
    (void)p;
    const own_corners first = {ctx->vertex * 2654435761u % 1009, 0, 0, ctx->neighbours};
    *s = first;
    return false;
}

MG_FN uint32_t opposite(const own_no_parameters *p, const own_corners *own, const own_corners *a, const own_corners *b,
                        uint32_t edges) {
    (void)p;
    return 1 + own->code % 7 + a->code * b->code % 1009 * edges;
}

MG_FN uint32_t larger(uint32_t a, uint32_t b) {
    return a > b ? a : b;
}

MG_FN bool store(const mg_ctx *ctx, const own_no_parameters *p, own_corners *s, uint32_t most, double *add) {
    (void)p;
    s->most = most;
    s->neighbours += 1000 * ctx->neighbours;
    add[0] += most > 0;
    return false;
}

MG_FN bool keep_total(const mg_ctx *ctx, const own_no_parameters *p, own_corners *all, double *add) {
    (void)p, (void)add;
    all[ctx->vertex].corners = (uint32_t)ctx->totals[0];
    return false;
}

MG_TYPES(own_corners_gather, own_corners, own_no_parameters, uint32_t, mg_none);
MG_PHASE(own_corners_gather){.kind = MG_KIND_TRIANGLES,
                             .monoid = MG_USER,
                             .identity = 0,
                             .totals = 1,
                             .init = start,
                             .combine = larger,
                             .apply = store,
                             .triangle = opposite};
#define MG_INSTANTIATE own_corners_gather
#include <multigraph/instantiate.h>

MG_TYPES(own_corners_total, own_corners, own_no_parameters, uint32_t, mg_none);
MG_PHASE(own_corners_total){.kind = MG_KIND_VERTICES, .vertex = keep_total};
#define MG_INSTANTIATE own_corners_total
#include <multigraph/instantiate.h>

MG_PROGRAM(own_corners){
    MG_ABOUT("own-corners", "the most that any triangle gives", own_corners, own_no_parameters),
    .phases = {MG_RUN(own_corners_gather), MG_RUN(own_corners_total)},
    .columns = {MG_COLUMN(own_corners, most, "most", MG_NUMBER), MG_COLUMN(own_corners, corners, "corners", MG_NUMBER),
                MG_COLUMN(own_corners, neighbours, "neighbours", MG_NUMBER)},
};
