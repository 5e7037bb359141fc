/* SPDX-License-Identifier: Apache-2.0
 *
 * product_oracle.h: products of matrices against double loops.
 */
#ifndef MG_TESTS_PRODUCT_ORACLE_H
#define MG_TESTS_PRODUCT_ORACLE_H

#include "tests/core/sparse/matrix_shapes.h"
#include "tests/core/sparse/semiring_oracle.h"

/* One product, the matrix, what it should be (the view resolved), and how the operands are stored. */
typedef struct product_case {
    const mg_matrix *matrix;
    const matrix_shape *shape; /* of the product's matrix: transposed views and options are in it */
    mg_type matrix_type;
    double factor;
    mg_product_options options;
    uint32_t k;
    uint64_t x_stride, y_stride;
} product_case;

/* Elements of an operand; infinities among those of minima. */
void *product_fill(mg_semiring semiring, mg_type type, uint64_t count, uint64_t seed);
/* The expected element: alpha sum + beta y, or y (+) sum, where y is element `at` of the former result. */
void product_finish(expectation *e, const product_case *p, const void *before, uint64_t at);
/* Does the mask keep a row? */
bool product_is_masked(const mg_product_options *o, uint64_t row);
/* Runs a product, mg_matrix_spmv() where it is one, and fails unless every element is right. */
void product_check_spmm(mg_context *context, const product_case *p);

#endif
