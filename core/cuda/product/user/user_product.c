/* SPDX-License-Identifier: Apache-2.0 */
#include "core/cuda/product/user/user_product.h"

#include "core/cuda/product/product_launch.h"
#include "core/cuda/product/split/device_matrix.h"
#include "core/cuda/product/staging.h"
#include "core/cuda/product/user/user_args.h"
#include "core/program/linked_kernels.h"

#include <assert.h>
#include <stdio.h>
#include <string.h>

static_assert(MG_USER_ELEMENT == MG_ELEMENT_MAX, "an element fits the arguments");

#define WARPS (MG_SPLIT_THREADS / 32)
/* What is compiled; names in the user's text cannot be in the way of the kernel's. */
#define TEXT                                                                                                           \
    "#include <stdint.h>\n"                                                                                            \
    "namespace semiring {\n"                                                                                           \
    "#ifdef MG_VALUE\n"                                                                                                \
    "typedef MG_VALUE value;\n"                                                                                        \
    "#endif\n"                                                                                                         \
    "#include \"semiring\"\n"                                                                                          \
    "}\n"                                                                                                              \
    "#include \"core/cuda/product/user/user_spmm.cuh\"\n"
/* The run-time compiler has no headers. */
#define STDINT                                                                                                         \
    "typedef unsigned char uint8_t; typedef unsigned short uint16_t; typedef unsigned uint32_t;\n"                     \
    "typedef unsigned long long uint64_t; typedef signed char int8_t; typedef short int16_t; typedef int int32_t;\n"   \
    "typedef long long int64_t;\n"

typedef struct user_work {
    mg_context *context;
    mg_cuda *cuda;
    mg_staging staging;
    const mg_product_options *options;
    const void *kernel;
    uint64_t rows, columns; /* of the product's matrix */
    void *slots;
    mg_user_product p;
} user_work;

static const char *value_name(mg_type type) {
    static const char *const names[] = {[MG_INT32] = "int32_t",   [MG_UINT32] = "uint32_t", [MG_INT64] = "int64_t",
                                        [MG_UINT64] = "uint64_t", [MG_FLOAT32] = "float",   [MG_FLOAT64] = "double"};
    return names[type];
}

/* Compiles the kernel with the user's text, or finds what was compiled before. */
static mg_status find_kernel(user_work *w) {
    const mg_product_options *o = w->options;
    const char *names[MG_EMBEDDED_PRODUCT + 2] = {"stdint.h", "semiring"};
    const char *texts[MG_EMBEDDED_PRODUCT + 2] = {STDINT, o->user->device_text};
    char size[40], value[40] = "-DMG_VALUE=";
    memcpy(names + 2, mg__product_names, sizeof mg__product_names);
    memcpy(texts + 2, mg__product_texts, sizeof mg__product_texts);
    snprintf(size, sizeof size, "-DMG_ELEMENT_SIZE=%zu", o->user->element_size);
    if (o->type != MG_TYPE_NONE) {
        snprintf(value, sizeof value, "-DMG_VALUE=%s", value_name(o->type));
    }
    const char *options[] = {size, "-default-device", value};
    const mg_text_request request = {.kernel = "mg_user_spmm",
                                     .text = TEXT,
                                     .names = names,
                                     .texts = texts,
                                     .count = sizeof names / sizeof *names,
                                     .options = options,
                                     .option_count = o->type == MG_TYPE_NONE ? 2 : 3,
                                     .architecture = 10 * w->cuda->major + w->cuda->minor};
    return mg__linked_text(w->context, &w->cuda->linked, &request, &w->kernel);
}

/* Elements on the device are aligned as their type may be: to the largest power of two, up to 16, that divides their
 * size. */
static mg_status check_alignment(const user_work *w, const void *array, const char *name) {
    const size_t size = w->options->user->element_size, least = (size & (~size + 1)) < 16 ? size & (~size + 1) : 16;
    return (uintptr_t)array % least == 0
               ? MG_OK
               : mg__fail(w->context, MG_ERROR_INVALID,
                          "matrix product: %s is on the device and not aligned to %zu bytes", name, least);
}

static mg_status launch(user_work *w, bool finishes, uint64_t count, uint32_t items) {
    const uint64_t blocks = (count + items - 1) / items, tiles = (w->p.product.k + w->p.lanes - 1) / w->p.lanes;
    w->p.finishes = finishes;
    w->p.product.tile_blocks = (uint32_t)blocks;
    const mg_product_launch shape = {.kernel = w->kernel, .blocks = blocks * tiles, .threads = MG_SPLIT_THREADS};
    return mg__product_launch(w->context, w->cuda, &shape, &w->p, sizeof w->p);
}

