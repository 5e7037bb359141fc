/* SPDX-License-Identifier: Apache-2.0 */
#include "core/cuda/product/split/device_matrix.h"

#include "core/cuda/graph/device_graph.h"
#include "core/cuda/product/device_arrays.h"
#include "core/cuda/product/split/split_items.h"

typedef struct device_matrix {
    mg_device_arrays arrays;
    mg_device_split split; /* without values */
    const uint64_t *offsets;
} device_matrix;

static mg_status build(mg_context *context, mg_cuda *cuda, mg_storage *storage, mg_device_arrays *arrays) {
    mg_status status = MG_OK;
    mg_device_split *const split = &((device_matrix *)arrays)->split;
    const void *offsets = NULL, *columns = NULL;
    MG_TRY(
        mg__device_upload(context, cuda, arrays, storage->csr.offsets, storage->rows + 1, sizeof(uint64_t), &offsets));
    MG_TRY(
        mg__device_upload(context, cuda, arrays, storage->csr.columns, storage->nonzeros, sizeof(uint32_t), &columns));
    split->rows = (uint32_t)storage->rows;
    split->columns = (uint32_t)storage->columns;
    split->column = columns;
    ((device_matrix *)arrays)->offsets = offsets;
    MG_TRY(mg__device_clock_start(context, cuda));
    MG_TRY(mg__split_items(context, cuda, offsets, (const uint64_t *)offsets + 1, storage->nonzeros,
                           mg__device_place(arrays), split));
out:
    return status;
}

/* The graph's arrays on the device, which runs read, too. */
static mg_status of_graph(mg_context *context, mg_cuda *cuda, const mg_storage *storage, mg_type type,
                          mg_device_split *matrix) {
    const mg_graph *const graph = storage->graph;
    const mg_device_need need = {.in = storage->incoming, .weights = type};
    mg_device_graph *g = NULL;
    mg_status status;
    MG_TRY(mg__device_graph(context, cuda, graph, &need, &g));
    MG_TRY(mg__device_items(context, cuda, graph, storage->incoming, storage->csr.offsets, matrix));
    matrix->values = mg__device_side(graph, g, storage->incoming, type).weights;
out:
    return status;
}

mg_status mg__device_matrix(mg_context *context, mg_cuda *cuda, mg_storage *storage, mg_type type,
                            mg_device_split *matrix) {
    device_matrix *d = NULL;
    if (storage->graph) {
        return of_graph(context, cuda, storage, type, matrix);
    }
    const mg_status status = mg__device_arrays(context, cuda, storage, type, sizeof *d, build, &d);
    if (status >= 0) {
        *matrix = d->split;
        matrix->values = type == MG_TYPE_NONE ? NULL : d->arrays.values[type];
    }
    return status;
}

mg_status mg__device_rows(mg_context *context, mg_cuda *cuda, mg_storage *storage, mg_type type, mg_device_rows *rows) {
    const uint64_t bytes = (storage->rows + 1) * sizeof *rows->offsets;
    mg_device_split split;
    mg_status status;
    *rows = (mg_device_rows){.offsets = NULL};
    MG_TRY(mg__device_matrix(context, cuda, storage, type, &split));
    rows->columns = split.column;
    rows->values = split.values;
    if (storage->graph) {
        MG_TRY(mg__cuda_get(context, cuda, &rows->uploaded, bytes, "a matrix"));
        MG_TRY(mg__cuda_upload(context, cuda, rows->uploaded, storage->csr.offsets, bytes));
        rows->offsets = rows->uploaded;
    } else {
        rows->offsets = ((const device_matrix *)storage->device)->offsets;
    }
out:
    return status;
}
