/* SPDX-License-Identifier: Apache-2.0
 *
 * Greedy maximal matching in the order of pseudo-random priorities of edges, by locally first edges [1, 2]: every open
 * vertex looks for its first edge to an open vertex; an edge that is the first at both ends is taken. The result is
 * that of the serial loop over the edges. Edges of equal priority are in the order of the ranks of their ends, which is
 * the same seen from either of them.
 *
 * Rounds are repeated until no vertex is open.
 *
 * [1] R. Preis: Linear Time 1/2-Approximation Algorithm for Maximum Weighted Matching in General Graphs. STACS 1999.
 * [2] G. Blelloch, J. Fineman, J. Shun: Greedy Sequential Maximal Independent Set and Matching are Parallel on Average.
 *     SPAA 2012.
 */
#include "algorithms/programs/matching.h"
#include "core/graph/priority.h"

MG_FN bool matching_begin(const mg_ctx *ctx, const matching_parameters *p, matching_vertex *all, double *add) {
    (void)add;
    matching_vertex *const v = &all[ctx->vertex];
    v->mate = MG_NONE;
    v->open = 1;
    if (!p->given) {
        v->rank = v->ranked = ctx->vertex;
    }
    return false;
}

MG_FN bool matching_ask(const mg_ctx *ctx, const matching_parameters *p, matching_vertex *v) {
    (void)ctx, (void)p;
    v->best = UINT64_MAX;
    return v->open;
}

MG_FN uint64_t matching_rank(const mg_ctx *ctx, const matching_parameters *p, matching_vertex *v) {
    (void)ctx, (void)p;
    return v->rank;
}

MG_FN uint64_t matching_edge(const matching_parameters *p, uint64_t sent, mg_none weight,
                             const matching_vertex *receiver) {
    (void)weight;
    const uint32_t other = (uint32_t)sent, own = receiver->rank;
    return own == other ? UINT64_MAX : (uint64_t)priority_of_edge(own, other, p->seed) << 32 | other;
}

MG_FN bool matching_is_open(const matching_parameters *p, const matching_vertex *v) {
    (void)p;
    return v->open;
}

MG_FN bool matching_keep(const mg_ctx *ctx, const matching_parameters *p, matching_vertex *v, uint64_t best,
                         double *add) {
    (void)ctx, (void)p, (void)add;
    v->best = best < v->best ? best : v->best;
    return false;
}

/* Closes vertices that get a mate, and those whose neighbours all have one. The total: vertices that stay open. */
MG_FN bool matching_agree(const mg_ctx *ctx, const matching_parameters *p, matching_vertex *all, double *add) {
    (void)p;
    matching_vertex *const v = &all[ctx->vertex];
    if (v->best == UINT64_MAX) {
        v->open = 0;
        return false;
    }
    const mg_vertex other = all[(uint32_t)v->best].ranked;
    if (all[other].best != UINT64_MAX && (uint32_t)all[other].best == v->rank) {
        v->mate = other;
        v->open = 0;
    }
    add[0] += v->open;
    return false;
}

MG_TYPES(matching_first, matching_vertex, matching_parameters, uint64_t, mg_none);
MG_PHASE(matching_first){.kind = MG_KIND_VERTICES, .vertex = matching_begin};
#define MG_INSTANTIATE matching_first
#define MG_LOOPS MG_LOOPS_MAPS
#include <multigraph/instantiate.h>

MG_TYPES(matching_look, matching_vertex, matching_parameters, uint64_t, mg_none);
MG_PHASE(matching_look){.direction = MG_DIRECTION_BOTH,
                        .monoid = MG_MIN,
                        .identity = UINT64_MAX,
                        .init = matching_ask,
                        .scatter = matching_rank,
                        .edge_at = matching_edge,
                        .needs = matching_is_open,
                        .apply = matching_keep};
#define MG_INSTANTIATE matching_look
#define MG_LOOPS MG_LOOPS_SINGLE
#include <multigraph/instantiate.h>

MG_TYPES(matching_take, matching_vertex, matching_parameters, uint64_t, mg_none);
MG_PHASE(matching_take){.kind = MG_KIND_VERTICES, .totals = 1, .vertex = matching_agree};
#define MG_INSTANTIATE matching_take
#define MG_LOOPS MG_LOOPS_MAPS
#include <multigraph/instantiate.h>

MG_PROGRAM(matching){
    MG_ABOUT("matching", "maximal matching", matching_vertex, matching_parameters),
    .phases = {MG_RUN(matching_first), MG_RUN(matching_look), MG_RUN(matching_take)},
    .loops = {MG_UNTIL(matching_look, matching_take, 0)},
    .columns = {MG_COLUMN(matching_vertex, mate, "mate", MG_VERTEX)},
    .parameters = {MG_PARAMETER(matching_parameters, seed, "seed", MG_NUMBER, 0),
                   MG_PARAMETER(matching_parameters, given, "given", MG_NUMBER, 0)},
};
