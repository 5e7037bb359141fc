/* SPDX-License-Identifier: Apache-2.0
 *
 * Roofline plot of the products of bench: operations per second over arithmetic intensity (operations per byte of
 * compulsory traffic). The roof is --bandwidth; without it the greatest bandwidth that a product reached.
 */
#include "tools/cli/message.h"
#include "tools/plot/plot.h"

#include <math.h>
#include <string.h>

#define HEIGHT 600
#define BORDER_BELOW 80 /* pixels */
#define BORDER_ABOVE 46
#define SERIES_MAX 32
#define NAME_SIZE 128
#define LETTER 6 /* width in pixels of a letter in a point's label, */
#define LINE 12  /* and its height */

typedef struct extent {
    double least, greatest, slowest, speed, bandwidth; /* flops per byte; Gflop/s; the greatest GB/s */
    double across, up;                                 /* pixels per unit of the natural logarithm */
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
            e->least = fmin(e->least, flops / bytes);
            e->greatest = fmax(e->greatest, flops / bytes);
            e->slowest = fmin(e->slowest, 1e-9 * flops / seconds_of(run));
            e->speed = fmax(e->speed, 1e-9 * flops / seconds_of(run));
            e->bandwidth = fmax(e->bandwidth, 1e-9 * bytes / seconds_of(run));
        }
    }
    return count;
}

static void point_name(const cJSON *run, char *text, size_t size) {
    snprintf(text, size, "%s %s", json_text_of(run, "primitive"), json_text_of(run, "graph"));
}

typedef struct place {
    double at, height;  /* position of a point, in pixels */
    double left, right; /* horizontal extent of its label */
} place;

static place point_of(const cJSON *run, const extent *e) {
    const double flops = json_number_of(run, "flops");
    return (place){.at = e->across * log(flops / json_number_of(run, "compulsory_bytes")),
                   .height = e->up * log(1e-9 * flops / seconds_of(run))};
}

/* The label is to the right of its point, or to the left if it would overlap another point. */
static place place_of(const plot *p, const cJSON *run, const extent *e) {
    char name[NAME_SIZE];
    point_name(run, name, sizeof name);
    const double length = LETTER * ((double)strlen(name) + 2);
    place mine = point_of(run, e);
    bool covers = false;
    const cJSON *one;
    for (size_t i = 0; i < p->file_count; i++) {
        cJSON_ArrayForEach(one, cJSON_GetObjectItem(p->files[i], "runs")) {
            if (has_point(p, one)) {
                const place other = point_of(one, e);
                covers |= other.at > mine.at + LETTER && other.at < mine.at + length &&
                          fabs(other.height - mine.height) < LINE;
            }
        }
    }
    mine.left = covers ? mine.at - length : mine.at;
    mine.right = covers ? mine.at : mine.at + length;
    return mine;
}

/* False: the label overlaps a higher one, and is not drawn. */
static bool is_readable(const plot *p, const cJSON *point, const extent *e) {
    const place mine = place_of(p, point, e);
    const cJSON *run;
    for (size_t i = 0; i < p->file_count; i++) {
        cJSON_ArrayForEach(run, cJSON_GetObjectItem(p->files[i], "runs")) {
            if (!has_point(p, run)) {
                continue;
            }
            const place other = place_of(p, run, e);
            if (other.height > mine.height && other.height < mine.height + LINE && other.left < mine.right &&
                mine.left < other.right) {
                return false;
            }
        }
    }
    return true;
}

/* Writes a point's data line: position, label for the right side, label for the left side. */
static void write_point(plot *p, const cJSON *run, const extent *e) {
    const double flops = json_number_of(run, "flops"), bytes = json_number_of(run, "compulsory_bytes");
    const place mine = place_of(p, run, e);
    char name[NAME_SIZE] = "";
    if (is_readable(p, run, e)) {
        point_name(run, name, sizeof name);
    }
    fprintf(p->script, "%.6g %.6g ", flops / bytes, 1e-9 * flops / seconds_of(run));
    plot_string(p, mine.right > mine.at ? name : "");
    fputc(' ', p->script);
    plot_string(p, mine.right > mine.at ? "" : name);
    fputc('\n', p->script);
}

static void write_series(plot *p, const char *series, size_t position, const extent *e) {
    const cJSON *run;
    fprintf(p->script, "$points%zu << END\n", position);
    for (size_t i = 0; i < p->file_count; i++) {
        cJSON_ArrayForEach(run, cJSON_GetObjectItem(p->files[i], "runs")) {
            char name[64];
            series_name(run, name, sizeof name);
            if (has_point(p, run) && strcmp(name, series) == 0) {
                write_point(p, run, e);
            }
        }
    }
    fputs("END\n", p->script);
}

bool plot_roofline(plot *p) {
    static char series[SERIES_MAX][64];
    extent e = {.least = INFINITY, .slowest = INFINITY};
    const size_t count = collect(p, series, &e);
    if (count == 0) {
        message("the reports have no products; measure them with `multigraph bench spmv`");
        return false;
    }
    const bool given = p->options->bandwidth > 0;
    const double bandwidth = given ? p->options->bandwidth : e.bandwidth;
    const double left = e.least / 2, right = e.greatest * 2.5;
    const double bottom = e.slowest / 2, top = 2 * fmax(e.speed, bandwidth * e.greatest);
    p->height = HEIGHT;
    e.across = 0.85 * p->width / log(right / left);
    e.up = (HEIGHT - BORDER_BELOW - BORDER_ABOVE) / log(top / bottom);
    const double pixel = 1.0 / p->height;
    plot_begin(p, "Sparse products against the memory's bandwidth");
    plot_panel(p, BORDER_BELOW * pixel, 1 - BORDER_ABOVE * pixel);
    fputs("set key at graph 0.02,0.98 left top vertical Left reverse samplen 2\n", p->script);
    fprintf(p->script,
            "set logscale xy\nset grid xtics\nset xtics (0.02, 0.05, 0.1, 0.2, 0.5, 1, 2, 5, 10, 20)\n"
            "set xrange [%.6g:%.6g]\nset yrange [%.6g:%.6g]\n"
            "set xlabel \"flop / byte of compulsory traffic\"\nset ylabel \"Gflop / s\"\nset format xy \"%%g\"\n",
            left, right, bottom, top);
    for (size_t s = 0; s < count; s++) {
        write_series(p, series[s], s, &e);
    }
    fprintf(p->script, "plot %.6g*x title \"%s %.4g GB/s\" with lines lw 2 lc rgb \"#000000\"", bandwidth,
            given ? "bandwidth" : "highest measured bandwidth,", bandwidth);
    for (size_t s = 0; s < count; s++) {
        const size_t style = s % PLOT_COLOURS;
        fprintf(p->script, ", $points%zu using 1:2 title ", s);
        plot_string(p, series[s]);
        fprintf(p->script,
                " with points pt %d ps 1.4 lc rgb \"%s\", '' using 1:2:3 notitle with labels left offset 1,0 font "
                "\"sans,8\", '' using 1:2:4 notitle with labels right offset -1,0 font \"sans,8\"",
                plot_points[style], plot_colours[style]);
    }
    fputc('\n', p->script);
    return true;
}
