/* SPDX-License-Identifier: Apache-2.0
 *
 * Strongly connected components by trimming and colouring [1, 2]. A vertex is open until its component is known; edges
 * to and from vertices that are not open do not count.
 *
 * Trimming: an open vertex without in-edges, or without out-edges, is a component of its own, and with it gone others
 * may be. Colouring: every open vertex takes the smallest open vertex that reaches it as its colour. A vertex of its
 * own colour is the root of a component: the vertices of this colour that reach the root. The root is the smallest of
 * them.
 *
 * A round closes at least the component of the smallest open vertex. Rounds are repeated until no vertex is open.
 *
 * [1] S. Orzan: On Distributed Verification and Verified Distribution. PhD thesis, Vrije Universiteit Amsterdam, 2004.
 * [2] G. Slota, S. Rajamanickam, K. Madduri: BFS and Coloring-based Parallel Algorithms for Strongly Connected
 *     Components and Related Problems. IPDPS 2014.
 */
#include "algorithms/programs/scc.h"

MG_FN bool scc_open(const scc_parameters *p, const scc_vertex *v) {
    (void)p;
    return v->component == MG_NONE;
}

MG_FN bool scc_start(const mg_ctx *ctx, const scc_parameters *p, scc_vertex *all, double *add) {
    (void)p, (void)add;
    all[ctx->vertex].component = MG_NONE;
    all[ctx->vertex].loops = 0;
    return false;
}

MG_FN void scc_count_loop(mg_vertex u, mg_vertex v, mg_none weight, const scc_parameters *p, scc_vertex *all) {
    (void)weight, (void)p;
    if (u == v) {
        mg_atomic_add_u32(&all[u].loops, 1);
    }
}

/* Trimming: the edges of open vertices are counted; those without any are closed and take theirs away. */
MG_FN uint32_t scc_one_if_open(const mg_ctx *ctx, const scc_parameters *p, scc_vertex *v) {
    (void)ctx, (void)p;
    return v->component == MG_NONE;
}

MG_FN bool scc_store_count(const mg_ctx *ctx, const scc_parameters *p, scc_vertex *v, uint32_t count, double *add) {
    (void)ctx, (void)p, (void)add;
    v->edges = v->component == MG_NONE ? count - v->loops : 0;
    return false;
}

MG_FN bool scc_close_alone(const mg_ctx *ctx, const scc_parameters *p, scc_vertex *v) {
    (void)p;
    if (v->component != MG_NONE || v->edges) {
        return false;
    }
    v->component = ctx->vertex;
    return true;
}

MG_FN uint32_t scc_one(const mg_ctx *ctx, const scc_parameters *p, scc_vertex *v) {
    (void)ctx, (void)p, (void)v;
    return 1;
}

MG_FN bool scc_take_away(const mg_ctx *ctx, const scc_parameters *p, scc_vertex *v, uint32_t count, double *add) {
    (void)p, (void)add;
    v->edges -= count;
    if (!count || v->edges) {
        return false;
    }
    v->component = ctx->vertex;
    return true;
}

/* Colouring. */
MG_FN bool scc_own_colour(const mg_ctx *ctx, const scc_parameters *p, scc_vertex *v) {
    (void)p;
    v->colour = v->component == MG_NONE ? ctx->vertex : MG_NONE;
    return v->component == MG_NONE;
}

MG_FN bool scc_close_root(const mg_ctx *ctx, const scc_parameters *p, scc_vertex *v) {
    (void)p;
    if (v->component != MG_NONE || v->colour != ctx->vertex) {
        return false;
    }
    v->component = ctx->vertex;
    return true;
}

MG_FN uint32_t scc_colour(const mg_ctx *ctx, const scc_parameters *p, scc_vertex *v) {
    (void)ctx, (void)p;
    return v->colour;
}

MG_FN uint32_t scc_same_colour(const scc_parameters *p, uint32_t colour, mg_none weight, const scc_vertex *receiver) {
    (void)p, (void)weight;
    return colour == receiver->colour ? colour : MG_NONE;
}

MG_FN bool scc_close(const mg_ctx *ctx, const scc_parameters *p, scc_vertex *v, uint32_t colour, double *add) {
    (void)ctx, (void)p, (void)add;
    if (colour == MG_NONE) {
        return false;
    }
    v->component = colour;
    return true;
}

/* The total: open vertices. */
MG_FN bool scc_count_open(const mg_ctx *ctx, const scc_parameters *p, scc_vertex *all, double *add) {
    (void)p;
    add[0] += all[ctx->vertex].component == MG_NONE;
    return false;
}

MG_TYPES(scc_first, scc_vertex, scc_parameters, uint32_t, mg_none);
MG_PHASE(scc_first){.kind = MG_KIND_VERTICES, .vertex = scc_start};
#define MG_INSTANTIATE scc_first
#define MG_LOOPS MG_LOOPS_MAPS
#include <multigraph/instantiate.h>

