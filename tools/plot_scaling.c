/* SPDX-License-Identifier: Apache-2.0
 *
 * Strong scaling: how many times faster than one thread. Weak scaling, where the graph grows with the threads: the
 * share of one thread's speed per arc that each thread keeps.
 */
#include "tools/message.h"
#include "tools/plot.h"

#include <math.h>
#include <string.h>

#define PANEL 340
#define LINES_MAX 24

typedef struct line {
    char name[96];
    bool strong;
    double one; /* ms of one thread per arc (strong: ms) */
} line;

/* The generator's kind alone: in a weak scaling each thread count has a graph of another size. */
static void line_name(const cJSON *run, bool strong, char *text, size_t size) {
    const char *const graph = json_text_of(run, "graph");
    const int length = (int)(strong ? strlen(graph) : strcspn(graph, "0123456789"));
    snprintf(text, size, "%s, %.*s", json_text_of(run, "primitive"), length, graph);
}

static bool takes_part(const plot *p, const cJSON *run, bool strong) {
    return strcmp(json_text_of(run, "scaling"), strong ? "strong" : "weak") == 0 &&
           strcmp(json_text_of(run, "backend"), "cpu") == 0 && plot_wants(p, json_text_of(run, "primitive")) &&
           json_number_of(run, "median_process_time") > 0 && strcmp(json_text_of(run, "outcome"), "wrong") != 0;
}

static double work_time(const cJSON *run, bool strong) {
    return json_number_of(run, "median_process_time") / (strong ? 1 : json_number_of(run, "num_arcs"));
}

static size_t collect(const plot *p, line lines[LINES_MAX], bool strong, double *most) {
    size_t count = 0;
    const cJSON *run;
    for (size_t i = 0; i < p->file_count; i++) {
        cJSON_ArrayForEach(run, cJSON_GetObjectItem(p->files[i], "runs")) {
            char name[96];
            if (!takes_part(p, run, strong)) {
                continue;
            }
            *most = fmax(*most, json_number_of(run, "threads"));
            line_name(run, strong, name, sizeof name);
            if (json_number_of(run, "threads") == 1 && count < LINES_MAX) {
                lines[count] = (line){.strong = strong, .one = work_time(run, strong)};
                snprintf(lines[count++].name, sizeof name, "%s", name);
            }
        }
    }
    return count;
}

static void write_line(plot *p, const line *l, size_t position) {
    const cJSON *run;
    fprintf(p->script, "$%s%zu << END\n", l->strong ? "strong" : "weak", position);
    for (size_t i = 0; i < p->file_count; i++) {
        cJSON_ArrayForEach(run, cJSON_GetObjectItem(p->files[i], "runs")) {
            char name[96];
            line_name(run, l->strong, name, sizeof name);
            if (takes_part(p, run, l->strong) && strcmp(name, l->name) == 0) {
                const double threads = json_number_of(run, "threads"), gain = l->one / work_time(run, l->strong);
                fprintf(p->script, "%.0f %.6g\n", threads, l->strong ? gain : gain / threads);
            }
        }
    }
    fputs("END\n", p->script);
}

static void draw(plot *p, const line *lines, size_t count, bool strong, double most, double bottom, double top) {
    const double pixel = 1.0 / p->height;
    for (size_t i = 0; i < count; i++) {
        write_line(p, &lines[i], i);
    }
    plot_panel(p, bottom + 62 * pixel, top - 84 * pixel);
    fprintf(p->script, "set logscale x 2\nset xtics 2\nset xrange [0.9:%g]\nset xlabel \"threads\"\n", most * 1.1);
    fprintf(p->script, "set ylabel \"%s\" offset 1,0\nset format y \"%%.2g\"\n",
            strong ? "times faster than one thread" : "efficiency per thread");
    fputs(strong ? "set logscale y 2\nset yrange [*:*]\n" : "unset logscale y\nset yrange [0:1.2]\n", p->script);
    fprintf(p->script, "set label 3 \"%s\" at graph 0,1.06 left font \"sans,12\"\n",
            strong ? "strong: the same graph" : "weak: the graph grows with the threads");
    fprintf(p->script, "set key at screen 0.5,%.4f center top horizontal maxrows 3 samplen 2.5 width 1\n", top);
    fprintf(p->script, "plot %s title \"ideal\" with lines dt 2 lc rgb \"#888888\"", strong ? "x" : "1");
    for (size_t i = 0; i < count; i++) {
        const size_t style = i % PLOT_COLOURS;
        fprintf(p->script, ", $%s%zu using 1:2 title ", strong ? "strong" : "weak", i);
        plot_string(p, lines[i].name);
        fprintf(p->script, " with linespoints lw 1.5 pt %d ps 1.1 dt %zu lc rgb \"%s\"", plot_points[style],
                1 + i / PLOT_COLOURS, plot_colours[style]);
    }
    fputs("\nunset label 1\nunset label 2\n", p->script);
}

bool plot_scaling(plot *p) {
    line strong[LINES_MAX], weak[LINES_MAX];
    double most = 1;
    const size_t strong_count = collect(p, strong, true, &most), weak_count = collect(p, weak, false, &most);
    const int panels = (strong_count > 0) + (weak_count > 0);
    if (panels == 0) {
        message("the reports have no scaling runs; measure some with `multigraph bench scaling`");
        return false;
    }
    p->height = 30 + PLOT_FOOT_PIXELS + panels * PANEL;
    const double foot = (double)PLOT_FOOT_PIXELS / p->height, share = (double)PANEL / p->height;
    plot_begin(p, "Scaling with the number of threads");
    if (strong_count) {
        draw(p, strong, strong_count, true, most, foot + (panels - 1) * share, foot + panels * share);
    }
    if (weak_count) {
        draw(p, weak, weak_count, false, most, foot, foot + share);
    }
    return true;
}
