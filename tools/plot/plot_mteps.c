/* SPDX-License-Identifier: Apache-2.0
 *
 * Million arcs per second, as the paper counts them; bench reports by backend and mode, compare reports by system.
 */
#include "tools/cli/message.h"
#include "tools/plot/plot.h"

#include <string.h>

/* Arcs counted for one run. */
static double counted_arcs(const cJSON *run) {
    const bool twice = strcmp(json_text_of(run, "primitive"), "bc") == 0;
    return json_number_of(run, "num_arcs") * (twice ? 2 : 1);
}

static bool add(plot *p, plot_bars *b, const cJSON *run, const char *series, double value, bool random) {
    plot_bar bar = {.value = value, .random = random};
    snprintf(bar.panel, sizeof bar.panel, "%s", json_text_of(run, "primitive"));
    snprintf(bar.group, sizeof bar.group, "%s", json_text_of(run, "graph"));
    snprintf(bar.series, sizeof bar.series, "%s", series);
    return !plot_wants(p, bar.panel) || !(value > 0) || plot_bars_add(b, &bar);
}

/* True for a cell of strong or weak scaling, which has fewer threads or another graph: not drawn here. */
static bool is_of_threads(const cJSON *run) {
    const char *const scaling = json_text_of(run, "scaling");
    return strcmp(scaling, "strong") == 0 || strcmp(scaling, "weak") == 0;
}

static bool add_cell(plot *p, plot_bars *b, const cJSON *run) {
    char series[48];
    snprintf(series, sizeof series, "%s %s", json_text_of(run, "backend"), json_text_of(run, "mode"));
    const bool right = strcmp(json_text_of(run, "outcome"), "wrong") != 0;
    return !right || is_of_threads(run) || add(p, b, run, series, json_number_of(run, "paper_mteps"), false);
}

static bool add_row(plot *p, plot_bars *b, const cJSON *row) {
    char ours[48];
    const bool random = strcmp(json_text_of(row, "numbering"), "random") == 0;
    const char *const verdict = json_text_of(row, "verdict");
    const bool right = strcmp(verdict, "right") == 0 || strcmp(verdict, "unchecked") == 0;
    snprintf(ours, sizeof ours, "MultiGraph %s", json_text_of(row, "our_backend"));
    return add(p, b, row, ours, 1e-3 * counted_arcs(row) / json_number_of(row, "our_process_time"), random) &&
           (!right || add(p, b, row, json_text_of(row, "engine"),
                          1e-3 * counted_arcs(row) / json_number_of(row, "process_time"), random));
}

/* Graphs as series of one panel, where a panel for each algorithm would have one bar for each graph. */
static void join_panels(plot_bars *b) {
    size_t graphs = 1;
    bool alone = b->count > 0;
    for (size_t i = 1; i < b->count && alone; i++) {
        bool known = false;
        for (size_t k = 0; k < i && !known; k++) {
            known = strcmp(b->bars[k].group, b->bars[i].group) == 0;
        }
        graphs += !known;
        alone = !b->bars[i].random && strcmp(b->bars[i].series, b->bars[0].series) == 0;
    }
    for (size_t i = 0; i < b->count && alone && !b->bars[0].random && graphs <= PLOT_COLOURS; i++) {
        plot_bar *const bar = &b->bars[i], old = *bar;
        snprintf(bar->panel, sizeof bar->panel, "%s", old.series);
        snprintf(bar->group, sizeof bar->group, "%s", old.panel);
        snprintf(bar->series, sizeof bar->series, "%.47s", old.group);
    }
}

bool plot_mteps(plot *p) {
    plot_bars b = {.label = "million arcs / s", .logarithmic = true};
    bool added = true;
    const cJSON *run;
    for (size_t i = 0; i < p->file_count && added; i++) {
        cJSON_ArrayForEach(run, cJSON_GetObjectItem(p->files[i], "runs")) {
            added = added && add_cell(p, &b, run);
        }
        cJSON_ArrayForEach(run, cJSON_GetObjectItem(p->files[i], "results")) {
            added = added && add_row(p, &b, run);
        }
    }
    if (added && b.count == 0) {
        message("the reports have no trials of the algorithms of this plot");
        added = false;
    }
    join_panels(&b);
    if (added) {
        p->height = plot_bars_height(&b);
        plot_begin(p, "Speed by algorithm and graph (MTEPS, higher is better)");
        plot_bars_draw(p, &b, (double)PLOT_FOOT_PIXELS / p->height, 1 - (double)PLOT_TITLE_PIXELS / p->height);
    }
    plot_bars_free(&b);
    return added;
}
