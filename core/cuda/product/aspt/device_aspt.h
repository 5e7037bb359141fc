/* SPDX-License-Identifier: Apache-2.0
 *
 * device_aspt.h: products of the format aspt: its sparse tiles as the split format, then its dense tiles. C11.
 */
#ifndef MG_CORE_CUDA_PRODUCT_ASPT_DEVICE_ASPT_H
#define MG_CORE_CUDA_PRODUCT_ASPT_DEVICE_ASPT_H

#include "core/cuda/device/device.h"
#include "core/cuda/product/aspt/aspt_args.h"
#include "core/sparse/matrix.h"

/* The format on the device: the sparse tiles, and the dense ones. */
typedef struct mg_aspt_device {
    mg_device_split sparse;
    mg_device_aspt dense;
    const uint32_t *positions;  /* as in mg_aspt */
    const uint64_t *row_begins; /* rows + 1 */
} mg_aspt_device;

/* Does a tile fit the shared memory of a thread block, for all kernels of the operation? */
bool mg__aspt_fits(const mg_cuda *cuda, const mg_storage *storage, bool sddmm);
/* As mg__device_matrix(), of a storage of format ASPT with slots. */
mg_status mg__device_aspt(mg_context *context, mg_cuda *cuda, mg_storage *storage, mg_type type, mg_aspt_device *aspt);

/* Allocates p->slots, which the caller gives back; p->product and p->aspt are set. */
mg_status mg__aspt_prepare(mg_context *context, mg_cuda *cuda, mg_type type, bool vectors, mg_aspt_product *p);
/* Adds the dense tiles to the result. */
mg_status mg__aspt_spmm(mg_context *context, mg_cuda *cuda, mg_type type, bool vectors, const mg_aspt_product *p);
/* The same for sampled products; p->partial. */
mg_status mg__aspt_prepare_sampled(mg_context *context, mg_cuda *cuda, mg_type type, bool vectors, uint64_t nonzeros,
                                   mg_aspt_sampled *p);
mg_status mg__aspt_sddmm(mg_context *context, mg_cuda *cuda, mg_type type, bool vectors, const mg_aspt_sampled *p);

#endif
