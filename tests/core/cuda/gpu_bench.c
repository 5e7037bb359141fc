/* SPDX-License-Identifier: Apache-2.0
 *
 * gpu_bench: the algorithms on the GPU, every result compared with the CPU's. Prints one line per graph and algorithm:
 * median and best milliseconds by device events (with initialisation, without transfers) and the iterations.
 *
 *     gpu_bench [-r REPETITIONS] [-w WARM-UPS] [-a NAME,NAME...] [-t NAME=VALUE]... GRAPH...
 *
 * GRAPH is one of
 *   kronSCALE, kronSCALExEDGEFACTOR (32), roadWIDTH, or a file
 *   again, other, far, rotate   the last graph again: from its default source; from one of degree 3; from the vertex
 *                               farthest from the default source; from 64 sources drawn as in the GAP benchmark suite
 *                               (prints median, least and largest of the sources' medians)
 *   shuffled, degree, rcm, metis   the last graph in that vertex order, also for later words
 * Options apply to the graphs after them:
 *   -a   algorithms; also the examples hops, shortest and rank, and data-driven PageRank: residual, and coarse, which
 *        stops when residuals are below 0.01 / n
 *   -l csr|segmented   the layout for pushes
 *   -b BITS   the bucket width of shortest
 *   -t   a tuning value
 *   -s   prints every iteration
 *   -m NAME   the mode; `all`: one mode after the other, with the representations that they built
 *   -x   runs every iteration in every mode from the same state and compares the choice of auto with the best sequence;
 *        with -s one line per iteration
 */
#include "core/cuda/graph/device_graph.h"
#include "tests/core/cuda/gpu_algorithms.h"
#include "tests/core/cuda/gpu_graphs.h"
#include "tests/core/cuda/gpu_replay.h"
#include "tools/bench/bench.h"

#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#define REPETITIONS_MAX 1000
#define ROTATING 64        /* sources */
#define GAP_SEED 27491095u /* seed of their selection */

typedef struct bench {
    mg_context *context;
    int repetitions, warm_ups, wrong;
    bool iterations, replay, every_mode;
    uint32_t bits;
    mg_mode mode;
    mg_sparse_layout layout;
    mg_representation made[MG_REPRESENTATION_COUNT]; /* representations after the previous line */
    const char *algorithms;                          /* names, separated by commas; NULL: all */
} bench;

static int compare_floats(const void *a, const void *b) {
    const float x = *(const float *)a, y = *(const float *)b;
    return (x > y) - (x < y);
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
                 {"chunk", &t->min_chunk, NULL},
                 {"width", &t->first_window, NULL},
                 {"goal", &t->window_goal, NULL},
                 {"step_cost", NULL, &t->step_cost},
                 {"row_cost", NULL, &t->pull_row_cost},
                 {"edge_cost", NULL, &t->pull_edge_cost},
                 {"dense_build_share", NULL, &t->dense_build_share},
                 {"pull", NULL, &t->pull_share},
                 {"sweep", NULL, &t->sweep_share},
                 {"segment_min_degree", &t->segment_min_degree, NULL},
                 {"segment_max_rows", &t->segment_max_rows, NULL},
                 {"segment_edge_share", NULL, &t->segment_edge_share},
                 {"tiles", (uint32_t *)&t->tiles, NULL},
                 {"tile_vertices", &t->tile_vertices, NULL},
                 {"tiles_blocks", &t->tiles_blocks_per_sm, NULL},
                 {"tiles_hops", &t->tiles_hops, NULL},
                 {"dataflow_blocks", &t->dataflow_blocks_per_sm, NULL},
                 {"link", (uint32_t *)&t->link, NULL},
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
    cuda->test.cycle_modes = strcmp(assignment, "each=1") == 0 || (cuda->test.cycle_modes && strcmp(assignment, "each=0") != 0);
    printf("tuning: %s\n", assignment);
}

