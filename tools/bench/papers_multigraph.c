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

/* What the visits of the graphs fill. */
typedef struct chapter {
    papers *p;
    bench_table table;
    const bench_algorithm *algorithm; /* of a figure */
} chapter;

/* ---- table 3.3 ---- */

static int put_data_set(bench_run *r, session *s, const char *name, void *data) {
    bench_table *const t = &((chapter *)data)->table;
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
    table_text(t, "%s", name);
    table_count(t, mg_graph_vertex_count(s->graph));
    table_count(t, mg_graph_arc_count(s->graph));
    table_count(t, greatest);
    table_count(t, d.least);
    table_number(t, d.greatest == UINT32_MAX ? -1 : (double)d.greatest);
    table_row(t);
    for (size_t i = 0; i < papers_multigraph_source_count; i++) {
        if (papers_same_name(papers_multigraph_sources[i].name, name)) {
            table_note(t, "  thesis: %s", papers_multigraph_sources[i].printed);
        }
    }
    (void)r;
    return STATUS_SUCCESS;
}

static int print_data_sets(bench_run *r, const graph_list *list, chapter *c) {
    table_begin(&c->table, &r->report, c->p->backend, "Table 3.3", "Dataset description");
    table_column_add(&c->table, -22, 0, "", "graph");
    table_column_add(&c->table, 10, 0, "|V|", "vertices");
    table_column_add(&c->table, 12, 0, "|E|", "arcs");
    table_column_add(&c->table, 10, 0, "Max Degree", "max_degree");
    table_column_add(&c->table, 10, 0, "Dia. least", "diameter_least");
    table_column_add(&c->table, 10, 0, "most", "diameter_most");
    const int status = graph_list_visit(r, list, put_data_set, c);
    table_end(&c->table);
    return status;
}

/* ---- figures 3.8 to 3.13 ---- */

static const struct {
    const char *figure, *title, *algorithm;
} figures[] = {{"Figure 3.8", "betweenness centrality", "bc"},
               {"Figure 3.9", "breadth-first search", "bfs"},
               {"Figure 3.10", "connected components", "cc"},
               {"Figure 3.11", "pagerank, data-driven", "pagerank-data"},
               {"Figure 3.12", "pagerank, topology-driven", "pagerank"},
               {"Figure 3.13", "single-source shortest path", "sssp"}};
#define FIGURES (sizeof figures / sizeof *figures)

/* D, S and the hybrid as published, and ours. */
enum { BARS = 4 };
static const struct {
    const char *name;
    int way;
    bool published;
} bars[BARS] = {
    {"D", WAY_DENSE, true}, {"S", WAY_SEGMENTED, true}, {"hybrid", WAY_AUTO, true}, {"ours", WAY_AUTO, false}};
enum { NUMBERINGS = 2 };
static const mg_vertex_order orders[NUMBERINGS] = {MG_ORDER_NATURAL, MG_ORDER_SHUFFLED};
static const char *const order_names[NUMBERINGS] = {"original", "renumbered"};

/* MTEPS of one bar; 0: it does not run. */
static int measure_bar(session *s, const chapter *c, int bar, double *mteps) {
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
        graph_time(s, c->algorithm, c->p->backend, &graph_ways[bars[bar].way], c->p->trials, false, &times);
    s->options = given;
    *mteps = times.seconds > 0 ? 1e-6 * (double)mg_graph_arc_count(s->graph) * c->algorithm->passes / times.seconds : 0;
    return status;
}

/* The bars of a graph in one numbering. */
static int measure_bars(session *s, const chapter *c, mg_vertex_order order, double mteps[BARS]) {
    mg_graph *const original = s->graph;
    mg_graph *ordered = NULL;
    int status = STATUS_SUCCESS;
    const mg_status made = mg_graph_reorder(s->context, original, order, 1, &ordered);
    if (made < 0) {
        return library_failure(s->context, made);
    }
    s->graph = ordered;
    for (int bar = 0; bar < BARS && status == STATUS_SUCCESS; bar++) {
        status = measure_bar(s, c, bar, &mteps[bar]);
    }
    s->graph = original;
    mg_graph_destroy(ordered);
    return status;
}

static int put_bars(bench_run *r, session *s, const char *name, void *data) {
    chapter *const c = data;
    double mteps[NUMBERINGS][BARS] = {{0}};
    for (int n = 0; n < NUMBERINGS; n++) {
        const int status = measure_bars(s, c, orders[n], mteps[n]);
        if (status != STATUS_SUCCESS) {
            return status;
        }
    }
    table_text(&c->table, "%s", name);
    for (int n = 0; n < NUMBERINGS; n++) {
        for (int bar = 0; bar < BARS; bar++) {
            table_measured(&c->table, mteps[n][bar]);
        }
    }
    table_row(&c->table);
    (void)r;
    return STATUS_SUCCESS;
}

