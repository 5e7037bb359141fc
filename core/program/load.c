/* SPDX-License-Identifier: Apache-2.0
 *
 * load.c: vertex programs compiled at run time for the CPU: compiles a file or text to a shared library, cached on
 * disk, and loads it. For a GPU the same text is compiled at the first run there (link.c).
 */
#include "core/program/load.h"
#include "core/engine/validate.h"
#include "core/program/host_compiler.h"
#include "core/program/source_text.h"
#include "core/stage_clock.h"

#include <dlfcn.h>
#include <errno.h>
#include <fcntl.h>
#include <pthread.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/stat.h>
#include <unistd.h>

#define KEY_VERSION 1
#define SYMBOL "mg__one_program_per_file"

/* A loaded shared library and the program in it. */
typedef struct opened {
    void *library;
    mg_program program;
} opened;

/* A program owned by the caller: a copy with its source. If a GPU may run it, only its description is compiled at
 * first.
 */
typedef struct loaded {
    mg_program program;
    mg_allocator memory;
    opened description, whole;
    char *source, *text;
    bool in_file;              /* `source` is a path, not a name */
    pthread_mutex_t completes; /* held while the loops are compiled */
} loaded;

/* Source of a program. */
typedef struct origin {
    const char *name;   /* name in messages */
    const char *file;   /* file for the compiler */
    const char *source; /* permanent path; NULL: the program keeps a copy of its text */
    const char *text;
} origin;

static mg_status copy_text(mg_context *context, const char *from, char **to) {
    const size_t size = strlen(from) + 1;
    const mg_status status = MG_ALLOC(context, *to, size, "a program's text");
    if (status == MG_OK) {
        memcpy(*to, from, size);
    }
    return status;
}

static mg_status read_file(mg_context *context, const char *path, mg_blob *blob) {
    mg_status status = MG_OK;
    struct stat found = {0};
    FILE *file = fopen(path, "rb");
    *blob = (mg_blob){0};
    if (!file || fstat(fileno(file), &found) < 0) {
        MG_TRY(mg__fail(context, MG_ERROR_FILE, "%s: %s", path, strerror(errno)));
    }
    blob->size = (size_t)found.st_size;
    MG_TRY(mg__alloc(context, &blob->data, blob->size, 1, "a compiled program"));
    if (fread(blob->data, 1, blob->size, file) != blob->size) {
        MG_TRY(mg__fail(context, MG_ERROR_FILE, "%s: cannot be read", path));
    }
out:
    if (file) {
        fclose(file);
    }
    return status;
}

static mg_status write_file(mg_context *context, const char *path, const mg_blob *blob) {
    FILE *file = fopen(path, "wb");
    const bool written = file && fwrite(blob->data, 1, blob->size, file) == blob->size;
    if (!file || fclose(file) != 0 || !written) {
        return mg__fail(context, MG_ERROR_FILE, "%s: %s", path, strerror(errno));
    }
    return MG_OK;
}

/* Cache key: the text, or the preprocessed text if it includes files other than headers of the library. */
static mg_status make_key(mg_context *context, const mg_host_compiler *compiler, const origin *from,
                          mg_cache_key *key) {
    mg_status status = MG_OK;
    char expanded[MG_PATH_SIZE];
    mg_blob blob = {0};
    *key = (mg_cache_key){{MG_PROGRAM_ABI, KEY_VERSION}};
    mg__cache_key_add(key, mg_version(), strlen(mg_version()));
    MG_TRY(mg__host_compiler_key(context, compiler, key));
    mg__cache_key_add(key, from->text, strlen(from->text));
    if (!mg__source_is_self_contained(from->text)) {
        MG_TRY(mg__scratch_path(context, "expanded.i", expanded));
        MG_TRY(mg__host_compile(context, compiler, from->name, from->file, MG_HOST_TEXT, expanded));
        MG_TRY(read_file(context, expanded, &blob));
        mg__cache_key_add(key, blob.data, blob.size);
    }
out:
    mg__release(&context->memory, blob.data);
    return status;
}

