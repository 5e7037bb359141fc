/* SPDX-License-Identifier: Apache-2.0
 *
 * test_matrix_formats.c: matrices are what they were made of, in every format and view.
 */
#include "core/sparse/formats.h"
#include "tests/core/sparse/matrix_shapes.h"
#include "tests/failing_memory.h"
#include "tests/harness.h"
#include "tests/shapes.h"

#include <math.h>
#include <stdlib.h>

static const mg_type types[] = {MG_TYPE_NONE, MG_INT32, MG_INT64, MG_FLOAT32, MG_FLOAT64};

static bool pads_to_longest(mg_matrix_format format) {
    return format == MG_FORMAT_ELL || format == MG_FORMAT_WELL;
}

/* The matrix in a format; NULL where ELL or WELL is refused, which they may only be for their size. */
static mg_matrix *convert(mg_context *context, const mg_matrix *matrix, mg_matrix_format format) {
    mg_matrix *converted = NULL;
    const mg_status status = mg_matrix_convert(context, matrix, format, 8, 0, &converted);
    if (pads_to_longest(format) && status == MG_ERROR_UNSUPPORTED) {
        mg_matrix_statistics s = MG_MATRIX_STATISTICS_INIT;
        CHECK_OK(context, mg_matrix_describe(context, matrix, &s));
        const uint64_t rows = format == MG_FORMAT_ELL ? mg_matrix_rows(matrix) : 32;
        CHECK(s.longest_row * rows > 3 * mg_matrix_nonzeros(matrix));
        return NULL;
    }
    CHECK_OK(context, status);
    CHECK(format == MG_FORMAT_AUTO || mg_matrix_format_of(converted) == format);
    return converted;
}

static void check_statistics(mg_context *context, const mg_matrix *matrix, const matrix_shape *sample) {
    mg_matrix_statistics s = MG_MATRIX_STATISTICS_INIT;
    CHECK_OK(context, mg_matrix_describe(context, matrix, &s));
    uint64_t longest = 0, heavy = 0, length = 0;
    for (uint64_t e = 0; e < sample->nonzeros; e++) {
        length = e && sample->row[e] == sample->row[e - 1] ? length + 1 : 1;
        longest = length > longest ? length : longest;
        heavy += length == 513 ? 513 : length > 513;
    }
    CHECK_EQ(s.bytes, s.predicted_bytes);
    uint64_t bytes = 0;
    CHECK(s.array_count > 0 && s.array_count <= MG_MATRIX_ARRAYS_MAX);
    for (uint64_t i = 0; i < s.array_count; i++) {
        CHECK(s.arrays[i].name && s.arrays[i].name[0]);
        bytes += s.arrays[i].bytes;
    }
    CHECK_EQ(bytes, s.bytes);
    CHECK_EQ(s.longest_row, longest);
    CHECK(s.heavy_share == (sample->nonzeros ? (double)heavy / (double)sample->nonzeros : 0));
    CHECK(s.mean_row == (sample->rows ? (double)sample->nonzeros / (double)sample->rows : 0));
    if (mg_matrix_format_of(matrix) <= MG_FORMAT_RS) {
        const bool is_ell = mg_matrix_format_of(matrix) == MG_FORMAT_ELL;
        CHECK_EQ(s.padding, is_ell ? sample->rows * longest - sample->nonzeros : 0);
    }
}

static void check_views(mg_context *context, const mg_matrix *matrix, const matrix_shape *sample,
                        const matrix_shape *transposed, mg_type type) {
    mg_matrix *view = NULL, *back = NULL, *scaled = NULL;
    CHECK_OK(context, mg_matrix_transposed(context, matrix, &view));
    CHECK_EQ(mg_matrix_rows(view), sample->columns);
    CHECK_EQ(mg_matrix_columns(view), sample->rows);
    matrix_shape_check(context, transposed, type, 1, view);
    CHECK_OK(context, mg_matrix_transposed(context, view, &back));
    matrix_shape_check(context, sample, type, 1, back);
    CHECK_OK(context, mg_matrix_scaled(context, view, 2, &scaled));
    mg_matrix_destroy(context, view);
    matrix_shape_check(context, transposed, type, 2, scaled);
    mg_matrix_destroy(context, back);
    CHECK_OK(context, mg_matrix_scaled(context, scaled, -0.25, &back));
    matrix_shape_check(context, transposed, type, -0.5, back);
    mg_matrix_destroy(context, back);
    mg_matrix_destroy(context, scaled);
}

