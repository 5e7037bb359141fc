/* SPDX-License-Identifier: Apache-2.0
 *
 * Coreness by peeling [1, 2]: at level k vertices that have at most k edges to vertices that are left are removed, and
 * with them gone others may be; these have coreness k. A removed vertex takes one edge away from its neighbours for
 * each edge to them.
 *
 * A run has twelve levels; run_kcore.c repeats it until no vertex is left, each time from the least number of edges
 * that a vertex has left, which skips levels without vertices.
 *
 * [1] V. Batagelj, M. Zaversnik: An O(m) Algorithm for Cores Decomposition of Networks. CoRR cs.DS/0310049 (2003).
 * [2] H. Kabir, K. Madduri: Parallel k-Core Decomposition on Multicore Platforms. IPDPS Workshops 2017.
 */
#include "algorithms/programs/coreness.h"

MG_FN bool coreness_set_up(const mg_ctx *ctx, const coreness_parameters *p, coreness_vertex *all, double *add) {
    (void)add;
    coreness_vertex *const v = &all[ctx->vertex];
    v->level = p->level;
    if (!p->resumed) {
        v->edges = ctx->out_degree + (p->directed ? ctx->in_degree : 0);
        v->core = MG_NONE;
    }
    return false;
}

MG_FN bool coreness_is_new(const coreness_parameters *p, const coreness_vertex *v) {
    (void)v;
    return !p->resumed;
}

MG_FN void coreness_leave_loop_out(mg_vertex u, mg_vertex v, mg_none weight, const coreness_parameters *p,
                                   coreness_vertex *all) {
    (void)weight;
    if (u == v) {
        mg_atomic_add_u32(&all[u].edges, p->directed ? 0u - 2 : 0u - 1);
    }
}

MG_FN bool coreness_is_left(const coreness_parameters *p, const coreness_vertex *v) {
    (void)p;
    return v->core == MG_NONE;
}

MG_FN bool coreness_begin_level(const mg_ctx *ctx, const coreness_parameters *p, coreness_vertex *v) {
    (void)ctx, (void)p;
    if (v->core != MG_NONE || v->edges > v->level++) {
        return false;
    }
    v->core = v->level - 1;
    return true;
}

MG_FN uint32_t coreness_one(const mg_ctx *ctx, const coreness_parameters *p, coreness_vertex *v) {
    (void)ctx, (void)p, (void)v;
    return 1;
}

MG_FN bool coreness_take_away(const mg_ctx *ctx, const coreness_parameters *p, coreness_vertex *v, uint32_t count,
                              double *add) {
    (void)ctx, (void)p, (void)add;
    v->edges -= count;
    if (!count || v->edges >= v->level) {
        return false;
    }
    v->core = v->level - 1;
    return true;
}

MG_TYPES(coreness_first, coreness_vertex, coreness_parameters, uint32_t, mg_none);
MG_PHASE(coreness_first){.kind = MG_KIND_VERTICES, .properties = MG_IN_DEGREE, .vertex = coreness_set_up};
#define MG_INSTANTIATE coreness_first
#include <multigraph/instantiate.h>

MG_TYPES(coreness_loops, coreness_vertex, coreness_parameters, uint32_t, mg_none);
MG_PHASE(coreness_loops){.kind = MG_KIND_EDGES, .visit = coreness_leave_loop_out, .where = coreness_is_new};
#define MG_INSTANTIATE coreness_loops
#include <multigraph/instantiate.h>

MG_TYPES(coreness_peel, coreness_vertex, coreness_parameters, uint32_t, mg_none);
MG_PHASE(coreness_peel){.direction = MG_DIRECTION_BOTH,
                        .monoid = MG_SUM,
                        .identity = 0,
                        .init = coreness_begin_level,
                        .scatter = coreness_one,
                        .needs = coreness_is_left,
                        .apply = coreness_take_away};
#define MG_INSTANTIATE coreness_peel
#include <multigraph/instantiate.h>

#define CORENESS_LEVELS MG_RUN(coreness_peel), MG_RUN(coreness_peel), MG_RUN(coreness_peel), MG_RUN(coreness_peel)

MG_PROGRAM(coreness){
    MG_ABOUT("coreness", "coreness of the vertices, twelve levels", coreness_vertex, coreness_parameters),
    .phases = {MG_RUN(coreness_first), MG_RUN(coreness_loops), CORENESS_LEVELS, CORENESS_LEVELS, CORENESS_LEVELS},
    .columns = {MG_COLUMN(coreness_vertex, core, "core", MG_NUMBER)},
    .parameters = {MG_PARAMETER(coreness_parameters, level, "level", MG_NUMBER, 0),
                   MG_PARAMETER(coreness_parameters, resumed, "resumed", MG_NUMBER, 0),
                   MG_PARAMETER(coreness_parameters, directed, "directed", MG_NUMBER, 1)},
};
