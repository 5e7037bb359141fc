/* SPDX-License-Identifier: Apache-2.0
 *
 * Breadth-first search that ends with the level of a target or at a depth: as bfs.c, with a total that says whether the
 * target is reached.
 */
#include "algorithms/programs/bfs.h"

MG_FN bool bfs_target_init(const mg_ctx *ctx, const bfs_target_parameters *p, bfs_vertex *s) {
    const bool source = ctx->vertex == p->source;
    s->depth = source ? 0 : MG_UNREACHED;
    s->parent = source ? ctx->vertex : MG_NONE;
    return source && p->source != p->target && p->cutoff;
}

MG_FN bool bfs_target_needs(const bfs_target_parameters *p, const bfs_vertex *s) {
    (void)p;
    return s->depth == MG_UNREACHED;
}

MG_FN bool bfs_target_apply(const mg_ctx *ctx, const bfs_target_parameters *p, bfs_vertex *s, mg_vertex parent,
                            double *add) {
    if (parent == MG_NONE) {
        return false;
    }
    s->depth = ctx->iteration + 1;
    s->parent = parent;
    if (ctx->vertex == p->target) {
        add[0] += 1;
    }
    return true;
}

MG_FN bool bfs_target_reached(const bfs_target_parameters *p, uint32_t iteration, const double *totals) {
    return totals[0] > 0 || iteration >= p->cutoff;
}

MG_TYPES(bfs_target, bfs_vertex, bfs_target_parameters, mg_vertex, mg_none);
MG_PHASE(bfs_target){.properties = MG_SOURCE_ID | MG_FIRST_HIT,
                     .monoid = MG_ANY,
                     .identity = MG_NONE,
                     .totals = 1,
                     .init = bfs_target_init,
                     .needs = bfs_target_needs,
                     .apply = bfs_target_apply,
                     .finished = bfs_target_reached};
#define MG_INSTANTIATE bfs_target
#define MG_LOOPS MG_LOOPS_SINGLE
#include <multigraph/instantiate.h>

MG_PROGRAM(bfs_target){
    MG_ABOUT("bfs_target", "breadth-first search up to a target", bfs_vertex, bfs_target_parameters),
    .phases = {MG_RUN(bfs_target)},
    .columns = {BFS_COLUMNS},
    .parameters = {MG_PARAMETER(bfs_target_parameters, source, "source", MG_VERTEX, MG_NONE),
                   MG_PARAMETER(bfs_target_parameters, target, "target", MG_VERTEX, MG_NONE),
                   MG_PARAMETER(bfs_target_parameters, cutoff, "cutoff", MG_NUMBER, 4294967295.0)},
};
