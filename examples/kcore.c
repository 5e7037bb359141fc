/* SPDX-License-Identifier: Apache-2.0
 *
 * The k-core: vertices with fewer than k neighbours are removed repeatedly until there are none. In a directed graph
 * only in-edges count.
 *
 *     multigraph run kcore.c social.el --undirected --param k=5
 *
 * The frontier has the vertices removed in the last iteration; each decreases the degree of its neighbours.
 */
#include <multigraph/program.h>

typedef struct vertex {
    uint32_t degree;  /* edges from vertices not removed yet */
    uint32_t in_core; /* 1 or 0 */
} vertex;

typedef struct parameters {
    uint32_t k;
} parameters;

MG_FN bool start(const mg_ctx *ctx, const parameters *p, vertex *v) {
    v->degree = ctx->in_degree;
    v->in_core = v->degree >= p->k;
    return !v->in_core;
}

MG_FN uint32_t one(const mg_ctx *ctx, const parameters *p, vertex *v) {
    (void)ctx, (void)p, (void)v;
    return 1;
}

MG_FN bool is_left(const parameters *p, const vertex *v) {
    (void)p;
    return v->in_core != 0;
}

MG_FN bool lose(const mg_ctx *ctx, const parameters *p, vertex *v, uint32_t lost, double *add) {
    (void)ctx, (void)add;
    v->degree -= lost;
    if (!v->in_core || v->degree >= p->k) {
        return false;
    }
    v->in_core = 0;
    return true;
}

MG_TYPES(kcore, vertex, parameters, uint32_t, mg_none);

MG_PHASE(kcore){
    .properties = MG_IN_DEGREE,
    .monoid = MG_SUM,
    .identity = 0,
    .init = start,
    .scatter = one,
    .needs = is_left,
    .apply = lose,
};

#define MG_INSTANTIATE kcore
#include <multigraph/instantiate.h>

MG_PROGRAM(kcore){
    MG_ABOUT("kcore", "is a vertex in the k-core?", vertex, parameters),
    .phases = {MG_RUN(kcore)},
    .columns = {MG_COLUMN(vertex, in_core, "in_core", MG_NUMBER), MG_COLUMN(vertex, degree, "degree", MG_NUMBER)},
    .parameters = {MG_PARAMETER(parameters, k, "k", MG_NUMBER, 3)},
};
