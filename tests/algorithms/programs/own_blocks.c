/* SPDX-License-Identifier: Apache-2.0 */
#include "tests/algorithms/programs/own.h"

MG_FN bool start(const mg_ctx *ctx, const own_no_parameters *p, own_blocks *s) {
    (void)p;
    s->least = ctx->vertex;
    s->inside = 0;
    s->marks = (uint16_t)(ctx->out_degree % 1000);
    return true;
}

/* False for out-degrees that are 10 modulo 11. */
MG_FN bool is_selected(const own_no_parameters *p, const own_blocks *s) {
    (void)p;
    return s->marks % 11 != 10;
}

/* Depends on the weight, so that a weight of another edge is detected. */
MG_FN void lower(mg_vertex owner, mg_vertex neighbour, uint32_t weight, const own_no_parameters *p, own_blocks *all) {
    (void)p;
    mg_atomic_min_u32(&all[neighbour].least, owner / (weight + 1));
}

MG_FN bool look(const mg_ctx *ctx, const own_no_parameters *p, own_blocks *all, double *add) {
    (void)p;
    (void)add;
    all[ctx->vertex].inside = all[ctx->vertex].least == ctx->vertex ? 2 : 1;
    return false;
}

MG_TYPES(own_inside, own_blocks, own_no_parameters, uint32_t, uint32_t);
MG_PHASE(own_inside){
    .kind = MG_KIND_EDGES,
    .direction = MG_DIRECTION_BOTH,
    .properties = MG_WITHIN_BLOCKS,
    .init = start,
    .vertex = look,
    .visit = lower,
    .where = is_selected,
};
#define MG_INSTANTIATE own_inside
#include <multigraph/instantiate.h>

MG_TYPES(own_across, own_blocks, own_no_parameters, uint32_t, uint32_t);
MG_PHASE(own_across){
    .kind = MG_KIND_EDGES,
    .direction = MG_DIRECTION_BOTH,
    .properties = MG_BETWEEN_BLOCKS,
    .visit = lower,
    .where = is_selected,
};
#define MG_INSTANTIATE own_across
#include <multigraph/instantiate.h>

/* Visits edges within blocks again and keeps the states, since it has no `init`. */
MG_TYPES(own_again, own_blocks, own_no_parameters, uint32_t, mg_none);
MG_FN void reset_inside(mg_vertex owner, mg_vertex neighbour, mg_none none, const own_no_parameters *p,
                        own_blocks *all) {
    (void)neighbour;
    (void)none;
    (void)p;
    mg_atomic_store_u32(&all[owner].inside, all[owner].inside ? 1 : 0);
}
MG_PHASE(own_again){.kind = MG_KIND_EDGES, .properties = MG_WITHIN_BLOCKS, .visit = reset_inside};
#define MG_INSTANTIATE own_again
#include <multigraph/instantiate.h>

MG_PROGRAM(own_blocks){
    MG_ABOUT("own-blocks", "the least value that a vertex receives", own_blocks, own_no_parameters),
    .phases = {MG_RUN(own_inside), MG_RUN(own_across), MG_RUN(own_again)},
    .columns = {MG_COLUMN(own_blocks, least, "least", MG_NUMBER)},
};
