/* SPDX-License-Identifier: Apache-2.0 */
#include "core/program/link.h"

#include "core/program/cache.h"
#include "core/program/source_text.h"

#include <cuda_runtime_api.h>
#include <string.h>

#define KEY_VERSION 3

const char *mg__linked_name(mg_kernel_family family, bool wide) {
    static const char *const names[MG_KERNEL_FAMILIES][2] = {
        [MG_KERNEL_LOOP] = {"mg_loop_32", "mg_loop_64"},
        [MG_KERNEL_VERTICES] = {"mg_vertices_32", "mg_vertices_64"},
        [MG_KERNEL_EDGES] = {"mg_edges_32", "mg_edges_64"},
        [MG_KERNEL_RANGE_EDGES] = {"mg_range_edges_32", "mg_range_edges_64"},
        [MG_KERNEL_MOST_FREQUENT] = {"mg_most_frequent", "mg_most_frequent"},
        [MG_KERNEL_TILES] = {"mg_tiles_32", "mg_tiles_32"},
        [MG_KERNEL_DATAFLOW] = {"mg_dataflow_32", "mg_dataflow_32"},
        [MG_KERNEL_DENSE] = {"mg_dense_gather_all", "mg_dense_gather_all"},
        [MG_KERNEL_BLOCKS] = {"mg_blocks_all", "mg_blocks_all"},
        [MG_KERNEL_DENSE_ROWS] = {"mg_dense_rows_all", "mg_dense_rows_all"},
        [MG_KERNEL_ROWS] = {"mg_rows_32", "mg_rows_64"},
        [MG_KERNEL_BATCH] = {"mg_batch_32", "mg_batch_64"},
        [MG_KERNEL_SEGMENTS] = {"mg_segments_32", "mg_segments_64"},
        [MG_KERNEL_TRIANGLES] = {"mg_triangles_32", "mg_triangles_64"},
        [MG_KERNEL_GROUPS] = {"mg_groups_32", "mg_groups_64"}};
    return names[family][wide];
}

/* Architecture of the embedded machine code that runs on a device: equal major number, not newer; 0: none. */
static int quick_architecture(int architecture) {
    static const int carried[] = {MG_QUICK_ARCHITECTURES};
    for (size_t i = 0; i < sizeof carried / sizeof *carried; i++) {
        if (carried[i] / 10 == architecture / 10 && carried[i] <= architecture) {
            return carried[i];
        }
    }
    return 0;
}

/* Quick kernels of each family, by size of offsets, and register limit of callbacks: the launch bounds of the kernel
 * must hold, or linking fails. */
static const struct {
    mg_quick_kernels kernels[2];
    int registers;
} quick_forms[MG_KERNEL_FAMILIES] = {[MG_KERNEL_LOOP] = {{MG_QUICK_LOOP_32, MG_QUICK_NONE}, 64},
                                     [MG_KERNEL_VERTICES] = {{MG_QUICK_SWEEPS, MG_QUICK_SWEEPS}, 64},
                                     [MG_KERNEL_EDGES] = {{MG_QUICK_SWEEPS, MG_QUICK_SWEEPS}, 64},
                                     [MG_KERNEL_RANGE_EDGES] = {{MG_QUICK_SWEEPS, MG_QUICK_SWEEPS}, 64},
                                     [MG_KERNEL_MOST_FREQUENT] = {{MG_QUICK_SWEEPS, MG_QUICK_SWEEPS}, 64},
                                     [MG_KERNEL_TILES] = {{MG_QUICK_TILES, MG_QUICK_TILES}, 64},
                                     [MG_KERNEL_DATAFLOW] = {{MG_QUICK_DATAFLOW, MG_QUICK_DATAFLOW}, 64},
                                     [MG_KERNEL_DENSE] = {{MG_QUICK_DENSE, MG_QUICK_DENSE}, 64},
                                     [MG_KERNEL_BLOCKS] = {{MG_QUICK_BLOCKS, MG_QUICK_BLOCKS}, 64},
                                     [MG_KERNEL_DENSE_ROWS] = {{MG_QUICK_DENSE_ROWS, MG_QUICK_DENSE_ROWS}, 40},
                                     [MG_KERNEL_ROWS] = {{MG_QUICK_ROWS_32, MG_QUICK_NONE}, 64},
                                     [MG_KERNEL_BATCH] = {{MG_QUICK_NONE, MG_QUICK_NONE}, 0},
                                     [MG_KERNEL_SEGMENTS] = {{MG_QUICK_SEGMENTS, MG_QUICK_SEGMENTS}, 64},
                                     [MG_KERNEL_TRIANGLES] = {{MG_QUICK_GATHER, MG_QUICK_GATHER}, 64},
                                     [MG_KERNEL_GROUPS] = {{MG_QUICK_GATHER, MG_QUICK_GATHER}, 64}};

