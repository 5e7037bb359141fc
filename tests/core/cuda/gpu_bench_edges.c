/* SPDX-License-Identifier: Apache-2.0
 *
 * gpu_bench_edges: making a graph of edges in device memory beside a radix sort of the same arcs by both ends (CUB).
 *
 *     gpu_bench_edges [SCALE] [REPETITIONS]
 *
 * The edges are those of a Kronecker graph of this scale (default 20), shuffled. Prints medians in ms of wall-clock
 * time: the sort on the device, mg_graph_from_edges of the arrays there (with the copy in host memory) and its part on
 * the device until the rows are there, the same of arrays in host memory, and the first bfs of each graph. Both graphs
 * are compared.
 */
#include "core/cuda/graph/device_graph.h"
#include "core/cuda/layout/sorts.h"
#include "core/stage_clock.h"

#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#define MOST 101

static int compare(const void *a, const void *b) {
    const double x = *(const double *)a, y = *(const double *)b;
    return (x > y) - (x < y);
}

static double median(double *times, int count) {
    qsort(times, (size_t)count, sizeof *times, compare);
    return 1e3 * times[count / 2];
}

typedef struct bench {
    mg_context *context;
    mg_cuda *cuda;
    uint32_t *source, *target, n;
    uint64_t count;
    int repetitions;
} bench;

static bool make_edges(bench *b, uint32_t scale) {
    mg_generate_options options = MG_GENERATE_OPTIONS_INIT;
    mg_graph *graph = NULL;
    options.scale = scale;
    if (mg_generate(b->context, "rmat", &options, &graph) < 0) {
        return false;
    }
    const mg_adjacency rows = mg_graph_out_edges(graph);
    b->n = mg_graph_vertex_count(graph);
    b->count = mg_graph_arc_count(graph);
    b->source = malloc(b->count * sizeof *b->source);
    b->target = malloc(b->count * sizeof *b->target);
    uint64_t at = 0;
    for (mg_vertex v = 0; b->source && b->target && v < b->n; v++) {
        for (uint64_t e = rows.offsets[v]; e < rows.offsets[v + 1]; e++) {
            b->source[at] = v;
            b->target[at] = rows.neighbours[e];
            at = (at + 0x9e3779b1u) % b->count; /* a prime: all places, in an order without locality */
        }
    }
    mg_graph_destroy(graph);
    return b->source && b->target;
}

static double time_sort(const bench *b) {
    uint64_t *keys[2] = {NULL, NULL};
    void *temporary = NULL;
    size_t bytes = 0;
    double times[MOST];
    int in = 0, bits = 1;
    while (b->n >> bits) {
        bits++;
    }
    mg__sort_keys(NULL, &bytes, keys, b->count, 0, 2 * bits, &in, b->cuda->stream);
    uint64_t *const host = malloc(b->count * sizeof *host);
    bool fine = host && cudaMalloc((void **)&keys[0], b->count * 8) == cudaSuccess &&
                cudaMalloc((void **)&keys[1], b->count * 8) == cudaSuccess &&
                cudaMalloc(&temporary, bytes) == cudaSuccess;
    for (uint64_t i = 0; fine && i < b->count; i++) {
        host[i] = (uint64_t)b->source[i] << bits | b->target[i];
    }
    for (int i = 0; fine && i < b->repetitions; i++) {
        fine = cudaMemcpy(keys[0], host, b->count * 8, cudaMemcpyHostToDevice) == cudaSuccess;
        const double start = mg__now();
        mg__sort_keys(temporary, &bytes, keys, b->count, 0, 2 * bits, &in, b->cuda->stream);
        fine = fine && cudaStreamSynchronize(b->cuda->stream) == cudaSuccess;
        times[i] = mg__now() - start;
    }
    cudaFree(keys[0]);
    cudaFree(keys[1]);
    cudaFree(temporary);
    free(host);
    return fine ? median(times, b->repetitions) : -1.0;
}

