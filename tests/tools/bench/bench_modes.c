/* SPDX-License-Identifier: Apache-2.0
 *
 * bench_modes.c: the benefit of the choice of mode. For each graph (a file, or kron:SCALE) and algorithm: medians of
 * trials with the modes interleaved, the best forced mode, and auto's ratio to it; then batches of BFS and BC compared
 * with single runs. Building representations is not included: `build` is the build time of the first run of a mode.
 *
 *     bench_modes [-t THREADS] [-n TRIALS] [-a ALGORITHM|lanes] [-l] GRAPH...   (-l: least times instead of medians)
 */
#include "tests/algorithms/programs/own.h"

#include <multigraph/multigraph.h>

#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

#define TRIALS_MAX 101
#define WEIGHT_MAX 255

typedef mg_status (*run_fn)(mg_context *context, const mg_graph *graph, const mg_run_options *run, mg_result **result);

static mg_status run_bfs(mg_context *context, const mg_graph *graph, const mg_run_options *run, mg_result **result) {
    mg_bfs_options o = MG_BFS_OPTIONS_INIT;
    o.run = *run;
    return mg_bfs(context, graph, &o, result);
}

static mg_status run_sssp(mg_context *context, const mg_graph *graph, const mg_run_options *run, mg_result **result) {
    mg_sssp_options o = MG_SSSP_OPTIONS_INIT;
    o.run = *run;
    return mg_sssp(context, graph, &o, result);
}

static mg_status run_cc(mg_context *context, const mg_graph *graph, const mg_run_options *run, mg_result **result) {
    mg_cc_options o = MG_CC_OPTIONS_INIT;
    o.run = *run;
    return mg_cc(context, graph, &o, result);
}

static mg_status run_pagerank(mg_context *context, const mg_graph *graph, const mg_run_options *run,
                              mg_result **result) {
    mg_pagerank_options o = MG_PAGERANK_OPTIONS_INIT;
    o.run = *run;
    o.run.max_iterations = 20;
    o.tolerance = 0;
    return mg_pagerank(context, graph, &o, result);
}

/* On undirected graphs another program than that of a fixed number of iterations. */
static mg_status run_pagerank_tolerance(mg_context *context, const mg_graph *graph, const mg_run_options *run,
                                        mg_result **result) {
    mg_pagerank_options o = MG_PAGERANK_OPTIONS_INIT;
    o.run = *run;
    o.tolerance = 1e-4;
    return mg_pagerank(context, graph, &o, result);
}

static mg_status run_residual(mg_context *context, const mg_graph *graph, const mg_run_options *run,
                              mg_result **result) {
    mg_pagerank_options o = MG_PAGERANK_OPTIONS_INIT;
    o.run = *run;
    o.run.max_iterations = 1000;
    o.tolerance = 1e-4;
    o.data_driven = true;
    return mg_pagerank(context, graph, &o, result);
}

static mg_status run_bc(mg_context *context, const mg_graph *graph, const mg_run_options *run, mg_result **result) {
    mg_bc_options o = MG_BC_OPTIONS_INIT;
    const mg_vertex source = mg_graph_default_source(graph);
    o.run = *run;
    o.sources = &source;
    o.source_count = 1;
    return mg_bc(context, graph, &o, result);
}

static mg_status run_hops(mg_context *context, const mg_graph *graph, const mg_run_options *run, mg_result **result) {
    const own_hops_parameters p = {.step = mg_graph_vertex_count(graph)}; /* from vertex 0 */
    return mg_run(context, graph, &own_hops_in_program, &p, run, NULL, result);
}

static mg_status run_spread(mg_context *context, const mg_graph *graph, const mg_run_options *run, mg_result **result) {
    return mg_run(context, graph, &own_spread_program, NULL, run, NULL, result);
}

static const struct {
    const char *name;
    run_fn run;
} algorithms[] = {{"bfs", run_bfs},
                  {"sssp", run_sssp},
                  {"cc", run_cc},
                  {"pagerank", run_pagerank},
                  {"pagerank-1e-4", run_pagerank_tolerance},
                  {"residual", run_residual},
                  {"bc", run_bc},
                  {"hops", run_hops},
                  {"spread", run_spread}};

static int compare(const void *a, const void *b) {
    const double x = *(const double *)a, y = *(const double *)b;
    return (x > y) - (x < y);
}

static bool least; /* instead of the median: for shared machines */

static double median(double *values, size_t count) {
    qsort(values, count, sizeof *values, compare);
    return values[least ? 0 : count / 2];
}

static void fail(mg_context *context) {
    fprintf(stderr, "%s\n", mg_context_error(context));
    exit(1);
}

static const struct {
    const char *name;
    mg_mode mode;
    mg_sparse_layout layout;
} ways[] = {{"auto", MG_MODE_AUTO, MG_SPARSE_AUTO},
            {"sparse", MG_MODE_SPARSE, MG_SPARSE_CSR},
            {"segmented", MG_MODE_SPARSE, MG_SPARSE_SEGMENTED},
            {"pull", MG_MODE_PULL, MG_SPARSE_AUTO},
            {"dense", MG_MODE_DENSE, MG_SPARSE_AUTO}};
#define WAYS (sizeof ways / sizeof *ways)

