/* SPDX-License-Identifier: Apache-2.0
 *
 * test_matrix_products.c: SpMV, SpMM and SDDMM in every format, type, semiring and view against double loops; built
 * once for each backend.
 */
#include "tests/core/sparse/product_oracle.h"
#include "tests/harness.h"
#include "tests/shapes.h"

#include <float.h>
#include <math.h>
#include <stdlib.h>

static const mg_type matrix_types[] = {MG_FLOAT64, MG_TYPE_NONE, MG_INT32, MG_FLOAT32, MG_INT64};
static const mg_type element_types[] = {MG_INT32, MG_INT64, MG_FLOAT32, MG_FLOAT64};

#ifndef TEST_BACKEND
#define TEST_BACKEND MG_BACKEND_CPU
#endif

/* Skips the test where the backend needs a device and there is none. */
static mg_context *make_logged_context(int threads, mg_log_fn log) {
    mg_context_options options = MG_CONTEXT_OPTIONS_INIT;
    mg_context *context = NULL;
    options.threads = threads;
    options.log = log;
    CHECK_OK(context, mg_context_create(&options, &context));
    if (TEST_BACKEND == MG_BACKEND_CUDA && mg_device_count(context) == 0) {
        mg_context_destroy(context);
        test_skip("there is no GPU");
    }
    return context;
}

static mg_context *make_context(int threads) {
    return make_logged_context(threads, NULL);
}

static void check_sddmm(mg_context *context, const product_case *p) {
    const mg_product_options *o = &p->options;
    const matrix_shape *a = p->shape;
    const size_t size = semiring_size(o->type);
    void *x = product_fill(MG_PLUS_TIMES, o->type, a->rows * p->x_stride, 3);
    void *y = product_fill(MG_PLUS_TIMES, o->type, a->columns * p->y_stride, 4);
    void *out = product_fill(MG_PLUS_TIMES, o->type, a->nonzeros, 5),
         *before = product_fill(MG_PLUS_TIMES, o->type, a->nonzeros, 5);
    CHECK_OK(context, mg_matrix_sddmm(context, p->matrix, o, p->k, x, p->x_stride, y, p->y_stride, out));
    for (uint64_t e = 0; e < a->nonzeros; e++) {
        if (product_is_masked(o, a->row[e])) {
            CHECK(memcmp((char *)out + e * size, (char *)before + e * size, size) == 0);
            continue;
        }
        expectation sum = semiring_zero(MG_PLUS_TIMES, o->type);
        for (uint32_t c = 0; c < p->k; c++) {
            const uint64_t at = a->column[e] * p->y_stride + c;
            const double factor = semiring_is_float(o->type) ? semiring_load_float(o->type, y, at)
                                                             : (double)semiring_load_integer(o->type, y, at);
            semiring_contribute(&sum, 1, MG_PLUS_TIMES, o->type, x, a->row[e] * p->x_stride + c, factor);
        }
        const double value = o->scale ? matrix_shape_value(a, p->matrix_type, e) : 1;
        product_case scaled = *p;
        scaled.factor = (semiring_is_float(o->type) ? value : (double)(int)value) * (o->scale ? p->factor : 1);
        product_finish(&sum, &scaled, before, e);
        semiring_compare(&sum, MG_PLUS_TIMES, o->type, out, e);
    }
    free(x);
    free(y);
    free(out);
    free(before);
}

/* A view and options by number: strides, alpha and beta, mask, factor. */
static product_case vary(mg_matrix *matrix, const matrix_shape *sample, mg_type matrix_type, mg_semiring semiring,
                         mg_type type, int variant, const uint8_t *mask) {
    static const uint32_t columns[] = {1, 3, 23, 8, 132, 40, 4};
    static const double alphas[] = {1, -2, 1, 3}, betas[] = {0, 1, 1, -2};
    const bool scales = semiring == MG_PLUS_TIMES;
    product_case p = {.matrix = matrix, .shape = sample, .matrix_type = matrix_type, .factor = 1};
    p.options = (mg_product_options)MG_PRODUCT_OPTIONS_INIT;
    p.options.backend = TEST_BACKEND;
    p.options.semiring = semiring;
    p.options.type = type;
    p.options.alpha = scales ? alphas[variant % 4] : 1;
    p.options.beta = scales ? betas[variant % 4] : variant % 2;
    p.options.mask = variant / 3 % 3 ? mask : NULL;
    p.options.mask_complement = variant / 3 % 3 == 2;
    p.options.deterministic = variant % 2;
    p.options.scale = variant % 5 != 4;
    p.k = columns[variant % 7];
    p.x_stride = p.k + (variant / 4 % 3 == 1 ? 2 : 0);
    p.y_stride = p.k + (variant / 4 % 3 == 2 ? 5 : 0);
    return p;
}

