/* SPDX-License-Identifier: Apache-2.0
 *
 * test_matrix_tiles.c: the arrays of ASPT and RS against worked examples, the choice of ASPT, and the row functions of
 * all instruction sets against each other.
 */
#include "core/cpu/product/spmv.h"
#include "core/sparse/choose_format.h"
#include "core/sparse/rs_segments.h"
#include "tests/harness.h"
#include "tests/shapes.h"

#include <stdlib.h>

/* A pattern whose rows end where the next column is not above the last one, or with an END. */
#define END UINT32_MAX
static mg_matrix *make_matrix(mg_context *context, uint64_t rows, uint64_t columns, const uint32_t *list) {
    uint64_t offsets[32] = {0}, row = 0;
    uint32_t column[64];
    float value[64];
    mg_matrix *matrix = NULL;
    uint32_t count = 0;
    for (; row < rows; list++) {
        if (*list == END) {
            offsets[++row] = count;
        } else {
            value[count] = (float)(count + 1); /* 1, 2, ...: the letters a, b, ... of the figure */
            column[count++] = *list;
        }
    }
    const mg_matrix_arrays arrays = {.rows = rows,
                                     .columns = columns,
                                     .nonzeros = count,
                                     .row_offsets = offsets,
                                     .column_indices = column,
                                     .values = value,
                                     .type = MG_FLOAT32};
    CHECK_OK(context, mg_matrix_create(context, &arrays, &matrix));
    return matrix;
}

static mg_context *make_context(void) {
    mg_context *context = NULL;
    CHECK_OK(context, mg_context_create(NULL, &context));
    return context;
}

#define CHECK_ARRAY(found, ...)                                                                                        \
    do {                                                                                                               \
        const uint64_t expected[] = {__VA_ARGS__};                                                                     \
        for (size_t index = 0; index < sizeof expected / sizeof *expected; index++) {                                  \
            CHECK_EQ((found)[index], expected[index]);                                                                 \
        }                                                                                                              \
    } while (0)

/* Thesis, figure 4.5: panels of 4 columns, heavy segments of more than 2 nonzeros. */
TEST(rs_is_as_in_figure_4_5) {
    static const uint32_t figure[] = {0, 1, 3,   7, END, 2, 5, END, 3, 6, END, 0, 1, 2,   3, 4, 5, 7, END, 0,
                                      6, 7, END, 1, 2,   3, 4, END, 1, 2, 3,   4, 5, END, 2, 3, 4, 5, 6,   END};
    mg_context *context = make_context();
    mg_matrix *matrix = make_matrix(context, 8, 8, figure), *made;
    mg_format_options options = MG_FORMAT_OPTIONS_INIT;
    options.backend = MG_BACKEND_CPU;
    options.tile_columns = 4;
    options.threshold = 2;
    CHECK_OK(context, mg_matrix_convert_with(context, matrix, MG_FORMAT_RS, &options, &made));
    const mg_rs *rs = made->storage->layout;
    CHECK_EQ(rs->segment_count, 6);
    CHECK_EQ(rs->heavy_nonzeros, 19);
    CHECK_ARRAY(rs->panel_segments, 0, 4, 6);
    CHECK_ARRAY(rs->segment_rows, 0, 3, 5, 6, 3, 7);
    CHECK_ARRAY(rs->segment_starts, 0, 3, 7, 10, 13, 16, 19);
    CHECK_ARRAY(rs->segment_columns, 0, 1, 3, 0, 1, 2, 3, 1, 2, 3, 1, 2, 3, 0, 1, 3, 0, 1, 2);
    CHECK_ARRAY(rs->light_offsets, 0, 1, 3, 5, 5, 8, 9, 11, 13);
    CHECK_ARRAY(rs->light_columns, 7, 2, 5, 3, 6, 0, 6, 7, 4, 4, 5, 2, 3);
    const float *values =
        rs->values; /* a b c, i j k l, s t u, w x y, m n o, delta epsilon zeta; d e f g h p q r v ... */
    CHECK_ARRAY(values, 1, 2, 3, 9, 10, 11, 12, 19, 20, 21, 23, 24, 25, 13, 14, 15, 30, 31, 32);
    CHECK_ARRAY(values + 19, 4, 5, 6, 7, 8, 16, 17, 18, 22, 26, 27, 28, 29);
    mg_matrix_destroy(context, made);
    mg_matrix_destroy(context, matrix);
    mg_context_destroy(context);
}

