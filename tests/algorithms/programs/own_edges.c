/* SPDX-License-Identifier: Apache-2.0 */
#include "tests/algorithms/programs/own.h"

MG_FN bool begin(const mg_ctx *ctx, const own_no_parameters *p, own_edges *all, double *add) {
    (void)p;
    (void)add;
    const own_edges nothing = {.selected = ctx->vertex % 7 != 3};
    all[ctx->vertex] = nothing;
    return false;
}

MG_TYPES(own_edges_begin, own_edges, own_no_parameters, uint32_t, mg_none);
MG_PHASE(own_edges_begin){.kind = MG_KIND_VERTICES, .vertex = begin};
#define MG_INSTANTIATE own_edges_begin
#include <multigraph/instantiate.h>

MG_FN bool is_selected(const own_no_parameters *p, const own_edges *s) {
    (void)p;
    return s->selected;
}

/* The sum detects edges that are visited twice or never, or with the weight of another edge. */
MG_FN void add_up(mg_vertex owner, mg_vertex neighbour, uint32_t weight, const own_no_parameters *p, own_edges *all) {
    (void)p;
    uint32_t *const sum = &all[owner].sum;
    const uint32_t term = 1 + 3 * weight + 1000 * (neighbour % 13);
    for (uint32_t seen = mg_atomic_load_u32(sum), was; (was = mg_atomic_cas_u32(sum, seen, seen + term)) != seen;
         seen = was) {
    }
}

MG_TYPES(own_edges, own_edges, own_no_parameters, uint32_t, uint32_t);
MG_PHASE(own_edges){
    .kind = MG_KIND_EDGES,
    .direction = MG_DIRECTION_BOTH,
    .visit = add_up,
    .where = is_selected,
};
#define MG_INSTANTIATE own_edges
#include <multigraph/instantiate.h>

MG_PROGRAM(own_edges){
    MG_ABOUT("own-edges", "what all edges of a vertex add up to", own_edges, own_no_parameters),
    .phases = {MG_RUN(own_edges_begin), MG_RUN(own_edges)},
    .columns = {MG_COLUMN(own_edges, sum, "sum", MG_NUMBER)},
};
