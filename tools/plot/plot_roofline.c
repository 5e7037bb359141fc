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
#define STEPS 31 /* heights that are tried for a label */
#define POINTS_MAX 512

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

/* A point and its label, in pixels from flop / byte and Gflop/s of 1. */
typedef struct place {
    const cJSON *run;
    double at, height;          /* of the point */
    double left, right, middle; /* of the label */
    bool hangs;                 /* a line joins them */
} place;

typedef struct places {
    place all[POINTS_MAX];
    size_t count;
    double edge; /* the left border of the panel */
} places;

static void add_point(places *l, const cJSON *run, const extent *e) {
    const double flops = json_number_of(run, "flops");
    if (l->count < POINTS_MAX) {
        l->all[l->count++] = (place){.run = run,
                                     .at = e->across * log(flops / json_number_of(run, "compulsory_bytes")),
                                     .height = e->up * log(1e-9 * flops / seconds_of(run))};
    }
}

/* Is a label free of points, and of the labels of the first `placed` points? */
static bool is_free(const places *l, size_t placed, double left, double right, double middle) {
    for (size_t i = 0; i < l->count; i++) {
        const place *const other = &l->all[i];
        if (other->at > left - LETTER && other->at < right && fabs(other->height - middle) < LINE / 2.0 + 2) {
            return false;
        }
        if (i < placed && other->left < right && left < other->right && fabs(other->middle - middle) < LINE) {
            return false;
        }
    }
    return true;
}

/* Beside the point, right or left, else at the nearest free height to the right of it. */
static void place_label(places *l, size_t i) {
    place *const mine = &l->all[i];
    char name[NAME_SIZE];
    point_name(mine->run, name, sizeof name);
    const double length = LETTER * (double)strlen(name);
    for (int step = 0; step < STEPS; step++) {
        const int rows = (step % 2 ? -1 : 1) * ((step + 1) / 2);
        const double middle = mine->height + LINE * rows;
        const double gap = step ? 4 * LETTER : 1.5 * LETTER;
        for (int side = 0; side < 2; side++) {
            const double left = side ? mine->at - gap - length : mine->at + gap;
            if (left > l->edge && is_free(l, i, left, left + length, middle)) {
                mine->left = left;
                mine->right = left + length;
                mine->middle = middle;
                mine->hangs = step > 0;
                return;
            }
        }
    }
    mine->left = mine->right = mine->at; /* none of these places is free */
    mine->middle = mine->height;
}

static void collect_places(const plot *p, const extent *e, places *l) {
    const cJSON *run;
    l->count = 0;
    l->edge = e->across * log(e->least / 2);
    for (size_t i = 0; i < p->file_count; i++) {
        cJSON_ArrayForEach(run, cJSON_GetObjectItem(p->files[i], "runs")) {
            if (has_point(p, run)) {
                add_point(l, run, e);
            }
        }
    }
    for (size_t i = 0; i < l->count; i++) {
        place_label(l, i);
    }
}

/* A data line: the point, the end and text of its label if that is to the right of it, if it is to the left, and the
 * line between them. */
static void write_point(plot *p, const place *mine, const extent *e) {
    char name[NAME_SIZE] = "";
    if (mine->right > mine->left) {
        point_name(mine->run, name, sizeof name);
    }
    const bool right = mine->left > mine->at;
    const double begin = right ? mine->left : mine->right, end = right ? begin - 2 : begin + 2;
    const double x = exp(mine->at / e->across), y = exp(mine->height / e->up), level = exp(mine->middle / e->up);
    fprintf(p->script, "%.6g %.6g %.6g %.6g ", x, y, exp(begin / e->across), level);
    plot_string(p, right ? name : "");
    fputc(' ', p->script);
    plot_string(p, right ? "" : name);
    fprintf(p->script, " %.6g %.6g\n", mine->hangs ? exp(end / e->across) - x : 0, mine->hangs ? level - y : 0);
}

static void write_series(plot *p, const char *series, size_t position, const places *l, const extent *e) {
    fprintf(p->script, "$points%zu << END\n", position);
    for (size_t i = 0; i < l->count; i++) {
        char name[64];
        series_name(l->all[i].run, name, sizeof name);
        if (strcmp(name, series) == 0) {
            write_point(p, &l->all[i], e);
        }
    }
    fputs("END\n", p->script);
}

bool plot_roofline(plot *p) {
    static char series[SERIES_MAX][64];
    static places placed;
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
    collect_places(p, &e, &placed);
    for (size_t s = 0; s < count; s++) {
        write_series(p, series[s], s, &placed, &e);
    }
    fprintf(p->script, "plot %.6g*x title \"%s %.4g GB/s\" with lines lw 2 lc rgb \"#000000\"", bandwidth,
            given ? "bandwidth" : "highest measured bandwidth,", bandwidth);
    for (size_t s = 0; s < count; s++) {
        const size_t style = s % PLOT_COLOURS;
        fprintf(p->script, ", $points%zu using 1:2 title ", s);
        plot_string(p, series[s]);
        fprintf(p->script,
                " with points pt %d ps 1.4 lc rgb \"%s\", '' using 3:4:5 notitle with labels left font \"sans,8\", '' "
                "using "
                "3:4:6 notitle with labels right font \"sans,8\", '' using 1:2:7:8 notitle with vectors nohead lw 0.6 "
                "lc rgb "
                "\"#888888\"",
                plot_points[style], plot_colours[style]);
    }
    fputc('\n', p->script);
    return true;
}
