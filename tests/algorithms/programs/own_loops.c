/* SPDX-License-Identifier: Apache-2.0 */
#include "tests/algorithms/programs/own.h"

MG_FN bool loops_begin(const mg_ctx *ctx, const own_loops_parameters *p, own_loops *all, double *add) {
    (void)p, (void)add;
    const own_loops first = {.left = ctx->vertex % 4 + 1};
    all[ctx->vertex] = first;
    return false;
}

MG_TYPES(own_loops_first, own_loops, own_loops_parameters, uint32_t, mg_none);
MG_PHASE(own_loops_first){.kind = MG_KIND_VERTICES, .vertex = loops_begin};
#define MG_INSTANTIATE own_loops_first
#include <multigraph/instantiate.h>

MG_FN uint32_t loops_one(const mg_ctx *ctx, const own_loops_parameters *p, own_loops *s) {
    (void)ctx, (void)p, (void)s;
    return 1;
}

MG_FN bool loops_store(const mg_ctx *ctx, const own_loops_parameters *p, own_loops *s, uint32_t count, double *add) {
    (void)p, (void)add;
    s->received += count;
    s->before += (uint32_t)(8 * ctx->totals[0]);
    s->steps = (ctx->vertex + s->rounds) % 3;
    return false;
}

MG_TYPES(own_loops_rows, own_loops, own_loops_parameters, uint32_t, mg_none);
MG_PHASE(own_loops_rows){.properties = MG_ALL_ACTIVE | MG_PURE_SCATTER,
                         .monoid = MG_SUM,
                         .identity = 0,
                         .iteration_limit = 1,
                         .scatter = loops_one,
                         .apply = loops_store};
#define MG_INSTANTIATE own_loops_rows
#include <multigraph/instantiate.h>

MG_FN bool loops_step(const mg_ctx *ctx, const own_loops_parameters *p, own_loops *all, double *add) {
    (void)p;
    own_loops *const s = &all[ctx->vertex];
    s->inner++;
    s->inside += (uint32_t)ctx->totals[0];
    s->steps -= s->steps > 0;
    add[0] += s->steps;
    return false;
}

MG_TYPES(own_loops_inner, own_loops, own_loops_parameters, uint32_t, mg_none);
MG_PHASE(own_loops_inner){.kind = MG_KIND_VERTICES, .totals = 1, .vertex = loops_step};
#define MG_INSTANTIATE own_loops_inner
#include <multigraph/instantiate.h>

MG_FN bool loops_is_left(const mg_ctx *ctx, const own_loops_parameters *p, own_loops *s) {
    (void)ctx, (void)p;
    return s->left > 0;
}

MG_FN bool loops_gather(const mg_ctx *ctx, const own_loops_parameters *p, own_loops *s, uint32_t count, double *add) {
    (void)ctx, (void)p, (void)add;
    s->from_left += count;
    return false;
}

MG_TYPES(own_loops_send, own_loops, own_loops_parameters, uint32_t, mg_none);
MG_PHASE(own_loops_send){
    .monoid = MG_SUM, .identity = 0, .init = loops_is_left, .scatter = loops_one, .apply = loops_gather};
#define MG_INSTANTIATE own_loops_send
#include <multigraph/instantiate.h>

MG_FN bool loops_end_round(const mg_ctx *ctx, const own_loops_parameters *p, own_loops *all, double *add) {
    (void)p;
    own_loops *const s = &all[ctx->vertex];
    s->left -= s->left > 0;
    s->rounds++;
    add[0] += 1;
    add[1] += s->left;
    return false;
}

MG_TYPES(own_loops_count, own_loops, own_loops_parameters, uint32_t, mg_none);
MG_PHASE(own_loops_count){.kind = MG_KIND_VERTICES, .totals = 2, .vertex = loops_end_round};
#define MG_INSTANTIATE own_loops_count
#include <multigraph/instantiate.h>

MG_FN void loops_visit(mg_vertex owner, mg_vertex neighbour, mg_none weight, const own_loops_parameters *p,
                       own_loops *all) {
    (void)owner, (void)weight, (void)p;
    mg_atomic_add_u32(&all[neighbour].visits, 1);
}

MG_TYPES(own_loops_visit, own_loops, own_loops_parameters, uint32_t, mg_none);
MG_PHASE(own_loops_visit){.kind = MG_KIND_EDGES, .visit = loops_visit};
#define MG_INSTANTIATE own_loops_visit
#include <multigraph/instantiate.h>

/* The inner loop is listed first: the order of the list does not count. */
MG_PROGRAM(own_loops){
    MG_ABOUT("own-loops", "loops of every kind of phase", own_loops, own_loops_parameters),
    .phases = {MG_RUN(own_loops_first), MG_RUN(own_loops_rows), MG_RUN(own_loops_inner), MG_RUN(own_loops_send),
               MG_RUN(own_loops_count), MG_RUN(own_loops_visit)},
    .loops = {MG_UNTIL(own_loops_inner, own_loops_inner, 0), MG_UNTIL(own_loops_rows, own_loops_count, 1),
              MG_TIMES(own_loops_visit, own_loops_visit, 3)},
    .columns = {MG_COLUMN(own_loops, visits, "visits", MG_NUMBER), MG_COLUMN(own_loops, inside, "inside", MG_NUMBER),
                MG_COLUMN(own_loops, before, "before", MG_NUMBER)},
};
