/* SPDX-License-Identifier: Apache-2.0
 *
 * matrix_add.c: mg_matrix_add: two HISPARSE matrices are added leaf by leaf, others row by row as CSR, or by a GPU.
 */
#include "core/engine/backend.h"
#include "core/sparse/matrix_sum.h"
#include "core/sparse/row_order.h"

#include <math.h>

static mg_summand summand_of(const mg_matrix *matrix, double factor) {
    return (mg_summand){
        .storage = matrix->storage, .transposed = matrix->transposed, .factor = factor * matrix->factor};
}

static bool is_float(mg_type type) {
    return type == MG_FLOAT32 || type == MG_FLOAT64;
}

static bool is_whole(double factor) {
    return factor == floor(factor) && factor >= -0x1p63 && factor < 0x1p63;
}

/* float64 for factors of integers that are no integers themselves. */
static mg_type type_of_sum(const mg_summand s[2]) {
    const mg_type a = s[0].storage->type, b = s[1].storage->type;
    if (a == MG_FLOAT64 || b == MG_FLOAT64) {
        return MG_FLOAT64;
    }
    if (is_float(a) || is_float(b)) {
        return MG_FLOAT32;
    }
    return !is_whole(s[0].factor) || !is_whole(s[1].factor) ? MG_FLOAT64
           : a == MG_INT64 || b == MG_INT64                 ? MG_INT64
                                                            : MG_INT32;
}

/* ---- CSR ---- */

typedef struct sum_rows {
    const mg_storage *from[2];
    double factors[2];
    mg_row_order orders[2];
    mg_type type;
} sum_rows;

/* Merges a row from place `at` on; returns the end. */
static uint64_t merge_row(const void *merge, const mg_csr_rows *to, uint64_t row, uint64_t at) {
    const sum_rows *s = merge;
    mg_ordered_row rows[2];
    uint64_t counts[2], next[2] = {0, 0};
    for (int k = 0; k < 2; k++) {
        rows[k] = mg__ordered_row(&s->orders[k], row);
        counts[k] = s->from[k]->csr.offsets[row + 1] - rows[k].begin;
    }
    while (next[0] < counts[0] || next[1] < counts[1]) {
        uint32_t column = UINT32_MAX;
        mg_value_sum sum = {0, 0};
        for (int k = 0; k < 2; k++) {
            if (next[k] < counts[k] && mg__ordered_column(&rows[k], next[k]) < column) {
                column = mg__ordered_column(&rows[k], next[k]);
            }
        }
        for (int k = 0; k < 2; k++) {
            for (; next[k] < counts[k] && mg__ordered_column(&rows[k], next[k]) == column; next[k]++) {
                if (to->columns) {
                    mg__sum_add(&sum, s->type, s->factors[k], s->from[k]->type, s->from[k]->csr.values,
                                rows[k].begin + mg__ordered_place(&rows[k], next[k]));
                }
            }
        }
        if (to->columns) {
            to->columns[at] = column;
            mg__sum_store(&sum, s->type, to->values, at);
        }
        at++;
    }
    return at;
}

/* The summands as CSR that are not transposed any more. */
static mg_status find_rows(mg_context *context, const mg_summand from[2], mg_summand rows[2]) {
    mg_status status = MG_OK;
    for (int k = 0; k < 2; k++) {
        rows[k] = (mg_summand){.factor = from[k].factor};
        MG_TRY((from[k].transposed ? mg__storage_transposed : mg__storage_csr)(context, from[k].storage,
                                                                               &rows[k].storage));
    }
out:
    return status;
}

static mg_status add_csr(mg_context *context, const mg_summand summands[2], mg_type type, mg_storage **made) {
    sum_rows s = {.type = type};
    mg_status status = MG_OK;
    for (int k = 0; k < 2; k++) {
        MG_TRY(mg__row_order_create(context, summands[k].storage, &s.orders[k]));
        s.from[k] = summands[k].storage;
        s.factors[k] = summands[k].factor;
    }
    status = mg__merge_rows(context, merge_row, &s, s.from[0]->rows, s.from[0]->columns, type, made);
out:
    mg__row_order_release(context, &s.orders[0]);
    mg__row_order_release(context, &s.orders[1]);
    return status;
}

/* ---- the operation ---- */

static mg_status check(mg_context *context, double alpha, const mg_matrix *a, double beta, const mg_matrix *b) {
    if (!isfinite(alpha * a->factor) || !isfinite(beta * b->factor)) {
        return mg__fail(context, MG_ERROR_INVALID, "mg_matrix_add: a factor is not finite");
    }
    if (mg_matrix_rows(a) != mg_matrix_rows(b) || mg_matrix_columns(a) != mg_matrix_columns(b)) {
        return mg__fail(context, MG_ERROR_INVALID, "mg_matrix_add: a has %llu rows and %llu columns, b %llu and %llu",
                        (unsigned long long)mg_matrix_rows(a), (unsigned long long)mg_matrix_columns(a),
                        (unsigned long long)mg_matrix_rows(b), (unsigned long long)mg_matrix_columns(b));
    }
    return MG_OK;
}

