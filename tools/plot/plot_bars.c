/* SPDX-License-Identifier: Apache-2.0
 *
 * Panels of grouped bars: a panel per algorithm, a group per graph, a bar per series. Values for randomly numbered
 * vertices are drawn downwards, as in the paper's figures 3.8 to 3.13.
 */
#include "tools/cli/message.h"
#include "tools/plot/plot.h"

#include <math.h>
#include <stdlib.h>
#include <string.h>

#define PANEL_PIXELS 250
#define MIRROR_PIXELS 190
#define TICS_PIXELS 62

bool plot_bars_add(plot_bars *b, const plot_bar *bar) {
    for (size_t i = 0; i < b->count; i++) {
        plot_bar *const old = &b->bars[i];
        if (old->random == bar->random && strcmp(old->panel, bar->panel) == 0 && strcmp(old->group, bar->group) == 0 &&
            strcmp(old->series, bar->series) == 0) {
            old->value = bar->value;
            return true;
        }
    }
    if (b->count == b->capacity) {
        const size_t room = b->capacity ? 2 * b->capacity : 64;
        plot_bar *const larger = realloc(b->bars, room * sizeof *larger);
        if (!larger) {
            message("out of memory for the plot");
            return false;
        }
        b->bars = larger;
        b->capacity = room;
    }
    b->bars[b->count++] = *bar;
    return true;
}

void plot_bars_free(plot_bars *b) {
    free(b->bars);
}

static plot_names panels_of(const plot_bars *b) {
    plot_names n = {.count = 0};
    for (size_t i = 0; i < b->count; i++) {
        plot_add_name(&n, b->bars[i].panel);
    }
    return n;
}

static bool has_random(const plot_bars *b, const char *panel) {
    bool found = false;
    for (size_t i = 0; i < b->count; i++) {
        found |= b->bars[i].random && strcmp(b->bars[i].panel, panel) == 0;
    }
    return found;
}

int plot_bars_height(const plot_bars *b) {
    const plot_names panels = panels_of(b);
    int height = PLOT_TITLE_PIXELS + PLOT_FOOT_PIXELS;
    for (size_t i = 0; i < panels.count; i++) {
        height += PANEL_PIXELS + (has_random(b, panels.name[i]) ? MIRROR_PIXELS : 0);
    }
    return height;
}

static double value_at(const plot_bars *b, const char *panel, const char *group, const char *series, bool random) {
    for (size_t i = 0; i < b->count; i++) {
        const plot_bar *const bar = &b->bars[i];
        if (bar->random == random && strcmp(bar->panel, panel) == 0 && strcmp(bar->group, group) == 0 &&
            strcmp(bar->series, series) == 0) {
            return bar->value;
        }
    }
    return NAN;
}

/* The number of decimals for three significant digits; 0 for values of 100 and more. */
static int decimals(double value) {
    const int digits = 2 - (int)floor(log10(value));
    return digits < 0 ? 0 : digits < 6 ? digits : 6;
}

/* Writes a data line per group: its name, then value and label of each series. */
static void write_data(plot *p, const plot_bars *b, const char *panel, const plot_names *groups, const plot_names *series,
                       bool random, const char *block) {
    fprintf(p->script, "$%s << END\n", block);
    for (size_t g = 0; g < groups->count; g++) {
        plot_string(p, groups->name[g]);
        for (size_t s = 0; s < series->count; s++) {
            const double value = value_at(b, panel, groups->name[g], series->name[s], random);
            if (value > 0) {
                fprintf(p->script, " %.6g \"%.*f\"", value, decimals(value), value);
            } else {
                fputs(" ? \"\"", p->script);
            }
        }
        fputc('\n', p->script);
    }
    fputs("END\n", p->script);
}

/* Draws bars with their values at the ends. A cluster of k bars has width 1, with a gap of one bar. The legend is drawn
 * separately: it also has series without a bar in this panel. */
