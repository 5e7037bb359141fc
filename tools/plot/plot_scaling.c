/* SPDX-License-Identifier: Apache-2.0
 *
 * Strong scaling: speedup over one thread. Weak scaling, where the graph grows with the threads: arcs per second and
 * thread relative to one thread. Sizes: arcs per second on graphs of one kind and growing size.
 */
#include "tools/cli/message.h"
#include "tools/plot/plot.h"

#include <math.h>
#include <string.h>

#define PANEL 340
#define LINES_MAX 24
#define NAME_SIZE 96

typedef enum scaling { STRONG, WEAK, SIZES, SCALINGS } scaling;

typedef struct line {
    char name[NAME_SIZE];
    double one; /* time of one thread: ms per arc (strong: ms) */
} line;

static const struct {
    const char *name, *title, *across, *up; /* value in reports; title of the panel; labels of its axes */
    const char *axes, *ideal;
} panels[SCALINGS] = {
    {"strong", "strong: the same graph", "threads", "times faster than one thread",
     "set logscale xy 2\nset xtics 2\nset yrange [*:*]\n", "x"},
    {"weak", "weak: the graph grows with the threads", "threads", "efficiency per thread",
     "unset logscale y\nset logscale x 2\nset xtics 2\nset yrange [0:1.2]\n", "1"},
    {"sizes", "sizes: graphs of one kind", "million arcs of the graph", "million arcs / s",
     "set logscale xy 10\nset xtics 10\nset yrange [*:*]\n", NULL},
};

/* The graph's name; only the generator's kind if each point has a graph of another size. */
static void line_name(const cJSON *run, scaling kind, char text[NAME_SIZE]) {
    const char *const graph = json_text_of(run, "graph");
    const int length = (int)(kind == STRONG ? strlen(graph) : strcspn(graph, "0123456789"));
    snprintf(text, NAME_SIZE, "%s, %.*s%s%s", json_text_of(run, "primitive"), length, graph, kind == SIZES ? ", " : "",
             kind == SIZES ? json_text_of(run, "backend") : "");
}

static bool takes_part(const plot *p, const cJSON *run, scaling kind) {
    return strcmp(json_text_of(run, "scaling"), panels[kind].name) == 0 &&
           (kind == SIZES || strcmp(json_text_of(run, "backend"), "cpu") == 0) &&
           plot_wants(p, json_text_of(run, "primitive")) && json_number_of(run, "median_process_time") > 0 &&
           strcmp(json_text_of(run, "outcome"), "wrong") != 0;
}

static double work_time(const cJSON *run, scaling kind) {
    return json_number_of(run, "median_process_time") / (kind == STRONG ? 1 : json_number_of(run, "num_arcs"));
}

/* The x coordinate of the run in its panel. */
static double position_of(const cJSON *run, scaling kind) {
    return kind == SIZES ? 1e-6 * json_number_of(run, "num_arcs") : json_number_of(run, "threads");
}

static double height_of(const cJSON *run, scaling kind, double one) {
    const double gain = one / work_time(run, kind);
    return kind == SIZES  ? json_number_of(run, "paper_mteps")
           : kind == WEAK ? gain / json_number_of(run, "threads")
                          : gain;
}

static bool is_known(const line *lines, size_t count, const char *name) {
    for (size_t i = 0; i < count; i++) {
        if (strcmp(lines[i].name, name) == 0) {
            return true;
        }
    }
    return false;
}

/* Collects the lines (one per run with one thread; sizes: one per name) and the range of the x axis. */
static size_t collect(const plot *p, scaling kind, line lines[LINES_MAX], double *least, double *most) {
    size_t count = 0;
    const cJSON *run;
    for (size_t i = 0; i < p->file_count; i++) {
        cJSON_ArrayForEach(run, cJSON_GetObjectItem(p->files[i], "runs")) {
            char name[NAME_SIZE];
            if (!takes_part(p, run, kind)) {
                continue;
            }
            *least = fmin(*least, position_of(run, kind));
            *most = fmax(*most, position_of(run, kind));
            line_name(run, kind, name);
            const bool begins = kind == SIZES ? !is_known(lines, count, name) : json_number_of(run, "threads") == 1;
            if (begins && count < LINES_MAX) {
                lines[count].one = work_time(run, kind);
                snprintf(lines[count++].name, NAME_SIZE, "%s", name);
            }
        }
    }
    return count;
}

