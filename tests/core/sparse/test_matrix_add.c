/* SPDX-License-Identifier: Apache-2.0
 *
 * test_matrix_add.c: sums of matrices, views of them and formats, against dense maps.
 */
#include "tests/core/sparse/matrix_shapes.h"
#include "tests/core/sparse/semiring_oracle.h"
#include "tests/failing_memory.h"
#include "tests/harness.h"
#include "tests/shapes.h"

#include <math.h>
#include <stdlib.h>

/* Values at all places, and how many entries each has. */
typedef struct dense {
    double *value;
    int *entries;
} dense;

/* Adds factor times the CSR of a view to a map. */
static void accumulate(mg_context *context, const mg_matrix *view, double factor, const dense *to) {
    mg_matrix_arrays csr;
    CHECK_OK(context, mg_matrix_to_csr(context, view, &csr));
    for (uint64_t row = 0; row < csr.rows; row++) {
        for (uint64_t e = csr.row_offsets[row]; e < csr.row_offsets[row + 1]; e++) {
            const uint64_t at = row * csr.columns + csr.column_indices[e];
            const double value = csr.type == MG_TYPE_NONE      ? 1
                                 : semiring_is_float(csr.type) ? semiring_load_float(csr.type, csr.values, e)
                                                               : (double)semiring_load_integer(csr.type, csr.values, e);
            to->value[at] += factor * value;
            to->entries[at]++;
        }
    }
}

static dense make_dense(uint64_t cells) {
    return (dense){.value = calloc(cells + 1, sizeof(double)), .entries = calloc(cells + 1, sizeof(int))};
}

static void free_dense(dense *d) {
    free(d->value);
    free(d->entries);
}

/* The small numbers of the shapes add without rounding, so the order does not matter. */
static void check_sum(mg_context *context, double alpha, const mg_matrix *a, double beta, const mg_matrix *b,
                      mg_type type) {
    const uint64_t cells = mg_matrix_rows(a) * mg_matrix_columns(a);
    dense expected = make_dense(cells), found = make_dense(cells);
    mg_matrix *sum;
    CHECK_OK(context, mg_matrix_add(context, alpha, a, beta, b, &sum));
    accumulate(context, a, alpha, &expected);
    accumulate(context, b, beta, &expected);
    accumulate(context, sum, 1, &found);
    CHECK_EQ(mg_matrix_type(sum), type);
    CHECK_EQ(mg_matrix_format_of(sum),
             mg_matrix_format_of(a) == mg_matrix_format_of(b) ? mg_matrix_format_of(a) : MG_FORMAT_CSR);
    for (uint64_t i = 0; i < cells; i++) {
        CHECK_EQ(found.entries[i], expected.entries[i] != 0);
        CHECK(found.value[i] == expected.value[i]);
    }
    free_dense(&expected);
    free_dense(&found);
    mg_matrix_destroy(context, sum);
}

static void check_views(mg_context *context, const mg_matrix *a, const mg_matrix *b, mg_type type) {
    mg_matrix *at, *bt, *scaled;
    CHECK_OK(context, mg_matrix_transposed(context, a, &at));
    CHECK_OK(context, mg_matrix_transposed(context, b, &bt));
    CHECK_OK(context, mg_matrix_scaled(context, bt, -2, &scaled));
    check_sum(context, 1, a, 1, b, type);
    check_sum(context, 2, at, -1, bt, type);
    check_sum(context, 1, at, 3, scaled, type);
    check_sum(context, 1, a, -1, a, mg_matrix_type(a) == MG_TYPE_NONE ? MG_INT32 : mg_matrix_type(a)); /* zeros stay */
    if (mg_matrix_rows(a) == mg_matrix_columns(a)) {
        check_sum(context, 1, a, 1, bt, type);
        check_sum(context, 1, at, 1, b, type);
    }
    mg_matrix_destroy(context, scaled);
    mg_matrix_destroy(context, at);
    mg_matrix_destroy(context, bt);
}

