/* SPDX-License-Identifier: Apache-2.0
 *
 * compilers.h: NVRTC and nvJitLink, loaded by dlopen at first use, so that the library does not depend on them. Neither
 * needs a GPU.
 */
#ifndef MG_CORE_PROGRAM_COMPILERS_H
#define MG_CORE_PROGRAM_COMPILERS_H

#include "core/context.h"
#include "core/program/embedded.h"

/* A block of the context's memory. */
typedef struct mg_blob {
    void *data;
    size_t size;
} mg_blob;

/* Times in milliseconds. cached: the machine code was read from the disk cache; quick: it is a quick kernel (link.h);
 * key: cache key of its sources. */
typedef struct mg_link_times {
    double open, compile, link, load;
    bool cached, quick;
    uint64_t key[2];
} mg_link_times;

typedef struct mg_compilers mg_compilers;

/* UNSUPPORTED, with the name of the library: one is missing. */
mg_status mg__compilers_open(mg_context *context, mg_compilers **compilers);
void mg__compilers_close(mg_context *context, mg_compilers *compilers);

/* A phase to compile, whose values have value_size bytes. */
typedef struct mg_compile_request {
    const char *source, *text; /* source file; its text, or NULL: the file is read */
    const char *phase;
    size_t value_size;
    int architecture;
    int quick_registers; /* 0: compile to LTO-IR; else to machine code with this limit of registers */
} mg_compile_request;

/* Compiles the callbacks of a phase. PROGRAM: compiler messages with lines of the file. */
mg_status mg__compile_phase(mg_context *context, const mg_compilers *compilers, const mg_compile_request *request,
                            mg_blob *callbacks);

/* A text of CUDA C++ whose kernel is used as it is. */
typedef struct mg_text_request {
    const char *kernel; /* its name, of which only the address is kept */
    const char *text;
    const char *const *names, *const *texts; /* `count` texts that it may include */
    const char *const *options;              /* of the compiler, besides the architecture */
    size_t count, option_count;
    int architecture;
} mg_text_request;
#define MG_TEXT_OPTIONS 8 /* at most */

/* Compiles a text to loadable machine code. PROGRAM: compiler messages with lines of the texts. */
mg_status mg__compile_text(mg_context *context, const mg_compilers *compilers, const mg_text_request *request,
                           mg_blob *code);

/* Links callbacks and kernels of the engine to loadable machine code: LTO-IR, optimised as a whole and reduced to
 * `kernel`; or machine code, linked only (`quick`). */
mg_status mg__link_phase(mg_context *context, const mg_compilers *compilers, const mg_blob *callbacks,
                         const mg_embedded *kernels, const char *kernel, int architecture, bool quick, mg_blob *code);

#endif
