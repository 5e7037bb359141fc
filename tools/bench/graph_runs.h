/* SPDX-License-Identifier: Apache-2.0
 *
 * graph_runs.h: runs of algorithms on a graph for tables by mode and of preprocessing: bench modes, bench
 * preprocessing and bench papers multigraph.
 *
 *     graph_runs.c           times of a run, and of its iterations
 *     graph_modes.c          table 3.2 and the benefit of choosing a mode
 *     graph_preprocessing.c  tables 3.7 and 3.8
 *     graph_counts.c         figure 3.14, counted
 */
#ifndef MG_TOOLS_BENCH_GRAPH_RUNS_H
#define MG_TOOLS_BENCH_GRAPH_RUNS_H

#include "tools/bench/bench_table.h"

/* One way to run an algorithm, from the default source. */
typedef struct graph_way {
    const char *name;
    mg_mode mode;
    mg_sparse_layout layout;
} graph_way;
enum { WAY_AUTO, WAY_SPARSE, WAY_SEGMENTED, WAY_PULL, WAY_DENSE, WAYS };
extern const graph_way graph_ways[WAYS];

typedef struct graph_times {
    double seconds;           /* the median of the trials, on a GPU of the device's times; negative: the run failed */
    double build_seconds;     /* of the first run */
    double bytes;             /* of all representations after the last one */
    mg_iteration *iterations; /* with the least times of the trials; NULL: not recorded. The caller frees it */
    size_t iteration_count;
} graph_times;

/* Runs an algorithm once, which builds what it needs, and then as often as the trials; records: also the iterations.
 * Returns an exit status; a failure of the library is in the context's error and in `seconds`. */
int graph_time(const session *opened, const bench_algorithm *measured, mg_backend_kind backend, const graph_way *way,
               uint64_t trials, bool records, graph_times *times);

/* A graph that was opened, as operand or generated, with weights. */
typedef struct graph_list {
    const bench_recipe *recipes; /* where no files are given; ends with a NULL kind */
    char *const *files;
    size_t count;
} graph_list;
/* data: of the caller. */
typedef int graph_visitor(bench_run *r, session *s, const char *name, void *data);
/* Calls `visit` for each graph. Returns an exit status, that of `visit` if it is not success. */
int graph_list_visit(bench_run *r, const graph_list *list, graph_visitor *visit, void *data);

/* Table 3.2 for each graph, and the medians of all modes for each algorithm. */
int graph_print_modes(bench_run *r, const graph_list *list);
/* Tables 3.7 and 3.8. */
int graph_print_preprocessing(bench_run *r, const graph_list *list);
int bench_run_modes(bench_run *r, char *const *files, size_t count);
int bench_run_preprocessing(bench_run *r, char *const *files, size_t count);

/* The published layouts of a graph, counted. Elements have 4 bytes; there are no weights. */
typedef struct graph_counts {
    double arcs, vertices;
    double heavy_blocks, heavy_edges, heavy_destinations; /* (destination, heavy block) pairs */
    double light_edges, light_blocks, column_panels;      /* panels with a light edge */
} graph_counts;
bool graph_count(mg_context *context, const mg_graph *graph, uint64_t width, uint64_t heavy, graph_counts *counts);
/* Of one iteration of PageRank in the dense mode, per edge: bytes moved, the share of 32-byte sectors that is used,
 * atomic operations in shared memory; and the layouts' bytes divided by those of CSR. */
double graph_bytes_per_edge(const graph_counts *c);
double graph_memory_efficiency(const graph_counts *c);
double graph_atomics_per_edge(const graph_counts *c);
double graph_layout_ratio(const graph_counts *c);

#endif
