/* SPDX-License-Identifier: Apache-2.0
 *
 * test_matrix_csb.c: the arrays of CSB, ECSB and GCSB against the figures of the thesis (JAIST 2023).
 */
#include "core/sparse/csb.h"
#include "tests/core/sparse/matrix_shapes.h"
#include "tests/harness.h"

#include <stdlib.h>
#include <string.h>

static mg_context *make_context(void) {
    mg_context *context = NULL;
    CHECK_OK(context, mg_context_create(NULL, &context));
    return context;
}

/* A square matrix as its figure has it: rows of letters, '.' for no nonzero. */
static mg_matrix *make_matrix(mg_context *context, const char *const *figure, uint64_t side) {
    uint64_t offsets[16] = {0}, count = 0;
    uint32_t columns[64];
    float values[64];
    mg_matrix *matrix = NULL;
    for (uint64_t row = 0; row < side; row++) {
        for (uint32_t column = 0; column < side; column++) {
            if (figure[row][column] != '.') {
                columns[count] = column;
                values[count++] = (float)figure[row][column];
            }
        }
        offsets[row + 1] = count;
    }
    const mg_matrix_arrays arrays = {.rows = side,
                                     .columns = side,
                                     .nonzeros = count,
                                     .row_offsets = offsets,
                                     .column_indices = columns,
                                     .values = values,
                                     .type = MG_FLOAT32};
    CHECK_OK(context, mg_matrix_create(context, &arrays, &matrix));
    return matrix;
}

static mg_matrix *convert(mg_context *context, const mg_matrix *matrix, mg_matrix_format format, bool published,
                          uint32_t side, uint32_t group, mg_ecsb_parts parts) {
    mg_format_options options = MG_FORMAT_OPTIONS_INIT;
    mg_matrix *made = NULL;
    options.tiling = published ? MG_TILING_PAPER : MG_TILING_AUTO;
    options.tile_columns = side;
    options.group = group;
    options.parts = parts;
    CHECK_OK(context, mg_matrix_convert_with(context, matrix, format, &options, &made));
    return made;
}

/* Slots in order: a letter and its two bits; '*' for padding, whose bits are not read. */
static void check_slots(const mg_csb *csb, const char *letters, const char *const *bits) {
    const float *values = csb->values;
    CHECK_EQ(csb->slot_count, strlen(letters));
    for (uint64_t slot = 0; slot < csb->slot_count; slot++) {
        const uint32_t local =
            csb->is_wide ? ((const uint32_t *)csb->coordinates)[slot] : ((const uint16_t *)csb->coordinates)[slot];
        CHECK(values[slot] == (letters[slot] == '*' ? 0 : (float)letters[slot]));
        CHECK(letters[slot] == '*' || local == (uint32_t)(2 * (bits[slot][0] - '0') + bits[slot][1] - '0'));
    }
}

#define CHECK_ARRAY(found, ...)                                                                                        \
    do {                                                                                                               \
        const uint64_t expected[] = {__VA_ARGS__};                                                                     \
        for (size_t index = 0; index < sizeof expected / sizeof *expected; index++) {                                  \
            CHECK_EQ((found)[index], expected[index]);                                                                 \
        }                                                                                                              \
    } while (0)

static const char *const figure_2[] = {"ab..cd", "e.f.g.", ".h....", ".i.j..", "......", ".k...l"};
static const char *const bits_2[] = {"00", "01", "10", "10", "00", "01", "10", "01", "11", "11", "11", "11"};

TEST(csb_is_as_in_figure_2_4) {
    mg_context *context = make_context();
    mg_matrix *matrix = make_matrix(context, figure_2, 6);
    mg_matrix *made = convert(context, matrix, MG_FORMAT_CSB, true, 0, 0, MG_ECSB_AUTO); /* side: floor(sqrt(6)) */
    const mg_csb *csb = made->storage->layout;
    CHECK(csb->shift == 1 && csb->is_wide && csb->is_whole && !csb->positions);
    check_slots(csb, "abefcdghijkl", bits_2);
    CHECK_ARRAY(csb->starts, 0, 3, 4, 7, 9, 10, 10, 11, 11, 12);
    mg_matrix_destroy(context, made);
    made = convert(context, matrix, MG_FORMAT_CSB, false, 2, 0, MG_ECSB_AUTO); /* without the two empty blocks */
    csb = made->storage->layout;
    CHECK(!csb->is_wide && !csb->is_whole);
    check_slots(csb, "abefcdghijkl", bits_2);
    CHECK_ARRAY(csb->starts, 0, 3, 4, 7, 9, 10, 11, 12);
    CHECK_ARRAY(csb->row_firsts, 0, 3, 5, 7);
    CHECK_ARRAY(csb->columns, 0, 1, 2, 0, 1, 0, 2);
    mg_matrix_destroy(context, made);
    mg_matrix_destroy(context, matrix);
    mg_context_destroy(context);
}