static bool are_trees(const mg_summand s[2]) {
    return s[0].storage->format->id == MG_FORMAT_HISPARSE && s[1].storage->format->id == MG_FORMAT_HISPARSE &&
           s[0].storage->format->blocks->shift(s[0].storage) == s[1].storage->format->blocks->shift(s[1].storage);
}

/* The sum in the format of both summands, in CSR if they differ. Takes over the storage. */
static mg_status adopt_sum(mg_context *context, const mg_summand s[2], mg_storage *storage, mg_matrix **sum) {
    const mg_format *format = s[0].storage->format;
    mg_format_options options = s[0].storage->options;
    mg_matrix *plain;
    mg_status status;
    options.size = sizeof options;
    if (storage->format == format || format != s[1].storage->format) {
        return mg__matrix_adopt(context, storage, sum);
    }
    MG_TRY(mg__matrix_adopt(context, storage, &plain));
    status = mg_matrix_convert_with(context, plain, format->id, &options, sum);
    mg_matrix_destroy(context, plain);
out:
    return status;
}

/* Adds on the requested backend; AUTO: on the first one that supports the sum. */
static mg_status add_on_backend(mg_context *context, const mg_add_options *o, const mg_summand s[2], mg_type type,
                                mg_storage **made) {
    const mg_backend *backend;
    mg_summand rows[2];
    double seconds = 0;
    mg_status status;
    MG_TRY(mg__backend_choose(context, o->backend, &backend));
    MG_TRY(find_rows(context, s, rows));
    if (backend->matrix_add) {
        status = backend->matrix_add(context, rows, type, made, &seconds);
        if (o->backend != MG_BACKEND_AUTO || (status != MG_ERROR_UNSUPPORTED && status != MG_ERROR_MEMORY)) {
            *o->device_seconds = seconds;
            return status;
        }
    }
    status = add_csr(context, rows, type, made);
out:
    return status;
}

static mg_status add(mg_context *context, const mg_add_options *o, const mg_summand s[2], mg_type type,
                     mg_storage **made) {
    if (!are_trees(s)) {
        return add_on_backend(context, o, s, type, made);
    }
    if (o->backend == MG_BACKEND_CUDA) {
        return mg__fail(context, MG_ERROR_UNSUPPORTED, "mg_matrix_add: format hisparse is added on the CPU only");
    }
    return mg__hisparse_add(context, s, s[0].transposed ? s[0].storage->columns : s[0].storage->rows,
                            s[0].transposed ? s[0].storage->rows : s[0].storage->columns, type, made);
}

static mg_status resolve(mg_context *context, const mg_add_options *options, double *unused, mg_add_options *resolved) {
    *resolved = options ? *options : MG_ADD_OPTIONS_INIT;
    if (resolved->size != sizeof *resolved) {
        return mg__fail(context, MG_ERROR_INVALID, "mg_matrix_add: the options' size is %zu, expected %zu",
                        resolved->size, sizeof *resolved);
    }
    if ((unsigned)resolved->backend > MG_BACKEND_CUDA) {
        return mg__fail(context, MG_ERROR_INVALID, "mg_matrix_add: no such backend");
    }
    resolved->device_seconds = resolved->device_seconds ? resolved->device_seconds : unused;
    *resolved->device_seconds = 0;
    return MG_OK;
}

mg_status mg_matrix_add(mg_context *context, double alpha, const mg_matrix *a, double beta, const mg_matrix *b,
                        mg_matrix **sum) {
    return mg_matrix_add_with(context, alpha, a, beta, b, NULL, sum);
}

mg_status mg_matrix_add_with(mg_context *context, double alpha, const mg_matrix *a, double beta, const mg_matrix *b,
                             const mg_add_options *options, mg_matrix **sum) {
    mg_add_options o;
    double unused;
    mg_storage *made;
    mg_status status;
    if (!context) {
        return MG_ERROR_INVALID;
    }
    if (!a || !b || !sum) {
        return mg__fail(context, MG_ERROR_INVALID, "mg_matrix_add: no %s", !a ? "a" : !b ? "b" : "sum");
    }
    MG_TRY(resolve(context, options, &unused, &o));
    MG_TRY(check(context, alpha, a, beta, b));
    const mg_summand s[2] = {summand_of(a, alpha), summand_of(b, beta)};
    MG_TRY(add(context, &o, s, type_of_sum(s), &made));
    status = adopt_sum(context, s, made, sum);
out:
    return status;
}
