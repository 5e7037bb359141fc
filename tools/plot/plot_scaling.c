/* SPDX-License-Identifier: Apache-2.0
 *
 * Strong scaling: speedup over one thread. Weak scaling, where the graph grows with the threads: arcs per second and
 * thread relative to one thread. Sizes: arcs per second on graphs of one kind and growing size. Ranks and GPUs: speedup
 * over one of them, of bench ranks and of runs with --metrics.
 */
#include "tools/bench/bench.h"
#include "tools/cli/message.h"
#include "tools/plot/plot.h"

#include <math.h>
#include <string.h>

#define PANEL 340
#define LINES_MAX 24
#define NAME_SIZE 96

typedef enum scaling { STRONG, WEAK, SIZES, RANKS, SCALINGS } scaling;

typedef struct line {
    char name[NAME_SIZE];
    double one;   /* time of one thread, rank or GPU: ms (weak: ms per arc) */
    double first; /* ranks or GPUs that it is from: of so many times their time */
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
    {"ranks", "ranks and GPUs: the same graph", "ranks or GPUs", "times faster than one",
     "set logscale xy 2\nset xtics 2\nset yrange [*:*]\n", "x"},
};

/* The ranks or GPUs that shared a run. */
static double count_of(const cJSON *run) {
    const double ranks = json_number_of(run, "ranks"), gpus = json_number_of(run, "gpus");
    return ranks > 1 ? ranks : gpus > 1 ? gpus : 1;
}

static bool is_on_gpu(const cJSON *run) {
    return strcmp(json_text_of(run, "backend"), "cuda") == 0;
}

/* What the foot of the picture says of the machine, from the metrics of a run. */
static bool name_machine(cJSON *file) {
    char text[192];
    const char *const device = json_text_of(cJSON_GetObjectItem(file, "gpuinfo"), "name");
    snprintf(text, sizeof text, "%.128s, %.0f threads", json_text_of(cJSON_GetObjectItem(file, "sysinfo"), "processor"),
             json_number_of(file, "threads"));
    return cJSON_AddStringToObject(file, "machine", text) && cJSON_AddStringToObject(file, "device", device);
}

/* The metrics of a run become a report of this run. False: out of memory. */
static bool make_report(cJSON *file) {
    char graph[BENCH_NAME_SIZE];
    if (cJSON_HasObjectItem(file, "runs")) {
        return true;
    }
    cJSON *const run = cJSON_Duplicate(file, true), *const runs = cJSON_AddArrayToObject(file, "runs");
    if (!run || !runs || !cJSON_AddItemToArray(runs, run)) {
        cJSON_Delete(run);
        return false;
    }
    bench_file_name(graph, json_text_of(file, "graph_file"));
    return cJSON_AddStringToObject(run, "graph", graph) && cJSON_AddStringToObject(run, "scaling", "ranks") &&
           name_machine(file);
}

/* The graph's name; only the generator's kind if each point has a graph of another size. */
static void line_name(const cJSON *run, scaling kind, char text[NAME_SIZE]) {
    const char *const graph = json_text_of(run, "graph");
    const bool whole = kind == STRONG || kind == RANKS;
    const int length = (int)(whole ? strlen(graph) : strcspn(graph, "0123456789"));
    const char *const more = kind == SIZES                     ? json_text_of(run, "backend")
                             : kind == RANKS && is_on_gpu(run) ? "GPUs"
                                                               : "";
    snprintf(text, NAME_SIZE, "%s, %.*s%s%s", json_text_of(run, "primitive"), length, graph, *more ? ", " : "", more);
}

static bool takes_part(const plot *p, const cJSON *run, scaling kind) {
    return strcmp(json_text_of(run, "scaling"), panels[kind].name) == 0 &&
           (kind == SIZES || kind == RANKS || !is_on_gpu(run)) && plot_wants(p, json_text_of(run, "primitive")) &&
           json_number_of(run, "median_process_time") > 0 && strcmp(json_text_of(run, "outcome"), "wrong") != 0;
}

