/* SPDX-License-Identifier: Apache-2.0
 *
 * split_items.h: work items of the split format, made on the device and kept. C11.
 */
#ifndef MG_CORE_CUDA_PRODUCT_SPLIT_SPLIT_ITEMS_H
#define MG_CORE_CUDA_PRODUCT_SPLIT_SPLIT_ITEMS_H

#include "core/cuda/device/device.h"
#include "core/cuda/product/split/split_args.h"

/* Bytes of the items of rows with the given offsets, in host memory, as mg__split_items() would keep them, and the most
 * beside them while they are made. O(rows). */
uint64_t mg__split_items_bytes(const uint64_t *offsets, uint32_t rows, uint64_t *beside);

/* Cuts rows of nonzeros into work items: row r has the nonzeros begins[r] .. ends[r], both on the device. split->rows,
 * columns and column are set; nonzeros: their number, about; fills in the items, which are in the block *items (to be
 * freed by cudaFree, also after a failure). Synchronises the stream. Errors: MEMORY, DEVICE, RANGE (2^32 items of split
 * rows). */
mg_status mg__split_items(mg_context *context, mg_cuda *cuda, const uint64_t *begins, const uint64_t *ends,
                          uint64_t nonzeros, void **items, mg_device_split *split);

#endif
