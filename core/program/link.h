/* SPDX-License-Identifier: Apache-2.0
 *
 * link.h: kernels of a program given as a source file: its callbacks are compiled to LTO-IR and linked into the
 * engine's kernels, which are shipped as LTO-IR too. Kept in memory for the life of the context, and on disk.
 */
#ifndef MG_CORE_PROGRAM_LINK_H
#define MG_CORE_PROGRAM_LINK_H

#include "core/cuda/device.h"
#include "core/cuda/kernel/kernels.h"
#include "core/program/compilers.h"

/* What a context has linked. */
typedef struct mg_linked mg_linked;

/* One kernel that may be wanted. */
typedef struct mg_link_request {
    const char *source, *phase;
    size_t value_size;
    mg_kernel_family family;
    bool wide;
    int architecture; /* 90 for compute capability 9.0 */
} mg_link_request;

/* Machine code for a request, from the cache on disk or made; the caller releases it. Needs no GPU. UNSUPPORTED where
 * the compilers are not installed, PROGRAM with their messages where they fail. */
mg_status mg__link_code(mg_context *context, mg_linked **linked, const mg_link_request *request, mg_blob *code,
                        mg_link_times *times);

/* Begins to make a kernel that will be wanted, in the background, unless it is loaded. What fails is told by
 * mg__link_kernel. */
mg_status mg__link_begin(mg_context *context, mg_linked **linked, const mg_link_request *request);

/* The kernel of a request, loaded; waits for it where it was begun. */
mg_status mg__link_kernel(mg_context *context, mg_linked **linked, const mg_link_request *request, const void **kernel,
                          mg_link_times *times);

/* The kernel's name in the linked module. */
const char *mg__linked_name(mg_kernel_family family, bool wide);

void mg__linked_release(mg_context *context, mg_linked *linked);

#endif
