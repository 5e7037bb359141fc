/* SPDX-License-Identifier: Apache-2.0
 *
 * graph_modes.c: bench modes: what each traversal mode costs. Table 3.2 of the MultiGraph paper, the iterations of bfs
 * by mode, and for each algorithm the medians of all modes and of the choice.
 */
#include "tools/bench/graph_runs.h"
#include "tools/cli/message.h"
#include "tools/output/summary.h"

#include <inttypes.h>
#include <stdlib.h>
#include <string.h>

#define MOST_ROWS 24 /* of table 3.2; the totals have all */
#define ALGORITHMS "bfs,sssp,cc,pagerank,pagerank-data,bc"

static const bench_recipe small[] = {
    {"kron", 16, 16, 0, BENCH_ALL_THREADS}, {"road", 0, 0, 300, BENCH_ALL_THREADS}, {0}};

/* ---- table 3.2 ---- */

enum { SPARSE, DENSE, PULL, COLUMNS };
static const int column_ways[COLUMNS] = {WAY_SPARSE, WAY_DENSE, WAY_PULL};

static void free_columns(graph_times *columns, graph_times *chosen) {
    for (int c = 0; c < COLUMNS; c++) {
        free(columns[c].iterations);
    }
    free(chosen->iterations);
}

/* Have all modes the same iterations with the same frontiers? */
static bool agree(const graph_times *columns, const graph_times *chosen) {
    for (int c = 0; c < COLUMNS; c++) {
        if (columns[c].iteration_count != chosen->iteration_count) {
            return false;
        }
        for (size_t i = 0; i < chosen->iteration_count; i++) {
            if (columns[c].iterations[i].frontier_vertices != chosen->iterations[i].frontier_vertices) {
                return false;
            }
        }
    }
    return true;
}

static void print_rows(sink *out, const graph_times *columns, const graph_times *chosen) {
    double totals[COLUMNS] = {0}, published = 0, best = 0, ours = 0;
    for (size_t i = 0; i < chosen->iteration_count; i++) {
        const mg_iteration *const at = &chosen->iterations[i];
        double ms[COLUMNS];
        for (int c = 0; c < COLUMNS; c++) {
            ms[c] = 1e3 * columns[c].iterations[i].seconds;
            totals[c] += ms[c];
        }
        const double two = ms[SPARSE] < ms[DENSE] ? ms[SPARSE] : ms[DENSE], three = two < ms[PULL] ? two : ms[PULL];
        published += two;
        best += three;
        ours += 1e3 * at->seconds;
        if (i < MOST_ROWS) {
            bench_print(out, "%5zu %12" PRIu64 " %14" PRIu64 " %9.3f %9.3f %9.3f %9.3f %9.3f  %-6s %9.3f\n", i + 1,
                        at->frontier_vertices, at->frontier_edges, ms[SPARSE], ms[DENSE], ms[PULL], two, three,
                        mg_mode_name(at->mode), 1e3 * at->seconds);
        }
    }
    if (chosen->iteration_count > MOST_ROWS) {
        bench_print(out, "  ... %zu further iterations\n", chosen->iteration_count - MOST_ROWS);
    }
    bench_print(out, "%-33s %9.3f %9.3f %9.3f %9.3f %9.3f  %-6s %9.3f\n", "total time", totals[SPARSE], totals[DENSE],
                totals[PULL], published, best, "", ours);
}