/* Panels of 2 rows, dense columns of at least 2 nonzeros, tiles of 2 columns. Derived by hand. */
TEST(aspt_orders_rows_by_tiles) {
    static const uint32_t list[] = {0, 2, 3, 5, END, 2, 3, 4, 5, END, 1, 4, END, 1, 0, END};
    mg_context *context = make_context();
    mg_matrix *matrix = make_matrix(context, 4, 6, list), *made;
    mg_format_options options = MG_FORMAT_OPTIONS_INIT;
    options.backend = MG_BACKEND_CPU;
    options.tiling = MG_TILING_CACHE;
    options.panel_rows = 2;
    options.tile_columns = 2;
    options.threshold = 2;
    CHECK_OK(context, mg_matrix_convert_with(context, matrix, MG_FORMAT_ASPT, &options, &made));
    const mg_aspt *aspt = made->storage->layout;
    const float *values = aspt->values;
    CHECK_EQ(aspt->panel_count, 2);
    CHECK_EQ(aspt->dense_nonzeros, 8);
    CHECK_EQ(aspt->start_count, 11);
    CHECK_ARRAY(aspt->panel_tiles, 0, 3, 5); /* {2, 3}, {5}, sparse; {1}, sparse */
    CHECK_ARRAY(aspt->starts, 0, 2, 3, 4, 6, 7, 8, 9, 10, 11, 12);
    CHECK_ARRAY(aspt->columns, 2, 3, 5, 0, 2, 3, 5, 4, 1, 4, 1, 0);
    CHECK_ARRAY(aspt->positions, 1, 2, 3, 0, 0, 1, 3, 2, 0, 1, 0, 1);
    CHECK_ARRAY(values, 2, 3, 4, 1, 5, 6, 8, 7, 9, 10, 11, 12);
    mg_matrix_destroy(context, made);
    mg_matrix_destroy(context, matrix);
    mg_context_destroy(context);
}

/* With slots, the columns 1 and 5 of 4 slots collide, and the tile of column 5 alone has less than three quarters. */
TEST(aspt_with_slots_drops_empty_tiles) {
    static const uint32_t list[] = {1, 2, 3, 5, END, 5, 3, 2, 1, 0, END};
    mg_context *context = make_context();
    mg_matrix *matrix = make_matrix(context, 2, 6, list), *made;
    mg_format_options options = MG_FORMAT_OPTIONS_INIT;
    options.backend = MG_BACKEND_CPU;
    options.tiling = MG_TILING_PAPER;
    options.tile_columns = 4;
    options.threshold = 2;
    CHECK_OK(context, mg_matrix_convert_with(context, matrix, MG_FORMAT_ASPT, &options, &made));
    const mg_aspt *aspt = made->storage->layout;
    CHECK_EQ(aspt->panel_rows, 128);
    CHECK_ARRAY(aspt->panel_tiles, 0, 2);
    CHECK_ARRAY(aspt->starts, 0, 3, 4, 7, 9);
    CHECK_ARRAY(aspt->columns, 1, 2, 3, 5, 3, 2, 1, 5, 0);
    mg_matrix_destroy(context, made);
    mg_matrix_destroy(context, matrix);
    mg_context_destroy(context);
}

