/* SPDX-License-Identifier: Apache-2.0
 *
 * matrix_create.c: mg_matrix_create: checks the arrays of a CSR or COO, in host or device memory, and copies them.
 */
#include "core/engine/backend.h"
#include "core/graph/graph_build.h"
#include "core/sparse/formats.h"
#include "core/stage_clock.h"

#include <string.h>

static bool is_value_type(mg_type type) {
    return type == MG_TYPE_NONE || type == MG_INT32 || type == MG_INT64 || type == MG_FLOAT32 || type == MG_FLOAT64;
}

static mg_status check_form(mg_context *context, const mg_matrix_arrays *a) {
    const char *wrong = NULL;
    if (!is_value_type(a->type)) {
        wrong = "values must be none, int32, int64, float32 or float64";
    } else if (!a->row_offsets == !a->row_indices) {
        wrong = a->row_offsets ? "both row_offsets and row_indices are given" : "neither row_offsets nor row_indices";
    } else if (a->nonzeros && !a->column_indices) {
        wrong = "no column_indices";
    } else if (a->type == MG_TYPE_NONE ? a->values != NULL : a->nonzeros && !a->values) {
        wrong = a->values ? "values without a type" : "a type without values";
    }
    if (wrong) {
        return mg__fail(context, MG_ERROR_INVALID, "mg_matrix_create: %s", wrong);
    }
    if (a->rows >= MG_NONE || a->columns >= MG_NONE) {
        return mg__fail(context, MG_ERROR_RANGE, "mg_matrix_create: %llu %s; at most 4294967294 are supported",
                        (unsigned long long)(a->rows >= MG_NONE ? a->rows : a->columns),
                        a->rows >= MG_NONE ? "rows" : "columns");
    }
    return MG_OK;
}

static mg_status check_offsets(mg_context *context, const mg_matrix_arrays *a) {
    if (a->row_offsets[0] != 0) {
        return mg__fail(context, MG_ERROR_INVALID, "mg_matrix_create: row_offsets begin with %llu, expected 0",
                        (unsigned long long)a->row_offsets[0]);
    }
    for (uint64_t row = 0; row < a->rows; row++) {
        if (a->row_offsets[row + 1] < a->row_offsets[row]) {
            return mg__fail(context, MG_ERROR_INVALID, "mg_matrix_create: row_offsets decrease at row %llu",
                            (unsigned long long)row);
        }
    }
    if (a->row_offsets[a->rows] != a->nonzeros) {
        return mg__fail(context, MG_ERROR_INVALID,
                        "mg_matrix_create: row_offsets end with %llu, expected the number of nonzeros, %llu",
                        (unsigned long long)a->row_offsets[a->rows], (unsigned long long)a->nonzeros);
    }
    return MG_OK;
}

static mg_status check_indices(mg_context *context, const char *what, const uint32_t *indices, uint64_t count,
                               uint64_t limit) {
    uint64_t wrong = UINT64_MAX;
#pragma omp parallel for num_threads(context->threads) schedule(static) reduction(min : wrong)
    for (uint64_t i = 0; i < count; i++) {
        wrong = indices[i] >= limit && i < wrong ? i : wrong;
    }
    return wrong == UINT64_MAX
               ? MG_OK
               : mg__fail(context, MG_ERROR_INVALID, "mg_matrix_create: %s %u at %llu of a matrix of %llu %ss", what,
                          indices[wrong], (unsigned long long)wrong, (unsigned long long)limit, what);
}

static mg_status check(mg_context *context, const mg_matrix_arrays *a) {
    mg_status status;
    if (a->row_offsets) {
        MG_TRY(check_offsets(context, a));
    } else {
        MG_TRY(check_indices(context, "row", a->row_indices, a->nonzeros, a->rows));
    }
    status = check_indices(context, "column", a->column_indices, a->nonzeros, a->columns);
out:
    return status;
}

/* Copies of arrays that are in device memory. */
typedef struct fetched {
    void *copies[4];
    uint32_t count;
} fetched;

