/* SPDX-License-Identifier: Apache-2.0
 *
 * How the algorithms scale over several GPUs of one machine, on generated graphs that are made once:
 *
 *     gpu_bench_multi [-g N,N,...] [-r RUNS] [-a NAME,NAME,...] [-s 1] [-d 1] GRAPH...
 *
 * -g: numbers of GPUs (default 1,2; more than the machine has are left out); -r: timed runs after the first (default
 * 15; bc: one, from 64 sources); -s 1: all parts on the first GPU, whose time is then the work of all; -d 1: on several
 * GPUs only what the library would run there; -a: of bfs, sssp, pagerank, cc, bc (default: all but bc). GRAPH:
 * kronSCALE or roadSIDE, with x16 behind it 16 edges drawn per vertex in place of 32, with w weights (for sssp). Prints
 * a row for each measurement: the median of the GPU times of the runs, the speed-up over the first number of GPUs, what
 * the GPUs exchanged, and the largest part over the mean. Results are compared with those of the first number of GPUs.
 */
#include "core/cuda/device/device.h"

#include <math.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#define MOST_RUNS 100
#define MOST_COUNTS 8

typedef mg_status (*run_function)(mg_context *context, const mg_graph *graph, mg_result **result);

static mg_status run_bfs(mg_context *context, const mg_graph *graph, mg_result **result) {
    mg_bfs_options options = MG_BFS_OPTIONS_INIT;
    options.run.backend = MG_BACKEND_CUDA;
    return mg_bfs(context, graph, &options, result);
}

static mg_status run_sssp(mg_context *context, const mg_graph *graph, mg_result **result) {
    mg_sssp_options options = MG_SSSP_OPTIONS_INIT;
    options.run.backend = MG_BACKEND_CUDA;
    return mg_sssp(context, graph, &options, result);
}

static mg_status run_pagerank(mg_context *context, const mg_graph *graph, mg_result **result) {
    mg_pagerank_options options = MG_PAGERANK_OPTIONS_INIT;
    options.run.backend = MG_BACKEND_CUDA;
    return mg_pagerank(context, graph, &options, result);
}

static mg_status run_cc(mg_context *context, const mg_graph *graph, mg_result **result) {
    mg_cc_options options = MG_CC_OPTIONS_INIT;
    options.run.backend = MG_BACKEND_CUDA;
    return mg_cc(context, graph, &options, result);
}

static mg_status run_bc(mg_context *context, const mg_graph *graph, mg_result **result) {
    mg_bc_options options = MG_BC_OPTIONS_INIT;
    options.run.backend = MG_BACKEND_CUDA;
    options.sample = 64;
    return mg_bc(context, graph, &options, result);
}

static const struct {
    const char *name, *column;
    run_function run;
    bool exact, once; /* results are equal bit by bit; one run after the first, since it is long */
} algorithms[] = {{"bfs", "depth", run_bfs, true, false},
                  {"sssp", "distance", run_sssp, true, false},
                  {"pagerank", "rank", run_pagerank, false, false},
                  {"cc", "component", run_cc, true, false},
                  {"bc", "centrality", run_bc, false, true}};

#define ALGORITHMS (sizeof algorithms / sizeof *algorithms)

typedef struct settings {
    uint32_t counts[MOST_COUNTS], count;
    int runs;
    const char *names;
    bool same;   /* all parts on one GPU */
    bool chosen; /* the library chooses what runs on several */
} settings;

static mg_graph *make_graph(mg_context *context, const char *name) {
    mg_generate_options options = MG_GENERATE_OPTIONS_INIT;
    mg_graph *graph = NULL;
    const bool kron = strncmp(name, "kron", 4) == 0;
    const char *const factor = strchr(name, 'x');
    options.scale = options.width = options.height = (uint32_t)atoi(name + 4);
    options.scale = kron ? options.scale : 16;
    options.edge_factor = factor ? (uint32_t)atoi(factor + 1) : 32;
    options.weight_max = name[strlen(name) - 1] == 'w' ? 64 : 0;
    if (mg_generate(context, kron ? "kron" : "road", &options, &graph) < 0) {
        fprintf(stderr, "%s: %s\n", name, mg_context_error(context));
    }
    return graph;
}

static int compare_doubles(const void *a, const void *b) {
    const double x = *(const double *)a, y = *(const double *)b;
    return (x > y) - (x < y);
}

/* Largest difference of sums over all vertices, or of any vertex; exact columns: 1 if any byte differs. */
static double difference(const mg_column *a, const mg_column *b, size_t n, bool exact) {
    const size_t size = a->type == MG_FLOAT64 || a->type == MG_INT64 || a->type == MG_UINT64 ? 8 : 4;
    double sum = 0.0, total = 0.0;
    if (exact) {
        return memcmp(a->data, b->data, n * size) ? 1.0 : 0.0;
    }
    for (size_t v = 0; v < n; v++) {
        sum += fabs(((const double *)a->data)[v] - ((const double *)b->data)[v]);
        total += fabs(((const double *)a->data)[v]);
    }
    return sum / total;
}