static void check_shape(mg_context *context, const matrix_shape *sample, const matrix_shape *transposed, mg_type type,
                        bool coo) {
    mg_matrix *matrix = matrix_shape_matrix(context, sample, type, coo);
    CHECK_EQ(mg_matrix_format_of(matrix), MG_FORMAT_CSR);
    matrix_shape_check(context, sample, type, 1, matrix);
    check_views(context, matrix, sample, transposed, type);
    for (int format = MG_FORMAT_AUTO; format < MG_FORMAT_COUNT; format++) {
        mg_matrix *converted = convert(context, matrix, (mg_matrix_format)format);
        if (!converted) {
            continue;
        }
        matrix_shape_check(context, sample, type, 1, converted);
        check_views(context, converted, sample, transposed, type);
        check_statistics(context, converted, sample);
        for (int next = MG_FORMAT_CSR; next < MG_FORMAT_COUNT; next++) {
            mg_matrix *again = convert(context, converted, (mg_matrix_format)next);
            if (again) {
                matrix_shape_check(context, sample, type, 1, again);
            }
            mg_matrix_destroy(context, again);
        }
        mg_matrix_destroy(context, converted);
    }
    mg_matrix_destroy(context, matrix);
}

TEST(decoding_gives_back_what_was_built) {
    mg_context *context = test_new_context(3);
    for (int i = 0; i < MATRIX_SHAPES; i++) {
        matrix_shape sample = matrix_shape_make(i), transposed = matrix_shape_transpose(&sample);
        for (size_t t = 0; t < sizeof types / sizeof *types; t++) {
            check_shape(context, &sample, &transposed, types[t], t % 2);
        }
        matrix_shape_free(&sample);
        matrix_shape_free(&transposed);
    }
    mg_context_destroy(context);
}

/* All tilings, and sizes that cut the small shapes into several panels and tiles. */
TEST(decoding_gives_back_what_was_tiled) {
    static const mg_format_options sizes[] = {
        {.k = 32, .tiling = MG_TILING_PAPER},
        {.k = 128, .tiling = MG_TILING_HOPPER},
        {.k = 8, .tiling = MG_TILING_CACHE},
        {.k = 1, .panel_rows = 1, .tile_columns = 1, .threshold = 1},
        {.k = 1, .panel_rows = 5, .tile_columns = 4, .threshold = 2},
        {.k = 1, .tiling = MG_TILING_PAPER, .panel_rows = 64, .tile_columns = 8, .threshold = 3},
        {.k = 1, .tile_columns = MG_TILE_COLUMNS_MAX, .threshold = UINT32_MAX}};
    mg_context *context = test_new_context(3);
    for (int i = 0; i < MATRIX_SHAPES; i++) {
        matrix_shape sample = matrix_shape_make(i);
        for (size_t t = 0; t < sizeof types / sizeof *types; t += 3) {
            mg_matrix *matrix = matrix_shape_matrix(context, &sample, types[t], false);
            for (size_t o = 0; o < 2 * (sizeof sizes / sizeof *sizes); o++) {
                mg_format_options options = sizes[o / 2];
                mg_matrix *tiled;
                options.size = sizeof options;
                CHECK_OK(context, mg_matrix_convert_with(context, matrix, o % 2 ? MG_FORMAT_RS : MG_FORMAT_ASPT,
                                                         &options, &tiled));
                matrix_shape_check(context, &sample, types[t], 1, tiled);
                mg_matrix_destroy(context, tiled);
            }
            mg_matrix_destroy(context, matrix);
        }
        matrix_shape_free(&sample);
    }
    mg_context_destroy(context);
}

/* A conversion for a GPU keeps only the CSR. The host arrays, made on demand, equal those of a conversion for the CPU.
 */
