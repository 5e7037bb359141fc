/* SPDX-License-Identifier: Apache-2.0
 *
 * gpu_matrices.h: the float matrices of the benchmarks on a GPU.
 */
#ifndef MG_TESTS_CORE_CUDA_GPU_MATRICES_H
#define MG_TESTS_CORE_CUDA_GPU_MATRICES_H

#include <multigraph/multigraph.h>

/* The next number of a linear congruential generator, below 2^31. */
uint64_t gpu_matrix_random(uint64_t *state);
/* Makes a matrix: kronNxE (2^N rows, E edges a row, each in both directions), kronNxE/ORDER, uniform:ROWS:LENGTH,
 * band:ROWS:DIAGONALS, cluster:ROWS:GROUP:COLUMNS:LENGTH, stencil:SIDE (five points), cube:SIDE (27 points), roadN (N x
 * N crossings), or a file. */
mg_status gpu_matrix_make(mg_context *context, const char *name, mg_matrix **matrix);
/* The nonzeros outside of the tiles or heavy segments of a matrix of format ASPT or RS; NULL of other formats. */
mg_status gpu_matrix_rest(mg_context *context, const mg_matrix *matrix, mg_matrix **rest);

#endif
