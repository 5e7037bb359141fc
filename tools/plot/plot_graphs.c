/* SPDX-License-Identifier: Apache-2.0
 *
 * Pictures of a graph itself: the distribution of its degrees, distances from a source, sizes of components.
 */
#include "tools/cli/message.h"
#include "tools/output/vertex_name.h"
#include "tools/plot/plot_graph.h"

#include <inttypes.h>
#include <math.h>
#include <stdlib.h>
#include <string.h>

#define PICTURE_HEIGHT 520
#define BINS 128       /* two for each power of two of a 64-bit number */
#define BOXES_MOST 80  /* distances that are drawn as boxes; more as a line */
#define FOOT_PIXELS 84 /* axis, its label, and the line of the graph */

/* ---- distributions by logarithmic bins ---- */

/* Bin of a number of at least 1: [2^(k/2), 2^((k+1)/2)). */
static int bin_of(uint64_t value) {
    const int bin = (int)floor(2 * log2((double)value) + 1e-9);
    return bin < BINS ? bin : BINS - 1;
}

/* The least whole number of a bin. */
static double first_of(int bin) {
    return ceil(exp2(0.5 * bin) - 1e-9);
}

/* Writes a data block: the middle of each bin on a logarithmic axis, and how many there are in it; `mean`: of each
 * number in it. */
static void write_bins(plot *p, const char *name, const uint64_t bins[BINS], bool mean) {
    fprintf(p->script, "$%s << END\n", name);
    for (int b = 0; b < BINS; b++) {
        const double first = first_of(b), width = first_of(b + 1) - first;
        if (bins[b]) {
            fprintf(p->script, "%.6g %.6g\n", sqrt(first * (first + width - 1)), (double)bins[b] / (mean ? width : 1));
        }
    }
    fputs("END\n", p->script);
}

/* A panel whose logarithmic axes have SI prefixes: 1 k, 10 M. */
static void begin_panel(plot *p, const char *title, const char *across, const char *up, bool logarithmic) {
    p->height = PICTURE_HEIGHT;
    plot_begin(p, title);
    plot_panel(p, (double)FOOT_PIXELS / p->height, 1 - (double)PLOT_TITLE_PIXELS / p->height);
    fprintf(p->script, "set xlabel \"%s\" offset 0,0.3\nset ylabel \"%s\"\n%s", across, up,
            logarithmic ? "set logscale xy\nset grid xtics\nset format xy \"%.0s %c\"\nset xrange [0.8:*]\n"
                          "set ytics add (\"0.1\" 0.1, \"0.01\" 0.01, \"0.001\" 0.001, \"0.0001\" 0.0001, \"0.00001\" "
                          "0.00001)\n"
                        : "set yrange [0:*]\n");
}

static void count_degrees(const uint64_t *offsets, mg_vertex n, uint64_t bins[BINS], uint64_t *none) {
    *none = 0;
    for (mg_vertex v = 0; v < n; v++) {
        const uint64_t degree = offsets[v + 1] - offsets[v];
        if (degree) {
            bins[bin_of(degree)]++;
        } else {
            ++*none;
        }
    }
}

int plot_degree(plot *p, session *s) {
    uint64_t out[BINS] = {0}, in[BINS] = {0}, without_out, without_in = 0;
    const mg_vertex n = mg_graph_vertex_count(s->graph);
    const bool directed = mg_graph_directed(s->graph);
    mg_adjacency edges = mg_graph_out_edges(s->graph);
    count_degrees(edges.offsets, n, out, &without_out);
    if (directed) {
        const mg_status status = mg_graph_in_edges(s->context, s->graph, &edges);
        if (status < 0) {
            return library_failure(s->context, status);
        }
        count_degrees(edges.offsets, n, in, &without_in);
    }
    if (mg_graph_arc_count(s->graph) == 0) {
        message("%s has no edges", graph_name(s->options));
        return STATUS_USAGE;
    }
    char title[160];
    snprintf(title, sizeof title,
             directed ? "Degrees (without out-edges: %" PRIu64 ", without in-edges: %" PRIu64 ")"
                      : "Degrees (vertices without edges: %" PRIu64 ")",
             without_out, without_in);
    begin_panel(p, title, "degree", "vertices of each degree, by bins of a factor 1.4", true);
    write_bins(p, "out", out, true);
    write_bins(p, "in", in, true);
    fprintf(p->script, "plot $out using 1:2 title \"%s\" with linespoints pt %d ps 0.9 lw 1.5 lc rgb \"%s\"",
            directed ? "out-degree" : "degree", plot_points[0], plot_colours[0]);
    if (directed) {
        fprintf(p->script, ", $in using 1:2 title \"in-degree\" with linespoints pt %d ps 0.9 lw 1.5 lc rgb \"%s\"",
                plot_points[1], plot_colours[1]);
    }
    fputc('\n', p->script);
    return STATUS_SUCCESS;
}

/* ---- distances ---- */

typedef struct unit {
    double size;
    const char *format;
} unit;

