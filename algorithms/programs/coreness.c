/* SPDX-License-Identifier: Apache-2.0
 *
 * Coreness by peeling [1, 2]: at level k vertices that have at most k edges to vertices that are left are removed, and
 * with them gone others may be; these have coreness k. A removed vertex takes one edge away from its neighbours for
 * each edge to them.
 *
 * A round has twelve levels. Rounds are repeated until no vertex is left, each from the least number of edges that a
 * vertex has left, which skips levels without vertices.
 *
 * [1] V. Batagelj, M. Zaversnik: An O(m) Algorithm for Cores Decomposition of Networks. CoRR cs.DS/0310049 (2003).
 * [2] H. Kabir, K. Madduri: Parallel k-Core Decomposition on Multicore Platforms. IPDPS Workshops 2017.
 */
#include "algorithms/programs/coreness.h"

MG_FN bool coreness_set_up(const mg_ctx *ctx, const coreness_parameters *p, coreness_vertex *all, double *add) {
    (void)add;
    coreness_vertex *const v = &all[ctx->vertex];
    v->edges = ctx->out_degree + (p->directed ? ctx->in_degree : 0);
    v->core = CORENESS_LEFT;
    return false;
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
    return v->core & CORENESS_LEFT;
}

MG_FN bool coreness_begin_level(const mg_ctx *ctx, const coreness_parameters *p, coreness_vertex *v) {
    (void)p;
    if (ctx->vertex == 0) { /* no other vertex writes its state without a reason */
        v->least = MG_NONE;
    }
    const uint32_t level = v->core & ~CORENESS_LEFT;
    if (v->core == level) {
        return false;
    }
    v->core = v->edges > level ? v->core + 1 : level;
    return v->core == level;
}

MG_FN uint32_t coreness_one(const mg_ctx *ctx, const coreness_parameters *p, coreness_vertex *v) {
    (void)ctx, (void)p, (void)v;
    return 1;
}

MG_FN bool coreness_take_away(const mg_ctx *ctx, const coreness_parameters *p, coreness_vertex *v, uint32_t count,
                              double *add) {
    (void)ctx, (void)p, (void)add;
    v->edges -= count;
    const uint32_t next = v->core & ~CORENESS_LEFT;
    if (!count || v->edges >= next) {
        return false;
    }
    v->core = next - 1;
    return true;
}

/* The total: vertices that are left. */
MG_FN bool coreness_find_least(const mg_ctx *ctx, const coreness_parameters *p, coreness_vertex *all, double *add) {
    const coreness_vertex *const v = &all[ctx->vertex];
    if (coreness_is_left(p, v)) {
        add[0] += 1;
        if (v->edges < mg_load_cached_u32(&all[0].least)) { /* seldom true, so that few wait for each other */
            mg_atomic_min_u32(&all[0].least, v->edges);
        }
    }
    return false;
}

MG_FN bool coreness_skip_levels(const mg_ctx *ctx, const coreness_parameters *p, coreness_vertex *all, double *add) {
    (void)add;
    coreness_vertex *const v = &all[ctx->vertex];
    if (coreness_is_left(p, v)) {
        v->core = CORENESS_LEFT | mg_load_cached_u32(&all[0].least);
    }
    return false;
}

MG_TYPES(coreness_first, coreness_vertex, coreness_parameters, uint32_t, mg_none);
MG_PHASE(coreness_first){.kind = MG_KIND_VERTICES, .properties = MG_IN_DEGREE, .vertex = coreness_set_up};
#define MG_INSTANTIATE coreness_first
#define MG_LOOPS MG_LOOPS_MAPS
#include <multigraph/instantiate.h>

MG_TYPES(coreness_loops, coreness_vertex, coreness_parameters, uint32_t, mg_none);
MG_PHASE(coreness_loops){.kind = MG_KIND_EDGES, .visit = coreness_leave_loop_out};
#define MG_INSTANTIATE coreness_loops
#define MG_LOOPS MG_LOOPS_MAPS
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
#define MG_LOOPS MG_LOOPS_SINGLE
#include <multigraph/instantiate.h>

MG_TYPES(coreness_left, coreness_vertex, coreness_parameters, uint32_t, mg_none);
MG_PHASE(coreness_left){.kind = MG_KIND_VERTICES, .totals = 1, .vertex = coreness_find_least};
#define MG_INSTANTIATE coreness_left
#define MG_LOOPS MG_LOOPS_MAPS
#include <multigraph/instantiate.h>

MG_TYPES(coreness_skip, coreness_vertex, coreness_parameters, uint32_t, mg_none);
MG_PHASE(coreness_skip){.kind = MG_KIND_VERTICES, .vertex = coreness_skip_levels};
#define MG_INSTANTIATE coreness_skip
#define MG_LOOPS MG_LOOPS_MAPS
#include <multigraph/instantiate.h>

MG_PROGRAM(coreness){
    MG_ABOUT("coreness", "coreness of the vertices", coreness_vertex, coreness_parameters),
    .phases = {MG_RUN(coreness_first), MG_RUN(coreness_loops), MG_RUN(coreness_peel), MG_RUN(coreness_left),
               MG_RUN(coreness_skip)},
    .loops = {MG_UNTIL(coreness_peel, coreness_skip, 0), MG_TIMES(coreness_peel, coreness_peel, 12)},
    .columns = {MG_COLUMN(coreness_vertex, core, "core", MG_NUMBER)},
    .parameters = {MG_PARAMETER(coreness_parameters, directed, "directed", MG_NUMBER, 1)},
};
