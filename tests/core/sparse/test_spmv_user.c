/* SPDX-License-Identifier: Apache-2.0
 *
 * test_spmv_user.c: sparse matrix products over user semirings, their arguments, and failing memory.
 */
#include "tests/failing_memory.h"
#include "tests/harness.h"
#include "tests/shapes.h"

#include <stdlib.h>
#include <string.h>

/* ---- user semirings ---- */

/* Most reliable path and the number of its edges: max-times on a pair. */
typedef struct reliability {
    double chance;
    int32_t edges;
    char padding[20];
} reliability;

static void best(void *data, const void *a, const void *b, void *out) {
    const reliability *p = a, *q = b;
    CHECK(a != out && b != out && *(int *)data == 42);
    *(reliability *)out = q->chance > p->chance ? *q : *p;
}

static void extend(void *data, const void *x, const void *weight, void *out) {
    reliability r = *(const reliability *)x;
    r.chance *= weight ? (double)*(const float *)weight : 0.5;
    r.edges += *(int *)data == 42;
    *(reliability *)out = r;
}

/* The weight of an out-edge as the semiring sees it. */
static double chance_of(const mg_graph *graph, uint64_t edge) {
    const void *weights = mg_graph_out_edges(graph).weights;
    switch (mg_graph_weight_type(graph)) {
    case MG_INT32:
        return ((const int32_t *)weights)[edge];
    case MG_FLOAT32:
        return (double)((const float *)weights)[edge];
    case MG_FLOAT64:
        return (double)(float)((const double *)weights)[edge];
    default:
        return 1;
    }
}

/* The transposed product, edge by edge. */
static void expect(const mg_graph *graph, mg_type type, uint32_t k, const reliability *x, reliability *expected) {
    const mg_adjacency out = mg_graph_out_edges(graph);
    for (mg_vertex v = 0; v < mg_graph_vertex_count(graph); v++) {
        for (uint64_t e = out.offsets[v]; e < out.offsets[v + 1]; e++) {
            for (uint32_t c = 0; c < k; c++) {
                reliability *row = &expected[(uint64_t)v * k + c], term = x[(uint64_t)out.neighbours[e] * k + c];
                term.chance *= type == MG_TYPE_NONE ? 0.5 : chance_of(graph, e);
                term.edges++;
                *row = term.chance > row->chance ? term : *row;
            }
        }
    }
}

static void check_user(mg_context *context, mg_graph *graph, mg_type type, uint32_t k, bool accumulate) {
    static const reliability identity = {.chance = 0, .edges = -1};
    int data = 42;
    const mg_vertex n = mg_graph_vertex_count(graph);
    reliability *x = test_memory((uint64_t)n * k, sizeof *x), *y = test_memory((uint64_t)n * k, sizeof *y);
    reliability *expected = test_memory((uint64_t)n * k, sizeof *y);
    for (uint64_t i = 0; i < (uint64_t)n * k; i++) {
        x[i] = (reliability){.chance = (double)(i * 37 % 101) / 101, .edges = (int32_t)(i % 5)};
        y[i] = (reliability){.chance = 0.25, .edges = 99};
        expected[i] = identity;
    }
    expect(graph, type, k, x, expected);
    mg_spmv_options options = MG_SPMV_OPTIONS_INIT;
    options.semiring = MG_USER_SEMIRING;
    options.type = type;
    options.transpose = true;
    options.accumulate = accumulate;
    options.element_size = sizeof(reliability);
    options.identity = &identity;
    options.add = best;
    options.multiply = extend;
    options.data = &data;
    CHECK_OK(context, mg_spmm(context, graph, &options, k, x, y));
    for (uint64_t i = 0; i < (uint64_t)n * k; i++) {
        const bool kept = accumulate && expected[i].chance <= 0.25;
        CHECK(y[i].chance == (kept ? 0.25 : expected[i].chance));
        CHECK_EQ(y[i].edges, kept ? 99 : expected[i].edges);
    }
    free(x);
    free(y);
    free(expected);
}

