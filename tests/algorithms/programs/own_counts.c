/* SPDX-License-Identifier: Apache-2.0 */
#include "tests/algorithms/programs/own.h"

MG_FN bool tenfold(const mg_ctx *ctx, const own_no_parameters *p, own_counts *s, int32_t count, double *add) {
    (void)ctx, (void)p;
    s->tenfold = 10 * (uint32_t)count;
    add[0] += count > 0;
    return false;
}

MG_FN bool keep_total(const mg_ctx *ctx, const own_no_parameters *p, own_counts *all, double *add) {
    (void)p, (void)add;
    all[ctx->vertex].members = (uint32_t)ctx->totals[0];
    return false;
}

MG_TYPES(own_counts_stored, own_counts, own_no_parameters, uint32_t, mg_none);
MG_PHASE(own_counts_stored){.kind = MG_KIND_TRIANGLES, .monoid = MG_SUM, .identity = 0};
#define MG_INSTANTIATE own_counts_stored
#include <multigraph/instantiate.h>

MG_TYPES(own_counts_applied, own_counts, own_no_parameters, int32_t, mg_none);
MG_PHASE(own_counts_applied){.kind = MG_KIND_TRIANGLES, .monoid = MG_SUM, .identity = 0, .totals = 1, .apply = tenfold};
#define MG_INSTANTIATE own_counts_applied
#include <multigraph/instantiate.h>

MG_TYPES(own_counts_total, own_counts, own_no_parameters, uint32_t, mg_none);
MG_PHASE(own_counts_total){.kind = MG_KIND_VERTICES, .vertex = keep_total};
#define MG_INSTANTIATE own_counts_total
#include <multigraph/instantiate.h>

MG_FN bool begin_all(const mg_ctx *ctx, const own_no_parameters *p, own_counts *s) {
    (void)p;
    s->begun = ctx->vertex + 1;
    return true;
}

MG_FN bool keep_all(const mg_ctx *ctx, const own_no_parameters *p, own_counts *all, double *add) {
    (void)p, (void)add;
    all[ctx->vertex].all = (uint32_t)ctx->totals[0];
    return false;
}

MG_TYPES(own_counts_all, own_counts, own_no_parameters, int64_t, mg_none);
MG_PHASE(own_counts_all){.kind = MG_KIND_TRIANGLES, .monoid = MG_SUM, .identity = 0, .totals = 1, .init = begin_all};
#define MG_INSTANTIATE own_counts_all
#include <multigraph/instantiate.h>

MG_TYPES(own_counts_kept, own_counts, own_no_parameters, uint32_t, mg_none);
MG_PHASE(own_counts_kept){.kind = MG_KIND_VERTICES, .vertex = keep_all};
#define MG_INSTANTIATE own_counts_kept
#include <multigraph/instantiate.h>

MG_PROGRAM(own_counts){
    MG_ABOUT("own-counts", "triangles, ten times triangles, vertices of triangles, all triangles", own_counts,
             own_no_parameters),
    .phases = {MG_RUN(own_counts_stored), MG_RUN(own_counts_applied), MG_RUN(own_counts_total), MG_RUN(own_counts_all),
               MG_RUN(own_counts_kept)},
    .columns = {MG_COLUMN(own_counts, triangles, "triangles", MG_NUMBER),
                MG_COLUMN(own_counts, tenfold, "tenfold", MG_NUMBER),
                MG_COLUMN(own_counts, members, "members", MG_NUMBER), MG_COLUMN(own_counts, begun, "begun", MG_NUMBER),
                MG_COLUMN(own_counts, all, "all", MG_NUMBER)},
};
