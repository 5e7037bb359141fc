/* SPDX-License-Identifier: Apache-2.0 */
#include "core/cuda/product/split/device_matrix.h"

#include "core/cuda/graph/device_graph.h"
#include "core/cuda/product/split/split_items.h"

typedef struct device_matrix {
    mg_allocator memory;
    int ordinal;
    mg_device_split split; /* without values */
    uint64_t *offsets;
    uint32_t *columns;
    void *items; /* one block: items, slot_row, split_row, split_slot */
    void *values[MG_OTHER];
} device_matrix;

static void release(mg_context *context, void *device) {
    device_matrix *const d = device;
    const mg_allocator memory = d->memory;
    (void)context;
    cudaSetDevice(d->ordinal);
    cudaFree(d->offsets);
    cudaFree(d->columns);
    cudaFree(d->items);
    for (int type = 0; type < MG_OTHER; type++) {
        cudaFree(d->values[type]);
    }
    mg__release(&memory, d);
}

/* Uploads an array; the elements behind it, which vector loads may read, are 0. */
static mg_status upload_padded(mg_context *context, mg_cuda *cuda, const void *from, uint64_t count, size_t size,
                               void **to) {
    mg_status status = MG_OK;
    void *block = NULL;
    MG_TRY(mg__cuda_keep(context, &block, (count + MG_SPLIT_PAD) * size, "a matrix"));
    MG_CUDA_TRY(context, cudaMemsetAsync((char *)block + count * size, 0, MG_SPLIT_PAD * size, cuda->stream),
                "a matrix");
    if (count) {
        MG_TRY(mg__cuda_upload(context, cuda, block, from, count * size));
    }
    *to = block;
    block = NULL;
out:
    cudaFree(block);
    return status;
}

static mg_status build(mg_context *context, mg_cuda *cuda, const mg_storage *storage, device_matrix **built) {
    mg_status status = MG_OK;
    device_matrix *d = NULL;
    MG_TRY(MG_ALLOC_ZEROED(context, d, 1, "the matrix on the device"));
    d->memory = context->memory;
    d->ordinal = cuda->ordinal;
    MG_TRY(upload_padded(context, cuda, storage->csr.offsets, storage->rows + 1, sizeof *d->offsets,
                         (void **)&d->offsets));
    MG_TRY(upload_padded(context, cuda, storage->csr.columns, storage->nonzeros, sizeof *d->columns,
                         (void **)&d->columns));
    d->split.rows = (uint32_t)storage->rows;
    d->split.columns = (uint32_t)storage->columns;
    d->split.column = d->columns;
    MG_TRY(mg__split_items(context, cuda, d->offsets, &d->items, &d->split));
    *built = d;
    d = NULL;
out:
    if (d) {
        release(context, d);
    }
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
    mg_status status = MG_OK;
    if (storage->graph) {
        return of_graph(context, cuda, storage, type, matrix);
    }
    pthread_mutex_lock(&storage->device_lock);
    device_matrix *d = storage->device;
    if (!d) {
        MG_TRY(build(context, cuda, storage, &d));
        storage->device = d;
        storage->device_release = release;
    }
    if (type != MG_TYPE_NONE && !d->values[type]) {
        const void *values = NULL;
        MG_TRY(mg__storage_values(context, storage, type, &values));
        if (values) {
            MG_TRY(upload_padded(context, cuda, values, storage->nonzeros, mg__type_size(type), &d->values[type]));
        }
    }
    *matrix = d->split;
    matrix->values = type == MG_TYPE_NONE ? NULL : d->values[type];
out:
    pthread_mutex_unlock(&storage->device_lock);
    return status;
}
