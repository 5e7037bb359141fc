/* SPDX-License-Identifier: Apache-2.0
 *
 * linked_kernels.h: the kernels of programs given as source files, linked and loaded, for the life of a context. A new
 * program begins with its quick kernel while the full one is being made in the background: by a process of its own, or,
 * where there is no cache on disk through which that could hand it over, by a thread.
 */
#ifndef MG_CORE_PROGRAM_LINKED_KERNELS_H
#define MG_CORE_PROGRAM_LINKED_KERNELS_H

#include "core/cuda/device/device.h"
#include "core/program/link.h"

/* What a context has linked. */
typedef struct mg_linked mg_linked;

/* Begins to make a kernel that will be wanted, in the background, unless it is loaded. What fails is told by
 * mg__linked_kernel. */
mg_status mg__linked_begin(mg_context *context, mg_linked **linked, const mg_link_request *request);

/* The kernel of a request, loaded; waits for it where it was begun. */
mg_status mg__linked_kernel(mg_context *context, mg_linked **linked, const mg_link_request *request,
                            const void **kernel, mg_link_times *times);

/* Exchanges a quick kernel for the full one, once that is there, or, where `wait` is set and a thread makes it, when it
 * is. *quick: is it a quick one still? Where the full one could not be made, the quick one remains. */
mg_status mg__linked_upgrade(mg_context *context, mg_linked *linked, bool wait, const void **kernel, bool *quick);

/* Waits for what is being made in this process. */
void mg__linked_release(mg_context *context, mg_linked *linked);

#endif
