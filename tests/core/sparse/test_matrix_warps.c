/* SPDX-License-Identifier: Apache-2.0
 *
 * test_matrix_warps.c: the arrays of WELL, ADELL and COADELL against examples derived by hand, and what every matrix's
 * warps must be.
 */
#include "core/sparse/warps.h"
#include "tests/core/sparse/matrix_shapes.h"
#include "tests/harness.h"

#include <stdlib.h>

static mg_context *make_context(void) {
    mg_context *context = NULL;
    CHECK_OK(context, mg_context_create(NULL, &context));
    return context;
}

/* A pattern of `rows` rows: row r has lengths[r] nonzeros from column firsts[r] on, `step` apart. */
static mg_matrix *make_matrix(mg_context *context, uint64_t rows, const uint32_t *lengths, const uint32_t *firsts,
                              uint32_t step) {
    uint64_t offsets[64] = {0}, count = 0;
    uint32_t *columns = malloc(100000 * sizeof *columns);
    mg_matrix *matrix = NULL;
    for (uint64_t row = 0; row < rows; row++) {
        for (uint32_t i = 0; i < lengths[row]; i++) {
            columns[count++] = firsts[row] + i * step;
        }
        offsets[row + 1] = count;
    }
    const mg_matrix_arrays arrays = {
        .rows = rows, .columns = 1 << 30, .nonzeros = count, .row_offsets = offsets, .column_indices = columns};
    CHECK_OK(context, mg_matrix_create(context, &arrays, &matrix));
    free(columns);
    return matrix;
}

static mg_matrix *convert(mg_context *context, mg_matrix *matrix, mg_matrix_format format) {
    mg_matrix *made = NULL;
    CHECK_OK(context, mg_matrix_convert(context, matrix, format, 1, 0, &made));
    return made;
}

/* 34 rows: row 1 has 3 nonzeros, row 33 two, the others one. Sorted by length: 1, 33, 0, 2, 3, ... */
TEST(well_sorts_rows_by_length_within_a_window) {
    uint32_t lengths[34], firsts[34];
    mg_context *context = make_context();
    for (uint32_t r = 0; r < 34; r++) {
        lengths[r] = r == 1 ? 3 : r == 33 ? 2 : 1;
        firsts[r] = 10 * r;
    }
    mg_matrix *matrix = make_matrix(context, 34, lengths, firsts, 2), *made = convert(context, matrix, MG_FORMAT_WELL);
    const mg_warps *w = made->storage->layout;
    CHECK_EQ(w->warp_count, 2);
    CHECK_EQ(w->shared_count, 0);
    CHECK_EQ(w->starts[1], 96);
    CHECK_EQ(w->starts[2], 96 + 32);
    CHECK(w->heads[0] == UINT32_MAX && w->heads[1] == 7); /* two rows, then the lanes without */
    const uint32_t first[] = {1, 33, 0, 2, 3};
    for (uint32_t lane = 0; lane < 5; lane++) {
        CHECK_EQ(w->lane_rows[lane], first[lane]);
        CHECK_EQ(w->columns[lane], 10 * first[lane]);
        CHECK_EQ(w->columns[32 + lane], lane == 0 ? 12 : lane == 1 ? 332 : MG_LANE_NONE);
        CHECK_EQ(w->columns[64 + lane], lane == 0 ? 14 : MG_LANE_NONE);
    }
    CHECK_EQ(w->lane_rows[32], 31);
    CHECK_EQ(w->lane_rows[33], 32);
    CHECK_EQ(w->lane_rows[34], MG_LANE_NONE);
    mg_matrix_destroy(context, made);
    mg_matrix_destroy(context, matrix);
    mg_context_destroy(context);
}

/* 16 rows of 4 nonzeros and one of 64: with 4 nonzeros in a lane all 32 lanes of one warp are full. */
TEST(adell_gives_long_rows_more_lanes) {
    uint32_t lengths[17], firsts[17];
    mg_context *context = make_context();
    for (uint32_t r = 0; r < 17; r++) {
        lengths[r] = r == 5 ? 64 : 4;
        firsts[r] = r;
    }
    mg_matrix *matrix = make_matrix(context, 17, lengths, firsts, 1), *made = convert(context, matrix, MG_FORMAT_ADELL);
    const mg_warps *w = made->storage->layout;
    mg_matrix_statistics s = MG_MATRIX_STATISTICS_INIT;
    CHECK_OK(context, mg_matrix_describe(context, made, &s));
    CHECK_EQ(w->warp_count, 1);
    CHECK_EQ(w->slot_count, 128);
    CHECK_EQ(s.padding, 0);
    CHECK_EQ(s.units, 1);
    for (uint32_t lane = 0; lane < 32; lane++) {
        const uint32_t row = lane < 5 ? lane : lane < 21 ? 5 : lane - 15;
        CHECK_EQ(w->lane_rows[lane], row);
        CHECK_EQ(w->heads[0] >> lane & 1, lane < 6 || lane > 20);
        for (uint32_t j = 0; j < 4; j++) {
            CHECK_EQ(w->columns[32 * j + lane], row + (row == 5 ? 4 * (lane - 5) : 0) + j);
        }
    }
    mg_matrix_destroy(context, made);
    mg_matrix_destroy(context, matrix);
    mg_context_destroy(context);
}

