/* SPDX-License-Identifier: Apache-2.0
 *
 * matrix_edit.c: mg_matrix_edit: a new version of a matrix. HISPARSE shares the nodes without changes; other formats
 * are rebuilt from the edited CSR.
 */
#include "core/sparse/copy_value.h"
#include "core/sparse/matrix_changes.h"
#include "core/sparse/row_order.h"

#include <omp.h>
#include <string.h>

/* ---- the changes ---- */

static mg_status check_list(mg_context *context, const mg_matrix *matrix, const char *what, uint64_t count,
                            const uint32_t *rows, const uint32_t *columns) {
    if (count && (!rows || !columns)) {
        return mg__fail(context, MG_ERROR_INVALID, "mg_matrix_edit: no %s of the entries to %s",
                        rows ? "columns" : "rows", what);
    }
    for (uint64_t i = 0; i < count; i++) {
        if (rows[i] >= mg_matrix_rows(matrix) || columns[i] >= mg_matrix_columns(matrix)) {
            return mg__fail(context, MG_ERROR_INVALID,
                            "mg_matrix_edit: entry %llu to %s is (%u, %u) of a matrix of %llu rows and %llu columns",
                            (unsigned long long)i, what, rows[i], columns[i],
                            (unsigned long long)mg_matrix_rows(matrix), (unsigned long long)mg_matrix_columns(matrix));
        }
    }
    return MG_OK;
}

static mg_status check(mg_context *context, const mg_matrix *matrix, const mg_matrix_changes *c) {
    const char *wrong = NULL;
    mg_status status;
    if (c->size != sizeof *c) {
        wrong = "the size of the changes is wrong";
    } else if (matrix->factor != 1) {
        wrong = "the matrix is a view times a factor";
    } else if (c->set_count && !c->set_values == (matrix->storage->type != MG_TYPE_NONE)) {
        wrong = c->set_values ? "values for a pattern" : "no values of the entries to set";
    }
    if (wrong) {
        return mg__fail(context, MG_ERROR_INVALID, "mg_matrix_edit: %s", wrong);
    }
    MG_TRY(check_list(context, matrix, "remove", c->remove_count, c->remove_rows, c->remove_columns));
    status = check_list(context, matrix, "set", c->set_count, c->set_rows, c->set_columns);
out:
    return status;
}

static void copy_list(const mg_matrix *matrix, uint64_t count, const uint32_t *rows, const uint32_t *columns,
                      mg_matrix_arrays *to, uint64_t at) {
    uint32_t *const to_rows = (uint32_t *)to->row_indices, *const to_columns = (uint32_t *)to->column_indices;
    if (count) {
        memcpy(to_rows + at, matrix->transposed ? columns : rows, count * sizeof *rows);
        memcpy(to_columns + at, matrix->transposed ? rows : columns, count * sizeof *rows);
    }
}

/* The changes in the coordinates of the storage; removals come first, so that setting the same entry wins. */
static mg_status list_changes(mg_context *context, const mg_matrix *matrix, const mg_matrix_changes *c,
                              mg_matrix **list) {
    const uint64_t count = c->remove_count + c->set_count;
    uint32_t *rows = NULL, *columns = NULL;
    int64_t *numbers = NULL;
    mg_status status;
    MG_TRY(MG_ALLOC(context, rows, count, "changes of a matrix"));
    MG_TRY(MG_ALLOC(context, columns, count, "changes of a matrix"));
    MG_TRY(MG_ALLOC(context, numbers, count, "changes of a matrix"));
    mg_matrix_arrays arrays = {.rows = matrix->storage->rows,
                               .columns = matrix->storage->columns,
                               .nonzeros = count,
                               .row_indices = rows,
                               .column_indices = columns,
                               .values = numbers,
                               .type = MG_INT64};
    copy_list(matrix, c->remove_count, c->remove_rows, c->remove_columns, &arrays, 0);
    copy_list(matrix, c->set_count, c->set_rows, c->set_columns, &arrays, c->remove_count);
    for (uint64_t i = 0; i < count; i++) {
        numbers[i] = i < c->remove_count ? MG_CHANGE_REMOVE : (int64_t)(i - c->remove_count);
    }
    status = mg_matrix_create(context, &arrays, list);
out:
    mg__release(&context->memory, rows);
    mg__release(&context->memory, columns);
    mg__release(&context->memory, numbers);
    return status;
}

/* ---- CSR ---- */

typedef struct edit_rows {
    const mg_storage *old;
    const mg_change_list *changes;
    mg_row_order old_order, change_order;
} edit_rows;

static void append(const edit_rows *e, const mg_csr_rows *to, uint64_t at, uint32_t column, const void *values,
                   uint64_t i) {
    if (to->columns) {
        to->columns[at] = column;
        mg__copy_value(to->values, at, values, i, mg__type_size(e->old->type));
    }
}

