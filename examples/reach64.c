/* SPDX-License-Identifier: Apache-2.0
 *
 * Which of 64 sources reach a vertex? One bit for each source, all in one search. The sources are the vertices
 * first, first + step, first + 2 step, ... in the order of ids.
 *
 *     multigraph run reach64.c web.txt --source 100 --param step=10 --column sources
 */
#include <multigraph/program.h>

typedef struct vertex {
    uint64_t bits; /* bit i: source i reaches this vertex */
    uint32_t count;
} vertex;

typedef struct parameters {
    mg_vertex first;
    uint32_t step;
} parameters;

MG_FN bool start(const mg_ctx *ctx, const parameters *p, vertex *v) {
    const uint32_t step = p->step ? p->step : 1, past = ctx->vertex - p->first;
    const bool source = ctx->vertex >= p->first && past % step == 0 && past / step < 64;
    v->bits = source ? (uint64_t)1 << (past / step) : 0;
    return source;
}

MG_TYPES(reach, vertex, parameters, uint64_t, mg_none);
MG_PHASE(reach){
    .properties = MG_LABEL,
    .monoid = MG_OR,
    .identity = 0,
    .init = start,
};
#define MG_INSTANTIATE reach
#include <multigraph/instantiate.h>

MG_FN bool count_bits(const mg_ctx *ctx, const parameters *p, vertex *all, double *add) {
    (void)p, (void)add;
    vertex *const v = &all[ctx->vertex];
    v->count = 0;
    for (uint64_t bits = v->bits; bits; bits &= bits - 1) {
        v->count++;
    }
    return false;
}

MG_TYPES(count, vertex, parameters, uint64_t, mg_none);
MG_PHASE(count){.kind = MG_KIND_VERTICES, .vertex = count_bits};
#define MG_INSTANTIATE count
#include <multigraph/instantiate.h>

MG_PROGRAM(reach64){
    MG_ABOUT("reach64", "how many of 64 sources reach a vertex", vertex, parameters),
    .phases = {MG_RUN(reach), MG_RUN(count)},
    .columns = {MG_COLUMN(vertex, count, "count", MG_NUMBER), MG_COLUMN(vertex, bits, "sources", MG_NUMBER)},
    .parameters = {MG_PARAMETER(parameters, first, "source", MG_VERTEX, 0),
                   MG_PARAMETER(parameters, step, "step", MG_NUMBER, 1)},
};
