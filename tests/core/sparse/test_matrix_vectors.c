/* SPDX-License-Identifier: Apache-2.0
 *
 * test_matrix_vectors.c: products with one vector in the formats of warps and of square blocks, for which a GPU has
 * kernels, in all their sizes, against double loops; built once for each backend.
 */
#include "tests/core/sparse/product_oracle.h"
#include "tests/harness.h"
#include "tests/shapes.h"

#include <stdlib.h>

#ifndef TEST_BACKEND
#define TEST_BACKEND MG_BACKEND_CPU
#endif

static const mg_type element_types[] = {MG_INT32, MG_INT64, MG_FLOAT32, MG_FLOAT64};
static const mg_type matrix_types[] = {MG_FLOAT32, MG_TYPE_NONE, MG_INT64, MG_FLOAT64, MG_INT32};

/* A format and its sizes. */
typedef struct format_case {
    mg_matrix_format format;
    uint32_t side, group;
    mg_tiling tiling;
    mg_ecsb_parts parts;
    mg_scheduler scheduler;
    bool may_fail; /* some matrices need too many bytes or blocks */
} format_case;

static const format_case format_cases[] = {
    {.format = MG_FORMAT_WELL, .may_fail = true},
    {.format = MG_FORMAT_ADELL},
    {.format = MG_FORMAT_COADELL},
    {.format = MG_FORMAT_CSB},
    {.format = MG_FORMAT_CSB, .side = 4},
    {.format = MG_FORMAT_CSB, .side = 1024},
    {.format = MG_FORMAT_CSB, .tiling = MG_TILING_PAPER, .may_fail = true},
    {.format = MG_FORMAT_ECSB, .parts = MG_ECSB_COO},
    {.format = MG_FORMAT_ECSB, .parts = MG_ECSB_ELL, .may_fail = true},
    {.format = MG_FORMAT_ECSB, .side = 16, .parts = MG_ECSB_HYBRID, .may_fail = true},
    {.format = MG_FORMAT_GCSB},
    {.format = MG_FORMAT_GCSB, .side = 8, .group = 3},
    {.format = MG_FORMAT_HISPARSE},
    {.format = MG_FORMAT_HISPARSE, .side = 4},
    {.format = MG_FORMAT_HISPARSE, .scheduler = MG_SCHEDULER_PERSISTENT},
    {.format = MG_FORMAT_HISPARSE, .side = 4, .scheduler = MG_SCHEDULER_PERSISTENT},
    {.format = MG_FORMAT_HISPARSE, .scheduler = MG_SCHEDULER_DYNAMIC},
    {.format = MG_FORMAT_HISPARSE, .side = 16, .scheduler = MG_SCHEDULER_DYNAMIC},
};

static mg_context *make_context(void) {
    mg_context *context = NULL;
    CHECK_OK(NULL, mg_context_create(NULL, &context));
    if (TEST_BACKEND == MG_BACKEND_CUDA && mg_device_count(context) == 0) {
        mg_context_destroy(context);
        test_skip("there is no GPU");
    }
    return context;
}

/* ---- matrices ---- */

#define SHAPES_MORE 4
#define LARGE 1000 /* nonzeros */

static void add(matrix_shape *s, uint64_t row, uint64_t column) {
    const uint64_t e = s->nonzeros++;
    s->row[e] = (uint32_t)row;
    s->column[e] = (uint32_t)column;
    s->value[e] = (double)((row * 7 + column * 3) % 9) - 3.5;
}

/* Rows of 0 to 900 nonzeros whose columns are 1, 300 or 70,000 apart: differences of 8, 16 and 32 bits, several
 * windows, rows of one lane, of several lanes and of several warps. */
static matrix_shape mixed_rows(void) {
    const uint64_t rows = 2500, columns = 80000;
    matrix_shape s = matrix_shape_allocate("mixed rows", rows, columns, 100000);
    for (uint64_t row = 0; row < rows; row++) {
        const uint64_t length = row % 500 == 77 ? 900 : row % 37 == 5 ? 60 : row % 6, kind = row / 300 % 3;
        const uint64_t step = length > 60 ? 3 : kind == 0 ? 1 : kind == 1 ? 300 : 70000;
        for (uint64_t i = 0, column = row * 3; i < length && column < columns; i++, column += step) {
            add(&s, row, column);
        }
    }
    return s;
}

