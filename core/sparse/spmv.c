/* SPDX-License-Identifier: Apache-2.0
 *
 * spmv.c: mg_spmv and mg_spmm: products of the matrix of a graph, whose arguments are checked here.
 */
#include "core/engine/backend.h"
#include "core/graph/graph_cache.h"
#include "core/stage_clock.h"

static mg_status check_builtin(mg_context *context, const mg_spmv_options *options) {
    if (!mg__type_size(options->type)) {
        return mg__fail(context, MG_ERROR_INVALID, "sparse matrix product: the type of the elements must not be %s",
                        mg__type_name(options->type));
    }
    return MG_OK;
}

static mg_status check_user(mg_context *context, const mg_spmv_options *options) {
    if (!options->element_size || options->element_size > MG_ELEMENT_MAX) {
        return mg__fail(context, MG_ERROR_INVALID, "sparse matrix product: element_size is %zu, expected 1 to %d",
                        options->element_size, MG_ELEMENT_MAX);
    }
    if (!options->identity || !options->add || !options->multiply) {
        return mg__fail(context, MG_ERROR_INVALID,
                        "sparse matrix product: a user's semiring requires identity, add and multiply");
    }
    if (options->type != MG_TYPE_NONE && !mg__type_size(options->type)) {
        return mg__fail(context, MG_ERROR_INVALID, "sparse matrix product: the type of the weights must not be %s",
                        mg__type_name(options->type));
    }
    return MG_OK;
}

static bool overlap(const void *a, const void *b, uint64_t bytes) {
    const uintptr_t p = (uintptr_t)a, q = (uintptr_t)b;
    return p < q ? q - p < bytes : p - q < bytes;
}

static mg_status check(mg_context *context, const mg_graph *graph, const mg_spmv_options *options, uint32_t k,
                       const void *x, const void *y) {
    if (!graph) {
        return mg__fail(context, MG_ERROR_INVALID, "sparse matrix product: the graph is NULL");
    }
    if (options->size != sizeof *options) {
        return mg__fail(context, MG_ERROR_INVALID, "sparse matrix product: the options' size is %zu, expected %zu",
                        options->size, sizeof *options);
    }
    if ((unsigned)options->semiring > MG_USER_SEMIRING) {
        return mg__fail(context, MG_ERROR_INVALID, "sparse matrix product: unknown semiring %d",
                        (int)options->semiring);
    }
    if ((unsigned)options->mode > MG_MODE_PULL || (unsigned)options->backend > MG_BACKEND_CUDA ||
        (unsigned)options->dense_layout > MG_DENSE_BLOCKS) {
        return mg__fail(context, MG_ERROR_INVALID, "sparse matrix product: unknown %s",
                        (unsigned)options->mode > MG_MODE_PULL         ? "mode"
                        : (unsigned)options->backend > MG_BACKEND_CUDA ? "backend"
                                                                       : "dense layout");
    }
    const bool user = options->semiring == MG_USER_SEMIRING;
    const mg_status status = user ? check_user(context, options) : check_builtin(context, options);
    if (status < 0) {
        return status;
    }
    if (!k) {
        return mg__fail(context, MG_ERROR_INVALID, "sparse matrix product: k is 0, expected at least 1 column");
    }
    if (graph->n && (!x || !y)) {
        return mg__fail(context, MG_ERROR_INVALID, "sparse matrix product: %s is NULL", x ? "y" : "x");
    }
    const size_t size = user ? options->element_size : mg__type_size(options->type);
    if (overlap(x, y, (uint64_t)graph->n * k * size)) {
        return mg__fail(context, MG_ERROR_INVALID, "sparse matrix product: x and y overlap");
    }
    return mg_graph_check(context, graph);
}

/* Is an operand in device memory, which other backends cannot read? */
static bool on_device(const mg_spmv_options *options, const void *x, const void *y) {
    return mg__memory_owner(x) || mg__memory_owner(y) || (options->mask && mg__memory_owner(options->mask));
}

/* A product whose arguments were checked. */
typedef struct product {
    const mg_backend *backend;
    mg_storage *matrix; /* not transposed any more */
    mg_product_options options;
    uint32_t k;
    const void *x;
    void *y;
} product;

/* On a backend and, in mode auto, on the next ones if it cannot compute or hold the product. One that fails so has not
 * written y. */
static mg_status multiply(mg_context *context, const product *p, mg_backend_kind kind) {
    for (const mg_backend *backend = p->backend;;) {
        const mg_status status =
            backend->matrix_spmm
                ? backend->matrix_spmm(context, p->matrix, &p->options, p->k, p->x, p->k, p->y, p->k)
                : mg__fail(context, MG_ERROR_UNSUPPORTED, "the backend %s has no products", backend->name);
        const mg_backend *const next = mg__backend_instead(context, kind, backend, status);
        if (!next) {
            return status;
        }
        backend = next;
    }
}

static mg_product_options options_of(const mg_spmv_options *o, const mg_user_semiring *user) {
    mg_product_options made = MG_PRODUCT_OPTIONS_INIT;
    made.semiring = o->semiring;
    made.type = o->type;
    made.user = user;
    made.beta = o->accumulate ? 1 : 0;
    made.mask = o->mask;
    made.mask_complement = o->mask_complement;
    made.backend = o->backend;
    made.stream = o->stream;
    made.device_seconds = o->device_seconds;
    return made;
}

static mg_status multiply_graph(mg_context *context, const mg_graph *graph, const mg_spmv_options *o,
                                const product *without_matrix) {
    product p = *without_matrix;
    mg_storage matrix;
    mg_status status;
    mg__graph_begin_use(graph);
    MG_TRY(mg__graph_matrix_open(context, graph, o->transpose, &matrix));
    matrix.how = o;
    p.matrix = &matrix;
    status = multiply(context, &p, on_device(o, p.x, p.y) ? p.backend->kind : o->backend);
    mg__graph_matrix_close(&matrix);
out:
    mg__graph_end_use(context, graph);
    return status;
}

mg_status mg_spmm(mg_context *context, const mg_graph *graph, const mg_spmv_options *options, uint32_t k, const void *x,
                  void *y) {
    MG_STAGE(context, MG_STAGE_RUN);
    if (!context) {
        return MG_ERROR_INVALID;
    }
    const mg_spmv_options defaults = MG_SPMV_OPTIONS_INIT, *o = options ? options : &defaults;
    const mg_user_semiring user = {.element_size = o->element_size,
                                   .identity = o->identity,
                                   .add = o->add,
                                   .multiply = o->multiply,
                                   .data = o->data,
                                   .device_text = o->device_text};
    mg_status status;
    MG_TRY(check(context, graph, o, k, x, y));
    product p = {.options = options_of(o, &user), .k = k, .x = x, .y = y};
    MG_TRY(mg__backend_choose(context, o->backend, &p.backend));
    if (on_device(o, x, y) && !p.backend->owns) {
        return mg__fail(context, MG_ERROR_INVALID, "sparse matrix product: the backend %s cannot read device memory",
                        p.backend->name);
    }
    if (o->device_seconds) {
        *o->device_seconds = 0;
    }
    status = multiply_graph(context, graph, o, &p);
out:
    return status;
}

mg_status mg_spmv(mg_context *context, const mg_graph *graph, const mg_spmv_options *options, const void *x, void *y) {
    return mg_spmm(context, graph, options, 1, x, y);
}
