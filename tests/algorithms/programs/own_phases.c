/* SPDX-License-Identifier: Apache-2.0 */
#include "tests/algorithms/programs/own.h"

MG_FN bool fill(const mg_ctx *ctx, const own_phases_parameters *p, own_phases *all, double *add) {
    (void)p;
    const own_phases first = {
        .label = ctx->vertex % 50 == 49 ? ctx->vertex : 7, .smallest = MG_NONE, .countdown = ctx->vertex % 5};
    all[ctx->vertex] = first;
    add[0] += ctx->vertex % 5;
    return true;
}

MG_TYPES(own_fill, own_phases, own_phases_parameters, uint32_t, mg_none);
MG_PHASE(own_fill){.kind = MG_KIND_VERTICES, .totals = 1, .vertex = fill};
#define MG_INSTANTIATE own_fill
#include <multigraph/instantiate.h>

MG_FN bool take_total(const mg_ctx *ctx, const own_phases_parameters *p, own_phases *all, double *add) {
    (void)p;
    (void)add;
    all[ctx->vertex].total = (uint32_t)ctx->totals[0];
    return false;
}

MG_TYPES(own_take_total, own_phases, own_phases_parameters, uint32_t, mg_none);
MG_PHASE(own_take_total){.kind = MG_KIND_VERTICES, .vertex = take_total};
#define MG_INSTANTIATE own_take_total
#include <multigraph/instantiate.h>

MG_FN bool receive_init(const mg_ctx *ctx, const own_phases_parameters *p, own_phases *s) {
    (void)ctx;
    (void)p;
    s->received = 0;
    return true;
}

MG_FN uint32_t receive_scatter(const mg_ctx *ctx, const own_phases_parameters *p, own_phases *s) {
    (void)ctx;
    (void)p;
    (void)s;
    return 1;
}

MG_FN bool receive_totals(const mg_ctx *ctx, const own_phases_parameters *p, own_phases *s, uint32_t neighbours,
                          double *add) {
    (void)p;
    (void)neighbours;
    (void)add;
    s->received += (uint32_t)ctx->totals[0];
    return true;
}

MG_FN bool receive_finished(const own_phases_parameters *p, uint32_t iteration, const double *totals) {
    (void)p;
    (void)totals;
    return iteration == 3;
}

MG_TYPES(own_receive, own_phases, own_phases_parameters, uint32_t, mg_none);
MG_PHASE(own_receive){
    .frontier = MG_FRONTIER_ALL,
    .properties = MG_ALL_ACTIVE | MG_PURE_SCATTER,
    .monoid = MG_SUM,
    .identity = 0,
    .init = receive_init,
    .scatter = receive_scatter,
    .apply = receive_totals,
    .finished = receive_finished,
};
#define MG_INSTANTIATE own_receive
#include <multigraph/instantiate.h>

MG_FN bool count_down(const mg_ctx *ctx, const own_phases_parameters *p, own_phases *all, double *add) {
    (void)p;
    (void)add;
    own_phases *s = &all[ctx->vertex];
    s->rounds++;
    s->countdown -= s->countdown > 0;
    return s->countdown > 0;
}

MG_TYPES(own_count_down, own_phases, own_phases_parameters, uint32_t, mg_none);
MG_PHASE(own_count_down){.kind = MG_KIND_VERTICES, .iteration_limit = 100, .vertex = count_down};
#define MG_INSTANTIATE own_count_down
#include <multigraph/instantiate.h>

MG_FN bool is_even(const own_phases_parameters *p, const own_phases *s) {
    (void)p;
    return s->total % 2 == 0 && s->label == 7;
}

MG_FN void visit(mg_vertex owner, mg_vertex neighbour, mg_none weight, const own_phases_parameters *p,
                 own_phases *all) {
    (void)weight;
    (void)p;
    mg_atomic_min_u32(&all[neighbour].smallest, owner);
}

MG_TYPES(own_visit, own_phases, own_phases_parameters, uint32_t, mg_none);
MG_PHASE(own_visit){
    .kind = MG_KIND_EDGES,
    .visit = visit,
    .where = is_even,
    .first_neighbour = 1,
    .neighbour_count = 2,
};
#define MG_INSTANTIATE own_visit
#include <multigraph/instantiate.h>

MG_FN bool least_first(const mg_ctx *ctx, const own_phases_parameters *p, own_phases *s) {
    (void)ctx;
    (void)p;
    s->least = MG_NONE;
    return false;
}

MG_FN void visit_all(mg_vertex owner, mg_vertex neighbour, mg_none weight, const own_phases_parameters *p,
                     own_phases *all) {
    (void)weight;
    (void)p;
    mg_atomic_min_u32(&all[owner].least, neighbour);
}

MG_TYPES(own_visit_all, own_phases, own_phases_parameters, uint32_t, mg_none);
MG_PHASE(own_visit_all){.kind = MG_KIND_EDGES, .init = least_first, .visit = visit_all};
#define MG_INSTANTIATE own_visit_all
#include <multigraph/instantiate.h>

MG_FN uint32_t label_of(const own_phases *s) {
    return s->label;
}

MG_TYPES(own_most_frequent, own_phases, own_phases_parameters, uint32_t, mg_none);
MG_PHASE(own_most_frequent){
    .kind = MG_KIND_MOST_FREQUENT,
    .label = label_of,
    .label_offset = offsetof(own_phases_parameters, mode),
};
#define MG_INSTANTIATE own_most_frequent
#include <multigraph/instantiate.h>

MG_FN bool take_most_frequent(const mg_ctx *ctx, const own_phases_parameters *p, own_phases *all, double *add) {
    (void)add;
    all[ctx->vertex].mode = p->mode;
    return false;
}

MG_TYPES(own_take_most_frequent, own_phases, own_phases_parameters, uint32_t, mg_none);
MG_PHASE(own_take_most_frequent){.kind = MG_KIND_VERTICES, .vertex = take_most_frequent};
#define MG_INSTANTIATE own_take_most_frequent
#include <multigraph/instantiate.h>

MG_PROGRAM(own_phases){
    MG_ABOUT("own-phases", "every other kind of phase", own_phases, own_phases_parameters),
    .phases = {MG_RUN(own_fill), MG_RUN(own_take_total), MG_RUN(own_receive), MG_RUN(own_count_down), MG_RUN(own_visit),
               MG_RUN(own_visit_all), MG_RUN(own_most_frequent), MG_RUN(own_take_most_frequent)},
    .columns = {MG_COLUMN(own_phases, smallest, "smallest", MG_VERTEX)},
};
