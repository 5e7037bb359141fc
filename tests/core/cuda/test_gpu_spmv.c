/* SPDX-License-Identifier: Apache-2.0
 *
 * mg_spmv and mg_spmm on the GPU against the CPU: every semiring and type, all representations, masks, accumulation,
 * transposes, and arrays in host or device memory. Floating-point sums agree up to rounding, all else exactly.
 */
#include "tests/core/cuda/gpu_context.h"
#include "tests/shapes.h"

#include <math.h>
#include <stdlib.h>
#include <string.h>

static const mg_type types[] = {MG_INT32, MG_UINT32, MG_INT64, MG_UINT64, MG_FLOAT32, MG_FLOAT64};

static size_t size_of(mg_type type) {
    return type == MG_INT32 || type == MG_UINT32 || type == MG_FLOAT32 ? 4 : 8;
}

/* Small integers, some zeros and some infinities. */
static void fill(mg_type type, void *array, uint64_t count, uint64_t seed) {
    for (uint64_t i = 0; i < count; i++) {
        const uint64_t r = test_random(&seed), value = r % 7 ? r / 7 % 50 : 0;
        const bool far = r % 29 == 0;
        switch (type) {
        case MG_INT32:
            ((int32_t *)array)[i] = far ? INT32_MAX - (int32_t)value / 10 : (int32_t)value - 20;
            break;
        case MG_UINT32:
            ((uint32_t *)array)[i] = far ? UINT32_MAX - (uint32_t)value / 10 : (uint32_t)value;
            break;
        case MG_INT64:
            ((int64_t *)array)[i] = far ? INT64_MAX - (int64_t)value / 10 : (int64_t)value - 20;
            break;
        case MG_UINT64:
            ((uint64_t *)array)[i] = far ? UINT64_MAX - value / 10 : value;
            break;
        case MG_FLOAT32: /* also -0 */
            ((float *)array)[i] = (r % 11 ? 1.0f : -1.0f) * (float)value / 8;
            break;
        default:
            ((double *)array)[i] = (r % 11 ? 1.0 : -1.0) * (double)value / 7;
            break;
        }
    }
}

static bool agree(mg_type type, const void *a, const void *b, uint64_t i) {
    if (type == MG_FLOAT32) {
        const double x = ((const float *)a)[i], y = ((const float *)b)[i];
        return x == y || fabs(x - y) <= 1e-4 * (fabs(x) + 1);
    }
    if (type == MG_FLOAT64) {
        const double x = ((const double *)a)[i], y = ((const double *)b)[i];
        return x == y || fabs(x - y) <= 1e-12 * (fabs(x) + 1);
    }
    return memcmp((const char *)a + i * size_of(type), (const char *)b + i * size_of(type), size_of(type)) == 0;
}

typedef struct product_case {
    mg_context *context;
    const mg_graph *graph;
    mg_spmv_options options;
    uint32_t k;
    bool on_device;
    const char *what;
} product_case;

/* Runs the product with x, y and mask in device memory, on the test's stream. */
static void run_on_device(const product_case *c, const void *x, void *y, uint64_t bytes) {
    void *dx = NULL, *dy = NULL, *mask = NULL;
    mg_spmv_options o = c->options;
    cudaStream_t stream = NULL;
    const mg_vertex n = mg_graph_vertex_count(c->graph);
    CHECK(cudaStreamCreateWithFlags(&stream, cudaStreamNonBlocking) == cudaSuccess);
    CHECK(cudaMalloc(&dx, bytes + 1) == cudaSuccess && cudaMalloc(&dy, bytes + 1) == cudaSuccess);
    CHECK(cudaMalloc(&mask, n + 1u) == cudaSuccess);
    CHECK(cudaMemcpyAsync(dx, x, bytes, cudaMemcpyHostToDevice, stream) == cudaSuccess);
    CHECK(cudaMemcpyAsync(dy, y, bytes, cudaMemcpyHostToDevice, stream) == cudaSuccess);
    if (o.mask) {
        CHECK(cudaMemcpyAsync(mask, o.mask, n, cudaMemcpyHostToDevice, stream) == cudaSuccess);
        o.mask = mask;
    }
    o.stream = stream;
    CHECK_OK(c->context, mg_spmm(c->context, c->graph, &o, c->k, dx, dy));
    CHECK(cudaMemcpyAsync(y, dy, bytes, cudaMemcpyDeviceToHost, stream) == cudaSuccess);
    CHECK(cudaStreamSynchronize(stream) == cudaSuccess);
    cudaFree(dx);
    cudaFree(dy);
    cudaFree(mask);
    cudaStreamDestroy(stream);
}

