/* SPDX-License-Identifier: Apache-2.0
 *
 * plot.h: the verb plot draws reports and traces. Each kind of plot writes a gnuplot script that includes its data;
 * gnuplot, found at run time, renders it.
 *
 *     plot_kinds.c    table of the kinds
 *     plot_mteps.c, plot_memory.c, plot_frontier.c, plot_roofline.c, plot_scaling.c    one kind each
 *     plot_roofline_labels.c    places of labels, and the key, of plot_roofline.c
 *     plot_shares.c   performance profiles and break-even
 *     plot_graphs.c, plot_drawing.c    of a graph file
 *     plot_wait.c     whole processes and their parts
 *     plot_bars.c     panels of grouped bars
 *     plot_script.c   common parts of all scripts
 *     plot_render.c   runs gnuplot
 *     verb_plot.c     entry point of the verb
 */
#ifndef MG_TOOLS_PLOT_PLOT_H
#define MG_TOOLS_PLOT_PLOT_H

#include "tools/cli/options.h"
#include "tools/output/json_read.h"
#include "tools/output/sink.h"

#include <cjson/cJSON.h>
#include <stdio.h>

typedef struct plot plot;
struct session;

typedef struct plot_kind {
    const char *name, *summary;
    const char *const *schemas; /* schemas of the accepted files; ends with NULL */
    /* Writes the script; false after printing what the files lack. */
    bool (*draw)(plot *p);
    /* Of a graph file in place of such files: draws the open session's graph. Returns an exit status. */
    int (*draw_graph)(plot *p, struct session *s);
} plot_kind;

struct plot {
    const plot_kind *kind;
    const cli_options *options;
    cJSON **files;
    size_t file_count;
    FILE *script;
    int width, height;    /* pixels; a kind sets the height before plot_begin */
    const char *terminal; /* "svg" or "pngcairo" */
    int status;           /* exit status where the script cannot be written */
};

const plot_kind *plot_kind_find(const char *name);

/* ---- parts of a script ---- */

/* Colours of Okabe and Ito, which are safe for colour-blind readers; patterns and point types differ, too. */
#define PLOT_COLOURS 7
extern const char *const plot_colours[PLOT_COLOURS];
extern const int plot_patterns[PLOT_COLOURS];
extern const int plot_points[PLOT_COLOURS];

/* Height in pixels of title and legend, and of the machine's line at the bottom. */
#define PLOT_TITLE_PIXELS 60
#define PLOT_FOOT_PIXELS 26

/* Writes the terminal, the title, and the machine of the first file at the bottom. */
void plot_begin(plot *p, const char *title);
/* Writes a quoted gnuplot string. */
void plot_string(plot *p, const char *text);
/* Writes the margins of a panel between two fractions of the picture's height. */
void plot_panel(plot *p, double bottom, double top);

/* Writes tics of an axis ("y") at all powers of ten, in digits and groups of three. */
void plot_decades(plot *p, const char *axis);

/* Different names in the order of their first use: at most PLOT_NAMES_MAX. */
#define PLOT_NAMES_MAX 64
typedef struct plot_names {
    const char *name[PLOT_NAMES_MAX];
    size_t count;
} plot_names;
void plot_add_name(plot_names *n, const char *name);

/* Writes the fill of a series. If there are more series than colours, colours repeat with other patterns. */
void plot_fill(plot *p, size_t series);

/* The machine of a file, whatever its schema. */
const char *plot_machine(const cJSON *file);

/* ---- bars ---- */

typedef struct plot_bar {
    char panel[48], group[64], series[48];
    double value;
    bool random; /* random numbering: drawn downwards, in a panel below */
} plot_bar;

typedef struct plot_bars {
    plot_bar *bars;
    size_t count, capacity;
    const char *label; /* label of the vertical axis, with its unit */
    bool logarithmic;
    double reference; /* a line at this height; 0: none */
} plot_bars;

/* Adds a bar, or replaces the one with the same panel, group and series. False after printing: out of memory. */
bool plot_bars_add(plot_bars *b, const plot_bar *bar);
/* Height of all panels in pixels. */
int plot_bars_height(const plot_bars *b);
/* Draws the panels between the fractions `top` and `bottom` of the height; the legend is above the first. */
void plot_bars_draw(plot *p, const plot_bars *b, double bottom, double top);
void plot_bars_free(plot_bars *b);

/* ---- kinds ---- */

bool plot_mteps(plot *p);
bool plot_frontier(plot *p);
bool plot_memory(plot *p);
bool plot_roofline(plot *p);
bool plot_scaling(plot *p);
bool plot_profile(plot *p);
bool plot_breakeven(plot *p);
bool plot_wait(plot *p);

/* True if --algorithm is not given, or names this one. */
bool plot_wants(const plot *p, const char *name);

/* ---- the picture ---- */

/* Runs gnuplot on the script and writes the picture to the sink. Returns an exit status; prints errors. */
int plot_render(const plot *p, const char *script, sink *out);

#endif
