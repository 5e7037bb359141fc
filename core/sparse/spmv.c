/* SPDX-License-Identifier: Apache-2.0
 *
 * spmv.c: mg_spmv and mg_spmm: check the arguments and call the backend.
 */
#include "core/engine/backend.h"
#include "core/graph/graph_cache.h"

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

typedef mg_status (*product_fn)(mg_context *context, const mg_backend *backend, const mg_graph *graph,
                                const mg_spmv_options *options, uint32_t k, const void *x, void *y);

static mg_status one_vector(mg_context *context, const mg_backend *backend, const mg_graph *graph,
                            const mg_spmv_options *options, uint32_t k, const void *x, void *y) {
    (void)k;
    return backend->spmv(context, graph, options, x, y);
}

static mg_status many_vectors(mg_context *context, const mg_backend *backend, const mg_graph *graph,
                              const mg_spmv_options *options, uint32_t k, const void *x, void *y) {
    return backend->spmm(context, graph, options, k, x, y);
}

/* In mode auto the next backend takes what one cannot compute or hold. A backend that fails so has not written y. */
static mg_status multiply(mg_context *context, const mg_graph *graph, const mg_spmv_options *o, product_fn product,
                          uint32_t k, const void *x, void *y) {
    const mg_backend *backend;
    mg_status status;
    MG_TRY(check(context, graph, o, k, x, y));
    MG_TRY(mg__backend_choose(context, o->backend, &backend));
    const bool device = on_device(o, x, y);
    const bool may_fall_back = o->backend == MG_BACKEND_AUTO && !device;
    if (device && !backend->owns) {
        return mg__fail(context, MG_ERROR_INVALID, "sparse matrix product: the backend %s cannot read device memory",
                        backend->name);
    }
    mg__graph_begin_use(graph);
    if (o->device_seconds) {
        *o->device_seconds = 0;
    }
    for (;;) {
        status = product(context, backend, graph, o, k, x, y);
        const bool cannot = status == MG_ERROR_UNSUPPORTED || status == MG_ERROR_MEMORY;
        const mg_backend *next =
            cannot && may_fall_back && backend->falls_back ? mg__backend_after(context, backend) : NULL;
        if (!next) {
            break;
        }
        mg__log(context, MG_LOG_INFO, "on the backend %s instead: %s", next->name, mg_context_error(context));
        backend = next;
    }
    mg__graph_end_use(context, graph);
out:
    return status;
}

mg_status mg_spmv(mg_context *context, const mg_graph *graph, const mg_spmv_options *options, const void *x, void *y) {
    if (!context) {
        return MG_ERROR_INVALID;
    }
    const mg_spmv_options defaults = MG_SPMV_OPTIONS_INIT;
    return multiply(context, graph, options ? options : &defaults, one_vector, 1, x, y);
}

mg_status mg_spmm(mg_context *context, const mg_graph *graph, const mg_spmv_options *options, uint32_t k, const void *x,
                  void *y) {
    if (!context) {
        return MG_ERROR_INVALID;
    }
    const mg_spmv_options defaults = MG_SPMV_OPTIONS_INIT;
    return multiply(context, graph, options ? options : &defaults, many_vectors, k, x, y);
}