/* The product between the timing events. */
static mg_status multiply(user_work *w) {
    const mg_device_split *m = &w->p.product.matrix;
    mg_status status = MG_OK;
    MG_CUDA_TRY(w->context, cudaEventRecord(w->cuda->begin, w->cuda->stream), "timing");
    MG_TRY(launch(w, false, m->item_count, WARPS));
    MG_TRY(launch(w, true, m->split_count, MG_SPLIT_THREADS / w->p.lanes));
    MG_CUDA_TRY(w->context, cudaEventRecord(w->cuda->end, w->cuda->stream), "timing");
out:
    return status;
}

/* The matrix, the kernel, and the arguments without operands. */
static mg_status open_product(user_work *w, mg_storage *matrix, uint32_t k, uint64_t x_stride, uint64_t y_stride) {
    const mg_product_options *o = w->options;
    mg_split_product *const p = &w->p.product;
    const size_t size = o->user->element_size;
    mg_storage *csr;
    mg_status status;
    MG_TRY(mg__check_stride(w->context, x_stride, size));
    MG_TRY(mg__cuda_open(w->context, &w->cuda));
    w->staging = (mg_staging){.context = w->context, .cuda = w->cuda, .users = o->stream};
    MG_TRY(find_kernel(w));
    MG_TRY(o->transpose ? mg__storage_transposed(w->context, matrix, &csr) : mg__storage_csr(w->context, matrix, &csr));
    MG_TRY(mg__device_matrix(w->context, w->cuda, csr, o->type, &p->matrix));
    p->k = k;
    p->x_stride = (uint32_t)(x_stride * size);
    p->y_stride = y_stride;
    p->accumulate = o->beta != 0.0;
    p->mask_complement = o->mask_complement;
    memcpy(w->p.identity, o->user->identity, size);
    w->p.lanes = 1;
    while (w->p.lanes < k && w->p.lanes < 32) {
        w->p.lanes *= 2;
    }
    MG_TRY(mg__cuda_get(w->context, w->cuda, &w->slots, (uint64_t)p->matrix.slot_count * k * size, "a sparse product"));
    p->slots = w->slots;
out:
    return status;
}

mg_status mg__cuda_user_product(mg_context *context, mg_storage *matrix, const mg_product_options *o, uint32_t k,
                                const void *x, uint64_t x_stride, void *y, uint64_t y_stride) {
    user_work w = {.context = context,
                   .options = o,
                   .rows = o->transpose ? matrix->columns : matrix->rows,
                   .columns = o->transpose ? matrix->rows : matrix->columns};
    mg_split_product *const p = &w.p.product;
    const size_t size = o->user->element_size;
    const uint64_t y_bytes = mg__operand_bytes(w.rows, y_stride, k, size);
    const void *staged_y = NULL, *staged_mask = NULL;
    mg_status status;
    if (!o->user->device_text) {
        return mg__fail(context, MG_ERROR_UNSUPPORTED,
                        "matrix product: a user's semiring without device_text runs on the CPU only");
    }
    if (!w.rows) { /* a graph without vertices has nothing on the device */
        return MG_OK;
    }
    MG_TRY(open_product(&w, matrix, k, x_stride, y_stride));
    MG_TRY(mg__staging_begin(&w.staging));
    MG_TRY(mg__stage(&w.staging, x, mg__operand_bytes(w.columns, x_stride, k, size), true, &p->x));
    MG_TRY(mg__stage(&w.staging, y, y_bytes, p->accumulate || o->mask || y_stride != k, &staged_y));
    MG_TRY(mg__stage(&w.staging, o->mask, w.rows, true, &staged_mask));
    p->y = (void *)staged_y;
    p->mask = staged_mask;
    MG_TRY(check_alignment(&w, p->x, "x"));
    MG_TRY(check_alignment(&w, p->y, "y"));
    MG_TRY(multiply(&w));
    MG_TRY(mg__unstage(&w.staging, y, staged_y, y_bytes));
    MG_TRY(mg__staging_end(&w.staging, o->device_seconds));
out:
    if (w.cuda) {
        mg__staging_release(&w.staging);
        mg__cuda_release(w.cuda, w.slots);
    }
    return status;
}
