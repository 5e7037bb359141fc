/* SPDX-License-Identifier: Apache-2.0
 *
 * gpu_bench_dense: sparse products and PageRank on the GPU, by both layouts. For every graph: how long the dense
 * representation took to build and what memory it takes, then per product the median and best milliseconds of all
 * launches (load, gather, store) by device events, edges a second, and the largest difference from the row-by-row
 * product.
 *
 *     gpu_bench_dense [-r REPETITIONS] [-p] [-l LAYOUT] [-w WIDTH] [-e EDGES] [-c EDGES] GRAPH...
 *
 * GRAPH: as for gpu_graph_make, or `again`: the last one. -p: PageRank as well; -l: only panels or blocks. For blocks:
 * -w: columns and rows of a block, -e: edges from which a block is heavy, -c: edges per thread block.
 */
#include "core/cuda/device/device.h"
#include "core/cuda/layout/panels/panels.h"
#include "tests/core/cuda/gpu_graphs.h"

#include <math.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#define REPETITIONS_MAX 1000

static const char *const layout_names[] = {"auto", "panels", "blocks"};

typedef struct bench {
    mg_context *context;
    mg_cuda *cuda;
    mg_graph *graph;
    const char *name;
    mg_dense_layout layout, only; /* layout being measured; `only`: layout to measure, AUTO: both */
    uint32_t block_width, heavy_edges;
    int repetitions, wrong;
    void *x, *y, *other; /* in device memory */
} bench;

static int compare_floats(const void *a, const void *b) {
    const float x = *(const float *)a, y = *(const float *)b;
    return (x > y) - (x < y);
}

static size_t size_of(mg_type type) {
    return type == MG_INT32 || type == MG_UINT32 || type == MG_FLOAT32 ? 4 : 8;
}

static double at(mg_type type, const void *array, uint64_t i) {
    switch (type) {
    case MG_FLOAT32:
        return (double)((const float *)array)[i];
    case MG_FLOAT64:
        return ((const double *)array)[i];
    case MG_INT32:
        return ((const int32_t *)array)[i];
    default:
        return (double)((const uint32_t *)array)[i];
    }
}

static void fill(bench *b, mg_type type) {
    const mg_vertex n = mg_graph_vertex_count(b->graph);
    const mg_adjacency out = mg_graph_out_edges(b->graph);
    void *x = malloc(n * 8ull);
    for (mg_vertex v = 0; v < n; v++) {
        const double value = 0.5 + (double)(v * 2654435761u >> 8 & 0xffff) / 65536.0;
        const double rank = value / (double)(out.offsets[v + 1] - out.offsets[v] + 1);
        if (type == MG_FLOAT32) {
            ((float *)x)[v] = (float)rank;
        } else if (type == MG_FLOAT64) {
            ((double *)x)[v] = rank;
        } else {
            ((uint32_t *)x)[v] = (uint32_t)(value * 1e6);
        }
    }
    if (cudaMemcpy(b->x, x, n * size_of(type), cudaMemcpyHostToDevice) != cudaSuccess) {
        b->wrong++;
    }
    free(x);
}

/* The largest relative difference between y and other. */
static double largest_difference(bench *b, mg_type type) {
    const mg_vertex n = mg_graph_vertex_count(b->graph);
    void *y = malloc(n * 8ull), *other = malloc(n * 8ull);
    double largest = 0.0;
    cudaMemcpy(y, b->y, n * size_of(type), cudaMemcpyDeviceToHost);
    cudaMemcpy(other, b->other, n * size_of(type), cudaMemcpyDeviceToHost);
    for (mg_vertex v = 0; v < n; v++) {
        const double p = at(type, y, v), q = at(type, other, v);
        const double difference = p == q ? 0.0 : fabs(p - q) / (fabs(q) + 1e-30);
        largest = difference > largest ? difference : largest;
    }
    free(y);
    free(other);
    return largest;
}

static bool product(bench *b, const mg_spmv_options *options, void *y) {
    if (mg_spmv(b->context, b->graph, options, b->x, y) < 0) {
        printf("%s: %s\n", b->name, mg_context_error(b->context));
        b->wrong++;
        return false;
    }
    return true;
}

