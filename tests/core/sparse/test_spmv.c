/* SPDX-License-Identifier: Apache-2.0
 *
 * test_spmv.c: mg_spmv and mg_spmm against an oracle that sums by arc.
 */
#include "tests/core/sparse/semiring_oracle.h"
#include "tests/harness.h"
#include "tests/shapes.h"

#include <float.h>
#include <math.h>
#include <stdlib.h>
#include <string.h>

static const mg_type all_types[] = {MG_INT32, MG_UINT32, MG_INT64, MG_UINT64, MG_FLOAT32, MG_FLOAT64};
#define TYPE_COUNT 6

/* ---- the oracle ---- */

typedef struct arc {
    mg_vertex row, column;
    double weight; /* 1 without weights; all weights of the tests fit */
} arc;

typedef struct arcs {
    arc *arc;
    uint64_t count;
} arcs;

/* The entries of A, or of its transpose, in the order of the rows' neighbours. */
static arcs list_arcs(mg_context *context, const mg_graph *graph, bool transpose) {
    mg_adjacency a = mg_graph_out_edges(graph);
    arcs list = {.count = mg_graph_arc_count(graph)};
    if (!transpose) {
        CHECK_OK(context, mg_graph_in_edges(context, graph, &a));
    }
    list.arc = test_memory(list.count, sizeof *list.arc);
    for (mg_vertex v = 0; v < mg_graph_vertex_count(graph); v++) {
        for (uint64_t e = a.offsets[v]; e < a.offsets[v + 1]; e++) {
            const mg_type type = mg_graph_weight_type(graph);
            list.arc[e] = (arc){.row = v, .column = a.neighbours[e], .weight = 1};
            if (type == MG_INT32) {
                list.arc[e].weight = ((const int32_t *)a.weights)[e];
            } else if (type != MG_TYPE_NONE) {
                list.arc[e].weight = semiring_load_float(type, a.weights, e);
            }
        }
    }
    return list;
}

/* ---- one product ---- */

typedef struct product {
    mg_graph *graph;
    mg_spmv_options options;
    uint32_t k;
    bool single; /* mg_spmv, not mg_spmm */
} product;

static void fill(mg_semiring semiring, mg_type type, void *array, uint64_t count, uint64_t seed) {
    for (uint64_t i = 0; i < count; i++) {
        const uint64_t r = test_random(&seed);
        const bool negative = r % 5 == 0 && type != MG_UINT32 && type != MG_UINT64;
        double value = (double)(r >> 40 & 1023) * (negative ? -1 : 1);
        value = semiring_is_float(type) ? value / 7 : value;
        value = r % 3 == 1 ? 0 : value;
        semiring_store(type, array, i, value);
        if (r % 11 == 2 && (semiring == MG_MIN_PLUS || semiring == MG_MIN_FIRST)) {
            if (semiring_is_float(type)) {
                semiring_store(type, array, i, INFINITY);
            } else {
                memset((char *)array + i * semiring_size(type), 0xff,
                       semiring_size(type)); /* the maximum of unsigned types */
            }
        }
    }
}

static expectation *expect(mg_context *context, const product *p, const void *x, const void *before) {
    const mg_spmv_options *o = &p->options;
    const uint64_t cells = (uint64_t)mg_graph_vertex_count(p->graph) * p->k;
    expectation *all = test_memory(cells, sizeof *all);
    arcs list = list_arcs(context, p->graph, o->transpose);
    for (uint64_t i = 0; i < cells; i++) {
        all[i] = semiring_zero(o->semiring, o->type);
    }
    for (uint64_t i = 0; i < list.count; i++) {
        const arc *a = &list.arc[i];
        semiring_contribute(&all[(uint64_t)a->row * p->k], p->k, o->semiring, o->type, x, (uint64_t)a->column * p->k,
                            a->weight);
    }
    for (uint64_t i = 0; i < cells && o->accumulate; i++) {
        if (semiring_is_float(o->type)) {
            const double y = semiring_load_float(o->type, before, i);
            all[i].real = semiring_add_float(o->semiring, all[i].real, y);
            all[i].magnitude += fabs(y);
            all[i].terms++;
        } else {
            all[i].integer =
                semiring_add_integer(o->semiring, o->type, all[i].integer, semiring_load_integer(o->type, before, i));
        }
    }
    free(list.arc);
    return all;
}