/* All nonzeros: blocks of several pieces, strips of several thread blocks, dense leaves. */
static matrix_shape full(void) {
    matrix_shape s = matrix_shape_allocate("full", 170, 150, 170 * 150);
    for (uint64_t row = 0; row < s.rows; row++) {
        for (uint64_t column = 0; column < s.columns; column++) {
            add(&s, row, column);
        }
    }
    return s;
}

/* A five-point stencil: rows of equal length, so that every warp and block is alike. */
static matrix_shape stencil(void) {
    const uint64_t side = 60;
    matrix_shape s = matrix_shape_allocate("stencil", side * side, side * side, 5 * side * side);
    for (uint64_t row = 0; row < s.rows; row++) {
        const uint64_t x = row % side, y = row / side;
        const bool has[] = {y > 0, x > 0, true, x + 1 < side, y + 1 < side};
        const uint64_t column[] = {row - side, row - 1, row, row + 1, row + side};
        for (int i = 0; i < 5; i++) {
            if (has[i]) {
                add(&s, row, column[i]);
            }
        }
    }
    return s;
}

/* Light leaves of hisparse, most of them in a last strip of one row. */
static matrix_shape light_leaves(void) {
    matrix_shape s = matrix_shape_allocate("light leaves", 257, 80000, 80000 / 32 + 2);
    add(&s, 255, 1);
    add(&s, 255, 3);
    for (uint64_t column = 0; column < s.columns; column += 32) {
        add(&s, 256, column);
    }
    return s;
}

static matrix_shape shape_at(int i) {
    return i < MATRIX_SHAPES        ? matrix_shape_make(i)
           : i == MATRIX_SHAPES     ? mixed_rows()
           : i == MATRIX_SHAPES + 1 ? full()
           : i == MATRIX_SHAPES + 2 ? stencil()
                                    : light_leaves();
}

/* ---- products ---- */

static bool is_warps(const format_case *f) {
    return f->format == MG_FORMAT_WELL || f->format == MG_FORMAT_ADELL || f->format == MG_FORMAT_COADELL;
}

/* Has the format kernels for this product? Those of blocks add in any order on a GPU. */
static bool has_kernels(const format_case *f, const mg_product_options *o) {
    const bool is_float_sum =
        semiring_is_float(o->type) && (o->semiring == MG_PLUS_TIMES || o->semiring == MG_PLUS_FIRST);
    return is_warps(f) ? !o->transpose : TEST_BACKEND == MG_BACKEND_CPU || !(o->deterministic && is_float_sum);
}

/* A product whose options and strides are chosen by a number. */
static product_case choose(const mg_matrix *matrix, const matrix_shape *sample, mg_type matrix_type,
                           mg_semiring semiring, mg_type type, uint64_t number, const uint8_t *mask) {
    static const double alphas[] = {1, -2, 1, 3}, betas[] = {0, 1, 1, -2};
    const bool scales = semiring == MG_PLUS_TIMES;
    product_case p = {.matrix = matrix, .shape = sample, .matrix_type = matrix_type, .factor = 1, .k = 1};
    p.options = (mg_product_options)MG_PRODUCT_OPTIONS_INIT;
    p.options.backend = TEST_BACKEND;
    p.options.semiring = semiring;
    p.options.type = type;
    p.options.alpha = scales ? alphas[number % 4] : 1;
    p.options.beta = scales ? betas[number % 4] : number % 2;
    p.options.mask = number / 3 % 3 ? mask : NULL;
    p.options.mask_complement = number / 3 % 3 == 2;
    p.options.deterministic = number % 5 == 3;
    p.x_stride = number / 4 % 4 == 1 ? 3 : 1;
    p.y_stride = number / 4 % 4 == 2 ? 4 : 1;
    return p;
}