static void measure(bench *b, const char *what, mg_semiring semiring, mg_type type) {
    static float times[REPETITIONS_MAX];
    mg_spmv_options options = MG_SPMV_OPTIONS_INIT;
    float pull = 0.0f;
    options.backend = MG_BACKEND_CUDA;
    options.semiring = semiring;
    options.type = type;
    fill(b, type);
    options.mode = MG_MODE_PULL;
    for (int i = 0; i < 3 && product(b, &options, b->other); i++) {
        pull = b->cuda->times.kernels;
    }
    options.mode = MG_MODE_DENSE;
    options.dense_layout = b->layout;
    options.block_width = b->block_width;
    options.heavy_edges = b->heavy_edges;
    for (int i = -2; i < b->repetitions; i++) {
        if (!product(b, &options, b->y)) {
            return;
        }
        if (i >= 0) {
            times[i] = b->cuda->times.kernels;
        }
    }
    const double difference = largest_difference(b, type);
    const bool exact = type != MG_FLOAT32 && type != MG_FLOAT64;
    b->wrong += !(difference <= (exact ? 0.0 : type == MG_FLOAT32 ? 1e-3 : 1e-12));
    qsort(times, (size_t)b->repetitions, sizeof *times, compare_floats);
    const double median = times[b->repetitions / 2], arcs = (double)mg_graph_arc_count(b->graph);
    printf("%-8s %-6s %-20s %8.4f ms (best %8.4f, worst %8.4f) %7.1f G edges/s, by rows %8.4f ms, difference %.1e\n",
           b->name, layout_names[b->layout], what, median, times[0], times[b->repetitions - 1], arcs / median * 1e-6,
           pull, difference);
    fflush(stdout);
}

static void report_build(bench *b, uint32_t value_size, mg_type weights) {
    mg_device_graph *g = NULL;
    const mg_panels_built *built = NULL;
    const mg_device_need rows = {.in = true, .weights = weights};
    const mg_panels_need need = {.value_size = value_size,
                                 .weights = weights,
                                 .layout = b->layout,
                                 .block_width = b->block_width,
                                 .heavy_edges = b->heavy_edges};
    if (mg__device_graph(b->context, b->cuda, b->graph, &rows, &g) < 0 ||
        mg__panels_get(b->context, b->cuda, b->graph, g, &need, &built) < 0) {
        printf("%s: %s\n", b->name, mg_context_error(b->context));
        b->wrong++;
        return;
    }
    const double arcs = (double)mg_graph_arc_count(b->graph);
    const double csr = 4 * arcs + 4.0 * mg_graph_vertex_count(b->graph);
    if (b->layout == MG_DENSE_BLOCKS) {
        printf("%-8s blocks of %u, values of %u bytes, weights %d: %llu heavy, %.1f %% of the edges light, %u parts, "
               "slots %.2f M, built in %.2f ms, %.1f MB (%.2f x CSR)\n",
               b->name, built->layout.width, value_size, (int)weights, (unsigned long long)built->heavy_blocks,
               100.0 * (double)built->light_edges / arcs, built->matrix.part_count, 1e-6 * (double)built->slots,
               1e3 * built->seconds, 1e-6 * (double)built->bytes, (double)built->bytes / csr);
        return;
    }
    printf("%-8s values of %u bytes, weights %d%s: %u panels of %u, %u chunks, ids %.3f bytes an edge, slots %.2f M, "
           "built in %.2f ms, %.1f MB (%.2f x CSR)\n",
           b->name, value_size, (int)weights, built->low_byte_weights[weights] ? " as bytes" : "", built->layout.panels,
           built->layout.width, built->layout.chunks, 512.0 * (double)built->vectors / arcs,
           1e-6 * (double)built->slots, 1e3 * built->seconds, 1e-6 * (double)built->bytes, (double)built->bytes / csr);
}

static void pagerank(bench *b, mg_mode mode) {
    mg_pagerank_options options = MG_PAGERANK_OPTIONS_INIT;
    mg_result *result = NULL;
    options.run.backend = MG_BACKEND_CUDA;
    options.run.mode = mode;
    options.run.dense_layout = b->layout;
    options.run.block_width = b->block_width;
    options.run.heavy_edges = b->heavy_edges;
    for (int i = 0; i < 3; i++) {
        mg_result_destroy(result);
        if (mg_pagerank(b->context, b->graph, &options, &result) < 0) {
            printf("%s: pagerank: %s\n", b->name, mg_context_error(b->context));
            b->wrong++;
            return;
        }
    }
    const uint64_t iterations = mg_result_statistics(result)->iterations;
    printf("%-8s %-6s pagerank %-6s %9.4f ms, %llu iterations, %.4f ms each\n", b->name, layout_names[b->layout],
           mg_mode_name(mode), b->cuda->times.kernels, (unsigned long long)iterations,
           b->cuda->times.kernels / (double)iterations);
    mg_result_destroy(result);
    fflush(stdout);
}

