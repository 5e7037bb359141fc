/* SPDX-License-Identifier: Apache-2.0
 *
 * --values FILE: the result of an earlier run, as the values of a drawn graph.
 */
#include "tools/output/number.h"
#include "tools/output/packing.h"
#include "tools/output/result_line.h"
#include "tools/plot/plot_graph.h"

#include <errno.h>
#include <math.h>
#include <stdlib.h>
#include <string.h>

/* A number, or the place of a vertex such as the name of a component; NAN: unreached, or no vertex. */
static bool parse_value(const session *s, const char *text, double *value) {
    static const char *const none[] = {"inf", "-inf", "Infinity", "-Infinity", "null", "nan", "NaN", "-"};
    mg_vertex v;
    for (size_t i = 0; i < sizeof none / sizeof *none; i++) {
        if (strcmp(text, none[i]) == 0) {
            *value = (double)NAN;
            return true;
        }
    }
    if (parse_double(text, value)) {
        return true;
    }
    const bool is_name = mg_graph_has_names(s->graph) && session_find(s, text, &v);
    *value = is_name ? v : (double)NAN;
    return is_name;
}

/* Takes a line `id value` or `{"id": 7, "depth": 2}`; the first one may be a heading. */
static bool take_line(const session *s, char *line, unsigned long number, double *values) {
    const char *const path = s->options->values;
    char *words[RESULT_WORDS];
    const int count = result_line_cut(line, mg_graph_has_names(s->graph), words);
    const bool is_json = count == 4 && strcmp(words[0], "id") == 0;
    mg_vertex v;
    double value;
    if (count == 0 || (number == 1 && count == 2 && strcmp(words[0], "id") == 0)) {
        return true;
    }
    if (count != 2 && !is_json) {
        message("%s:%lu: expected the id of a vertex and one value", path, number);
        return false;
    }
    if (!session_find(s, words[is_json], &v)) {
        message("%s:%lu: %s has no vertex %s", path, number, graph_name(s->options), words[is_json]);
        return false;
    }
    if (!parse_value(s, words[is_json ? 3 : 1], &value)) {
        message("%s:%lu: expected a number, found '%s'", path, number, words[is_json ? 3 : 1]);
        return false;
    }
    values[v] = value;
    return true;
}

bool plot_values(const session *s, double *values) {
    const char *const path = s->options->values;
    char *content, *line = NULL;
    size_t size = 0;
    bool good = true;
    FILE *file = packed_open(path, &content);
    if (!file) {
        message("cannot read %s: %s", path, strerror(errno));
        return false;
    }
    for (mg_vertex v = 0; v < mg_graph_vertex_count(s->graph); v++) {
        values[v] = (double)NAN;
    }
    errno = 0;
    for (unsigned long number = 1; good && getline(&line, &size, file) >= 0; number++) {
        good = take_line(s, line, number, values);
    }
    if (good && ferror(file)) {
        message("cannot read %s: %s", path, strerror(errno));
        good = false;
    }
    free(line);
    fclose(file);
    free(content);
    return good;
}
