/* SPDX-License-Identifier: Apache-2.0
 *
 * closeness.h: state and parameters of the program in closeness.c.
 */
#ifndef MG_ALGORITHMS_PROGRAMS_CLOSENESS_H
#define MG_ALGORITHMS_PROGRAMS_CLOSENESS_H

#include <multigraph/program.h>

typedef struct closeness_vertex {
    uint64_t seen;     /* bit i: source i of the batch has reached the vertex */
    uint64_t fresh;    /* the same for the last iteration only */
    uint64_t distance; /* sum of the distances from all sources that reach the vertex */
    double harmonic;   /* sum of their inverses; in the end the centrality */
    double closeness;  /* the centrality, in the end */
    uint32_t reached;  /* number of these sources, without the vertex itself */
    uint32_t position; /* in the list of sources; MG_NONE: none */
    uint32_t batch;    /* the next one */
} closeness_vertex;

typedef struct closeness_parameters {
    uint32_t given; /* 1: the states have positions; 0: every vertex is a source */
} closeness_parameters;

/* Sources of a run of the program. */
#define CLOSENESS_SOURCES 512u

extern const mg_program closeness_program;

#endif