/* Another matrix of a shape's size: some entries in the same places, some in others. */
static mg_matrix *make_other(mg_context *context, const matrix_shape *sample, mg_type type) {
    matrix_shape other = matrix_shape_make(0);
    mg_matrix *matrix;
    matrix_shape_free(&other);
    other = *sample;
    other.column = test_memory(sample->nonzeros, sizeof *other.column);
    for (uint64_t e = 0; e < sample->nonzeros; e++) {
        other.column[e] = (uint32_t)((sample->column[e] + (e % 3 ? 0 : e)) % sample->columns);
    }
    matrix = matrix_shape_matrix(context, &other, type, false);
    free(other.column);
    return matrix;
}

TEST(sums_are_those_of_maps) {
    static const mg_type types[] = {MG_FLOAT64, MG_FLOAT32, MG_INT64, MG_INT32, MG_TYPE_NONE};
    static const mg_type sums[5][5] = {{MG_FLOAT64, MG_FLOAT64, MG_FLOAT64, MG_FLOAT64, MG_FLOAT64},
                                       {MG_FLOAT64, MG_FLOAT32, MG_FLOAT32, MG_FLOAT32, MG_FLOAT32},
                                       {MG_FLOAT64, MG_FLOAT32, MG_INT64, MG_INT64, MG_INT64},
                                       {MG_FLOAT64, MG_FLOAT32, MG_INT64, MG_INT32, MG_INT32},
                                       {MG_FLOAT64, MG_FLOAT32, MG_INT64, MG_INT32, MG_INT32}};
    static const mg_matrix_format formats[] = {MG_FORMAT_CSR, MG_FORMAT_HISPARSE, MG_FORMAT_CSB, MG_FORMAT_COADELL};
    mg_context *context = test_new_context(2);
    for (int i = 0; i < MATRIX_SHAPES; i++) {
        matrix_shape sample = matrix_shape_make(i);
        for (int t = 0; t < 25; t += i % 4 + 1) {
            mg_matrix *a = matrix_shape_matrix(context, &sample, types[t / 5], false);
            mg_matrix *b = make_other(context, &sample, types[t % 5]), *af, *bf;
            for (int f = 0; f < (t % 3 ? 2 : 4); f++) {
                CHECK_OK(context, mg_matrix_convert(context, a, formats[f], 1, 0, &af));
                CHECK_OK(context, mg_matrix_convert(context, b, formats[f], 1, 0, &bf));
                check_views(context, af, bf, sums[t / 5][t % 5]);
                mg_matrix_destroy(context, af);
                mg_matrix_destroy(context, bf);
            }
            mg_matrix_destroy(context, a);
            mg_matrix_destroy(context, b);
        }
        matrix_shape_free(&sample);
    }
    mg_context_destroy(context);
}

TEST(sums_of_integers_saturate_and_fractions_make_reals) {
    mg_context *context = test_new_context(1);
    const uint64_t offsets[] = {0, 2};
    const uint32_t columns[] = {0, 1};
    const int32_t values[] = {2000000000, -2000000000};
    const mg_matrix_arrays arrays = {.rows = 1,
                                     .columns = 2,
                                     .nonzeros = 2,
                                     .row_offsets = offsets,
                                     .column_indices = columns,
                                     .values = values,
                                     .type = MG_INT32};
    mg_matrix *matrix = NULL, *tree, *sum;
    mg_matrix_arrays csr;
    CHECK_OK(context, mg_matrix_create(context, &arrays, &matrix));
    CHECK_OK(context, mg_matrix_convert(context, matrix, MG_FORMAT_HISPARSE, 1, 0, &tree));
    for (int i = 0; i < 2; i++) {
        const mg_matrix *m = i ? tree : matrix;
        CHECK_OK(context, mg_matrix_add(context, 1, m, 1, m, &sum));
        CHECK_OK(context, mg_matrix_to_csr(context, sum, &csr));
        CHECK(((const int32_t *)csr.values)[0] == INT32_MAX && ((const int32_t *)csr.values)[1] == INT32_MIN);
        mg_matrix_destroy(context, sum);
        CHECK_OK(context, mg_matrix_add(context, 0.5, m, 1, m, &sum));
        CHECK_OK(context, mg_matrix_to_csr(context, sum, &csr));
        CHECK(csr.type == MG_FLOAT64 && ((const double *)csr.values)[0] == 3e9);
        mg_matrix_destroy(context, sum);
    }
    CHECK_STATUS(context, mg_matrix_add(context, INFINITY, matrix, 1, matrix, &sum), MG_ERROR_INVALID);
    mg_matrix *transposed;
    CHECK_OK(context, mg_matrix_transposed(context, matrix, &transposed));
    CHECK_STATUS(context, mg_matrix_add(context, 1, matrix, 1, transposed, &sum), MG_ERROR_INVALID);
    CHECK(strstr(mg_context_error(context), "a has 1 rows and 2 columns, b 2 and 1"));
    mg_matrix_destroy(context, transposed);
    mg_matrix_destroy(context, tree);
    mg_matrix_destroy(context, matrix);
    mg_context_destroy(context);
}

