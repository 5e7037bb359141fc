/* SPDX-License-Identifier: Apache-2.0
 *
 * --sources: all vertices, a number of drawn vertices, a list of ids, or a file of ids.
 */
#include "tools/cli/message.h"
#include "tools/output/number.h"
#include "tools/output/vertex_name.h"
#include "tools/verbs/algorithm.h"

#include <errno.h>
#include <inttypes.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

#define PATH_SHOWN 4352

int prepare_list(session *s, const char *option, const char *list) {
    size_t most = 1;
    for (const char *c = list; *c; c++) {
        most += *c == ',';
    }
    s->sources = malloc(most * sizeof *s->sources);
    if (!s->sources) {
        message("out of memory for %s", option);
        return STATUS_FAILURE;
    }
    char *const copy = strdup(list), *rest = copy;
    bool good = copy != NULL;
    for (char *item; good && (item = strsep(&rest, ",")) && (*item || rest);) {
        good = session_vertex(s, option, item, &s->sources[s->source_count]);
        s->source_count += good;
    }
    free(copy);
    return good ? STATUS_SUCCESS : STATUS_USAGE;
}

int prepare_sources(session *s) {
    const char *text = s->options->sources;
    if (!text || strcmp(text, "all") == 0) {
        return STATUS_SUCCESS;
    }
    if (strchr(text, ',')) {
        return prepare_list(s, "--sources", text);
    }
    const mg_vertex n = mg_graph_vertex_count(s->graph);
    uint64_t count = 0;
    if (!parse_u64(text, &count)) {
        message("--sources: expected all, a number of sources or ids separated by commas, found '%s' (one id is "
                "written `%s,`)",
                text, text);
        return STATUS_USAGE;
    }
    if (count > n) {
        message("--sources: %s has %" PRIu32 " vertices, fewer than %s (one id is written `%s,`)",
                graph_name(s->options), n, text, text);
        return STATUS_USAGE;
    }
    s->sample = count;
    return STATUS_SUCCESS;
}

void describe_sources(const session *s, size_t count, char *text, size_t size) {
    const mg_vertex *const sources = mg_result_sources(s->result, NULL);
    char name[VERTEX_TEXT_SIZE];
    if (s->sample == 1 && count == 1 && sources) { /* who meant this vertex reads that it is another one */
        snprintf(text, size, "1 random source, %s", vertex_text(s->graph, sources[0], name));
    } else {
        snprintf(text, size, "%zu source%s", count, count == 1 ? "" : "s");
    }
}

static bool add_source(session *s, mg_vertex v, size_t *room) {
    if (s->source_count == *room) {
        const size_t wanted = *room ? 2 * *room : 64;
        mg_vertex *grown = realloc(s->sources, wanted * sizeof *grown);
        if (!grown) {
            message("out of memory for --sources");
            return false;
        }
        s->sources = grown;
        *room = wanted;
    }
    s->sources[s->source_count++] = v;
    return true;
}

/* Takes the vertex of a word of the file. */
static int take_source(session *s, const char *word, const char *path, unsigned long number, size_t *room) {
    mg_vertex v;
    if (session_find(s, word, &v)) {
        return add_source(s, v, room) ? STATUS_SUCCESS : STATUS_FAILURE;
    }
    char where[PATH_SHOWN];
    snprintf(where, sizeof where, "%s:%lu", path, number);
    session_no_vertex(s, where, word);
    return STATUS_USAGE;
}

/* Reads a file of ids, separated by white space or commas, or of names, one a line; comments are skipped. */
static int read_sources(session *s, FILE *file, const char *path) {
    const char *const between = mg_graph_has_names(s->graph) ? "\r\n" : " \t\r\n,";
    int status = STATUS_SUCCESS;
    char *line = NULL;
    size_t size = 0, room = 0;
    errno = 0;
    for (unsigned long number = 1; status == STATUS_SUCCESS && getline(&line, &size, file) >= 0; number++) {
        char *rest = NULL, *word = strtok_r(line + bom_length(line, number), between, &rest);
        while (word && !session_is_comment(s, word) && status == STATUS_SUCCESS) {
            status = take_source(s, word, path, number, &room);
            word = strtok_r(NULL, between, &rest);
        }
    }
    if (status == STATUS_SUCCESS && ferror(file)) {
        message("cannot read %s: %s", path, strerror(errno));
        status = STATUS_USAGE;
    } else if (status == STATUS_SUCCESS && !s->source_count) {
        message("%s: no ids", path);
        status = STATUS_USAGE;
    }
    free(line);
    return status;
}

static int draw_sources(session *s, const char *text) {
    uint64_t count = 0;
    parse_u64(text, &count);
    if (!count || count > mg_graph_vertex_count(s->graph)) {
        message("--sources: expected 1 to %" PRIu32 ", the vertices of %s, found %s (one id is written `%s,`)",
                mg_graph_vertex_count(s->graph), graph_name(s->options), text, text);
        return STATUS_USAGE;
    }
    s->source_count = (size_t)count;
    s->sources = malloc(s->source_count * sizeof *s->sources);
    const mg_status status = s->sources
                                 ? mg_draw_sources(s->context, s->graph, s->options->seed, s->source_count, s->sources)
                                 : MG_ERROR_MEMORY;
    if (status < 0) {
        message("out of memory for --sources");
        return STATUS_FAILURE;
    }
    return STATUS_SUCCESS;
}

bool is_list(const char *text) {
    return is_id_list(text) || (strchr(text, ',') && access(text, F_OK) != 0);
}

int prepare_searches(session *s) {
    const cli_options *o = s->options;
    if (!o->sources) {
        return prepare_source(s);
    }
    if (o->source_given || o->top || o->output_format == OUTPUT_GRAPHALYTICS) {
        message("--sources cannot be combined with %s", o->source_given ? "--source"
                                                        : o->top        ? "--top"
                                                                        : "--output-format graphalytics");
        return STATUS_USAGE;
    }
    if (is_list(o->sources)) {
        return strchr(o->sources, ',') ? prepare_list(s, "--sources", o->sources) : draw_sources(s, o->sources);
    }
    FILE *file = fopen(o->sources, "r");
    if (!file) {
        message("--sources: cannot read %s: %s", o->sources, strerror(errno));
        return STATUS_USAGE;
    }
    const int status = read_sources(s, file, o->sources);
    fclose(file);
    return status;
}