TEST(user_semiring) {
    static const char *const names[] = {"empty", "one vertex", "star out", "random", "loops", "isolated"};
    static const weighting weightings[] = {WEIGHTS_NONE, WEIGHTS_INT, WEIGHTS_FLOAT, WEIGHTS_DOUBLE};
    mg_context *context = test_new_context(1); /* CHECK in callbacks works only on the calling thread */
    for (size_t i = 0; i < sizeof names / sizeof *names; i++) {
        for (size_t w = 0; w < 4; w++) {
            mg_graph *graph = shape_graph(context, shape_named(names[i]), weightings[w], w % 2);
            check_user(context, graph, MG_FLOAT32, 1, false);
            check_user(context, graph, MG_FLOAT32, 3, true);
            check_user(context, graph, MG_TYPE_NONE, 2, w % 2);
            mg_graph_destroy(graph);
        }
    }
    mg_context_destroy(context);
}

/* Products of the graph's matrix in every format are those of the graph, bit by bit. */
static void check_formats(mg_context *context, const mg_graph *graph, mg_product_options o, bool transpose) {
    enum { K = 3 };
    const mg_vertex n = mg_graph_vertex_count(graph);
    mg_spmv_options product = MG_SPMV_OPTIONS_INIT;
    product.semiring = MG_USER_SEMIRING;
    product.type = o.type;
    product.transpose = o.transpose = transpose;
    product.element_size = o.user->element_size;
    product.identity = o.user->identity;
    product.add = o.user->add;
    product.multiply = o.user->multiply;
    product.data = o.user->data;
    reliability *x = test_memory((uint64_t)n * K, sizeof *x), *y = test_memory((uint64_t)n * K, sizeof *y);
    reliability *expected = test_memory((uint64_t)n * K, sizeof *y);
    for (uint64_t i = 0; i < (uint64_t)n * K; i++) {
        x[i] = (reliability){.chance = (double)(i * 37 % 101) / 101, .edges = (int32_t)(i % 5)};
    }
    CHECK_OK(context, mg_spmm(context, graph, &product, K, x, expected));
    mg_matrix *matrix = NULL;
    CHECK_OK(context, mg_matrix_of_graph(context, graph, &matrix));
    for (int format = MG_FORMAT_CSR; format < MG_FORMAT_COUNT; format++) {
        mg_matrix *converted = NULL;
        const mg_status status = mg_matrix_convert(context, matrix, (mg_matrix_format)format, K, 0, &converted);
        if (status == MG_ERROR_UNSUPPORTED) { /* too much padding */
            continue;
        }
        CHECK_OK(context, status);
        CHECK_OK(context, mg_matrix_spmm(context, converted, &o, K, x, K, y, K));
        for (uint64_t i = 0; i < (uint64_t)n * K; i++) {
            CHECK(y[i].chance == expected[i].chance && y[i].edges == expected[i].edges);
        }
        mg_matrix_destroy(context, converted);
    }
    mg_matrix_destroy(context, matrix);
    free(x);
    free(y);
    free(expected);
}

TEST(user_semiring_of_matrices) {
    static const char *const names[] = {"empty", "star in", "random", "kron"};
    static const reliability identity = {.chance = 0, .edges = -1};
    int data = 42;
    const mg_user_semiring user = {
        .element_size = sizeof identity, .identity = &identity, .add = best, .multiply = extend, .data = &data};
    mg_context *context = test_new_context(1);
    for (size_t i = 0; i < 8; i++) {
        mg_graph *graph = shape_graph(context, shape_named(names[i / 2]), i % 2 ? WEIGHTS_FLOAT : WEIGHTS_NONE, true);
        mg_product_options o = MG_PRODUCT_OPTIONS_INIT;
        o.semiring = MG_USER_SEMIRING;
        o.user = &user;
        o.type = i % 2 ? MG_FLOAT32 : MG_TYPE_NONE;
        check_formats(context, graph, o, false);
        check_formats(context, graph, o, true);
        mg_graph_destroy(graph);
    }
    mg_context_destroy(context);
}

