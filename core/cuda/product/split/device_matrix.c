/* SPDX-License-Identifier: Apache-2.0 */
#include "core/cuda/product/split/device_matrix.h"

#include "core/cuda/product/split/split_items.h"

typedef struct device_matrix {
    mg_device_arrays arrays;
    mg_device_split split; /* without values */
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
    MG_TRY(mg__split_items(context, cuda, arrays, offsets, (const uint64_t *)offsets + 1, split));
out:
    return status;
}

mg_status mg__device_matrix(mg_context *context, mg_cuda *cuda, mg_storage *storage, mg_type type,
                            mg_device_split *matrix) {
    device_matrix *d = NULL;
    const mg_status status = mg__device_arrays(context, cuda, storage, type, sizeof *d, build, &d);
    if (status >= 0) {
        *matrix = d->split;
        matrix->values = type == MG_TYPE_NONE ? NULL : d->arrays.values[type];
    }
    return status;
}
