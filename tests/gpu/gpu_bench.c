/* SPDX-License-Identifier: Apache-2.0
 *
 * gpu_bench: BFS and SSSP on the GPU, every result compared with the CPU's. Prints one line per graph and algorithm:
 * median and best milliseconds by device events (initialisation inside, transfers outside) and the iterations.
 *
 *     gpu_bench [-r REPETITIONS] [-t NAME=VALUE]... GRAPH...
 *
 * GRAPH: kronSCALE, roadWIDTH, or a file. -t sets a tuning value for the graphs that follow. -s prints every iteration.
 */
#include "core/cuda/device.h"
#include "tests/gpu/gpu_compare.h"

#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#define REPETITIONS_MAX 1000

typedef struct bench {
    mg_context *context;
    int repetitions, wrong;
    bool iterations, bfs_only;
} bench;

static int compare_floats(const void *a, const void *b) {
    const float x = *(const float *)a, y = *(const float *)b;
    return (x > y) - (x < y);
}

static mg_graph *make_graph(mg_context *context, const char *name) {
    mg_graph *graph = NULL;
    mg_generate_options options = MG_GENERATE_OPTIONS_INIT;
    mg_status status;
    options.weight_max = 64;
    if (strncmp(name, "kron", 4) == 0) {
        options.scale = (uint32_t)atoi(name + 4);
        options.edge_factor = 32;
        status = mg_generate(context, "kron", &options, &graph);
    } else if (strncmp(name, "road", 4) == 0) {
        options.width = options.height = (uint32_t)atoi(name + 4);
        status = mg_generate(context, "road", &options, &graph);
    } else {
        mg_graph_options read = MG_GRAPH_OPTIONS_INIT;
        status = mg_graph_read(context, name, &read, &graph);
    }
    if (status < 0) {
        fprintf(stderr, "%s: %s\n", name, mg_context_error(context));
    }
    return graph;
}

static void set_tuning(bench *b, const char *assignment) {
    mg_cuda *cuda = NULL;
    if (mg__cuda_open(b->context, &cuda) < 0) {
        return;
    }
    mg_cuda_tuning *t = &cuda->tuning;
    const struct {
        const char *name;
        uint32_t *whole;
        double *real;
    } names[] = {{"blocks", &t->blocks_per_sm, NULL},
                 {"cluster", &t->cluster_blocks, NULL},
                 {"block_entries", &t->block_entries, NULL},
                 {"cluster_entries", &t->cluster_entries, NULL},
                 {"chunk", &t->least_chunk, NULL},
                 {"width", &t->first_width, NULL},
                 {"goal", &t->width_goal, NULL},
                 {"pull", NULL, &t->pull_share},
                 {"rest", NULL, &t->rest_share},
                 {"slice", NULL, &t->slice_seconds}};
    for (size_t i = 0; i < sizeof names / sizeof *names; i++) {
        const size_t length = strlen(names[i].name);
        if (strncmp(assignment, names[i].name, length) == 0 && assignment[length] == '=') {
            if (names[i].whole) {
                *names[i].whole = (uint32_t)atoi(assignment + length + 1);
            } else {
                *names[i].real = atof(assignment + length + 1);
            }
        }
    }
    printf("tuning: %s\n", assignment);
}

static void print_iterations(bench *b, const gpu_reference *reference, bool sssp) {
    mg_result *result = NULL;
    mg_bfs_options bfs = MG_BFS_OPTIONS_INIT;
    mg_sssp_options paths = MG_SSSP_OPTIONS_INIT;
    bfs.run.backend = paths.run.backend = MG_BACKEND_CUDA;
    bfs.run.statistics = paths.run.statistics = true;
    bfs.source = paths.source = reference->source;
    const mg_status status = sssp ? mg_sssp(b->context, reference->graph, &paths, &result)
                                  : mg_bfs(b->context, reference->graph, &bfs, &result);
    if (status < 0) {
        printf("  %s\n", mg_context_error(b->context));
        return;
    }
    const mg_statistics *s = mg_result_statistics(result);
    for (size_t i = 0; i < s->iteration_count && i < 24; i++) {
        const mg_iteration *it = &s->iteration[i];
        printf("  %3u %-6s %9llu vertices %11llu edges %9.2f us\n", it->iteration, mg_mode_name(it->mode),
               (unsigned long long)it->frontier_vertices, (unsigned long long)it->frontier_edges, 1e6 * it->seconds);
    }
    mg_result_destroy(result);
}

