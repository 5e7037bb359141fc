/* SPDX-License-Identifier: Apache-2.0
 *
 * Widest paths from one vertex to every other: the width of a path is that of its narrowest edge; the greatest width
 * wins.
 *
 *     multigraph run widest.c pipes.mtx --source 17
 */
#include <multigraph/program.h>

typedef struct vertex {
    float width;
} vertex;

typedef struct parameters {
    mg_vertex source;
} parameters;

MG_FN bool start(const mg_ctx *ctx, const parameters *p, vertex *v) {
    v->width = ctx->vertex == p->source ? MG_INFINITY : 0;
    return ctx->vertex == p->source;
}

MG_FN float narrow(float width, float weight) {
    return width < weight ? width : weight;
}

MG_TYPES(widest, vertex, parameters, float, float);

MG_PHASE(widest){
    .properties = MG_LABEL | MG_ANNIHILATES,
    .monoid = MG_MAX,
    .identity = 0,
    .inactive = 0,
    .init = start,
    .edge = narrow,
};

#define MG_INSTANTIATE widest
#include <multigraph/instantiate.h>

MG_PROGRAM(widest){
    MG_ABOUT("widest", "widest paths from one vertex", vertex, parameters),
    .phases = {MG_RUN(widest)},
    .columns = {MG_COLUMN(vertex, width, "width", MG_NUMBER)},
    .parameters = {MG_PARAMETER(parameters, source, "source", MG_VERTEX, MG_NONE)},
};