static void measure_modes(mg_context *context, const mg_graph *graph, const char *name, run_fn fn, size_t trials) {
    static double seconds[WAYS][TRIALS_MAX];
    double build[WAYS] = {0}, medians[WAYS];
    for (size_t t = 0; t <= trials; t++) { /* the first one warms up */
        for (size_t i = 0; i < WAYS; i++) { /* interleaved, so that caches hold data of another mode */
            const size_t m = (i * (t % 2 ? 1 : 3) + t) % WAYS;
            mg_run_options run = MG_RUN_OPTIONS_INIT;
            mg_result *result = NULL;
            run.mode = ways[m].mode;
            run.sparse_layout = ways[m].layout;
            if (fn(context, graph, &run, &result) < 0) {
                fail(context);
            }
            const mg_statistics *s = mg_result_statistics(result);
            build[m] += s->build_seconds;
            seconds[m][t ? t - 1 : 0] = s->run_seconds;
            mg_result_destroy(result);
        }
    }
    size_t best = 1;
    printf("| %s |", name);
    for (size_t m = 0; m < WAYS; m++) {
        medians[m] = median(seconds[m], trials);
        best = m && medians[m] < medians[best] ? m : best;
        printf(" %.2f |", 1e3 * medians[m]);
    }
    printf(" %s | %.2f |", ways[best].name, medians[0] / medians[best]);
    for (size_t m = 0; m < WAYS; m++) {
        printf(" %.0f", 1e3 * build[m]);
    }
    printf(" |\n");
    fflush(stdout);
}

/* Seconds for 64 sources with a number of lanes. */
static double run_lanes(mg_context *context, const mg_graph *graph, bool bc, uint32_t lanes) {
    mg_vertex sources[64];
    const mg_vertex n = mg_graph_vertex_count(graph);
    mg_bfs_options bfs = MG_BFS_OPTIONS_INIT;
    mg_bc_options all = MG_BC_OPTIONS_INIT;
    mg_result *result = NULL;
    for (uint64_t k = 0; k < 64; k++) {
        sources[k] = (mg_vertex)((k * 2654435761u + 12345) % n);
    }
    bfs.sources = all.sources = sources;
    bfs.source_count = all.source_count = 64;
    bfs.run.lanes = all.run.lanes = lanes;
    if ((bc ? mg_bc(context, graph, &all, &result) : mg_bfs(context, graph, &bfs, &result)) < 0) {
        fail(context);
    }
    const double seconds = mg_result_statistics(result)->run_seconds;
    mg_result_destroy(result);
    return seconds;
}

static void measure_lanes(mg_context *context, const mg_graph *graph, size_t trials) {
    static const uint32_t lanes[] = {1, 4, 8, 16, 32, 64};
    static double seconds[6][TRIALS_MAX];
    for (int bc = 0; bc < 2; bc++) {
        for (size_t t = 0; t < trials; t++) {
            for (size_t k = 0; k < 6; k++) {
                seconds[k][t] = run_lanes(context, graph, bc, lanes[k]);
            }
        }
        printf("| %s, 64 sources in 1, 4, 8, 16, 32, 64 lanes |", bc ? "bc" : "bfs");
        for (size_t k = 0; k < 6; k++) {
            printf(" %.1f |", 1e3 * median(seconds[k], trials));
        }
        printf("\n");
        fflush(stdout);
    }
}

static mg_graph *open_graph(mg_context *context, const char *name) {
    mg_graph *graph = NULL;
    mg_graph_options read = MG_GRAPH_OPTIONS_INIT;
    mg_generate_options generate = MG_GENERATE_OPTIONS_INIT;
    const bool kron = strncmp(name, "kron:", 5) == 0;
    generate.scale = kron ? (uint32_t)atoi(name + 5) : 0;
    generate.weight_max = WEIGHT_MAX;
    read.weights = MG_WEIGHTS_RANDOM;
    read.weight_max = WEIGHT_MAX;
    if ((kron ? mg_generate(context, "kron", &generate, &graph) : mg_graph_read(context, name, &read, &graph)) < 0) {
        fail(context);
    }
    return graph;
}

int main(int argc, char **argv) {
    mg_context_options options = MG_CONTEXT_OPTIONS_INIT;
    mg_context *context = NULL;
    const char *only = NULL;
    size_t trials = 9;
    for (int c; (c = getopt(argc, argv, "lt:n:a:")) != -1;) {
        options.threads = c == 't' ? atoi(optarg) : options.threads;
        trials = c == 'n' && atoi(optarg) > 0 && atoi(optarg) < TRIALS_MAX ? (size_t)atoi(optarg) : trials;
        only = c == 'a' ? optarg : only;
        least = least || c == 'l';
    }
    if (mg_context_create(&options, &context) < 0) {
        return 1;
    }
    for (int i = optind; i < argc; i++) {
        mg_graph *graph = open_graph(context, argv[i]);
        printf("%s, %d threads, %zu trials, ms\n", argv[i], mg_context_threads(context), trials);
        printf("| | auto | sparse | segmented | pull | dense | best | auto / best | build |\n");
        for (size_t a = 0; a < sizeof algorithms / sizeof *algorithms; a++) {
            if (!only || strcmp(only, algorithms[a].name) == 0) {
                measure_modes(context, graph, algorithms[a].name, algorithms[a].run, trials);
            }
        }
        if (!only || strcmp(only, "lanes") == 0) {
            measure_lanes(context, graph, trials / 3 + 1);
        }
        mg_graph_destroy(graph);
    }
    mg_context_destroy(context);
    return 0;
}
