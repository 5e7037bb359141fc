/* SPDX-License-Identifier: Apache-2.0 */
#include "tests/core/sparse/product_oracle.h"

#include "tests/harness.h"
#include "tests/shapes.h"

#include <math.h>
#include <stdlib.h>

void *product_fill(mg_semiring semiring, mg_type type, uint64_t count, uint64_t seed) {
    void *array = test_memory(count, semiring_size(type));
    for (uint64_t i = 0; i < count; i++) {
        const uint64_t r = test_random(&seed);
        const double value = (double)(r >> 40 & 1023) * (r % 5 == 0 ? -1 : 1) * (r % 3 == 1 ? 0 : 1);
        semiring_store(type, array, i, semiring_is_float(type) ? value / 7 : value);
        if (r % 11 == 2 && semiring_is_float(type) && (semiring == MG_MIN_PLUS || semiring == MG_MIN_FIRST)) {
            semiring_store(type, array, i, INFINITY);
        }
    }
    return array;
}

void product_finish(expectation *e, const product_case *p, const void *before, uint64_t at) {
    const mg_product_options *o = &p->options;
    const double alpha = o->alpha * p->factor;
    if (!semiring_is_float(o->type)) {
        const wide y = semiring_load_integer(o->type, before, at);
        if (o->semiring == MG_PLUS_TIMES) {
            e->integer = semiring_add_integer(MG_PLUS_TIMES, o->type, (wide)alpha * e->integer, (wide)o->beta * y);
        } else if (o->beta == 1) {
            e->integer = semiring_add_integer(o->semiring, o->type, e->integer, y);
        }
        return;
    }
    const double y = semiring_load_float(o->type, before, at);
    if (o->semiring == MG_PLUS_TIMES) {
        e->real = alpha * e->real + (o->beta == 0 ? 0 : o->beta * y);
        e->magnitude = fabs(alpha) * e->magnitude + (o->beta == 0 ? 0 : fabs(o->beta * y));
        e->terms += 3;
    } else if (o->beta == 1) {
        e->real = semiring_add_float(o->semiring, e->real, y);
        e->magnitude += fabs(y);
        e->terms++;
    }
}

bool product_is_masked(const mg_product_options *o, uint64_t row) {
    return o->mask && (o->mask[row] != 0) == o->mask_complement;
}

void product_check_spmm(mg_context *context, const product_case *p) {
    const mg_product_options *o = &p->options;
    const matrix_shape *a = p->shape;
    const size_t size = semiring_size(o->type);
    const uint64_t x_count = a->columns * p->x_stride, y_count = a->rows * p->y_stride;
    void *x = product_fill(o->semiring, o->type, x_count, 1), *y = product_fill(o->semiring, o->type, y_count, 2);
    void *before = product_fill(o->semiring, o->type, y_count, 2);
    expectation *all = test_memory(a->rows * p->k, sizeof *all);
    for (uint64_t i = 0; i < a->rows * p->k; i++) {
        all[i] = semiring_zero(o->semiring, o->type);
    }
    for (uint64_t e = 0; e < a->nonzeros; e++) {
        semiring_contribute(&all[a->row[e] * p->k], p->k, o->semiring, o->type, x, a->column[e] * p->x_stride,
                            matrix_shape_value(a, p->matrix_type, e));
    }
    if (p->k == 1 && p->x_stride == 1 && p->y_stride == 1) {
        CHECK_OK(context, mg_matrix_spmv(context, p->matrix, o, x, y));
    } else {
        CHECK_OK(context, mg_matrix_spmm(context, p->matrix, o, p->k, x, p->x_stride, y, p->y_stride));
    }
    for (uint64_t row = 0; row < a->rows; row++) {
        const uint64_t first = row * p->y_stride, kept = product_is_masked(o, row) ? 0 : p->k;
        for (uint32_t c = 0; c < kept; c++) {
            expectation *e = &all[row * p->k + c];
            product_finish(e, p, before, first + c);
            semiring_compare(e, o->semiring, o->type, y, first + c);
        }
        CHECK(memcmp((char *)y + (first + kept) * size, (char *)before + (first + kept) * size,
                     (p->y_stride - kept) * size) == 0);
    }
    free(x);
    free(y);
    free(before);
    free(all);
}
