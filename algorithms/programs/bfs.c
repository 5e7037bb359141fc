/* SPDX-License-Identifier: Apache-2.0
 *
 * Breadth-first search: depth and parent of every vertex reached from the source.
 *
 * The value sent is the index of the sender; all contributions are equivalent, so the first one sets the parent. The
 * engine can therefore push from small frontiers (top-down) and pull for large ones, where an unvisited vertex stops at
 * the first in-neighbour in the frontier (bottom-up) [1].
 *
 * On graphs that partition into tiles with few edges between them, the alternative phases search label-correcting:
 * depths only decrease, and tiles are relaxed asynchronously instead of level by level. The parent is then the smallest
 * in-neighbour of depth - 1.
 *
 * [1] S. Beamer, K. Asanovic, D. Patterson: Direction-Optimizing Breadth-First Search. SC 2012.
 */
#include <multigraph/program.h>

#include "algorithms/programs/bfs.h"

MG_FN bool bfs_needs(const bfs_parameters *p, const bfs_vertex *s) {
    (void)p;
    return s->depth == MG_UNREACHED;
}

MG_FN bool bfs_apply(const mg_ctx *ctx, const bfs_parameters *p, bfs_vertex *s, mg_vertex parent, double *add) {
    (void)p;
    (void)add;
    if (parent == MG_NONE) {
        return false;
    }
    s->depth = ctx->iteration + 1;
    s->parent = parent;
    return true;
}

MG_TYPES(bfs, bfs_vertex, bfs_parameters, mg_vertex, mg_none);

MG_PHASE(bfs){
    .properties = MG_SOURCE_ID | MG_FIRST_HIT,
    .monoid = MG_ANY,
    .identity = MG_NONE,
    .init = bfs_init,
    .needs = bfs_needs,
    .apply = bfs_apply,
};

#define MG_INSTANTIATE bfs
#define MG_LOOPS (MG_LOOPS_SINGLE | MG_LOOPS_BATCH)
#include <multigraph/instantiate.h>

MG_FN uint32_t bfs_levels_edge(uint32_t depth, mg_none none) {
    (void)none;
    return mg_add_sat_u32(depth, 1);
}

MG_FN uint32_t bfs_levels_priority(const bfs_parameters *p, uint32_t depth) {
    (void)p;
    return depth;
}

MG_TYPES(bfs_levels, bfs_vertex, bfs_parameters, uint32_t, mg_none);

MG_PHASE(bfs_levels){
    .properties = MG_LABEL | MG_MONOTONE | MG_ANNIHILATES,
    .monoid = MG_MIN,
    .identity = MG_UNREACHED,
    .inactive = MG_UNREACHED,
    .init = bfs_init,
    .edge = bfs_levels_edge,
    .priority = bfs_levels_priority,
};

#define MG_INSTANTIATE bfs_levels
#define MG_LOOPS MG_LOOPS_SINGLE
#include <multigraph/instantiate.h>

MG_FN bool bfs_parents_reached(const bfs_parameters *p, const bfs_vertex *s) {
    (void)p;
    return s->depth != MG_UNREACHED;
}

MG_FN void bfs_parents_visit(mg_vertex u, mg_vertex v, mg_none none, const bfs_parameters *p, bfs_vertex *all) {
    (void)none;
    (void)p;
    if (all[u].depth + 1 == all[v].depth) {
        mg_atomic_min_u32(&all[v].parent, u);
    }
}

MG_TYPES(bfs_parents, bfs_vertex, bfs_parameters, uint32_t, mg_none);

MG_PHASE(bfs_parents){
    .kind = MG_KIND_EDGES,
    .visit = bfs_parents_visit,
    .where = bfs_parents_reached,
};

#define MG_INSTANTIATE bfs_parents
#define MG_LOOPS MG_LOOPS_MAPS
#include <multigraph/instantiate.h>

MG_PROGRAM(bfs){
    MG_ABOUT("bfs", "breadth-first search", bfs_vertex, bfs_parameters),
    .phases = {MG_RUN(bfs)},
    .tiled = {MG_RUN(bfs_levels), MG_RUN(bfs_parents)},
    .columns = {BFS_COLUMNS},
    .parameters = {BFS_SOURCE},
};