/* The publications' sizes. */
TEST(tilings_have_the_published_sizes) {
    static const struct {
        mg_tiling tiling;
        uint32_t k, panel_rows, tile_columns, threshold, rs_columns;
    } cases[] = {{MG_TILING_PAPER, 32, 128, 256, 16, 256},
                 {MG_TILING_PAPER, 128, 128, 128, 16, 256},
                 {MG_TILING_HOPPER, 128, 512, 1024, 4, 512}};
    static const uint32_t list[] = {0, END};
    mg_context *context = make_context();
    mg_matrix *matrix = make_matrix(context, 1, 1, list), *made;
    for (size_t i = 0; i < sizeof cases / sizeof *cases; i++) {
        mg_format_options options = MG_FORMAT_OPTIONS_INIT;
        options.backend = MG_BACKEND_CPU;
        options.tiling = cases[i].tiling;
        options.k = cases[i].k;
        CHECK_OK(context, mg_matrix_convert_with(context, matrix, MG_FORMAT_ASPT, &options, &made));
        const mg_aspt *aspt = made->storage->layout;
        CHECK_EQ(aspt->panel_rows, cases[i].panel_rows);
        CHECK_EQ(aspt->tile_columns, cases[i].tile_columns);
        CHECK_EQ(aspt->threshold, cases[i].threshold);
        mg_matrix_destroy(context, made);
        CHECK_OK(context, mg_matrix_convert_with(context, matrix, MG_FORMAT_RS, &options, &made));
        CHECK_EQ(((const mg_rs *)made->storage->layout)->panel_columns, cases[i].rs_columns);
        mg_matrix_destroy(context, made);
    }
    mg_matrix_destroy(context, matrix);
    mg_context_destroy(context);
}

/* Groups of 256 rows that share 512 columns, of which 64 rows of X fill the cache. */
static mg_matrix *make_clusters(mg_context *context) {
    enum { ROWS = 2048, PER_ROW = 64, COLUMNS = 512 };
    static uint64_t offsets[ROWS + 1];
    static uint32_t columns[ROWS * PER_ROW];
    mg_matrix *matrix = NULL;
    uint64_t seed = 3;
    for (uint64_t e = 0; e < ROWS * PER_ROW; e++) {
        const uint64_t group = e / PER_ROW / 256;
        columns[e] = (uint32_t)(group * COLUMNS + test_random(&seed) % COLUMNS);
        offsets[e / PER_ROW + 1] = e + 1;
    }
    const mg_matrix_arrays arrays = {.rows = ROWS,
                                     .columns = ROWS / 256 * COLUMNS,
                                     .nonzeros = ROWS * PER_ROW,
                                     .row_offsets = offsets,
                                     .column_indices = columns};
    CHECK_OK(context, mg_matrix_create(context, &arrays, &matrix));
    return matrix;
}

TEST(auto_takes_aspt_where_tiles_pay) {
    mg_context *context = make_context();
    mg_matrix *made;
    context->cache_bytes = 256 * 512; /* 256 rows of X */
    mg_matrix *matrix = make_clusters(context);
    mg_format_options options = MG_FORMAT_OPTIONS_INIT;
    mg_matrix_statistics s = MG_MATRIX_STATISTICS_INIT;
    options.k = 128;
    options.backend = MG_BACKEND_CPU;
    CHECK_OK(context, mg_matrix_convert_with(context, matrix, MG_FORMAT_AUTO, &options, &made));
    CHECK_EQ(mg_matrix_format_of(made), MG_FORMAT_ASPT);
    CHECK_OK(context, mg_matrix_describe(context, made, &s));
    CHECK(strstr(s.why, "tiles read fewer rows"));
    mg_matrix_destroy(context, made);
    options.runs = 1; /* which does not pay for the build */
    CHECK_OK(context, mg_matrix_convert_with(context, matrix, MG_FORMAT_AUTO, &options, &made));
    CHECK_EQ(mg_matrix_format_of(made), MG_FORMAT_CSR);
    CHECK_OK(context, mg_matrix_describe(context, made, &s));
    CHECK(strstr(s.why, "would not pay within"));
    mg_matrix_destroy(context, made);
    context->cache_bytes = 1 << 26; /* all of X */
    options.runs = 0;
    CHECK_OK(context, mg_matrix_convert_with(context, matrix, MG_FORMAT_AUTO, &options, &made));
    CHECK_EQ(mg_matrix_format_of(made), MG_FORMAT_CSR);
    mg_matrix_destroy(context, made);
    mg_matrix_destroy(context, matrix);
    mg_context_destroy(context);
}

