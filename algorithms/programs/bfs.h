/* SPDX-License-Identifier: Apache-2.0 */
#ifndef MG_ALGORITHMS_PROGRAMS_BFS_H
#define MG_ALGORITHMS_PROGRAMS_BFS_H

#include <multigraph/program.h>

typedef struct bfs_vertex {
    uint32_t depth;
    mg_vertex parent;
} bfs_vertex;

typedef struct bfs_parameters {
    mg_vertex source[MG_LANES_MAX]; /* of each lane */
} bfs_parameters;

extern const mg_program bfs_program;

#endif
