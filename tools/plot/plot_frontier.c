/* SPDX-License-Identifier: Apache-2.0
 *
 * The paper's table 3.2 as a picture: above the frontier of every iteration, below its time. The trace of a run with
 * --mode auto has the chosen modes; traces with --mode sparse, dense or pull have the times of the other modes.
 */
#include "tools/bench/bench.h"
#include "tools/cli/message.h"
#include "tools/plot/plot.h"

#include <string.h>

#define HEIGHT 700
/* With more iterations only lines are drawn, without points. */
#define POINTS_MAX 60

static const char *const modes[] = {"sparse", "dense", "pull"};

/* The trace of a run with mode auto, else the first one. */
static const cJSON *chosen_trace(const plot *p) {
    for (size_t i = 0; i < p->file_count; i++) {
        if (strcmp(json_text_of(p->files[i], "requested_mode"), "auto") == 0) {
            return p->files[i];
        }
    }
    return p->files[0];
}

static int count_iterations(const cJSON *trace) {
    return cJSON_GetArraySize(cJSON_GetObjectItem(trace, "iterations"));
}

/* Columns: iteration, vertices, edges, ms, then the ms in the column of its mode, and the estimates. */
static void write_trace(plot *p, const cJSON *trace, size_t position) {
    int number = 0;
    const cJSON *it;
    fprintf(p->script, "$trace%zu << END\n", position);
    cJSON_ArrayForEach(it, cJSON_GetObjectItem(trace, "iterations")) {
        const double ms = json_number_of(it, "ms"), esp = json_number_of(it, "esp_ms"),
                     edp = json_number_of(it, "edp_ms");
        fprintf(p->script, "%d %.0f %.0f %.6g", ++number, json_number_of(it, "frontier_vertices"),
                json_number_of(it, "frontier_edges"), ms);
        for (size_t m = 0; m < sizeof modes / sizeof *modes; m++) {
            const bool is = strcmp(json_text_of(it, "mode"), modes[m]) == 0;
            fprintf(p->script, is ? " %.6g" : " ?", ms);
        }
        fprintf(p->script, esp > 0 ? " %.6g" : " ?", esp);
        fprintf(p->script, edp > 0 ? " %.6g\n" : " ?\n", edp);
    }
    fputs("END\n", p->script);
}

static bool has_mode(const cJSON *trace, const char *mode) {
    const cJSON *it;
    cJSON_ArrayForEach(it, cJSON_GetObjectItem(trace, "iterations")) {
        if (strcmp(json_text_of(it, "mode"), mode) == 0) {
            return true;
        }
    }
    return false;
}

/* The colour of a mode. */
static size_t mode_style(const char *mode) {
    size_t style = 0;
    while (style + 1 < sizeof modes / sizeof *modes && strcmp(modes[style], mode) != 0) {
        style++;
    }
    return style;
}

static bool has_estimates(const cJSON *trace) {
    const cJSON *it;
    cJSON_ArrayForEach(it, cJSON_GetObjectItem(trace, "iterations")) {
        if (json_number_of(it, "esp_ms") > 0) {
            return true;
        }
    }
    return false;
}

static void draw_sizes(plot *p, size_t chosen, int iterations) {
    const double pixel = 1.0 / p->height;
    plot_panel(p, 0.55, 1 - 70 * pixel);
    fprintf(
        p->script,
        "set logscale y 10\nset format y \"%%.0s %%c\"\nset yrange [0.5:*]\nset xrange [0.3:%d.7]\nset format x \"\"\n"
        "set ylabel \"vertices, edges\"\n",
        iterations);
    fprintf(
        p->script,
        "set key at screen 0.5,%.4f center top horizontal samplen 2.5 width 1\n"
        "plot $trace%zu using ($1-0.2):3 title \"edges that leave it\" with boxes fill pattern %d border lt -1 lc rgb "
        "\"%s\", '' using ($1+0.2):2 title \"vertices\" with boxes fill pattern %d border lt -1 lc rgb \"%s\"\n",
        1 - 34 * pixel, chosen, plot_patterns[4], plot_colours[4], plot_patterns[0], plot_colours[0]);
    fputs("unset label 1\nunset label 2\n", p->script);
}

/* One line per trace; on that of mode auto points by mode; dotted lines for the estimates. */
static void draw_times(plot *p, size_t chosen, int iterations) {
    const double pixel = 1.0 / p->height;
    const bool points = iterations <= POINTS_MAX;
    const char *separator = "plot ";
    plot_panel(p, 80 * pixel, 0.42);
    fputs("set yrange [*:*]\nset ylabel \"time, ms\"\nset format y \"%g\"\nset format x \"%g\"\nset xlabel "
          "\"iteration\"\n",
          p->script);
    fputs("set key at screen 0.5,0.515 center top horizontal maxrows 2 samplen 2 width -1 font \"sans,10\"\n",
          p->script);
    for (size_t i = 0; i < p->file_count; i++) {
        const bool is_chosen = i == chosen;
        const char *const mode = json_text_of(p->files[i], "requested_mode");
        const size_t style = is_chosen ? 6 : mode_style(mode);
        char title[64];
        snprintf(title, sizeof title, is_chosen ? "taken" : "all %s", mode);
        fprintf(p->script, "%s$trace%zu using 1:4 title ", separator, i);
        plot_string(p, title);
        fprintf(p->script, " with lines lw %s dt %d lc rgb \"%s\"", is_chosen ? "2" : "1.5", is_chosen ? 1 : 2,
                plot_colours[style]);
        separator = ", ";
    }
    for (size_t m = 0; m < sizeof modes / sizeof *modes && points; m++) {
        if (has_mode(p->files[chosen], modes[m])) {
            fprintf(p->script, ", $trace%zu using 1:%zu title \"chose %s\" with points pt %d ps 1.2 lc rgb \"%s\"",
                    chosen, 5 + m, modes[m], plot_points[m], plot_colours[m]);
        }
    }
    if (has_estimates(p->files[chosen])) {
        fprintf(p->script,
                ", $trace%zu using 1:8 title \"expected sparse\" with lines dt 3 lc rgb \"%s\", '' using 1:9 title "
                "\"expected dense or pull\" with lines dt 3 lc rgb \"%s\"",
                chosen, plot_colours[0], plot_colours[1]);
    }
    fputc('\n', p->script);
}

bool plot_frontier(plot *p) {
    const cJSON *const trace = chosen_trace(p);
    const int iterations = count_iterations(trace);
    size_t chosen = 0;
    if (iterations == 0) {
        message("the trace has no iterations");
        return false;
    }
    char title[256], graph[BENCH_NAME_SIZE];
    bench_file_name(graph, json_text_of(trace, "graph_file"));
    snprintf(title, sizeof title, "%s on %s, %s, by iteration", json_text_of(trace, "primitive"), graph,
             json_text_of(trace, "backend"));
    p->height = HEIGHT;
    plot_begin(p, title);
    for (size_t i = 0; i < p->file_count; i++) {
        write_trace(p, p->files[i], i);
        chosen = p->files[i] == trace ? i : chosen;
    }
    fputs("set boxwidth 0.4\n", p->script);
    draw_sizes(p, chosen, iterations);
    draw_times(p, chosen, iterations);
    return true;
}
