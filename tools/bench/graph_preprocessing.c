/* SPDX-License-Identifier: Apache-2.0
 *
 * graph_preprocessing.c: bench preprocessing: tables 3.7 and 3.8 of the MultiGraph paper. Each algorithm gets a copy of
 * the graph of its own, in the given and in a random numbering, so that nothing is built before its first run.
 */
#include "tools/bench/graph_runs.h"
#include "tools/cli/message.h"

#include <math.h>
#include <string.h>

static const bench_recipe small[] = {
    {"kron", 16, 16, 0, BENCH_ALL_THREADS}, {"road", 0, 0, 300, BENCH_ALL_THREADS}, {0}};

enum { ALGORITHMS = 6, NUMBERINGS = 2 };
static const char *const algorithms[ALGORITHMS] = {"bc", "bfs", "cc", "pagerank-data", "pagerank", "sssp"};
static const mg_vertex_order orders[NUMBERINGS] = {MG_ORDER_NATURAL, MG_ORDER_SHUFFLED};

/* Table 3.7 (BC, BFS and PR, CC, SSSP) on a Tesla K40c in ms, original and renumbered. */
static const char *const printed[] = {"soc-Livejournal1  130(200)   128(198)   6.7(6.7)    189(280)",
                                      "soc-orkut         311(425)   312(419)   13.5(12.7)  473(598)",
                                      "hollywood-09      191(270)   242(369)   7(6.3)      332(469)",
                                      "indochina-04      391(557)   453(595)   19.5(16.5)  681(827)",
                                      "rmat24            1009(1049) 1092(1122) 33.7(26.8)  1655(1681)",
                                      "kron_g500         675(668)   1077(1065) 9.8(9.9)    1249(1235)",
                                      "rgg_n_2_24_s0     188(633)   133(588)   15.8(16)    149(828)",
                                      "road_USA          105(177)   87(144)    8.1(8.1)    111(166)",
                                      "roadnet-CA        13.2(12.8) 11.8(11.3) 0.7(0.7)    12.5(15.3)"};
/* Table 3.8, by `algorithms`. */
static const double printed_ratios[ALGORITHMS][NUMBERINGS] = {{1.97, 1.97}, {3.19, 3.40}, {0.13, 0.07},
                                                              {0.55, 0.66}, {0.15, 0.21}, {0.57, 0.57}};

/* Table 3.7, and sums over the graphs for table 3.8: logarithms of build time / run time. */
typedef struct preprocessing {
    bench_table *table;
    mg_backend_kind backend;
    double logarithms[ALGORITHMS][NUMBERINGS];
    size_t counts[ALGORITHMS][NUMBERINGS];
} preprocessing;

/* The layouts of the modes dense and sparse; *seconds: what they took. */
static int build_all(const session *s, const bench_algorithm *measured, mg_backend_kind backend, double *seconds) {
    static const int ways[] = {WAY_DENSE, WAY_SEGMENTED};
    int status = STATUS_SUCCESS;
    for (int i = 0; i < 2 && status == STATUS_SUCCESS; i++) {
        graph_times times;
        status = graph_time(s, measured, backend, &graph_ways[ways[i]], 0, false, &times);
        *seconds += times.build_seconds;
    }
    return status;
}

/* One cell of table 3.7; *ms: negative if the run failed. */
static int measure(bench_run *r, session *s, preprocessing *all, int a, int numbering, double *ms) {
    const char *const name = algorithms[a];
    const bench_algorithm *const measured = bench_algorithm_find(name, strlen(name));
    mg_graph *const original = s->graph;
    mg_graph *copy = NULL;
    graph_times times;
    *ms = -1;
    const mg_status made = mg_graph_reorder(s->context, original, orders[numbering], 1, &copy);
    if (made < 0) {
        return library_failure(s->context, made);
    }
    s->graph = copy;
    double more = 0; /* the layouts of the other modes, which the paper always builds */
    int status = s->options->bench.paper ? build_all(s, measured, all->backend, &more) : STATUS_SUCCESS;
    times.seconds = -1;
    if (status == STATUS_SUCCESS) {
        status = graph_time(s, measured, all->backend, &graph_ways[WAY_AUTO], r->options->bench.trials, false, &times);
        times.build_seconds += more;
    }
    s->graph = original;
    mg_graph_destroy(copy);
    if (status == STATUS_SUCCESS && times.seconds > 0) {
        *ms = 1e3 * times.build_seconds;
        if (times.build_seconds > 0) {
            all->logarithms[a][numbering] += log(times.build_seconds / times.seconds);
            all->counts[a][numbering]++;
        }
    }
    return status;
}

