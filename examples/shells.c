/* SPDX-License-Identifier: Apache-2.0
 *
 * Coreness: the largest k for which a vertex is in the k-core. A loop in a loop: the inner one takes away vertices with
 * at most k edges to others that are left, until there are none; the outer one raises k, until no vertex is left.
 *
 *     multigraph run shells.c social.el --undirected
 *
 * In a directed graph only in-edges count.
 */
#include <multigraph/program.h>

typedef struct vertex {
    uint32_t edges; /* from vertices that are left */
    uint32_t core;  /* MG_NONE: the vertex is left */
    uint32_t level; /* k */
    uint32_t gone;  /* 1: taken away in this round */
} vertex;

typedef struct parameters {
    uint32_t unused;
} parameters;

MG_FN bool begin(const mg_ctx *ctx, const parameters *p, vertex *all, double *add) {
    (void)p, (void)add;
    const vertex first = {ctx->in_degree, MG_NONE, 0, 0};
    all[ctx->vertex] = first;
    return false;
}

MG_TYPES(count_edges, vertex, parameters, uint32_t, mg_none);
MG_PHASE(count_edges){.kind = MG_KIND_VERTICES, .properties = MG_IN_DEGREE, .vertex = begin};
#define MG_INSTANTIATE count_edges
#include <multigraph/instantiate.h>

/* The total: vertices that are taken away. */
MG_FN bool take_away(const mg_ctx *ctx, const parameters *p, vertex *all, double *add) {
    (void)p;
    vertex *const v = &all[ctx->vertex];
    v->gone = v->core == MG_NONE && v->edges <= v->level;
    v->core = v->gone ? v->level : v->core;
    add[0] += v->gone;
    return false;
}

MG_TYPES(remove_some, vertex, parameters, uint32_t, mg_none);
MG_PHASE(remove_some){.kind = MG_KIND_VERTICES, .totals = 1, .vertex = take_away};
#define MG_INSTANTIATE remove_some
#include <multigraph/instantiate.h>

/* They tell their neighbours. */
MG_FN bool is_gone(const mg_ctx *ctx, const parameters *p, vertex *v) {
    (void)ctx, (void)p;
    return v->gone;
}

MG_FN uint32_t one(const mg_ctx *ctx, const parameters *p, vertex *v) {
    (void)ctx, (void)p, (void)v;
    return 1;
}

MG_FN bool lose(const mg_ctx *ctx, const parameters *p, vertex *v, uint32_t lost, double *add) {
    (void)ctx, (void)p, (void)add;
    v->edges -= lost;
    return false;
}

MG_TYPES(tell, vertex, parameters, uint32_t, mg_none);
MG_PHASE(tell){.monoid = MG_SUM, .identity = 0, .init = is_gone, .scatter = one, .apply = lose};
#define MG_INSTANTIATE tell
#include <multigraph/instantiate.h>

/* The total: vertices that are left. */
MG_FN bool raise(const mg_ctx *ctx, const parameters *p, vertex *all, double *add) {
    (void)p;
    vertex *const v = &all[ctx->vertex];
    v->level++;
    add[0] += v->core == MG_NONE;
    return false;
}

MG_TYPES(next_level, vertex, parameters, uint32_t, mg_none);
MG_PHASE(next_level){.kind = MG_KIND_VERTICES, .totals = 1, .vertex = raise};
#define MG_INSTANTIATE next_level
#include <multigraph/instantiate.h>

MG_PROGRAM(shells){
    MG_ABOUT("shells", "coreness, level by level", vertex, parameters),
    .phases = {MG_RUN(count_edges), MG_RUN(remove_some), MG_RUN(tell), MG_RUN(next_level)},
    .loops = {MG_UNTIL(remove_some, next_level, 0), MG_UNTIL(remove_some, tell, 0)},
    .columns = {MG_COLUMN(vertex, core, "core", MG_NUMBER)},
};
