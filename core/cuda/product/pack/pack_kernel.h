/* SPDX-License-Identifier: Apache-2.0
 *
 * pack_kernel.h: the kernel that packs segments. C11.
 */
#ifndef MG_CORE_CUDA_PRODUCT_PACK_PACK_KERNEL_H
#define MG_CORE_CUDA_PRODUCT_PACK_PACK_KERNEL_H

#include "core/cuda/product/pack/pack_args.h"

#include <cuda_runtime_api.h>

#define MG_PACK_SHARED ((MG_PACK_SEGMENTS + MG_PACK_SEGMENTS / MG_PACK_ROWS + 2) * sizeof(uint32_t))

/* Argument: mg_pack_source, a thread block of MG_PACK_THREADS for each tile, MG_PACK_SHARED bytes. */
const void *mg__pack_kernel(void);

/* Prefix sums of mg_pack_source.counts, tiles + 1, as arrays of the result. */
typedef struct mg_pack_sums {
    const uint64_t *sums;
    uint32_t tiles;
    uint32_t *tile_slices, *tile_steps, *slice_steps; /* of slice_steps only the last element is set */
} mg_pack_sums;
cudaError_t mg__pack_sums(const mg_pack_sums *sums, cudaStream_t stream);

#endif
