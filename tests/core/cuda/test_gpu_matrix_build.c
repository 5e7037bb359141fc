/* SPDX-License-Identifier: Apache-2.0
 *
 * test_gpu_matrix_build.c: the arrays of the formats aspt and rs that a device builds against those of the host, and
 * products with matrices that are large enough for cut tiles, several chunks and long keys.
 */
#include "core/cuda/product/aspt/device_aspt.h"
#include "core/cuda/product/rs/device_rs.h"
#include "core/sparse/formats.h"
#include "tests/core/cuda/gpu_context.h"
#include "tests/core/sparse/matrix_shapes.h"
#include "tests/shapes.h"

#include <math.h>
#include <stdlib.h>

enum { K = 8 };

/* ---- matrices ---- */

typedef struct recipe {
    const char *name;
    uint64_t rows, columns, mean;
    int skew; /* columns are as often as the product of so many random numbers is small; 0: band */
    bool ascends;
} recipe;

static int ascending(const void *a, const void *b) {
    const uint32_t x = *(const uint32_t *)a, y = *(const uint32_t *)b;
    return (x > y) - (x < y);
}

static uint32_t column_of(const recipe *m, uint64_t row, uint64_t i, uint64_t *seed) {
    double place = 1;
    if (m->skew == 0) {
        return (uint32_t)((row + i) % m->columns);
    }
    for (int j = 0; j < m->skew; j++) {
        place *= (double)(test_random(seed) % (1 << 20)) / (1 << 20);
    }
    return (uint32_t)(place * (double)m->columns);
}

/* Rows of 0 to 2 * mean nonzeros, with duplicates; every 97th has twenty times as many. */
static mg_matrix *make_matrix(mg_context *context, const recipe *m) {
    uint64_t *offsets = test_memory(m->rows + 1, sizeof *offsets), seed = 11, count = 0;
    for (uint64_t row = 0; row < m->rows; row++) {
        offsets[row] = count;
        count += m->skew ? test_random(&seed) % (2 * m->mean + 1) * (row % 97 == 5 ? 20 : 1) : m->mean;
    }
    offsets[m->rows] = count;
    uint32_t *columns = test_memory(count, sizeof *columns);
    float *values = test_memory(count, sizeof *values);
    for (uint64_t row = 0; row < m->rows; row++) {
        for (uint64_t e = offsets[row]; e < offsets[row + 1]; e++) {
            columns[e] = column_of(m, row, e - offsets[row], &seed);
            values[e] = (float)(test_random(&seed) % 1024) / 512 - 1;
        }
        if (m->ascends) {
            qsort(columns + offsets[row], offsets[row + 1] - offsets[row], sizeof *columns, ascending);
        }
    }
    const mg_matrix_arrays arrays = {.rows = m->rows,
                                     .columns = m->columns,
                                     .nonzeros = count,
                                     .row_offsets = offsets,
                                     .column_indices = columns,
                                     .values = values,
                                     .type = MG_FLOAT32};
    mg_matrix *matrix = NULL;
    CHECK_OK(context, mg_matrix_create(context, &arrays, &matrix));
    free(offsets);
    free(columns);
    free(values);
    return matrix;
}

/* ---- products ---- */

static double *multiply(const mg_matrix_arrays *csr, const float *x, double *magnitude) {
    double *y = test_memory(csr->rows * K, sizeof *y);
    for (uint64_t row = 0; row < csr->rows; row++) {
        for (int c = 0; c < K; c++) {
            y[row * K + c] = magnitude[row * K + c] = 0;
        }
        for (uint64_t e = csr->row_offsets[row]; e < csr->row_offsets[row + 1]; e++) {
            for (int c = 0; c < K; c++) {
                const double value = csr->type == MG_TYPE_NONE ? 1 : mg__weight_at(csr->type, csr->values, e);
                const double term = value * (double)x[(uint64_t)csr->column_indices[e] * K + c];
                y[row * K + c] += term;
                magnitude[row * K + c] += fabs(term);
            }
        }
    }
    return y;
}

/* One product, which builds the format on the device. */
static void check_product(mg_context *context, const mg_matrix *csr, const mg_matrix *built) {
    mg_matrix_arrays arrays;
    mg_product_options options = MG_PRODUCT_OPTIONS_INIT;
    uint64_t seed = 5;
    CHECK_OK(context, mg_matrix_to_csr(context, csr, &arrays));
    float *x = test_memory(arrays.columns * K, sizeof *x), *y = test_memory(arrays.rows * K, sizeof *y);
    double *magnitude = test_memory(arrays.rows * K, sizeof *magnitude);
    for (uint64_t i = 0; i < arrays.columns * K; i++) {
        x[i] = (float)(test_random(&seed) % 2048) / 1024 - 1;
    }
    double *right = multiply(&arrays, x, magnitude);
    options.backend = MG_BACKEND_CUDA;
    options.strict = true;
    CHECK_OK(context, mg_matrix_spmm(context, built, &options, K, x, K, y, K));
    for (uint64_t i = 0; i < arrays.rows * K; i++) {
        CHECK_NEAR(right[i], (double)y[i], 1e-4 * magnitude[i] + 1e-6);
    }
    free(x);
    free(y);
    free(right);
    free(magnitude);
}

