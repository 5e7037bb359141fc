/* SPDX-License-Identifier: Apache-2.0
 *
 * report.h: the verb report: runs the measurements of the other verbs in a temporary folder and writes their tables and
 * pictures as one HTML page that refers to no other file.
 *
 *     report_steps.c   what is measured and drawn: calls of other verbs
 *     report_page.c    the page
 *     verb_report.c    entry point of the verb
 */
#ifndef MG_TOOLS_REPORT_REPORT_H
#define MG_TOOLS_REPORT_REPORT_H

#include "tools/cli/options.h"
#include "tools/output/sink.h"

#define REPORT_WORDS 40
#define REPORT_PLOTS 3

/* A picture of the step's report, or of the first graph. */
typedef struct report_plot {
    const char *kind, *title; /* NULL: none */
    bool of_graph;
} report_plot;

/* A section of the page: calls of verbs, each in words. In them $ stands for the folder, @ for the graphs, # for the
 * first graph, % for the options of the user. */
typedef struct report_step {
    const char *title, *about;
    const char *prepare; /* a call before, whose output is not shown; NULL: none */
    const char *call;    /* writes $/table.txt, which is shown, and $/report.json */
    report_plot plots[REPORT_PLOTS];
} report_step;
extern const report_step report_steps[];
extern const size_t report_step_count;

typedef struct report {
    const cli_options *options;
    const char *folder;
    char *const *graphs;
    size_t graph_count;
    sink *page;
    bool drawn; /* false: gnuplot cannot draw */
} report;

/* Reads all graphs; the exit status of the first that cannot be read. */
int report_check(const report *r);

/* Runs a step and writes its section. Returns its exit status. */
int report_run(report *r, const report_step *step);

/* ---- the page ---- */

void page_begin(sink *page, const char *title, const char *summary);
void page_end(sink *page);
void page_heading(sink *page, const char *title, const char *about, const char *call);
/* A paragraph; special characters are escaped, as everywhere. */
void page_text(sink *page, const char *text);
/* The file as text; false: it cannot be read. */
bool page_table(sink *page, const char *path);
/* The picture, an SVG file, within the page. */
bool page_picture(sink *page, const char *path, const char *title);

#endif