MG_TYPES(scc_loops, scc_vertex, scc_parameters, uint32_t, mg_none);
MG_PHASE(scc_loops){.kind = MG_KIND_EDGES, .visit = scc_count_loop};
#define MG_INSTANTIATE scc_loops
#define MG_LOOPS MG_LOOPS_MAPS
#include <multigraph/instantiate.h>

MG_TYPES(scc_count_in, scc_vertex, scc_parameters, uint32_t, mg_none);
MG_PHASE(scc_count_in){.direction = MG_DIRECTION_OUT,
                       .properties = MG_ALL_ACTIVE | MG_PURE_SCATTER,
                       .monoid = MG_SUM,
                       .identity = 0,
                       .iteration_limit = 1,
                       .scatter = scc_one_if_open,
                       .apply = scc_store_count};
#define MG_INSTANTIATE scc_count_in
#define MG_LOOPS MG_LOOPS_SINGLE
#include <multigraph/instantiate.h>

MG_TYPES(scc_count_out, scc_vertex, scc_parameters, uint32_t, mg_none);
MG_PHASE(scc_count_out){.direction = MG_DIRECTION_IN,
                        .properties = MG_ALL_ACTIVE | MG_PURE_SCATTER,
                        .monoid = MG_SUM,
                        .identity = 0,
                        .iteration_limit = 1,
                        .scatter = scc_one_if_open,
                        .apply = scc_store_count};
#define MG_INSTANTIATE scc_count_out
#define MG_LOOPS MG_LOOPS_SINGLE
#include <multigraph/instantiate.h>

MG_TYPES(scc_trim_in, scc_vertex, scc_parameters, uint32_t, mg_none);
MG_PHASE(scc_trim_in){.direction = MG_DIRECTION_OUT,
                      .monoid = MG_SUM,
                      .identity = 0,
                      .init = scc_close_alone,
                      .scatter = scc_one,
                      .needs = scc_open,
                      .apply = scc_take_away};
#define MG_INSTANTIATE scc_trim_in
#define MG_LOOPS MG_LOOPS_SINGLE
#include <multigraph/instantiate.h>

MG_TYPES(scc_trim_out, scc_vertex, scc_parameters, uint32_t, mg_none);
MG_PHASE(scc_trim_out){.direction = MG_DIRECTION_IN,
                       .monoid = MG_SUM,
                       .identity = 0,
                       .init = scc_close_alone,
                       .scatter = scc_one,
                       .needs = scc_open,
                       .apply = scc_take_away};
#define MG_INSTANTIATE scc_trim_out
#define MG_LOOPS MG_LOOPS_SINGLE
#include <multigraph/instantiate.h>

MG_TYPES(scc_forward, scc_vertex, scc_parameters, uint32_t, mg_none);
MG_PHASE(scc_forward){
    .properties = MG_LABEL, .monoid = MG_MIN, .identity = MG_NONE, .init = scc_own_colour, .needs = scc_open};
#define MG_INSTANTIATE scc_forward
#define MG_LOOPS MG_LOOPS_SINGLE
#include <multigraph/instantiate.h>

MG_TYPES(scc_backward, scc_vertex, scc_parameters, uint32_t, mg_none);
MG_PHASE(scc_backward){.direction = MG_DIRECTION_IN,
                       .monoid = MG_MIN,
                       .identity = MG_NONE,
                       .init = scc_close_root,
                       .scatter = scc_colour,
                       .edge_at = scc_same_colour,
                       .needs = scc_open,
                       .apply = scc_close};
#define MG_INSTANTIATE scc_backward
#define MG_LOOPS MG_LOOPS_SINGLE
#include <multigraph/instantiate.h>

MG_TYPES(scc_left, scc_vertex, scc_parameters, uint32_t, mg_none);
MG_PHASE(scc_left){.kind = MG_KIND_VERTICES, .totals = 1, .vertex = scc_count_open};
#define MG_INSTANTIATE scc_left
#define MG_LOOPS MG_LOOPS_MAPS
#include <multigraph/instantiate.h>

MG_PROGRAM(scc){
    MG_ABOUT("scc", "strongly connected components", scc_vertex, scc_parameters),
    .phases = {MG_RUN(scc_first), MG_RUN(scc_loops), MG_RUN(scc_count_in), MG_RUN(scc_trim_in), MG_RUN(scc_count_out),
               MG_RUN(scc_trim_out), MG_RUN(scc_forward), MG_RUN(scc_backward), MG_RUN(scc_left)},
    .loops = {MG_UNTIL(scc_count_in, scc_left, 0)},
    .columns = {MG_COLUMN(scc_vertex, component, "component", MG_VERTEX)},
};
