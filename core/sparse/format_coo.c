/* SPDX-License-Identifier: Apache-2.0
 *
 * format_coo.c: coordinates: the row and the column of each nonzero, sorted by row.
 */
#include "core/sparse/formats.h"

#include <string.h>

static void release(mg_storage *storage) {
    mg_coo *coo = storage->layout;
    mg__release(&storage->memory, coo->rows);
    mg__release(&storage->memory, coo->columns);
    mg__release(&storage->memory, coo->values);
    mg__release(&storage->memory, coo);
}

static mg_status build(mg_context *context, mg_storage *from, mg_storage *to) {
    const mg_csr_rows *csr = &from->csr;
    const size_t size = mg__type_size(from->type);
    mg_coo *coo;
    mg_status status;
    MG_TRY(MG_ALLOC(context, coo, 1, "format coo"));
    *coo = (mg_coo){0};
    to->layout = coo;
    MG_TRY(MG_ALLOC(context, coo->rows, from->nonzeros, "rows of format coo"));
    MG_TRY(MG_ALLOC(context, coo->columns, from->nonzeros, "columns of format coo"));
    if (size) {
        MG_TRY(mg__alloc(context, &coo->values, from->nonzeros, size, "values of format coo"));
    }
#pragma omp parallel for num_threads(context->threads) schedule(guided, 1024)
    for (uint64_t row = 0; row < from->rows; row++) {
        const uint64_t begin = csr->offsets[row], count = csr->offsets[row + 1] - begin;
        for (uint64_t e = begin; e < begin + count; e++) {
            coo->rows[e] = (uint32_t)row;
            coo->columns[e] = csr->columns[e];
        }
        if (size && count) {
            memcpy((char *)coo->values + begin * size, (const char *)csr->values + begin * size, count * size);
        }
    }
out:
    return status;
}

static mg_status decode(mg_context *context, const mg_storage *storage, const mg_csr_rows *csr) {
    const mg_coo *coo = storage->layout;
    const size_t size = mg__type_size(storage->type);
    (void)context;
    uint64_t e = 0;
    for (uint64_t row = 0; row <= storage->rows; row++) {
        while (e < storage->nonzeros && coo->rows[e] < row) {
            e++;
        }
        csr->offsets[row] = e;
    }
    if (storage->nonzeros) {
        memcpy(csr->columns, coo->columns, storage->nonzeros * sizeof *coo->columns);
        if (size) {
            memcpy(csr->values, coo->values, storage->nonzeros * size);
        }
    }
    return MG_OK;
}

static const void *values(const mg_storage *storage, uint64_t *count) {
    *count = storage->nonzeros;
    return ((const mg_coo *)storage->layout)->values;
}

static void arrays(const mg_storage *storage, mg_matrix_statistics *statistics) {
    const mg_coo *coo = storage->layout;
    mg__list_array(statistics, "rows", storage->nonzeros, sizeof *coo->rows);
    mg__list_array(statistics, "columns", storage->nonzeros, sizeof *coo->columns);
    mg__list_array(statistics, "values", storage->nonzeros, mg__type_size(storage->type));
}

static uint64_t predicted_bytes(const mg_matrix_shape *shape) {
    return shape->nonzeros * (2 * sizeof(uint32_t) + shape->value_size);
}

static uint64_t units(const mg_storage *storage) {
    return storage->nonzeros;
}

const mg_format mg__format_coo = {
    .id = MG_FORMAT_COO,
    .name = "coo",
    .summary = "row and column of each nonzero, sorted by row",
    .unit = "nonzeros",
    .operations = {[MG_BACKEND_CPU] = MG_OPERATION_SPMM | MG_OPERATION_SDDMM},
    .build = build,
    .decode = decode,
    .values = values,
    .release = release,
    .arrays = arrays,
    .predicted_bytes = predicted_bytes,
    .units = units,
};