TEST(formats_for_a_gpu_keep_the_csr) {
    static const mg_matrix_format formats[] = {MG_FORMAT_SPLIT, MG_FORMAT_ASPT, MG_FORMAT_RS};
    mg_context *context = test_new_context(2);
    mg_product_options product = MG_PRODUCT_OPTIONS_INIT;
    product.backend = MG_BACKEND_CPU;
    for (int i = 0; i < MATRIX_SHAPES; i++) {
        matrix_shape sample = matrix_shape_make(i);
        mg_matrix *matrix = matrix_shape_matrix(context, &sample, MG_FLOAT32, false);
        for (size_t f = 0; f < sizeof formats / sizeof *formats; f++) {
            mg_format_options options = MG_FORMAT_OPTIONS_INIT;
            mg_matrix *made[2]; /* for the CPU, for a GPU */
            float *x = test_memory(sample.columns, sizeof *x), *y[2];
            mg_matrix_statistics s[2] = {MG_MATRIX_STATISTICS_INIT, MG_MATRIX_STATISTICS_INIT};
            options.tiling = MG_TILING_HOPPER;
            for (uint64_t c = 0; c < sample.columns; c++) {
                x[c] = (float)(c % 7) - 3;
            }
            for (int on = 0; on < 2; on++) {
                options.backend = on ? MG_BACKEND_CUDA : MG_BACKEND_CPU;
                y[on] = test_memory(sample.rows, sizeof *y[on]);
                CHECK_OK(context, mg_matrix_convert_with(context, matrix, formats[f], &options, &made[on]));
                CHECK_EQ(mg_matrix_format_of(made[on]), formats[f]);
                CHECK_EQ(made[on]->storage->on_device, on == 1);
                CHECK(on == 0 || !made[on]->storage->layout);
                CHECK_OK(context, mg_matrix_spmv(context, made[on], &product, x, y[on]));
                CHECK_OK(context, mg_matrix_describe(context, made[on], &s[on]));
                matrix_shape_check(context, &sample, MG_FLOAT32, 1, made[on]);
            }
            CHECK(memcmp(y[0], y[1], sample.rows * sizeof *y[0]) == 0);
            CHECK_EQ(s[0].bytes, s[1].bytes);
            CHECK_EQ(s[0].predicted_bytes, s[1].predicted_bytes);
            CHECK_EQ(s[0].units, s[1].units);
            CHECK(s[1].device_build_seconds == 0);
            mg_matrix_destroy(context, made[0]);
            mg_matrix_destroy(context, made[1]);
            free(x);
            free(y[0]);
            free(y[1]);
        }
        mg_matrix_destroy(context, matrix);
        matrix_shape_free(&sample);
    }
    mg_context_destroy(context);
}

TEST(bad_sizes_are_refused) {
    mg_context *context = test_new_context(1);
    matrix_shape sample = matrix_shape_make(6);
    mg_matrix *matrix = matrix_shape_matrix(context, &sample, MG_FLOAT32, false), *made = NULL;
#define BAD_SIZE(...)                                                                                                  \
    do {                                                                                                               \
        mg_format_options o = MG_FORMAT_OPTIONS_INIT;                                                                  \
        __VA_ARGS__;                                                                                                   \
        CHECK_STATUS(context, mg_matrix_convert_with(context, matrix, MG_FORMAT_ASPT, &o, &made), MG_ERROR_INVALID);   \
        CHECK(!made && strstr(mg_context_error(context), "mg_matrix_convert: "));                                      \
    } while (0)
    BAD_SIZE(o.size = 1);
    BAD_SIZE(o.tile_columns = 3);
    BAD_SIZE(o.tile_columns = 2 * MG_TILE_COLUMNS_MAX);
    BAD_SIZE(o.panel_rows = MG_PANEL_ROWS_MAX + 1);
    BAD_SIZE(o.tiling = (mg_tiling)9);
    BAD_SIZE(o.backend = (mg_backend_kind)9);
    CHECK_OK(context, mg_matrix_convert_with(context, matrix, MG_FORMAT_ASPT, NULL, &made));
    mg_matrix_destroy(context, made);
    mg_matrix_destroy(context, matrix);
    matrix_shape_free(&sample);
    mg_context_destroy(context);
}

/* The storage outlives the matrix that it was made with. */
TEST(views_and_formats_outlive_their_matrix) {
    mg_context *context = test_new_context(1);
    matrix_shape sample = matrix_shape_make(9), transposed = matrix_shape_transpose(&sample);
    mg_matrix *matrix = matrix_shape_matrix(context, &sample, MG_FLOAT32, false), *view, *split;
    CHECK_OK(context, mg_matrix_transposed(context, matrix, &view));
    split = convert(context, view, MG_FORMAT_SPLIT);
    mg_matrix_destroy(context, matrix);
    mg_matrix_destroy(context, view);
    matrix_shape_check(context, &transposed, MG_FLOAT32, 1, split);
    mg_matrix_destroy(context, split);
    matrix_shape_free(&sample);
    matrix_shape_free(&transposed);
    mg_context_destroy(context);
}

