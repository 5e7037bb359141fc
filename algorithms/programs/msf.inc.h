/* SPDX-License-Identifier: Apache-2.0
 *
 * Minimum spanning forest over one type of weights, after Boruvka [1, 2]. The includer defines MSF, the name of the
 * program; W, the type of weights; MSF_ORDER(w), the weight as a number of 64 bits in the same order.
 *
 * Every vertex begins as a tree. In a round each tree takes the lightest edge to another one, of equally light ones
 * that with the smallest ids, and joins that tree: edges are in a strict order, so that two trees may choose one edge,
 * but no longer cycle of trees can form. A tree's root is a vertex that has not joined another one; where two trees
 * chose one edge, the smaller root stays a root. Each vertex joins once at most, and keeps its edge.
 *
 * Rounds are repeated until no edge joins two trees.
 *
 * [1] O. Boruvka: O jistem problemu minimalnim. Prace moravske prirodovedecke spolecnosti 3 (1926).
 * [2] D. Bader, G. Cong: Fast Shared-memory Algorithms for Computing the Minimum Spanning Forest of Sparse Graphs.
 *     J. Parallel Distrib. Comput. 66 (2006).
 */
#include "algorithms/programs/msf.h"

#define NAME_(a, b) a##b
#define NAME(a, b) NAME_(a, b)
#define F(suffix) NAME(MSF, suffix)

MG_FN bool F(_begin)(const mg_ctx *ctx, const msf_parameters *p, msf_vertex *all, double *add) {
    (void)add;
    const mg_vertex self = ctx->vertex;
    msf_vertex *const v = &all[self];
    v->tree = v->next = self;
    v->source = v->target = MG_NONE;
    v->round = v->crossing = 0;
    if (!p->given) {
        v->rank = v->ranked = self;
    }
    return false;
}

MG_FN bool F(_begin_round)(const mg_ctx *ctx, const msf_parameters *p, msf_vertex *all, double *add) {
    (void)p, (void)add;
    msf_vertex *const v = &all[ctx->vertex];
    v->round++;
    if (v->tree == ctx->vertex) {
        v->weight = v->ends = UINT64_MAX;
    }
    return false;
}

MG_FN uint64_t F(_ends)(const msf_vertex *u, const msf_vertex *v) {
    return u->rank < v->rank ? (uint64_t)u->rank << 32 | v->rank : (uint64_t)v->rank << 32 | u->rank;
}

/* The vertex had an edge to another tree in the round before. */
MG_FN bool F(_may_cross)(const msf_parameters *p, const msf_vertex *v) {
    (void)p;
    return mg_load_cached_u32(&v->crossing) + 1 >= v->round;
}

MG_FN bool F(_crosses)(const msf_parameters *p, const msf_vertex *v) {
    (void)p;
    return v->crossing == v->round;
}

MG_FN void F(_weigh)(mg_vertex u, mg_vertex v, W weight, const msf_parameters *p, msf_vertex *all) {
    const mg_vertex own = all[u].tree, other = all[v].tree;
    if (own == other) {
        return;
    }
    mg_atomic_min_u64(&all[own].weight, MSF_ORDER(weight));
    if (p->directed) {
        mg_atomic_min_u64(&all[other].weight, MSF_ORDER(weight));
    }
    if (mg_load_cached_u32(&all[u].crossing) != all[u].round) {
        mg_atomic_store_u32(&all[u].crossing, all[u].round);
    }
}

/* Of the lightest edges of a tree the one with the smallest ends. */
MG_FN void F(_choose)(mg_vertex u, mg_vertex v, W weight, const msf_parameters *p, msf_vertex *all) {
    const mg_vertex own = all[u].tree, other = all[v].tree;
    if (own != other && all[own].weight == MSF_ORDER(weight)) {
        mg_atomic_min_u64(&all[own].ends, F(_ends)(&all[u], &all[v]));
    }
    if (own != other && p->directed && all[other].weight == MSF_ORDER(weight)) {
        mg_atomic_min_u64(&all[other].ends, F(_ends)(&all[u], &all[v]));
    }
}

MG_FN bool F(_join)(const mg_ctx *ctx, const msf_parameters *p, msf_vertex *all, double *add) {
    (void)p, (void)add;
    const mg_vertex self = ctx->vertex;
    msf_vertex *const v = &all[self];
    if (v->tree != self || v->ends == UINT64_MAX) {
        return false;
    }
    const mg_vertex a = all[v->ends >> 32].ranked, b = all[(uint32_t)v->ends].ranked;
    const mg_vertex other = all[a].tree == self ? all[b].tree : all[a].tree;
    if (all[other].ends != v->ends || other < self) {
        v->next = other;
        v->source = a;
        v->target = b;
    }
    return false;
}

