/* SPDX-License-Identifier: Apache-2.0 */
#include "tools/output/summary.h"
#include "tools/cli/progress.h"
#include "tools/output/wait.h"
#include "tools/verbs/algorithm.h"

#include <inttypes.h>
#include <math.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

#define LINE_WIDTH 80
#define INDENT 10 /* of what a line is about */

int compare_doubles(const void *a, const void *b) {
    double x = *(const double *)a, y = *(const double *)b;
    return (x > y) - (x < y);
}

double quantile(const double *sorted, size_t count, double share) {
    const double at = share * (double)(count - 1);
    const size_t below = (size_t)at, above = below + 1 < count ? below + 1 : below;
    return sorted[below] + (at - (double)below) * (sorted[above] - sorted[below]);
}

trial_times trial_times_of(const session *s) {
    const size_t count = s->trial_count;
    trial_times times = {.least = INFINITY};
    double *sorted = malloc(count * sizeof *sorted);
    for (size_t i = 0; i < count; i++) {
        double seconds = s->trials[i].seconds;
        times.mean += seconds / (double)count;
        times.least = seconds < times.least ? seconds : times.least;
        times.greatest = seconds > times.greatest ? seconds : times.greatest;
        if (sorted) {
            sorted[i] = seconds;
        }
    }
    double squares = 0;
    for (size_t i = 0; i < count; i++) {
        squares += (s->trials[i].seconds - times.mean) * (s->trials[i].seconds - times.mean);
    }
    times.deviation = count > 1 ? sqrt(squares / (double)(count - 1)) : 0;
    times.lower = times.median = times.upper = times.mean;
    if (sorted && count) {
        qsort(sorted, count, sizeof *sorted, compare_doubles);
        times.lower = quantile(sorted, count, 0.25);
        times.median = quantile(sorted, count, 0.5);
        times.upper = quantile(sorted, count, 0.75);
    }
    free(sorted);
    return times;
}

double device_median_of(const session *s) {
    double *const times = malloc((s->trial_count + 1) * sizeof *times);
    size_t count = 0;
    for (size_t i = 0; i < s->trial_count && times; i++) {
        if (s->trials[i].device_seconds > 0) {
            times[count++] = s->trials[i].device_seconds;
        }
    }
    double median = 0;
    if (count) {
        qsort(times, count, sizeof *times, compare_doubles);
        median = quantile(times, count, 0.5);
    }
    free(times);
    return median;
}

double mteps_of(const trial *t, double seconds) {
    return seconds > 0 ? 1e-6 * (double)t->edges_visited / seconds : 0;
}

static void print_times(FILE *out, const session *s) {
    const trial_times times = trial_times_of(s);
    const trial *last = &s->trials[s->trial_count - 1];
    char load[DURATION_SIZE], build[DURATION_SIZE], run[DURATION_SIZE], least[DURATION_SIZE], greatest[DURATION_SIZE];
    fprintf(out, "  time    load %s, build %s, run %s", duration_text(s->load_seconds, load),
            duration_text(s->build_seconds, build), duration_text(times.median, run));
    const double mteps = mteps_of(last, times.median);
    if (mteps > 0) { /* phases over all edges do not count visited edges */
        fprintf(out, ", %.*f MTEPS", mteps < 10 ? 2 : 0, mteps);
    }
    fputc('\n', out);
    if (s->trial_count > 1) {
        fprintf(out, "  trials  %zu, of which run is the median; %s to %s\n", s->trial_count,
                duration_text(times.least, least), duration_text(times.greatest, greatest));
    }
}

static void print_iterations(FILE *out, const mg_statistics *statistics) {
    const char *separator = ": ";
    fprintf(out, "  run     on %s, %" PRIu64 " iteration%s", statistics->backend, statistics->iterations,
            statistics->iterations == 1 ? "" : "s");
    for (int mode = 0; mode < 4; mode++) {
        if (statistics->mode_iterations[mode]) {
            fprintf(out, "%s%" PRIu64 " %s", separator, statistics->mode_iterations[mode],
                    mode == MG_MODE_AUTO ? "without a mode" : mg_mode_name((mg_mode)mode));
            separator = ", ";
        }
    }
    fputc('\n', out);
}

static void print_summary(FILE *out, const session *s) {
    char text[256], duration[DURATION_SIZE];
    s->verb->runs->describe(s, text, sizeof text);
    fprintf(out, "\n%s: %s\n", session_primitive(s), text);
    fprintf(out, "  graph   %s, %s, %" PRIu32 " vertices, %" PRIu64 " edges\n", graph_name(s->options),
            mg_graph_directed(s->graph) ? "directed" : "undirected", mg_graph_vertex_count(s->graph),
            mg_graph_edge_count(s->graph));
    print_times(out, s);
    print_iterations(out, mg_result_statistics(s->result));
    if (s->verified) {
        fprintf(out, "  verify  passed in %s\n", duration_text(s->verify_seconds, duration));
    }
    if (s->options->verbosity > 0) {
        wait_print(out, s);
    }
}

/* Writes the lines of a text, broken after commas where they are too wide. */
static void wrap_lines(FILE *out, const char *text) {
    int column = 0;
    while (*text) {
        const char *end = text;
        while (*end && *end != '\n' && strncmp(end, ", ", 2) != 0) {
            end++;
        }
        end += *end == ',';
        if (column > 0 && column + (int)(end - text) > LINE_WIDTH) {
            text += *text == ' ';
            column = fprintf(out, "\n%*s", INDENT, "") - 1;
        }
        column += fprintf(out, "%.*s", (int)(end - text), text);
        text = end;
        if (*text == '\n') {
            fputc(*text++, out);
            column = 0;
        }
    }
}

/* By one write, so that it does not mix with what other programs write to the same terminal or pipe. */
void summary_print(const session *s) {
    const int verbosity = s->options->verbosity;
    char *texts[2] = {NULL, NULL};
    size_t sizes[2] = {0, 0};
    if (verbosity < 0 || (verbosity == 0 && !isatty(STDERR_FILENO))) {
        return;
    }
    FILE *const plain = open_memstream(&texts[0], &sizes[0]), *const out = open_memstream(&texts[1], &sizes[1]);
    if (plain && out) {
        print_summary(plain, s);
        fflush(plain);
        wrap_lines(out, texts[0]);
        fflush(out);
        (void)fwrite(texts[1], 1, sizes[1], stderr);
    }
    if (plain) {
        fclose(plain);
    }
    if (out) {
        fclose(out);
    }
    free(texts[0]);
    free(texts[1]);
}
