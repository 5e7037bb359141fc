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
    bool given;      /* the initial ranks are those of the states, instead of `start` */
} pagerank_parameters;

/* `before`: rank of the iteration before. */
typedef struct chebyshev_vertex {
    double rank, before;
} chebyshev_vertex;

typedef struct chebyshev_mixed_vertex {
    float rank, before;
} chebyshev_mixed_vertex;

/* Residual, direction and their images under the matrix, as shares (divided by the degree). The initial `residual` is
 * an input, like `jump` above. */
typedef struct conjugate_vertex {
    double rank, residual, image, direction, change;
} conjugate_vertex;

typedef struct conjugate_mixed_vertex {
    double rank;
    float residual, image, direction, change;
} conjugate_mixed_vertex;

/* Weights of Chebyshev iterations that are kept; later ones are equal to the last. */
#define UNDIRECTED_WEIGHTS 64

typedef struct undirected_parameters {
    double damping;
    double residual;                  /* stop when a plain iteration would change the ranks by less in sum */
    double base;                      /* rank by random jumps: of a vertex (chebyshev), of all vertices (conjugate) */
    double start;                     /* initial rank per edge */
    double arcs;                      /* conjugate: of the graph */
    double omega[UNDIRECTED_WEIGHTS]; /* chebyshev */
    bool given; /* conjugate: the initial ranks and residuals, as shares, are those of the states */
} undirected_parameters;

/* The initial `residual` is an input, like `jump` above. */
typedef struct residual_vertex {
    double rank, residual;
} residual_vertex;

typedef struct residual_parameters {
    double damping;
    double threshold; /* vertices with a larger residual are active */
} residual_parameters;

extern const mg_program pagerank_program, pagerank_mixed_program, personalized_program, personalized_mixed_program,
    residual_program, chebyshev_program, chebyshev_mixed_program, conjugate_program, conjugate_mixed_program;

#endif
