/* SPDX-License-Identifier: Apache-2.0
 *
 * compilers.h: CUDA's run-time compiler and linker, opened with dlopen when first needed; the library does not depend
 * on them. Neither needs a GPU.
 */
#ifndef MG_CORE_PROGRAM_COMPILERS_H
#define MG_CORE_PROGRAM_COMPILERS_H

#include "core/context.h"
#include "core/program/embedded.h"

/* Bytes in the context's memory. */
typedef struct mg_blob {
    void *data;
    size_t size;
} mg_blob;

/* What linking took, in milliseconds; `cached`: the machine code came from disk; `quick`: it calls the program's
 * callbacks; `key` names what it was made from. */
typedef struct mg_link_times {
    double open, compile, link, load;
    bool cached, quick;
    uint64_t key[2];
} mg_link_times;

typedef struct mg_compilers mg_compilers;

/* UNSUPPORTED, naming the library, where one is missing. */
mg_status mg__compilers_open(mg_context *context, mg_compilers **compilers);
void mg__compilers_close(mg_context *context, mg_compilers *compilers);

/* A phase to compile, whose values have value_size bytes. */
typedef struct mg_compile_request {
    const char *source, *text; /* the program's file; its text, or NULL: it is read */
    const char *phase;
    size_t value_size;
    int architecture;
    int quick_registers; /* machine code of callbacks that use so many registers; 0: LTO-IR */
} mg_compile_request;

/* The phase's callbacks, compiled. PROGRAM with the compiler's messages, which name the file's own lines. */
mg_status mg__compile_phase(mg_context *context, const mg_compilers *compilers, const mg_compile_request *request,
                            mg_blob *callbacks);

/* Callbacks and the engine's kernels to machine code that can be loaded: from LTO-IR optimized as a whole, with
 * `kernel` alone in it, or, where both are machine code already (`quick`), connected as they are. */
mg_status mg__link_phase(mg_context *context, const mg_compilers *compilers, const mg_blob *callbacks,
                         const mg_embedded *kernels, const char *kernel, int architecture, bool quick, mg_blob *code);

#endif
