/* SPDX-License-Identifier: Apache-2.0
 *
 * user_product.h: products over a user's semiring, whose text is compiled at run time. C11.
 */
#ifndef MG_CORE_CUDA_PRODUCT_USER_USER_PRODUCT_H
#define MG_CORE_CUDA_PRODUCT_USER_USER_PRODUCT_H

#include "core/sparse/matrix.h"

/* As mg__cuda_matrix_spmm(), with MG_USER_SEMIRING. Errors besides: UNSUPPORTED (no device_text, or no run-time
 * compiler is installed), PROGRAM (messages of the compiler). */
mg_status mg__cuda_user_product(mg_context *context, mg_storage *matrix, const mg_product_options *options, uint32_t k,
                                const void *x, uint64_t x_stride, void *y, uint64_t y_stride);

#endif