/* ---- choices for a GPU, which need none ---- */

/* Rows of `length` nonzeros at random in the `width` columns of their group of `group` rows, or in a band. */
static mg_matrix *make_groups(mg_context *context, uint64_t rows, uint64_t group, uint64_t width, uint64_t length) {
    uint64_t *offsets = test_memory(rows + 1, sizeof *offsets), seed = 3;
    uint32_t *columns = test_memory(rows * length, sizeof *columns);
    mg_matrix *matrix = NULL;
    for (uint64_t row = 0; row < rows; row++) {
        offsets[row + 1] = (row + 1) * length;
        for (uint64_t i = 0; i < length; i++) {
            const uint64_t column = group ? row / group * width + test_random(&seed) % width : row + i;
            columns[row * length + i] = (uint32_t)(column % rows);
        }
    }
    const mg_matrix_arrays arrays = {
        .rows = rows, .columns = rows, .nonzeros = rows * length, .row_offsets = offsets, .column_indices = columns};
    CHECK_OK(context, mg_matrix_create(context, &arrays, &matrix));
    free(offsets);
    free(columns);
    return matrix;
}

static mg_matrix_format choice_of(mg_context *context, const mg_matrix *matrix, uint32_t k, uint64_t runs,
                                  const char *why) {
    mg_format_options options = MG_FORMAT_OPTIONS_INIT;
    mg_format_choice choice = {.seconds = 0};
    options.backend = MG_BACKEND_CUDA;
    options.k = k;
    options.runs = runs;
    CHECK_OK(context, mg__choose_format(context, matrix->storage, &options, &choice));
    CHECK(strstr(choice.why, why));
    CHECK(strncmp(choice.why, choice.format->name, strlen(choice.format->name)) == 0);
    return choice.format->id;
}

/* The kinds of the table in docs/matrix-formats.md, "Reuse of X in shared memory". */
TEST(auto_on_a_gpu_takes_the_format_of_the_kind) {
    mg_context *context = make_context();
    mg_matrix *groups = make_groups(context, 1 << 16, 1024, 4096, 64), *band = make_groups(context, 1 << 15, 0, 0, 256);
    mg_matrix *uniform = make_groups(context, 1 << 17, 1 << 17, 1 << 17, 16);
    CHECK_EQ(choice_of(context, groups, 128, 0, "heavy segments read"), MG_FORMAT_RS);
    CHECK_EQ(choice_of(context, groups, 128, 1, "predicted per product"), MG_FORMAT_SPLIT); /* does not pay */
    CHECK_EQ(choice_of(context, groups, 8, 0, "less than 128 bytes"), MG_FORMAT_SPLIT);
    CHECK_EQ(choice_of(context, groups, 1, 0, "one column"), MG_FORMAT_CSR);
    CHECK_EQ(choice_of(context, band, 32, 0, "tiles read"), MG_FORMAT_ASPT);
    CHECK_EQ(choice_of(context, uniform, 128, 0, "neither"), MG_FORMAT_SPLIT);
    CHECK_EQ(choice_of(context, uniform, 1, 0, "one column of many short rows"), MG_FORMAT_COADELL);
    CHECK_EQ(choice_of(context, uniform, 1, 1, "reads the rows once"), MG_FORMAT_CSR); /* does not pay */
    CHECK_EQ(choice_of(context, band, 1, 0, "reads the rows once"), MG_FORMAT_CSR);
    mg_matrix_destroy(context, groups);
    mg_matrix_destroy(context, band);
    mg_matrix_destroy(context, uniform);
    mg_context_destroy(context);
}

static uint32_t threshold_of(mg_context *context, const mg_matrix *matrix, uint32_t k) {
    mg_format_options options = MG_FORMAT_OPTIONS_INIT;
    uint32_t threshold = 0;
    options.tiling = MG_TILING_HOPPER;
    options.k = k;
    CHECK_OK(context, mg__rs_threshold(context, matrix->storage, &options, 512, &threshold));
    return threshold;
}

