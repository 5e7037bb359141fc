/* SPDX-License-Identifier: Apache-2.0
 *
 * matrix_check.h: the arguments of products of matrices.
 */
#ifndef MG_CORE_SPARSE_MATRIX_CHECK_H
#define MG_CORE_SPARSE_MATRIX_CHECK_H

#include "core/sparse/matrix.h"

/* A dense operand: `rows` rows of `k` elements, row r at element r * stride. */
typedef struct mg_dense_operand {
    const char *name;
    const void *data;
    uint64_t rows, k, stride;
} mg_dense_operand;

/* Checks the options for a matrix; *resolved: a copy in which the view of the matrix is resolved (see mg_backend). */
mg_status mg__product_options(mg_context *context, const mg_matrix *matrix, const mg_product_options *options,
                              bool is_sddmm, mg_product_options *resolved);
/* Checks k, pointers and strides of `count` operands with elements of `size` bytes, and that the last, the result,
 * overlaps none of the others. */
mg_status mg__product_operands(mg_context *context, const mg_dense_operand *operands, int count, size_t size,
                               size_t alignment);

#endif
