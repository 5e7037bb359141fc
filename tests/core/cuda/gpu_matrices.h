/* SPDX-License-Identifier: Apache-2.0
 *
 * gpu_matrices.h: the float matrices of the benchmarks on a GPU.
 */
#ifndef MG_TESTS_CORE_CUDA_GPU_MATRICES_H
#define MG_TESTS_CORE_CUDA_GPU_MATRICES_H

#include <multigraph/multigraph.h>

/* Makes a matrix by its name in tools/bench/matrix_recipes.h, or reads a file. */
mg_status gpu_matrix_make(mg_context *context, const char *name, mg_matrix **matrix);
/* The nonzeros outside of the tiles or heavy segments of a matrix of format ASPT or RS; NULL of other formats. */
mg_status gpu_matrix_rest(mg_context *context, const mg_matrix *matrix, mg_matrix **rest);

#endif
