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

static void begin(const mg_graph *graph, const mg_spmv_options *options) {
    mg__graph_begin_use(graph);
    if (options->device_seconds) {
        *options->device_seconds = 0;
    }
}

mg_status mg_spmv(mg_context *context, const mg_graph *graph, const mg_spmv_options *options, const void *x, void *y) {
    if (!context) {
        return MG_ERROR_INVALID;
    }
    const mg_spmv_options defaults = MG_SPMV_OPTIONS_INIT;
    const mg_spmv_options *o = options ? options : &defaults;
    const mg_backend *backend;
    mg_status status;
    MG_TRY(check(context, graph, o, 1, x, y));
    MG_TRY(mg__backend_choose(context, o->backend, &backend));
    begin(graph, o);
    status = backend->spmv(context, graph, o, x, y);
    mg__graph_end_use(context, graph);
out:
    return status;
}

mg_status mg_spmm(mg_context *context, const mg_graph *graph, const mg_spmv_options *options, uint32_t k, const void *x,
                  void *y) {
    if (!context) {
        return MG_ERROR_INVALID;
    }
    const mg_spmv_options defaults = MG_SPMV_OPTIONS_INIT;
    const mg_spmv_options *o = options ? options : &defaults;
    const mg_backend *backend;
    mg_status status;
    MG_TRY(check(context, graph, o, k, x, y));
    MG_TRY(mg__backend_choose(context, o->backend, &backend));
    begin(graph, o);
    status = backend->spmm(context, graph, o, k, x, y);
    mg__graph_end_use(context, graph);
out:
    return status;
}