/* All semirings and types, plain and transposed, with options by chance; of large matrices one in four. */
static void check_products(mg_context *context, const format_case *f, const mg_matrix *matrix,
                           const matrix_shape *sample, const matrix_shape *transposed, mg_type matrix_type,
                           uint64_t *seed, const uint8_t *mask) {
    for (int semiring = MG_PLUS_TIMES; semiring < MG_USER_SEMIRING; semiring++) {
        for (size_t t = 0; t < sizeof element_types / sizeof *element_types; t++) {
            for (int turn = 0; turn < 2; turn++) {
                const uint64_t number = test_random(seed);
                product_case p = choose(matrix, turn ? transposed : sample, matrix_type, (mg_semiring)semiring,
                                        element_types[t], number >> 8, mask);
                p.options.transpose = turn;
                p.options.scheduler = f->scheduler;
                p.options.strict = has_kernels(f, &p.options);
                if (sample->nonzeros < LARGE || number % 4 == 0) {
                    product_check_spmm(context, &p);
                }
            }
        }
    }
}

static void check_shape(mg_context *context, int i, uint64_t *seed, const uint8_t *mask) {
    matrix_shape sample = shape_at(i), transposed = matrix_shape_transpose(&sample);
    const size_t types = sample.nonzeros < LARGE ? sizeof matrix_types / sizeof *matrix_types : 2;
    for (size_t t = 0; t < types; t++) {
        mg_matrix *matrix = matrix_shape_matrix(context, &sample, matrix_types[t], false);
        for (size_t c = 0; c < sizeof format_cases / sizeof *format_cases; c++) {
            const format_case *f = &format_cases[c];
            mg_format_options options = MG_FORMAT_OPTIONS_INIT;
            mg_matrix *made;
            options.tile_columns = f->side;
            options.group = f->group;
            options.tiling = f->tiling;
            options.parts = f->parts;
            const mg_status status = mg_matrix_convert_with(context, matrix, f->format, &options, &made);
            if (f->may_fail && status == MG_ERROR_UNSUPPORTED) {
                continue;
            }
            CHECK_OK(context, status);
            check_products(context, f, made, &sample, &transposed, matrix_types[t], seed, mask);
            mg_matrix_destroy(context, made);
        }
        mg_matrix_destroy(context, matrix);
    }
    matrix_shape_free(&sample);
    matrix_shape_free(&transposed);
}

static void check_shapes(int first, int end) {
    const uint64_t most = 80000;
    mg_context *context = make_context();
    uint8_t *mask = test_memory(most, 1);
    uint64_t seed = 7 + (uint64_t)first;
    for (uint64_t i = 0; i < most; i++) {
        mask[i] = (uint8_t)(test_random(&seed) % 3);
    }
    for (int i = first; i < end; i++) {
        check_shape(context, i, &seed, mask);
    }
    free(mask);
    mg_context_destroy(context);
}

TEST(vectors_of_small_matrices) {
    check_shapes(0, 8);
}

TEST(vectors_of_long_rows_and_columns) {
    check_shapes(8, MATRIX_SHAPES);
}

TEST(vectors_of_mixed_rows) {
    check_shapes(MATRIX_SHAPES, MATRIX_SHAPES + 1);
}

TEST(vectors_of_a_full_matrix) {
    check_shapes(MATRIX_SHAPES + 1, MATRIX_SHAPES + 2);
}

TEST(vectors_of_a_stencil) {
    check_shapes(MATRIX_SHAPES + 2, MATRIX_SHAPES + 3);
}

TEST(vectors_of_light_leaves) {
    check_shapes(MATRIX_SHAPES + 3, MATRIX_SHAPES + SHAPES_MORE);
}

