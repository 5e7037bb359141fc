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

/* Sums over the graphs for table 3.8: logarithms of build time / run time. */
static struct {
    double logarithms[ALGORITHMS][NUMBERINGS];
    size_t counts[ALGORITHMS][NUMBERINGS];
    mg_backend_kind backend;
} sums;

/* The layouts of the modes dense and sparse; *seconds: what they took. */
static int build_all(const session *s, const bench_algorithm *measured, double *seconds) {
    static const int ways[] = {WAY_DENSE, WAY_SEGMENTED};
    int status = STATUS_SUCCESS;
    for (int i = 0; i < 2 && status == STATUS_SUCCESS; i++) {
        graph_times times;
        status = graph_time(s, measured, sums.backend, &graph_ways[ways[i]], 0, false, &times);
        *seconds += times.build_seconds;
    }
    return status;
}

/* One cell of table 3.7; *ms: negative if the run failed. */
static int measure(bench_run *r, session *s, int a, int numbering, double *ms) {
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
    int status = s->options->bench.paper ? build_all(s, measured, &more) : STATUS_SUCCESS;
    times.seconds = -1;
    if (status == STATUS_SUCCESS) {
        status = graph_time(s, measured, sums.backend, &graph_ways[WAY_AUTO], r->options->bench.trials, false, &times);
        times.build_seconds += more;
    }
    s->graph = original;
    mg_graph_destroy(copy);
    if (status == STATUS_SUCCESS && times.seconds > 0) {
        *ms = 1e3 * times.build_seconds;
        if (times.build_seconds > 0) {
            sums.logarithms[a][numbering] += log(times.build_seconds / times.seconds);
            sums.counts[a][numbering]++;
        }
    }
    return status;
}

static int print_graph(bench_run *r, session *s, const char *name) {
    int status = STATUS_SUCCESS;
    bench_print(&r->table, "%-22s", name);
    for (int a = 0; a < ALGORITHMS && status == STATUS_SUCCESS; a++) {
        double ms[NUMBERINGS] = {-1, -1};
        for (int n = 0; n < NUMBERINGS && status == STATUS_SUCCESS; n++) {
            status = measure(r, s, a, n, &ms[n]);
        }
        if (ms[0] >= 0 && ms[1] >= 0) {
            bench_print(&r->table, "  %8.2f(%8.2f)", ms[0], ms[1]);
        } else {
            bench_print(&r->table, "  %18s", "-");
        }
    }
    bench_print(&r->table, "\n");
    sink_flush(&r->table);
    return status;
}

static void print_ratios(bench_run *r) {
    bench_print(&r->table, "\nTable 3.8: Normalized pre-processing overhead: geometric mean of preprocessing / run\n");
    bench_print(&r->table, "%-16s %10s %10s %17s\n", "", "Original", "Renumbered", "thesis");
    for (int a = 0; a < ALGORITHMS; a++) {
        bench_print(&r->table, "%-16s", algorithms[a]);
        for (int n = 0; n < NUMBERINGS; n++) {
            if (sums.counts[a][n]) {
                bench_print(&r->table, " %10.2f", exp(sums.logarithms[a][n] / (double)sums.counts[a][n]));
            } else {
                bench_print(&r->table, " %10s", "-");
            }
        }
        bench_print(&r->table, " %8.2f %8.2f\n", printed_ratios[a][0], printed_ratios[a][1]);
    }
    bench_print(&r->table, "-: nothing is built, or there is no such run\n");
    sink_flush(&r->table);
}

static int print_backend(bench_run *r, const graph_list *list, mg_backend_kind backend) {
    memset(&sums, 0, sizeof sums);
    sums.backend = backend;
    bench_print(&r->table, "\nTable 3.7: Preprocessing time: original(renumbered), in ms, backend %s\n%-22s",
                bench_backend_name(backend), "");
    for (int a = 0; a < ALGORITHMS; a++) {
        bench_print(&r->table, "  %18s", algorithms[a]);
    }
    bench_print(&r->table, "\n");
    const int status = graph_list_visit(r, list, print_graph);
    bench_print(&r->table, "thesis, Tesla K40c:    BC         BFS, PR    CC          SSSP\n");
    for (size_t i = 0; i < sizeof printed / sizeof *printed; i++) {
        bench_print(&r->table, "    %s\n", printed[i]);
    }
    if (status == STATUS_SUCCESS) {
        print_ratios(r);
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
    return graph_print_preprocessing(r, &list);
}