static void print_iterations(bench *b, const gpu_algorithm *which, const gpu_run *run) {
    gpu_run recorded = *run;
    mg_result *result = NULL;
    recorded.options.statistics = true;
    if (which->run(b->context, &recorded, &result) < 0) {
        printf("  %s\n", mg_context_error(b->context));
        return;
    }
    const mg_statistics *s = mg_result_statistics(result);
    for (size_t i = 0; i < s->iteration_count; i++) { /* of a long list only evenly spaced ones */
        const mg_iteration *it = &s->iteration[i];
        if (s->iteration_count > 24 && i % (s->iteration_count / 24) > 1) {
            continue;
        }
        printf("  phase %u %3u %-6s %9llu vertices %11llu edges %9.2f us\n", it->phase, it->iteration,
               mg_mode_name(it->mode), (unsigned long long)it->frontier_vertices,
               (unsigned long long)it->frontier_edges, 1e6 * it->seconds);
    }
    mg_result_destroy(result);
}

/* Edges of the graph per microsecond, for BC twice, as the paper counts them. */
static double mteps(const gpu_algorithm *which, const gpu_run *run, double ms) {
    return (strcmp(which->name, "bc") == 0 ? 2.0 : 1.0) * (double)mg_graph_arc_count(run->graph) / (1e3 * ms);
}

static void print_times(const bench *b, const char *name, const gpu_algorithm *which, const gpu_run *run, float *times,
                        const mg_statistics *s, int wrong, float ordering, const char *first) {
    qsort(times, (size_t)b->repetitions, sizeof *times, compare_floats);
    const double median = times[b->repetitions / 2];
    printf("%-12s %-8s %-6s %9.4f ms (best %9.4f, worst %9.4f) %9.0f MTEPS %7llu iterations %8.2f us each, %llu "
           "vertices, %d of %d wrong, %.1f us of it for the order of the vertices %s\n",
           name, which->name, mg_mode_name(run->options.mode), median, times[0], times[b->repetitions - 1],
           mteps(which, run, median), (unsigned long long)s->iterations,
           1e3 * median / (double)(s->iterations ? s->iterations : 1), (unsigned long long)s->vertices_visited, wrong,
           b->repetitions + b->warm_ups, 1e3 * ordering, first);
    fflush(stdout);
}

/* Prints the representations built since the previous line. */
static void print_made(bench *b, const mg_graph *graph, const mg_statistics *s) {
    static const char *const names[] = {"rows", "dense", "tiles"};
    const double csr = 4.0 * (double)mg_graph_arc_count(graph) + 4.0 * mg_graph_vertex_count(graph);
    for (int i = 0; i < MG_REPRESENTATION_COUNT; i++) {
        const mg_representation now = s->representation[i];
        if (now.bytes != b->made[i].bytes) {
            const double bytes = (double)now.bytes - (double)b->made[i].bytes;
            printf("  made %-5s %9.2f ms %9.1f MB (%.2f x CSR), in all %.2f x CSR\n", names[i],
                   1e3 * (now.seconds - b->made[i].seconds), 1e-6 * bytes, bytes / csr, (double)now.bytes / csr);
        }
        b->made[i] = now;
    }
}

/* Warm-up runs (default 2) fill the caches and the memory pool. `name` NULL: prints nothing. */
static mg_status repeat(bench *b, const char *name, const gpu_algorithm *which, const gpu_run *run,
                        const mg_result *cpu, float *times) {
    char first[256] = "";
    int wrong = 0;
    mg_cuda *cuda = NULL;
    for (int i = 0; i < b->repetitions + b->warm_ups; i++) {
        gpu_difference difference = {""};
        mg_result *result = NULL;
        const mg_status status = which->run(b->context, run, &result);
        if (status < 0) {
            return status;
        }
        mg__cuda_open(b->context, &cuda);
        times[i < b->warm_ups ? 0 : i - b->warm_ups] = cuda->times.kernels;
        which->compare(run, cpu, result, &difference);
        if (difference.text[0]) {
            wrong++;
            snprintf(first, sizeof first, "%s", difference.text);
        }
        const bool last = i == b->repetitions + b->warm_ups - 1;
        if (last && name) {
            print_times(b, name, which, run, times, mg_result_statistics(result), wrong, cuda->times.ordering, first);
        }
        if (last && b->every_mode) {
            print_made(b, run->graph, mg_result_statistics(result));
        }
        mg_result_destroy(result);
    }
    b->wrong += wrong;
    return MG_OK;
}

