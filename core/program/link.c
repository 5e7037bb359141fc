/* SPDX-License-Identifier: Apache-2.0 */
#include "core/program/link.h"

#include "core/program/cache.h"
#include "core/program/link_job.h"
#include "core/program/source_text.h"

#include <stdio.h>
#include <string.h>

#define KEY_VERSION 2

/* A loaded kernel. */
typedef struct linked_kernel {
    struct linked_kernel *next;
    mg_cache_key key;
    cudaLibrary_t library;
    cudaKernel_t kernel;
} linked_kernel;

struct mg_linked {
    mg_compilers *compilers;
    linked_kernel *kernels;
    mg_link_job *jobs;
};

const char *mg__linked_name(mg_kernel_family family, bool wide) {
    static const char *const names[MG_KERNEL_FAMILIES][2] = {
        [MG_KERNEL_LOOP] = {"mg_loop_32", "mg_loop_64"},
        [MG_KERNEL_VERTICES] = {"mg_vertices_32", "mg_vertices_64"},
        [MG_KERNEL_EDGES] = {"mg_edges_32", "mg_edges_64"},
        [MG_KERNEL_MODE] = {"mg_mode", "mg_mode"},
        [MG_KERNEL_TILES] = {"mg_tiles_32", "mg_tiles_32"},
        [MG_KERNEL_DENSE] = {"mg_dense_gather_all", "mg_dense_gather_all"},
        [MG_KERNEL_DENSE_ROWS] = {"mg_dense_rows_all", "mg_dense_rows_all"},
        [MG_KERNEL_BATCH] = {"mg_batch_32", "mg_batch_64"}};
    return names[family][wide];
}

/* A file's text, ended by 0; NULL where it cannot be read, which the compiler will say better. */
static mg_status read_source(mg_context *context, const char *path, char **text) {
    const mg_status status = mg__source_read(context, path, text);
    return status == MG_ERROR_FILE ? MG_OK : status;
}

/* What a kernel depends on apart from the program's file. */
static mg_cache_key begin_key(const mg_link_request *r) {
    mg_cache_key key = {{CUDART_VERSION, KEY_VERSION}};
    const mg_embedded engine = mg__embedded_kernels(r->value_size);
    const char *const name = mg__linked_name(r->family, r->wide);
    mg__cache_key_add(&key, engine.data, engine.size);
    mg__cache_key_add(&key, name, strlen(name));
    mg__cache_key_add(&key, r->phase, strlen(r->phase));
    mg__cache_key_add(&key, &r->value_size, sizeof r->value_size);
    mg__cache_key_add(&key, &r->architecture, sizeof r->architecture);
    for (size_t i = 0; i < MG_EMBEDDED_HEADERS; i++) {
        mg__cache_key_add(&key, mg__embedded_texts[i], strlen(mg__embedded_texts[i]));
    }
    return key;
}

static mg_status compile(mg_context *context, mg_linked *linked, const mg_link_request *r, mg_blob *ir,
                         mg_link_times *times) {
    mg_status status = MG_OK;
    const double start = mg__now();
    if (!linked->compilers) {
        MG_TRY(mg__compilers_open(context, &linked->compilers));
    }
    const double opened = mg__now();
    MG_TRY(mg__compile_phase(context, linked->compilers, r->source, r->phase, r->value_size, r->architecture, ir));
    times->open += 1e3 * (opened - start);
    times->compile += 1e3 * (mg__now() - opened);
out:
    return status;
}

/* Names the kernel by its file's text; *named: that is enough, for the file includes none but the library's headers. */
static mg_status name_by_text(mg_context *context, mg_linked **linked, const mg_link_request *r, mg_cache_key *key,
                              bool *named) {
    mg_status status = MG_OK;
    char *text = NULL;
    if (!*linked) {
        MG_TRY(MG_GET_ZEROED(context, *linked, 1, "linked kernels"));
    }
    *key = begin_key(r);
    MG_TRY(read_source(context, r->source, &text));
    *named = text && mg__source_is_self_contained(text);
    if (*named) {
        mg__cache_key_add(key, text, strlen(text));
    }
out:
    mg__release(&context->memory, text);
    return status;
}

/* Names the kernel: by its file's text, or, where that includes other files, by what the compiler makes of it. */
static mg_status prepare(mg_context *context, mg_linked **linked, const mg_link_request *r, mg_blob *ir,
                         mg_cache_key *key, mg_link_times *times) {
    mg_status status = MG_OK;
    bool named = false;
    MG_TRY(name_by_text(context, linked, r, key, &named));
    if (!named) {
        MG_TRY(compile(context, *linked, r, ir, times));
        mg__cache_key_add(key, ir->data, ir->size);
    }
out:
    return status;
}

