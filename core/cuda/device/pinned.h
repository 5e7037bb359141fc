/* SPDX-License-Identifier: Apache-2.0
 *
 * pinned.h: pinned memory of a device, for copies from and to the host (mg__cuda_upload() and others in device.h).
 * C11.
 */
#ifndef MG_CORE_CUDA_DEVICE_PINNED_H
#define MG_CORE_CUDA_DEVICE_PINNED_H

#include "core/context.h"

struct mg_cuda;

/* Memory for the buffers, with its pages in place but not pinned, so that this needs no device; NULL: there is none.
 * Freed by mg__release() or mg__pinned_close(). */
void *mg__pinned_reserve(const mg_allocator *memory);

/* Pins the device's reserved memory, which it reserves if there is none. mg__pinned_close() also after a failure. */
mg_status mg__pinned_open(mg_context *context, struct mg_cuda *cuda);
void mg__pinned_close(const mg_context *context, struct mg_cuda *cuda);

/* Pinned memory of an allocator, for what is copied as a whole. */
typedef struct mg_pinned_block {
    void *block; /* of the allocator */
    char *data;
    uint64_t bytes;
} mg_pinned_block;
mg_status mg__pinned_get(mg_context *context, uint64_t bytes, mg_pinned_block *pinned);
void mg__pinned_release(const mg_allocator *memory, mg_pinned_block *pinned); /* leaves it empty */

#endif
