/* SPDX-License-Identifier: Apache-2.0
 *
 * warps_kernels.h: the kernels of the formats well, adell and coadell by semiring and element type. C11.
 */
#ifndef MG_CORE_CUDA_PRODUCT_WARPS_WARPS_KERNELS_H
#define MG_CORE_CUDA_PRODUCT_WARPS_WARPS_KERNELS_H

#include "core/cuda/product/warps/warps_args.h"

#include <multigraph/matrices.h>

/* spmv: a warp for each warp of the format; finish: a warp for each split row. Thread blocks of MG_WARPS_THREADS. */
typedef struct mg_warps_kernels {
    const void *spmv, *finish;
} mg_warps_kernels;

/* Of MG_PLUS_TIMES, MG_MIN_PLUS and MG_OR_AND. */
mg_warps_kernels mg__warps_kernels_f32(mg_semiring semiring);
mg_warps_kernels mg__warps_kernels_f64(mg_semiring semiring);
mg_warps_kernels mg__warps_kernels_i32(mg_semiring semiring);
mg_warps_kernels mg__warps_kernels_i64(mg_semiring semiring);

#endif