TEST(ecsb_is_as_in_figure_2_10) {
    mg_context *context = make_context();
    mg_matrix *matrix = make_matrix(context, figure_2, 6);
    mg_matrix *made = convert(context, matrix, MG_FORMAT_ECSB, true, 0, 0, MG_ECSB_AUTO);
    const mg_csb *csb = made->storage->layout;
    CHECK(csb->is_wide && csb->width == 0);
    check_slots(csb, "abefcdghijkl", bits_2);
    CHECK_ARRAY(csb->numbers, 0, 0, 0, 1, 2, 2, 2, 3, 3, 4, 6, 8);
    CHECK_ARRAY(csb->row_starts, 0, 7, 10, 12);
    mg_matrix_destroy(context, made);
    made = convert(context, matrix, MG_FORMAT_ECSB, false, 2, 0, MG_ECSB_ELL);
    csb = made->storage->layout;
    CHECK_EQ(csb->width, 7);
    CHECK_EQ(csb->slot_count, 21);
    const float *values = csb->values; /* slot j * 3 + r */
    CHECK_ARRAY(values, 'a', 'h', 'k', 'b', 'i', 'l', 'e', 'j', 0, 'f', 0, 0, 'c', 0, 0, 'd', 0, 0, 'g', 0, 0);
    mg_matrix_destroy(context, made);
    mg_matrix_destroy(context, matrix);
    mg_context_destroy(context);
}

/* Block rows of 4, 1, 3, 1, 2 and 1 nonzeros: a third of the six, two, reach 3; the longest has one more. */
TEST(ecsb_hybrid_keeps_a_third_of_the_rows_in_ell) {
    static const char *const figure[] = {"abcd..", ".e....", "f.gh..", "i.....", "..jk..", ".....l"};
    mg_context *context = make_context();
    mg_matrix *matrix = make_matrix(context, figure, 6);
    mg_matrix *made = convert(context, matrix, MG_FORMAT_ECSB, false, 1, 0, MG_ECSB_HYBRID);
    const mg_csb *csb = made->storage->layout;
    CHECK_EQ(csb->width, 3);
    CHECK_ARRAY(csb->rest_starts, 0, 1, 1, 1, 1, 1, 1);
    const float *values = csb->values;
    CHECK_ARRAY(values, 'a', 'e', 'f', 'i', 'j', 'l', 'b', 0, 'g', 0, 'k', 0, 'c', 0, 'h', 0, 0, 0, 'd');
    CHECK_ARRAY(csb->numbers, 0, 7, 12, 18, 26, 35);
    mg_matrix_destroy(context, made);
    mg_matrix_destroy(context, matrix);
    mg_context_destroy(context);
}

/* Figure 3.5, whose second group lacks the coordinates of z, 11. */
TEST(gcsb_is_as_in_figure_3_5) {
    static const char *const rows[] = {"ab..cdef", "ghijk..l", ".m......", ".n.o....",
                                       "..pq..r.", "..st...u", ".v.wx...", "....yz.."};
    static const char *const bits[] = {"00", "00", "00", "00", "01", "01", "01", "01", "10", "10", "10",
                                       "11", "11", "11", "",   "",   "00", "10", "01", "00", "10", "11",
                                       "11", "11", "11", "",   "",   "",   "11", "01", "01", ""};
    mg_context *context = make_context();
    mg_matrix *matrix = make_matrix(context, rows, 8);
    mg_matrix *made = convert(context, matrix, MG_FORMAT_GCSB, true, 2, 4, MG_ECSB_AUTO);
    const mg_csb *csb = made->storage->layout;
    CHECK(csb->is_wide && csb->is_whole);
    check_slots(csb, "apcebqdfgsklht**ximryjnuz***ovw*", bits);
    CHECK_ARRAY(csb->numbers, 0, 9, 2, 3, 14, 1, 4, 11, 5, 12, 13, 6, 7, 8, 10, 15);
    CHECK_ARRAY(csb->group_starts, 0, 4, 7, 8, 8); /* in rows of the group, as the kernel needs them */
    CHECK_ARRAY(csb->counts, 4, 4, 3, 3, 3, 2, 2, 2, 1, 1, 1, 0, 0, 0, 0, 0);
    mg_matrix_destroy(context, made);
    made = convert(context, matrix, MG_FORMAT_GCSB, false, 2, 4, MG_ECSB_AUTO); /* without the empty blocks */
    csb = made->storage->layout;
    CHECK(!csb->is_wide && csb->block_count == 11 && csb->group_count == 3);
    check_slots(csb, "apcebqdfgsklht**ximryjnuz***ovw*", bits);
    mg_matrix_destroy(context, made);
    mg_matrix_destroy(context, matrix);
    mg_context_destroy(context);
}

