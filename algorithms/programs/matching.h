/* SPDX-License-Identifier: Apache-2.0
 *
 * matching.h: state and parameters of the program in matching.c.
 */
#ifndef MG_ALGORITHMS_PROGRAMS_MATCHING_H
#define MG_ALGORITHMS_PROGRAMS_MATCHING_H

#include <multigraph/program.h>

typedef struct matching_vertex {
    uint64_t best;    /* priority of the first edge to an open vertex, and below it the rank of that vertex */
    uint32_t rank;    /* of the vertex's id */
    mg_vertex ranked; /* the vertex whose rank is this index */
    mg_vertex mate;
    uint32_t open; /* 1: may still get a mate */
} matching_vertex;

typedef struct matching_parameters {
    uint64_t seed;
    uint32_t given; /* 1: the states have ranks */
} matching_parameters;

extern const mg_program matching_program;

#endif