/* On a GPU the format RS computes transposed products on its own arrays with `strict`, or if memory is short; otherwise
 * on the CSC. */
static bool has_own_transposed(const product_case *p) {
    return TEST_BACKEND == MG_BACKEND_CUDA && mg_matrix_format_of(p->matrix) == MG_FORMAT_RS &&
           !p->options.deterministic && semiring_is_float(p->options.type) &&
           (p->options.semiring == MG_PLUS_TIMES || p->options.semiring == MG_PLUS_FIRST);
}

/* All semirings on a matrix, over all types or over one of them; `transpose` is the option, the shape is that of the
 * product. */
static void check_matrix(mg_context *context, mg_matrix *matrix, const matrix_shape *sample, mg_type matrix_type,
                         double factor, bool transpose, bool all_types, int *variant, const uint8_t *mask) {
    const size_t types = sizeof element_types / sizeof *element_types, only = (size_t)*variant / 5 % types;
    for (size_t t = all_types ? 0 : only; t < (all_types ? types : only + 1); t++) {
        for (int semiring = MG_PLUS_TIMES; semiring < MG_USER_SEMIRING; semiring++) {
            product_case p =
                vary(matrix, sample, matrix_type, (mg_semiring)semiring, element_types[t], ++*variant, mask);
            p.options.transpose = transpose;
            if (semiring == MG_PLUS_TIMES) {
                p.factor = factor;
                check_sddmm(context, &p);
            }
            p.options.strict = *variant % 4 && has_own_transposed(&p);
            if (factor == 1 || semiring != MG_MIN_PLUS) {
                product_check_spmm(context, &p);
            }
        }
    }
}

static void check_views(mg_context *context, mg_matrix *matrix, const matrix_shape *sample,
                        const matrix_shape *transposed, mg_type type, int *variant, const uint8_t *mask) {
    mg_matrix *view, *scaled;
    CHECK_OK(context, mg_matrix_transposed(context, matrix, &view));
    CHECK_OK(context, mg_matrix_scaled(context, view, -3, &scaled));
    check_matrix(context, matrix, sample, type, 1, false, true, variant, mask);
    check_matrix(context, matrix, transposed, type, 1, true, true, variant, mask);
    check_matrix(context, view, transposed, type, 1, false, false, variant, mask);
    check_matrix(context, scaled, sample, type, -3, true, false, variant, mask);
    mg_matrix_destroy(context, view);
    mg_matrix_destroy(context, scaled);
}

/* Tiles of a few columns: panels of several tiles, and of none; the hub has more nonzeros than a part on a GPU. */
static void check_small_tiles(mg_context *context, const mg_matrix *matrix, const matrix_shape *sample,
                              const matrix_shape *transposed, mg_type type, int *variant, const uint8_t *mask) {
    mg_format_options options = MG_FORMAT_OPTIONS_INIT;
    mg_matrix *tiled;
    options.panel_rows = 6;
    options.tile_columns = 4;
    options.threshold = 2;
    CHECK_OK(context, mg_matrix_convert_with(context, matrix, MG_FORMAT_ASPT, &options, &tiled));
    check_views(context, tiled, sample, transposed, type, variant, mask);
    mg_matrix_destroy(context, tiled);
    options.tile_columns = 8;
    options.threshold = 1;
    CHECK_OK(context, mg_matrix_convert_with(context, matrix, MG_FORMAT_RS, &options, &tiled));
    check_views(context, tiled, sample, transposed, type, variant, mask);
    mg_matrix_destroy(context, tiled);
}

