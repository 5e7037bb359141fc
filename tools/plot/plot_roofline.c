/* SPDX-License-Identifier: Apache-2.0
 *
 * Roofline plot of the products of bench: operations per second over arithmetic intensity (operations per byte of
 * compulsory traffic). The roof is --bandwidth; without it the greatest bandwidth that a product reached.
 */
#include "tools/plot/plot_roofline.h"
#include "tools/cli/message.h"
#include "tools/plot/plot.h"

#include <math.h>
#include <stdlib.h>
#include <string.h>

#define HEIGHT 600
#define BORDER_BELOW 80 /* pixels */
#define BORDER_ABOVE 46
#define SERIES_MAX 64
#define KEY_LABEL 10 /* number of the first label of the key in the script; others have lower ones */

typedef struct extent {
    double least, greatest, slowest, speed, bandwidth; /* flops per byte; Gflop/s; the greatest GB/s */
    double across, up;                                 /* pixels per unit of the natural logarithm */
    size_t points;
} extent;

/* The time by the GPU's clock, without the transfers of the vectors, else that of the call. */
static double seconds_of(const cJSON *run) {
    const double on_device = json_number_of(run, "median_device_time");
    return 1e-3 * (on_device > 0 ? on_device : json_number_of(run, "median_process_time"));
}

static bool has_point(const plot *p, const cJSON *run) {
    return plot_wants(p, json_text_of(run, "primitive")) && json_number_of(run, "flops") > 0 && seconds_of(run) > 0 &&
           strcmp(json_text_of(run, "outcome"), "wrong") != 0;
}

static void series_name(const cJSON *run, char *text, size_t size) {
    snprintf(text, size, "%s %s", json_text_of(run, "backend"), json_text_of(run, "mode"));
}

/* Collects the names of the series and the ranges of the axes. */
static size_t collect(const plot *p, char series[SERIES_MAX][64], extent *e) {
    size_t count = 0;
    const cJSON *run;
    for (size_t i = 0; i < p->file_count; i++) {
        cJSON_ArrayForEach(run, cJSON_GetObjectItem(p->files[i], "runs")) {
            char name[64];
            size_t s = 0;
            if (!has_point(p, run)) {
                continue;
            }
            series_name(run, name, sizeof name);
            while (s < count && strcmp(series[s], name) != 0) {
                s++;
            }
            if (s == count && count < SERIES_MAX) {
                snprintf(series[count++], sizeof *series, "%s", name);
            }
            const double flops = json_number_of(run, "flops"), bytes = json_number_of(run, "compulsory_bytes");
            e->points++;
            e->least = fmin(e->least, flops / bytes);
            e->greatest = fmax(e->greatest, flops / bytes);
            e->slowest = fmin(e->slowest, 1e-9 * flops / seconds_of(run));
            e->speed = fmax(e->speed, 1e-9 * flops / seconds_of(run));
            e->bandwidth = fmax(e->bandwidth, 1e-9 * bytes / seconds_of(run));
        }
    }
    return count;
}

static void add_point(roofline_points *l, const cJSON *run, const extent *e) {
    const double flops = json_number_of(run, "flops");
    roofline_point *const point = &l->all[l->count++];
    *point = (roofline_point){.run = run,
                              .at = e->across * log(flops / json_number_of(run, "compulsory_bytes")),
                              .height = e->up * log(1e-9 * flops / seconds_of(run))};
    snprintf(point->name, sizeof point->name, "%s %s", json_text_of(run, "primitive"), json_text_of(run, "graph"));
}

/* Places all points and labels. False after printing: out of memory. */
static bool collect_points(const plot *p, const extent *e, roofline_points *l) {
    const cJSON *run;
    *l = (roofline_points){.all = calloc(e->points, sizeof *l->all), .edge = e->across * log(e->least / 2)};
    if (!l->all) {
        message("out of memory");
        return false;
    }
    for (size_t i = 0; i < p->file_count; i++) {
        cJSON_ArrayForEach(run, cJSON_GetObjectItem(p->files[i], "runs")) {
            if (has_point(p, run)) {
                add_point(l, run, e);
            }
        }
    }
    roofline_place(l);
    return true;
}

/* A data line: the point, the end and text of its label if that is to the right of it, if it is to the left, and the
 * line between them. */
static void write_point(plot *p, const roofline_points *l, const roofline_point *mine, const extent *e) {
    char name[ROOFLINE_NAME];
    roofline_label(l, mine, name);
    const bool right = mine->left > mine->at;
    const double begin = right ? mine->left : mine->right, end = right ? begin - 2 : begin + 2;
    const double x = exp(mine->at / e->across), y = exp(mine->height / e->up), level = exp(mine->middle / e->up);
    fprintf(p->script, "%.6g %.6g %.6g %.6g ", x, y, exp(begin / e->across), level);
    plot_string(p, right ? name : "");
    fputc(' ', p->script);
    plot_string(p, right ? "" : name);
    fprintf(p->script, " %.6g %.6g\n", mine->hangs ? exp(end / e->across) - x : 0, mine->hangs ? level - y : 0);
}