/* ---- arrays ---- */

static void *download(mg_context *context, mg_cuda *cuda, const void *array, uint64_t count, size_t size) {
    void *copy = test_memory(count, size);
    CHECK_OK(context, mg__cuda_download(context, cuda, copy, array, count * size));
    return copy;
}

/* The same tiles, and in each the same nonzeros of each row in the same order. */
static void compare_aspt(mg_context *context, mg_cuda *cuda, const mg_storage *host, const mg_storage *built,
                         const uint64_t *offsets) {
    const mg_aspt *a = host->layout;
    const mg_aspt_on_device *d = (const mg_aspt_on_device *)built->device;
    const uint64_t n = host->nonzeros, segments = a->panel_tiles[a->panel_count] * a->panel_rows;
    CHECK_EQ(d->segments, segments);
    uint64_t *starts = download(context, cuda, d->packed.source.starts, segments + 1, sizeof *starts);
    uint32_t *order = download(context, cuda, d->arrays.order, n, sizeof *order);
    uint32_t *columns = download(context, cuda, d->aspt.sparse.column, n, sizeof *columns);
    CHECK_EQ(starts[segments], n);
    for (uint64_t panel = 0; panel < a->panel_count; panel++) {
        const uint64_t tiles = mg__aspt_tiles(a, panel), *from = mg__aspt_starts(a, panel);
        for (uint64_t row = 0; row < mg__aspt_rows(a, host->rows, panel); row++) {
            for (uint64_t tile = 0; tile < tiles; tile++) {
                const uint64_t at = starts[(a->panel_tiles[panel] + tile) * a->panel_rows + row];
                const uint64_t end = starts[(a->panel_tiles[panel] + tile) * a->panel_rows + row + 1];
                const uint64_t begin = from[row * tiles + tile], length = from[row * tiles + tile + 1] - begin;
                CHECK_EQ(end - at, length);
                for (uint64_t i = 0; i < length; i++) {
                    CHECK_EQ(columns[at + i], a->columns[begin + i]);
                    CHECK_EQ(order[at + i], offsets[panel * a->panel_rows + row] + a->positions[begin + i]);
                }
            }
        }
    }
    free(starts);
    free(order);
    free(columns);
}

/* The chunks have all segments of their panel in order, and none is too large. */
static void check_chunks(const mg_rs *rs, const mg_rs_chunk *chunks, uint32_t count) {
    uint64_t next = 0;
    for (uint32_t i = 0; i < count; i++) {
        const mg_rs_chunk *c = &chunks[i];
        const uint64_t last = rs->segment_starts[c->first + c->count - 1];
        CHECK_EQ(c->first, next);
        CHECK(c->count > 0 && c->count <= MG_PACK_SEGMENTS);
        CHECK(c->first >= rs->panel_segments[c->panel] && c->first + c->count <= rs->panel_segments[c->panel + 1]);
        CHECK(last - rs->segment_starts[c->first] < 16384);
        next += c->count;
    }
    CHECK_EQ(next, rs->segment_count);
}