static int print_frontiers(bench_run *r, session *s, mg_backend_kind backend) {
    const bench_algorithm *const bfs = bench_algorithm_find("bfs", 3);
    graph_times columns[COLUMNS] = {{0}}, chosen = {0};
    int status = graph_time(s, bfs, backend, &graph_ways[WAY_AUTO], r->options->bench.trials, true, &chosen);
    for (int c = 0; c < COLUMNS && status == STATUS_SUCCESS; c++) {
        status = graph_time(s, bfs, backend, &graph_ways[column_ways[c]], r->options->bench.trials, true, &columns[c]);
    }
    if (status == STATUS_SUCCESS) {
        bench_print(&r->table, "Table 3.2: BFS frontier size variation, times in ms, the least of the trials\n");
        bench_print(&r->table, "%5s %12s %14s %9s %9s %9s %9s %9s  %-6s %9s\n", "Iter", "# vertices", "# edges",
                    "Sparse", "Dense", "pull", "Best", "of all", "chosen", "ms");
        if (agree(columns, &chosen)) {
            print_rows(&r->table, columns, &chosen);
        } else {
            bench_print(&r->table, "      the modes differ in their iterations: there is none to compare\n");
        }
        sink_flush(&r->table);
    }
    free_columns(columns, &chosen);
    return status;
}

/* ---- all algorithms ---- */

static int print_algorithm(bench_run *r, session *s, mg_backend_kind backend, const bench_algorithm *measured) {
    double medians[WAYS] = {0};
    int best = 0;
    for (int way = 0; way < WAYS; way++) {
        graph_times times;
        const int status = graph_time(s, measured, backend, &graph_ways[way], r->options->bench.trials, false, &times);
        if (status != STATUS_SUCCESS) {
            return status;
        }
        medians[way] = times.seconds;
        if (way && medians[way] > 0 && (!best || medians[way] < medians[best])) {
            best = way;
        }
    }
    bench_print(&r->table, "%-14s", measured->name);
    for (int way = 0; way < WAYS; way++) {
        if (medians[way] > 0) {
            bench_print(&r->table, " %9.3f", 1e3 * medians[way]);
        } else {
            bench_print(&r->table, " %9s", "-");
        }
    }
    bench_print(&r->table, "  %-9s %6.2f\n", best ? graph_ways[best].name : "-",
                best && medians[WAY_AUTO] > 0 ? medians[WAY_AUTO] / medians[best] : 0);
    sink_flush(&r->table);
    return STATUS_SUCCESS;
}

static int print_algorithms(bench_run *r, session *s, mg_backend_kind backend) {
    const char *list = r->options->bench.algorithms ? r->options->bench.algorithms : ALGORITHMS;
    int status = STATUS_SUCCESS;
    bench_print(&r->table, "medians of %" PRIu64 " trials in ms\n%-14s", r->options->bench.trials, "");
    for (int way = 0; way < WAYS; way++) {
        bench_print(&r->table, " %9s", graph_ways[way].name);
    }
    bench_print(&r->table, "  %-9s %6s\n", "best", "auto");
    for (size_t length; *list && status == STATUS_SUCCESS; list += length + (list[length] == ',')) {
        length = strcspn(list, ",");
        const bench_algorithm *const measured = bench_algorithm_find(list, length);
        if (measured->verb) { /* no product */
            status = print_algorithm(r, s, backend, measured);
        }
    }
    return status;
}

int graph_print_modes(bench_run *r, session *s, const char *name) {
    int status = STATUS_SUCCESS;
    for (int backend = MG_BACKEND_CPU; backend <= MG_BACKEND_CUDA && status == STATUS_SUCCESS; backend++) {
        if (r->report.backends & 1u << backend) {
            bench_print(&r->table, "\n%s: %" PRIu32 " vertices, %" PRIu64 " arcs, backend %s\n", name,
                        mg_graph_vertex_count(s->graph), mg_graph_arc_count(s->graph),
                        bench_backend_name((mg_backend_kind)backend));
            status = print_frontiers(r, s, (mg_backend_kind)backend);
            status = status == STATUS_SUCCESS ? print_algorithms(r, s, (mg_backend_kind)backend) : status;
        }
    }
    return status;
}

int bench_run_modes(bench_run *r, char *const *files, size_t count) {
    const graph_list list = {.recipes = small, .files = files, .count = count};
    return graph_list_visit(r, &list, graph_print_modes);
}
