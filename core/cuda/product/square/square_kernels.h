/* SPDX-License-Identifier: Apache-2.0
 *
 * square_kernels.h: the kernels of formats of square blocks by semiring and element type. C11.
 */
#ifndef MG_CORE_CUDA_PRODUCT_SQUARE_SQUARE_KERNELS_H
#define MG_CORE_CUDA_PRODUCT_SQUARE_SQUARE_KERNELS_H

#include "core/cuda/product/square/square_args.h"

#include <multigraph/matrices.h>

/* Thread blocks of MG_SQUARE_THREADS. prepare: a thread for each row that others add to; strips, by transposed: a
 * thread block for each chunk, with the sums of a side in shared memory; light: the same for those of the light leaves;
 * expanded: a thread for MG_SQUARE_SLOTS slots, with the same; grouped: a thread for each block. */
typedef struct mg_square_kernels {
    const void *prepare, *strips[2], *light, *expanded, *grouped;
} mg_square_kernels;

/* Of MG_PLUS_TIMES, MG_MIN_PLUS and MG_OR_AND. */
mg_square_kernels mg__square_kernels_f32(mg_semiring semiring);
mg_square_kernels mg__square_kernels_f64(mg_semiring semiring);
mg_square_kernels mg__square_kernels_i32(mg_semiring semiring);
mg_square_kernels mg__square_kernels_i64(mg_semiring semiring);

#endif
