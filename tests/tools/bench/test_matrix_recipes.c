/* SPDX-License-Identifier: Apache-2.0
 *
 * test_matrix_recipes.c: the generated matrices of bench: shapes, numbers of nonzeros, and what each kind promises.
 */
#include "tests/harness.h"
#include "tools/bench/matrix_recipes.h"

#include <math.h>
#include <stdlib.h>
#include <string.h>

static mg_matrix *make(mg_context *context, const char *name, mg_matrix_arrays *csr) {
    mg_matrix *matrix = NULL;
    const char *why;
    CHECK_OK(context, matrix_recipe_make(context, name, &matrix, &why));
    CHECK(!why);
    CHECK_OK(context, mg_matrix_to_csr(context, matrix, csr));
    return matrix;
}

TEST(kinds_have_their_shapes) {
    static const struct {
        const char *name;
        uint64_t rows, columns, nonzeros;
    } expected[] = {{"band:100:7", 100, 100, 700},
                    {"stencil:5", 25, 25, 25 + 2 * 2 * 5 * 4},
                    {"triangles:1025:513", 525825, 525825, 3674625}, /* those of parabolic_fem */
                    {"cube:4", 64, 64, 1000},                        /* (3 * 4 - 2)^3 */
                    {"random:30:9:4", 30, 9, 120},
                    {"uniform:30:4", 30, 30, 120},
                    {"cluster:64:16:8:3", 64, 64, 192},
                    {"scatter:64:16:8:3", 64, 64, 192},
                    {"dense:7:11", 7, 11, 77},
                    {"sampled:256:32768", 256, 256, 32768},
                    {"sampled:9:81", 9, 9, 81},
                    {"ideal:1024:64:53248", 1024, 1024, 53248}};
    mg_context *context = test_new_context(2);
    for (size_t i = 0; i < sizeof expected / sizeof *expected; i++) {
        mg_matrix_arrays csr;
        mg_matrix *matrix = make(context, expected[i].name, &csr);
        CHECK_EQ(csr.rows, expected[i].rows);
        CHECK_EQ(csr.columns, expected[i].columns);
        CHECK_EQ(csr.nonzeros, expected[i].nonzeros);
        for (uint64_t row = 0; row < csr.rows; row++) {
            for (uint64_t e = csr.row_offsets[row]; e < csr.row_offsets[row + 1]; e++) {
                CHECK(csr.column_indices[e] < csr.columns);
                CHECK(e == csr.row_offsets[row] || csr.column_indices[e - 1] <= csr.column_indices[e]);
                CHECK(((const float *)csr.values)[e] != 0);
            }
        }
        mg_matrix_destroy(context, matrix);
    }
    mg_context_destroy(context);
}

TEST(a_matrix_does_not_depend_on_threads) {
    static const char *const names[] = {"sampled:100:3000", "scatter:200:16:40:9", "kron6x4/degree"};
    mg_context *one = test_new_context(1), *three = test_new_context(3);
    for (size_t i = 0; i < sizeof names / sizeof *names; i++) {
        mg_matrix_arrays a, b;
        mg_matrix *first = make(one, names[i], &a), *second = make(three, names[i], &b);
        CHECK_EQ(a.nonzeros, b.nonzeros);
        CHECK(memcmp(a.column_indices, b.column_indices, a.nonzeros * sizeof *a.column_indices) == 0);
        CHECK(memcmp(a.values, b.values, a.nonzeros * sizeof(float)) == 0);
        mg_matrix_destroy(one, first);
        mg_matrix_destroy(three, second);
    }
    mg_context_destroy(one);
    mg_context_destroy(three);
}

/* The publication: as many nonzeros in each block of a block row; here more in each further block row. */
TEST(the_blocks_of_a_block_row_of_the_ideal_matrix_are_equally_full) {
    enum { SIDE = 64, BLOCKS = 16 };
    static uint64_t counts[BLOCKS][BLOCKS];
    mg_context *context = test_new_context(2);
    mg_matrix_arrays csr;
    mg_matrix *matrix = make(context, "ideal:1024:64:53248", &csr);
    for (uint64_t row = 0; row < csr.rows; row++) {
        for (uint64_t e = csr.row_offsets[row]; e < csr.row_offsets[row + 1]; e++) {
            counts[row / SIDE][csr.column_indices[e] / SIDE]++;
            CHECK(e == csr.row_offsets[row] || csr.column_indices[e - 1] < csr.column_indices[e]);
        }
    }
    for (int i = 0; i < BLOCKS; i++) {
        for (int j = 1; j < BLOCKS; j++) {
            CHECK_EQ(counts[i][j], counts[i][0]);
        }
        CHECK(i == 0 || counts[i][0] > counts[i - 1][0]);
    }
    mg_matrix_destroy(context, matrix);
    mg_context_destroy(context);
}

