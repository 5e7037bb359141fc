/* SPDX-License-Identifier: Apache-2.0
 *
 * test_gpu_user.c: products over a user's semirings on a GPU give the same bits as on the CPU: all sums here are exact.
 */
#include "tests/core/cuda/device_context.h"
#include "tests/core/sparse/matrix_shapes.h"
#include "tests/shapes.h"

#include <stdlib.h>
#include <string.h>

/* ---- semirings ---- */

/* The cheapest path, of those with the same cost the one of fewest hops. */
typedef struct path {
    float cost;
    int32_t hops;
} path;

static void path_add(void *data, const void *a, const void *b, void *out) {
    const path *x = a, *y = b;
    (void)data;
    *(path *)out = y->cost < x->cost || (y->cost == x->cost && y->hops < x->hops) ? *y : *x;
}

static void path_multiply(void *data, const void *x, const void *value, void *out) {
    const path *from = x;
    (void)data;
    *(path *)out = (path){from->cost + *(const float *)value, from->hops + 1};
}

static const path no_path = {1e30f, 1 << 30};
static const mg_user_semiring paths = {
    .element_size = sizeof(path),
    .identity = &no_path,
    .add = path_add,
    .multiply = path_multiply,
    .device_text = "typedef struct { float cost; int32_t hops; } element;\n"
                   "element add(element a, element b) {\n"
                   "    return b.cost < a.cost || (b.cost == a.cost && b.hops < a.hops) ? b : a;\n"
                   "}\n"
                   "element multiply(element x, value w) { return {x.cost + w, x.hops + 1}; }\n"};

/* Sums of whole numbers beside their count. */
typedef struct moments {
    double sum;
    int64_t squares;
    uint32_t count, padding;
} moments;

static void moments_add(void *data, const void *a, const void *b, void *out) {
    const moments *x = a, *y = b;
    (void)data;
    *(moments *)out = (moments){x->sum + y->sum, x->squares + y->squares, x->count + y->count, 0};
}

static void moments_multiply(void *data, const void *x, const void *value, void *out) {
    const int64_t w = *(const int64_t *)value;
    const moments *from = x;
    (void)data;
    *(moments *)out = (moments){from->sum * (double)w, from->squares * w * w, from->count, 0};
}

static const moments no_moments;
static const mg_user_semiring sums = {
    .element_size = sizeof(moments),
    .identity = &no_moments,
    .add = moments_add,
    .multiply = moments_multiply,
    .device_text = "typedef struct { double sum; int64_t squares; uint32_t count, padding; } element;\n"
                   "element add(element a, element b) {\n"
                   "    return {a.sum + b.sum, a.squares + b.squares, a.count + b.count, 0};\n"
                   "}\n"
                   "element multiply(element x, value w) {\n"
                   "    return {x.sum * (double)w, x.squares * w * w, x.count, 0};\n"
                   "}\n"};

/* Three sets of eight bits; the matrix has no values. */
typedef struct sets {
    uint8_t bits[3];
} sets;

static void sets_add(void *data, const void *a, const void *b, void *out) {
    (void)data;
    for (int i = 0; i < 3; i++) {
        ((sets *)out)->bits[i] = ((const sets *)a)->bits[i] | ((const sets *)b)->bits[i];
    }
}

static void sets_multiply(void *data, const void *x, const void *value, void *out) {
    (void)data;
    (void)value;
    memcpy(out, x, sizeof(sets));
}

static const sets no_sets;
static const mg_user_semiring unions = {.element_size = sizeof(sets),
                                        .identity = &no_sets,
                                        .add = sets_add,
                                        .multiply = sets_multiply,
                                        .device_text = "typedef struct { uint8_t bits[3]; } element;\n"
                                                       "element add(element a, element b) {\n"
                                                       "    for (int i = 0; i < 3; i++) { a.bits[i] |= b.bits[i]; }\n"
                                                       "    return a;\n"
                                                       "}\n"
                                                       "element multiply(element x) { return x; }\n"};

/* ---- operands ---- */