TEST(a_matrix_of_a_graph_is_its_in_edges) {
    mg_context *context = test_new_context(2);
    for (int directed = 0; directed < 2; directed++) {
        mg_graph *graph = shape_graph(context, shape_named("parallel"), WEIGHTS_FLOAT, directed);
        const mg_adjacency out = mg_graph_out_edges(graph);
        mg_adjacency in;
        mg_matrix *matrix, *view;
        mg_matrix_arrays rows, columns;
        CHECK_OK(context, mg_graph_in_edges(context, graph, &in));
        CHECK_OK(context, mg_matrix_of_graph(context, graph, &matrix));
        CHECK_OK(context, mg_matrix_transposed(context, matrix, &view));
        CHECK_OK(context, mg_matrix_to_csr(context, matrix, &rows));
        CHECK_OK(context, mg_matrix_to_csr(context, view, &columns));
        CHECK(rows.row_offsets == in.offsets && rows.column_indices == in.neighbours && rows.values == in.weights);
        CHECK(columns.row_offsets == out.offsets && columns.column_indices == out.neighbours &&
              columns.values == out.weights);
        CHECK_EQ(mg_matrix_nonzeros(matrix), mg_graph_arc_count(graph));
        mg_matrix_destroy(context, view);
        mg_matrix_destroy(context, matrix);
        mg_graph_destroy(graph);
    }
    mg_context_destroy(context);
}

TEST(bad_arrays_are_refused) {
    mg_context *context = test_new_context(1);
    const uint64_t offsets[] = {0, 1, 3}, late[] = {1, 1, 3}, falling[] = {0, 2, 1}, few[] = {0, 1, 2};
    const uint32_t rows[] = {0, 1, 1}, columns[] = {0, 2, 1}, far_columns[] = {0, 3, 1}, far_rows[] = {0, 2, 1};
    const float values[] = {1, 2, 3};
    const mg_matrix_arrays good = {.rows = 2,
                                   .columns = 3,
                                   .nonzeros = 3,
                                   .row_offsets = offsets,
                                   .column_indices = columns,
                                   .values = values,
                                   .type = MG_FLOAT32};
    mg_matrix *matrix = NULL;
    CHECK_OK(context, mg_matrix_create(context, &good, &matrix));
    mg_matrix_destroy(context, matrix);
    matrix = NULL;
#define REFUSED(expected, ...)                                                                                         \
    do {                                                                                                               \
        mg_matrix_arrays a = good;                                                                                     \
        __VA_ARGS__;                                                                                                   \
        CHECK_STATUS(context, mg_matrix_create(context, &a, &matrix), expected);                                       \
        CHECK(!matrix && mg_context_error(context)[0]);                                                                \
    } while (0)
    REFUSED(MG_ERROR_INVALID, a.row_offsets = late);
    REFUSED(MG_ERROR_INVALID, a.row_offsets = falling);
    REFUSED(MG_ERROR_INVALID, a.row_offsets = few);
    REFUSED(MG_ERROR_INVALID, a.row_offsets = NULL);
    REFUSED(MG_ERROR_INVALID, a.row_indices = rows);
    REFUSED(MG_ERROR_INVALID, a.column_indices = NULL);
    REFUSED(MG_ERROR_INVALID, a.column_indices = far_columns);
    REFUSED(MG_ERROR_INVALID, a.row_offsets = NULL; a.row_indices = far_rows);
    REFUSED(MG_ERROR_INVALID, a.values = NULL);
    REFUSED(MG_ERROR_INVALID, a.type = MG_TYPE_NONE);
    REFUSED(MG_ERROR_INVALID, a.type = MG_UINT32);
    REFUSED(MG_ERROR_INVALID, a.type = (mg_type)77);
    REFUSED(MG_ERROR_RANGE, a.rows = UINT32_MAX);
    REFUSED(MG_ERROR_RANGE, a.columns = (uint64_t)1 << 40);
    CHECK_EQ(mg_matrix_create(NULL, &good, &matrix), MG_ERROR_INVALID);
    CHECK_EQ(mg_matrix_create(context, NULL, &matrix), MG_ERROR_INVALID);
    CHECK_EQ(mg_matrix_create(context, &good, NULL), MG_ERROR_INVALID);
    mg_context_destroy(context);
}