/* The product with this mask, NULL: of all rows. */
static void check_mask(mg_context *context, const product *p, const uint8_t *mask, bool complement, void *x,
                       const void *y_before, const expectation *all) {
    mg_spmv_options o = p->options;
    const mg_vertex n = mg_graph_vertex_count(p->graph);
    const size_t size = semiring_size(o.type), row_size = p->k * size;
    void *y = test_memory(n, row_size);
    memcpy(y, y_before, n * row_size);
    o.mask = mask;
    o.mask_complement = complement;
    if (p->single) {
        CHECK_OK(context, mg_spmv(context, p->graph, &o, x, y));
    } else {
        CHECK_OK(context, mg_spmm(context, p->graph, &o, p->k, x, y));
    }
    for (mg_vertex v = 0; v < n; v++) {
        if (mask && (complement ? mask[v] != 0 : mask[v] == 0)) {
            CHECK(memcmp((char *)y + v * row_size, (const char *)y_before + v * row_size, row_size) == 0);
            continue;
        }
        for (uint32_t c = 0; c < p->k; c++) {
            semiring_compare(&all[(uint64_t)v * p->k + c], o.semiring, o.type, y, (uint64_t)v * p->k + c);
        }
    }
    free(y);
}

/* Without a mask, with one, and with its complement: what is expected of a row is the same. */
static void check_product(mg_context *context, const product *p, const uint8_t *mask) {
    const mg_spmv_options *o = &p->options;
    const size_t size = semiring_size(o->type);
    const uint64_t cells = (uint64_t)mg_graph_vertex_count(p->graph) * p->k;
    void *x = test_memory(cells, size), *x_before = test_memory(cells, size), *y_before = test_memory(cells, size);
    fill(o->semiring, o->type, x, cells, 1);
    fill(o->semiring, o->type, y_before, cells, 2);
    memcpy(x_before, x, cells * size);
    expectation *all = expect(context, p, x, y_before);
    check_mask(context, p, NULL, false, x, y_before, all);
    check_mask(context, p, mask, false, x, y_before, all);
    check_mask(context, p, mask, true, x, y_before, all);
    CHECK(memcmp(x, x_before, cells * size) == 0);
    free(all);
    free(x);
    free(x_before);
    free(y_before);
}

/* Every semiring, type and option on one graph; k = 0 means mg_spmv. */
static void check_graph(mg_context *context, mg_graph *graph, uint32_t k) {
    uint8_t *mask = test_memory(mg_graph_vertex_count(graph), 1);
    uint64_t seed = 3;
    for (mg_vertex v = 0; v < mg_graph_vertex_count(graph); v++) {
        mask[v] = (uint8_t)(test_random(&seed) % 3); /* any value but 0 is true */
    }
    for (int semiring = MG_PLUS_TIMES; semiring < MG_USER_SEMIRING; semiring++) {
        for (int t = 0; t < TYPE_COUNT; t++) {
            for (int variant = 0; variant < 4; variant++) {
                product p = {.graph = graph, .options = MG_SPMV_OPTIONS_INIT, .k = k ? k : 1, .single = !k};
                p.options.semiring = (mg_semiring)semiring;
                p.options.type = all_types[t];
                p.options.transpose = variant & 1;
                p.options.accumulate = variant & 2;
                check_product(context, &p, mask);
            }
        }
    }
    free(mask);
}

static void check_shapes(uint32_t k, int threads, const weighting *weightings, size_t count) {
    static const char *const names[] = {"empty",    "one vertex", "one loop", "no edges", "pair",
                                        "path",     "star out",   "star in",  "random",   "loops",
                                        "parallel", "kron",       "isolated", "scattered"};
    mg_context *context = test_new_context(threads);
    for (size_t i = 0; i < sizeof names / sizeof *names; i++) {
        for (size_t w = 0; w < count; w++) {
            for (int directed = 0; directed < 2; directed++) {
                mg_graph *graph = shape_graph(context, shape_named(names[i]), weightings[w], directed);
                check_graph(context, graph, k);
                mg_graph_destroy(graph);
            }
        }
    }
    mg_context_destroy(context);
}

TEST(vector_on_all_shapes) {
    static const weighting weightings[] = {WEIGHTS_NONE, WEIGHTS_INT, WEIGHTS_FLOAT, WEIGHTS_DOUBLE};
    check_shapes(0, 3, weightings, 4);
}

