/* SPDX-License-Identifier: Apache-2.0
 *
 * test_spmv_fallback.c: in mode auto the next backend computes a product that the first one cannot, here a backend that
 * can nothing. This program has its own list of backends.
 */
#include "core/cpu/backend_cpu.h"
#include "core/engine/backend.h"
#include "tests/harness.h"

#include <string.h>

static mg_status refusal;
static const void *device_memory; /* an operand that is said to be on the device */
static int calls;

static mg_status refuse(mg_context *context) {
    calls++;
    return mg__fail(context, refusal, "this device can nothing");
}

static mg_status device_spmm(mg_context *context, mg_storage *matrix, const mg_product_options *options, uint32_t k,
                             const void *x, uint64_t x_stride, void *y, uint64_t y_stride) {
    (void)matrix, (void)options, (void)k, (void)x, (void)x_stride, (void)y, (void)y_stride;
    return refuse(context);
}

static bool owns(const void *memory) {
    return memory && memory == device_memory;
}

static mg_status download(mg_context *context, void *to, const void *from, size_t bytes) {
    (void)context;
    memcpy(to, from, bytes);
    calls++;
    return MG_OK;
}

static const mg_backend device = {.name = "device",
                                  .kind = MG_BACKEND_CUDA,
                                  .falls_back = true,
                                  .matrix_spmm = device_spmm,
                                  .owns = owns,
                                  .download = download};
const mg_backend *const mg__backends[] = {&device, &mg__cpu_backend, NULL};

static void add(void *data, const void *a, const void *b, void *out) {
    (void)data;
    *(double *)out = *(const double *)a + *(const double *)b;
}

static void times(void *data, const void *x, const void *weight, void *out) {
    (void)data;
    *(double *)out = *(const double *)x * *(const double *)weight;
}

static mg_graph *path_graph(mg_context *context) {
    static const uint64_t offsets[] = {0, 1, 2, 2};
    static const mg_vertex to[] = {1, 2};
    static const double weights[] = {2, 3};
    mg_graph *graph = NULL;
    CHECK_OK(context, mg_graph_from_csr(context, 3, offsets, to, MG_FLOAT64, weights, true, &graph));
    return graph;
}

static mg_spmv_options user_semiring(void) {
    static const double zero = 0;
    mg_spmv_options o = MG_SPMV_OPTIONS_INIT;
    o.semiring = MG_USER_SEMIRING;
    o.element_size = sizeof zero;
    o.identity = &zero;
    o.add = add;
    o.multiply = times;
    return o;
}

/* Both products of (1, 1, 1), of which the second one repeats it in two columns. */
static mg_status multiply(mg_context *context, const mg_graph *graph, const mg_spmv_options *options, double y[9]) {
    static const double ones[6] = {1, 1, 1, 1, 1, 1};
    const mg_status status = mg_spmv(context, graph, options, ones, y);
    return status < 0 ? status : mg_spmm(context, graph, options, 2, ones, y + 3);
}

TEST(what_the_device_cannot_the_cpu_computes) {
    static const mg_status refusals[] = {MG_ERROR_UNSUPPORTED, MG_ERROR_MEMORY};
    static const double expected[] = {0, 2, 3, 0, 0, 2, 2, 3, 3};
    mg_context *context = NULL;
    CHECK_OK(NULL, mg_context_create(NULL, &context));
    mg_graph *graph = path_graph(context);
    const mg_spmv_options options[] = {user_semiring(), MG_SPMV_OPTIONS_INIT};
    for (size_t i = 0; i < 4; i++) {
        double y[9] = {0};
        refusal = refusals[i % 2];
        calls = 0;
        CHECK_OK(context, multiply(context, graph, &options[i / 2], y));
        CHECK_EQ(calls, 2);
        for (size_t k = 0; k < 9; k++) {
            CHECK(y[k] == expected[k]);
        }
    }
    mg_graph_destroy(graph);
    mg_context_destroy(context);
}

TEST(other_failures_and_named_backends_do_not_fall_back) {
    mg_context *context = NULL;
    double y[9];
    CHECK_OK(NULL, mg_context_create(NULL, &context));
    mg_graph *graph = path_graph(context);
    mg_spmv_options o = user_semiring();
    refusal = MG_ERROR_DEVICE;
    CHECK_STATUS(context, multiply(context, graph, &o, y), MG_ERROR_DEVICE);
    refusal = MG_ERROR_UNSUPPORTED;
    o.backend = MG_BACKEND_CUDA;
    CHECK_STATUS(context, multiply(context, graph, &o, y), MG_ERROR_UNSUPPORTED);
    o.backend = MG_BACKEND_AUTO;
    device_memory = y; /* the CPU cannot write there */
    CHECK_STATUS(context, multiply(context, graph, &o, y), MG_ERROR_UNSUPPORTED);
    o.backend = MG_BACKEND_CPU;
    CHECK_STATUS(context, multiply(context, graph, &o, y), MG_ERROR_INVALID);
    device_memory = NULL;
    CHECK_OK(context, multiply(context, graph, &o, y));
    mg_graph_destroy(graph);
    mg_context_destroy(context);
}

/* Each array in turn is on the device; a wrong one is found there, too. */
TEST(matrices_of_device_memory) {
    static const uint64_t offsets[] = {0, 2, 3};
    static const uint32_t rows[] = {0, 0, 1}, columns[] = {1, 2, 0}, wrong[] = {1, 3, 0};
    static const float values[] = {1, 2, 3};
    const void *const arrays[] = {offsets, rows, columns, values, wrong};
    mg_context *context = NULL;
    CHECK_OK(NULL, mg_context_create(NULL, &context));
    for (size_t i = 0; i < 10; i++) {
        mg_matrix_arrays a = {.rows = 2, .columns = 3, .nonzeros = 3, .values = values, .type = MG_FLOAT32}, csr;
        mg_matrix *matrix = NULL;
        a.row_offsets = i % 2 ? offsets : NULL;
        a.row_indices = i % 2 ? NULL : rows;
        a.column_indices = i / 2 == 4 ? wrong : columns;
        device_memory = arrays[i / 2];
        calls = 0;
        const mg_status status = mg_matrix_create(context, &a, &matrix);
        CHECK_EQ(calls, a.row_offsets == device_memory || a.row_indices == device_memory || i / 2 >= 2);
        device_memory = NULL;
        if (i / 2 == 4) {
            CHECK_EQ(status, MG_ERROR_INVALID);
            continue;
        }
        CHECK_OK(context, status);
        CHECK_OK(context, mg_matrix_to_csr(context, matrix, &csr));
        CHECK(memcmp(csr.row_offsets, offsets, sizeof offsets) == 0);
        CHECK(memcmp(csr.column_indices, columns, sizeof columns) == 0);
        CHECK(memcmp(csr.values, values, sizeof values) == 0);
        mg_matrix_destroy(context, matrix);
    }
    mg_context_destroy(context);
}