/* Embedded quick kernels for a request; empty if there are none for the device. */
static mg_embedded quick_kernels(const mg_link_request *r) {
    const mg_embedded none = {0};
    return quick_architecture(r->architecture)
               ? mg__embedded_quick(quick_forms[r->family].kernels[r->wide], r->value_size)
               : none;
}

/* Key of everything that a kernel depends on, except the source of the program. */
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

/* Linking of one kernel. */
typedef struct link_build {
    mg_context *context;
    mg_compilers **compilers;
    const mg_link_request *request;
    mg_blob ir; /* callbacks as LTO-IR; empty until compiled */
    mg_link_times *times;
} link_build;

static mg_status compile(link_build *m, bool quick, mg_blob *callbacks) {
    mg_status status = MG_OK;
    const mg_link_request *const r = m->request;
    const double start = mg__now();
    if (!*m->compilers) {
        MG_TRY(mg__compilers_open(m->context, m->compilers));
    }
    const double opened = mg__now();
    const mg_compile_request request = {.source = r->source,
                                        .text = r->text,
                                        .phase = r->phase,
                                        .value_size = r->value_size,
                                        .architecture = quick ? quick_architecture(r->architecture) : r->architecture,
                                        .quick_registers = quick ? quick_forms[r->family].registers : 0};
    MG_TRY(mg__compile_phase(m->context, *m->compilers, &request, callbacks));
    m->times->open += 1e3 * (opened - start);
    m->times->compile += 1e3 * (mg__now() - opened);
out:
    return status;
}

mg_status mg__link_key(mg_context *context, const mg_link_request *r, uint64_t key[2], bool *named) {
    mg_cache_key found = begin_key(r);
    char *read = NULL;
    /* The compiler reports a file that cannot be read. */
    const mg_status status = r->text ? MG_OK : mg__source_read(context, r->source, &read);
    const char *const text = r->text ? r->text : read;
    *named = text && mg__source_is_self_contained(text);
    if (*named) {
        mg__cache_key_add(&found, text, strlen(text));
    }
    memcpy(key, found.hash, sizeof found.hash);
    mg__release(&context->memory, read);
    return status == MG_ERROR_FILE ? MG_OK : status;
}

/* Key of the kernel: by its source, or by the compiled callbacks if the source includes other files. */
static mg_status prepare(link_build *m, mg_cache_key *key) {
    mg_status status = MG_OK;
    bool named = false;
    MG_TRY(mg__link_key(m->context, m->request, key->hash, &named));
    if (!named) {
        MG_TRY(compile(m, false, &m->ir));
        mg__cache_key_add(key, m->ir.data, m->ir.size);
    }
    memcpy(m->times->key, key->hash, sizeof m->times->key);
out:
    return status;
}

static mg_status make_full(link_build *m, mg_cache_key key, mg_blob *code) {
    mg_status status = MG_OK;
    const mg_link_request *const r = m->request;
    const mg_embedded engine = mg__embedded_kernels(r->value_size);
    if (!m->ir.data) {
        MG_TRY(compile(m, false, &m->ir));
    }
    const double start = mg__now();
    MG_TRY(mg__link_phase(m->context, *m->compilers, &m->ir, &engine, mg__linked_name(r->family, r->wide),
                          r->architecture, false, code));
    mg__cache_write(m->context, key, code);
    m->times->link += 1e3 * (mg__now() - start);
out:
    return status;
}

static mg_status make_quick(link_build *m, const mg_embedded *engine, mg_blob *code) {
    mg_status status = MG_OK;
    mg_blob callbacks = {0};
    const mg_link_request *const r = m->request;
    MG_TRY(compile(m, true, &callbacks));
    const double start = mg__now();
    MG_TRY(mg__link_phase(m->context, *m->compilers, &callbacks, engine, mg__linked_name(r->family, r->wide),
                          quick_architecture(r->architecture), true, code));
    m->times->quick = true;
    m->times->link += 1e3 * (mg__now() - start);
out:
    mg__release(&m->context->memory, callbacks.data);
    return status;
}

mg_status mg__link_code(mg_context *context, mg_compilers **compilers, const mg_link_request *request, mg_blob *code,
                        mg_link_times *times) {
    mg_status status = MG_OK;
    link_build m = {.context = context, .compilers = compilers, .request = request, .times = times};
    const mg_embedded quick = request->tier == MG_LINK_FULL ? (mg_embedded){0} : quick_kernels(request);
    mg_cache_key key;
    *code = (mg_blob){0};
    *times = (mg_link_times){0};
    MG_TRY(prepare(&m, &key));
    if (request->tier != MG_LINK_QUICK || !quick.data) {
        const double start = mg__now();
        MG_TRY(mg__cache_read(context, key, code));
        times->cached = code->data != NULL;
        times->link += 1e3 * (mg__now() - start);
    }
    if (!times->cached) {
        MG_TRY(quick.data ? make_quick(&m, &quick, code) : make_full(&m, key, code));
    }
out:
    mg__release(&context->memory, m.ir.data);
    return status;
}