/* Places are different; the share of each quarter of the matrix is that of all, within six standard deviations. */
TEST(sampled_places_are_spread_evenly) {
    enum { SIDE = 256, COUNT = 8192 };
    mg_context *context = test_new_context(2);
    mg_matrix_arrays csr;
    mg_matrix *matrix = make(context, "sampled:256:8192", &csr);
    double quarters[4] = {0};
    for (uint64_t row = 0; row < SIDE; row++) {
        for (uint64_t e = csr.row_offsets[row]; e < csr.row_offsets[row + 1]; e++) {
            CHECK(e == csr.row_offsets[row] || csr.column_indices[e - 1] < csr.column_indices[e]);
            quarters[row / (SIDE / 2) * 2 + csr.column_indices[e] / (SIDE / 2)]++;
        }
    }
    for (int i = 0; i < 4; i++) {
        CHECK(fabs(quarters[i] - COUNT / 4.0) < 6 * sqrt(COUNT * 0.25 * 0.75));
    }
    mg_matrix_destroy(context, matrix);
    mg_context_destroy(context);
}

TEST(groups_draw_from_their_columns) {
    mg_context *context = test_new_context(2);
    mg_matrix_arrays csr;
    mg_matrix *matrix = make(context, "cluster:64:16:8:3", &csr);
    for (uint64_t row = 0; row < csr.rows; row++) {
        for (uint64_t e = csr.row_offsets[row]; e < csr.row_offsets[row + 1]; e++) {
            CHECK_EQ(csr.column_indices[e] / 8, row / 16);
        }
    }
    mg_matrix_destroy(context, matrix);
    mg_context_destroy(context);
}

/* Entries move by about the deviation, in rows as in columns, and stay within the matrix. */
TEST(moved_entries_stay_near) {
    enum { SIDE = 2000, DEVIATION = 10 };
    mg_context *context = test_new_context(2);
    mg_matrix_arrays csr;
    mg_matrix *diagonal = NULL, *moved = NULL;
    const char *why;
    double squares = 0;
    CHECK_OK(context, matrix_recipe_make(context, "band:2000:1", &diagonal, &why));
    CHECK_OK(context, matrix_moved(context, diagonal, DEVIATION, 7, &moved));
    CHECK_OK(context, mg_matrix_to_csr(context, moved, &csr));
    CHECK(csr.nonzeros > SIDE * 9 / 10 && csr.nonzeros <= SIDE);
    for (uint64_t row = 0; row < csr.rows; row++) {
        for (uint64_t e = csr.row_offsets[row]; e < csr.row_offsets[row + 1]; e++) {
            const double by = (double)csr.column_indices[e] - (double)row; /* of two moves */
            CHECK(fabs(by) < 100);
            squares += by * by;
        }
    }
    const double deviation = sqrt(squares / (double)csr.nonzeros);
    CHECK(deviation > 0.9 * DEVIATION * sqrt(2) && deviation < 1.1 * DEVIATION * sqrt(2));
    mg_matrix_destroy(context, moved);
    mg_matrix_destroy(context, diagonal);
    mg_context_destroy(context);
}

TEST(wrong_names_are_refused) {
    static const char *const unknown[] = {"band", "kron", "kron16.mgb", "kron16x16/best", "web.mtx", "bandage:3:2"};
    static const char *const wrong[] = {"band:3",   "band:3:2:1",   "band:3:9",     "band:0:1",
                                        "band:a:1", "ideal:8:3:16", "ideal:8:4:17", "sampled:3:10"};
    mg_context *context = test_new_context(1);
    mg_matrix *matrix = NULL;
    const char *why;
    for (size_t i = 0; i < sizeof unknown / sizeof *unknown; i++) {
        CHECK(!matrix_recipe_known(unknown[i]));
    }
    for (size_t i = 0; i < sizeof wrong / sizeof *wrong; i++) {
        CHECK(matrix_recipe_known(wrong[i]));
        CHECK_EQ(matrix_recipe_make(context, wrong[i], &matrix, &why), MG_ERROR_INVALID);
        CHECK(why && !matrix);
    }
    CHECK(matrix_recipe_known("kron20x16/degree") && matrix_recipe_known("road100"));
    mg_context_destroy(context);
}