static void check_shapes(int first, int step) {
    mg_context *context = make_context(3);
    uint8_t mask[1024];
    int variant = first;
    uint64_t seed = 7;
    for (size_t i = 0; i < sizeof mask; i++) {
        mask[i] = (uint8_t)(test_random(&seed) % 3);
    }
    for (int i = first; i < MATRIX_SHAPES; i += step) {
        matrix_shape sample = matrix_shape_make(i), transposed = matrix_shape_transpose(&sample);
        for (size_t t = 0; t < (sample.nonzeros < 2000 ? sizeof matrix_types / sizeof *matrix_types : 1); t++) {
            mg_matrix *matrix = matrix_shape_matrix(context, &sample, matrix_types[t], false);
            for (int format = MG_FORMAT_CSR; format < MG_FORMAT_COUNT; format++) {
                mg_matrix *converted;
                if (mg_matrix_convert(context, matrix, (mg_matrix_format)format, 8, 0, &converted) >= 0) {
                    check_views(context, converted, &sample, &transposed, matrix_types[t], &variant, mask);
                    mg_matrix_destroy(context, converted);
                }
            }
            check_small_tiles(context, matrix, &sample, &transposed, matrix_types[t], &variant, mask);
            mg_matrix_destroy(context, matrix);
        }
        matrix_shape_free(&sample);
        matrix_shape_free(&transposed);
    }
    mg_context_destroy(context);
}

TEST(products_of_even_shapes) {
    check_shapes(0, 2);
}

TEST(products_of_odd_shapes) {
    check_shapes(1, 2);
}

/* <A X, Y> = sum of A's SDDMM with Y and X, and (A^T)^T = A in products. */
TEST(sddmm_sums_to_the_inner_product) {
    enum { K = 5 };
    mg_context *context = make_context(2);
    matrix_shape sample = matrix_shape_make(9);
    mg_matrix *matrix = matrix_shape_matrix(context, &sample, MG_FLOAT64, false);
    mg_product_options options = MG_PRODUCT_OPTIONS_INIT;
    options.backend = TEST_BACKEND;
    options.type = MG_FLOAT64;
    double *x = product_fill(MG_PLUS_TIMES, MG_FLOAT64, sample.columns * K, 1);
    double *y = product_fill(MG_PLUS_TIMES, MG_FLOAT64, sample.rows * K, 2);
    double *ax = test_memory(sample.rows * K, sizeof *ax), *e = test_memory(sample.nonzeros, sizeof *e);
    double left = 0, right = 0, magnitude = 0;
    CHECK_OK(context, mg_matrix_spmm(context, matrix, &options, K, x, K, ax, K));
    CHECK_OK(context, mg_matrix_sddmm(context, matrix, &options, K, y, K, x, K, e));
    for (uint64_t i = 0; i < sample.rows * K; i++) {
        left += ax[i] * y[i];
        magnitude += fabs(ax[i] * y[i]);
    }
    for (uint64_t i = 0; i < sample.nonzeros; i++) {
        right += e[i];
        magnitude += fabs(e[i]);
    }
    CHECK(magnitude > 0);
    CHECK_NEAR(left, right, 1e-12 * magnitude);
    free(x);
    free(y);
    free(ax);
    free(e);
    mg_matrix_destroy(context, matrix);
    matrix_shape_free(&sample);
    mg_context_destroy(context);
}

/* Bit by bit the same for 1 to 4 threads and in ten runs; the hub's row is summed in pieces. */
TEST(deterministic_products_are_equal_bit_by_bit) {
    enum { K = 7 };
    matrix_shape sample = matrix_shape_make(11);
    for (int format = MG_FORMAT_CSR; format < MG_FORMAT_COUNT; format++) {
        float *x = product_fill(MG_PLUS_TIMES, MG_FLOAT32, sample.columns * K, 1), *first = NULL;
        float *y = test_memory(sample.rows * K, sizeof *y);
        for (int run = 0; run < 10; run++) {
            mg_context *context = make_context(1 + run % 4);
            mg_matrix *matrix = matrix_shape_matrix(context, &sample, MG_FLOAT32, false), *converted;
            mg_product_options options = MG_PRODUCT_OPTIONS_INIT;
            options.backend = TEST_BACKEND;
            options.deterministic = true;
            if (mg_matrix_convert(context, matrix, (mg_matrix_format)format, K, 0, &converted) >= 0) {
                CHECK_OK(context, mg_matrix_spmm(context, converted, &options, K, x, K, y, K));
                CHECK(!first || memcmp(first, y, sample.rows * K * sizeof *y) == 0);
                mg_matrix_destroy(context, converted);
            } else {
                CHECK(format == MG_FORMAT_ELL || format == MG_FORMAT_WELL);
            }
            if (!first) {
                first = test_memory(sample.rows * K, sizeof *y);
                memcpy(first, y, sample.rows * K * sizeof *y);
            }
            mg_matrix_destroy(context, matrix);
            mg_context_destroy(context);
        }
        free(first);
        free(x);
        free(y);
    }
    matrix_shape_free(&sample);
}

