/* SPDX-License-Identifier: Apache-2.0
 *
 * staging.h: operands of a product on the device, and the order of its work after that of a user's stream. C11.
 */
#ifndef MG_CORE_CUDA_PRODUCT_STAGING_H
#define MG_CORE_CUDA_PRODUCT_STAGING_H

#include "core/cuda/device/device.h"

#define MG_STAGED_MAX 4

/* Device copies of operands in host memory. */
typedef struct mg_staging {
    mg_context *context;
    mg_cuda *cuda;
    cudaStream_t users; /* the caller's stream; NULL: none */
    void *copies[MG_STAGED_MAX];
    uint32_t count;
} mg_staging;

/* Sets *staged to the array as the device sees it: itself, or a copy of `bytes` bytes, which is uploaded if `read`.
 * NULL gives NULL. */
mg_status mg__stage(mg_staging *staging, const void *array, uint64_t bytes, bool read, const void **staged);
/* Copies a result back where the array is in host memory. */
mg_status mg__unstage(mg_staging *staging, void *array, const void *staged, uint64_t bytes);
/* Begins the work: after that of the user's stream. */
mg_status mg__staging_begin(mg_staging *staging);
/* Ends it. With all operands on the device and a stream: that stream waits for the work, and the call returns; else the
 * host waits, and *seconds (unless NULL) receives the time between the events cuda->begin and cuda->end. */
mg_status mg__staging_end(mg_staging *staging, double *seconds);
void mg__staging_release(mg_staging *staging);

#endif