/* (A + B) x = A x + B x. */
TEST(products_with_a_sum_are_sums_of_products) {
    mg_context *context = test_new_context(2);
    matrix_shape sample = matrix_shape_make(10);
    mg_matrix *a = matrix_shape_matrix(context, &sample, MG_FLOAT64, false),
              *b = make_other(context, &sample, MG_FLOAT64);
    mg_matrix *trees[2], *sum;
    double *x = test_memory(sample.columns, sizeof *x), *y = test_memory(sample.rows, sizeof *y);
    double *z = test_memory(sample.rows, sizeof *z);
    mg_product_options options = MG_PRODUCT_OPTIONS_INIT;
    options.type = MG_FLOAT64;
    options.backend = MG_BACKEND_CPU;
    for (uint64_t i = 0; i < sample.columns; i++) {
        x[i] = (double)(i % 7) - 3;
    }
    CHECK_OK(context, mg_matrix_convert(context, a, MG_FORMAT_HISPARSE, 1, 0, &trees[0]));
    CHECK_OK(context, mg_matrix_convert(context, b, MG_FORMAT_HISPARSE, 1, 0, &trees[1]));
    CHECK_OK(context, mg_matrix_add(context, 1, trees[0], 1, trees[1], &sum));
    CHECK_OK(context, mg_matrix_spmv(context, sum, &options, x, y));
    CHECK_OK(context, mg_matrix_spmv(context, trees[0], &options, x, z));
    options.beta = 1;
    CHECK_OK(context, mg_matrix_spmv(context, trees[1], &options, x, z));
    for (uint64_t row = 0; row < sample.rows; row++) {
        CHECK(y[row] == z[row]); /* quarters of small numbers */
    }
    mg_matrix_destroy(context, sum);
    mg_matrix_destroy(context, trees[0]);
    mg_matrix_destroy(context, trees[1]);
    mg_matrix_destroy(context, a);
    mg_matrix_destroy(context, b);
    free(x);
    free(y);
    free(z);
    matrix_shape_free(&sample);
    mg_context_destroy(context);
}

TEST(failing_memory_is_an_error) {
    matrix_shape sample = matrix_shape_make(9);
    for (int format = MG_FORMAT_CSR; format <= MG_FORMAT_HISPARSE; format += MG_FORMAT_HISPARSE - MG_FORMAT_CSR) {
        mg_status status = MG_ERROR_MEMORY;
        for (int allowed = 0; status == MG_ERROR_MEMORY; allowed++) {
            failing_memory memory;
            mg_context *context = failing_memory_context(&memory, 1 << 30);
            mg_matrix *plain = matrix_shape_matrix(context, &sample, MG_FLOAT32, false), *a, *sum = NULL;
            CHECK_OK(context, mg_matrix_convert(context, plain, (mg_matrix_format)format, 1, 0, &a));
            memory.countdown = allowed;
            status = mg_matrix_add(context, 1, a, 1, a, &sum);
            memory.countdown = 1 << 30;
            CHECK(status >= 0 ? allowed > 5 : !sum && mg_context_error(context)[0]);
            mg_matrix_destroy(context, sum);
            mg_matrix_destroy(context, a);
            mg_matrix_destroy(context, plain);
            mg_context_destroy(context);
            CHECK_EQ(memory.live, 0);
        }
        CHECK_EQ(status, MG_OK);
    }
    matrix_shape_free(&sample);
}
