/* SPDX-License-Identifier: Apache-2.0 */
#include "tools/plot/plot.h"

#include <string.h>

/* Blue, vermilion, green, orange, sky blue, purple, black. */
const char *const plot_colours[PLOT_COLOURS] = {"#0072B2", "#D55E00", "#009E73", "#E69F00",
                                                "#56B4E9", "#CC79A7", "#000000"};
/* gnuplot's fill patterns and point types: filled and hatched ones alternate, so that neighbours differ in print. */
const int plot_patterns[PLOT_COLOURS] = {3, 4, 1, 5, 2, 6, 7};
const int plot_points[PLOT_COLOURS] = {7, 5, 9, 13, 6, 4, 8};

void plot_string(plot *p, const char *text) {
    fputc('"', p->script);
    for (; *text; text++) {
        if (*text == '"' || *text == '\\' || *text == '`') { /* gnuplot runs what is between backquotes */
            fputc('\\', p->script);
        }
        fputc((unsigned char)*text < ' ' ? ' ' : *text, p->script);
    }
    fputc('"', p->script);
}

const char *plot_machine(const cJSON *file) {
    const char *const device = json_text_of(file, "device");
    return device[0] ? device : json_text_of(file, "machine");
}

void plot_begin(plot *p, const char *title) {
    char foot[512];
    const cJSON *const first = p->files[0];
    const char *const device = json_text_of(first, "device"), *const version = json_text_of(first, "engine_version");
    snprintf(foot, sizeof foot, "%s%s%s%s%s", device, device[0] ? "; " : "", json_text_of(first, "machine"),
             version[0] ? "; multigraph " : "", version);
    fprintf(p->script,
            "set encoding utf8\nset terminal %s noenhanced size %d,%d font \"sans,11\" background \"#ffffff\"\n",
            p->terminal, p->width, p->height);
    fputs("set output picture\nset multiplot\nset lmargin at screen 0.14\nset rmargin at screen 0.97\n"
          "set border 3\nset tics nomirror out\nset grid ytics back lt 1 lc rgb \"#dddddd\" lw 1\n",
          p->script);
    const double pixel = 1.0 / p->height;
    fputs("set label 1 ", p->script);
    plot_string(p, title);
    fprintf(p->script, " at screen 0.5,%.4f center font \"sans,14\"\nset label 2 ", 1 - 18 * pixel);
    plot_string(p, foot);
    fprintf(p->script, " at screen 0.5,%.4f center font \"sans,9\"\n", 10 * pixel);
    fprintf(p->script, "set key at screen 0.5,%.4f center top horizontal samplen 2.5 width 1\n", 1 - 30 * pixel);
}

void plot_panel(plot *p, double bottom, double top) {
    fprintf(p->script, "set bmargin at screen %.4f\nset tmargin at screen %.4f\n", bottom, top);
}

void plot_decades(plot *p, const char *axis) {
    static const char *const decades[] = {"0.000001", "0.00001", "0.0001",    "0.001",      "0.01",
                                          "0.1",      "1",       "10",        "100",        "1000",
                                          "10 000",   "100 000", "1 000 000", "10 000 000", "100 000 000"};
    fprintf(p->script, "set %stics (", axis);
    for (int i = 0; i < (int)(sizeof decades / sizeof *decades); i++) {
        fprintf(p->script, "%s\"%s\" 1e%d", i ? ", " : "", decades[i], i - 6);
    }
    fputs(")\n", p->script);
}

bool plot_wants(const plot *p, const char *name) {
    const char *list = p->options->bench.algorithms;
    for (size_t length; list && *list; list += length + (list[length] == ',')) {
        length = strcspn(list, ",");
        if (strlen(name) == length && strncmp(list, name, length) == 0) {
            return true;
        }
    }
    return list == NULL;
}

void plot_add_name(plot_names *n, const char *name) {
    for (size_t i = 0; i < n->count; i++) {
        if (strcmp(n->name[i], name) == 0) {
            return;
        }
    }
    if (n->count < PLOT_NAMES_MAX) {
        n->name[n->count++] = name;
    }
}

void plot_fill(plot *p, size_t series) {
    fprintf(p->script, "fill pattern %d border lt -1 lc rgb \"%s\"",
            plot_patterns[(series + series / PLOT_COLOURS * 3) % PLOT_COLOURS], plot_colours[series % PLOT_COLOURS]);
}