static double work_time(const cJSON *run, scaling kind) {
    const double device = json_number_of(run, "median_device_time"), whole = json_number_of(run, "median_process_time");
    if (kind == RANKS) {
        return device > 0 ? device : whole;
    }
    return whole / (kind == STRONG ? 1 : json_number_of(run, "num_arcs"));
}

/* The x coordinate of the run in its panel. */
static double position_of(const cJSON *run, scaling kind) {
    return kind == SIZES   ? 1e-6 * json_number_of(run, "num_arcs")
           : kind == RANKS ? count_of(run)
                           : json_number_of(run, "threads");
}

static double height_of(const cJSON *run, scaling kind, double one) {
    const double gain = one / work_time(run, kind);
    return kind == SIZES  ? json_number_of(run, "paper_mteps")
           : kind == WEAK ? gain / json_number_of(run, "threads")
                          : gain;
}

/* The line of a run; makes it if this run may begin it. NULL: it may not, or there are too many. */
static line *find_line(line lines[LINES_MAX], size_t *count, const cJSON *run, scaling kind) {
    char name[NAME_SIZE];
    line_name(run, kind, name);
    for (size_t i = 0; i < *count; i++) {
        if (strcmp(lines[i].name, name) == 0) {
            return &lines[i];
        }
    }
    const bool begins = kind == SIZES || kind == RANKS || json_number_of(run, "threads") == 1;
    if (!begins || *count == LINES_MAX) {
        return NULL;
    }
    line *const made = &lines[(*count)++];
    snprintf(made->name, NAME_SIZE, "%s", name);
    made->one = work_time(run, kind);
    made->first = INFINITY;
    return made;
}

/* Collects the lines (one per run with one thread; else one per name) and the range of the x axis. */
static size_t collect(const plot *p, scaling kind, line lines[LINES_MAX], double *least, double *most) {
    size_t count = 0;
    const cJSON *run;
    for (size_t i = 0; i < p->file_count; i++) {
        cJSON_ArrayForEach(run, cJSON_GetObjectItem(p->files[i], "runs")) {
            if (!takes_part(p, run, kind)) {
                continue;
            }
            const double position = position_of(run, kind);
            *least = fmin(*least, position);
            *most = fmax(*most, position);
            line *const l = find_line(lines, &count, run, kind);
            if (l && kind == RANKS && position < l->first) { /* a graph may not fit on one GPU */
                l->first = position;
                l->one = position * work_time(run, kind);
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
        fprintf(p->script, "%s$%s%zu using 1:2 %stitle ", i ? ", " : "", panels[kind].name, i,
                kind == RANKS ? "smooth unique " : ""); /* files come in any order */
        plot_string(p, lines[i].name);
        fprintf(p->script, " with linespoints lw 1.5 pt %d ps 1.1 dt %zu lc rgb \"%s\"", plot_points[style],
                1 + i / PLOT_COLOURS, plot_colours[style]);
    }
    fputs("\nunset label 1\nunset label 2\n", p->script);
}

bool plot_scaling(plot *p) {
    bool has[SCALINGS];
    int count = 0;
    for (size_t i = 0; i < p->file_count; i++) {
        if (!make_report(p->files[i])) {
            message("out of memory for the plot");
            return false;
        }
    }
    for (int kind = 0; kind < SCALINGS; kind++) {
        line lines[LINES_MAX];
        double least = INFINITY, most = 1;
        has[kind] = collect(p, (scaling)kind, lines, &least, &most) > 0;
        count += has[kind];
    }
    if (count == 0) {
        message("the reports have no scaling runs; measure them with `multigraph bench scaling`, `sizes` or `ranks`");
        return false;
    }
    p->height = 30 + PLOT_FOOT_PIXELS + count * PANEL;
    const double foot = (double)PLOT_FOOT_PIXELS / p->height, share = (double)PANEL / p->height;
    plot_begin(p, "Scaling with threads, ranks, GPUs and the size of the graph");
    for (int kind = 0; kind < SCALINGS; kind++) {
        if (has[kind]) {
            count--;
            draw(p, (scaling)kind, foot + count * share, foot + (count + 1) * share);
        }
    }
    return true;
}