static void check(product_case *c) {
    const mg_vertex n = mg_graph_vertex_count(c->graph);
    const uint64_t count = (uint64_t)n * c->k, bytes = count * size_of(c->options.type);
    void *x = test_memory(count + 1, 8), *expected = test_memory(count + 1, 8), *y = test_memory(count + 1, 8);
    fill(c->options.type, x, count, 1);
    fill(c->options.type, expected, count, 2);
    memcpy(y, expected, bytes);
    c->options.backend = MG_BACKEND_CPU;
    CHECK_OK(c->context, mg_spmm(c->context, c->graph, &c->options, c->k, x, expected));
    c->options.backend = MG_BACKEND_CUDA;
    if (c->on_device) {
        run_on_device(c, x, y, bytes);
    } else {
        double seconds = -1;
        c->options.device_seconds = &seconds;
        CHECK_OK(c->context, mg_spmm(c->context, c->graph, &c->options, c->k, x, y));
        CHECK(n ? seconds > 0 : seconds == 0);
        c->options.device_seconds = NULL;
    }
    for (uint64_t i = 0; i < count; i++) {
        if (!agree(c->options.type, expected, y, i)) {
            test_fail(__FILE__, __LINE__,
                      "%s: semiring %d, type %d, mode %s, layout %d, %s%s%s, %u columns: row %llu differs", c->what,
                      (int)c->options.semiring, (int)c->options.type, mg_mode_name(c->options.mode),
                      (int)c->options.dense_layout, c->options.transpose ? "transposed " : "",
                      c->options.accumulate ? "accumulated " : "", c->options.mask ? "masked" : "", c->k,
                      (unsigned long long)(i / c->k));
        }
    }
    free(x);
    free(y);
    free(expected);
}

static const struct {
    mg_mode mode;
    mg_dense_layout layout;
} ways[] = {{MG_MODE_DENSE, MG_DENSE_PANELS},
#ifdef MG_PAPER_LAYOUTS
            {MG_MODE_DENSE, MG_DENSE_BLOCKS},
#endif
            {MG_MODE_PULL, MG_DENSE_AUTO}};

/* All semirings and types, each with other options. */
static void check_graph(mg_context *context, const mg_graph *graph, const char *what) {
    const mg_vertex n = mg_graph_vertex_count(graph);
    uint8_t *mask = test_memory(n + 1u, 1);
    uint32_t turn = 0;
    for (mg_vertex v = 0; v < n; v++) {
        mask[v] = v % 3 == 0;
    }
    for (int semiring = MG_PLUS_TIMES; semiring <= MG_PLUS_FIRST; semiring++) {
        for (size_t t = 0; t < sizeof types / sizeof *types; t++) {
            for (size_t way = 0; way < sizeof ways / sizeof *ways; way++) {
                static const uint32_t columns[] = {1, 1, 3, 1, 8, 1, 40};
                product_case c = {.context = context, .graph = graph, .options = MG_SPMV_OPTIONS_INIT, .what = what};
                c.options.semiring = (mg_semiring)semiring;
                c.options.type = types[t];
                c.options.mode = ways[way].mode;
                c.options.dense_layout = ways[way].layout;
                for (int i = 0; i < 2; i++, turn++) {
                    c.k = columns[turn % 7];
                    c.options.transpose = i;
                    c.options.accumulate = turn % 5 == 1;
                    c.options.mask = turn % 3 == 1 ? mask : NULL;
                    c.options.mask_complement = turn % 2;
                    c.on_device = turn % 11 < 4;
                    check(&c);
                }
            }
        }
    }
    free(mask);
}

static void check_shapes(mg_context *context) {
    static const weighting weightings[] = {WEIGHTS_NONE, WEIGHTS_INT, WEIGHTS_FLOAT};
    for (size_t i = 0; i < 3 * shape_count; i++) {
        mg_graph *graph = shape_graph(context, &shapes[i / 3], weightings[i % 3], i % 2);
        char what[128];
        snprintf(what, sizeof what, "%s, %s", shapes[i / 3].name, weighting_names[weightings[i % 3]]);
        check_graph(context, graph, what);
        mg_graph_destroy(graph);
    }
}

TEST(products_equal_the_cpu) {
    mg_cuda *cuda = NULL;
    mg_context *context = gpu_context_open(&cuda);
    check_shapes(context);
    mg_context_destroy(context);
}

/* Panels of a few hundred columns, small heavy blocks cut into parts, 64-bit offsets. */
TEST(products_with_little_shared_memory) {
    mg_cuda *cuda = NULL;
    mg_context *context = gpu_context_open(&cuda);
    cuda->test.shared_limit = 18u << 10;
    cuda->tuning.heavy_edges = 40;
    cuda->tuning.block_edges = 64;
    cuda->tuning.narrow_arcs = 0;
    check_shapes(context);
    mg_context_destroy(context);
}

TEST(products_of_kronecker_graphs) {
    mg_cuda *cuda = NULL;
    mg_context *context = gpu_context_open(&cuda);
    mg_generate_options options = MG_GENERATE_OPTIONS_INIT;
    mg_graph *graph = NULL;
    options.scale = 16;
    options.weight_max = 20;
    for (int i = 0; i < 2; i++) {
        CHECK_OK(context, mg_generate(context, i ? "rmat" : "kron", &options, &graph));
        check_graph(context, graph, i ? "rmat" : "kron");
        mg_graph_destroy(graph);
    }
    mg_context_destroy(context);
}

