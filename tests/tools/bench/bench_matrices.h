/* SPDX-License-Identifier: Apache-2.0
 *
 * bench_matrices.h: matrices for benchmarks: a file, or a generated one with float values:
 *
 *     kron:SCALE                      Kronecker graph of 2^SCALE vertices, in random order
 *     band:ROWS:HALF                  all columns at a distance below HALF (thesis, figure 5.1)
 *     stencil:SIDE                    five points on a grid of SIDE x SIDE
 *     random:ROWS:COLUMNS:PER_ROW     columns at random (thesis, figure 5.5)
 *     cluster:ROWS:SIZE:COLUMNS:PER_ROW  groups of SIZE rows; the columns of a row are drawn from COLUMNS at random
 *                                     places that its group has
 */
#ifndef MG_TESTS_BENCH_MATRICES_H
#define MG_TESTS_BENCH_MATRICES_H

#include <multigraph/multigraph.h>

typedef struct bench_matrix {
    mg_graph *graph; /* whose arrays the matrix shares; or NULL */
    mg_matrix *matrix;
} bench_matrix;

/* Ends the program on a failure. */
void bench_check(mg_context *context, mg_status status);
bench_matrix bench_matrix_open(mg_context *context, const char *name);
void bench_matrix_close(mg_context *context, bench_matrix *matrix);

#endif
