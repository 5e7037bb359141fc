/* SPDX-License-Identifier: Apache-2.0 */
#ifndef MG_ALGORITHMS_PROGRAMS_BFS_H
#define MG_ALGORITHMS_PROGRAMS_BFS_H

#include <multigraph/program.h>

typedef struct bfs_vertex {
    uint32_t depth;
    mg_vertex parent;
} bfs_vertex;

typedef struct bfs_parameters {
    mg_vertex source[MG_LANES_MAX]; /* by lane */
} bfs_parameters;

/* Of bfs_target.c. target MG_NONE: none. */
typedef struct bfs_target_parameters {
    mg_vertex source, target;
    uint32_t cutoff; /* greatest depth */
} bfs_target_parameters;

MG_FN bool bfs_init(const mg_ctx *ctx, const bfs_parameters *p, bfs_vertex *s) {
    const bool source = ctx->vertex == p->source[ctx->lane];
    s->depth = source ? 0 : MG_UNREACHED;
    s->parent = source ? ctx->vertex : MG_NONE;
    return source;
}

#define BFS_COLUMNS                                                                                                    \
    MG_COLUMN(bfs_vertex, depth, "depth", MG_DISTANCE), MG_COLUMN(bfs_vertex, parent, "parent", MG_VERTEX)
#define BFS_SOURCE MG_PARAMETER(bfs_parameters, source[0], "source", MG_VERTEX, MG_NONE)

extern const mg_program bfs_program, bfs_target_program;

#endif
