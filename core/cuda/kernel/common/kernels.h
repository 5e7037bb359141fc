/* SPDX-License-Identifier: Apache-2.0
 *
 * kernels.h: the kernels of a phase as the host launches them. The built-in phases' tables are compiled with their
 * programs; those of a user's phase come from the linker. C11 and CUDA C++.
 */
#ifndef MG_CORE_CUDA_KERNEL_COMMON_KERNELS_H
#define MG_CORE_CUDA_KERNEL_COMMON_KERNELS_H

#include "core/cuda/kernel/dense/dense_args.h"

typedef enum mg_kernel_family {
    MG_KERNEL_LOOP,
    MG_KERNEL_VERTICES,
    MG_KERNEL_EDGES,
    MG_KERNEL_RANGE_EDGES, /* of phases inside vertex ranges */
    MG_KERNEL_MOST_FREQUENT,
    MG_KERNEL_TILES,    /* 32-bit offsets only */
    MG_KERNEL_DATAFLOW, /* likewise */
    MG_KERNEL_DENSE,    /* this and the next two are the same for both widths of offsets */
    MG_KERNEL_BLOCKS,
    MG_KERNEL_DENSE_ROWS,
    MG_KERNEL_ROWS, /* of topology-driven phases */
    MG_KERNEL_BATCH,
    MG_KERNEL_SEGMENTS,
    MG_KERNEL_TRIANGLES,
    MG_KERNEL_GROUPS, /* of phases with MG_MOST_FREQUENT */
    MG_KERNEL_FAMILIES
} mg_kernel_family;

/* [family][0]: 32-bit offsets, [1]: 64-bit. Host stubs (cudaGetKernel) or cudaKernel_t; both launch alike. */
typedef struct mg_kernel_table {
    const void *kernel[MG_KERNEL_FAMILIES][2];
} mg_kernel_table;

#endif