/* counts[d] = vertices at d edges; returns the greatest distance. */
static uint32_t count_depths(const uint32_t *depth, mg_vertex n, uint64_t *counts, uint64_t *reached) {
    uint32_t most = 0;
    *reached = 0;
    for (mg_vertex v = 0; v < n; v++) {
        if (depth[v] != MG_UNREACHED) {
            counts[depth[v]]++;
            ++*reached;
            most = depth[v] > most ? depth[v] : most;
        }
    }
    return most;
}

/* The unit of a linear axis up to `most`, so that the labels of its ticks are short and differ from each other. */
static const unit *unit_of(uint64_t most) {
    static const unit units[] = {{1, "%g"}, {1e3, "%g k"}, {1e6, "%g M"}, {1e9, "%g G"}};
    size_t k = sizeof units / sizeof *units - 1;
    while (k > 0 && (double)most < 10 * units[k].size) {
        k--;
    }
    return &units[k];
}

/* Bars, or a line where they are many, of how many vertices there are at each distance. */
static void write_distances(plot *p, const uint64_t *counts, uint32_t farthest) {
    uint64_t most = 0;
    fputs("unset key\n$depths << END\n", p->script);
    for (uint32_t d = 0; d <= farthest; d++) {
        fprintf(p->script, "%" PRIu32 " %" PRIu64 "\n", d, counts[d]);
        most = counts[d] > most ? counts[d] : most;
    }
    const unit *const y = unit_of(most);
    fprintf(p->script,
            "END\n%sset xrange [-0.6:%.1f]\nset format y \"%s\"\nset style fill solid 0.8\nset boxwidth 0.8\n",
            farthest <= 20 ? "set xtics 1\n" : "", farthest + 0.6, y->format);
    fprintf(p->script, "plot $depths using 1:($2/%g) with %s lc rgb \"%s\"\n", y->size,
            farthest <= BOXES_MOST ? "boxes" : "lines lw 1.5", plot_colours[0]);
}

int plot_distances(plot *p, session *s) {
    mg_bfs_options o = MG_BFS_OPTIONS_INIT;
    const mg_vertex n = mg_graph_vertex_count(s->graph);
    o.source = mg_graph_default_source(s->graph);
    if (n == 0) {
        message("%s has no vertices", graph_name(s->options));
        return STATUS_USAGE;
    }
    if (s->options->source_given && !session_vertex(s, "--source", s->options->source, &o.source)) {
        return STATUS_USAGE;
    }
    const mg_status status = mg_bfs(s->context, s->graph, &o, &s->result);
    if (status < 0) {
        return library_failure(s->context, status);
    }
    uint64_t *const counts = calloc((size_t)n + 1, sizeof *counts), reached;
    if (!counts) {
        message("out of memory for the plot");
        return STATUS_FAILURE;
    }
    const uint32_t most = count_depths(mg_result_column(s->result, "depth")->data, n, counts, &reached);
    char title[192], name[VERTEX_TEXT_SIZE];
    snprintf(title, sizeof title, "Distances from %s%s: %" PRIu64 " of %" PRIu32 " vertices are reached",
             vertex_text(s->graph, o.source, name), s->options->source_given ? "" : " (the most out-edges)", reached,
             n);
    begin_panel(p, title, "edges from the source", "vertices", false);
    write_distances(p, counts, most);
    free(counts);
    return STATUS_SUCCESS;
}

/* ---- components ---- */

int plot_components(plot *p, session *s) {
    const mg_vertex n = mg_graph_vertex_count(s->graph);
    uint64_t bins[BINS] = {0}, count = 0, most = 0;
    const mg_status status = mg_cc(s->context, s->graph, NULL, &s->result);
    if (status < 0) {
        return library_failure(s->context, status);
    }
    const mg_vertex *const component = mg_result_column(s->result, "component")->data;
    uint64_t *const size = calloc((size_t)n + 1, sizeof *size);
    if (!size || n == 0) {
        free(size);
        message(n ? "out of memory for the plot" : "%s has no vertices", graph_name(s->options));
        return n ? STATUS_FAILURE : STATUS_USAGE;
    }
    for (mg_vertex v = 0; v < n; v++) {
        size[component[v]]++;
    }
    for (mg_vertex v = 0; v < n; v++) {
        if (size[v]) {
            bins[bin_of(size[v])]++;
            count++;
            most = size[v] > most ? size[v] : most;
        }
    }
    free(size);
    char title[160];
    snprintf(title, sizeof title, "%" PRIu64 " %sconnected component%s, the largest of %" PRIu64 " vertices", count,
             mg_graph_directed(s->graph) ? "weakly " : "", count == 1 ? "" : "s", most);
    begin_panel(p, title, "vertices of a component", "components, by bins of a factor 1.4", true);
    write_bins(p, "sizes", bins, false);
    fprintf(p->script, "unset key\nset yrange [0.8:*]\nplot $sizes using 1:2 with points pt %d ps 1.2 lc rgb \"%s\"\n",
            plot_points[0], plot_colours[0]);
    return STATUS_SUCCESS;
}
