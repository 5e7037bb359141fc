/* SPDX-License-Identifier: Apache-2.0
 *
 * coloring.h: state and parameters of the program in coloring.c.
 */
#ifndef MG_ALGORITHMS_PROGRAMS_COLORING_H
#define MG_ALGORITHMS_PROGRAMS_COLORING_H

#include <multigraph/program.h>

/* Most colours of a round. */
#define COLORING_WINDOW 32
/* A vertex whose colour is not among those of the round. */
#define COLORING_LATER (MG_NONE - 1)

typedef struct coloring_vertex {
    uint32_t priority;
    uint32_t color;   /* MG_NONE: open, COLORING_LATER: open from the next round on */
    uint32_t waiting; /* edges to open neighbours of higher priority */
    uint32_t used;    /* bit i: a neighbour has the i-th colour of this round */
} coloring_vertex;

typedef struct coloring_parameters {
    uint64_t seed;
    uint32_t window; /* colours of a round: COLORING_WINDOW, or 1 for a single round */
    uint32_t given;  /* 1: in the first round the priority in the state is the rank of the vertex's id */
} coloring_parameters;

extern const mg_program coloring_program;

#endif
