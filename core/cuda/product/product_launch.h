/* SPDX-License-Identifier: Apache-2.0
 *
 * product_launch.h: what the products of all formats share: operands as kernels see them, and launches. C11.
 */
#ifndef MG_CORE_CUDA_PRODUCT_PRODUCT_LAUNCH_H
#define MG_CORE_CUDA_PRODUCT_PRODUCT_LAUNCH_H

#include "core/cuda/device/device.h"

/* Launches a kernel of one argument on blocks of `threads` threads; no blocks: nothing. Errors: DEVICE, UNSUPPORTED
 * (2^31 blocks or more). */
typedef struct mg_product_launch {
    const void *kernel;
    uint64_t blocks;
    uint32_t threads;
    size_t shared; /* bytes of shared memory */
} mg_product_launch;
mg_status mg__product_launch(mg_context *context, mg_cuda *cuda, const mg_product_launch *launch, const void *argument,
                             size_t bytes);

/* The bit pattern of a number as an element, in the low bytes. */
uint64_t mg__product_bits(mg_type type, double number);
/* Bytes of a dense operand, of whose last row only k elements are read. */
uint64_t mg__operand_bytes(uint64_t rows, uint64_t stride, uint32_t k, size_t size);
/* UNSUPPORTED: a row of 4 GiB or more. */
mg_status mg__check_stride(mg_context *context, uint64_t stride, size_t size);

#endif