TEST(bad_views_are_refused) {
    mg_context *context = test_new_context(1);
    matrix_shape sample = matrix_shape_make(6);
    mg_matrix *matrix = matrix_shape_matrix(context, &sample, MG_INT32, false), *view = NULL;
    mg_matrix_arrays csr;
    mg_matrix_statistics small = {.size = 4};
    CHECK_EQ(mg_matrix_transposed(context, NULL, &view), MG_ERROR_INVALID);
    CHECK_EQ(mg_matrix_transposed(context, matrix, NULL), MG_ERROR_INVALID);
    CHECK_EQ(mg_matrix_scaled(context, matrix, NAN, &view), MG_ERROR_INVALID);
    CHECK_EQ(mg_matrix_scaled(context, matrix, INFINITY, &view), MG_ERROR_INVALID);
    CHECK_EQ(mg_matrix_convert(context, matrix, (mg_matrix_format)99, 1, 1, &view), MG_ERROR_INVALID);
    CHECK_EQ(mg_matrix_convert(context, NULL, MG_FORMAT_CSR, 1, 1, &view), MG_ERROR_INVALID);
    CHECK_EQ(mg_matrix_to_csr(context, NULL, &csr), MG_ERROR_INVALID);
    CHECK_EQ(mg_matrix_describe(context, matrix, &small), MG_ERROR_INVALID);
    CHECK_EQ(mg_matrix_of_graph(context, NULL, &view), MG_ERROR_INVALID);
    CHECK(!view);
    CHECK_EQ(mg_matrix_rows(NULL) + mg_matrix_columns(NULL) + mg_matrix_nonzeros(NULL), 0);
    CHECK_STR(mg_matrix_format_name(MG_FORMAT_AUTO), "auto");
    CHECK_STR(mg_matrix_format_name(MG_FORMAT_SPLIT), "split");
    CHECK_STR(mg_matrix_format_name((mg_matrix_format)-1), "unknown");
    mg_matrix_destroy(context, NULL);
    mg_matrix_destroy(context, matrix);
    matrix_shape_free(&sample);
    mg_context_destroy(context);
}

/* AUTO gives its reason. */
TEST(auto_says_why) {
    static const struct {
        int sample;
        uint32_t k;
        mg_backend_kind backend;
        mg_matrix_format format;
    } cases[] = {{9, 1, MG_BACKEND_CUDA, MG_FORMAT_CSR},    {9, 32, MG_BACKEND_CUDA, MG_FORMAT_SPLIT},
                 {11, 1, MG_BACKEND_CUDA, MG_FORMAT_SPLIT}, {9, 1, MG_BACKEND_CPU, MG_FORMAT_CSR},
                 {9, 32, MG_BACKEND_CPU, MG_FORMAT_CSR},    {3, 32, MG_BACKEND_CPU, MG_FORMAT_CSR},
                 {0, 32, MG_BACKEND_CPU, MG_FORMAT_CSR}};
    mg_context *context = test_new_context(1);
    for (size_t i = 0; i < sizeof cases / sizeof *cases; i++) {
        matrix_shape sample = matrix_shape_make(cases[i].sample);
        mg_matrix *matrix = matrix_shape_matrix(context, &sample, MG_FLOAT32, false), *chosen;
        mg_matrix_statistics s = MG_MATRIX_STATISTICS_INIT;
        mg_format_options options = MG_FORMAT_OPTIONS_INIT;
        options.k = cases[i].k;
        options.backend = cases[i].backend;
        CHECK_OK(context, mg_matrix_convert_with(context, matrix, MG_FORMAT_AUTO, &options, &chosen));
        CHECK_EQ(mg_matrix_format_of(chosen), cases[i].format);
        CHECK_OK(context, mg_matrix_describe(context, chosen, &s));
        CHECK(strncmp(s.why, mg_matrix_format_name(cases[i].format), 3) == 0);
        mg_matrix_destroy(context, chosen);
        mg_matrix_destroy(context, matrix);
        matrix_shape_free(&sample);
    }
    mg_context_destroy(context);
}

