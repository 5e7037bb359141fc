/* SPDX-License-Identifier: Apache-2.0
 *
 * plot.h: the verb plot makes pictures of reports and traces. A kind of plot writes a gnuplot script with its data
 * inside; gnuplot, found at run time, makes the picture of it.
 *
 *     plot_kinds.c  the kinds                                 plot_mteps.c, plot_memory.c, plot_frontier.c,
 *     plot_bars.c   panels of grouped bars                    plot_roofline.c, plot_scaling.c  one kind each
 *     plot_script.c what all scripts share                    plot_render.c  runs gnuplot      verb_plot.c  the verb
 */
#ifndef MG_TOOLS_PLOT_PLOT_H
#define MG_TOOLS_PLOT_PLOT_H

#include "tools/cli/options.h"
#include "tools/output/json_read.h"
#include "tools/output/sink.h"

#include <cjson/cJSON.h>
#include <stdio.h>

typedef struct plot plot;

typedef struct plot_kind {
    const char *name, *summary;
    const char *const *schemas; /* of the files it takes; ends with NULL */
    /* Writes the script; false: says what the files lack. */
    bool (*draw)(plot *p);
} plot_kind;

struct plot {
    const plot_kind *kind;
    const cli_options *options;
    cJSON **files;
    size_t file_count;
    FILE *script;
    int width, height;    /* pixels; a kind sets the height before plot_begin */
    const char *terminal; /* "svg" or "pngcairo" */
};

const plot_kind *plot_kind_find(const char *name);

/* ---- parts of a script ---- */

/* Colours after Okabe and Ito, which colour-blind people can tell apart; patterns and point types differ, too. */
#define PLOT_COLOURS 7
extern const char *const plot_colours[PLOT_COLOURS];
extern const int plot_patterns[PLOT_COLOURS];
extern const int plot_points[PLOT_COLOURS];

/* Pixels that title and legend, and the machine below, take. */
#define PLOT_TITLE_PIXELS 60
#define PLOT_FOOT_PIXELS 26

/* The terminal, the title, and below all of it on what machine the first file's figures were measured. */
void plot_begin(plot *p, const char *title);
/* A string as gnuplot reads it. */
void plot_string(plot *p, const char *text);
/* The margins of a panel: the fractions of the picture's height at which it begins and ends. */
void plot_panel(plot *p, double bottom, double top);

/* The machine of a file, whatever its schema. */
const char *plot_machine(const cJSON *file);

/* ---- bars ---- */

typedef struct plot_bar {
    char panel[48], group[64], series[48];
    double value;
    bool random; /* drawn downwards, in a panel below */
} plot_bar;

typedef struct plot_bars {
    plot_bar *bars;
    size_t count, capacity;
    const char *label; /* of the vertical axis, with its unit */
    bool logarithmic;
    double reference; /* a line at this height; 0: none */
} plot_bars;

/* Adds a bar; false: out of memory, which was said. A bar of the same place replaces the earlier one. */
bool plot_bars_add(plot_bars *b, const plot_bar *bar);
/* Pixels that the panels need. */
int plot_bars_height(const plot_bars *b);
/* Draws the panels from the fraction `top` of the height down to `bottom`; the legend is above the first. */
void plot_bars_draw(plot *p, const plot_bars *b, double bottom, double top);
void plot_bars_free(plot_bars *b);

/* ---- kinds ---- */

bool plot_mteps(plot *p);
bool plot_frontier(plot *p);
bool plot_memory(plot *p);
bool plot_roofline(plot *p);
bool plot_scaling(plot *p);

/* True if --algorithm is not given, or names this one. */
bool plot_wants(const plot *p, const char *name);

/* ---- the picture ---- */

/* Runs gnuplot on the script and writes what it drew to the sink. Returns an exit status; has said what failed. */
int plot_render(const plot *p, const char *script, sink *out);

#endif