/* The last graph, or NULL after a message; its rows are on the device after `bfs`. */
static mg_graph *time_graph(const bench *b, const mg_edge_list *list, const char *what) {
    double whole[MOST], there[MOST], first[MOST];
    mg_graph *graph = NULL;
    for (int i = -1; i < b->repetitions; i++) {
        mg_bfs_options options = MG_BFS_OPTIONS_INIT;
        mg_result *result = NULL;
        mg_graph_destroy(graph);
        graph = NULL;
        options.run.backend = MG_BACKEND_CUDA;
        const double start = mg__now();
        mg_status status = mg_graph_from_edges(b->context, list, NULL, &graph);
        const double made = mg__now();
        const mg_device_graph *const device = graph ? graph->device : NULL;
        const double rows = device ? device->row_seconds : 0.0;
        status = status < 0 ? status : mg_bfs(b->context, graph, &options, &result);
        const double end = mg__now();
        mg_result_destroy(result);
        if (status < 0) {
            fprintf(stderr, "%s\n", mg_context_error(b->context));
            mg_graph_destroy(graph);
            return NULL;
        }
        if (i >= 0) {
            whole[i] = made - start;
            there[i] = rows;
            first[i] = end - made;
        }
    }
    printf("%-14s graph %8.2f, until its rows are there and copied %8.2f, first bfs %8.2f ms\n", what,
           median(whole, b->repetitions), median(there, b->repetitions), median(first, b->repetitions));
    return graph;
}

static bool are_equal(const mg_graph *a, const mg_graph *b) {
    const mg_adjacency x = mg_graph_out_edges(a), y = mg_graph_out_edges(b);
    const mg_vertex n = mg_graph_vertex_count(a);
    return mg_graph_vertex_count(b) == n && memcmp(x.offsets, y.offsets, (n + 1ull) * sizeof *x.offsets) == 0 &&
           memcmp(x.neighbours, y.neighbours, x.offsets[n] * sizeof *x.neighbours) == 0;
}

static int run(bench *b) {
    mg_edge_list host = {.edge_count = b->count,
                         .id_type = MG_UINT32,
                         .source = b->source,
                         .target = b->target,
                         .contiguous = true,
                         .vertex_count = b->n};
    mg_edge_list device = host;
    void *there[2] = {NULL, NULL};
    const size_t bytes = b->count * sizeof *b->source;
    int status = EXIT_FAILURE;
    if (cudaMalloc(&there[0], bytes) == cudaSuccess && cudaMalloc(&there[1], bytes) == cudaSuccess &&
        cudaMemcpy(there[0], b->source, bytes, cudaMemcpyHostToDevice) == cudaSuccess &&
        cudaMemcpy(there[1], b->target, bytes, cudaMemcpyHostToDevice) == cudaSuccess) {
        device.source = there[0];
        device.target = there[1];
        printf("%u vertices, %llu arcs; sort of the arcs %.2f ms\n", b->n, (unsigned long long)b->count, time_sort(b));
        mg_graph *const x = time_graph(b, &device, "device memory:");
        mg_graph *const y = time_graph(b, &host, "host memory:");
        status = x && y && are_equal(x, y) ? EXIT_SUCCESS : EXIT_FAILURE;
        printf("%s\n", status == EXIT_SUCCESS ? "equal" : "DIFFERENT, or failed");
        mg_graph_destroy(x);
        mg_graph_destroy(y);
    }
    cudaFree(there[0]);
    cudaFree(there[1]);
    return status;
}

int main(int argc, char **argv) {
    bench b = {.repetitions = argc > 2 ? atoi(argv[2]) : 7};
    int status = EXIT_FAILURE;
    if (b.repetitions < 1 || b.repetitions > MOST || mg_context_create(NULL, &b.context) < 0) {
        return EXIT_FAILURE;
    }
    if (mg__cuda_open(b.context, &b.cuda) < 0) {
        printf("skipped: %s\n", mg_context_error(b.context));
        status = 77;
    } else if (make_edges(&b, argc > 1 ? (uint32_t)atoi(argv[1]) : 20)) {
        status = run(&b);
    }
    free(b.source);
    free(b.target);
    mg_context_destroy(b.context);
    return status;
}
