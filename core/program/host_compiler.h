/* SPDX-License-Identifier: Apache-2.0
 *
 * host_compiler.h: compilation of vertex programs for the CPU by the C compiler of the system, CC or cc.
 */
#ifndef MG_CORE_PROGRAM_HOST_COMPILER_H
#define MG_CORE_PROGRAM_HOST_COMPILER_H

#include "core/program/cache.h"
#include "core/program/scratch.h"

#define MG_COMPILER_WORDS 16

typedef struct mg_host_compiler {
    char text[512];                 /* value of CC */
    char *words[MG_COMPILER_WORDS]; /* its words; there may be several, as in "ccache gcc" */
    size_t word_count;
    char file[MG_PATH_SIZE];    /* path of the first word */
    char headers[MG_PATH_SIZE]; /* folder of multigraph/program.h */
} mg_host_compiler;

/* Finds compiler and headers. UNSUPPORTED, with a hint what to install: one of them is missing. */
mg_status mg__host_compiler_find(mg_context *context, mg_host_compiler *compiler);

/* Adds compiler, flags and headers of the library to a cache key. */
mg_status mg__host_compiler_key(mg_context *context, const mg_host_compiler *compiler, mg_cache_key *key);

/* Output of the compiler. */
typedef enum mg_host_output {
    MG_HOST_TEXT,        /* preprocessed source */
    MG_HOST_DESCRIPTION, /* shared library with descriptions of the phases but without loops; ten times faster */
    MG_HOST_LIBRARY      /* shared library of the program */
} mg_host_output;

/* Compiles the file `source`, called `name` in messages. PROGRAM: compiler messages with lines of the file. */
mg_status mg__host_compile(mg_context *context, const mg_host_compiler *compiler, const char *name, const char *source,
                           mg_host_output what, const char *output);

#endif