static mg_status compile(mg_context *context, const mg_host_compiler *compiler, const origin *from, mg_cache_key key,
                         mg_host_output what, const char *path) {
    mg_status status = MG_OK;
    mg_blob made = {0};
    MG_TRY(mg__host_compile(context, compiler, from->name, from->file, what, path));
    MG_TRY(read_file(context, path, &made));
    mg__cache_write(context, key, &made);
out:
    mg__release(&context->memory, made.data);
    return status;
}

static void close_library(opened *o) {
    if (o->library) {
        dlclose(o->library);
        o->library = NULL;
    }
}

/* Loads the library at `path`, which is unique (dlopen caches by name), and removes the file. */
static mg_status open_library(mg_context *context, const origin *from, const char *path, opened *o) {
    o->library = dlopen(path, RTLD_NOW | RTLD_LOCAL);
    const char *const problem = o->library ? NULL : dlerror();
    unlink(path);
    if (!o->library) {
        return mg__fail(context, MG_ERROR_PROGRAM, "program %s: cannot be loaded: %s", from->name, problem);
    }
    const mg_loaded *e = dlsym(o->library, SYMBOL);
    if (!e) {
        return mg__fail(context, MG_ERROR_PROGRAM, "program %s: the file contains no MG_PROGRAM", from->name);
    }
    if (e->abi != MG_PROGRAM_ABI || e->program_size != sizeof(mg_program) || e->phase_size != sizeof(mg_phase)) {
        return mg__fail(context, MG_ERROR_PROGRAM,
                        "program %s: it was compiled with headers of another version of the library", from->name);
    }
    o->program = *e->program;
    return MG_OK;
}

/* Loads the library from the cache. One that cannot be loaded, since another machine compiled it, counts as missing. */
static mg_status open_cached(mg_context *context, const origin *from, mg_cache_key key, const char *path, opened *o) {
    mg_status status = MG_OK;
    mg_blob code = {0};
    MG_TRY(mg__cache_read(context, key, &code));
    if (code.data) {
        MG_TRY(write_file(context, path, &code));
        if (open_library(context, from, path, o) < 0) {
            close_library(o);
        }
    }
out:
    mg__release(&context->memory, code.data);
    return status;
}

static mg_status open_program(mg_context *context, const origin *from, mg_host_output what, opened *o) {
    mg_status status = MG_OK;
    mg_host_compiler compiler;
    mg_cache_key key;
    char path[MG_PATH_SIZE], name[32];
    size_t phases = 0;
    MG_TRY(mg__host_compiler_find(context, &compiler));
    MG_TRY(make_key(context, &compiler, from, &key));
    mg__cache_key_add(&key, &what, sizeof what);
    snprintf(name, sizeof name, "program-%u.so", context->scratch_count++);
    MG_TRY(mg__scratch_path(context, name, path));
    MG_TRY(open_cached(context, from, key, path, o));
    if (!o->library) {
        MG_TRY(compile(context, &compiler, from, key, what, path));
        MG_TRY(open_library(context, from, path, o));
    }
    MG_TRY(mg__validate_program(context, NULL, &o->program, NULL, NULL, &phases));
out:
    return status;
}

/* Compiles the loops of a program of which only the description was compiled. */
static mg_status complete(mg_context *context, loaded *l) {
    mg_status status = MG_OK;
    char file[MG_PATH_SIZE], *text = NULL;
    if (!l->in_file) {
        MG_TRY(mg__scratch_text(context, l->source, l->text, file));
    }
    if (l->in_file) {
        MG_TRY(mg__source_read(context, l->source, &text));
        if (strcmp(text, l->text) != 0) {
            MG_TRY(
                mg__fail(context, MG_ERROR_PROGRAM, "program %s: the file has changed since it was loaded", l->source));
        }
    }
    const origin from = {.name = l->source, .file = l->in_file ? l->source : file, .text = l->text};
    MG_TRY(open_program(context, &from, MG_HOST_LIBRARY, &l->whole));
    for (size_t i = 0; i < MG_PHASES_MAX; i++) { /* used by the GPU only, which needs the description only */
        __atomic_store_n(&l->program.tiled[i], l->whole.program.tiled[i], __ATOMIC_RELEASE);
    }
    for (size_t i = MG_PHASES_MAX; i-- > 0;) { /* the first one last: it signals that all are set */
        __atomic_store_n(&l->program.phases[i], l->whole.program.phases[i], __ATOMIC_RELEASE);
    }
out:
    mg__scratch_remove(context); /* nothing is left if the process is killed in a run */
    mg__release(&context->memory, text);
    return status;
}