/* Everything that a matrix in a format derives, with the Nth allocation failing: an error, nothing leaks. */
static mg_status use_format(mg_context *context, const mg_matrix_arrays *arrays, mg_matrix_format format,
                            mg_backend_kind backend) {
    mg_matrix *matrix = NULL, *view = NULL, *scaled = NULL, *converted = NULL;
    mg_matrix_arrays csr;
    const uint64_t cells = (arrays->rows + arrays->columns) * 3;
    double *x = calloc(cells, sizeof *x), *y = calloc(cells, sizeof *y), *e = calloc(arrays->nonzeros, sizeof *e);
    mg_product_options options = MG_PRODUCT_OPTIONS_INIT;
    mg_format_options conversion = MG_FORMAT_OPTIONS_INIT;
    options.type = MG_FLOAT64;
    options.backend = MG_BACKEND_CPU;
    conversion.k = 3;
    conversion.backend = backend;
    mg_status status = mg_matrix_create(context, arrays, &matrix);
    status = status < 0 ? status : mg_matrix_convert_with(context, matrix, format, &conversion, &converted);
    status = status < 0 ? status : mg_matrix_transposed(context, converted, &view);
    status = status < 0 ? status : mg_matrix_scaled(context, view, 2, &scaled);
    status = status < 0 ? status : mg_matrix_to_csr(context, scaled, &csr);
    status = status < 0 ? status : mg_matrix_spmm(context, converted, &options, 3, x, 3, y, 3);
    status = status < 0 ? status : mg_matrix_spmm(context, view, &options, 3, x, 3, y, 3);
    status = status < 0 ? status : mg_matrix_sddmm(context, view, &options, 3, x, 3, x, 3, e);
    mg_matrix_destroy(context, scaled);
    mg_matrix_destroy(context, view);
    mg_matrix_destroy(context, converted);
    mg_matrix_destroy(context, matrix);
    free(x);
    free(y);
    free(e);
    return status;
}

static void fail_each_allocation(const mg_matrix_arrays *arrays, mg_matrix_format format, mg_backend_kind backend) {
    mg_status status = MG_ERROR_MEMORY;
    int allowed = 0;
    for (; status == MG_ERROR_MEMORY; allowed++) {
        failing_memory memory;
        mg_context *context = failing_memory_context(&memory, allowed);
        status = use_format(context, arrays, format, backend);
        CHECK(status >= 0 || mg_context_error(context)[0]);
        mg_context_destroy(context);
        CHECK_EQ(memory.live, 0);
    }
    CHECK_EQ(status, MG_OK);
    CHECK(allowed > 14);
}

/* Rows that are summed in pieces; WELL would refuse so few of them. */
TEST(failing_memory_is_an_error) {
    enum { ROWS = 3, PER_ROW = 9000 };
    static uint64_t offsets[ROWS + 1];
    static uint32_t rows[ROWS * PER_ROW], columns[ROWS * PER_ROW];
    static float values[ROWS * PER_ROW];
    for (int i = 2 * MG_FORMAT_CSR; i < 2 * MG_FORMAT_COUNT; i++) {
        const mg_matrix_format format = (mg_matrix_format)(i / 2);
        const uint32_t per_row = format == MG_FORMAT_WELL ? 20 : PER_ROW;
        for (uint32_t e = 0; e < ROWS * per_row; e++) {
            rows[e] = e / per_row;
            columns[e] = e % 100;
            values[e] = 1;
            offsets[rows[e] + 1] = e + 1;
        }
        const mg_matrix_arrays arrays = {.rows = ROWS,
                                         .columns = 100,
                                         .nonzeros = ROWS * per_row,
                                         .row_offsets = i % 2 ? NULL : offsets,
                                         .row_indices = i % 2 ? rows : NULL,
                                         .column_indices = columns,
                                         .values = values,
                                         .type = MG_FLOAT32};
        fail_each_allocation(&arrays, format, MG_BACKEND_CPU);
        if (format == MG_FORMAT_SPLIT || format == MG_FORMAT_ASPT ||
            format == MG_FORMAT_RS) { /* only the CSR is kept */
            fail_each_allocation(&arrays, format, MG_BACKEND_CUDA);
        }
    }
}
