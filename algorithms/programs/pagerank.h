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

/* `jump`, an input: probability that a random jump leads to this vertex; sums to 1. */
typedef struct personalized_vertex {
    double rank, jump;
} personalized_vertex;

typedef struct personalized_mixed_vertex {
    float rank, jump;
} personalized_mixed_vertex;

typedef struct pagerank_parameters {
    double damping;
    double tolerance;
    double start;    /* 1 / n: initial rank, and probability of a uniform random jump to a vertex */
    double dangling; /* sum of the initial ranks of vertices without out-edges */
} pagerank_parameters;

/* The initial `residual` is an input, like `jump` above. */
typedef struct residual_vertex {
    double rank, residual;
} residual_vertex;

typedef struct residual_parameters {
    double damping;
    double threshold; /* vertices with a larger residual are active */
} residual_parameters;

extern const mg_program pagerank_program, pagerank_mixed_program, personalized_program, personalized_mixed_program,
    residual_program;

#endif
