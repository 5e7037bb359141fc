/* SPDX-License-Identifier: Apache-2.0
 *
 * Greedy colouring in the order of pseudo-random priorities, after Jones and Plassmann [1]: a vertex waits for its
 * neighbours of higher priority, then takes the least colour that none of them has. The result is that of the serial
 * loop over the vertices by falling priority, whatever the order in which vertices run.
 *
 * A round has 32 colours, one bit of a mask for each. A vertex to whose neighbours all of them are given leaves at
 * once, and takes part in the next round, which has the next 32, until no vertex is left. With a window of one colour
 * there is one round, which finds a maximal independent set, the vertices of colour 0, as the greedy algorithm does
 * [2].
 *
 * [1] M. Jones, P. Plassmann: A Parallel Graph Coloring Heuristic. SIAM J. Sci. Comput. 14 (1993).
 * [2] G. Blelloch, J. Fineman, J. Shun: Greedy Sequential Maximal Independent Set and Matching are Parallel on Average.
 *     SPAA 2012.
 */
#include "algorithms/programs/coloring.h"
#include "core/graph/priority.h"

MG_FN uint32_t coloring_all_used(const coloring_parameters *p) {
    return UINT32_MAX >> (COLORING_WINDOW - p->window);
}

/* The first colour of the round. */
MG_FN uint32_t coloring_first(const mg_ctx *ctx) {
    return ctx->round * COLORING_WINDOW;
}

MG_FN bool coloring_is_open(const coloring_parameters *p, const coloring_vertex *v) {
    (void)p;
    return v->color == MG_NONE;
}

/* Counting: open vertices send their priorities. */
MG_FN bool coloring_begin(const mg_ctx *ctx, const coloring_parameters *p, coloring_vertex *v) {
    if (!ctx->round) {
        v->priority = priority_of(p->given ? v->priority : ctx->vertex, p->seed);
    }
    v->color = !ctx->round || v->color == COLORING_LATER ? MG_NONE : v->color;
    v->waiting = 0;
    v->used = 0;
    return v->color == MG_NONE;
}

MG_FN uint32_t coloring_priority(const mg_ctx *ctx, const coloring_parameters *p, coloring_vertex *v) {
    (void)ctx, (void)p;
    return v->priority;
}

MG_FN uint32_t coloring_is_higher(const coloring_parameters *p, uint32_t priority, mg_none weight,
                                  const coloring_vertex *receiver) {
    (void)p, (void)weight;
    return priority > receiver->priority;
}

MG_FN bool coloring_wait(const mg_ctx *ctx, const coloring_parameters *p, coloring_vertex *v, uint32_t count,
                         double *add) {
    (void)ctx, (void)p, (void)add;
    v->waiting += count;
    return false;
}

/* Colouring: takes the least colour that is not used. */
MG_FN bool coloring_decide(const mg_ctx *ctx, const coloring_parameters *p, coloring_vertex *v) {
    const bool full = v->used == coloring_all_used(p);
    if (v->waiting && !full) {
        return false;
    }
    uint32_t bit = 0;
    while (!full && v->used >> bit & 1) {
        bit++;
    }
    v->color = full ? COLORING_LATER : coloring_first(ctx) + bit;
    return true;
}

MG_FN bool coloring_start(const mg_ctx *ctx, const coloring_parameters *p, coloring_vertex *v) {
    return v->color == MG_NONE && coloring_decide(ctx, p, v);
}

/* The priority, and below it the bit of the colour, if there is one in this round. */
MG_FN uint64_t coloring_send_color(const mg_ctx *ctx, const coloring_parameters *p, coloring_vertex *v) {
    (void)p;
    const uint32_t bit = v->color == COLORING_LATER ? 0 : 1u << (v->color - coloring_first(ctx));
    return (uint64_t)v->priority << 32 | bit;
}

/* One neighbour that is no longer open, and below it the bit of its colour. */
MG_FN uint64_t coloring_from_higher(const coloring_parameters *p, uint64_t sent, mg_none weight,
                                    const coloring_vertex *receiver) {
    (void)p, (void)weight;
    return sent >> 32 > receiver->priority ? (uint64_t)1 << 32 | (uint32_t)sent : 0;
}

MG_FN uint64_t coloring_combine(uint64_t a, uint64_t b) {
    return ((a >> 32) + (b >> 32)) << 32 | (uint32_t)(a | b);
}

MG_FN bool coloring_receive(const mg_ctx *ctx, const coloring_parameters *p, coloring_vertex *v, uint64_t received,
                            double *add) {
    (void)add;
    v->waiting -= (uint32_t)(received >> 32);
    v->used |= (uint32_t)received;
    return received && coloring_decide(ctx, p, v);
}

/* The total: vertices for the next round. */
MG_FN bool coloring_end_round(const mg_ctx *ctx, const coloring_parameters *p, coloring_vertex *all, double *add) {
    add[0] += p->window == COLORING_WINDOW && all[ctx->vertex].color == COLORING_LATER;
    return false;
}

MG_TYPES(coloring_count, coloring_vertex, coloring_parameters, uint32_t, mg_none);
MG_PHASE(coloring_count){.direction = MG_DIRECTION_BOTH,
                         .properties = MG_ROUND,
                         .monoid = MG_SUM,
                         .identity = 0,
                         .init = coloring_begin,
                         .scatter = coloring_priority,
                         .edge_at = coloring_is_higher,
                         .needs = coloring_is_open,
                         .apply = coloring_wait};
#define MG_INSTANTIATE coloring_count
#define MG_LOOPS MG_LOOPS_SINGLE
#include <multigraph/instantiate.h>

MG_TYPES(coloring_color, coloring_vertex, coloring_parameters, uint64_t, mg_none);
MG_PHASE(coloring_color){.direction = MG_DIRECTION_BOTH,
                         .properties = MG_ROUND,
                         .monoid = MG_USER,
                         .identity = 0,
                         .init = coloring_start,
                         .scatter = coloring_send_color,
                         .edge_at = coloring_from_higher,
                         .combine = coloring_combine,
                         .needs = coloring_is_open,
                         .apply = coloring_receive};
#define MG_INSTANTIATE coloring_color
#define MG_LOOPS MG_LOOPS_SINGLE
#include <multigraph/instantiate.h>

MG_TYPES(coloring_left, coloring_vertex, coloring_parameters, uint32_t, mg_none);
MG_PHASE(coloring_left){.kind = MG_KIND_VERTICES, .totals = 1, .vertex = coloring_end_round};
#define MG_INSTANTIATE coloring_left
#define MG_LOOPS MG_LOOPS_MAPS
#include <multigraph/instantiate.h>

MG_PROGRAM(coloring){
    MG_ABOUT("coloring", "greedy colouring", coloring_vertex, coloring_parameters),
    .phases = {MG_RUN(coloring_count), MG_RUN(coloring_color), MG_RUN(coloring_left)},
    .loops = {MG_UNTIL(coloring_count, coloring_left, 0)},
    .columns = {MG_COLUMN(coloring_vertex, color, "color", MG_NUMBER)},
    .parameters = {MG_PARAMETER(coloring_parameters, seed, "seed", MG_NUMBER, 0),
                   MG_PARAMETER(coloring_parameters, window, "window", MG_NUMBER, COLORING_WINDOW),
                   MG_PARAMETER(coloring_parameters, given, "given", MG_NUMBER, 0)},
};
