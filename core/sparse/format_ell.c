/* SPDX-License-Identifier: Apache-2.0
 *
 * format_ell.c: ELLPACK: every row padded to the length of the longest. Padding is a column that no matrix has, so that
 * it is right in every semiring.
 */
#include "core/sparse/formats.h"

#include <string.h>

/* More bytes than this multiple of the CSR are refused. */
#define MOST_OF_CSR 4

static void release(mg_storage *storage) {
    mg_ell *ell = storage->layout;
    mg__release(&storage->memory, ell->columns);
    mg__release(&storage->memory, ell->values);
    mg__release(&storage->memory, ell);
}

static uint64_t predicted_bytes(const mg_matrix_shape *shape) {
    return shape->rows * shape->longest * (sizeof(uint32_t) + shape->value_size);
}

static inline void copy_value(void *to, uint64_t i, const void *from, uint64_t j, size_t size) {
    if (size == 4) {
        ((uint32_t *)to)[i] = ((const uint32_t *)from)[j];
    } else if (size == 8) {
        ((uint64_t *)to)[i] = ((const uint64_t *)from)[j];
    }
}

static inline void clear_value(void *values, uint64_t i, size_t size) {
    const uint64_t zero = 0;
    copy_value(values, i, &zero, 0, size);
}

static void fill_row(const mg_storage *from, const mg_ell *ell, uint64_t row, size_t size) {
    const uint64_t begin = from->csr.offsets[row], count = from->csr.offsets[row + 1] - begin;
    for (uint64_t slot = 0; slot < ell->width; slot++) {
        const uint64_t at = slot * from->rows + row;
        if (slot < count) {
            ell->columns[at] = from->csr.columns[begin + slot];
            copy_value(ell->values, at, from->csr.values, begin + slot, size);
        } else {
            ell->columns[at] = MG_ELL_PADDING;
            clear_value(ell->values, at, size);
        }
    }
}

static mg_status build(mg_context *context, mg_storage *from, mg_storage *to) {
    const size_t size = mg__type_size(from->type);
    const mg_matrix_shape shape = mg__storage_shape(context, from);
    mg_ell *ell;
    mg_status status;
    const uint64_t needed = predicted_bytes(&shape), csr = mg__format_csr.predicted_bytes(&shape);
    if (shape.longest && (needed / shape.longest < shape.rows || needed / MOST_OF_CSR > csr)) {
        return mg__fail(context, MG_ERROR_UNSUPPORTED,
                        "format ell: the longest row has %llu nonzeros, the mean row %.1f: all rows padded to the "
                        "longest need more than %d times the bytes of csr",
                        (unsigned long long)shape.longest, (double)shape.nonzeros / (double)shape.rows, MOST_OF_CSR);
    }
    MG_TRY(MG_ALLOC(context, ell, 1, "format ell"));
    *ell = (mg_ell){.width = shape.longest};
    to->layout = ell;
    MG_TRY(MG_ALLOC(context, ell->columns, shape.rows * ell->width, "columns of format ell"));
    if (size) {
        MG_TRY(mg__alloc(context, &ell->values, shape.rows * ell->width, size, "values of format ell"));
    }
#pragma omp parallel for num_threads(context->threads) schedule(static)
    for (uint64_t row = 0; row < from->rows; row++) {
        fill_row(from, ell, row, size);
    }
out:
    return status;
}

static mg_status decode(mg_context *context, const mg_storage *storage, const mg_csr_rows *csr) {
    const mg_ell *ell = storage->layout;
    const size_t size = mg__type_size(storage->type);
    (void)context;
    uint64_t e = 0;
    for (uint64_t row = 0; row < storage->rows; row++) {
        csr->offsets[row] = e;
        for (uint64_t slot = 0; slot < ell->width; slot++) {
            const uint64_t at = slot * storage->rows + row;
            if (ell->columns[at] == MG_ELL_PADDING) {
                break;
            }
            csr->columns[e] = ell->columns[at];
            copy_value(csr->values, e++, ell->values, at, size);
        }
    }
    csr->offsets[storage->rows] = e;
    return MG_OK;
}

static uint64_t slots(const mg_storage *storage) {
    return storage->rows * ((const mg_ell *)storage->layout)->width;
}

static const void *values(const mg_storage *storage, uint64_t *count) {
    *count = slots(storage);
    return ((const mg_ell *)storage->layout)->values;
}

static void arrays(const mg_storage *storage, mg_matrix_statistics *statistics) {
    mg__list_array(statistics, "columns", slots(storage), sizeof(uint32_t));
    mg__list_array(statistics, "values", slots(storage), mg__type_size(storage->type));
}

static uint64_t units(const mg_storage *storage) {
    return storage->rows;
}

static uint64_t padding(const mg_storage *storage) {
    return slots(storage) - storage->nonzeros;
}

const mg_format mg__format_ell = {
    .id = MG_FORMAT_ELL,
    .name = "ell",
    .summary = "every row padded to the length of the longest",
    .unit = "rows",
    .operations = {[MG_BACKEND_CPU] = MG_OPERATION_SPMM},
    .build = build,
    .decode = decode,
    .values = values,
    .release = release,
    .arrays = arrays,
    .predicted_bytes = predicted_bytes,
    .units = units,
    .padding = padding,
};
