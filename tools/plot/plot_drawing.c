/* SPDX-License-Identifier: Apache-2.0
 *
 * A small graph, drawn with straight edges; the size and colour of a vertex are its PageRank or the value of a result.
 */
#include "tools/output/vertex_name.h"
#include "tools/plot/plot_graph.h"

#include <inttypes.h>
#include <math.h>
#include <stdlib.h>
#include <string.h>

#define DRAWN_MOST 1000   /* vertices */
#define EDGES_MOST 20000  /* arcs */
#define LABELLED_MOST 100 /* vertices with their names */
#define ITERATIONS 300
#define POINT 0.018 /* an arrow ends so far from the middle of a vertex, which would hide its head */
#define GOLDEN_ANGLE 2.39996322972865332

/* A vertex is drawn towards its neighbours and away from all others; the steps get shorter. */
static void add_forces(const mg_graph *graph, const double *x, const double *y, double distance, double *dx,
                       double *dy) {
    const mg_vertex n = mg_graph_vertex_count(graph);
    const mg_adjacency out = mg_graph_out_edges(graph);
    for (mg_vertex v = 0; v < n; v++) {
        dx[v] = -0.5 * distance * (x[v] - 0.5); /* keeps parts together */
        dy[v] = -0.5 * distance * (y[v] - 0.5);
        for (mg_vertex u = 0; u < n; u++) {
            const double ax = x[v] - x[u], ay = y[v] - y[u], square = ax * ax + ay * ay + 1e-9;
            dx[v] += distance * distance * ax / square;
            dy[v] += distance * distance * ay / square;
        }
    }
    for (mg_vertex v = 0; v < n; v++) {
        for (uint64_t a = out.offsets[v]; a < out.offsets[v + 1]; a++) {
            const mg_vertex u = out.neighbours[a];
            const double ax = x[v] - x[u], ay = y[v] - y[u], pull = 0.5 * sqrt(ax * ax + ay * ay) / distance;
            dx[v] -= pull * ax;
            dy[v] -= pull * ay;
            dx[u] += pull * ax;
            dy[u] += pull * ay;
        }
    }
}

static void scale_to_unit(double *x, mg_vertex n) {
    double least = INFINITY, most = -INFINITY;
    for (mg_vertex v = 0; v < n; v++) {
        least = fmin(least, x[v]);
        most = fmax(most, x[v]);
    }
    for (mg_vertex v = 0; v < n; v++) {
        x[v] = most > least ? (x[v] - least) / (most - least) : 0.5;
    }
}

void plot_layout(const mg_graph *graph, double *x, double *y) {
    const mg_vertex n = mg_graph_vertex_count(graph);
    double *const dx = x + 2 * (size_t)n, *const dy = y + 2 * (size_t)n;
    const double distance = sqrt(1.0 / (n ? n : 1));
    for (mg_vertex v = 0; v < n; v++) { /* on a spiral */
        const double radius = 0.5 * sqrt((v + 0.5) / n);
        x[v] = 0.5 + radius * cos(GOLDEN_ANGLE * v);
        y[v] = 0.5 + radius * sin(GOLDEN_ANGLE * v);
    }
    for (int i = 0; i < ITERATIONS; i++) {
        const double most = 0.1 * (1 - (double)i / ITERATIONS);
        add_forces(graph, x, y, distance, dx, dy);
        for (mg_vertex v = 0; v < n; v++) {
            const double length = sqrt(dx[v] * dx[v] + dy[v] * dy[v]), step = length > most ? most / length : 1;
            x[v] += step * dx[v];
            y[v] += step * dy[v];
        }
    }
    scale_to_unit(x, n);
    scale_to_unit(y, n);
}

static void write_edges(plot *p, const mg_graph *graph, const double *x, const double *y) {
    const mg_adjacency out = mg_graph_out_edges(graph);
    fputs("$edges << END\n", p->script);
    for (mg_vertex v = 0; v < mg_graph_vertex_count(graph); v++) {
        for (uint64_t a = out.offsets[v]; a < out.offsets[v + 1]; a++) {
            const mg_vertex u = out.neighbours[a];
            if (mg_graph_directed(graph) || v < u) {
                const double dx = x[u] - x[v], dy = y[u] - y[v], length = hypot(dx, dy);
                const double part = mg_graph_directed(graph) && length > 2 * POINT ? 1 - POINT / length : 1;
                fprintf(p->script, "%.4f %.4f %.4f %.4f\n", x[v], y[v], part * dx, part * dy);
            }
        }
    }
    fputs("END\n", p->script);
}

/* Lines `x y value size name`; the area of a point grows with its value. `known`: those with a value, or those
 * without. Returns their number. */
