/* SPDX-License-Identifier: Apache-2.0
 *
 * Betweenness centrality: the dependencies of one source, or of one per lane, by Brandes' algorithm [1]. Forward phase:
 * a breadth-first search that counts shortest paths and records its levels. Backward phase: the levels are replayed in
 * reverse order; every vertex v sends (1 + dependency(v)) / paths(v) to its predecessors, and the dependency of a
 * predecessor is the sum of these values times its own number of paths. The graph must have no parallel edges; loops
 * have no effect, since their receiver is visited already.
 *
 * [1] U. Brandes: A Faster Algorithm for Betweenness Centrality. J. Mathematical Sociology 25 (2001).
 */
#include <multigraph/program.h>

#include "algorithms/programs/bc.h"

MG_FN bool bc_init(const mg_ctx *ctx, const bc_parameters *p, bc_vertex *s) {
    const bool source = ctx->vertex == p->source[ctx->lane];
    s->paths = source ? wide_from(1.0f, 0) : wide_make(0, WIDE_LEAST);
    s->depth = source ? 0 : MG_UNREACHED;
    s->dependency = 0.0f;
    return source;
}

MG_FN wide bc_send_paths(const mg_ctx *ctx, const bc_parameters *p, bc_vertex *s) {
    (void)ctx;
    (void)p;
    return s->paths;
}

MG_FN bool bc_unreached(const bc_parameters *p, const bc_vertex *s) {
    (void)p;
    return s->depth == MG_UNREACHED;
}

MG_FN bool bc_count(const mg_ctx *ctx, const bc_parameters *p, bc_vertex *s, wide paths, double *add) {
    (void)p;
    (void)add;
    if (paths.mantissa == 0) {
        return false;
    }
    s->paths = paths;
    s->depth = ctx->iteration + 1;
    return true;
}

MG_FN wide bc_send_share(const mg_ctx *ctx, const bc_parameters *p, bc_vertex *s) {
    (void)ctx;
    (void)p;
    return wide_divide(wide_from(1.0f + s->dependency, 0), s->paths);
}

MG_FN bool bc_depend(const mg_ctx *ctx, const bc_parameters *p, bc_vertex *s, wide shares, double *add) {
    (void)ctx;
    (void)p;
    (void)add;
    s->dependency = wide_product(shares, s->paths);
    return false;
}

MG_TYPES(bc_forward, bc_vertex, bc_parameters, wide, mg_none);
MG_PHASE(bc_forward){
    .properties = MG_BREADTH_FIRST,
    .monoid = MG_USER,
    .identity = {0, WIDE_LEAST},
    .record = true,
    .init = bc_init,
    .scatter = bc_send_paths,
    .combine = wide_add,
    .needs = bc_unreached,
    .apply = bc_count,
};
#define MG_INSTANTIATE bc_forward
#define MG_LOOPS (MG_LOOPS_SINGLE | MG_LOOPS_BATCH)
#include <multigraph/instantiate.h>

MG_TYPES(bc_backward, bc_vertex, bc_parameters, wide, mg_none);
MG_PHASE(bc_backward){
    .direction = MG_DIRECTION_IN,
    .frontier = MG_FRONTIER_REPLAY,
    .monoid = MG_USER,
    .identity = {0, WIDE_LEAST},
    .scatter = bc_send_share,
    .combine = wide_add,
    .apply = bc_depend,
};
#define MG_INSTANTIATE bc_backward
#define MG_LOOPS (MG_LOOPS_SINGLE | MG_LOOPS_BATCH)
#include <multigraph/instantiate.h>

MG_PROGRAM(bc){
    MG_ABOUT("bc", "betweenness centrality", bc_vertex, bc_parameters),
    .phases = {MG_RUN(bc_forward), MG_RUN(bc_backward)},
    .columns = {MG_COLUMN(bc_vertex, dependency, "dependency", MG_NUMBER)},
};