/* A matrix of arrays in device memory is that of the same arrays in host memory. */
TEST(matrices_of_device_memory) {
    mg_cuda *cuda = NULL;
    mg_context *context = gpu_context_open(&cuda);
    mg_graph *graph = shape_graph(context, shape_named("kron"), WEIGHTS_FLOAT, true);
    const mg_adjacency out = mg_graph_out_edges(graph);
    const mg_type type = mg_graph_weight_type(graph);
    const uint64_t n = mg_graph_vertex_count(graph), arcs = mg_graph_arc_count(graph);
    const size_t bytes[] = {(n + 1) * sizeof(uint64_t), arcs * sizeof(uint32_t), arcs * size_of(type)};
    const void *const host[] = {out.offsets, out.neighbours, out.weights};
    void *device[3];
    for (int i = 0; i < 3; i++) {
        CHECK(cudaMalloc(&device[i], bytes[i]) == cudaSuccess);
        CHECK(cudaMemcpy(device[i], host[i], bytes[i], cudaMemcpyHostToDevice) == cudaSuccess);
    }
    for (int on_device = 0; on_device < 8; on_device++) {
        const mg_matrix_arrays arrays = {.rows = n,
                                         .columns = n,
                                         .nonzeros = arcs,
                                         .row_offsets = on_device & 1 ? device[0] : host[0],
                                         .column_indices = on_device & 2 ? device[1] : host[1],
                                         .values = on_device & 4 ? device[2] : host[2],
                                         .type = type};
        mg_matrix *matrix = NULL;
        mg_matrix_arrays csr;
        CHECK_OK(context, mg_matrix_create(context, &arrays, &matrix));
        CHECK_OK(context, mg_matrix_to_csr(context, matrix, &csr));
        CHECK(memcmp(csr.row_offsets, host[0], bytes[0]) == 0);
        CHECK(memcmp(csr.column_indices, host[1], bytes[1]) == 0);
        CHECK(memcmp(csr.values, host[2], bytes[2]) == 0);
        mg_matrix_destroy(context, matrix);
    }
    for (int i = 0; i < 3; i++) {
        cudaFree(device[i]);
    }
    mg_graph_destroy(graph);
    mg_context_destroy(context);
}

/* The matrix of a graph shares the graph's arrays on the device; its products equal the graph's bit by bit. */
TEST(matrices_of_graphs) {
    mg_cuda *cuda = NULL;
    mg_context *context = gpu_context_open(&cuda);
    for (int directed = 0; directed < 2; directed++) {
        mg_graph *graph = shape_graph(context, shape_named("kron"), WEIGHTS_INT, directed);
        const uint64_t count = (uint64_t)mg_graph_vertex_count(graph) * 8;
        float *x = test_memory(count, sizeof *x), *y = test_memory(count, sizeof *y),
              *z = test_memory(count, sizeof *z);
        mg_matrix *matrix = NULL;
        fill(MG_FLOAT32, x, count, 3);
        CHECK_OK(context, mg_matrix_of_graph(context, graph, &matrix));
        for (int transpose = 0; transpose < 2; transpose++) {
            mg_product_options o = MG_PRODUCT_OPTIONS_INIT;
            mg_spmv_options p = MG_SPMV_OPTIONS_INIT;
            o.backend = p.backend = MG_BACKEND_CUDA;
            o.transpose = p.transpose = transpose;
            p.type = MG_FLOAT32;
            CHECK_OK(context, mg_matrix_spmm(context, matrix, &o, 8, x, 8, y, 8));
            CHECK_OK(context, mg_spmm(context, graph, &p, 8, x, z));
            CHECK(memcmp(y, z, count * sizeof *y) == 0);
        }
        mg_matrix_destroy(context, matrix);
        mg_graph_destroy(graph);
        free(x);
        free(y);
        free(z);
    }
    mg_context_destroy(context);
}

TEST(users_semirings_are_refused) {
    mg_cuda *cuda = NULL;
    mg_context *context = gpu_context_open(&cuda);
    mg_graph *graph = shape_graph(context, shape_named("path"), WEIGHTS_NONE, false);
    mg_spmv_options options = MG_SPMV_OPTIONS_INIT;
    double *const x = calloc(mg_graph_vertex_count(graph), sizeof *x);
    double *const y = calloc(mg_graph_vertex_count(graph), sizeof *y);
    CHECK(x && y);
    options.mode = (mg_mode)7;
    CHECK_STATUS(context, mg_spmv(context, graph, &options, x, y), MG_ERROR_INVALID);
#ifndef MG_PAPER_LAYOUTS
    options.backend = MG_BACKEND_CUDA;
    options.mode = MG_MODE_DENSE;
    options.dense_layout = MG_DENSE_BLOCKS;
    CHECK_STATUS(context, mg_spmv(context, graph, &options, x, y), MG_ERROR_UNSUPPORTED);
    CHECK(strstr(mg_context_error(context), "MG_PAPER_LAYOUTS") != NULL);
#endif
    free(x);
    free(y);
    mg_graph_destroy(graph);
    mg_context_destroy(context);
}
