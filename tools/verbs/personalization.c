/* SPDX-License-Identifier: Apache-2.0
 *
 * --personalization FILE: lines of `id value`, values >= 0; blank lines and lines that begin with # or % are skipped.
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

static const char blanks[] = " \t\r\n,";

/* Parses one line; false after printing an error. */
static bool take_line(session *s, char *line, const char *path, unsigned long number) {
    char *rest = NULL, *first = strtok_r(line + bom_length(line, number), blanks, &rest);
    if (!first || *first == '#' || *first == '%') {
        return true;
    }
    char *second = strtok_r(NULL, blanks, &rest);
    uint64_t id;
    double value;
    mg_vertex v;
    if (!parse_u64(first, &id)) {
        message("%s:%lu: expected the id of a vertex, found '%s'", path, number, first);
        return false;
    }
    if (!second || !parse_double(second, &value) || !(value >= 0) || value > 1e300) {
        message("%s:%lu: expected a value of at least 0, found '%s'", path, number, second ? second : "nothing");
        return false;
    }
    if (!mg_graph_find(s->graph, id, &v)) {
        message("%s:%lu: %s has no vertex %" PRIu64, path, number, graph_name(s->options), id);
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
    if (path && strchr(path, ',') && is_id_list(path)) {
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
        message("cannot read %s: %s", path, strerror(errno));
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
