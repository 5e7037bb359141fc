/* SPDX-License-Identifier: Apache-2.0
 *
 * The two sides of bipartite components: a search from one vertex of each component at once, levels alternate between
 * the sides; an edge within a side shows that the component has none [1].
 *
 * [1] D. Koenig: Ueber Graphen und ihre Anwendung auf Determinantentheorie und Mengenlehre. Math. Annalen 77 (1916).
 */
#include "algorithms/programs/bipartite.h"

MG_FN bool bipartite_begin(const mg_ctx *ctx, const bipartite_parameters *p, bipartite_vertex *v) {
    v->component = p->given ? v->component : ctx->vertex;
    v->side = v->component == ctx->vertex ? 0 : MG_NONE;
    v->odd = 0;
    return v->side == 0;
}

MG_FN bool bipartite_lacks_side(const bipartite_parameters *p, const bipartite_vertex *v) {
    (void)p;
    return v->side == MG_NONE;
}

MG_FN bool bipartite_take_side(const mg_ctx *ctx, const bipartite_parameters *p, bipartite_vertex *v, mg_vertex sender,
                               double *add) {
    (void)p, (void)add;
    if (sender == MG_NONE) {
        return false;
    }
    v->side = (ctx->iteration + 1) % 2;
    return true;
}

MG_FN void bipartite_look(mg_vertex u, mg_vertex v, mg_none weight, const bipartite_parameters *p,
                          bipartite_vertex *all) {
    (void)weight, (void)p;
    uint32_t *const odd = &all[all[u].component].odd;
    if (all[u].side == all[v].side && !mg_load_cached_u32(odd)) {
        mg_atomic_store_u32(odd, 1);
    }
}

MG_FN bool bipartite_leave_odd(const mg_ctx *ctx, const bipartite_parameters *p, bipartite_vertex *all, double *add) {
    (void)p, (void)add;
    bipartite_vertex *const v = &all[ctx->vertex];
    v->side = all[v->component].odd ? BIPARTITE_NONE : v->side;
    return false;
}

MG_TYPES(bipartite_search, bipartite_vertex, bipartite_parameters, mg_vertex, mg_none);
MG_PHASE(bipartite_search){.direction = MG_DIRECTION_BOTH,
                           .properties = MG_SOURCE_ID | MG_FIRST_HIT,
                           .monoid = MG_ANY,
                           .identity = MG_NONE,
                           .init = bipartite_begin,
                           .needs = bipartite_lacks_side,
                           .apply = bipartite_take_side};
#define MG_INSTANTIATE bipartite_search
#define MG_LOOPS MG_LOOPS_SINGLE
#include <multigraph/instantiate.h>

MG_TYPES(bipartite_check, bipartite_vertex, bipartite_parameters, mg_vertex, mg_none);
MG_PHASE(bipartite_check){.kind = MG_KIND_EDGES, .visit = bipartite_look};
#define MG_INSTANTIATE bipartite_check
#define MG_LOOPS MG_LOOPS_MAPS
#include <multigraph/instantiate.h>

MG_TYPES(bipartite_sides, bipartite_vertex, bipartite_parameters, mg_vertex, mg_none);
MG_PHASE(bipartite_sides){.kind = MG_KIND_VERTICES, .vertex = bipartite_leave_odd};
#define MG_INSTANTIATE bipartite_sides
#define MG_LOOPS MG_LOOPS_MAPS
#include <multigraph/instantiate.h>

MG_PROGRAM(bipartite){
    MG_ABOUT("bipartite", "sides of bipartite components", bipartite_vertex, bipartite_parameters),
    .phases = {MG_RUN(bipartite_search), MG_RUN(bipartite_check), MG_RUN(bipartite_sides)},
    .columns = {MG_COLUMN(bipartite_vertex, side, "side", MG_NUMBER)},
    .parameters = {MG_PARAMETER(bipartite_parameters, given, "given", MG_NUMBER, 0)},
};
