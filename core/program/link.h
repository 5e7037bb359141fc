/* SPDX-License-Identifier: Apache-2.0
 *
 * link.h: machine code for kernels of a program given as a source file. The full kernel: callbacks and engine, both as
 * LTO-IR, are optimized as a whole, which takes some hundred milliseconds; kept on disk. The quick one: callbacks and
 * engine, both as machine code, are only connected, so that callbacks are called for every edge; for the first
 * moments of a new program. Needs no GPU.
 */
#ifndef MG_CORE_PROGRAM_LINK_H
#define MG_CORE_PROGRAM_LINK_H

#include "core/cuda/kernel/common/kernels.h"
#include "core/program/compilers.h"

typedef enum mg_link_tier {
    MG_LINK_FULL,
    MG_LINK_QUICK, /* the quick one where there is one, else the full one */
    MG_LINK_TIERED /* the full one where it is on disk, else the quick one */
} mg_link_tier;

/* One kernel that may be wanted. */
typedef struct mg_link_request {
    const char *source, *text; /* the program's file; its text, or NULL: it is read */
    const char *phase;
    size_t value_size;
    mg_kernel_family family;
    bool wide;
    int architecture; /* 90 for compute capability 9.0 */
    mg_link_tier tier;
} mg_link_request;

/* Machine code for a request, from the cache on disk or made; the caller releases it. The compilers are opened when
 * they are needed and stay open for the caller. UNSUPPORTED where they are not installed, PROGRAM with their messages
 * where they fail. */
mg_status mg__link_code(mg_context *context, mg_compilers **compilers, const mg_link_request *request, mg_blob *code,
                        mg_link_times *times);

/* What names a request's kernel in memory, as times.key does; *named is false where the file includes other files, so
 * that only the compiler can tell. */
mg_status mg__link_key(mg_context *context, const mg_link_request *request, uint64_t key[2], bool *named);

/* The kernel's name in the linked module. */
const char *mg__linked_name(mg_kernel_family family, bool wide);

#endif