/* The largest difference of a warp decides its width; all bits 1 are padding, so 255 needs 16 bits. */
TEST(coadell_takes_the_smallest_width_of_a_warp) {
    static const struct { uint32_t step, width; } cases[] = {{1, 1}, {254, 1}, {255, 2}, {65534, 2}, {65535, 4}};
    mg_context *context = make_context();
    for (size_t i = 0; i < sizeof cases / sizeof *cases; i++) {
        uint32_t lengths[32], firsts[32];
        for (uint32_t r = 0; r < 32; r++) {
            lengths[r] = r == 31 ? 2 : 3;
            firsts[r] = 100 + r;
        }
        mg_matrix *matrix = make_matrix(context, 32, lengths, firsts, cases[i].step);
        mg_matrix *made = convert(context, matrix, MG_FORMAT_COADELL);
        const mg_warps *w = made->storage->layout;
        CHECK_EQ(w->warp_count, 1);
        CHECK_EQ(mg__warp_width(w, 0), cases[i].width);
        CHECK_EQ(w->delta_bytes, 64 * cases[i].width);
        CHECK_EQ(w->first_columns[31], 131);
        for (uint64_t at = 0; at < 64; at++) {
            uint32_t delta = 0;
            memcpy(&delta, w->deltas + at * cases[i].width, cases[i].width);
            const uint32_t padding = (uint32_t)(UINT64_MAX >> (64 - 8 * cases[i].width));
            CHECK_EQ(delta, at == 63 ? padding : cases[i].step);
        }
        mg_matrix_destroy(context, made);
        mg_matrix_destroy(context, matrix);
    }
    mg_context_destroy(context);
}

/* Every nonzero once, rows in consecutive lanes, shared warps first and whole. */
static void check_warps(const mg_matrix *made, const matrix_shape *sample) {
    const mg_warps *w = made->storage->layout;
    uint64_t *found = calloc(sample->rows + 1, sizeof *found);
    uint32_t *columns = malloc((sample->nonzeros + 1) * sizeof *columns);
    for (uint64_t warp = 0; warp < w->warp_count; warp++) {
        const uint32_t *rows = w->lane_rows + MG_WARP * warp;
        CHECK_EQ(w->flags[warp] & MG_WARP_SHARED, warp < w->shared_count);
        CHECK(w->starts[warp] % MG_WARP == 0 && (!w->delta_starts || w->delta_starts[warp] % MG_WARP == 0));
        for (uint32_t lane = 0; lane < MG_WARP; lane++) {
            const bool head = w->heads[warp] >> lane & 1;
            CHECK_EQ(head, lane == 0 || rows[lane] != rows[lane - 1]);
            CHECK(warp >= w->shared_count || rows[lane] == w->pieces[warp].row);
            if (rows[lane] != MG_LANE_NONE) {
                CHECK(!head || !found[rows[lane]] || warp < w->shared_count);
                found[rows[lane]] += mg__warp_lane(w, warp, lane, columns);
            }
        }
    }
    for (uint64_t e = 0; e < sample->nonzeros; e++) {
        found[sample->row[e]]--;
    }
    for (uint64_t row = 0; row < sample->rows; row++) {
        CHECK_EQ(found[row], 0);
    }
    free(columns);
    free(found);
}

TEST(warps_hold_every_row_in_consecutive_lanes) {
    mg_context *context = make_context();
    for (int i = 0; i < MATRIX_SHAPES; i++) {
        matrix_shape sample = matrix_shape_make(i);
        mg_matrix *matrix = matrix_shape_matrix(context, &sample, MG_FLOAT32, false);
        for (int format = MG_FORMAT_ADELL; format <= MG_FORMAT_COADELL; format++) {
            mg_matrix *made = convert(context, matrix, (mg_matrix_format)format);
            check_warps(made, &sample);
            mg_matrix_destroy(context, made);
        }
        mg_matrix_destroy(context, matrix);
        matrix_shape_free(&sample);
    }
    mg_context_destroy(context);
}

/* Down the ladder a mesh needs less, and COADELL less than half of the CSR's column bytes. */
TEST(the_ladder_saves_bytes_on_a_mesh) {
    enum { SIDE = 100, ROWS = SIDE * SIDE };
    static uint64_t offsets[ROWS + 1];
    static uint32_t columns[ROWS * 5];
    mg_context *context = make_context();
    mg_matrix *matrix = NULL;
    uint64_t count = 0, bytes[MG_FORMAT_COUNT];
    for (uint32_t r = 0; r < ROWS; r++) {
        const int64_t neighbours[] = {(int64_t)r - SIDE, (int64_t)r - 1, r, (int64_t)r + 1, (int64_t)r + SIDE};
        for (int i = 0; i < 5; i++) {
            if (neighbours[i] >= 0 && neighbours[i] < ROWS) {
                columns[count++] = (uint32_t)neighbours[i];
            }
        }
        offsets[r + 1] = count;
    }
    const mg_matrix_arrays arrays = {
        .rows = ROWS, .columns = ROWS, .nonzeros = count, .row_offsets = offsets, .column_indices = columns};
    CHECK_OK(context, mg_matrix_create(context, &arrays, &matrix));
    for (int format = MG_FORMAT_CSR; format <= MG_FORMAT_COADELL; format++) {
        mg_matrix *made = convert(context, matrix, (mg_matrix_format)format);
        mg_matrix_statistics s = MG_MATRIX_STATISTICS_INIT;
        CHECK_OK(context, mg_matrix_describe(context, made, &s));
        bytes[format] = s.bytes;
        mg_matrix_destroy(context, made);
    }
    CHECK(bytes[MG_FORMAT_COADELL] < bytes[MG_FORMAT_ADELL] && bytes[MG_FORMAT_ADELL] <= bytes[MG_FORMAT_WELL]);
    CHECK(bytes[MG_FORMAT_COADELL] < bytes[MG_FORMAT_CSR] / 2);
    mg_matrix_destroy(context, matrix);
    mg_context_destroy(context);
}
