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

/* Times of an iteration or of all in ms. Best: of sparse and dense, as published; of all: with pull. */
typedef struct frontier_times {
    double ms[COLUMNS], best, of_all, chosen;
} frontier_times;

static void put_times(bench_table *t, const frontier_times *times, const char *mode) {
    for (int c = 0; c < COLUMNS; c++) {
        table_number(t, times->ms[c]);
    }
    table_number(t, times->best);
    table_number(t, times->of_all);
    if (mode) {
        table_text(t, "%s", mode);
    } else {
        table_blank(t);
    }
    table_number(t, times->chosen);
    table_row(t);
}

static void put_iterations(bench_table *t, const graph_times *columns, const graph_times *chosen) {
    frontier_times totals = {.best = 0};
    for (size_t i = 0; i < chosen->iteration_count; i++) {
        const mg_iteration *const at = &chosen->iterations[i];
        frontier_times times = {.chosen = 1e3 * at->seconds};
        for (int c = 0; c < COLUMNS; c++) {
            times.ms[c] = 1e3 * columns[c].iterations[i].seconds;
            totals.ms[c] += times.ms[c];
        }
        times.best = times.ms[SPARSE] < times.ms[DENSE] ? times.ms[SPARSE] : times.ms[DENSE];
        times.of_all = times.best < times.ms[PULL] ? times.best : times.ms[PULL];
        totals.best += times.best;
        totals.of_all += times.of_all;
        totals.chosen += times.chosen;
        t->silent = i >= MOST_ROWS;
        table_count(t, i + 1);
        table_count(t, at->frontier_vertices);
        table_count(t, at->frontier_edges);
        put_times(t, &times, mg_mode_name(at->mode));
    }
    t->silent = false;
    if (chosen->iteration_count > MOST_ROWS) {
        bench_print(t->out, "  ... %zu further iterations\n", chosen->iteration_count - MOST_ROWS);
    }
    table_text(t, "total");
    table_blank(t);
    table_blank(t);
    put_times(t, &totals, NULL);
}

static void print_frontiers(bench_run *r, const char *name, mg_backend_kind backend, const graph_times *columns,
                            const graph_times *chosen) {
    static const char *const headings[] = {"Sparse", "Dense", "pull", "Best", "of all"};
    bench_table t;
    table_begin(&t, &r->report, backend, "Table 3.2",
                "BFS frontier size variation of %s, times in ms, the least of the trials", name);
    table_fact(&t, "graph", name);
    table_column_add(&t, 5, 0, "Iter", "iteration");
    table_column_add(&t, 12, 0, "# vertices", "vertices");
    table_column_add(&t, 14, 0, "# edges", "edges");
    for (int c = 0; c < COLUMNS + 2; c++) {
        table_column_add(&t, 9, 3, headings[c], "%s", headings[c]);
    }
    table_column_add(&t, -6, 0, "chosen", "chosen");
    table_between(&t, "  ", "");
    table_column_add(&t, 9, 3, "ms", "chosen_ms");
    if (agree(columns, chosen)) {
        put_iterations(&t, columns, chosen);
    } else {
        table_note(&t, "      the modes differ in their iterations: there is none to compare");
    }
    table_end(&t);
}

static int measure_frontiers(bench_run *r, session *s, const char *name, mg_backend_kind backend) {
    const bench_algorithm *const bfs = bench_algorithm_find("bfs", 3);
    graph_times columns[COLUMNS] = {{0}}, chosen = {0};
    int status = graph_time(s, bfs, backend, &graph_ways[WAY_AUTO], r->options->bench.trials, true, &chosen);
    for (int c = 0; c < COLUMNS && status == STATUS_SUCCESS; c++) {
        status = graph_time(s, bfs, backend, &graph_ways[column_ways[c]], r->options->bench.trials, true, &columns[c]);
    }
    if (status == STATUS_SUCCESS) {
        print_frontiers(r, name, backend, columns, &chosen);
    }
    free_columns(columns, &chosen);
    return status;
}

/* ---- all algorithms ---- */

/* A row of the table of all modes. */
static int put_algorithm(bench_run *r, session *s, bench_table *t, mg_backend_kind backend,
                         const bench_algorithm *measured) {
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
    table_text(t, "%s", measured->name);
    for (int way = 0; way < WAYS; way++) {
        table_measured(t, 1e3 * medians[way]);
    }
    table_text(t, "%s", best ? graph_ways[best].name : "-");
    table_number(t, best && medians[WAY_AUTO] > 0 ? medians[WAY_AUTO] / medians[best] : 0);
    table_row(t);
    return STATUS_SUCCESS;
}

static int print_algorithms(bench_run *r, session *s, const char *name, mg_backend_kind backend) {
    const char *list = r->options->bench.algorithms ? r->options->bench.algorithms : ALGORITHMS;
    int status = STATUS_SUCCESS;
    bench_table t;
    table_begin(&t, &r->report, backend, "", "all modes on %s, medians of %" PRIu64 " trials in ms", name,
                r->options->bench.trials);
    table_fact(&t, "graph", name);
    table_column_add(&t, -14, 0, "", "algorithm");
    for (int way = 0; way < WAYS; way++) {
        table_column_add(&t, 9, 3, graph_ways[way].name, "%s", graph_ways[way].name);
    }
    table_column_add(&t, -9, 0, "best", "best");
    table_between(&t, "  ", "");
    table_column_add(&t, 6, 2, "auto", "auto_over_best");
    for (size_t length; *list && status == STATUS_SUCCESS; list += length + (list[length] == ',')) {
        length = strcspn(list, ",");
        const bench_algorithm *const measured = bench_algorithm_find(list, length);
        if (measured->verb) { /* no product */
            status = put_algorithm(r, s, &t, backend, measured);
        }
    }
    table_end(&t);
    return status;
}

static int print_graph(bench_run *r, session *s, const char *name, void *data) {
    int status = STATUS_SUCCESS;
    (void)data;
    for (int backend = MG_BACKEND_CPU; backend <= MG_BACKEND_CUDA && status == STATUS_SUCCESS; backend++) {
        if (r->report.backends & 1u << backend) {
            bench_print(&r->table, "\n%s: %" PRIu32 " vertices, %" PRIu64 " arcs, backend %s\n", name,
                        mg_graph_vertex_count(s->graph), mg_graph_arc_count(s->graph),
                        bench_backend_name((mg_backend_kind)backend));
            status = measure_frontiers(r, s, name, (mg_backend_kind)backend);
            status = status == STATUS_SUCCESS ? print_algorithms(r, s, name, (mg_backend_kind)backend) : status;
        }
    }
    return status;
}

int graph_print_modes(bench_run *r, const graph_list *list) {
    return graph_list_visit(r, list, print_graph, NULL);
}

int bench_run_modes(bench_run *r, char *const *files, size_t count) {
    const graph_list list = {.recipes = small, .files = files, .count = count};
    r->report.suite = "modes";
    return graph_print_modes(r, &list);
}
