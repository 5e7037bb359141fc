/* SPDX-License-Identifier: Apache-2.0
 *
 * gpu_bench_edit [-b BATCH] [-n RUNS] [SCALE...]: medians of edits of Kronecker graphs on a GPU by a batch of random
 * edges, in host memory and in device memory: the whole call and its part by the GPU's clock; then a chain of edits,
 * and the copy to the host that comes with the first use of a version.
 */
#include <multigraph/multigraph.h>

#include <cuda_runtime_api.h>

#include <stdio.h>
#include <stdlib.h>
#include <time.h>
#include <unistd.h>

#define MOST_RUNS 64

static mg_context *context;
static uint64_t batch = 1000000;
static int runs = 11;

static void require(bool good, const char *why) {
    if (!good) {
        fprintf(stderr, "gpu_bench_edit: %s\n", why);
        exit(1);
    }
}

static int number_up_to(const char *text, long most) {
    const long number = strtol(text, NULL, 10);
    return (int)(number < 1 ? 1 : number < most ? number : most);
}

static double now(void) {
    struct timespec t;
    clock_gettime(CLOCK_MONOTONIC, &t);
    return (double)t.tv_sec + 1e-9 * (double)t.tv_nsec;
}

static int ascending(const void *a, const void *b) {
    const double x = *(const double *)a, y = *(const double *)b;
    return (x > y) - (x < y);
}

static double median(double *times) {
    qsort(times, (size_t)runs, sizeof *times, ascending);
    return times[runs / 2];
}

static mg_vertex *random_ends(mg_vertex n) {
    uint64_t state = 88172645463325252u;
    mg_vertex *const ends = malloc(2 * batch * sizeof *ends);
    require(ends, "out of memory");
    for (uint64_t i = 0; i < 2 * batch; i++) {
        state ^= state << 13;
        state ^= state >> 7;
        state ^= state << 17;
        ends[i] = (mg_vertex)(state % n);
    }
    return ends;
}

/* Seconds of the first search on a version, on the GPU. */
static double first_bfs(const mg_graph *version) {
    mg_bfs_options o = MG_BFS_OPTIONS_INIT;
    mg_result *result = NULL;
    o.run.backend = MG_BACKEND_CUDA;
    const double start = now();
    require(mg_bfs(context, version, &o, &result) >= 0, mg_context_error(context));
    const double seconds = now() - start;
    mg_result_destroy(result);
    return seconds;
}

/* chained: every version is made of the one before. */
static void measure(const mg_graph *graph, const mg_vertex *ends, bool chained, const char *name) {
    double times[MOST_RUNS], device[MOST_RUNS], seconds = 0;
    mg_edit_counts counts = {0};
    mg_graph_edits e = MG_GRAPH_EDITS_INIT;
    mg_graph *version = NULL, *next;
    e.backend = MG_BACKEND_CUDA;
    e.counts = &counts;
    e.device_seconds = &seconds;
    e.insert_count = batch;
    e.insert_source = ends;
    e.insert_target = ends + batch;
    for (int i = -2; i < runs; i++) {
        const double start = now();
        require(mg_graph_edit(context, version && chained ? version : graph, &e, &next) >= 0,
                mg_context_error(context));
        if (i >= 0) {
            times[i] = now() - start;
            device[i] = seconds;
        }
        mg_graph_destroy(version);
        version = next;
    }
    const double searched = first_bfs(version), start = now();
    require(mg_graph_check(context, version) >= 0, mg_context_error(context));
    const double fetched = now() - start, middle = median(times);
    printf("%-28s %8.3f ms, device %8.3f ms: %6.3f G edges/s, %6.3f G arcs/s; first bfs %8.1f ms, copy to the host "
           "%8.1f ms\n",
           name, 1e3 * middle, 1e3 * median(device), 1e-9 * (double)batch / middle,
           1e-9 * (double)counts.inserted / middle, 1e3 * searched, 1e3 * fetched);
    mg_graph_destroy(version);
}

static void measure_scale(uint32_t scale) {
    mg_generate_options o = MG_GENERATE_OPTIONS_INIT;
    mg_graph *graph;
    void *on_device = NULL;
    o.scale = scale;
    require(mg_generate(context, "kron", &o, &graph) >= 0, mg_context_error(context));
    mg_vertex *const ends = random_ends(mg_graph_vertex_count(graph));
    const size_t bytes = 2 * batch * sizeof *ends;
    require(cudaMalloc(&on_device, bytes) == cudaSuccess, "out of device memory");
    require(cudaMemcpy(on_device, ends, bytes, cudaMemcpyHostToDevice) == cudaSuccess, "copying to the device");
    printf("kron%u: %u vertices, %llu arcs; %llu edges inserted\n", scale, mg_graph_vertex_count(graph),
           (unsigned long long)mg_graph_arc_count(graph), (unsigned long long)batch);
    measure(graph, ends, false, "edges in host memory");
    measure(graph, on_device, false, "edges in device memory");
    measure(graph, on_device, true, "edges in device memory, chain");
    cudaFree(on_device);
    free(ends);
    mg_graph_destroy(graph);
}

int main(int argc, char **argv) {
    for (int option; (option = getopt(argc, argv, "b:n:")) != -1;) {
        if (option == 'b') {
            batch = strtoull(optarg, NULL, 10);
        } else if (option == 'n') {
            runs = number_up_to(optarg, MOST_RUNS);
        } else {
            return 2;
        }
    }
    require(mg_context_create(NULL, &context) >= 0, "no context");
    require(mg_device_count(context) > 0, "there is no GPU");
    for (int i = optind; i < argc; i++) {
        measure_scale((uint32_t)number_up_to(argv[i], 31));
    }
    if (optind == argc) {
        measure_scale(22);
    }
    mg_context_destroy(context);
    return 0;
}