static void compare_rs(mg_context *context, mg_cuda *cuda, const mg_storage *host, const mg_storage *built,
                       const uint64_t *offsets) {
    const mg_rs *rs = host->layout;
    const mg_rs_on_device *d = (const mg_rs_on_device *)built->device;
    const uint64_t n = host->nonzeros, heavy = rs->heavy_nonzeros;
    CHECK_EQ(d->threshold, rs->threshold);
    CHECK_EQ(d->segments, rs->segment_count);
    CHECK_EQ(d->arrays.cut, heavy);
    uint64_t *starts = download(context, cuda, d->rs.heavy.starts, rs->segment_count + 1, sizeof *starts);
    uint32_t *rows = download(context, cuda, d->rs.heavy.row, rs->segment_count, sizeof *rows);
    uint16_t *columns = download(context, cuda, d->rs.heavy.column, heavy, sizeof *columns);
    uint32_t *light = download(context, cuda, d->rs.light.column, n - heavy, sizeof *light);
    uint32_t *order = download(context, cuda, d->arrays.order, n, sizeof *order);
    mg_rs_chunk *chunks = download(context, cuda, d->rs.heavy.chunks, d->rs.heavy.chunk_count, sizeof *chunks);
    CHECK(memcmp(starts, rs->segment_starts, (rs->segment_count + 1) * sizeof *starts) == 0);
    CHECK(memcmp(rows, rs->segment_rows, rs->segment_count * sizeof *rows) == 0);
    CHECK(memcmp(columns, rs->segment_columns, heavy * sizeof *columns) == 0);
    CHECK(memcmp(light, rs->light_columns, (n - heavy) * sizeof *light) == 0);
    for (uint64_t s = 0; s < rs->segment_count; s++) {
        for (uint64_t i = starts[s]; i < starts[s + 1]; i++) {
            CHECK_EQ(order[i], offsets[rows[s]] + rs->positions[i]);
        }
    }
    for (uint64_t row = 0; row < host->rows; row++) {
        for (uint64_t i = heavy + rs->light_offsets[row]; i < heavy + rs->light_offsets[row + 1]; i++) {
            CHECK_EQ(order[i], offsets[row] + rs->positions[i]);
        }
    }
    check_chunks(rs, chunks, d->rs.heavy.chunk_count);
    free(starts);
    free(rows);
    free(columns);
    free(light);
    free(order);
    free(chunks);
}

/* ---- cases ---- */

/* Sizes of tiles: 0 by the tiling. */
typedef struct sizes {
    mg_matrix_format format;
    mg_tiling tiling;
    uint32_t panel_rows, tile_columns, threshold;
} sizes;

static const sizes all_sizes[] = {
    {MG_FORMAT_ASPT, MG_TILING_HOPPER, 0, 0, 0},  {MG_FORMAT_ASPT, MG_TILING_PAPER, 0, 0, 0},
    {MG_FORMAT_ASPT, MG_TILING_HOPPER, 6, 4, 2},  {MG_FORMAT_ASPT, MG_TILING_HOPPER, 1500, 64, 3},
    {MG_FORMAT_ASPT, MG_TILING_PAPER, 1, 1, 1},   {MG_FORMAT_RS, MG_TILING_HOPPER, 0, 0, 0},
    {MG_FORMAT_RS, MG_TILING_PAPER, 0, 0, 0},     {MG_FORMAT_RS, MG_TILING_HOPPER, 0, 8, 1},
    {MG_FORMAT_RS, MG_TILING_HOPPER, 0, 512, 9},  {MG_FORMAT_RS, MG_TILING_HOPPER, 0, 1, 3},
    {MG_FORMAT_RS, MG_TILING_HOPPER, 0, 64, 1000}};

static void check_sizes(mg_context *context, mg_cuda *cuda, const mg_matrix *matrix, const sizes *s) {
    mg_format_options options = MG_FORMAT_OPTIONS_INIT;
    mg_matrix *built;
    mg_storage *host;
    mg_matrix_arrays csr;
    mg_matrix_statistics statistics = MG_MATRIX_STATISTICS_INIT;
    options.backend = MG_BACKEND_CUDA;
    options.tiling = s->tiling;
    options.panel_rows = s->panel_rows;
    options.tile_columns = s->tile_columns;
    options.threshold = s->threshold;
    options.k = K;
    CHECK_OK(context, mg_matrix_convert_with(context, matrix, s->format, &options, &built));
    CHECK(built->storage->on_device && !built->storage->layout && !built->storage->device);
    CHECK_OK(context, mg_matrix_to_csr(context, matrix, &csr));
    check_product(context, matrix, built);
    CHECK_OK(context, mg__storage_hosted(context, built->storage, &host));
    (s->format == MG_FORMAT_ASPT ? compare_aspt : compare_rs)(context, cuda, host, built->storage, csr.row_offsets);
    CHECK_OK(context, mg_matrix_describe(context, built, &statistics));
    CHECK(statistics.device_build_seconds > 0);
    mg_matrix_destroy(context, built);
}

static void check_matrix(mg_context *context, mg_cuda *cuda, mg_matrix *matrix) {
    for (size_t i = 0; i < sizeof all_sizes / sizeof *all_sizes; i++) {
        if (mg_matrix_rows(matrix) < 1 << 17 || all_sizes[i].tile_columns != 1) {
            check_sizes(context, cuda, matrix, &all_sizes[i]);
        }
    }
}

