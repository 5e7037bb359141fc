/* SPDX-License-Identifier: Apache-2.0
 *
 * hisparse_kernels.h: the kernels that go through the tree of hisparse, by semiring and element type. C11.
 */
#ifndef MG_CORE_CUDA_PRODUCT_HISPARSE_HISPARSE_KERNELS_H
#define MG_CORE_CUDA_PRODUCT_HISPARSE_HISPARSE_KERNELS_H

#include "core/cuda/product/hisparse/hisparse_args.h"

#include <multigraph/matrices.h>

/* Thread blocks of MG_TREE_THREADS. prepare: a thread for each row; it also queues the root. persistent: warps that run
 * tasks of all queues until none is left. queue: a warp for each share of one queue: a task of inner nodes and of
 * leaves of many entries, 32 / MG_TREE_FEW_LANES of few, 32 of one. */
typedef struct mg_tree_kernels {
    const void *prepare, *persistent, *queue;
} mg_tree_kernels;

/* Of MG_PLUS_TIMES, MG_MIN_PLUS and MG_OR_AND. */
mg_tree_kernels mg__tree_kernels_f32(mg_semiring semiring);
mg_tree_kernels mg__tree_kernels_f64(mg_semiring semiring);
mg_tree_kernels mg__tree_kernels_i32(mg_semiring semiring);
mg_tree_kernels mg__tree_kernels_i64(mg_semiring semiring);

#endif
