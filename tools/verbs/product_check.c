/* SPDX-License-Identifier: Apache-2.0
 *
 * product_check.c: products of matrices against a double loop. Floating-point results may differ by the rounding of as
 * many operations as the row has; integers must be equal.
 */
#include "tools/cli/message.h"
#include "tools/verbs/matrix_session.h"

#include <float.h>
#include <inttypes.h>
#include <math.h>

/* A sum in both arithmetics. */
typedef struct sum {
    uint64_t integer;
    long double real, magnitude;
    uint64_t terms;
} sum;

static bool is_float(mg_type type) {
    return type == MG_FLOAT32 || type == MG_FLOAT64;
}

static long double real_at(mg_type type, const void *array, uint64_t i) {
    return type == MG_FLOAT32   ? (long double)((const float *)array)[i]
           : type == MG_FLOAT64 ? (long double)((const double *)array)[i]
           : type == MG_INT32   ? (long double)((const int32_t *)array)[i]
                                : (long double)((const int64_t *)array)[i];
}

static uint64_t integer_at(mg_type type, const void *array, uint64_t i) {
    return type == MG_INT32   ? (uint64_t)((const int32_t *)array)[i]
           : type == MG_INT64 ? (uint64_t)((const int64_t *)array)[i]
                              : (uint64_t)(int64_t)real_at(type, array, i);
}

/* Value e of the matrix as an element of the product. */
static long double matrix_real(const mg_matrix_arrays *csr, mg_type type, uint64_t e) {
    const long double value = csr->type == MG_TYPE_NONE ? 1 : real_at(csr->type, csr->values, e);
    return type == MG_FLOAT32 ? (long double)(float)value : value;
}

static uint64_t matrix_integer(const mg_matrix_arrays *csr, uint64_t e) {
    return csr->type == MG_TYPE_NONE ? 1 : integer_at(csr->type, csr->values, e);
}

static void add(sum *s, long double real, uint64_t integer) {
    s->real += real;
    s->magnitude += fabsl(real);
    s->integer += integer;
    s->terms++;
}

static bool agrees(const sum *s, mg_type type, const void *array, uint64_t i) {
    if (type == MG_INT32) {
        return (uint32_t)s->integer == ((const uint32_t *)array)[i];
    }
    if (type == MG_INT64) {
        return s->integer == ((const uint64_t *)array)[i];
    }
    const long double value = real_at(type, array, i), epsilon = type == MG_FLOAT32 ? FLT_EPSILON : DBL_EPSILON;
    const long double bound = epsilon * (long double)(s->terms + 2) * s->magnitude;
    return value == s->real || fabsl(value - s->real) <= bound || (isnan(value) && isnan(s->real));
}

static bool complain(const sum *s, mg_type type, const void *array, uint64_t i, uint64_t row, uint64_t column) {
    message("wrong result: row %" PRIu64 ", column %" PRIu64 " is %.17Lg, expected %.17Lg", row, column,
            real_at(type, array, i), is_float(type) ? s->real : (long double)(int64_t)s->integer);
    return false;
}

static bool check_row(const mg_matrix_arrays *csr, const npy_array *x, const npy_array *y, uint64_t row) {
    for (uint64_t c = 0; c < x->columns; c++) {
        sum s = {0};
        for (uint64_t e = csr->row_offsets[row]; e < csr->row_offsets[row + 1]; e++) {
            const uint64_t at = csr->column_indices[e] * x->columns + c;
            add(&s, matrix_real(csr, x->type, e) * real_at(x->type, x->data, at),
                matrix_integer(csr, e) * integer_at(x->type, x->data, at));
        }
        if (!agrees(&s, x->type, y->data, row * y->columns + c)) {
            return complain(&s, x->type, y->data, row * y->columns + c, row, c);
        }
    }
    return true;
}

static bool check_nonzeros(const mg_matrix_arrays *csr, const npy_array *x, const npy_array *y, const npy_array *out,
                           uint64_t row) {
    for (uint64_t e = csr->row_offsets[row]; e < csr->row_offsets[row + 1]; e++) {
        const uint64_t column = csr->column_indices[e];
        const long double value = matrix_real(csr, x->type, e);
        sum s = {0};
        for (uint64_t c = 0; c < x->columns; c++) {
            const uint64_t i = row * x->columns + c, j = column * y->columns + c;
            add(&s, value * real_at(x->type, x->data, i) * real_at(y->type, y->data, j),
                matrix_integer(csr, e) * integer_at(x->type, x->data, i) * integer_at(y->type, y->data, j));
        }
        if (!agrees(&s, x->type, out->data, e)) {
            return complain(&s, x->type, out->data, e, row, column);
        }
    }
    return true;
}

bool product_check(const mg_matrix_arrays *csr, const npy_array *x, const npy_array *y, const npy_array *out) {
    for (uint64_t row = 0; row < csr->rows; row++) {
        if (!(out ? check_nonzeros(csr, x, y, out, row) : check_row(csr, x, y, row))) {
            return false;
        }
    }
    return true;
}
