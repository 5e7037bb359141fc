/* SPDX-License-Identifier: Apache-2.0
 *
 * matrix_product.c: mg_matrix_spmv, mg_matrix_spmm and mg_matrix_sddmm: check the arguments, choose the backend, and
 * run what the format has no kernels for on its CSR.
 */
#include "core/engine/backend.h"
#include "core/sparse/formats.h"
#include "core/sparse/matrix_check.h"
#include "core/stage_clock.h"

/* A product whose arguments were checked. */
typedef struct product {
    mg_product_options options; /* resolved */
    bool is_sddmm;
    uint32_t k;
    const void *x, *y_in; /* y_in: SDDMM's second factor */
    uint64_t x_stride, y_stride;
    void *out;
} product;

static mg_matrix_operation operation_of(const product *p) {
    const bool t = p->options.transpose;
    return p->is_sddmm ? (t ? MG_OPERATION_SDDMM_TRANSPOSED : MG_OPERATION_SDDMM)
                       : (t ? MG_OPERATION_SPMM_TRANSPOSED : MG_OPERATION_SPMM);
}

static bool implements(const mg_backend *backend, const product *p) {
    return p->is_sddmm ? backend->matrix_sddmm != NULL : backend->matrix_spmm != NULL;
}

static bool has_kernels(const mg_backend *backend, const mg_format *format, const product *p) {
    /* a user's functions run on a CSR only */
    return (format->operations[backend->kind] & operation_of(p)) &&
           (p->options.semiring != MG_USER_SEMIRING || !format->decode);
}

static bool runs_as_it_is(const mg_backend *backend, const mg_storage *storage, const product *p) {
    const mg_format *format = storage->format;
    return has_kernels(backend, format, p) &&
           (!format->fits || format->fits(storage, backend->kind, &p->options, p->k));
}

/* The storage that has kernels for the operation: this one, or its CSR. */
static mg_status find_kernels(mg_context *context, const mg_backend *backend, mg_storage *storage, const product *p,
                              mg_storage **usable) {
    *usable = storage;
    if (runs_as_it_is(backend, storage, p)) {
        return backend->kind == MG_BACKEND_CUDA ? MG_OK : mg__storage_hosted(context, storage, usable);
    }
    const char *name = p->is_sddmm ? "sddmm" : "spmm", *transposed = p->options.transpose ? "transposed " : "";
    const char *these = has_kernels(backend, storage->format, p) ? " with these options or sizes" : "";
    if (p->options.strict || !has_kernels(backend, &mg__format_csr, p)) {
        return mg__fail(context, MG_ERROR_UNSUPPORTED, "format %s has no kernel for %s%s%s on the backend %s",
                        storage->format->name, transposed, name, these, backend->name);
    }
    const mg_status status = mg__storage_csr(context, storage, usable);
    mg__log(context, MG_LOG_INFO, "format %s has no kernel for %s%s%s on the backend %s: it runs on csr",
            storage->format->name, transposed, name, these, backend->name);
    return status;
}

/* Operands are in host memory or in that of the backend. */
static mg_status check_memory(mg_context *context, const mg_backend *backend, const product *p) {
    const void *const operands[] = {p->x, p->y_in, p->out, p->options.mask};
    for (size_t i = 0; i < sizeof operands / sizeof *operands; i++) {
        const mg_backend *owner = operands[i] ? mg__memory_owner(operands[i]) : NULL;
        if (owner && owner != backend) {
            return mg__fail(context, MG_ERROR_INVALID,
                            "matrix product: an operand is in the memory of the backend %s, the product runs on %s",
                            owner->name, backend->name);
        }
    }
    return MG_OK;
}