/* Sizes that cut the small shapes into several blocks, both widths, all parts; decoded and back. */
TEST(decoding_gives_back_what_was_cut_into_blocks) {
    static const struct {
        uint32_t side, group;
        mg_ecsb_parts parts;
        bool published;
    } sizes[] = {{1, 1, MG_ECSB_COO, false},         {4, 3, MG_ECSB_HYBRID, false}, {16, 32, MG_ECSB_ELL, false},
                 {512, 1024, MG_ECSB_HYBRID, false}, {0, 0, MG_ECSB_COO, true},     {65536, 2, MG_ECSB_AUTO, false}};
    mg_context *context = make_context();
    for (int i = 0; i < MATRIX_SHAPES; i++) {
        matrix_shape sample = matrix_shape_make(i);
        mg_matrix *matrix = matrix_shape_matrix(context, &sample, MG_FLOAT32, false);
        for (size_t s = 0; s < 3 * (sizeof sizes / sizeof *sizes); s++) {
            const mg_matrix_format format = (mg_matrix_format)(MG_FORMAT_CSB + s % 3);
            mg_format_options options = MG_FORMAT_OPTIONS_INIT;
            mg_matrix *made;
            mg_matrix_statistics m = MG_MATRIX_STATISTICS_INIT;
            options.tile_columns = sizes[s / 3].side;
            options.group = sizes[s / 3].group;
            options.parts = sizes[s / 3].parts;
            options.tiling = sizes[s / 3].published ? MG_TILING_PAPER : MG_TILING_AUTO;
            const mg_status status = mg_matrix_convert_with(context, matrix, format, &options, &made);
            if (status == MG_ERROR_UNSUPPORTED && (format == MG_FORMAT_ECSB || sizes[s / 3].published)) {
                CHECK(strstr(mg_context_error(context), format == MG_FORMAT_ECSB ? "the bytes of csr" : "too many"));
                continue;
            }
            CHECK_OK(context, status);
            matrix_shape_check(context, &sample, MG_FLOAT32, 1, made);
            CHECK_OK(context, mg_matrix_describe(context, made, &m));
            CHECK_EQ(m.bytes, m.predicted_bytes);
            mg_matrix_destroy(context, made);
        }
        mg_matrix_destroy(context, matrix);
        matrix_shape_free(&sample);
    }
    mg_context_destroy(context);
}

TEST(too_many_blocks_are_refused) {
    mg_context *context = make_context();
    const uint32_t rows[] = {0}, columns[] = {4000000000U};
    const mg_matrix_arrays arrays = {
        .rows = 4000000, .columns = 4294967294U, .nonzeros = 1, .row_indices = rows, .column_indices = columns};
    mg_matrix *matrix = NULL, *made = NULL;
    CHECK_OK(context, mg_matrix_create(context, &arrays, &matrix));
    mg_format_options options = MG_FORMAT_OPTIONS_INIT;
    options.tiling = MG_TILING_PAPER;
    options.tile_columns = 16;
    CHECK_STATUS(context, mg_matrix_convert_with(context, matrix, MG_FORMAT_CSB, &options, &made),
                 MG_ERROR_UNSUPPORTED);
    CHECK(strstr(mg_context_error(context), "the empty ones included"));
    options.tiling = MG_TILING_AUTO;
    CHECK_STATUS(context, mg_matrix_convert_with(context, matrix, MG_FORMAT_GCSB, &options, &made),
                 MG_ERROR_UNSUPPORTED);
    options.tile_columns = 0; /* larger blocks are taken */
    options.group = 1025;
    CHECK_STATUS(context, mg_matrix_convert_with(context, matrix, MG_FORMAT_GCSB, &options, &made), MG_ERROR_INVALID);
    CHECK(!made);
    mg_matrix_destroy(context, matrix);
    mg_context_destroy(context);
}
