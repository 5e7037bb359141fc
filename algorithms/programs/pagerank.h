/* SPDX-License-Identifier: Apache-2.0 */
#ifndef MG_ALGORITHMS_PROGRAMS_PAGERANK_H
#define MG_ALGORITHMS_PROGRAMS_PAGERANK_H

#include <multigraph/program.h>

/* `jump` comes in: the share of random jumps that lead here; sums to 1. */
typedef struct pagerank_vertex_f32 {
    float rank, jump;
} pagerank_vertex_f32;

typedef struct pagerank_vertex_f64 {
    double rank, jump;
} pagerank_vertex_f64;

typedef struct pagerank_parameters {
    double damping;
    double tolerance;
    double start;    /* every rank at first */
    double dangling; /* the sum of the first ranks of vertices without out-edges */
} pagerank_parameters;

typedef struct residual_vertex {
    double rank, residual, jump;
} residual_vertex;

typedef struct residual_parameters {
    double damping;
    double threshold; /* a vertex with a larger residual is active */
} residual_parameters;

extern const mg_program pagerank_f32_program, pagerank_f64_program, residual_program;

#endif
