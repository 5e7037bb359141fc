/* SPDX-License-Identifier: Apache-2.0
 *
 * link.h: kernels of a program given as a source file: its callbacks are compiled to LTO-IR and linked into the engine's
 * kernels, which are shipped as LTO-IR too. Both compilers are opened when first needed.
 */
#ifndef MG_CORE_PROGRAM_LINK_H
#define MG_CORE_PROGRAM_LINK_H

#include "core/cuda/device.h"
#include "core/cuda/kernel/kernels.h"

/* Kernels that this context has linked. */
typedef struct mg_linked mg_linked;

/* The kernel of one family for phase `name` of the program in file `source`; linked at the first call, then kept in
 * memory and on disk. UNSUPPORTED where the compilers are not installed, PROGRAM with their messages where they fail. */
mg_status mg__link_kernel(mg_context *context, mg_cuda *cuda, const char *source, const char *name, size_t value_size,
                          mg_kernel_family family, bool wide, const void **kernel);

void mg__linked_release(mg_context *context, mg_linked *linked);

#endif
