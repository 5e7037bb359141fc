/* SPDX-License-Identifier: Apache-2.0
 *
 * matrix_cuda.h: products of matrices on the CUDA backend. C11.
 */
#ifndef MG_CORE_CUDA_PRODUCT_MATRIX_CUDA_H
#define MG_CORE_CUDA_PRODUCT_MATRIX_CUDA_H

#include "core/sparse/matrix.h"

/* matrix_spmm and matrix_sddmm of mg_backend. */
mg_status mg__cuda_matrix_spmm(mg_context *context, mg_storage *matrix, const mg_product_options *options, uint32_t k,
                               const void *x, uint64_t x_stride, void *y, uint64_t y_stride);
mg_status mg__cuda_matrix_sddmm(mg_context *context, mg_storage *matrix, const mg_product_options *options, uint32_t k,
                                const void *x, uint64_t x_stride, const void *y, uint64_t y_stride, void *out);

#endif
