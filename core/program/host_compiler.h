/* SPDX-License-Identifier: Apache-2.0
 *
 * host_compiler.h: the system's C compiler, CC or cc, as it compiles a vertex program for the CPU.
 */
#ifndef MG_CORE_PROGRAM_HOST_COMPILER_H
#define MG_CORE_PROGRAM_HOST_COMPILER_H

#include "core/program/cache.h"
#include "core/program/scratch.h"

#define MG_COMPILER_WORDS 16

typedef struct mg_host_compiler {
    char text[512];                 /* what CC says */
    char *words[MG_COMPILER_WORDS]; /* its words; the compiler may be one of several, as in "ccache gcc" */
    size_t word_count;
    char file[MG_PATH_SIZE];    /* the first word, found on the PATH */
    char headers[MG_PATH_SIZE]; /* the folder that holds multigraph/program.h */
} mg_host_compiler;

/* UNSUPPORTED, saying what to install, where there is no compiler or the library's headers are not found. */
mg_status mg__host_compiler_find(mg_context *context, mg_host_compiler *compiler);

/* Adds the compiler, its flags and the library's headers to a key. */
mg_status mg__host_compiler_key(mg_context *context, const mg_host_compiler *compiler, mg_cache_key *key);

/* What to make of a program. */
typedef enum mg_host_output {
    MG_HOST_TEXT,        /* the program with what it includes */
    MG_HOST_DESCRIPTION, /* a library of the program without loops, made in a tenth of the time */
    MG_HOST_LIBRARY      /* a library of the whole program */
} mg_host_output;

/* Compiles the file `source`, which messages call `name`. PROGRAM with the compiler's messages, which name the file's
 * own lines. */
mg_status mg__host_compile(mg_context *context, const mg_host_compiler *compiler, const char *name, const char *source,
                           mg_host_output what, const char *output);

#endif