static mg_status finish(mg_context *context, mg_linked *linked, const mg_link_request *r, mg_blob *ir, mg_cache_key key,
                        mg_blob *code, mg_link_times *times) {
    mg_status status = MG_OK;
    const mg_embedded engine = mg__embedded_kernels(r->value_size);
    double start = mg__now();
    MG_TRY(mg__cache_read(context, key, code));
    times->cached = code->data != NULL;
    times->link += 1e3 * (mg__now() - start);
    if (times->cached) {
        return MG_OK;
    }
    if (!ir->data) {
        MG_TRY(compile(context, linked, r, ir, times));
    }
    start = mg__now();
    MG_TRY(mg__link_phase(context, linked->compilers, ir, &engine, mg__linked_name(r->family, r->wide), r->architecture,
                          code));
    mg__cache_write(context, key, code);
    times->link += 1e3 * (mg__now() - start);
out:
    return status;
}

mg_status mg__link_code(mg_context *context, mg_linked **linked, const mg_link_request *request, mg_blob *code,
                        mg_link_times *times) {
    mg_status status = MG_OK;
    mg_blob ir = {0};
    mg_cache_key key;
    *code = (mg_blob){0};
    *times = (mg_link_times){0};
    MG_TRY(prepare(context, linked, request, &ir, &key, times));
    memcpy(times->key, key.hash, sizeof times->key);
    MG_TRY(finish(context, *linked, request, &ir, key, code, times));
out:
    mg__release(&context->memory, ir.data);
    return status;
}

static mg_status load(mg_context *context, mg_linked *linked, const mg_link_request *r, mg_cache_key key,
                      const mg_blob *code, linked_kernel **loaded) {
    mg_status status = MG_OK;
    linked_kernel *k = NULL;
    MG_TRY(MG_GET_ZEROED(context, k, 1, "a linked kernel"));
    k->key = key;
    MG_CUDA_TRY(context, cudaLibraryLoadData(&k->library, code->data, NULL, NULL, 0, NULL, NULL, 0),
                "loading linked kernels");
    MG_CUDA_TRY(context, cudaLibraryGetKernel(&k->kernel, k->library, mg__linked_name(r->family, r->wide)),
                "finding a linked kernel");
    k->next = linked->kernels;
    linked->kernels = k;
    *loaded = k;
    k = NULL;
out:
    if (k && k->library) {
        cudaLibraryUnload(k->library);
    }
    mg__release(&context->memory, k);
    return status;
}

/* A kernel that was loaded before; NULL where there is none. */
static linked_kernel *find_loaded(const mg_linked *linked, mg_cache_key key) {
    linked_kernel *found = linked->kernels;
    while (found && memcmp(&found->key, &key, sizeof key) != 0) {
        found = found->next;
    }
    return found;
}

mg_status mg__link_begin(mg_context *context, mg_linked **linked, const mg_link_request *request) {
    mg_status status = MG_OK;
    mg_cache_key key;
    bool named = false;
    MG_TRY(name_by_text(context, linked, request, &key, &named));
    if (!named || !find_loaded(*linked, key)) {
        mg__link_job_start(context, &(*linked)->jobs, request);
    }
out:
    return status;
}

mg_status mg__link_kernel(mg_context *context, mg_linked **linked, const mg_link_request *request, const void **kernel,
                          mg_link_times *times) {
    mg_status status = MG_OK;
    mg_blob ir = {0}, code = {0};
    mg_cache_key key;
    bool begun = false;
    *times = (mg_link_times){0};
    if (*linked) {
        MG_TRY(mg__link_job_take(context, &(*linked)->jobs, request, &begun, &code, times));
    }
    const mg_link_times background = *times;
    MG_TRY(prepare(context, linked, request, &ir, &key, times));
    linked_kernel *found = find_loaded(*linked, key);
    if (!found) {
        if (!begun || memcmp(background.key, key.hash, sizeof key.hash) != 0) { /* the file may have changed since */
            mg__release(&context->memory, code.data);
            code.data = NULL;
            MG_TRY(finish(context, *linked, request, &ir, key, &code, times));
        }
        const double start = mg__now();
        MG_TRY(load(context, *linked, request, key, &code, &found));
        times->load = 1e3 * (mg__now() - start);
    }
    *kernel = (const void *)found->kernel;
out:
    mg__release(&context->memory, ir.data);
    mg__release(&context->memory, code.data);
    return status;
}

void mg__linked_release(mg_context *context, mg_linked *linked) {
    if (!linked) {
        return;
    }
    mg__link_jobs_release(context, linked->jobs);
    while (linked->kernels) {
        linked_kernel *const next = linked->kernels->next;
        cudaLibraryUnload(linked->kernels->library);
        mg__release(&context->memory, linked->kernels);
        linked->kernels = next;
    }
    mg__compilers_close(context, linked->compilers);
    mg__release(&context->memory, linked);
}