/* Merges a row with its changes from place `at` on; returns the end. A row without changes stays in its order. */
static uint64_t merge_row(const void *merge, const mg_csr_rows *to, uint64_t row, uint64_t at) {
    const edit_rows *e = merge;
    const uint64_t *old_offsets = e->old->csr.offsets + row, *offsets = e->changes->numbers->csr.offsets + row;
    const uint64_t old_count = old_offsets[1] - old_offsets[0], count = offsets[1] - offsets[0];
    const int64_t *numbers = e->changes->numbers->csr.values;
    uint64_t i = 0;
    mg_ordered_row old = {.row = (uint32_t)row, .begin = *old_offsets, .columns = e->old->csr.columns + *old_offsets};
    mg_ordered_row changes = {0};
    if (count) {
        old = mg__ordered_row(&e->old_order, row);
        changes = mg__ordered_row(&e->change_order, row);
    }
    for (uint64_t c = 0; c < count; c++) {
        const uint32_t column = mg__ordered_column(&changes, c);
        if (c + 1 < count && mg__ordered_column(&changes, c + 1) == column) {
            continue; /* a later one counts */
        }
        for (; i < old_count && mg__ordered_column(&old, i) < column; i++) {
            append(e, to, at++, mg__ordered_column(&old, i), e->old->csr.values,
                   old.begin + mg__ordered_place(&old, i));
        }
        for (; i < old_count && mg__ordered_column(&old, i) == column; i++) {
        }
        const int64_t number = numbers[changes.begin + mg__ordered_place(&changes, c)];
        if (number != MG_CHANGE_REMOVE) {
            append(e, to, at++, column, e->changes->values, (uint64_t)number);
        }
    }
    for (; i < old_count; i++) {
        append(e, to, at++, mg__ordered_column(&old, i), e->old->csr.values, old.begin + mg__ordered_place(&old, i));
    }
    return at;
}

static mg_status edit_csr(mg_context *context, mg_storage *old, mg_storage *numbers, const mg_change_list *changes,
                          mg_storage **edited) {
    edit_rows e = {.old = old, .changes = changes};
    mg_status status;
    MG_TRY(mg__row_order_create(context, old, &e.old_order));
    MG_TRY(mg__row_order_create(context, numbers, &e.change_order));
    status = mg__merge_rows(context, merge_row, &e, old->rows, old->columns, old->type, edited);
out:
    mg__row_order_release(context, &e.old_order);
    mg__row_order_release(context, &e.change_order);
    return status;
}

/* ---- the operation ---- */

/* The storage as a matrix like another one, in its format and with its sizes. Takes over the reference. */
static mg_status adopt_in_format(mg_context *context, const mg_matrix *like, mg_storage *storage, mg_matrix **made) {
    const mg_storage *old = like->storage;
    mg_format_options options = old->options;
    mg_matrix *plain;
    mg_status status = mg__matrix_like(context, like, storage, &plain);
    if (status < 0 || old->format->id == MG_FORMAT_CSR) {
        *made = status < 0 ? *made : plain;
        return status;
    }
    options.size = sizeof options;
    status = mg_matrix_convert_with(context, plain, old->format->id, &options, made);
    mg_matrix_destroy(context, plain);
    return status;
}

static mg_status edit(mg_context *context, const mg_matrix *matrix, mg_storage *numbers, const mg_change_list *changes,
                      mg_matrix **edited) {
    mg_storage *const old = matrix->storage;
    mg_storage *csr, *made;
    mg_status status;
    if (old->format->id == MG_FORMAT_HISPARSE) {
        MG_TRY(mg__hisparse_edit(context, old, changes, &made));
        return mg__hisparse_wastes(made) ? adopt_in_format(context, matrix, made, edited)
                                         : mg__matrix_like(context, matrix, made, edited);
    }
    MG_TRY(mg__storage_csr(context, old, &csr));
    MG_TRY(edit_csr(context, csr, numbers, changes, &made));
    status = adopt_in_format(context, matrix, made, edited);
out:
    return status;
}

mg_status mg_matrix_edit(mg_context *context, const mg_matrix *matrix, const mg_matrix_changes *changes,
                         mg_matrix **edited) {
    mg_matrix *list = NULL;
    mg_status status;
    if (!context) {
        return MG_ERROR_INVALID;
    }
    if (!matrix || !changes || !edited) {
        return mg__fail(context, MG_ERROR_INVALID, "mg_matrix_edit: no %s",
                        !matrix    ? "matrix"
                        : !changes ? "changes"
                                   : "edited");
    }
    MG_TRY(check(context, matrix, changes));
    MG_TRY(list_changes(context, matrix, changes, &list));
    const mg_change_list all = {.numbers = list->storage, .values = changes->set_values};
    status = edit(context, matrix, list->storage, &all, edited);
out:
    mg_matrix_destroy(context, list);
    return status;
}
