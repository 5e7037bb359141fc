/* SPDX-License-Identifier: Apache-2.0
 *
 * From the shell to the answer: a bar for each process that bench wait measured, divided into its parts; a panel per
 * file, since files differ by powers of ten.
 */
#include "tools/cli/message.h"
#include "tools/plot/plot.h"

#include <string.h>

#define PANEL_PIXELS 260
#define TICS_PIXELS 60

/* Calls `visit` for each row of a file that --algorithm allows; NULL: of all. */
typedef void (*visit_row)(plot *p, const cJSON *run, const cJSON *wait, void *data);
static void for_rows(plot *p, const char *graph, visit_row visit, void *data) {
    for (size_t i = 0; i < p->file_count; i++) {
        const cJSON *run;
        cJSON_ArrayForEach(run, cJSON_GetObjectItem(p->files[i], "runs")) {
            const cJSON *const wait = cJSON_GetObjectItem(run, "wait");
            const bool is_of_graph = !graph || strcmp(json_text_of(run, "graph"), graph) == 0;
            if (cJSON_IsObject(wait) && is_of_graph && plot_wants(p, json_text_of(run, "primitive"))) {
                visit(p, run, wait, data);
            }
        }
    }
}

typedef struct content {
    plot_names graphs, parts;
} content;

static void take_names(plot *p, const cJSON *run, const cJSON *wait, void *data) {
    content *const c = data;
    const cJSON *part;
    (void)p;
    plot_add_name(&c->graphs, json_text_of(run, "graph"));
    cJSON_ArrayForEach(part, wait) {
        if (strcmp(part->string, "total") != 0) {
            plot_add_name(&c->parts, part->string);
        }
    }
}

static void write_row(plot *p, const cJSON *run, const cJSON *wait, void *data) {
    const content *const c = data;
    char name[96];
    snprintf(name, sizeof name, "%s %s", json_text_of(run, "primitive"), json_text_of(run, "backend"));
    plot_string(p, name);
    for (size_t i = 0; i < c->parts.count; i++) {
        const double ms = json_number_of(wait, c->parts.name[i]);
        fprintf(p->script, " %.6g", ms > 0 ? ms : 0.0);
    }
    fputc('\n', p->script);
}

static void draw_panel(plot *p, content *c, size_t at) {
    fprintf(p->script, "$wait%zu << END\n", at);
    for_rows(p, c->graphs.name[at], write_row, c);
    fputs("END\nset label 3 ", p->script);
    plot_string(p, c->graphs.name[at]);
    fputs(" at graph 0,1.07 left front font \"sans,12\"\nset yrange [0:*]\nset ylabel \"ms\"\nset format y \"%g\"\n",
          p->script);
    for (size_t i = 0; i < c->parts.count; i++) {
        fprintf(p->script, "%s$wait%zu using %zu%s ", i ? ", " : "plot ", at, i + 2, i ? "" : ":xtic(1)");
        if (at == 0) {
            fputs("title ", p->script);
            plot_string(p, c->parts.name[i]);
            fputc(' ', p->script);
        } else {
            fputs("notitle ", p->script);
        }
        plot_fill(p, i);
    }
    fputs("\nunset label 1\nunset label 2\n", p->script);
}

bool plot_wait(plot *p) {
    content c = {.graphs = {.count = 0}};
    for_rows(p, NULL, take_names, &c);
    if (!c.graphs.count) {
        message("the reports have no waits; measure them with `multigraph bench wait`");
        return false;
    }
    p->height = PLOT_TITLE_PIXELS + PLOT_FOOT_PIXELS + (int)c.graphs.count * PANEL_PIXELS;
    plot_begin(p, "From the shell to the answer");
    fputs("set style data histograms\nset style histogram rowstacked\nset boxwidth 0.7\n"
          "set xtics nomirror out scale 0\n",
          p->script);
    const double pixel = 1.0 / p->height;
    for (size_t i = 0; i < c.graphs.count; i++) {
        const double top = 1 - (PLOT_TITLE_PIXELS + (double)i * PANEL_PIXELS) * pixel;
        plot_panel(p, top - (PANEL_PIXELS - TICS_PIXELS / 2.0) * pixel, top - TICS_PIXELS / 2.0 * pixel);
        draw_panel(p, &c, i);
    }
    return true;
}
