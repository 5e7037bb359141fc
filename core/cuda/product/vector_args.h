/* SPDX-License-Identifier: Apache-2.0
 *
 * vector_args.h: the operands of a product with one vector, for the formats whose kernels take no more columns. C11 and
 * CUDA C++.
 */
#ifndef MG_CORE_CUDA_PRODUCT_VECTOR_ARGS_H
#define MG_CORE_CUDA_PRODUCT_VECTOR_ARGS_H

#include <stdint.h>

/* One product y = alpha A x + beta y. Kernels exist for MG_PLUS_TIMES, MG_MIN_PLUS and MG_OR_AND. MG_PLUS_FIRST is the
 * first of them without values, MG_MIN_FIRST the second one whose nonzeros are all 0. */
typedef struct mg_vector_product {
    const void *x;
    void *y;
    const uint8_t *mask; /* of rows; NULL: all are computed */
    uint64_t y_stride;   /* elements from row to row */
    uint32_t x_stride;   /* bytes from row to row */
    uint32_t rows;       /* of the result */
    uint32_t accumulate; /* beta is not 0 */
    uint32_t mask_complement;
    uint64_t alpha, beta; /* bit patterns of the element type, in the low bytes */
    uint64_t one;         /* likewise: the value of each nonzero, where there are no values */
} mg_vector_product;

#endif
