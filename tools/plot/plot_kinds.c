/* SPDX-License-Identifier: Apache-2.0
 *
 * The kinds of plots. A new kind needs an entry here and a function that writes its script.
 */
#include "tools/bench/bench.h"
#include "tools/plot/plot_graph.h"

#include <string.h>

static const char *const reports[] = {BENCH_SCHEMA, "multigraph-compare/1", NULL};
static const char *const bench_reports[] = {BENCH_SCHEMA, NULL};
static const char *const scalings[] = {BENCH_SCHEMA, "multigraph-metrics/1", NULL};
static const char *const traces[] = {"multigraph-trace/1", NULL};

static const plot_kind kinds[] = {
    {"mteps", "speed by algorithm and graph, of bench or compare reports", reports, plot_mteps, NULL},
    {"frontier", "frontier, mode and time of every iteration, of traces", traces, plot_frontier, NULL},
    {"memory", "preprocessing and memory, of bench reports", bench_reports, plot_memory, NULL},
    {"roofline", "the products of bench against the memory's bandwidth", bench_reports, plot_roofline, NULL},
    {"profile", "share of problems solved within a multiple of the best time", bench_reports, plot_profile, NULL},
    {"breakeven", "share of matrices where a format has paid after N products", bench_reports, plot_breakeven, NULL},
    {"scaling", "speedup by threads, ranks, GPUs, and sizes: of bench, --metrics", scalings, plot_scaling, NULL},
    {"wait", "whole processes and their parts, of bench wait", bench_reports, plot_wait, NULL},
    {"degree", "degree distribution of a graph file", NULL, NULL, plot_degree},
    {"distances", "vertices by distance from a source, of a graph file", NULL, NULL, plot_distances},
    {"components", "sizes of connected components, of a graph file", NULL, NULL, plot_components},
    {"graph", "a small graph file, drawn; size and colour are the PageRank", NULL, NULL, plot_drawing},
};

const plot_kind *plot_kind_find(const char *name) {
    for (size_t i = 0; i < sizeof kinds / sizeof *kinds; i++) {
        if (strcmp(kinds[i].name, name) == 0) {
            return &kinds[i];
        }
    }
    return NULL;
}

const char *plot_kind_at(size_t position) {
    return position < sizeof kinds / sizeof *kinds ? kinds[position].name : NULL;
}

void print_plots(void) {
    puts("\nKinds:");
    for (size_t i = 0; i < sizeof kinds / sizeof *kinds; i++) {
        printf("  %-11s %s\n", kinds[i].name, kinds[i].summary);
    }
}
