/* SPDX-License-Identifier: Apache-2.0
 *
 * square_build.h: formats of square blocks on the device. C11.
 */
#ifndef MG_CORE_CUDA_PRODUCT_SQUARE_SQUARE_BUILD_H
#define MG_CORE_CUDA_PRODUCT_SQUARE_SQUARE_BUILD_H

#include "core/cuda/product/device_arrays.h"
#include "core/cuda/product/square/square_args.h"

typedef struct mg_square_device {
    mg_device_arrays arrays;
    mg_device_square matrix;
} mg_square_device;

/* mg_device_build of each format, for arrays that are a mg_square_device. */
mg_status mg__square_build_csb(mg_context *context, mg_cuda *cuda, mg_storage *storage, mg_device_arrays *arrays);
mg_status mg__square_build_hisparse(mg_context *context, mg_cuda *cuda, mg_storage *storage, mg_device_arrays *arrays);
mg_status mg__square_build_ecsb(mg_context *context, mg_cuda *cuda, mg_storage *storage, mg_device_arrays *arrays);
mg_status mg__square_build_gcsb(mg_context *context, mg_cuda *cuda, mg_storage *storage, mg_device_arrays *arrays);

#endif
