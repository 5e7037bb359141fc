/* SPDX-License-Identifier: Apache-2.0
 *
 * split_items.h: work items of the split format, made on the device and kept. C11.
 */
#ifndef MG_CORE_CUDA_PRODUCT_SPLIT_SPLIT_ITEMS_H
#define MG_CORE_CUDA_PRODUCT_SPLIT_SPLIT_ITEMS_H

#include "core/cuda/product/device_arrays.h"
#include "core/cuda/product/split/split_args.h"

/* Cuts rows of nonzeros into work items: row r has the nonzeros begins[r] .. ends[r], both on the device. split->rows
 * is set; fills in the items. Synchronises the stream. Errors: MEMORY, DEVICE, RANGE (2^32 items of split rows). */
mg_status mg__split_items(mg_context *context, mg_cuda *cuda, mg_device_arrays *arrays, const uint64_t *begins,
                          const uint64_t *ends, mg_device_split *split);

#endif