/* Elements whose values are small whole numbers. */
static void *fill(const mg_user_semiring *semiring, uint64_t count, uint64_t seed) {
    char *elements = test_memory(count + 1, semiring->element_size);
    memset(elements, 0, (count + 1) * semiring->element_size);
    for (uint64_t i = 0; i < count; i++) {
        const uint64_t random = test_random(&seed);
        char *at = elements + i * semiring->element_size;
        if (semiring == &paths) {
            *(path *)at = (path){(float)(random % 40), (int32_t)(random >> 8 & 7)};
        } else if (semiring == &sums) {
            *(moments *)at = (moments){(double)(random % 9), (int64_t)(random >> 8 & 7), 1, 0};
        } else {
            ((sets *)at)->bits[random % 3] = (uint8_t)(1U << (random >> 8) % 8);
        }
    }
    return elements;
}

typedef struct user_case {
    const mg_user_semiring *semiring;
    mg_type type;
    uint32_t k, more; /* more: elements between rows of X and Y */
    bool transpose, accumulate, masks;
} user_case;

/* The product on the CPU and on the GPU. */
static void check(mg_context *context, const mg_matrix *matrix, const user_case *c) {
    enum { MASK = 4096 };
    static uint8_t mask[MASK];
    const uint64_t rows = c->transpose ? mg_matrix_columns(matrix) : mg_matrix_rows(matrix);
    const uint64_t columns = c->transpose ? mg_matrix_rows(matrix) : mg_matrix_columns(matrix);
    const uint64_t stride = c->k + c->more;
    const size_t bytes = rows * stride * c->semiring->element_size;
    void *x = fill(c->semiring, columns * stride, 5), *y[2];
    mg_product_options o = MG_PRODUCT_OPTIONS_INIT;
    for (int i = 0; i < MASK; i++) {
        mask[i] = (uint8_t)(i % 3);
    }
    o.semiring = MG_USER_SEMIRING;
    o.user = c->semiring;
    o.type = c->type;
    o.transpose = c->transpose;
    o.beta = c->accumulate;
    o.mask = c->masks && rows <= MASK ? mask : NULL;
    o.strict = true;
    for (int gpu = 0; gpu < 2; gpu++) {
        o.backend = gpu ? MG_BACKEND_CUDA : MG_BACKEND_CPU;
        y[gpu] = fill(c->semiring, rows * stride, 9);
        CHECK_OK(context, mg_matrix_spmm(context, matrix, &o, c->k, x, stride, y[gpu], stride));
    }
    CHECK(memcmp(y[0], y[1], bytes) == 0);
    free(x);
    free(y[0]);
    free(y[1]);
}

static void check_semiring(const mg_user_semiring *semiring, mg_type type) {
    static const uint32_t columns[] = {1, 3, 40};
    mg_context *context = device_context();
    int variant = 0;
    for (int i = 0; i < MATRIX_SHAPES; i++) {
        matrix_shape sample = matrix_shape_make(i);
        mg_matrix *matrix = matrix_shape_matrix(context, &sample, MG_INT32, false);
        for (size_t k = 0; k < sizeof columns / sizeof *columns; k++) {
            for (int transpose = 0; transpose < 2; transpose++, variant++) {
                const user_case c = {.semiring = semiring,
                                     .type = type,
                                     .k = columns[k],
                                     .more = variant % 3,
                                     .transpose = transpose,
                                     .accumulate = variant / 2 % 2,
                                     .masks = variant / 3 % 2};
                check(context, matrix, &c);
            }
        }
        mg_matrix_destroy(context, matrix);
        matrix_shape_free(&sample);
    }
    mg_context_destroy(context);
}

TEST(elements_of_eight_bytes) {
    check_semiring(&paths, MG_FLOAT32);
}

TEST(elements_of_twenty_four_bytes) {
    check_semiring(&sums, MG_INT64);
}

TEST(elements_of_three_bytes_without_values) {
    check_semiring(&unions, MG_TYPE_NONE);
}

/* ---- graphs ---- */

