/* SPDX-License-Identifier: Apache-2.0
 *
 * The verb modularity: how good given communities are.
 */
#include "tools/cli/message.h"
#include "tools/cli/progress.h"
#include "tools/output/number.h"
#include "tools/output/output_files.h"
#include "tools/output/packing.h"
#include "tools/output/result_line.h"
#include "tools/output/sink.h"
#include "tools/verbs/algorithm.h"

#include <errno.h>
#include <inttypes.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

/* A line of --from: the community of a vertex, any word. */
typedef struct labelled {
    char *word;
    mg_vertex vertex;
} labelled;

typedef struct labelling {
    session s;
    labelled *of; /* by vertex; no word: not seen yet */
    mg_vertex *label;
    mg_vertex count; /* of communities */
} labelling;

static const char blanks[] = " \t\r\n,";

/* Splits a line at its last word; the rest may be a name of several words. */
static char *cut_last(char *line) {
    size_t length = strlen(line);
    while (length && strchr(blanks, line[length - 1])) {
        line[--length] = '\0';
    }
    while (length && !strchr(blanks, line[length - 1])) {
        length--;
    }
    char *const last = line + length;
    while (length && strchr(blanks, line[length - 1])) {
        line[--length] = '\0';
    }
    return length ? last : NULL;
}

/* Cuts a line into a vertex and its community: the two fields of a file that louvain wrote, or else the last word and
 * what is before it. false: it has no two. */
static bool cut_line(const labelling *l, char *line, char *fields, char **name, char **word) {
    char *words[RESULT_WORDS];
    mg_vertex unused;
    const bool tabs = strchr(line, '\t') != NULL;
    if (mg_graph_has_names(l->s.graph) && result_line_cut(fields, true, words) == 2 &&
        (tabs || session_find(&l->s, words[0], &unused))) {
        *name = words[0];
        *word = words[1];
        return true;
    }
    *name = line;
    *word = cut_last(line);
    return *word != NULL;
}

/* fields: a copy of the line. */
static int take_line(labelling *l, char *line, char *fields, unsigned long number) {
    const char *const path = l->s.options->from;
    char where[4352], *name, *word;
    mg_vertex v;
    if (!*line) {
        return STATUS_SUCCESS;
    }
    snprintf(where, sizeof where, "%s:%lu", path, number);
    const bool marked = *line == '#' || *line == '%', cut = cut_line(l, line, fields, &name, &word);
    if (marked && (!cut || session_is_comment(&l->s, name))) {
        return STATUS_SUCCESS;
    }
    if (!cut) {
        message("%s: expected the id of a vertex and its community", where);
        return STATUS_USAGE;
    }
    const bool found = session_find(&l->s, name, &v);
    if (number == 1 && strcmp(name, "id") == 0 && (!found || strcmp(word, "community") == 0)) {
        return STATUS_SUCCESS; /* the heading of csv */
    }
    if (!found) {
        session_no_vertex(&l->s, where, name);
        return STATUS_USAGE;
    }
    if (l->of[v].word) {
        message("%s: vertex %s has a community already", where, name);
        return STATUS_USAGE;
    }
    l->of[v] = (labelled){strdup(word), v};
    if (!l->of[v].word) {
        message("out of memory for --from");
        return STATUS_FAILURE;
    }
    return STATUS_SUCCESS;
}

static int read_lines(labelling *l, FILE *file) {
    char *line = NULL;
    size_t size = 0;
    int status = STATUS_SUCCESS;
    errno = 0;
    for (unsigned long number = 1; status == STATUS_SUCCESS && getline(&line, &size, file) >= 0; number++) {
        char *const begin = line + bom_length(line, number) + strspn(line + bom_length(line, number), blanks);
        char *const fields = strdup(begin);
        if (!fields) {
            message("out of memory for --from");
            status = STATUS_FAILURE;
        } else {
            status = take_line(l, begin, fields, number);
        }
        free(fields);
    }
    free(line);
    if (status == STATUS_SUCCESS && ferror(file)) {
        message("cannot read %s: %s", l->s.options->from, strerror(errno));
        return STATUS_USAGE;
    }
    return status;
}

static int compare_words(const void *a, const void *b) {
    return strcmp(((const labelled *)a)->word, ((const labelled *)b)->word);
}

/* Numbers the words. */
static int number_labels(labelling *l) {
    const mg_vertex n = mg_graph_vertex_count(l->s.graph);
    for (mg_vertex v = 0; v < n; v++) {
        if (!l->of[v].word) {
            char name[VERTEX_TEXT_SIZE];
            message("%s has no community of vertex %s", l->s.options->from, vertex_text(l->s.graph, v, name));
            return STATUS_USAGE;
        }
    }
    qsort(l->of, n, sizeof *l->of, compare_words);
    for (mg_vertex i = 0; i < n; i++) {
        l->count += i == 0 || compare_words(&l->of[i - 1], &l->of[i]) != 0;
        l->label[l->of[i].vertex] = l->count - 1;
    }
    return STATUS_SUCCESS;
}

static int read_labels(labelling *l) {
    const mg_vertex n = mg_graph_vertex_count(l->s.graph);
    const char *const path = l->s.options->from;
    char *content;
    l->of = calloc((size_t)n + 1, sizeof *l->of);
    l->label = calloc((size_t)n + 1, sizeof *l->label);
    if (!l->of || !l->label) {
        message("out of memory for --from");
        return STATUS_FAILURE;
    }
    FILE *file = packed_open(path, &content);
    if (!file) {
        message("cannot read %s: %s", path, strerror(errno));
        return STATUS_USAGE;
    }
    const int status = read_lines(l, file);
    fclose(file);
    free(content);
    return status == STATUS_SUCCESS ? number_labels(l) : status;
}

static int write_modularity(labelling *l, sink *out) {
    mg_modularity_options o = MG_MODULARITY_OPTIONS_INIT;
    double modularity = 0;
    char text[96];
    o.resolution = l->s.options->resolution;
    const mg_status status = mg_modularity(l->s.context, l->s.graph, &o, l->label, &modularity);
    progress_erase();
    if (status < 0) {
        return library_failure(l->s.context, status);
    }
    snprintf(text, sizeof text, "communities\t%" PRIu32 "\nmodularity\t%.17g\n", l->count, modularity);
    sink_text(out, text);
    return sink_flush(out) && sink_commit(out) ? STATUS_SUCCESS : STATUS_FAILURE;
}

int run_modularity(const verb *v, const cli_options *options) {
    labelling l = {.s = {.verb = v, .options = options}};
    sink out = SINK_NONE;
    const char *const inputs[] = {options->operand, options->from};
    output_file output = output_file_of(options, "-o", options->output ? options->output : "-");
    output.formats = output.format = "tsv";
    if (!options->from) {
        message("modularity needs --from FILE, lines of a vertex and its community");
        return STATUS_USAGE;
    }
    int status = output_files_check(&output, 1, inputs, 2);
    if (status == STATUS_SUCCESS && !sink_open_packed(&out, options->output)) {
        status = STATUS_FAILURE;
    }
    status = status == STATUS_SUCCESS ? session_open(&l.s, v, options) : status;
    status = status == STATUS_SUCCESS ? read_labels(&l) : status;
    status = status == STATUS_SUCCESS ? write_modularity(&l, &out) : status;
    sink_close(&out);
    for (mg_vertex i = 0; l.of && i < mg_graph_vertex_count(l.s.graph); i++) {
        free(l.of[i].word);
    }
    free(l.of);
    free(l.label);
    session_close(&l.s);
    return status;
}
