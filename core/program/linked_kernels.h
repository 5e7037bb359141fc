/* SPDX-License-Identifier: Apache-2.0
 *
 * linked_kernels.h: linked and loaded kernels of programs given as source, owned by a context. A new program starts
 * with its quick kernel (link.h) while the full one is linked in the background: by a separate process, which stores it
 * in the disk cache, or without a disk cache by a thread.
 */
#ifndef MG_CORE_PROGRAM_LINKED_KERNELS_H
#define MG_CORE_PROGRAM_LINKED_KERNELS_H

#include "core/cuda/device/device.h"
#include "core/program/link.h"

/* The kernels of a context. */
typedef struct mg_linked mg_linked;

/* Starts linking a kernel in the background, unless it is loaded. Failures are reported by mg__linked_kernel. */
mg_status mg__linked_begin(mg_context *context, mg_linked **linked, const mg_link_request *request);

/* Returns the loaded kernel of a request; waits if it is being linked. */
mg_status mg__linked_kernel(mg_context *context, mg_linked **linked, const mg_link_request *request,
                            const void **kernel, mg_link_times *times);

/* Replaces a quick kernel by the full one if that is complete; with `wait`, waits for a thread that is linking it.
 * *quick: is the kernel still a quick one? If the full one cannot be made, the quick one stays in use. */
mg_status mg__linked_upgrade(mg_context *context, mg_linked *linked, bool wait, const void **kernel, bool *quick);

/* Returns the loaded kernel of a text: compiled at the first call, or read from the disk cache. */
mg_status mg__linked_text(mg_context *context, mg_linked **linked, const mg_text_request *request, const void **kernel);

/* Waits for the linking threads of this process and releases everything. */
void mg__linked_release(mg_context *context, mg_linked *linked);

#endif