static char logged[400];
static void keep_log(void *data, mg_log_level level, const char *text) {
    (void)data, (void)level;
    snprintf(logged, sizeof logged, "%s", text);
}

/* An operation without kernels in the format runs on CSR and says so, or fails under `strict`. */
TEST(formats_without_kernels_run_on_csr) {
    mg_context *context = make_logged_context(0, keep_log);
    logged[0] = '\0'; /* of what the device said */
    matrix_shape sample = matrix_shape_make(6);
    mg_matrix *matrix = matrix_shape_matrix(context, &sample, MG_FLOAT32, false), *ell;
    float x[32] = {1, 2, 3, 4, 5}, y[32] = {0}, out[64] = {0};
    mg_product_options options = MG_PRODUCT_OPTIONS_INIT;
    options.backend = TEST_BACKEND;
    CHECK_OK(context, mg_matrix_convert(context, matrix, MG_FORMAT_ELL, 1, 0, &ell));
    options.strict = true;
    if (TEST_BACKEND == MG_BACKEND_CPU) { /* the only one with kernels for ell */
        CHECK_OK(context, mg_matrix_spmv(context, ell, &options, x, y));
        CHECK_STR(logged, "");
    }
    CHECK_STATUS(context, mg_matrix_sddmm(context, ell, &options, 1, x, 1, x + 16, 1, out), MG_ERROR_UNSUPPORTED);
    CHECK(strstr(mg_context_error(context), "ell") && strstr(mg_context_error(context), "sddmm"));
    options.strict = false;
    CHECK_OK(context, mg_matrix_sddmm(context, ell, &options, 1, x, 1, x + 16, 1, out));
    CHECK(strstr(logged, "runs on csr"));
    mg_matrix_destroy(context, ell);
    mg_matrix_destroy(context, matrix);
    matrix_shape_free(&sample);
    mg_context_destroy(context);
}