mg_status mg__program_complete(mg_context *context, const mg_program *program) {
    mg_status status = MG_OK;
    const mg_phase *const first = __atomic_load_n(&program->phases[0], __ATOMIC_ACQUIRE);
    if (!first || first->single || first->batch || first->maps) {
        return MG_OK;
    }
    loaded *const l = (loaded *)(void *)program; /* fields guarded by the lock are mutable */
    pthread_mutex_lock(&l->completes);
    if (!l->whole.library) {
        status = complete(context, l);
    }
    pthread_mutex_unlock(&l->completes);
    return status;
}

void mg_program_release(const mg_program *program) {
    if (!program) {
        return;
    }
    loaded *l = (loaded *)(void *)program;
    const mg_allocator memory = l->memory;
    close_library(&l->description);
    close_library(&l->whole);
    pthread_mutex_destroy(&l->completes);
    mg__release(&memory, l->source);
    mg__release(&memory, l->text);
    mg__release(&memory, l);
}

/* Without a GPU backend the loops are needed at once. */
static mg_status open_first(mg_context *context, const origin *from, loaded *l) {
#ifdef MG_HAVE_CUDA
    const mg_status status = open_program(context, from, MG_HOST_DESCRIPTION, &l->description);
    l->program = l->description.program;
#else
    const mg_status status = open_program(context, from, MG_HOST_LIBRARY, &l->whole);
    l->program = l->whole.program;
#endif
    return status;
}

static mg_status load(mg_context *context, const origin *from, const mg_program **program) {
    mg_status status = MG_OK;
    loaded *l = NULL;
    MG_TRY(MG_ALLOC_ZEROED(context, l, 1, "a program"));
    l->memory = context->memory;
    l->in_file = from->source != NULL;
    pthread_mutex_init(&l->completes, NULL);
    MG_TRY(copy_text(context, from->source ? from->source : from->name, &l->source));
    MG_TRY(copy_text(context, from->text, &l->text));
    MG_TRY(open_first(context, from, l));
    l->program.source = l->source;
    l->program.text = l->in_file ? NULL : l->text;
    *program = &l->program;
    l = NULL;
out:
    if (l) {
        mg_program_release(&l->program);
    }
    return status;
}

mg_status mg_program_from_file(mg_context *context, const char *path, const mg_program **program) {
    MG_STAGE(context, MG_STAGE_KERNELS);
    mg_status status = MG_OK;
    char *text = NULL, *file = NULL;
    if (!context) {
        return MG_ERROR_INVALID;
    }
    if (!path || !program) {
        return mg__fail(context, MG_ERROR_INVALID, "mg_program_from_file: path and program must not be NULL");
    }
    MG_TRY(mg__source_read(context, path, &text));
    file = realpath(path, NULL);
    if (!file) {
        MG_TRY(mg__fail(context, MG_ERROR_FILE, "%s: %s", path, strerror(errno)));
    }
    const origin from = {
        .name = path, .file = path[0] == '-' || path[0] == '@' ? file : path, .source = file, .text = text};
    MG_TRY(load(context, &from, program));
out:
    mg__scratch_remove(context);
    free(file); /* allocated by realpath */
    mg__release(&context->memory, text);
    return status;
}

mg_status mg_program_from_source(mg_context *context, const char *name, const char *text, const mg_program **program) {
    MG_STAGE(context, MG_STAGE_KERNELS);
    mg_status status = MG_OK;
    char file[MG_PATH_SIZE];
    if (!context) {
        return MG_ERROR_INVALID;
    }
    if (!name || !text || !program) {
        return mg__fail(context, MG_ERROR_INVALID, "mg_program_from_source: name, text and program must not be NULL");
    }
    if (!*name || strlen(name) > 200 || strpbrk(name, "\"\\\n")) {
        return mg__fail(context, MG_ERROR_INVALID,
                        "mg_program_from_source: the name is empty, too long or has a quote");
    }
    MG_TRY(mg__scratch_text(context, name, text, file));
    const origin from = {.name = name, .file = file, .text = text};
    MG_TRY(load(context, &from, program));
out:
    mg__scratch_remove(context);
    return status;
}