/* Replaces *array by a copy in host memory if it is on a device. */
static mg_status fetch(mg_context *context, fetched *f, const void **array, uint64_t count, size_t size) {
    void **const copy = &f->copies[f->count];
    const mg_status status = mg__copy_to_host(context, array, count, size, "arrays of a matrix", copy);
    f->count += *copy != NULL;
    return status;
}

static mg_status fetch_arrays(mg_context *context, fetched *f, mg_matrix_arrays *a) {
    mg_status status;
    MG_TRY(fetch(context, f, (const void **)&a->row_offsets, a->rows + 1, sizeof *a->row_offsets));
    MG_TRY(fetch(context, f, (const void **)&a->row_indices, a->nonzeros, sizeof *a->row_indices));
    MG_TRY(fetch(context, f, (const void **)&a->column_indices, a->nonzeros, sizeof *a->column_indices));
    status = fetch(context, f, &a->values, a->nonzeros, mg__type_size(a->type));
out:
    return status;
}

static mg_status copy_csr(mg_context *context, const mg_matrix_arrays *a, mg_storage *storage) {
    const mg_status status = mg__storage_allocate_csr(context, storage);
    if (status < 0) {
        return status;
    }
    memcpy(storage->csr.offsets, a->row_offsets, (a->rows + 1) * sizeof *a->row_offsets);
    if (a->nonzeros) {
        memcpy(storage->csr.columns, a->column_indices, a->nonzeros * sizeof *a->column_indices);
        if (storage->csr.values) {
            memcpy(storage->csr.values, a->values, a->nonzeros * mg__type_size(a->type));
        }
    }
    return MG_OK;
}

static void load_coo(const mg_arc_list *arcs, uint64_t begin, uint32_t count, mg_vertex *from, mg_vertex *to,
                     void *values) {
    const mg_matrix_arrays *a = arcs->data;
    memcpy(from, a->row_indices + begin, count * sizeof *from);
    memcpy(to, a->column_indices + begin, count * sizeof *to);
    if (values) {
        const size_t size = mg__type_size(a->type);
        memcpy(values, (const char *)a->values + begin * size, count * size);
    }
}

static mg_status sort_coo(mg_context *context, const mg_matrix_arrays *a, mg_storage *storage) {
    const mg_arc_list arcs = {.count = a->nonzeros, .weight_type = a->type, .load = load_coo, .data = a};
    mg_csr csr;
    const mg_status status = mg__csr_build(context, (mg_vertex)a->rows, &arcs, &csr);
    if (status >= 0) {
        storage->csr = (mg_csr_rows){.offsets = csr.offsets, .columns = csr.neighbours, .values = csr.weights};
    }
    return status;
}

mg_status mg_matrix_create(mg_context *context, const mg_matrix_arrays *arrays, mg_matrix **matrix) {
    MG_STAGE(context, MG_STAGE_ROWS);
    if (!context) {
        return MG_ERROR_INVALID;
    }
    if (!arrays || !matrix) {
        return mg__fail(context, MG_ERROR_INVALID, "mg_matrix_create: no %s", arrays ? "matrix" : "arrays");
    }
    mg_storage *storage = NULL, *whole;
    mg_matrix_arrays a = *arrays;
    fetched copies = {.count = 0};
    mg_status status;
    MG_TRY(check_form(context, &a));
    MG_TRY(fetch_arrays(context, &copies, &a));
    MG_TRY(check(context, &a));
    MG_TRY(mg__storage_create(context, &mg__format_csr, a.rows, a.columns, a.nonzeros, a.type, &storage));
    MG_TRY((a.row_offsets ? copy_csr : sort_coo)(context, &a, storage));
    whole = storage;
    storage = NULL;
    status = mg__matrix_adopt(context, whole, matrix);
out:
    for (uint32_t i = 0; i < copies.count; i++) {
        mg__release(&context->memory, copies.copies[i]);
    }
    mg__storage_release(context, storage);
    return status;
}
