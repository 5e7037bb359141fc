/* SPDX-License-Identifier: Apache-2.0
 *
 * matrix_shapes.h: small matrices for tests, and their nonzeros in row order as the oracles read them.
 */
#ifndef MG_TESTS_MATRIX_SHAPES_H
#define MG_TESTS_MATRIX_SHAPES_H

#include <multigraph/multigraph.h>

/* A matrix as coordinates in row order; a row's columns are in any order. */
typedef struct matrix_shape {
    const char *name;
    uint64_t rows, columns, nonzeros;
    uint32_t *row, *column;
    double *value; /* small numbers that every type but int32 and int64 stores; these cut the fraction */
} matrix_shape;

/* A shape without nonzeros, with memory for so many; free it with matrix_shape_free. */
matrix_shape matrix_shape_allocate(const char *name, uint64_t rows, uint64_t columns, uint64_t most);

#define MATRIX_SHAPES 13
/* Shape i; free it with matrix_shape_free. */
matrix_shape matrix_shape_make(int i);
void matrix_shape_free(matrix_shape *sample);
/* The same matrix transposed: in row order, stable. */
matrix_shape matrix_shape_transpose(const matrix_shape *sample);
/* Value e as the matrix of a type stores it. */
double matrix_shape_value(const matrix_shape *sample, mg_type type, uint64_t e);
/* The shape as a matrix, made of a CSR or of shuffled coordinates. */
mg_matrix *matrix_shape_matrix(mg_context *context, const matrix_shape *sample, mg_type type, bool coo);
/* Fails unless the CSR of the matrix is this sample, its values times `factor`. */
void matrix_shape_check(mg_context *context, const matrix_shape *sample, mg_type type, double factor,
                        const mg_matrix *matrix);

#endif
