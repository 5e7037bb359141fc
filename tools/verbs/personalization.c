/* SPDX-License-Identifier: Apache-2.0
 *
 * --personalization FILE: lines of `id value`, values >= 0; blank lines and comments are skipped.
 * --personalization ID,...: a run for each id, whose jumps all lead to it.
 */
#include "tools/cli/message.h"
#include "tools/output/number.h"
#include "tools/verbs/algorithm.h"

#include <errno.h>
#include <inttypes.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#define PATH_SHOWN 4352

static const char blanks[] = " \t\r\n,";

/* Cuts the last word from a line whose other words are a name. *last: NULL if there is only one. */
static void cut_last(char *line, char **last) {
    size_t length = strlen(line);
    while (length && strchr(blanks, line[length - 1])) {
        line[--length] = '\0';
    }
    while (length && !strchr(blanks, line[length - 1])) {
        length--;
    }
    *last = length ? line + length : NULL;
    while (length && strchr(blanks, line[length - 1])) {
        line[--length] = '\0';
    }
}

/* Parses one line; false after printing an error. */
static bool take_line(session *s, char *line, const char *path, unsigned long number) {
    char *first = line + bom_length(line, number), *second = NULL, where[PATH_SHOWN];
    first += strspn(first, blanks);
    if (!*first) {
        return true;
    }
    if (mg_graph_has_names(s->graph)) {
        cut_last(first, &second);
    } else {
        char *rest = NULL;
        first = strtok_r(first, blanks, &rest);
        second = strtok_r(NULL, blanks, &rest);
    }
    double value;
    mg_vertex v;
    if (session_is_comment(s, first)) {
        return true;
    }
    if (!second || !parse_double(second, &value) || !(value >= 0) || value > 1e300) {
        message("%s:%lu: expected a value of at least 0, found '%s'", path, number, second ? second : "nothing");
        return false;
    }
    if (!session_find(s, first, &v)) {
        snprintf(where, sizeof where, "%s:%lu", path, number);
        session_no_vertex(s, where, first);
        return false;
    }
    s->personalization[v] += value;
    return true;
}

static int prepare_seeds(session *s, const char *list) {
    const cli_options *o = s->options;
    if (o->data_driven || o->top || o->output_format == OUTPUT_GRAPHALYTICS) {
        message("--personalization with ids cannot be combined with %s", o->data_driven ? "--data-driven"
                                                                         : o->top       ? "--top"
                                                                                  : "--output-format graphalytics");
        return STATUS_USAGE;
    }
    return prepare_list(s, "--personalization", list);
}

int prepare_personalization(session *s) {
    const char *path = s->options->personalization;
    if (path && strchr(path, ',') && is_list(path)) {
        return prepare_seeds(s, path);
    }
    if (s->options->lanes) {
        message("--lanes needs --personalization with ids");
        return STATUS_USAGE;
    }
    if (!path) {
        return STATUS_SUCCESS;
    }
    FILE *file = fopen(path, "r");
    if (!file) {
        message("cannot read %s: %s (one id is written '%s,')", path, strerror(errno), path);
        return STATUS_USAGE;
    }
    const mg_vertex n = mg_graph_vertex_count(s->graph);
    int status = STATUS_FAILURE;
    char *line = NULL;
    size_t size = 0;
    s->personalization = calloc(n ? n : 1, sizeof *s->personalization);
    if (!s->personalization) {
        message("out of memory for --personalization");
        goto out;
    }
    status = STATUS_USAGE;
    errno = 0;
    for (unsigned long number = 1; getline(&line, &size, file) >= 0; number++) {
        if (!take_line(s, line, path, number)) {
            goto out;
        }
    }
    if (ferror(file)) {
        message("cannot read %s: %s", path, strerror(errno));
        goto out;
    }
    status = STATUS_SUCCESS;
out:
    free(line);
    fclose(file);
    return status;
}
