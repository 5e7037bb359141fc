/* SPDX-License-Identifier: Apache-2.0 */
#include "core/program/link.h"

#include "core/program/cache.h"

#include <string.h>

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
};

const char *mg__linked_name(mg_kernel_family family, bool wide) {
    static const char *const names[MG_KERNEL_FAMILIES][2] = {
        [MG_KERNEL_LOOP] = {"mg_loop_32", "mg_loop_64"},
        [MG_KERNEL_VERTICES] = {"mg_vertices_32", "mg_vertices_64"},
        [MG_KERNEL_EDGES] = {"mg_edges_32", "mg_edges_64"}};
    return names[family][wide];
}

static mg_status open_linked(mg_context *context, mg_linked **linked) {
    mg_status status = MG_OK;
    if (!*linked) {
        MG_TRY(MG_GET_ZEROED(context, *linked, 1, "linked kernels"));
    }
    if (!(*linked)->compilers) {
        MG_TRY(mg__compilers_open(context, &(*linked)->compilers));
    }
out:
    return status;
}

static mg_cache_key make_key(const mg_link_request *r, const mg_blob *ir, const mg_embedded *engine) {
    mg_cache_key key = {{CUDART_VERSION, 1}};
    const char *const name = mg__linked_name(r->family, r->wide);
    mg__cache_key_add(&key, ir->data, ir->size);
    mg__cache_key_add(&key, engine->data, engine->size);
    mg__cache_key_add(&key, name, strlen(name));
    mg__cache_key_add(&key, &r->architecture, sizeof r->architecture);
    return key;
}

/* Compiles the callbacks, which also names the result: the compiled form depends on all that the file includes. */
static mg_status prepare(mg_context *context, mg_linked **linked, const mg_link_request *r, mg_blob *ir,
                         mg_cache_key *key, mg_link_times *times) {
    mg_status status = MG_OK;
    const mg_embedded engine = mg__embedded_kernels(r->value_size);
    const double start = mg__now();
    MG_TRY(open_linked(context, linked));
    const double opened = mg__now();
    MG_TRY(mg__compile_phase(context, (*linked)->compilers, r->source, r->phase, r->value_size, r->architecture, ir));
    *key = make_key(r, ir, &engine);
    times->open += 1e3 * (opened - start);
    times->compile += 1e3 * (mg__now() - opened);
out:
    return status;
}

static mg_status finish(mg_context *context, mg_linked *linked, const mg_link_request *r, const mg_blob *ir,
                        mg_cache_key key, mg_blob *code, mg_link_times *times) {
    mg_status status = MG_OK;
    const mg_embedded engine = mg__embedded_kernels(r->value_size);
    const double start = mg__now();
    MG_TRY(mg__cache_read(context, key, code));
    times->cached = code->data != NULL;
    if (!code->data) {
        MG_TRY(mg__link_phase(context, linked->compilers, ir, &engine, mg__linked_name(r->family, r->wide),
                              r->architecture, code));
        mg__cache_write(context, key, code);
    }
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

mg_status mg__link_kernel(mg_context *context, mg_linked **linked, const mg_link_request *request, const void **kernel,
                          mg_link_times *times) {
    mg_status status = MG_OK;
    mg_blob ir = {0}, code = {0};
    mg_cache_key key;
    linked_kernel *found = NULL;
    *times = (mg_link_times){0};
    MG_TRY(prepare(context, linked, request, &ir, &key, times));
    for (found = (*linked)->kernels; found && memcmp(&found->key, &key, sizeof key) != 0; found = found->next) {
    }
    if (!found) {
        MG_TRY(finish(context, *linked, request, &ir, key, &code, times));
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
    while (linked->kernels) {
        linked_kernel *const next = linked->kernels->next;
        cudaLibraryUnload(linked->kernels->library);
        mg__release(&context->memory, linked->kernels);
        linked->kernels = next;
    }
    mg__compilers_close(context, linked->compilers);
    mg__release(&context->memory, linked);
}
