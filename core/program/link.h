/* SPDX-License-Identifier: Apache-2.0
 *
 * link.h: machine code for the kernels of a program given as source (tiered compilation). Full kernel: callbacks and
 * engine as LTO-IR, optimised as a whole; takes some hundred milliseconds and is cached on disk. Quick kernel:
 * callbacks and engine as machine code, linked only, with a call per callback; used until the full one is complete.
 * Needs no GPU.
 */
#ifndef MG_CORE_PROGRAM_LINK_H
#define MG_CORE_PROGRAM_LINK_H

#include "core/cuda/kernel/common/kernels.h"
#include "core/program/compilers.h"

typedef enum mg_link_tier {
    MG_LINK_FULL,
    MG_LINK_QUICK, /* the quick kernel if it exists for the device, else the full one */
    MG_LINK_TIERED /* the full kernel if it is in the disk cache, else the quick one */
} mg_link_tier;

/* Request for a kernel. */
typedef struct mg_link_request {
    const char *source, *text; /* source file; its text, or NULL: the file is read */
    const char *phase;
    size_t value_size;
    mg_kernel_family family;
    bool wide;
    int architecture; /* 90 for compute capability 9.0 */
    mg_link_tier tier;
} mg_link_request;

/* Machine code for a request, from the disk cache or linked now; the caller releases it. The compilers are opened at
 * first use and stay open in *compilers. UNSUPPORTED: they are not installed; PROGRAM: their messages. */
mg_status mg__link_code(mg_context *context, mg_compilers **compilers, const mg_link_request *request, mg_blob *code,
                        mg_link_times *times);

/* Key of the kernel of a request, as times.key. *named false: the file includes other files, so the key is known after
 * compilation only. */
mg_status mg__link_key(mg_context *context, const mg_link_request *request, uint64_t key[2], bool *named);

/* Name of the kernel in the linked module. */
const char *mg__linked_name(mg_kernel_family family, bool wide);

#endif