/* All rows have about 6 nonzeros in each panel: where the panels' rows of Y are not in the L2 cache, so short segments
 * are light. */
TEST(rs_threshold_grows_with_y) {
    mg_context *context = make_context();
    mg_matrix *matrix = make_groups(context, 1 << 17, 1 << 17, 1024, 12);
    CHECK_EQ(threshold_of(context, matrix, 32), 2);  /* Y has 16 MiB */
    CHECK_EQ(threshold_of(context, matrix, 128), 5); /* 64 MiB */
    mg_matrix_destroy(context, matrix);
    mg_context_destroy(context);
}

/* ---- row functions ---- */

enum { ROWS = 9, COLUMNS = 40, NONZEROS = 300, K = 205 };

static void run_kernels(const mg_row_kernels *kernels, int semiring, mg_type type, size_t k, void *y, void *out) {
    static uint64_t offsets[ROWS + 1];
    static uint32_t columns[NONZEROS];
    static double x[COLUMNS * K], weights[NONZEROS];
    uint64_t seed = 5;
    for (uint64_t e = 0; e < NONZEROS; e++) {
        columns[e] = (uint32_t)(test_random(&seed) % COLUMNS);
        offsets[e * ROWS / NONZEROS + 1] = e + 1;
    }
    const bool is_float = type == MG_FLOAT32;
    for (uint64_t i = 0; i < COLUMNS * K; i++) {
        const double value = (double)(test_random(&seed) % 1000) / 7;
        is_float ? (void)(((float *)x)[i] = (float)value) : (void)(x[i] = value);
    }
    for (uint64_t e = 0; e < NONZEROS; e++) {
        const double value = (double)(test_random(&seed) % 1000) / 11 - 40;
        is_float ? (void)(((float *)weights)[e] = (float)value) : (void)(weights[e] = value);
    }
    const spmv_job job = {.offsets = offsets,
                          .offset_step = 1,
                          .neighbours = columns,
                          .weights = weights,
                          .x = x,
                          .y = y,
                          .k = k,
                          .x_stride = k,
                          .y_stride = k};
    kernels->spmv[semiring][type](&job, 0, ROWS);
    const sddmm_job dots = {.columns = columns,
                            .values = weights,
                            .x = x,
                            .y = x,
                            .x_stride = k,
                            .y_stride = k,
                            .k = k,
                            .alpha = 1,
                            .out = out};
    for (uint64_t row = 0; row < ROWS; row++) {
        kernels->sddmm[type](&dots, row, offsets[row], offsets[row], offsets[row + 1], NONZEROS);
    }
}

static void compare_kernels(const mg_row_kernels *kernels) {
    static const mg_type floats[] = {MG_FLOAT32, MG_FLOAT64};
    static const size_t widths[] = {1, 7, 8, 33, 64, 128, K};
    static double y[2][ROWS * K], out[2][NONZEROS];
    for (int semiring = MG_PLUS_TIMES; semiring < MG_USER_SEMIRING; semiring++) {
        for (size_t i = 0; i < 2 * sizeof widths / sizeof *widths; i++) {
            run_kernels(&mg__rows_baseline, semiring, floats[i % 2], widths[i / 2], y[0], out[0]);
            run_kernels(kernels, semiring, floats[i % 2], widths[i / 2], y[1], out[1]);
            CHECK(memcmp(y[0], y[1], sizeof y[0]) == 0);
            CHECK(memcmp(out[0], out[1], sizeof out[0]) == 0);
        }
    }
}

TEST(instruction_sets_give_the_same_bits) {
#ifdef __x86_64__
    if (!__builtin_cpu_supports("avx2")) {
        test_skip("the processor has no AVX2");
    }
    compare_kernels(&mg__rows_avx2);
    if (__builtin_cpu_supports("avx512f") && __builtin_cpu_supports("avx512vl") && __builtin_cpu_supports("avx512bw") &&
        __builtin_cpu_supports("avx512dq")) {
        compare_kernels(&mg__rows_avx512);
    }
#else
    test_skip("one instruction set");
#endif
}