/* Every iteration in every mode. */
static void replay(bench *b, const char *name, const gpu_algorithm *which, const gpu_run *run) {
    gpu_replay r;
    mg_cuda *cuda = NULL;
    mg_result *result = NULL;
    gpu_run before = *run;
    before.options.mode = MG_MODE_DENSE; /* builds the dense representation before the first choice */
    mg__cuda_open(b->context, &cuda);
    gpu_replay_start(&r, b->repetitions, b->iterations);
    bool ran = which->run(b->context, &before, &result) >= 0;
    mg_result_destroy(result);
    result = NULL;
    cuda->watch = &r.watch;
    ran = ran && which->run(b->context, run, &result) >= 0;
    cuda->watch = NULL;
    if (!ran) {
        printf("%-12s %-8s failed: %s\n", name, which->name, mg_context_error(b->context));
        b->wrong++;
    }
    mg_result_destroy(result);
    printf("%-12s %-8s sparse %9.3f  dense %9.3f  pull %9.3f  auto %9.3f  best %9.3f ms  auto / best %.3f, %u of %u "
           "right\n",
           name, which->name, 1e3 * r.forced[MG_MODE_SPARSE], 1e3 * r.forced[MG_MODE_DENSE],
           1e3 * r.forced[MG_MODE_PULL], 1e3 * r.automatic, 1e3 * r.best, r.automatic / r.best, r.right, r.iterations);
}

/* Stores the times in `times`, sorted if they are printed. */
static bool measure(bench *b, const char *name, const gpu_algorithm *which, const gpu_run *run, float *times) {
    gpu_run reference = *run;
    mg_result *cpu = NULL;
    reference.options.backend = MG_BACKEND_CPU;
    reference.options.mode = MG_MODE_AUTO;
    gpu_run own = *run;
    bool ran = which->run(b->context, &reference, &cpu) >= 0;
    for (int mode = MG_MODE_AUTO; ran && mode <= (b->every_mode ? MG_MODE_PULL : MG_MODE_AUTO); mode++) {
        own.options.mode = b->every_mode ? (mg_mode)mode : run->options.mode;
        ran = repeat(b, name, which, &own, cpu, times) >= 0;
    }
    if (!ran) {
        printf("%-12s %-8s failed: %s\n", name ? name : "", which->name, mg_context_error(b->context));
        b->wrong++;
    } else if (b->iterations && name) {
        print_iterations(b, which, run);
    }
    mg_result_destroy(cpu);
    return ran;
}

static bool is_chosen(const bench *b, const char *name) {
    const size_t length = strlen(name);
    for (const char *at = b->algorithms; at; at = strchr(at, ',') ? strchr(at, ',') + 1 : NULL) {
        if (strncmp(at, name, length) == 0 && (at[length] == ',' || at[length] == '\0')) {
            return true;
        }
    }
    return !b->algorithms;
}

static void bench_rotating(bench *b, const char *name, const mg_graph *graph) {
    gpu_run run = {.graph = graph, .bits = b->bits, .options = MG_RUN_OPTIONS_INIT};
    mg_vertex sources[ROTATING];
    static float times[REPETITIONS_MAX];
    float medians[ROTATING];
    run.options.backend = MG_BACKEND_CUDA;
    run.options.mode = b->mode;
    if (!bench_draw_sources(graph, GAP_SEED, ROTATING, sources)) {
        return;
    }
    for (size_t i = 0; i < gpu_algorithm_count; i++) {
        const gpu_algorithm *const which = &gpu_algorithms[i];
        bool ran = is_chosen(b, which->name) && (b->algorithms || !which->only_by_name);
        for (int k = 0; ran && k < ROTATING; k++) {
            run.source = sources[k];
            ran = measure(b, NULL, which, &run, times);
            qsort(times, (size_t)b->repetitions, sizeof *times, compare_floats);
            medians[k] = times[b->repetitions / 2];
        }
        if (ran) {
            qsort(medians, ROTATING, sizeof *medians, compare_floats);
            printf("%-12s %-8s %9.4f ms (best %9.4f, worst %9.4f) over %d sources\n", name, which->name,
                   medians[ROTATING / 2], medians[0], medians[ROTATING - 1], ROTATING);
            fflush(stdout);
        }
    }
}