/* Runs an algorithm and prints its row; the last result, or NULL after a message. */
static mg_result *measure(mg_context *context, const mg_graph *graph, size_t k, const settings *s,
                          const char *graph_name, uint32_t count, double *first) {
    double times[MOST_RUNS], most = 0.0, sum = 0.0;
    mg_result *result = NULL;
    const int runs = algorithms[k].once ? 1 : s->runs;
    for (int i = -1; i < runs; i++) {
        mg_result_destroy(result);
        result = NULL;
        if (algorithms[k].run(context, graph, &result) < 0) {
            printf("%s\t%s\t%u\tfailed: %s\n", graph_name, algorithms[k].name, count, mg_context_error(context));
            return NULL;
        }
        if (i >= 0) {
            times[i] = 1e3 * mg_result_statistics(result)->device_seconds;
        }
    }
    const mg_statistics *const st = mg_result_statistics(result);
    qsort(times, (size_t)runs, sizeof *times, compare_doubles);
    const double ms = times[runs / 2];
    *first = *first > 0.0 ? *first : ms;
    for (uint32_t i = 0; i < st->gpus; i++) {
        const double share = st->gpu_arcs[i] ? (double)st->gpu_arcs[i] : st->gpu_seconds[i];
        most = share > most ? share : most;
        sum += share;
    }
    printf("%s\t%s\t%u\t%.3f\t%.3f\t%.2f\t%llu\t%.3f\t%.1f\t%.3f\t%.0f\n", graph_name, algorithms[k].name, count, ms,
           times[0], *first / ms, (unsigned long long)st->iterations, 1e-6 * (double)st->exchanged_bytes,
           1e-6 * (double)st->exchanged_bytes / ms, sum > 0.0 ? most * st->gpus / sum : 1.0, 1e3 * st->run_seconds);
    fflush(stdout);
    return result;
}

static void measure_graph(mg_context *const *contexts, const settings *s, const char *name) {
    mg_graph *graph = make_graph(contexts[0], name);
    if (!graph) {
        return;
    }
    const mg_vertex n = mg_graph_vertex_count(graph);
    for (size_t k = 0; k < ALGORITHMS; k++) {
        mg_result *expected = NULL;
        double first = 0.0;
        if (!strstr(s->names, algorithms[k].name)) {
            continue;
        }
        for (uint32_t i = 0; i < s->count; i++) {
            mg_result *const found = measure(contexts[i], graph, k, s, name, s->counts[i], &first);
            if (found && expected) {
                const double apart = difference(mg_result_column(expected, algorithms[k].column),
                                                mg_result_column(found, algorithms[k].column), n, algorithms[k].exact);
                if (apart > (algorithms[k].exact ? 0.0 : 1e-5)) {
                    printf("%s\t%s\t%u\tWRONG: differs by %g\n", name, algorithms[k].name, s->counts[i], apart);
                }
            }
            mg_result_destroy(expected ? found : NULL);
            expected = expected ? expected : found;
        }
        mg_result_destroy(expected);
    }
    mg_graph_destroy(graph);
}

static bool read_options(int *argc, char ***argv, settings *s) {
    while (*argc > 2 && (*argv)[1][0] == '-') {
        char *value = (*argv)[2];
        switch ((*argv)[1][1]) {
        case 'g':
            for (s->count = 0; s->count < MOST_COUNTS && *value; value += *value == ',') {
                s->counts[s->count++] = (uint32_t)strtoul(value, &value, 10);
            }
            break;
        case 'r':
            s->runs = atoi(value);
            break;
        case 's':
            s->same = atoi(value);
            break;
        case 'd':
            s->chosen = atoi(value);
            break;
        case 'a':
            s->names = value;
            break;
        default:
            return false;
        }
        *argc -= 2;
        *argv += 2;
    }
    return s->runs > 0 && s->runs <= MOST_RUNS && *argc > 1;
}

/* A context in which every plan that can runs on all its GPUs, unless the library chooses. */
static bool open_context(const settings *s, uint32_t i, mg_context **context) {
    static const uint32_t first[MG_DEVICES_MAX];
    mg_context_options options = MG_CONTEXT_OPTIONS_INIT;
    mg_cuda *cuda = NULL;
    options.device_count = s->counts[i];
    options.devices = s->same ? first : NULL;
    if (mg_context_create(&options, context) < 0) {
        return false;
    }
    if (mg__cuda_open(*context, &cuda) < 0) {
        fprintf(stderr, "%u GPUs: %s\n", s->counts[i], mg_context_error(*context));
        mg_context_destroy(*context);
        return false;
    }
    cuda->tuning.team_arcs = s->counts[i] > 1 && !s->chosen ? 0 : cuda->tuning.team_arcs;
    return true;
}

int main(int argc, char **argv) {
    settings s = {.counts = {1, 2}, .count = 2, .runs = 15, .names = "bfs,sssp,pagerank,cc"};
    mg_context *contexts[MOST_COUNTS] = {NULL};
    if (!read_options(&argc, &argv, &s)) {
        fprintf(stderr, "usage: gpu_bench_multi [-g N,...] [-r RUNS] [-a NAME,...] GRAPH...\n");
        return 2;
    }
    for (uint32_t i = 0; i < s.count; i++) {
        if (!open_context(&s, i, &contexts[i])) {
            s.count = i;
        }
    }
    printf("graph\talgorithm\tGPUs\tmedian ms\tleast ms\tspeed-up\titerations\tMB\tGB/s\timbalance\twall ms\n");
    for (int i = 1; i < argc && s.count; i++) {
        measure_graph(contexts, &s, argv[i]);
    }
    for (uint32_t i = 0; i < s.count; i++) {
        mg_context_destroy(contexts[i]);
    }
    return 0;
}
