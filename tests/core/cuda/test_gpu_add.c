/* SPDX-License-Identifier: Apache-2.0
 *
 * test_gpu_add.c: sums of matrices on a GPU have the arrays of those on the CPU, bit by bit.
 */
#include "tests/core/cuda/device_context.h"
#include "tests/core/sparse/matrix_shapes.h"
#include "tests/shapes.h"

#include <stdlib.h>
#include <string.h>

static void compare(mg_context *context, const mg_matrix *sums[2]) {
    mg_matrix_arrays a, b;
    CHECK_OK(context, mg_matrix_to_csr(context, sums[0], &a));
    CHECK_OK(context, mg_matrix_to_csr(context, sums[1], &b));
    CHECK_EQ(a.nonzeros, b.nonzeros);
    CHECK_EQ(a.type, b.type);
    CHECK(memcmp(a.row_offsets, b.row_offsets, (a.rows + 1) * sizeof *a.row_offsets) == 0);
    CHECK(!a.nonzeros || memcmp(a.column_indices, b.column_indices, a.nonzeros * sizeof *a.column_indices) == 0);
    CHECK(!a.nonzeros ||
          memcmp(a.values, b.values, a.nonzeros * (a.type == MG_FLOAT32 || a.type == MG_INT32 ? 4 : 8)) == 0);
}

/* Adds on the CPU and on the GPU; can: a GPU takes these, else it leaves them to the CPU. */
static void check(mg_context *context, double alpha, const mg_matrix *a, double beta, const mg_matrix *b, bool can) {
    mg_matrix *sums[2] = {NULL, NULL};
    mg_add_options o = MG_ADD_OPTIONS_INIT;
    double seconds = 0;
    o.device_seconds = &seconds;
    CHECK_OK(context, mg_matrix_add_with(context, alpha, a, beta, b, &o, &sums[0]));
    CHECK(seconds == 0);
    o.backend = MG_BACKEND_CUDA;
    const mg_status status = mg_matrix_add_with(context, alpha, a, beta, b, &o, &sums[1]);
    if (can) {
        CHECK_OK(context, status);
        CHECK(seconds > 0);
        compare(context, (const mg_matrix *[2]){sums[0], sums[1]});
    } else {
        CHECK_STATUS(context, status, MG_ERROR_UNSUPPORTED);
        o.backend = MG_BACKEND_AUTO;
        CHECK_OK(context, mg_matrix_add_with(context, alpha, a, beta, b, &o, &sums[1]));
        compare(context, (const mg_matrix *[2]){sums[0], sums[1]});
    }
    mg_matrix_destroy(context, sums[0]);
    mg_matrix_destroy(context, sums[1]);
}

/* A matrix with columns that ascend: each nonzero with a probability of `share` / 16; a full first row. */
static mg_matrix *make(mg_context *context, uint64_t rows, uint64_t columns, uint64_t share, mg_type type,
                       uint64_t seed) {
    mg_matrix *matrix;
    matrix_shape sample = matrix_shape_allocate("random", rows, columns, rows * columns);
    for (uint64_t row = 0; row < rows; row++) {
        for (uint64_t column = 0; column < columns; column++) {
            const uint64_t random = test_random(&seed) >> 8;
            if (row == 0 || random % 16 < share) {
                const uint64_t e = sample.nonzeros++;
                sample.row[e] = (uint32_t)row;
                sample.column[e] = (uint32_t)column;
                sample.value[e] = (double)(random / 16 % 2001) / 7 - 140;
            }
        }
    }
    matrix = matrix_shape_matrix(context, &sample, type, false);
    matrix_shape_free(&sample);
    return matrix;
}

TEST(sums_are_equal_bit_by_bit) {
    static const mg_type types[] = {MG_FLOAT32, MG_FLOAT64, MG_INT32, MG_INT64, MG_TYPE_NONE};
    static const uint64_t sizes[][4] = {
        {1, 1, 16, 16}, {40, 30, 3, 5}, {300, 500, 2, 1}, {7, 2000, 12, 0}, {64, 64, 16, 0}};
    mg_context *context = device_context();
    for (size_t t = 0; t < sizeof types / sizeof *types; t++) {
        for (size_t i = 0; i < sizeof sizes / sizeof *sizes; i++) {
            mg_matrix *a = make(context, sizes[i][0], sizes[i][1], sizes[i][2], types[t], 3 + i), *transposed, *b;
            b = make(context, sizes[i][0], sizes[i][1], sizes[i][3], types[t], 50 + i);
            CHECK_OK(context, mg_matrix_transposed(context, b, &transposed));
            check(context, 1, a, 1, b, true);
            check(context, 3, b, -2, a, true);
            check(context, 1, a, -1, a, true);
            if (sizes[i][0] == sizes[i][1]) {
                check(context, -1, a, 5, transposed, true);
            }
            mg_matrix_destroy(context, transposed);
            mg_matrix_destroy(context, a);
            mg_matrix_destroy(context, b);
        }
    }
    mg_context_destroy(context);
}

/* Integers saturate; a pattern is all ones; a factor that is no integer makes the sum float64, which a GPU leaves. */
TEST(sums_of_integers_saturate) {
    mg_context *context = device_context();
    mg_matrix *a = make(context, 50, 60, 8, MG_INT32, 1), *b = make(context, 50, 60, 8, MG_TYPE_NONE, 2);
    mg_matrix *c = make(context, 50, 60, 8, MG_INT64, 3);
    check(context, 1e8, a, 7, b, true);
    check(context, 9e18, c, -9e18, b, true);
    check(context, 0x1p62, c, 0x1p62, c, true);
    check(context, 0.5, a, 1, b, false);
    check(context, 1, a, 1, c, false);
    mg_matrix_destroy(context, a);
    mg_matrix_destroy(context, b);
    mg_matrix_destroy(context, c);
    mg_context_destroy(context);
}

/* All shapes, of which some have rows that do not ascend or places with several entries: these a GPU leaves. */
TEST(sums_of_all_shapes) {
    mg_context *context = device_context();
    int added = 0;
    for (int i = 0; i < MATRIX_SHAPES; i++) {
        matrix_shape sample = matrix_shape_make(i);
        mg_matrix *a = matrix_shape_matrix(context, &sample, MG_FLOAT32, false), *sums[2] = {NULL, NULL};
        mg_add_options o = MG_ADD_OPTIONS_INIT;
        CHECK_OK(context, mg_matrix_add_with(context, 2, a, 1, a, &o, &sums[0]));
        o.backend = MG_BACKEND_CUDA;
        const mg_status status = mg_matrix_add_with(context, 2, a, 1, a, &o, &sums[1]);
        CHECK(status == MG_OK || status == MG_ERROR_UNSUPPORTED);
        if (status == MG_OK) {
            compare(context, (const mg_matrix *[2]){sums[0], sums[1]});
            added++;
        }
        mg_matrix_destroy(context, sums[0]);
        mg_matrix_destroy(context, sums[1]);
        mg_matrix_destroy(context, a);
        matrix_shape_free(&sample);
    }
    CHECK(added > 0);
    mg_context_destroy(context);
}
