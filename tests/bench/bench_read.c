/* SPDX-License-Identifier: Apache-2.0
 *
 * bench_read.c: how fast graph files are read, and with how much memory. For each file on the command line, the best
 * of five: file size, time, MB/s; and the most memory allocated at a time, as a multiple of the adjacency's own size.
 */
#include <multigraph/multigraph.h>

#include <malloc.h>
#include <stdio.h>
#include <stdlib.h>
#include <sys/stat.h>
#include <time.h>

#define TRIALS 5

static size_t live, peak; /* bytes; the library allocates outside of parallel regions only */

static void *counted_allocate(void *data, size_t size) {
    (void)data;
    void *block = malloc(size);
    live += block ? malloc_usable_size(block) : 0;
    peak = live > peak ? live : peak;
    return block;
}

static void counted_release(void *data, void *block) {
    (void)data;
    live -= block ? malloc_usable_size(block) : 0;
    free(block);
}

static double now(void) {
    struct timespec t;
    clock_gettime(CLOCK_MONOTONIC, &t);
    return (double)t.tv_sec + 1e-9 * (double)t.tv_nsec;
}

static double adjacency_bytes(const mg_graph *graph) {
    const mg_type type = mg_graph_weight_type(graph);
    const double arc = type == MG_TYPE_NONE ? 4 : type == MG_FLOAT64 ? 12 : 8;
    return 8.0 * (mg_graph_vertex_count(graph) + 1.0) + arc * (double)mg_graph_arc_count(graph);
}

static int measure(mg_context *context, const char *path) {
    double best = 1e300, bytes = 1;
    struct stat info;
    peak = live;
    const size_t before = live;
    for (int i = 0; i < TRIALS; i++) {
        mg_graph *graph = NULL;
        const double start = now();
        if (stat(path, &info) != 0 || mg_graph_read(context, path, NULL, &graph) < 0) {
            fprintf(stderr, "%s\n", mg_context_error(context));
            return 1;
        }
        const double seconds = now() - start;
        best = seconds < best ? seconds : best;
        bytes = adjacency_bytes(graph);
        mg_graph_destroy(graph);
    }
    printf("%s\t%.1f MB\t%.4f s\t%.0f MB/s\tpeak %.2f x adjacency\n", path, 1e-6 * (double)info.st_size, best,
           1e-6 * (double)info.st_size / best, (double)(peak - before) / bytes);
    return 0;
}

int main(int argc, char **argv) {
    mg_context_options options = MG_CONTEXT_OPTIONS_INIT;
    mg_context *context = NULL;
    options.allocator = (mg_allocator){counted_allocate, counted_release, NULL};
    int failed = mg_context_create(&options, &context) < 0;
    for (int i = 1; i < argc && !failed; i++) {
        failed = measure(context, argv[i]);
    }
    mg_context_destroy(context);
    return failed;
}