/* mg_spmm of a graph on the CPU and on the GPU. */
static void check_graph(mg_context *context, const mg_graph *graph, const user_case *c) {
    const uint64_t elements = (uint64_t)mg_graph_vertex_count(graph) * c->k;
    void *x = fill(c->semiring, elements, 5), *y[2];
    mg_spmv_options o = MG_SPMV_OPTIONS_INIT;
    o.semiring = MG_USER_SEMIRING;
    o.type = c->type;
    o.transpose = c->transpose;
    o.accumulate = c->accumulate;
    o.element_size = c->semiring->element_size;
    o.identity = c->semiring->identity;
    o.add = c->semiring->add;
    o.multiply = c->semiring->multiply;
    o.device_text = c->semiring->device_text;
    for (int gpu = 0; gpu < 2; gpu++) {
        o.backend = gpu ? MG_BACKEND_CUDA : MG_BACKEND_CPU;
        y[gpu] = fill(c->semiring, elements, 9);
        CHECK_OK(context, mg_spmm(context, graph, &o, c->k, x, y[gpu]));
    }
    CHECK(memcmp(y[0], y[1], elements * c->semiring->element_size) == 0);
    free(x);
    free(y[0]);
    free(y[1]);
}

TEST(graphs) {
    static const char *const names[] = {"empty", "star out", "random", "loops", "isolated"};
    static const weighting weightings[] = {WEIGHTS_NONE, WEIGHTS_INT, WEIGHTS_FLOAT};
    mg_context *context = device_context();
    int variant = 0;
    for (size_t i = 0; i < sizeof names / sizeof *names; i++) {
        for (size_t w = 0; w < sizeof weightings / sizeof *weightings; w++) {
            mg_graph *graph = shape_graph(context, shape_named(names[i]), weightings[w], true);
            for (uint32_t k = 1; k < 6; k += 4, variant++) {
                user_case c = {.semiring = &paths, .type = MG_FLOAT32, .k = k, .transpose = variant % 2};
                check_graph(context, graph, &c);
                c = (user_case){.semiring = &unions, .type = MG_TYPE_NONE, .k = k, .accumulate = variant % 2};
                check_graph(context, graph, &c);
            }
            mg_graph_destroy(graph);
        }
    }
    mg_context_destroy(context);
}

/* ---- errors ---- */

static void check_error(mg_context *context, const mg_user_semiring *semiring, mg_status expected, const char *word) {
    matrix_shape sample = matrix_shape_make(9);
    mg_matrix *matrix = matrix_shape_matrix(context, &sample, MG_FLOAT32, false);
    mg_product_options o = MG_PRODUCT_OPTIONS_INIT;
    void *x = fill(semiring, sample.columns, 5), *y = fill(semiring, sample.rows, 9),
         *before = fill(semiring, sample.rows, 9);
    o.semiring = MG_USER_SEMIRING;
    o.user = semiring;
    o.backend = MG_BACKEND_CUDA;
    CHECK_STATUS(context, mg_matrix_spmv(context, matrix, &o, x, y), expected);
    CHECK(strstr(mg_context_error(context), word) != NULL);
    CHECK(memcmp(y, before, sample.rows * semiring->element_size) == 0);
    free(x);
    free(y);
    free(before);
    mg_matrix_destroy(context, matrix);
    matrix_shape_free(&sample);
}

TEST(bad_texts_name_their_line) {
    mg_context *context = device_context();
    mg_user_semiring bad = paths;
    bad.device_text =
        "typedef struct { float cost; int32_t hops; } element;\nelement add(element a, element b) { return c; }\n";
    check_error(context, &bad, MG_ERROR_PROGRAM, "semiring(2)");
    bad.device_text = "typedef float element;\nelement add(element a, element b) { return a; }\n"
                      "element multiply(element x, value w) { return x; }\n";
    check_error(context, &bad, MG_ERROR_PROGRAM, "element_size");
    bad.device_text = NULL;
    check_error(context, &bad, MG_ERROR_UNSUPPORTED, "device_text");
    mg_context_destroy(context);
}