static void write_line(plot *p, scaling kind, const line *l, size_t position) {
    const cJSON *run;
    fprintf(p->script, "$%s%zu << END\n", panels[kind].name, position);
    for (size_t i = 0; i < p->file_count; i++) {
        cJSON_ArrayForEach(run, cJSON_GetObjectItem(p->files[i], "runs")) {
            char name[NAME_SIZE];
            line_name(run, kind, name);
            if (takes_part(p, run, kind) && strcmp(name, l->name) == 0) {
                fprintf(p->script, "%.6g %.6g\n", position_of(run, kind), height_of(run, kind, l->one));
            }
        }
    }
    fputs("END\n", p->script);
}

static void draw(plot *p, scaling kind, double bottom, double top) {
    const double pixel = 1.0 / p->height;
    line lines[LINES_MAX];
    double least = INFINITY, most = 1;
    const size_t count = collect(p, kind, lines, &least, &most);
    for (size_t i = 0; i < count; i++) {
        write_line(p, kind, &lines[i], i);
    }
    plot_panel(p, bottom + 62 * pixel, top - 84 * pixel);
    fprintf(p->script, "%sset xrange [%g:%g]\nset xlabel \"%s\"\n", panels[kind].axes, least * 0.9, most * 1.1,
            panels[kind].across);
    fprintf(p->script, "set ylabel \"%s\" offset 1,0\n", panels[kind].up);
    if (kind == SIZES) {
        plot_decades(p, "x");
        plot_decades(p, "y");
    } else {
        fputs("set format y \"%.2g\"\nset ytics autofreq\n", p->script);
    }
    fprintf(p->script, "set label 3 \"%s\" at graph 0,1.06 left font \"sans,12\"\n", panels[kind].title);
    fprintf(p->script, "set key at screen 0.5,%.4f center bottom horizontal maxrows 3 samplen 2.5 width 1\n",
            top - 64 * pixel);
    fputs("plot ", p->script);
    if (panels[kind].ideal) {
        fprintf(p->script, "%s title \"ideal\" with lines dt 2 lc rgb \"#888888\", ", panels[kind].ideal);
    }
    for (size_t i = 0; i < count; i++) {
        const size_t style = i % PLOT_COLOURS;
        fprintf(p->script, "%s$%s%zu using 1:2 title ", i ? ", " : "", panels[kind].name, i);
        plot_string(p, lines[i].name);
        fprintf(p->script, " with linespoints lw 1.5 pt %d ps 1.1 dt %zu lc rgb \"%s\"", plot_points[style],
                1 + i / PLOT_COLOURS, plot_colours[style]);
    }
    fputs("\nunset label 1\nunset label 2\n", p->script);
}

bool plot_scaling(plot *p) {
    bool has[SCALINGS];
    int count = 0;
    for (int kind = 0; kind < SCALINGS; kind++) {
        line lines[LINES_MAX];
        double least = INFINITY, most = 1;
        has[kind] = collect(p, (scaling)kind, lines, &least, &most) > 0;
        count += has[kind];
    }
    if (count == 0) {
        message("the reports have no scaling runs; measure them with `multigraph bench scaling` or `bench sizes`");
        return false;
    }
    p->height = 30 + PLOT_FOOT_PIXELS + count * PANEL;
    const double foot = (double)PLOT_FOOT_PIXELS / p->height, share = (double)PANEL / p->height;
    plot_begin(p, "Scaling with threads and with the size of the graph");
    for (int kind = 0; kind < SCALINGS; kind++) {
        if (has[kind]) {
            count--;
            draw(p, (scaling)kind, foot + count * share, foot + (count + 1) * share);
        }
    }
    return true;
}
