/* SPDX-License-Identifier: Apache-2.0
 *
 * Shares of a set of problems, as cumulative lines, one for each backend and mode or storage format. A problem is a
 * primitive on a graph or matrix. Performance profile: the share that is solved in at most so many times the best time.
 * Break-even: the share for which a storage format has paid for its build after so many products.
 */
#include "tools/cli/message.h"
#include "tools/plot/plot.h"

#include <math.h>
#include <stdlib.h>
#include <string.h>

#define HEIGHT 460
#define SERIES_MAX 32
#define NAME_SIZE 64

typedef struct shares {
    const char *title, *across, *axes;
    double right; /* end of the axis, at most */
    /* The value of a cell, at least 1; INFINITY: never; NaN: the cell has none, and its series no line. */
    double (*value)(const plot *p, const cJSON *run);
} shares;

/* The time by the GPU's clock, without transfers, else that of the call; NaN where there is none. */
static double time_of(const cJSON *run) {
    const double on_device = json_number_of(run, "median_device_time");
    const char *outcome = json_text_of(run, "outcome");
    return strcmp(outcome, "wrong") == 0 || strcmp(outcome, "failed") == 0 ? NAN
           : on_device > 0                                                 ? on_device
                                                                           : json_number_of(run, "median_process_time");
}

static bool same_problem(const cJSON *a, const cJSON *b) {
    return strcmp(json_text_of(a, "graph"), json_text_of(b, "graph")) == 0 &&
           strcmp(json_text_of(a, "primitive"), json_text_of(b, "primitive")) == 0;
}

static void series_of(const cJSON *run, char name[NAME_SIZE]) {
    snprintf(name, NAME_SIZE, "%s %s", json_text_of(run, "backend"), json_text_of(run, "mode"));
}

/* Calls `visit` for each cell that --algorithm allows. */
typedef void (*visit_cell)(const plot *p, const cJSON *run, void *data);
static void for_cells(const plot *p, visit_cell visit, void *data) {
    const cJSON *run;
    for (size_t i = 0; i < p->file_count; i++) {
        cJSON_ArrayForEach(run, cJSON_GetObjectItem(p->files[i], "runs")) {
            if (plot_wants(p, json_text_of(run, "primitive"))) {
                visit(p, run, data);
            }
        }
    }
}

/* ---- values ---- */

typedef struct best {
    const cJSON *problem;
    double time;
} best;

static void take_best(const plot *p, const cJSON *run, void *data) {
    best *b = data;
    (void)p;
    b->time = same_problem(run, b->problem) ? fmin(b->time, time_of(run)) : b->time; /* fmin leaves NaN out */
}

static double ratio_to_best(const plot *p, const cJSON *run) {
    best b = {run, INFINITY};
    for_cells(p, take_best, &b);
    const double time = time_of(run);
    return isfinite(b.time) ? (time > 0 ? time / b.time : INFINITY) : NAN;
}

static double break_even(const plot *p, const cJSON *run) {
    const char *format = json_text_of(run, "storage_format");
    const double products = json_number_of(run, "break_even");
    (void)p;
    return !*format || strcmp(format, "csr") == 0 ? NAN : products >= 0 ? fmax(products, 1) : INFINITY;
}

/* ---- series ---- */

typedef struct series {
    char name[NAME_SIZE];
    double *values; /* ascending, without those that are never reached */
    size_t count, problems;
} series;

typedef struct series_list {
    const shares *of;
    series all[SERIES_MAX];
    size_t count;
    double most; /* the largest finite value */
    bool enough; /* memory */
} series_list;

static void take_value(const plot *p, const cJSON *run, void *data) {
    series_list *list = data;
    const double value = list->of->value(p, run);
    char name[NAME_SIZE];
    size_t at = 0;
    series_of(run, name);
    while (at < list->count && strcmp(list->all[at].name, name) != 0) {
        at++;
    }
    if (isnan(value) || at == SERIES_MAX) {
        return;
    }
    series *s = &list->all[at];
    if (at == list->count) {
        *s = (series){.count = 0};
        memcpy(s->name, name, sizeof name);
        list->count++;
    }
    s->problems++;
    if (isfinite(value)) {
        double *larger = realloc(s->values, (s->count + 1) * sizeof *larger);
        list->enough &= larger != NULL;
        if (larger) {
            s->values = larger;
            s->values[s->count++] = value;
            list->most = fmax(list->most, value);
        }
    }
}

static int ascending(const void *a, const void *b) {
    const double x = *(const double *)a, y = *(const double *)b;
    return (x > y) - (x < y);
}

static void write_series(plot *p, const series *s, size_t position, double right) {
    fprintf(p->script, "$shares%zu << END\n1 0\n", position);
    for (size_t i = 0; i < s->count && s->values[i] <= right; i++) {
        if (i + 1 == s->count || s->values[i + 1] > s->values[i]) {
            fprintf(p->script, "%.6g %.6g\n", s->values[i], (double)(i + 1) / (double)s->problems);
        }
    }
    size_t reached = 0;
    while (reached < s->count && s->values[reached] <= right) {
        reached++;
    }
    fprintf(p->script, "%.6g %.6g\nEND\n", right, (double)reached / (double)s->problems);
}

static void draw(plot *p, series_list *list) {
    const shares *of = list->of;
    const double right = fmin(of->right, fmax(list->most * 1.05, 2)), pixel = 1.0 / HEIGHT;
    p->height = HEIGHT;
    plot_begin(p, of->title);
    plot_panel(p, 80 * pixel, 1 - 84 * pixel);
    for (size_t i = 0; i < list->count; i++) {
        if (list->all[i].count) {
            qsort(list->all[i].values, list->all[i].count, sizeof(double), ascending);
        }
        write_series(p, &list->all[i], i, right);
    }
    fprintf(p->script, "%sset grid xtics\nset xrange [1:%.6g]\nset yrange [0:1.02]\nset xlabel \"%s\"\n", of->axes,
            right, of->across);
    fputs("set ylabel \"share of the problems\"\nset format xy \"%g\"\n", p->script);
    if (of->right > 1000) {
        plot_decades(p, "x");
    }
    fputs("plot ", p->script);
    for (size_t i = 0; i < list->count; i++) {
        fprintf(p->script, "%s$shares%zu using 1:2 title ", i ? ", " : "", i);
        plot_string(p, list->all[i].name);
        fprintf(p->script, " with steps lw 2 dt %zu lc rgb \"%s\"", 1 + i % 5, plot_colours[i % PLOT_COLOURS]);
    }
    fputc('\n', p->script);
}

static bool plot_shares(plot *p, const shares *of, const char *lacks) {
    series_list list = {.of = of, .most = 1, .enough = true};
    for_cells(p, take_value, &list);
    if (!list.count || !list.enough) {
        message("%s", list.enough ? lacks : "out of memory for the picture");
    } else {
        draw(p, &list);
    }
    for (size_t i = 0; i < list.count; i++) {
        free(list.all[i].values);
    }
    return list.count && list.enough;
}

bool plot_profile(plot *p) {
    static const shares profile = {"Performance profile", "times the best time of the problem, at most",
                                   "set logscale x 2\n", 16, ratio_to_best};
    return plot_shares(p, &profile, "the reports have no times");
}

bool plot_breakeven(plot *p) {
    static const shares even = {"Products until a storage format has paid for its build, against csr",
                                "products, at most", "set logscale x 10\n", 1e6, break_even};
    return plot_shares(p, &even,
                       "the reports have no storage formats other than csr; measure them with `multigraph bench spmm`");
}
