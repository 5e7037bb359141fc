/* SPDX-License-Identifier: Apache-2.0
 *
 * device_aspt.h: products of the format aspt: its sparse tiles as the split format, then its dense tiles. C11.
 */
#ifndef MG_CORE_CUDA_PRODUCT_ASPT_DEVICE_ASPT_H
#define MG_CORE_CUDA_PRODUCT_ASPT_DEVICE_ASPT_H

#include "core/cuda/device/device.h"
#include "core/cuda/product/aspt/aspt_args.h"
#include "core/cuda/product/pack/pack.h"
#include "core/sparse/aspt_tiles.h"

/* The format on the device: the sparse tiles, and the dense ones. */
typedef struct mg_aspt_device {
    mg_device_split sparse;
    mg_device_aspt dense;
} mg_aspt_device;

/* What a storage keeps. */
typedef struct mg_aspt_on_device {
    mg_device_arrays arrays;
    mg_aspt_device aspt; /* without values */
    mg_packed packed;
    uint64_t segments;      /* packed.source.starts has segments + 1 elements (aspt_build.h) */
    void *values[MG_OTHER]; /* packed, by type; blocks of `arrays` */
} mg_aspt_on_device;
/* Fills in an mg_aspt_on_device, from the CSR; for mg__device_arrays(). */
mg_status mg__aspt_build(mg_context *context, mg_cuda *cuda, mg_storage *storage, mg_device_arrays *arrays);

/* Most rows of a part. */
uint32_t mg__aspt_part_rows(uint32_t panel_rows);
/* Are there fewer than 2^32 - 1 nonzeros, and does a tile fit the shared memory of a thread block? */
bool mg__aspt_fits(mg_context *context, const mg_cuda *cuda, mg_storage *storage);
/* As mg__device_matrix(), of a storage of format ASPT with slots. */
mg_status mg__device_aspt(mg_context *context, mg_cuda *cuda, mg_storage *storage, mg_type type, mg_aspt_device *aspt);

/* Allocates p->slots, which the caller gives back; p->product and p->aspt are set. */
mg_status mg__aspt_prepare(mg_context *context, mg_cuda *cuda, mg_type type, bool vectors, mg_aspt_product *p);
/* Adds the dense tiles to the result. */
mg_status mg__aspt_spmm(mg_context *context, mg_cuda *cuda, mg_type type, bool vectors, const mg_aspt_product *p);

#endif