static void write_plot(plot *p, const plot_names *series, bool key, bool random, const char *block) {
    for (size_t s = 0; s < series->count; s++) {
        fprintf(p->script, "%s$%s using %zu%s notitle with histograms ", s ? ", " : "plot ", block, 2 + 2 * s,
                random ? "" : ":xtic(1)");
        plot_fill(p, s);
        const double shift = ((double)s - ((double)series->count - 1) / 2) / ((double)series->count + 1);
        fprintf(p->script,
                ", $%s using ($0%+.4f):%zu:%zu notitle with labels rotate by 90 %s offset 0,%s font \"sans,8\"", block,
                shift, 2 + 2 * s, 3 + 2 * s, random ? "right" : "left", random ? "-0.3" : "0.3");
    }
    for (size_t s = 0; s < series->count && key; s++) {
        fputs(", keyentry with boxes ", p->script);
        plot_fill(p, s);
        fputs(" title ", p->script);
        plot_string(p, series->name[s]);
    }
    fputc('\n', p->script);
}

static void bounds(const plot_bars *b, const char *panel, double *least, double *greatest) {
    *least = INFINITY;
    *greatest = 0;
    for (size_t i = 0; i < b->count; i++) {
        const double value = b->bars[i].value;
        if (strcmp(b->bars[i].panel, panel) == 0 && value > 0) {
            *least = fmin(*least, value);
            *greatest = fmax(*greatest, value);
        }
    }
    if (b->logarithmic) {
        *least = pow(10, floor(log10(*least) - 0.3));
        *greatest *= pow(*greatest / *least, 0.3);
    } else {
        *least = 0;
        *greatest *= 1.3;
    }
}

static void draw_half(plot *p, const plot_bars *b, const char *panel, const plot_names *groups, const plot_names *series,
                      bool random, bool key) {
    static int block_count;
    char block[32];
    double least, greatest;
    snprintf(block, sizeof block, "bars%d", block_count++);
    write_data(p, b, panel, groups, series, random, block);
    bounds(b, panel, &least, &greatest);
    fprintf(p->script, "set yrange [%.6g:%.6g]\n", random ? greatest : least, random ? least : greatest);
    fputs(random ? "unset xtics\nset border 6\n" : "set xtics nomirror out scale 0\nset border 3\n", p->script);
    fprintf(p->script, "set xrange [-0.6:%.1f]\n", (double)groups->count - 0.4);
    if (b->logarithmic) {
        fputs("set logscale y 10\n", p->script);
        plot_decades(p, "y");
    } else {
        fputs("unset logscale y\nset format y \"%g\"\nset ytics autofreq\n", p->script);
    }
    fputs("set ylabel ", p->script);
    plot_string(p, b->label);
    fputs("\nset label 3 ", p->script);
    char text[96];
    snprintf(text, sizeof text, "%s%s", panel, random ? ", vertices numbered at random" : "");
    plot_string(p, text);
    fprintf(p->script, " at graph 0,%s left front font \"sans,12\"\n", random ? "-0.09" : "1.07");
    if (b->reference > 0) {
        fprintf(p->script, "set arrow 1 from graph 0,first %g to graph 1,first %g nohead dt 2 lw 1.5\n", b->reference,
                b->reference);
    }
    write_plot(p, series, key, random, block);
    fputs("unset label 1\nunset label 2\nunset arrow 1\n", p->script);
}

void plot_bars_draw(plot *p, const plot_bars *b, double bottom, double top) {
    const plot_names panels = panels_of(b);
    plot_names groups = {.count = 0}, series = {.count = 0};
    for (size_t i = 0; i < b->count; i++) {
        plot_add_name(&groups, b->bars[i].group);
        plot_add_name(&series, b->bars[i].series);
    }
    double share = 0, at = top;
    for (size_t i = 0; i < panels.count; i++) {
        share += PANEL_PIXELS + (has_random(b, panels.name[i]) ? MIRROR_PIXELS : 0);
    }
    const double pixel = (top - bottom) / share;
    fputs("set style histogram clustered gap 1\nset style data histograms\nset boxwidth 0.95\n", p->script);
    for (size_t i = 0; i < panels.count; i++) {
        const bool mirrored = has_random(b, panels.name[i]);
        plot_panel(p, at - (PANEL_PIXELS - TICS_PIXELS / 2.0) * pixel, at - TICS_PIXELS / 2.0 * pixel);
        draw_half(p, b, panels.name[i], &groups, &series, false, i == 0);
        at -= PANEL_PIXELS * pixel;
        if (mirrored) {
            plot_panel(p, at - (MIRROR_PIXELS - TICS_PIXELS / 2.0) * pixel, at);
            draw_half(p, b, panels.name[i], &groups, &series, true, false);
            at -= MIRROR_PIXELS * pixel;
        }
    }
}
