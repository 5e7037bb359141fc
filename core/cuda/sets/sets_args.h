/* SPDX-License-Identifier: Apache-2.0
 *
 * sets_args.h: the argument of the kernel that counts what two rows have in common. C11 and CUDA C++.
 */
#ifndef MG_CORE_CUDA_SETS_SETS_ARGS_H
#define MG_CORE_CUDA_SETS_SETS_ARGS_H

#include <cuda_runtime_api.h>
#include <stdbool.h>
#include <stdint.h>

#define MG_SETS_THREADS 256u /* of a thread block */

/* All arrays are in device memory. */
typedef struct mg_sets_args {
    const void *offsets; /* of rows that are sorted; 64-bit if `wide`, else 32-bit */
    const uint32_t *neighbours;
    uint32_t n;
    bool wide;
    bool half;                       /* of arcs only those to vertices of no larger index; others get 0 */
    const uint32_t *source, *target; /* of the pairs; NULL: they are arcs, from `first` on */
    uint64_t first, count;
    uint32_t *common;         /* by pair: different elements that are in both rows */
    unsigned long long *next; /* first pair that no warp has taken */
} mg_sets_args;

/* Launches the kernel: a warp takes 32 pairs at a time, one after the other. */
cudaError_t mg__launch_sets(const mg_sets_args *args, uint32_t blocks, cudaStream_t stream);

#endif