static mg_status run_on(mg_context *context, const mg_backend *backend, mg_storage *storage, const product *p) {
    mg_storage *usable;
    mg_status status;
    if (!implements(backend, p)) {
        return mg__fail(context, MG_ERROR_UNSUPPORTED, "the backend %s has no %s of matrices", backend->name,
                        p->is_sddmm ? "sddmm" : "spmm");
    }
    MG_TRY(check_memory(context, backend, p));
    MG_TRY(find_kernels(context, backend, storage, p, &usable));
    double device_seconds = 0;
    mg_product_options o = p->options;
    o.device_seconds = o.device_seconds ? o.device_seconds : &device_seconds;
    const double start = mg__now();
    status = p->is_sddmm
                 ? backend->matrix_sddmm(context, usable, &o, p->k, p->x, p->x_stride, p->y_in, p->y_stride, p->out)
                 : backend->matrix_spmm(context, usable, &o, p->k, p->x, p->x_stride, p->out, p->y_stride);
    const double seconds = *o.device_seconds > 0 ? *o.device_seconds : mg__now() - start;
    if (storage->predicted_seconds > 0 && storage->options.k == p->k && !p->is_sddmm) {
        mg__log(context, MG_LOG_DEBUG, "matrix format %s: predicted %.3g ms, took %.3g ms", usable->format->name,
                1e3 * storage->predicted_seconds, 1e3 * seconds);
    }
out:
    return status;
}

static mg_status run(mg_context *context, mg_storage *storage, const product *p) {
    const mg_backend *backend;
    mg_status status;
    if (p->options.device_seconds) {
        *p->options.device_seconds = 0;
    }
    MG_TRY(mg__backend_choose(context, p->options.backend, &backend));
    mg__storage_begin_use(storage);
    status = run_on(context, backend, storage, p);
    while (p->options.backend == MG_BACKEND_AUTO && backend->falls_back &&
           (status == MG_ERROR_UNSUPPORTED || status == MG_ERROR_MEMORY)) {
        const mg_backend *next = mg__backend_after(context, backend);
        if (!next) {
            break;
        }
        backend = next;
        status = run_on(context, backend, storage, p);
    }
    mg__storage_end_use(context, storage);
out:
    return status;
}

mg_status mg_matrix_spmm(mg_context *context, const mg_matrix *matrix, const mg_product_options *options, uint32_t k,
                         const void *x, uint64_t x_stride, void *y, uint64_t y_stride) {
    MG_STAGE(context, MG_STAGE_RUN);
    if (!context) {
        return MG_ERROR_INVALID;
    }
    product p = {.k = k, .x = x, .x_stride = x_stride, .y_stride = y_stride, .out = y};
    mg_status status;
    MG_TRY(mg__product_options(context, matrix, options, false, &p.options));
    mg_storage *const s = matrix->storage;
    const bool t = p.options.transpose;
    const mg_dense_operand operands[] = {
        {.name = "x", .data = x, .rows = t ? s->rows : s->columns, .k = k, .stride = x_stride},
        {.name = "y", .data = y, .rows = t ? s->columns : s->rows, .k = k, .stride = y_stride}};
    const bool user = p.options.semiring == MG_USER_SEMIRING;
    const size_t size = user ? p.options.user->element_size : mg__type_size(p.options.type);
    MG_TRY(mg__product_operands(context, operands, 2, size, user ? 1 : size));
    status = run(context, s, &p);
out:
    return status;
}

mg_status mg_matrix_spmv(mg_context *context, const mg_matrix *matrix, const mg_product_options *options, const void *x,
                         void *y) {
    return mg_matrix_spmm(context, matrix, options, 1, x, 1, y, 1);
}

mg_status mg_matrix_sddmm(mg_context *context, const mg_matrix *matrix, const mg_product_options *options, uint32_t k,
                          const void *x, uint64_t x_stride, const void *y, uint64_t y_stride, void *out) {
    MG_STAGE(context, MG_STAGE_RUN);
    if (!context) {
        return MG_ERROR_INVALID;
    }
    product p = {.is_sddmm = true, .k = k, .x = x, .x_stride = x_stride, .y_in = y, .y_stride = y_stride, .out = out};
    mg_status status;
    MG_TRY(mg__product_options(context, matrix, options, true, &p.options));
    mg_storage *const s = matrix->storage;
    const bool t = p.options.transpose;
    const mg_dense_operand operands[] = {
        {.name = "x", .data = x, .rows = t ? s->columns : s->rows, .k = k, .stride = x_stride},
        {.name = "y", .data = y, .rows = t ? s->rows : s->columns, .k = k, .stride = y_stride},
        {.name = "out", .data = out, .rows = s->nonzeros, .k = 1, .stride = 1}};
    const size_t size = mg__type_size(p.options.type);
    MG_TRY(mg__product_operands(context, operands, 3, size, size));
    status = run(context, s, &p);
out:
    return status;
}