TEST(bad_products_write_nothing) {
    mg_context *context = make_context(1);
    matrix_shape sample = matrix_shape_make(6); /* 7 x 5 */
    mg_matrix *matrix = matrix_shape_matrix(context, &sample, MG_FLOAT32, false), *scaled, *zero;
    float x[16] = {1}, y[16] = {42}, before[16], out[35] = {0};
    CHECK_OK(context, mg_matrix_scaled(context, matrix, 0.5, &scaled));
    CHECK_OK(context, mg_matrix_scaled(context, matrix, 0, &zero));
    memcpy(before, y, sizeof y);
#define REFUSED(a, xs, ys, ...)                                                                                        \
    do {                                                                                                               \
        mg_product_options o = MG_PRODUCT_OPTIONS_INIT;                                                                \
        uint32_t k = 1;                                                                                                \
        const void *in = x;                                                                                            \
        void *to = y;                                                                                                  \
        __VA_ARGS__;                                                                                                   \
        CHECK_STATUS(context, mg_matrix_spmm(context, a, &o, k, in, xs, to, ys), MG_ERROR_INVALID);                    \
        CHECK(mg_context_error(context)[0] && memcmp(y, before, sizeof y) == 0);                                       \
    } while (0)
    REFUSED(NULL, 1, 1, (void)o);
    REFUSED(matrix, 1, 1, k = 0);
    REFUSED(matrix, 1, 2, k = 2);
    REFUSED(matrix, 2, 1, k = 2);
    REFUSED(matrix, 0, 1, (void)o);
    REFUSED(matrix, UINT64_MAX / 4, 1, (void)o);
    REFUSED(matrix, 1, 1, in = NULL);
    REFUSED(matrix, 1, 1, to = NULL);
    REFUSED(matrix, 1, 1, in = y);
    REFUSED(matrix, 1, 1, in = y + 6);
    REFUSED(matrix, 1, 1, to = (char *)y + 1);
    REFUSED(matrix, 1, 1, o.size = 3);
    REFUSED(matrix, 1, 1, o.semiring = MG_USER_SEMIRING);
    REFUSED(matrix, 1, 1, o.semiring = (mg_semiring)-1);
    REFUSED(matrix, 1, 1, o.type = MG_UINT32);
    REFUSED(matrix, 1, 1, o.type = MG_TYPE_NONE);
    REFUSED(matrix, 1, 1, o.backend = (mg_backend_kind)9);
    REFUSED(matrix, 1, 1, o.scheduler = (mg_scheduler)3);
    REFUSED(matrix, 1, 1, o.alpha = NAN);
    REFUSED(matrix, 1, 1, o.beta = INFINITY);
    REFUSED(matrix, 1, 1, o.type = MG_INT32; o.alpha = 0.5);
    REFUSED(matrix, 1, 1, o.type = MG_INT32; o.beta = 3e9);
    REFUSED(scaled, 1, 1, o.type = MG_INT32);
    REFUSED(matrix, 1, 1, o.semiring = MG_OR_AND; o.alpha = 2);
    REFUSED(matrix, 1, 1, o.semiring = MG_MIN_FIRST; o.beta = 2);
    REFUSED(scaled, 1, 1, o.semiring = MG_MIN_PLUS);
    REFUSED(zero, 1, 1, o.semiring = MG_OR_AND);
    mg_product_options options = MG_PRODUCT_OPTIONS_INIT;
    options.backend = TEST_BACKEND;
    CHECK_EQ(mg_matrix_spmm(NULL, matrix, &options, 1, x, 1, y, 1), MG_ERROR_INVALID);
    options.semiring = MG_MIN_PLUS;
    CHECK_EQ(mg_matrix_sddmm(context, matrix, &options, 1, x, 1, y, 1, out), MG_ERROR_INVALID);
    CHECK_EQ(mg_matrix_sddmm(context, matrix, NULL, 1, x, 1, y, 1, x), MG_ERROR_INVALID);
    CHECK_EQ(mg_matrix_sddmm(context, matrix, NULL, 1, x, 1, y, 1, NULL), MG_ERROR_INVALID);
    CHECK_OK(context, mg_matrix_sddmm(context, matrix, NULL, 1, x, 1, x, 1, out)); /* the factors may be one */
    mg_matrix_destroy(context, zero);
    mg_matrix_destroy(context, scaled);
    mg_matrix_destroy(context, matrix);
    matrix_shape_free(&sample);
    mg_context_destroy(context);
}

/* NaN in the operands reaches the rows that read it; beta 0 does not read y. */
TEST(nan_reaches_what_reads_it) {
    mg_context *context = make_context(1);
    const uint64_t offsets[] = {0, 1, 2};
    const uint32_t columns[] = {0, 1};
    const mg_matrix_arrays arrays = {
        .rows = 2, .columns = 2, .nonzeros = 2, .row_offsets = offsets, .column_indices = columns};
    const float x[] = {NAN, 3};
    float y[] = {NAN, NAN};
    mg_product_options options = MG_PRODUCT_OPTIONS_INIT;
    options.backend = TEST_BACKEND;
    mg_matrix *matrix;
    CHECK_OK(context, mg_matrix_create(context, &arrays, &matrix));
    options.alpha = 2;
    CHECK_OK(context, mg_matrix_spmv(context, matrix, &options, x, y));
    CHECK(isnan(y[0]) && y[1] == 6);
    mg_matrix_destroy(context, matrix);
    mg_context_destroy(context);
}

/* Operands without elements may be NULL. */
TEST(empty_operands_may_be_null) {
    enum { K = 9 };
    mg_context *context = make_context(2);
    matrix_shape sample = matrix_shape_make(1); /* 3 x 0 */
    mg_matrix *matrix = matrix_shape_matrix(context, &sample, MG_FLOAT32, false), *view;
    float y[3 * K];
    memset(y, 1, sizeof y);
    CHECK_OK(context, mg_matrix_spmm(context, matrix, NULL, K, NULL, K, y, K));
    for (int i = 0; i < 3 * K; i++) {
        CHECK(y[i] == 0);
    }
    CHECK_OK(context, mg_matrix_transposed(context, matrix, &view));
    CHECK_OK(context, mg_matrix_spmm(context, view, NULL, K, y, K, NULL, K));
    CHECK_OK(context, mg_matrix_sddmm(context, view, NULL, K, NULL, K, y, K, NULL));
    mg_matrix_destroy(context, view);
    mg_matrix_destroy(context, matrix);
    matrix_shape_free(&sample);
    mg_context_destroy(context);
}