static int print_figure(bench_run *r, const graph_list *list, chapter *c, size_t i) {
    c->algorithm = bench_algorithm_find(figures[i].algorithm, strlen(figures[i].algorithm));
    table_begin(&c->table, &r->report, c->p->backend, figures[i].figure, "%s: MTEPS, original | renumbered",
                figures[i].title);
    table_fact(&c->table, "algorithm", figures[i].algorithm);
    table_column_add(&c->table, -22, 0, "", "graph");
    for (int n = 0; n < NUMBERINGS; n++) {
        for (int bar = 0; bar < BARS; bar++) {
            table_column_add(&c->table, 8, 1, bars[bar].name, "%s_%s", bars[bar].name, order_names[n]);
            table_between(&c->table, n && !bar ? "  | " : " ", "");
        }
    }
    const int status = graph_list_visit(r, list, put_bars, c);
    table_end(&c->table);
    return status;
}

/* ---- figure 3.14 ---- */

static int put_counts(bench_run *r, session *s, const char *name, void *data) {
    chapter *const c = data;
    const bench_algorithm *const pagerank = bench_algorithm_find("pagerank", 8);
    const double csr = 8.0 * ((double)mg_graph_vertex_count(s->graph) + 1) + 4.0 * (double)mg_graph_arc_count(s->graph);
    graph_counts counts;
    graph_times times;
    const int status = graph_time(s, pagerank, c->p->backend, &graph_ways[WAY_DENSE], 1, false, &times);
    if (status != STATUS_SUCCESS) {
        return status;
    }
    if (!graph_count(s->context, s->graph, PAPER_WIDTH, PAPER_HEAVY, &counts)) {
        message("out of memory for the blocks of %s", name);
        return STATUS_FAILURE;
    }
    table_text(&c->table, "%s", name);
    table_measured(&c->table, graph_layout_ratio(&counts));
    table_measured(&c->table, times.seconds > 0 ? 1 + times.bytes / csr : 0);
    table_measured(&c->table, graph_memory_efficiency(&counts));
    table_measured(&c->table, graph_bytes_per_edge(&counts));
    table_measured(&c->table, graph_atomics_per_edge(&counts));
    table_number(&c->table, counts.arcs > 0 ? 100 * counts.heavy_edges / counts.arcs : 0);
    table_row(&c->table);
    (void)r;
    return STATUS_SUCCESS;
}

static int print_figure_14(bench_run *r, const graph_list *list, chapter *c) {
    bench_table *const t = &c->table;
    table_begin(t, &r->report, c->p->backend, "Figure 3.14",
                "PR in the dense mode. Counted for the published layout, blocks of %d, heavy beyond %d edges:",
                PAPER_WIDTH, PAPER_HEAVY);
    table_note(t, "(a) memory over CSR, (b) global memory efficiency, (c) bytes and (d) shared atomics an edge, none "
                  "global;");
    table_note(t, "ours: the memory of our layout");
    table_column_add(t, -22, 0, "", "graph");
    table_column_add(t, 10, 2, "(a)", "memory_over_csr");
    table_column_add(t, 10, 2, "ours", "ours_memory_over_csr");
    table_column_add(t, 10, 2, "(b)", "memory_efficiency");
    table_column_add(t, 10, 2, "(c)", "bytes_per_edge");
    table_column_add(t, 10, 3, "(d)", "atomics_per_edge");
    table_column_add(t, 9, 0, "heavy", "heavy_percent");
    table_between(t, " ", " %");
    const int status = graph_list_visit(r, list, put_counts, c);
    table_note(t,
               "thesis, measured: (a) 1.5 to 2.5, (b) around 0.8, (c) 8 to 20; Gunrock (b) 0.6 to 0.7, (c) 10 to 55");
    table_end(t);
    return status;
}

/* ---- all ---- */

static int print_all(bench_run *r, const graph_list *list, papers *p) {
    chapter c = {.p = p};
    int status = print_data_sets(r, list, &c);
    status = status == STATUS_SUCCESS ? graph_print_modes(r, list) : status;
    for (size_t i = 0; i < FIGURES && status == STATUS_SUCCESS; i++) {
        status = print_figure(r, list, &c, i);
    }
    status = status == STATUS_SUCCESS ? graph_print_preprocessing(r, list) : status;
    return status == STATUS_SUCCESS ? print_figure_14(r, list, &c) : status;
}

int papers_multigraph(papers *p, bench_run *r, char *const *files, size_t count) {
    const graph_list list = {.recipes = p->quick ? quick : full, .files = files, .count = count};
    const cli_options *const given = r->options;
    const unsigned backends = r->report.backends;
    cli_options options = *given;
    options.bench.trials = p->trials;
    r->options = &options;
    r->report.backends = 1u << p->backend;
    const int status = print_all(r, &list, p);
    r->options = given;
    r->report.backends = backends;
    return status;
}
