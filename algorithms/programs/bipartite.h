/* SPDX-License-Identifier: Apache-2.0
 *
 * bipartite.h: state and parameters of the program in bipartite.c.
 */
#ifndef MG_ALGORITHMS_PROGRAMS_BIPARTITE_H
#define MG_ALGORITHMS_PROGRAMS_BIPARTITE_H

#include <multigraph/program.h>

#define BIPARTITE_NONE 2

typedef struct bipartite_vertex {
    mg_vertex component; /* a vertex of it, the same for all */
    uint32_t side;       /* MG_NONE: not yet known */
    uint32_t odd;        /* of the component's vertex: an edge leads to the same side */
} bipartite_vertex;

typedef struct bipartite_parameters {
    uint32_t given; /* 1: the states have components; 0: every vertex is a component */
} bipartite_parameters;

extern const mg_program bipartite_program;

#endif
