/* SPDX-License-Identifier: Apache-2.0
 *
 * bench_read.c: time and memory of reading graph files. For each file on the command line, in a separate process: file
 * size; best of five times for opening, reading and building; MB/s; and the peak growth of anonymous memory, sampled
 * every 0.2 ms, as a multiple of the final adjacency (offsets, neighbours, weights).
 * Usage: bench_read [-u] FILE..., with -u for undirected.
 */
#include <multigraph/multigraph.h>

#include <fcntl.h>
#include <pthread.h>
#include <stdatomic.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/stat.h>
#include <sys/wait.h>
#include <time.h>
#include <unistd.h>

#define TRIALS 5

static atomic_bool stop;

/* Bytes of anonymous memory in use: resident pages that are not file-backed. */
static double anonymous_bytes(int statm) {
    char text[128] = "";
    long size, resident, shared;
    if (pread(statm, text, sizeof text - 1, 0) < 0 || sscanf(text, "%ld %ld %ld", &size, &resident, &shared) != 3) {
        return 0.0;
    }
    return (double)(resident - shared) * (double)sysconf(_SC_PAGESIZE);
}

/* Sampling thread; stores the maximum in *data. */
static void *sample(void *data) {
    double *most = data;
    const struct timespec pause = {.tv_nsec = 200000};
    const int statm = open("/proc/self/statm", O_RDONLY);
    const double before = anonymous_bytes(statm);
    while (!atomic_load(&stop)) {
        const double now = anonymous_bytes(statm) - before;
        *most = now > *most ? now : *most;
        nanosleep(&pause, NULL);
    }
    close(statm);
    return NULL;
}

static double now(void) {
    struct timespec t;
    clock_gettime(CLOCK_MONOTONIC, &t);
    return (double)t.tv_sec + 1e-9 * (double)t.tv_nsec;
}

static double adjacency_bytes(const mg_graph *graph) {
    const mg_type type = mg_graph_weight_type(graph);
    const double arc = type == MG_TYPE_NONE ? 4 : type == MG_FLOAT64 || type == MG_INT64 ? 12 : 8;
    return 8.0 * (mg_graph_vertex_count(graph) + 1.0) + arc * (double)mg_graph_arc_count(graph);
}

/* One trial; *bytes = the adjacency's size. */
static int read_once(mg_context *context, const char *path, const mg_graph_options *options, double *seconds,
                     double *bytes) {
    mg_graph *graph = NULL;
    const double start = now();
    if (mg_graph_read(context, path, options, &graph) < 0) {
        fprintf(stderr, "%s\n", mg_context_error(context));
        return 1;
    }
    *seconds = now() - start;
    *bytes = adjacency_bytes(graph);
    mg_graph_destroy(graph);
    return 0;
}

static int measure(const char *path, const mg_graph_options *options) {
    mg_context *context = NULL;
    double seconds, bytes = 1, best = 1e300, most = 0;
    struct stat info;
    pthread_t sampler;
    if (stat(path, &info) != 0 || mg_context_create(NULL, &context) < 0 ||
        pthread_create(&sampler, NULL, sample, &most) != 0) {
        perror(path);
        return 1;
    }
    int failed = read_once(context, path, options, &seconds, &bytes);
    atomic_store(&stop, true);
    pthread_join(sampler, NULL);
    for (int i = 0; i < TRIALS && !failed; i++) {
        failed = read_once(context, path, options, &seconds, &bytes);
        best = seconds < best ? seconds : best;
    }
    if (!failed) {
        const double size = 1e-6 * (double)info.st_size;
        printf("%s\t%.1f MB\t%.5f s\t%.0f MB/s\tadjacency %.1f MB\tpeak %.2f x\n", path, size, best, size / best,
               1e-6 * bytes, most / bytes);
    }
    mg_context_destroy(context);
    return failed;
}

int main(int argc, char **argv) {
    mg_graph_options options = MG_GRAPH_OPTIONS_INIT;
    int failed = 0, first = 1;
    if (argc > 1 && strcmp(argv[1], "-u") == 0) {
        options.directedness = MG_UNDIRECTED;
        first = 2;
    }
    for (int i = first; i < argc; i++) {
        const pid_t child = fork();
        if (child == 0) {
            exit(measure(argv[i], &options));
        }
        int status = 1;
        failed |= child < 0 || waitpid(child, &status, 0) < 0 || status != 0;
    }
    return failed;
}
