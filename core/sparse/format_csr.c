/* SPDX-License-Identifier: Apache-2.0
 *
 * format_csr.c: compressed sparse rows, the format that every other one is built of and decoded into.
 */
#include "core/sparse/formats.h"

static uint64_t csr_bytes(const mg_matrix_shape *shape) {
    return (shape->rows + 1) * sizeof(uint64_t) + shape->nonzeros * (sizeof(uint32_t) + shape->value_size);
}

/* Matrices are immutable: the arrays are shared. */
static mg_status build(mg_context *context, mg_storage *from, mg_storage *to) {
    (void)context;
    to->csr = from->csr;
    to->base = mg__storage_retain(from);
    return MG_OK;
}

static void arrays(const mg_storage *storage, mg_matrix_statistics *statistics) {
    mg__list_array(statistics, "row_offsets", storage->rows + 1, sizeof *storage->csr.offsets);
    mg__list_array(statistics, "columns", storage->nonzeros, sizeof *storage->csr.columns);
    mg__list_array(statistics, "values", storage->nonzeros, mg__type_size(storage->type));
}

static uint64_t units(const mg_storage *storage) {
    return storage->rows;
}

const mg_format mg__format_csr = {
    .id = MG_FORMAT_CSR,
    .name = "csr",
    .summary = "compressed sparse rows",
    .unit = "rows",
    .operations = {[MG_BACKEND_CPU] = MG_OPERATION_ALL, [MG_BACKEND_CUDA] = MG_OPERATION_ALL},
    .build = build,
    .arrays = arrays,
    .predicted_bytes = csr_bytes,
    .units = units,
};
