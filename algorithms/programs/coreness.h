/* SPDX-License-Identifier: Apache-2.0
 *
 * coreness.h: state and parameters of the program in coreness.c.
 */
#ifndef MG_ALGORITHMS_PROGRAMS_CORENESS_H
#define MG_ALGORITHMS_PROGRAMS_CORENESS_H

#include <multigraph/program.h>

/* A coreness is below 2^31: a greater one would need more than 2^31 arcs at each vertex of a core. */
#define CORENESS_LEFT 0x80000000u

typedef struct coreness_vertex {
    uint32_t edges; /* to vertices that are left */
    uint32_t core;  /* while the vertex is left: CORENESS_LEFT and the next level */
    uint32_t least; /* of vertex 0: the least number of edges that a vertex has left */
} coreness_vertex;

typedef struct coreness_parameters {
    uint32_t directed; /* 1: in-edges count, too, and a loop is an in-edge and an out-edge */
} coreness_parameters;

extern const mg_program coreness_program;

#endif