/* A view times a factor, of the transposed matrix, from the same arrays. */
TEST(vectors_with_scaled_views) {
    mg_context *context = make_context();
    matrix_shape sample = shape_at(9), transposed = matrix_shape_transpose(&sample);
    mg_matrix *matrix = matrix_shape_matrix(context, &sample, MG_FLOAT64, false);
    for (size_t c = 0; c < sizeof format_cases / sizeof *format_cases; c++) {
        mg_matrix *made, *view, *scaled;
        CHECK_OK(context, mg_matrix_convert(context, matrix, format_cases[c].format, 1, 0, &made));
        CHECK_OK(context, mg_matrix_transposed(context, made, &view));
        CHECK_OK(context, mg_matrix_scaled(context, view, -3, &scaled));
        product_case p = choose(scaled, &transposed, MG_FLOAT64, MG_PLUS_TIMES, MG_FLOAT64, 1, NULL);
        p.factor = -3;
        product_check_spmm(context, &p);
        p.options.transpose = true;
        p.shape = &sample;
        product_check_spmm(context, &p);
        mg_matrix_destroy(context, scaled);
        mg_matrix_destroy(context, view);
        mg_matrix_destroy(context, made);
    }
    mg_matrix_destroy(context, matrix);
    matrix_shape_free(&sample);
    matrix_shape_free(&transposed);
    mg_context_destroy(context);
}

/* Rows of several lanes and warps are added in a fixed order. */
TEST(vectors_of_warps_are_equal_bit_by_bit) {
    mg_context *context = make_context();
    for (int i = 11; i <= MATRIX_SHAPES; i += 2) { /* a hub, mixed rows */
        matrix_shape sample = shape_at(i);
        mg_matrix *matrix = matrix_shape_matrix(context, &sample, MG_FLOAT32, false);
        float *x = product_fill(MG_PLUS_TIMES, MG_FLOAT32, sample.columns, 1);
        float *y = test_memory(sample.rows, sizeof *y), *first = test_memory(sample.rows, sizeof *y);
        for (int format = MG_FORMAT_ADELL; format <= MG_FORMAT_COADELL; format++) {
            mg_product_options options = MG_PRODUCT_OPTIONS_INIT;
            mg_matrix *made;
            options.backend = TEST_BACKEND;
            options.deterministic = options.strict = true;
            CHECK_OK(context, mg_matrix_convert(context, matrix, (mg_matrix_format)format, 1, 0, &made));
            CHECK_OK(context, mg_matrix_spmv(context, made, &options, x, first));
            for (int run = 0; run < 5; run++) {
                CHECK_OK(context, mg_matrix_spmv(context, made, &options, x, y));
                CHECK(memcmp(first, y, sample.rows * sizeof *y) == 0);
            }
            mg_matrix_destroy(context, made);
        }
        free(x);
        free(y);
        free(first);
        mg_matrix_destroy(context, matrix);
        matrix_shape_free(&sample);
    }
    mg_context_destroy(context);
}

/* The kernels of a GPU take one column; several run on the CSR, which `strict` refuses. */
TEST(several_columns_run_on_csr) {
    enum { K = 2 };
    mg_context *context = make_context();
    matrix_shape sample = shape_at(9);
    mg_matrix *matrix = matrix_shape_matrix(context, &sample, MG_FLOAT32, false);
    float *x = product_fill(MG_PLUS_TIMES, MG_FLOAT32, K * sample.columns, 1);
    float *y = test_memory(K * sample.rows, sizeof *y);
    for (size_t c = 0; c < sizeof format_cases / sizeof *format_cases; c++) {
        product_case p = choose(NULL, &sample, MG_FLOAT32, MG_PLUS_TIMES, MG_FLOAT32, 0, NULL);
        mg_matrix *made;
        CHECK_OK(context, mg_matrix_convert(context, matrix, format_cases[c].format, 1, 0, &made));
        p.matrix = made;
        p.k = p.x_stride = p.y_stride = K;
        product_check_spmm(context, &p);
        p.options.strict = true;
        if (TEST_BACKEND == MG_BACKEND_CUDA) {
            CHECK_STATUS(context, mg_matrix_spmm(context, made, &p.options, K, x, K, y, K), MG_ERROR_UNSUPPORTED);
        } else {
            product_check_spmm(context, &p);
        }
        mg_matrix_destroy(context, made);
    }
    free(x);
    free(y);
    mg_matrix_destroy(context, matrix);
    matrix_shape_free(&sample);
    mg_context_destroy(context);
}