static mg_vertex write_vertices(plot *p, const mg_graph *graph, const double *x, const double *y, const double *value,
                                bool known) {
    const mg_vertex n = mg_graph_vertex_count(graph);
    double least = 0, most = 0;
    mg_vertex count = 0;
    for (mg_vertex v = 0; v < n; v++) {
        least = fmin(least, value[v]);
        most = fmax(most, value[v]);
    }
    fprintf(p->script, "$%s << END\n", known ? "vertices" : "others");
    for (mg_vertex v = 0; v < n; v++) {
        char name[VERTEX_TEXT_SIZE];
        if (isnan(value[v]) == known) {
            continue;
        }
        const double part = known && most > least ? (value[v] - least) / (most - least) : 0;
        fprintf(p->script, "%.4f %.4f %.6g %.3f ", x[v], y[v], known ? value[v] : 0, 0.5 + 2.5 * sqrt(part));
        plot_string(p, n <= LABELLED_MOST ? vertex_text(graph, v, name) : "");
        fputc('\n', p->script);
        count++;
    }
    fputs("END\n", p->script);
    return count;
}

/* What the picture shows, into values[n]. Returns an exit status. */
static int find_values(session *s, double *values, char *title, size_t size) {
    const mg_vertex n = mg_graph_vertex_count(s->graph);
    if (s->options->values) {
        const char *const path = s->options->values, *const slash = strrchr(path, '/');
        snprintf(title, size, "Colour and area: %s", slash ? slash + 1 : path);
        return plot_values(s, values) ? STATUS_SUCCESS : STATUS_USAGE;
    }
    const mg_status status = mg_pagerank(s->context, s->graph, NULL, &s->result);
    if (status < 0) {
        return library_failure(s->context, status);
    }
    snprintf(title, size, "Colour and area: PageRank");
    memcpy(values, mg_result_column(s->result, "rank")->data, (size_t)n * sizeof *values);
    return STATUS_SUCCESS;
}

/* Vertices without a value are grey. */
static void plot_parts(plot *p, bool directed, bool known, bool others) {
    fprintf(p->script, "plot $edges using 1:2:3:4 with vectors %s lw 0.6 lc rgb \"#bbbbbb\"",
            directed ? "size graph 0.008,20 filled" : "nohead");
    if (known) {
        fputs(", $vertices using 1:2:4:3 with points pt 7 ps variable lc palette, '' using 1:2:4 with points pt 6 ps "
              "variable lw 0.6 lc rgb \"#555555\", '' using 1:2:5 with labels offset 0,0.9 font \"sans,8\"",
              p->script);
    }
    if (others) {
        fputs(
            ", $others using 1:2:4 with points pt 7 ps variable lc rgb \"#bbbbbb\", '' using 1:2:5 with labels offset "
            "0,0.9 font \"sans,8\"",
            p->script);
    }
    fputc('\n', p->script);
}

int plot_drawing(plot *p, session *s) {
    const mg_vertex n = mg_graph_vertex_count(s->graph);
    if (n == 0 || n > DRAWN_MOST || mg_graph_arc_count(s->graph) > EDGES_MOST) {
        message("%s has %" PRIu32 " vertices and %" PRIu64 " arcs; plot graph draws 1 to %d and %d. Write a part for "
                "other programs: multigraph pagerank %s --top 200 -o part.gexf",
                graph_name(s->options), n, mg_graph_arc_count(s->graph), DRAWN_MOST, EDGES_MOST,
                graph_name(s->options));
        return STATUS_USAGE;
    }
    double *const places = calloc(5 * (size_t)n, sizeof *places), *const values = places + 4 * (size_t)n;
    char title[160];
    if (!places) {
        message("out of memory for the plot");
        return STATUS_FAILURE;
    }
    const int status = find_values(s, values, title, sizeof title);
    if (status != STATUS_SUCCESS) {
        free(places);
        return status;
    }
    const double *const x = places, *const y = places + n;
    plot_layout(s->graph, places, places + n);
    p->height = p->width;
    plot_begin(p, title);
    plot_panel(p, 0.06, 0.93);
    fputs("unset border\nunset tics\nunset grid\nunset key\nset lmargin at screen 0.04\nset rmargin at screen 0.88\n"
          "set xrange [-0.04:1.04]\nset yrange [-0.04:1.04]\nset palette defined (0 \"#deebf7\", 0.5 \"#4292c6\", 1 "
          "\"#08306b\")\nset colorbox user origin 0.91,0.3 size 0.02,0.4\nset cbtics format \"%g\"\n",
          p->script);
    write_edges(p, s->graph, x, y);
    const bool known = write_vertices(p, s->graph, x, y, values, true) > 0;
    const bool others = write_vertices(p, s->graph, x, y, values, false) > 0;
    free(places);
    plot_parts(p, mg_graph_directed(s->graph), known, others);
    return STATUS_SUCCESS;
}