static void bench_graph(bench *b, const char *name, const mg_graph *graph, mg_vertex source) {
    static float times[REPETITIONS_MAX];
    gpu_run run = {.graph = graph, .source = source, .bits = b->bits, .options = MG_RUN_OPTIONS_INIT};
    run.options.backend = MG_BACKEND_CUDA;
    run.options.mode = b->mode;
    run.options.sparse_layout = b->layout;
    for (size_t i = 0; i < gpu_algorithm_count; i++) {
        if (is_chosen(b, gpu_algorithms[i].name) && (b->algorithms || !gpu_algorithms[i].only_by_name)) {
            if (b->replay) {
                replay(b, name, &gpu_algorithms[i], &run);
            } else {
                measure(b, name, &gpu_algorithms[i], &run, times);
            }
        }
    }
}

static void choose_mode(bench *b, const char *name) {
    b->every_mode = strcmp(name, "all") == 0;
    for (int mode = MG_MODE_AUTO; mode <= MG_MODE_PULL; mode++) {
        b->mode = strcmp(mg_mode_name((mg_mode)mode), name) == 0 ? (mg_mode)mode : b->mode;
    }
}

int main(int count, char **arguments) {
    bench b = {.repetitions = 10, .warm_ups = 2};
    mg_graph *graph = NULL;
    mg_vertex source = 0;
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
        } else if (strcmp(a, "-w") == 0 && i + 1 < count) {
            b.warm_ups = atoi(arguments[++i]);
            b.warm_ups = b.warm_ups < 0 ? 0 : b.warm_ups;
        } else if (strcmp(a, "-t") == 0 && i + 1 < count) {
            set_tuning(&b, arguments[++i]);
        } else if (strcmp(a, "-s") == 0) {
            b.iterations = !b.iterations;
        } else if (strcmp(a, "-x") == 0) {
            b.replay = !b.replay;
        } else if (strcmp(a, "-a") == 0 && i + 1 < count) {
            b.algorithms = arguments[++i];
        } else if (strcmp(a, "-b") == 0 && i + 1 < count) {
            b.bits = (uint32_t)atoi(arguments[++i]);
        } else if (strcmp(a, "-m") == 0 && i + 1 < count) {
            choose_mode(&b, arguments[++i]);
        } else if (strcmp(a, "-l") == 0 && i + 1 < count) {
            b.layout = strcmp(arguments[++i], "segmented") == 0 ? MG_SPARSE_SEGMENTED : MG_SPARSE_CSR;
        } else if (strcmp(a, "rotate") == 0 && graph) {
            bench_rotating(&b, name, graph);
        } else if (graph && gpu_graph_source(b.context, graph, a, &source)) {
            bench_graph(&b, name, graph, source);
        } else {
            mg_graph *const before = graph;
            memset(b.made, 0, sizeof b.made);
            const double start = mg__now();
            graph = before ? gpu_graph_reorder(b.context, before, a) : NULL;
            mg_graph_destroy(before);
            if (!graph) {
                name = strrchr(a, '/') ? strrchr(a, '/') + 1 : a;
                graph = gpu_graph_make(b.context, a);
            }
            if (graph) {
                printf("%s: %u vertices, %llu arcs, %s, made in %.1f s\n", name, mg_graph_vertex_count(graph),
                       (unsigned long long)mg_graph_arc_count(graph), mg_order_name(mg_graph_order(graph, NULL)),
                       mg__now() - start);
                bench_graph(&b, name, graph, mg_graph_default_source(graph));
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
