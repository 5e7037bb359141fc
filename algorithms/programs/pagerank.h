/* SPDX-License-Identifier: Apache-2.0 */
#ifndef MG_ALGORITHMS_PROGRAMS_PAGERANK_H
#define MG_ALGORITHMS_PROGRAMS_PAGERANK_H

#include <multigraph/program.h>

typedef struct pagerank_vertex {
    double rank;
} pagerank_vertex;

typedef struct pagerank_mixed_vertex {
    float rank;
} pagerank_mixed_vertex;

/* `jump` comes in: the share of random jumps that lead here; sums to 1. */
typedef struct personalized_vertex {
    double rank, jump;
} personalized_vertex;

typedef struct personalized_mixed_vertex {
    float rank, jump;
} personalized_mixed_vertex;

typedef struct pagerank_parameters {
    double damping;
    double tolerance;
    double start;    /* every rank at first, and what every vertex gets of the random jumps */
    double dangling; /* the sum of the first ranks of vertices without out-edges */
} pagerank_parameters;

/* `residual` comes in: as `jump` above. */
typedef struct residual_vertex {
    double rank, residual;
} residual_vertex;

typedef struct residual_parameters {
    double damping;
    double threshold; /* a vertex with a larger residual is active */
} residual_parameters;

extern const mg_program pagerank_program, pagerank_mixed_program, personalized_program, personalized_mixed_program,
    residual_program;

#endif
