/* SPDX-License-Identifier: Apache-2.0
 *
 * The component of one vertex, for connected components on several GPUs: breadth-first search without depths. A vertex
 * that is reached gets the source as `component`, others MG_NONE.
 */
#include <multigraph/program.h>

#include "algorithms/programs/cc.h"

MG_FN bool cc_reach_init(const mg_ctx *ctx, const cc_parameters *p, cc_vertex *s) {
    const bool source = ctx->vertex == p->giant;
    s->component = source ? ctx->vertex : MG_NONE;
    return source;
}

MG_FN bool cc_reach_needs(const cc_parameters *p, const cc_vertex *s) {
    (void)p;
    return s->component == MG_NONE;
}

MG_FN bool cc_reach_apply(const mg_ctx *ctx, const cc_parameters *p, cc_vertex *s, mg_vertex from, double *add) {
    (void)ctx;
    (void)add;
    if (from == MG_NONE) {
        return false;
    }
    s->component = p->giant;
    return true;
}

MG_TYPES(cc_reach, cc_vertex, cc_parameters, mg_vertex, mg_none);

MG_PHASE(cc_reach){
    .properties = MG_SOURCE_ID | MG_FIRST_HIT,
    .monoid = MG_ANY,
    .identity = MG_NONE,
    .init = cc_reach_init,
    .needs = cc_reach_needs,
    .apply = cc_reach_apply,
};

#define MG_INSTANTIATE cc_reach
#include <multigraph/instantiate.h>

MG_PROGRAM(cc_reach){
    MG_ABOUT("cc_reach", "the component of a vertex", cc_vertex, cc_parameters),
    .phases = {MG_RUN(cc_reach)},
};
