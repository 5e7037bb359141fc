/* SPDX-License-Identifier: Apache-2.0
 *
 * device_rs.h: products of the format rs: its light nonzeros as the split format, then its heavy segments. C11.
 */
#ifndef MG_CORE_CUDA_PRODUCT_RS_DEVICE_RS_H
#define MG_CORE_CUDA_PRODUCT_RS_DEVICE_RS_H

#include "core/cuda/device/device.h"
#include "core/cuda/product/pack/pack.h"
#include "core/cuda/product/rs/rs_args.h"
#include "core/sparse/rs_segments.h"

/* The format on the device. */
typedef struct mg_rs_device {
    mg_device_split light;
    mg_device_rs heavy;
} mg_rs_device;

/* What a storage keeps. */
typedef struct mg_rs_on_device {
    mg_device_arrays arrays;
    mg_rs_device rs; /* without values */
    mg_packed packed;
    uint32_t segments, threshold;
    void *values[MG_OTHER]; /* packed, by type; blocks of `arrays` */
} mg_rs_on_device;
/* Fills in an mg_rs_on_device, from the CSR; for mg__device_arrays(). */
mg_status mg__rs_build(mg_context *context, mg_cuda *cuda, mg_storage *storage, mg_device_arrays *arrays);

/* Are there fewer than 2^32 - 1 nonzeros, and does a panel fit the shared memory of a thread block? */
bool mg__rs_fits(const mg_cuda *cuda, const mg_storage *storage);
/* As mg__device_matrix(), of a storage of format RS. */
mg_status mg__device_rs(mg_context *context, mg_cuda *cuda, mg_storage *storage, mg_type type, mg_rs_device *rs);

/* Adds the heavy segments to the result; p->product and p->rs are set. */
mg_status mg__rs_spmm(mg_context *context, mg_cuda *cuda, mg_type type, bool vectors, mg_rs_product *p);
/* Y = alpha A^T X + beta Y; p->y_rows is set. */
mg_status mg__rs_spmm_transposed(mg_context *context, mg_cuda *cuda, mg_type type, bool vectors, mg_rs_product *p);

#endif