static void bench_layout(bench *b, bool ranks) {
    report_build(b, 4, MG_TYPE_NONE);
    report_build(b, 8, MG_TYPE_NONE);
    measure(b, "plus-first float", MG_PLUS_FIRST, MG_FLOAT32);
    measure(b, "plus-first double", MG_PLUS_FIRST, MG_FLOAT64);
    measure(b, "min-first uint32", MG_MIN_FIRST, MG_UINT32);
    measure(b, "min-plus int32", MG_MIN_PLUS, MG_INT32);
    measure(b, "plus-times float", MG_PLUS_TIMES, MG_FLOAT32);
    measure(b, "plus-times double", MG_PLUS_TIMES, MG_FLOAT64);
    report_build(b, 4, MG_INT32);
    if (ranks) {
        pagerank(b, MG_MODE_DENSE);
    }
}

static void bench_graph(bench *b, bool ranks) {
    const uint64_t bytes = mg_graph_vertex_count(b->graph) * 8ull;
    if (cudaMalloc(&b->x, bytes) != cudaSuccess || cudaMalloc(&b->y, bytes) != cudaSuccess ||
        cudaMalloc(&b->other, bytes) != cudaSuccess) {
        b->wrong++;
        return;
    }
    for (int layout = MG_DENSE_PANELS; layout <= MG_DENSE_BLOCKS; layout++) {
        b->layout = (mg_dense_layout)layout;
        if (b->only == MG_DENSE_AUTO || b->only == b->layout) {
            bench_layout(b, ranks);
        }
    }
    b->layout = MG_DENSE_AUTO;
    if (ranks) {
        pagerank(b, MG_MODE_PULL);
    }
    cudaFree(b->x);
    cudaFree(b->y);
    cudaFree(b->other);
}

int main(int count, char **arguments) {
    bench b = {.repetitions = 20};
    bool ranks = false;
    if (mg_context_create(NULL, &b.context) < 0) {
        return 1;
    }
    if (mg__cuda_open(b.context, &b.cuda) < 0) {
        printf("skipped: %s\n", mg_context_error(b.context));
        mg_context_destroy(b.context);
        return 77;
    }
    for (int i = 1; i < count; i++) {
        if (strcmp(arguments[i], "-r") == 0 && i + 1 < count) {
            b.repetitions = atoi(arguments[++i]);
            b.repetitions = b.repetitions < 1 || b.repetitions > REPETITIONS_MAX ? 20 : b.repetitions;
        } else if (strcmp(arguments[i], "-p") == 0) {
            ranks = true;
        } else if (strcmp(arguments[i], "-l") == 0 && i + 1 < count) {
            b.only = strcmp(arguments[++i], "blocks") == 0 ? MG_DENSE_BLOCKS : MG_DENSE_PANELS;
        } else if (strcmp(arguments[i], "-w") == 0 && i + 1 < count) {
            b.block_width = (uint32_t)atoi(arguments[++i]);
        } else if (strcmp(arguments[i], "-e") == 0 && i + 1 < count) {
            b.heavy_edges = (uint32_t)atoi(arguments[++i]);
        } else if (strcmp(arguments[i], "-c") == 0 && i + 1 < count) {
            b.cuda->tuning.block_edges = (uint32_t)atoi(arguments[++i]);
        } else if (strcmp(arguments[i], "again") == 0 && b.graph) {
            bench_graph(&b, ranks);
        } else {
            mg_graph_destroy(b.graph);
            b.name = arguments[i];
            b.graph = gpu_graph_make(b.context, b.name);
            if (b.graph) {
                bench_graph(&b, ranks);
            }
        }
    }
    mg_graph_destroy(b.graph);
    mg_context_destroy(b.context);
    printf("%d wrong\n", b.wrong);
    return b.wrong > 0;
}