/* Halves the way to the root, until every vertex points to it. */
MG_FN bool F(_jump)(const mg_ctx *ctx, const msf_parameters *p, msf_vertex *all, double *add) {
    (void)p, (void)add;
    uint32_t *const own = &all[ctx->vertex].next;
    const uint32_t next = mg_atomic_load_u32(own), after = mg_atomic_load_u32(&all[next].next);
    if (next != after) {
        mg_atomic_store_u32(own, after);
    }
    return next != after;
}

/* The total: vertices that had an edge to another tree. */
MG_FN bool F(_name)(const mg_ctx *ctx, const msf_parameters *p, msf_vertex *all, double *add) {
    (void)p;
    msf_vertex *const v = &all[ctx->vertex];
    v->tree = v->next;
    add[0] += v->crossing == v->round;
    return false;
}

#define FIRST NAME(MSF, _first)
MG_TYPES(FIRST, msf_vertex, msf_parameters, uint64_t, mg_none);
MG_PHASE(FIRST){.kind = MG_KIND_VERTICES, .vertex = F(_begin)};
#define MG_INSTANTIATE FIRST
#define MG_LOOPS MG_LOOPS_MAPS
#include <multigraph/instantiate.h>

#define ROUND NAME(MSF, _round)
MG_TYPES(ROUND, msf_vertex, msf_parameters, uint64_t, mg_none);
MG_PHASE(ROUND){.kind = MG_KIND_VERTICES, .vertex = F(_begin_round)};
#define MG_INSTANTIATE ROUND
#define MG_LOOPS MG_LOOPS_MAPS
#include <multigraph/instantiate.h>

#define LIGHTEST NAME(MSF, _lightest)
MG_TYPES(LIGHTEST, msf_vertex, msf_parameters, uint64_t, W);
MG_PHASE(LIGHTEST){.kind = MG_KIND_EDGES, .visit = F(_weigh), .where = F(_may_cross)};
#define MG_INSTANTIATE LIGHTEST
#define MG_LOOPS MG_LOOPS_MAPS
#include <multigraph/instantiate.h>

#define SMALLEST NAME(MSF, _smallest)
MG_TYPES(SMALLEST, msf_vertex, msf_parameters, uint64_t, W);
MG_PHASE(SMALLEST){.kind = MG_KIND_EDGES, .visit = F(_choose), .where = F(_crosses)};
#define MG_INSTANTIATE SMALLEST
#define MG_LOOPS MG_LOOPS_MAPS
#include <multigraph/instantiate.h>

#define JOINED NAME(MSF, _joined)
MG_TYPES(JOINED, msf_vertex, msf_parameters, uint64_t, mg_none);
MG_PHASE(JOINED){.kind = MG_KIND_VERTICES, .vertex = F(_join)};
#define MG_INSTANTIATE JOINED
#define MG_LOOPS MG_LOOPS_MAPS
#include <multigraph/instantiate.h>

#define JUMPED NAME(MSF, _jumped)
MG_TYPES(JUMPED, msf_vertex, msf_parameters, uint64_t, mg_none);
MG_PHASE(JUMPED){.kind = MG_KIND_VERTICES, .iteration_limit = 64, .vertex = F(_jump)};
#define MG_INSTANTIATE JUMPED
#define MG_LOOPS MG_LOOPS_MAPS
#include <multigraph/instantiate.h>

#define NAMED NAME(MSF, _named)
MG_TYPES(NAMED, msf_vertex, msf_parameters, uint64_t, mg_none);
MG_PHASE(NAMED){.kind = MG_KIND_VERTICES, .totals = 1, .vertex = F(_name)};
#define MG_INSTANTIATE NAMED
#define MG_LOOPS MG_LOOPS_MAPS
#include <multigraph/instantiate.h>

MG_PROGRAM(MSF){
    MG_ABOUT("msf", "minimum spanning forest", msf_vertex, msf_parameters),
    .phases = {MG_RUN(FIRST), MG_RUN(ROUND), MG_RUN(LIGHTEST), MG_RUN(SMALLEST), MG_RUN(JOINED), MG_RUN(JUMPED),
               MG_RUN(NAMED)},
    .loops = {MG_UNTIL(ROUND, NAMED, 0)},
    .columns = {MG_COLUMN(msf_vertex, tree, "component", MG_VERTEX), MG_COLUMN(msf_vertex, source, "source", MG_VERTEX),
                MG_COLUMN(msf_vertex, target, "target", MG_VERTEX)},
    .parameters = {MG_PARAMETER(msf_parameters, given, "given", MG_NUMBER, 0),
                   MG_PARAMETER(msf_parameters, directed, "directed", MG_NUMBER, 1)},
};