/* What only semirings of numbers have: factors, scaled sums, sampled products. */
TEST(user_semiring_of_matrices_is_checked) {
    static const double zero;
    mg_context *context = test_new_context(1);
    mg_graph *graph = shape_graph(context, shape_named("pair"), WEIGHTS_NONE, false);
    const mg_user_semiring user = {.element_size = sizeof zero, .identity = &zero, .add = best, .multiply = extend};
    const mg_user_semiring wrong[] = {{.element_size = 0, .identity = &zero, .add = best, .multiply = extend},
                                      {.element_size = 65, .identity = &zero, .add = best, .multiply = extend},
                                      {.element_size = 8, .add = best, .multiply = extend},
                                      {.element_size = 8, .identity = &zero, .multiply = extend},
                                      {.element_size = 8, .identity = &zero, .add = best}};
    mg_matrix *matrix = NULL, *scaled = NULL;
    double x[2] = {0}, y[2] = {0};
    CHECK_OK(context, mg_matrix_of_graph(context, graph, &matrix));
    CHECK_OK(context, mg_matrix_scaled(context, matrix, 2, &scaled));
    mg_product_options o = MG_PRODUCT_OPTIONS_INIT;
    o.semiring = MG_USER_SEMIRING;
    o.type = MG_TYPE_NONE;
    for (size_t i = 0; i < sizeof wrong / sizeof *wrong; i++) {
        o.user = &wrong[i];
        CHECK_STATUS(context, mg_matrix_spmv(context, matrix, &o, x, y), MG_ERROR_INVALID);
    }
    o.user = &user;
    CHECK_STATUS(context, mg_matrix_spmv(context, scaled, &o, x, y), MG_ERROR_INVALID);
    CHECK_STATUS(context, mg_matrix_sddmm(context, matrix, &o, 1, x, 1, x, 1, y), MG_ERROR_INVALID);
    o.alpha = 2;
    CHECK_STATUS(context, mg_matrix_spmv(context, matrix, &o, x, y), MG_ERROR_INVALID);
    mg_matrix_destroy(context, scaled);
    mg_matrix_destroy(context, matrix);
    mg_graph_destroy(graph);
    mg_context_destroy(context);
}

static void add_bytes(void *data, const void *a, const void *b, void *out) {
    const size_t size = *(const size_t *)data;
    for (size_t i = 0; i < size; i++) {
        ((uint8_t *)out)[i] = (uint8_t)(((const uint8_t *)a)[i] + ((const uint8_t *)b)[i]);
    }
}

static void copy_bytes(void *data, const void *x, const void *weight, void *out) {
    (void)weight;
    memcpy(out, x, *(const size_t *)data);
}

/* Every size from 1 byte to the maximum: a sum of bytes over the in-edges of a star's centre. */
TEST(user_elements_of_every_size) {
    static const uint8_t zero[MG_ELEMENT_MAX];
    mg_context *context = test_new_context(2);
    mg_graph *graph = shape_graph(context, shape_named("star in"), WEIGHTS_NONE, true);
    const mg_vertex n = mg_graph_vertex_count(graph);
    for (size_t size = 1; size <= MG_ELEMENT_MAX; size++) {
        uint8_t *x = test_memory(n, size), *y = test_memory(n, size);
        mg_spmv_options options = MG_SPMV_OPTIONS_INIT;
        options.semiring = MG_USER_SEMIRING;
        options.type = MG_TYPE_NONE;
        options.element_size = size;
        options.identity = zero;
        options.add = add_bytes;
        options.multiply = copy_bytes;
        options.data = &size;
        for (uint64_t i = 0; i < n * size; i++) {
            x[i] = (uint8_t)(i % 251);
        }
        CHECK_OK(context, mg_spmv(context, graph, &options, x, y));
        for (size_t byte = 0; byte < size; byte++) {
            uint8_t sum = 0;
            for (mg_vertex v = 1; v < n; v++) {
                sum = (uint8_t)(sum + x[v * size + byte]);
            }
            CHECK_EQ(y[byte], sum);
            CHECK_EQ(y[size + byte], 0);
        }
        free(x);
        free(y);
    }
    mg_graph_destroy(graph);
    mg_context_destroy(context);
}

/* ---- arguments and memory ---- */