TEST(shapes_are_built_as_on_the_host) {
    mg_cuda *cuda = NULL;
    mg_context *context = gpu_context_open(&cuda);
    for (int i = 0; i < MATRIX_SHAPES; i++) {
        matrix_shape sample = matrix_shape_make(i);
        mg_matrix *matrix = matrix_shape_matrix(context, &sample, i % 2 ? MG_FLOAT64 : MG_TYPE_NONE, false);
        if (sample.rows && sample.columns) {
            check_matrix(context, cuda, matrix);
        }
        mg_matrix_destroy(context, matrix);
        matrix_shape_free(&sample);
    }
    mg_context_destroy(context);
}

TEST(large_matrices_are_built_as_on_the_host) {
    static const recipe recipes[] = {
        {"skewed", 20000, 30000, 24, 3, true},       {"skewed, columns in any order", 9000, 5000, 60, 2, false},
        {"uniform", 40000, 40000, 8, 1, true},       {"band", 30000, 30000, 96, 0, true},
        {"almost dense", 1200, 1100, 500, 1, false}, {"many rows", 150000, 70000, 5, 4, true}};
    mg_cuda *cuda = NULL;
    mg_context *context = gpu_context_open(&cuda);
    for (size_t i = 0; i < sizeof recipes / sizeof *recipes; i++) {
        mg_matrix *matrix = make_matrix(context, &recipes[i]);
        check_matrix(context, cuda, matrix);
        mg_matrix_destroy(context, matrix);
    }
    mg_context_destroy(context);
}

/* Panels of one row and 2^15 columns: more than 32 bits number a column of a panel. */
TEST(long_keys_are_sorted) {
    static const recipe m = {"long keys", 1 << 18, 1 << 15, 4, 3, false};
    static const sizes s = {MG_FORMAT_ASPT, MG_TILING_PAPER, 1, 4, 2};
    mg_cuda *cuda = NULL;
    mg_context *context = gpu_context_open(&cuda);
    mg_matrix *matrix = make_matrix(context, &m);
    check_sizes(context, cuda, matrix, &s);
    mg_matrix_destroy(context, matrix);
    mg_context_destroy(context);
}

/* The matrix of a graph has its arrays on the device already. */
TEST(matrices_of_graphs_are_built) {
    mg_cuda *cuda = NULL;
    mg_context *context = gpu_context_open(&cuda);
    static const recipe m = {"graph", 4000, 4000, 20, 2, true};
    mg_matrix *matrix = make_matrix(context, &m), *of_graph;
    mg_matrix_arrays csr;
    mg_graph *graph;
    CHECK_OK(context, mg_matrix_to_csr(context, matrix, &csr));
    CHECK_OK(context, mg_graph_from_csr(context, (mg_vertex)csr.rows, csr.row_offsets, csr.column_indices, MG_FLOAT32,
                                        csr.values, true, &graph));
    CHECK_OK(context, mg_matrix_of_graph(context, graph, &of_graph));
    check_matrix(context, cuda, of_graph);
    mg_matrix_destroy(context, of_graph);
    mg_matrix_destroy(context, matrix);
    mg_graph_destroy(graph);
    mg_context_destroy(context);
}

/* Every allocation on the device fails once: an error, or the CSR where the backend is free, and nothing is lost. */
TEST(failing_allocations_are_errors) {
    static const mg_matrix_format formats[] = {MG_FORMAT_ASPT, MG_FORMAT_RS};
    static const recipe m = {"small", 600, 700, 12, 2, true};
    mg_cuda *cuda = NULL;
    mg_context *context = gpu_context_open(&cuda);
    mg_matrix *matrix = make_matrix(context, &m);
    mg_format_options options = MG_FORMAT_OPTIONS_INIT;
    mg_product_options product = MG_PRODUCT_OPTIONS_INIT;
    float *x = test_memory(m.columns * K, sizeof *x), *y = test_memory(m.rows * K, sizeof *y);
    memset(x, 0, m.columns * K * sizeof *x);
    options.backend = product.backend = MG_BACKEND_CUDA;
    for (size_t i = 0; i < 2; i++) {
        uint32_t failures = 0;
        for (mg_status status = MG_ERROR_MEMORY; status < 0;) {
            mg_matrix *built;
            CHECK_OK(context, mg_matrix_convert_with(context, matrix, formats[i], &options, &built));
            cuda->faults.fail_at = failures + 1;
            status = mg_matrix_spmm(context, built, &product, K, x, K, y, K);
            cuda->faults.fail_at = 0;
            CHECK(status >= 0 || status == MG_ERROR_MEMORY);
            failures += status < 0;
            if (status < 0) { /* the same matrix again */
                CHECK_OK(context, mg_matrix_spmm(context, built, &product, K, x, K, y, K));
            }
            mg_matrix_destroy(context, built);
        }
        CHECK(failures > 10);
    }
    free(x);
    free(y);
    mg_matrix_destroy(context, matrix);
    mg_context_destroy(context);
}
