/* SPDX-License-Identifier: Apache-2.0
 *
 * papers_multigraph.c: chapter 3 of Hong's thesis, MultiGraph. Tables 3.5 and 3.6 compare with other systems: see the
 * verb compare.
 */
#include "tools/bench/graph_runs.h"
#include "tools/bench/papers.h"
#include "tools/cli/message.h"
#include "tools/cli/signals.h"
#include "tools/verbs/diameter.h"

#include <inttypes.h>
#include <stddef.h>
#include <string.h>

#define PAPER_WIDTH 6144
#define PAPER_HEAVY 18432
#define SEARCHES_MAX 40

static const bench_recipe full[] = {{"rmat", 20, 31, 0, BENCH_ALL_THREADS},
                                    {"kron", 18, 48, 0, BENCH_ALL_THREADS},
                                    {"rgg", 20, 0, 0, BENCH_ALL_THREADS},
                                    {"road", 0, 0, 1200, BENCH_ALL_THREADS},
                                    {0}};
static const bench_recipe quick[] = {{"rmat", 12, 31, 0, BENCH_ALL_THREADS},
                                     {"kron", 11, 48, 0, BENCH_ALL_THREADS},
                                     {"rgg", 10, 0, 0, BENCH_ALL_THREADS},
                                     {"road", 0, 0, 40, BENCH_ALL_THREADS},
                                     {0}};

const papers_source papers_multigraph_sources[] = {
    {"rmat_s24_e16", "suite paper", 16777216, "16.8M, 520.0M, 434813, 6"},
    {"rmat_s23_e32", "suite paper", 8388608, "8.4M, 506.4M, 438471, 6"},
    {"rmat_s22_e64", "suite paper", 4194304, "4.2M, 484.0M, 428234, 6"},
    {"indochina-2004", "LAW", 7414866, "7.4M, 302.0M, 256425, 26"},
    {"soc-orkut", "networkrepository.com", 2997166, "3M, 212.7M, 27466, 9"},
    {"kron_g500-logn21", "DIMACS10", 2097152, "2.1M, 182.1M, 213904, 6"},
    {"hollywood-2009", "LAW", 1139905, "1.1M, 112.8M, 11467, 11"},
    {"soc-LiveJournal1", "SNAP", 4847571, "4.8M, 85.7M, 20333, 16"},
    {"rgg_n_2_24_s0", "DIMACS10", 16777216, "16.8M, 265.1M, 40, 2622"},
    {"road_usa", "DIMACS10", 23947347, "23.9M, 57.7M, 40, 6809"},
    {"roadNet-CA", "SNAP", 1971281, "2M, 5.5M, 12, 849"}};
const size_t papers_multigraph_source_count = sizeof papers_multigraph_sources / sizeof *papers_multigraph_sources;

/* The paper that is printed: the functions for graph_list_visit have no room for it. */
static papers *printed;

/* ---- table 3.3 ---- */

static int print_data_set(bench_run *r, session *s, const char *name) {
    const mg_adjacency out = mg_graph_out_edges(s->graph);
    uint64_t greatest = 0;
    diameter d;
    for (mg_vertex v = 0; v < mg_graph_vertex_count(s->graph); v++) {
        const uint64_t degree = out.offsets[v + 1] - out.offsets[v];
        greatest = degree > greatest ? degree : greatest;
    }
    const mg_status status = diameter_find(s->context, s->graph, mg_graph_default_source(s->graph), SEARCHES_MAX, &d);
    if (status < 0) {
        return library_failure(s->context, status);
    }
    bench_print(&r->table, "%-22s %10" PRIu32 " %12" PRIu64 " %10" PRIu64, name, mg_graph_vertex_count(s->graph),
                mg_graph_arc_count(s->graph), greatest);
    bench_print(&r->table, d.least == d.greatest ? " %" PRIu32 "\n" : " at least %" PRIu32 "\n", d.least);
    for (size_t i = 0; i < papers_multigraph_source_count; i++) {
        if (papers_same_name(papers_multigraph_sources[i].name, name)) {
            bench_print(&r->table, "  thesis: %s\n", papers_multigraph_sources[i].printed);
        }
    }
    return STATUS_SUCCESS;
}

/* ---- figures 3.8 to 3.13 ---- */

static const struct {
    const char *figure, *algorithm;
} figures[] = {{"3.8 (betweenness centrality)", "bc"},
               {"3.9 (breadth-first search)", "bfs"},
               {"3.10 (connected components)", "cc"},
               {"3.11 (pagerank, data-driven)", "pagerank-data"},
               {"3.12 (pagerank, topology-driven)", "pagerank"},
               {"3.13 (single-source shortest path)", "sssp"}};
#define FIGURES (sizeof figures / sizeof *figures)

/* D, S and the hybrid as published, and ours. */
enum { BARS = 4 };
static const struct {
    int way;
    bool published;
} bars[BARS] = {{WAY_DENSE, true}, {WAY_SEGMENTED, true}, {WAY_AUTO, true}, {WAY_AUTO, false}};
static const bench_algorithm *figure_algorithm;

/* MTEPS of one bar; 0: it does not run. */
static int measure_bar(bench_run *r, session *s, int bar, double *mteps) {
    cli_options options = *s->options;
    const cli_options *const given = s->options;
    graph_times times;
    char why[64];
    if (bars[bar].published) {
        const option_spec spec = {.field = offsetof(cli_options, bench.paper)};
        parse_paper(&spec, NULL, &options, why, sizeof why);
    }
    s->options = &options;
    const int status =
        graph_time(s, figure_algorithm, printed->backend, &graph_ways[bars[bar].way], printed->trials, false, &times);
    s->options = given;
    *mteps =
        times.seconds > 0 ? 1e-6 * (double)mg_graph_arc_count(s->graph) * figure_algorithm->passes / times.seconds : 0;
    (void)r;
    return status;
}

