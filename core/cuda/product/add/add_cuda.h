/* SPDX-License-Identifier: Apache-2.0
 *
 * add_cuda.h: sums of matrices on the CUDA backend. C11.
 */
#ifndef MG_CORE_CUDA_PRODUCT_ADD_ADD_CUDA_H
#define MG_CORE_CUDA_PRODUCT_ADD_ADD_CUDA_H

#include "core/sparse/matrix_sum.h"

/* matrix_add of mg_backend. UNSUPPORTED besides: values of another type than the sum's, rows whose columns do not
 * ascend, 2^32 nonzeros. */
mg_status mg__cuda_matrix_add(mg_context *context, const mg_summand *summands, mg_type type, mg_storage **sum,
                              double *seconds);

#endif