TEST(invalid_arguments) {
    mg_context *context = test_new_context(1);
    mg_graph *graph = shape_graph(context, shape_named("pair"), WEIGHTS_NONE, true);
    mg_spmv_options o = MG_SPMV_OPTIONS_INIT;
    double x[4] = {1, 2, 3, 4}, y[4] = {0};
    CHECK_STATUS(NULL, mg_spmv(NULL, graph, &o, x, y), MG_ERROR_INVALID);
    CHECK_STATUS(NULL, mg_spmm(NULL, graph, &o, 1, x, y), MG_ERROR_INVALID);
    CHECK_STATUS(context, mg_spmv(context, NULL, &o, x, y), MG_ERROR_INVALID);
    CHECK_STATUS(context, mg_spmv(context, graph, &o, NULL, y), MG_ERROR_INVALID);
    CHECK_STATUS(context, mg_spmv(context, graph, &o, x, NULL), MG_ERROR_INVALID);
    CHECK_STATUS(context, mg_spmv(context, graph, &o, x, x), MG_ERROR_INVALID);
    CHECK_STATUS(context, mg_spmv(context, graph, &o, x, x + 1), MG_ERROR_INVALID);
    CHECK_STATUS(context, mg_spmv(context, graph, &o, x, x + 2), MG_OK);
    CHECK_STATUS(context, mg_spmm(context, graph, &o, 2, x + 1, x), MG_ERROR_INVALID);
    CHECK_STATUS(context, mg_spmm(context, graph, &o, 0, x, y), MG_ERROR_INVALID);
    CHECK_STATUS(context, mg_spmm(context, graph, NULL, 2, x, y), MG_OK);
    CHECK_STATUS(context, mg_spmv(context, graph, NULL, x, y), MG_OK);
    o.size--;
    CHECK_STATUS(context, mg_spmv(context, graph, &o, x, y), MG_ERROR_INVALID);
    CHECK(strstr(mg_context_error(context), "size"));
    o.size++;
    for (int type = MG_TYPE_NONE; type <= MG_OTHER; type += MG_OTHER - MG_TYPE_NONE) {
        o.type = (mg_type)type;
        CHECK_STATUS(context, mg_spmv(context, graph, &o, x, y), MG_ERROR_INVALID);
    }
    o.type = MG_FLOAT64;
    o.semiring = (mg_semiring)(MG_USER_SEMIRING + 1);
    CHECK_STATUS(context, mg_spmv(context, graph, &o, x, y), MG_ERROR_INVALID);
    o.semiring = (mg_semiring)-1;
    CHECK_STATUS(context, mg_spmv(context, graph, &o, x, y), MG_ERROR_INVALID);
    mg_graph_destroy(graph);
    mg_context_destroy(context);
}

TEST(invalid_user_semirings) {
    static const uint8_t zero[MG_ELEMENT_MAX];
    size_t size = 8;
    mg_context *context = test_new_context(1);
    mg_graph *graph = shape_graph(context, shape_named("pair"), WEIGHTS_NONE, true);
    mg_spmv_options good = MG_SPMV_OPTIONS_INIT;
    double x[2] = {1, 2}, y[2] = {0};
    good.semiring = MG_USER_SEMIRING;
    good.element_size = size;
    good.identity = zero;
    good.add = add_bytes;
    good.multiply = copy_bytes;
    good.data = &size;
    CHECK_OK(context, mg_spmv(context, graph, &good, x, y));
    mg_spmv_options bad[] = {good, good, good, good, good, good};
    bad[0].element_size = 0;
    bad[1].element_size = MG_ELEMENT_MAX + 1;
    bad[2].identity = NULL;
    bad[3].add = NULL;
    bad[4].multiply = NULL;
    bad[5].type = MG_OTHER;
    for (size_t i = 0; i < sizeof bad / sizeof *bad; i++) {
        CHECK_STATUS(context, mg_spmv(context, graph, &bad[i], x, y), MG_ERROR_INVALID);
        CHECK(mg_context_error(context)[0]);
    }
    mg_graph_destroy(graph);
    mg_context_destroy(context);
}

/* In-edges and converted weights need memory; without it y is unchanged and the next call succeeds. */
TEST(every_allocation_may_fail) {
    int allocations = 0;
    for (bool done = false; !done; allocations++) {
        failing_memory f;
        mg_context *context = failing_memory_context(&f, INT32_MAX);
        mg_graph *graph = shape_graph(context, shape_named("random"), WEIGHTS_INT, true);
        const mg_vertex n = mg_graph_vertex_count(graph);
        double *x = test_memory(n, sizeof *x), *y = test_memory(n, sizeof *y);
        const mg_spmv_options options = MG_SPMV_OPTIONS_INIT;
        f.countdown = allocations;
        const mg_status status = mg_spmv(context, graph, &options, x, y);
        done = status == MG_OK;
        CHECK(done || status == MG_ERROR_MEMORY);
        CHECK(done || strstr(mg_context_error(context), "out of memory"));
        f.countdown = INT32_MAX;
        CHECK_OK(context, mg_spmv(context, graph, &options, x, y));
        mg_graph_destroy(graph);
        mg_context_destroy(context);
        CHECK_EQ(f.live, 0);
        CHECK(allocations < 100);
        free(x);
        free(y);
    }
    CHECK(allocations > 3);
}