/* A row of table 3.7. */
static int put_graph(bench_run *r, session *s, const char *name, void *data) {
    preprocessing *const all = data;
    double ms[ALGORITHMS][NUMBERINGS];
    int status = STATUS_SUCCESS;
    for (int a = 0; a < ALGORITHMS; a++) {
        for (int n = 0; n < NUMBERINGS && status == STATUS_SUCCESS; n++) {
            status = measure(r, s, all, a, n, &ms[a][n]);
        }
    }
    if (status != STATUS_SUCCESS) {
        return status;
    }
    table_text(all->table, "%s", name);
    for (int a = 0; a < ALGORITHMS; a++) {
        for (int n = 0; n < NUMBERINGS; n++) {
            table_number(all->table, ms[a][n]);
        }
    }
    table_row(all->table);
    return status;
}

static void print_ratios(bench_run *r, const preprocessing *all) {
    bench_table t;
    table_begin(&t, &r->report, all->backend, "Table 3.8",
                "Normalized pre-processing overhead: geometric mean of preprocessing / run");
    table_column_add(&t, -16, 0, "", "algorithm");
    table_column_add(&t, 10, 2, "Original", "original");
    table_column_add(&t, 10, 2, "Renumbered", "renumbered");
    table_column_add(&t, 8, 2, "thesis", "thesis_original");
    table_column_add(&t, 8, 2, "thesis", "thesis_renumbered");
    for (int a = 0; a < ALGORITHMS; a++) {
        table_text(&t, "%s", algorithms[a]);
        for (int n = 0; n < NUMBERINGS; n++) {
            table_number(&t, all->counts[a][n] ? exp(all->logarithms[a][n] / (double)all->counts[a][n]) : -1);
        }
        table_number(&t, printed_ratios[a][0]);
        table_number(&t, printed_ratios[a][1]);
        table_row(&t);
    }
    table_note(&t, "-: nothing is built, or there is no such run");
    table_end(&t);
}

static int print_backend(bench_run *r, const graph_list *list, mg_backend_kind backend) {
    bench_table t;
    preprocessing all = {.table = &t, .backend = backend};
    table_begin(&t, &r->report, backend, "Table 3.7", "Preprocessing time: original(renumbered), in ms, backend %s",
                bench_backend_name(backend));
    table_column_add(&t, -22, 0, "", "graph");
    for (int a = 0; a < ALGORITHMS; a++) {
        table_column_add(&t, 13, 2, algorithms[a], "%s_original", algorithms[a]);
        table_column_add(&t, 8, 2, "renumb.", "%s_renumbered", algorithms[a]);
        table_between(&t, "(", ")");
    }
    const int status = graph_list_visit(r, list, put_graph, &all);
    table_note(&t, "thesis, Tesla K40c:    BC         BFS, PR    CC          SSSP");
    for (size_t i = 0; i < sizeof printed / sizeof *printed; i++) {
        table_note(&t, "    %s", printed[i]);
    }
    table_end(&t);
    if (status == STATUS_SUCCESS) {
        print_ratios(r, &all);
    }
    return status;
}

int graph_print_preprocessing(bench_run *r, const graph_list *list) {
    int status = STATUS_SUCCESS;
    for (int backend = MG_BACKEND_CPU; backend <= MG_BACKEND_CUDA && status == STATUS_SUCCESS; backend++) {
        if (r->report.backends & 1u << backend) {
            status = print_backend(r, list, (mg_backend_kind)backend);
        }
    }
    return status;
}

int bench_run_preprocessing(bench_run *r, char *const *files, size_t count) {
    const graph_list list = {.recipes = small, .files = files, .count = count};
    r->report.suite = "preprocessing";
    return graph_print_preprocessing(r, &list);
}
