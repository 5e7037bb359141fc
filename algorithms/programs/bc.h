/* SPDX-License-Identifier: Apache-2.0 */
#ifndef MG_ALGORITHMS_PROGRAMS_BC_H
#define MG_ALGORITHMS_PROGRAMS_BC_H

#include "algorithms/programs/wide.h"

typedef struct bc_vertex {
    wide paths; /* number of shortest paths from the source */
    uint32_t depth;
    float dependency; /* of the source on this vertex */
} bc_vertex;

typedef struct bc_parameters {
    mg_vertex source[MG_LANES_MAX]; /* by lane */
} bc_parameters;

extern const mg_program bc_program;

#endif