static int print_bars(bench_run *r, session *s, const char *name) {
    static const mg_vertex_order orders[] = {MG_ORDER_NATURAL, MG_ORDER_SHUFFLED};
    mg_graph *const original = s->graph;
    int status = STATUS_SUCCESS;
    bench_print(&r->table, "%-22s", name);
    for (int n = 0; n < 2 && status == STATUS_SUCCESS; n++) {
        mg_graph *ordered = NULL;
        const mg_status made = mg_graph_reorder(s->context, original, orders[n], 1, &ordered);
        if (made < 0) {
            return library_failure(s->context, made);
        }
        s->graph = ordered;
        for (int bar = 0; bar < BARS && status == STATUS_SUCCESS; bar++) {
            double mteps = 0;
            status = measure_bar(r, s, bar, &mteps);
            papers_put(printed, 8, mteps < 100 ? 1 : 0, mteps);
        }
        bench_print(&r->table, n ? "\n" : "  |");
        s->graph = original;
        mg_graph_destroy(ordered);
    }
    sink_flush(&r->table);
    return status;
}

static int print_figure(bench_run *r, const graph_list *list, size_t i) {
    figure_algorithm = bench_algorithm_find(figures[i].algorithm, strlen(figures[i].algorithm));
    bench_print(&r->table, "\nFigure %s: MTEPS, original | renumbered\n%-22s %8s %8s %8s %8s  | %8s %8s %8s %8s\n",
                figures[i].figure, "", "D", "S", "hybrid", "ours", "D", "S", "hybrid", "ours");
    return graph_list_visit(r, list, print_bars);
}

/* ---- figure 3.14 ---- */

static int print_counts(bench_run *r, session *s, const char *name) {
    const bench_algorithm *const pagerank = bench_algorithm_find("pagerank", 8);
    const double csr = 8.0 * ((double)mg_graph_vertex_count(s->graph) + 1) + 4.0 * (double)mg_graph_arc_count(s->graph);
    graph_counts c;
    graph_times times;
    int status = graph_time(s, pagerank, printed->backend, &graph_ways[WAY_DENSE], 1, false, &times);
    if (status != STATUS_SUCCESS) {
        return status;
    }
    if (!graph_count(s->context, s->graph, PAPER_WIDTH, PAPER_HEAVY, &c)) {
        message("out of memory for the blocks of %s", name);
        return STATUS_FAILURE;
    }
    bench_print(&r->table, "%-22s", name);
    papers_put(printed, 10, 2, graph_layout_ratio(&c));
    papers_put(printed, 10, 2, times.seconds > 0 ? 1 + times.bytes / csr : 0);
    papers_put(printed, 10, 2, graph_memory_efficiency(&c));
    papers_put(printed, 10, 2, graph_bytes_per_edge(&c));
    papers_put(printed, 10, 3, graph_atomics_per_edge(&c));
    bench_print(&r->table, " %9.0f %%\n", c.arcs > 0 ? 100 * c.heavy_edges / c.arcs : 0);
    sink_flush(&r->table);
    return STATUS_SUCCESS;
}

static int print_figure_14(bench_run *r, const graph_list *list) {
    bench_print(
        &r->table,
        "\nFigure 3.14: PR in the dense mode. Counted for the published layout, blocks of %d, heavy beyond %d edges:\n"
        "(a) memory over CSR, (b) global memory efficiency, (c) bytes and (d) shared atomics an edge, none global;\n"
        "ours: the memory of our layout\n%-22s %10s %10s %10s %10s %10s %11s\n",
        PAPER_WIDTH, PAPER_HEAVY, "", "(a)", "ours", "(b)", "(c)", "(d)", "heavy");
    const int status = graph_list_visit(r, list, print_counts);
    bench_print(&r->table,
                "thesis, measured: (a) 1.5 to 2.5, (b) around 0.8, (c) 8 to 20; Gunrock (b) 0.6 to 0.7, (c) 10 "
                "to 55\n");
    return status;
}

/* ---- all ---- */

static int print_all(bench_run *r, const graph_list *list) {
    bench_print(&r->table, "\nTable 3.3: Dataset description\n%-22s %10s %12s %10s %s\n", "", "|V|", "|E|",
                "Max Degree", "Dia.");
    int status = graph_list_visit(r, list, print_data_set);
    status = status == STATUS_SUCCESS ? graph_list_visit(r, list, graph_print_modes) : status;
    for (size_t i = 0; i < FIGURES && status == STATUS_SUCCESS; i++) {
        status = print_figure(r, list, i);
    }
    status = status == STATUS_SUCCESS ? graph_print_preprocessing(r, list) : status;
    return status == STATUS_SUCCESS ? print_figure_14(r, list) : status;
}

int papers_multigraph(papers *p, bench_run *r, char *const *files, size_t count) {
    const graph_list list = {.recipes = p->quick ? quick : full, .files = files, .count = count};
    const cli_options *const given = r->options;
    const unsigned backends = r->report.backends;
    cli_options options = *given;
    printed = p;
    options.bench.trials = p->trials;
    r->options = &options;
    r->report.backends = 1u << p->backend;
    const int status = print_all(r, &list);
    r->options = given;
    r->report.backends = backends;
    return status;
}
