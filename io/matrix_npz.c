/* SPDX-License-Identifier: Apache-2.0
 *
 * matrix_npz.c: matrices from the archives of scipy.sparse.save_npz: csr, csc or coo, of integers, bool or
 * floating-point numbers.
 */
#include "io/edge_text.h"
#include "io/npz.h"

#include <inttypes.h>

/* The type that holds all values of a member; bool is INT32 here. */
static mg_type type_of(const mg_npy_field *field) {
    return field->kind == 'f'                                             ? (field->size == 4 ? MG_FLOAT32 : MG_FLOAT64)
           : field->size == 8 || (field->kind == 'u' && field->size == 4) ? MG_INT64
                                                                          : MG_INT32;
}

static bool all_true(const mg_npy *data, uint64_t count) {
    uint64_t at = 0;
    while (at < count && data->data[at]) {
        at++;
    }
    return at == count;
}

/* Copies the values as `type`, which holds them all but unsigned ones of 2^63 and more. */
static mg_status take_values(const mg_npz *npz, mg_type type, void *values) {
    const mg_npy *data = &npz->arrays[MG_NPZ_DATA];
    const mg_npy_field *field = &data->fields[0];
    uint64_t wrong = UINT64_MAX;
#pragma omp parallel for num_threads(npz->context->threads) schedule(static) reduction(min : wrong)
    for (uint64_t i = 0; i < npz->entries; i++) {
        if (field->kind == 'f') {
            const double value = mg__npy_double(data, field, i);
            if (type == MG_FLOAT32) {
                ((float *)values)[i] = (float)value;
            } else {
                ((double *)values)[i] = value;
            }
            continue;
        }
        const mg_number number = mg__npy_number(data, field, i);
        if (type == MG_INT32) {
            ((int32_t *)values)[i] = field->kind == 'b' ? number.whole != 0 : (int32_t)number.whole;
        } else {
            ((int64_t *)values)[i] = number.whole;
            wrong = field->kind == 'u' && number.whole < 0 && i < wrong ? i : wrong;
        }
    }
    return wrong == UINT64_MAX
               ? MG_OK
               : mg__fail(npz->context, MG_ERROR_RANGE, "%s/data.npy: element %" PRIu64 " is larger than 2^63 - 1",
                          npz->input->path, wrong);
}

static mg_status take_indices(const mg_npz *npz, mg_npz_part part, uint64_t limit, uint32_t *indices) {
    const mg_npy *array = &npz->arrays[part];
    uint64_t wrong = UINT64_MAX, value;
#pragma omp parallel for num_threads(npz->context->threads) schedule(static) reduction(min : wrong) private(value)
    for (uint64_t i = 0; i < npz->entries; i++) {
        if (mg__npy_unsigned(array, &array->fields[0], i, &value) && value < limit) {
            indices[i] = (uint32_t)value;
        } else if (i < wrong) {
            wrong = i;
        }
    }
    return wrong == UINT64_MAX ? MG_OK : mg__npz_index(npz, part, wrong, 0, limit - 1, &value);
}

static mg_status take_offsets(const mg_npz *npz, uint64_t count, uint64_t *offsets) {
    mg_status status = MG_OK;
    offsets[0] = 0;
    for (uint64_t v = 0; v < count; v++) {
        MG_TRY(mg__npz_row_end(npz, v, offsets[v], &offsets[v + 1]));
    }
out:
    return status;
}

/* The column of each entry of a csc matrix. */
static void expand(const uint64_t *offsets, uint64_t columns, uint32_t *column_indices) {
    for (uint64_t c = 0; c < columns; c++) {
        for (uint64_t e = offsets[c]; e < offsets[c + 1]; e++) {
            column_indices[e] = (uint32_t)c;
        }
    }
}

/* Arrays in memory of the context. */
typedef struct arrays {
    uint64_t *offsets;
    uint32_t *rows, *columns;
    void *values;
} arrays;

static mg_status take_places(const mg_npz *npz, arrays *a) {
    const bool csr = strcmp(npz->format, "csr") == 0, coo = strcmp(npz->format, "coo") == 0;
    const uint64_t room = npz->entries ? npz->entries : 1;
    mg_status status;
    MG_TRY(MG_ALLOC(npz->context, a->columns, room, "reading"));
    if (!csr) { /* whose offsets show that so many rows are meant */
        const mg_graph_options options = MG_GRAPH_OPTIONS_INIT;
        MG_TRY(mg__check_vertices(npz->context, npz->input, &options, npz->rows, npz->entries));
        MG_TRY(MG_ALLOC(npz->context, a->rows, room, "reading"));
        MG_TRY(take_indices(npz, coo ? MG_NPZ_ROW : MG_NPZ_INDICES, npz->rows, a->rows));
    }
    if (coo) {
        MG_TRY(take_indices(npz, MG_NPZ_COL, npz->columns, a->columns));
        goto out;
    }
    const uint64_t count = csr ? npz->rows : npz->columns;
    MG_TRY(MG_ALLOC(npz->context, a->offsets, count + 1, "reading"));
    MG_TRY(take_offsets(npz, count, a->offsets));
    if (csr) {
        status = take_indices(npz, MG_NPZ_INDICES, npz->columns, a->columns);
    } else {
        expand(a->offsets, count, a->columns);
    }
out:
    return status;
}

static mg_status make_matrix(const mg_npz *npz, arrays *a, mg_matrix **matrix) {
    const mg_npy *data = &npz->arrays[MG_NPZ_DATA];
    const bool ones = data->fields[0].kind == 'b' && all_true(data, npz->entries);
    const mg_type type = ones ? MG_TYPE_NONE : type_of(&data->fields[0]);
    mg_status status;
    MG_TRY(take_places(npz, a));
    if (!ones) {
        const size_t size = mg__type_size(type);
        char *values;
        MG_TRY(MG_ALLOC(npz->context, values, (npz->entries ? npz->entries : 1) * size, "reading"));
        a->values = values;
        MG_TRY(take_values(npz, type, a->values));
    }
    const mg_matrix_arrays form = {.rows = npz->rows,
                                   .columns = npz->columns,
                                   .nonzeros = npz->entries,
                                   .row_offsets = a->rows ? NULL : a->offsets,
                                   .row_indices = a->rows,
                                   .column_indices = a->columns,
                                   .values = a->values,
                                   .type = type};
    status = mg_matrix_create(npz->context, &form, matrix);
out:
    return status;
}

mg_status mg__matrix_from_npz(mg_context *context, mg_input *input, mg_matrix **matrix) {
    mg_npz npz;
    arrays a = {0};
    mg_status status;
    MG_TRY(mg__npz_open(context, input, &npz));
    MG_TRY(mg__npz_matrix(&npz));
    status = make_matrix(&npz, &a, matrix);
out:
    mg__release(&context->memory, a.offsets);
    mg__release(&context->memory, a.rows);
    mg__release(&context->memory, a.columns);
    mg__release(&context->memory, a.values);
    mg__npz_close(&npz);
    return status;
}