/* Sums of large weights wrap in plus_times and saturate in min_plus. */
TEST(vector_with_large_weights) {
    static const weighting weightings[] = {WEIGHTS_INT_LARGE, WEIGHTS_INT_ZERO};
    check_shapes(0, 1, weightings, 2);
}

TEST(matrix_of_several_columns) {
    static const weighting weightings[] = {WEIGHTS_NONE, WEIGHTS_INT, WEIGHTS_FLOAT};
    static const char *const names[] = {"empty", "one vertex", "star in", "loops"};
    static const uint32_t columns[] = {1, 5, 23};
    mg_context *context = test_new_context(2);
    for (size_t i = 0; i < sizeof names / sizeof *names; i++) {
        for (size_t j = 0; j < sizeof columns / sizeof *columns; j++) {
            mg_graph *graph = shape_graph(context, shape_named(names[i]), weightings[(i + j) % 3], j % 2);
            check_graph(context, graph, columns[j]);
            mg_graph_destroy(graph);
        }
    }
    mg_context_destroy(context);
}

/* Columns, thread counts and repetitions must not change a single bit. */
TEST(columns_equal_vectors_bit_by_bit) {
    enum { K = 21 };
    mg_context *one = test_new_context(1), *four = test_new_context(4);
    mg_graph *graph = shape_graph(one, shape_named("kron"), WEIGHTS_FLOAT_MIX, true);
    const mg_vertex n = mg_graph_vertex_count(graph);
    mg_spmv_options options = MG_SPMV_OPTIONS_INIT;
    options.type = MG_FLOAT32;
    float *x = test_memory((uint64_t)n * K, sizeof *x), *y = test_memory((uint64_t)n * K, sizeof *y);
    float *column = test_memory(n, sizeof *column), *result = test_memory(n, sizeof *result);
    fill(MG_PLUS_TIMES, MG_FLOAT32, x, (uint64_t)n * K, 5);
    CHECK_OK(four, mg_spmm(four, graph, &options, K, x, y));
    for (int c = 0; c < K; c++) {
        for (mg_vertex v = 0; v < n; v++) {
            column[v] = x[(size_t)v * K + c];
        }
        CHECK_OK(one, mg_spmv(one, graph, &options, column, result));
        for (mg_vertex v = 0; v < n; v++) {
            CHECK(memcmp(&result[v], &y[(size_t)v * K + c], sizeof *result) == 0);
        }
    }
    free(x);
    free(y);
    free(column);
    free(result);
    mg_graph_destroy(graph);
    mg_context_destroy(one);
    mg_context_destroy(four);
}

/* Negative weights: infinity remains infinity, other values may decrease to the least value. */
TEST(min_plus_saturates_on_both_sides) {
    const uint64_t offsets[] = {0, 1, 2, 3, 3};
    const mg_vertex neighbours[] = {1, 2, 3};
    const int32_t weights[] = {-5, -5, 5};
    const int32_t x32[] = {INT32_MAX, INT32_MIN + 2, INT32_MAX - 2, 0};
    const int64_t x64[] = {INT64_MAX, INT64_MIN + 2, INT64_MAX - 2, 0};
    int32_t y32[4];
    int64_t y64[4];
    mg_context *context = test_new_context(1);
    mg_graph *graph;
    mg_spmv_options options = MG_SPMV_OPTIONS_INIT;
    CHECK_OK(context, mg_graph_from_csr(context, 4, offsets, neighbours, MG_INT32, weights, true, &graph));
    options.semiring = MG_MIN_PLUS;
    options.type = MG_INT32;
    double on_device = -1;
    options.device_seconds = &on_device;
    CHECK_OK(context, mg_spmv(context, graph, &options, x32, y32));
    CHECK(on_device == 0);
    CHECK_EQ(y32[0], INT32_MAX);
    CHECK_EQ(y32[1], INT32_MAX);
    CHECK_EQ(y32[2], INT32_MIN);
    CHECK_EQ(y32[3], INT32_MAX);
    options.type = MG_INT64;
    CHECK_OK(context, mg_spmv(context, graph, &options, x64, y64));
    CHECK_EQ(y64[0], INT64_MAX);
    CHECK_EQ(y64[1], INT64_MAX);
    CHECK_EQ(y64[2], INT64_MIN);
    CHECK_EQ(y64[3], INT64_MAX);
    mg_graph_destroy(graph);
    mg_context_destroy(context);
}