static void measure(bench *b, const char *name, const gpu_reference *reference, bool sssp) {
    static float times[REPETITIONS_MAX];
    gpu_difference difference;
    mg_status status = MG_OK;
    int wrong = 0;
    mg_cuda *cuda = NULL;
    char first[256] = "";
    for (int i = 0; i < b->repetitions + 2; i++) { /* two warm the caches and the memory pool */
        status = sssp ? gpu_compare_sssp(b->context, reference, false, &difference)
                      : gpu_compare_bfs(b->context, reference, MG_MODE_AUTO, &difference);
        if (status != MG_OK) {
            printf("%-12s %-4s failed: %s\n", name, sssp ? "sssp" : "bfs", mg_context_error(b->context));
            b->wrong++;
            return;
        }
        if (difference.text[0]) {
            wrong++;
            snprintf(first, sizeof first, "%s", difference.text);
        }
        mg__cuda_open(b->context, &cuda);
        if (i >= 2) {
            times[i - 2] = cuda->times.kernels;
        }
    }
    qsort(times, (size_t)b->repetitions, sizeof *times, compare_floats);
    mg_result *result = NULL;
    mg_bfs_options bfs = MG_BFS_OPTIONS_INIT;
    mg_sssp_options paths = MG_SSSP_OPTIONS_INIT;
    bfs.run.backend = paths.run.backend = MG_BACKEND_CUDA;
    bfs.source = paths.source = reference->source;
    status = sssp ? mg_sssp(b->context, reference->graph, &paths, &result)
                  : mg_bfs(b->context, reference->graph, &bfs, &result);
    const uint64_t iterations = status == MG_OK ? mg_result_statistics(result)->iterations : 0;
    const uint64_t visited = status == MG_OK ? mg_result_statistics(result)->vertices_visited : 0;
    mg_result_destroy(result);
    const double median = times[b->repetitions / 2];
    printf("%-12s %-4s %9.4f ms (best %9.4f, worst %9.4f) %7llu iterations %7.2f us each, %llu vertices, up %.1f down "
           "%.1f ms, %d of %d wrong %s\n",
           name, sssp ? "sssp" : "bfs", median, times[0], times[b->repetitions - 1], (unsigned long long)iterations,
           1e3 * median / (double)(iterations ? iterations : 1), (unsigned long long)visited, cuda->times.upload,
           cuda->times.download, wrong, b->repetitions + 2, first);
    b->wrong += wrong;
    fflush(stdout);
}

static mg_vertex random_source(const mg_graph *graph) {
    const mg_adjacency out = mg_graph_out_edges(graph);
    const mg_vertex n = mg_graph_vertex_count(graph);
    for (uint64_t i = 1; i < 1000; i++) {
        const mg_vertex v = (mg_vertex)(i * 2654435761u % n);
        if (out.offsets[v + 1] - out.offsets[v] == 3) {
            return v;
        }
    }
    return mg_graph_default_source(graph);
}

static void bench_graph(bench *b, const char *name, mg_graph *graph, bool other_source) {
    gpu_reference reference;
    const mg_vertex source = other_source ? random_source(graph) : mg_graph_default_source(graph);
    if (gpu_reference_create(b->context, graph, source, &reference) < 0) {
        printf("%s: %s\n", name, mg_context_error(b->context));
        b->wrong++;
        return;
    }
    measure(b, name, &reference, false);
    if (b->iterations) {
        print_iterations(b, &reference, false);
    }
    if (!b->bfs_only) {
        measure(b, name, &reference, true);
        if (b->iterations) {
            print_iterations(b, &reference, true);
        }
    }
    gpu_reference_destroy(&reference);
}

int main(int count, char **arguments) {
    bench b = {.repetitions = 10};
    mg_graph *graph = NULL;
    const char *name = "";
    if (mg_context_create(NULL, &b.context) < 0) {
        return 1;
    }
    mg_cuda *cuda = NULL;
    if (mg__cuda_open(b.context, &cuda) < 0) {
        printf("skipped: %s\n", mg_context_error(b.context));
        mg_context_destroy(b.context);
        return 77;
    }
    printf("%s, %d multiprocessors\n", cuda->name, cuda->sms);
    for (int i = 1; i < count; i++) {
        const char *a = arguments[i];
        if (strcmp(a, "-r") == 0 && i + 1 < count) {
            b.repetitions = atoi(arguments[++i]);
            b.repetitions = b.repetitions < 1 || b.repetitions > REPETITIONS_MAX ? 10 : b.repetitions;
        } else if (strcmp(a, "-t") == 0 && i + 1 < count) {
            set_tuning(&b, arguments[++i]);
        } else if (strcmp(a, "-s") == 0) {
            b.iterations = !b.iterations;
        } else if (strcmp(a, "-b") == 0) {
            b.bfs_only = !b.bfs_only;
        } else if (strcmp(a, "again") == 0 && graph) {
            bench_graph(&b, name, graph, false);
        } else if (strcmp(a, "other") == 0 && graph) {
            bench_graph(&b, name, graph, true);
        } else {
            mg_graph_destroy(graph);
            name = strrchr(a, '/') ? strrchr(a, '/') + 1 : a;
            const double start = mg__now();
            graph = make_graph(b.context, a);
            if (graph) {
                printf("%s: %u vertices, %llu arcs, made in %.1f s\n", name, mg_graph_vertex_count(graph),
                       (unsigned long long)mg_graph_arc_count(graph), mg__now() - start);
                bench_graph(&b, name, graph, false);
            } else {
                b.wrong++;
            }
        }
    }
    mg_graph_destroy(graph);
    mg_context_destroy(b.context);
    printf("%d wrong\n", b.wrong);
    return b.wrong > 0;
}