static void write_series(plot *p, const char *series, size_t position, const roofline_points *l, const extent *e) {
    fprintf(p->script, "$points%zu << END\n", position);
    for (size_t i = 0; i < l->count; i++) {
        char name[64];
        series_name(l->all[i].run, name, sizeof name);
        if (strcmp(name, series) == 0) {
            write_point(p, l, &l->all[i], e);
        }
    }
    fputs("END\n", p->script);
}

/* The names of the numbers, in columns below the panel. */
static void write_key(plot *p, const roofline_points *l) {
    const size_t columns = roofline_key_columns(l, p->width), lines = roofline_key_lines(l, p->width);
    size_t written = 0;
    for (size_t i = 0; i < l->count && lines; i++) {
        const roofline_point *const point = &l->all[i];
        if (point->number != written + 1) {
            continue; /* an earlier point has the same name */
        }
        const size_t line = written % lines, column = written / lines;
        char text[ROOFLINE_NAME + 24];
        snprintf(text, sizeof text, "%zu  %s", point->number, point->name);
        fprintf(p->script, "set label %zu ", KEY_LABEL + written);
        plot_string(p, text);
        fprintf(p->script, " at screen %.4f,%.4f left font \"sans,8\"\n",
                0.02 + 0.96 * (double)column / (double)columns,
                (double)(PLOT_FOOT_PIXELS + ROOFLINE_LINE * (lines - line)) / p->height);
        written++;
    }
}

static void write_axes(plot *p, const extent *e, double top) {
    fputs("set key at graph 0.02,0.98 left top vertical Left reverse samplen 2\n", p->script);
    fprintf(p->script,
            "set logscale xy\nset grid xtics\nset xtics (0.02, 0.05, 0.1, 0.2, 0.5, 1, 2, 5, 10, 20)\n"
            "set xrange [%.6g:%.6g]\nset yrange [%.6g:%.6g]\n"
            "set xlabel \"flop / byte of compulsory traffic\"\nset ylabel \"Gflop / s\"\nset format xy \"%%g\"\n",
            e->least / 2, e->greatest * 2.5, e->slowest / 2, top);
}

/* The roof, and of each series the points, the labels to their right and left, and the lines to these. */
static void write_plot(plot *p, char series[SERIES_MAX][64], size_t count, double bandwidth) {
    fprintf(p->script, "plot %.6g*x title \"%s %.4g GB/s\" with lines lw 2 lc rgb \"#000000\"", bandwidth,
            p->options->bandwidth > 0 ? "bandwidth" : "highest measured bandwidth,", bandwidth);
    for (size_t s = 0; s < count; s++) {
        const size_t style = s % PLOT_COLOURS;
        fprintf(p->script, ", $points%zu using 1:2 title ", s);
        plot_string(p, series[s]);
        fprintf(p->script,
                " with points pt %d ps 1.4 lc rgb \"%s\", '' using 3:4:5 notitle with labels left font \"sans,8\", '' "
                "using 3:4:6 notitle with labels right font \"sans,8\", '' using 1:2:7:8 notitle with vectors nohead "
                "lw 0.6 lc rgb \"#888888\"",
                plot_points[style], plot_colours[style]);
    }
    fputc('\n', p->script);
}

bool plot_roofline(plot *p) {
    static char series[SERIES_MAX][64];
    roofline_points placed;
    extent e = {.least = INFINITY, .slowest = INFINITY};
    const size_t count = collect(p, series, &e);
    if (count == 0) {
        message("the reports have no products; measure them with `multigraph bench spmv`");
        return false;
    }
    const double bandwidth = p->options->bandwidth > 0 ? p->options->bandwidth : e.bandwidth;
    const double top = 2 * fmax(e.speed, bandwidth * e.greatest);
    e.across = 0.85 * p->width / log(e.greatest * 2.5 / (e.least / 2));
    e.up = (HEIGHT - BORDER_BELOW - BORDER_ABOVE) / log(top / (e.slowest / 2));
    if (!collect_points(p, &e, &placed)) {
        return false;
    }
    const int lines = (int)roofline_key_lines(&placed, p->width);
    const int below = BORDER_BELOW + (lines ? ROOFLINE_LINE * (lines + 1) : 0);
    p->height = HEIGHT - BORDER_BELOW + below;
    plot_begin(p, "Sparse products against the memory's bandwidth");
    plot_panel(p, (double)below / p->height, 1 - (double)BORDER_ABOVE / p->height);
    write_key(p, &placed);
    write_axes(p, &e, top);
    for (size_t s = 0; s < count; s++) {
        write_series(p, series[s], s, &placed, &e);
    }
    write_plot(p, series, count, bandwidth);
    free(placed.all);
    return true;
}
