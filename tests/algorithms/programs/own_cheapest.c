/* SPDX-License-Identifier: Apache-2.0 */
#include "tests/algorithms/programs/own.h"

MG_FN bool start(const mg_ctx *ctx, const own_no_parameters *p, own_cheapest_vertex *s) {
    (void)ctx;
    (void)p;
    s->weight = MG_INFINITY;
    s->from = MG_NONE;
    return true;
}

MG_FN own_cheapest_vertex send(const mg_ctx *ctx, const own_no_parameters *p, own_cheapest_vertex *s) {
    (void)p;
    (void)s;
    const own_cheapest_vertex sent = {0.0f, ctx->vertex};
    return sent;
}

MG_FN own_cheapest_vertex over_edge(own_cheapest_vertex sent, float weight) {
    sent.weight = weight;
    return sent;
}

MG_FN own_cheapest_vertex better(own_cheapest_vertex a, own_cheapest_vertex b) {
    return a.weight < b.weight || (a.weight == b.weight && a.from < b.from) ? a : b;
}

MG_FN bool keep(const mg_ctx *ctx, const own_no_parameters *p, own_cheapest_vertex *s, own_cheapest_vertex found,
                double *add) {
    (void)ctx;
    (void)p;
    (void)add;
    if (found.from != MG_NONE) {
        *s = found;
    }
    return false;
}

MG_TYPES(own_cheapest, own_cheapest_vertex, own_no_parameters, own_cheapest_vertex, float);

MG_PHASE(own_cheapest){
    .monoid = MG_USER,
    .identity = {MG_INFINITY, MG_NONE},
    .init = start,
    .scatter = send,
    .edge = over_edge,
    .combine = better,
    .apply = keep,
};

#define MG_INSTANTIATE own_cheapest
#include <multigraph/instantiate.h>

MG_PROGRAM(own_cheapest){
    MG_ABOUT("own-cheapest", "the cheapest edge into a vertex", own_cheapest_vertex, own_no_parameters),
    .phases = {MG_RUN(own_cheapest)},
    .columns = {MG_COLUMN(own_cheapest_vertex, weight, "weight", MG_DISTANCE),
                MG_COLUMN(own_cheapest_vertex, from, "from", MG_VERTEX)},
};
