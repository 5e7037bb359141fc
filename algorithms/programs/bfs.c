/* SPDX-License-Identifier: Apache-2.0
 *
 * Breadth-first search: depth and parent of every vertex that the source reaches.
 *
 * The value that travels is the sender's own index, and one is as good as another: whoever arrives first becomes the
 * parent. That lets the engine push from small frontiers and, from large ones, let unreached vertices look for any
 * neighbour in the frontier [1].
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
#include <multigraph/instantiate.h>

MG_PROGRAM(bfs){
    MG_ABOUT("bfs", "breadth-first search", bfs_vertex, bfs_parameters),
    .phases = {MG_RUN(bfs)},
    .columns = {BFS_COLUMNS},
    .parameters = {BFS_SOURCE},
};
