/* SPDX-License-Identifier: Apache-2.0
 *
 * read_ldbc.c: graphs of LDBC Graphalytics (Iosup et al., VLDB 2016): NAME.v, NAME.e and NAME.properties in one folder.
 *
 * NAME.v has an id on each line, NAME.e lines `source target [weight]`, every undirected edge once. NAME.properties
 * states `graph.NAME.directed = true` or `false`; without it arcs are directed. The files are found by their suffixes,
 * not by the names in NAME.properties. Each may be compressed, with suffix .gz, .zst, .xz, .bz2 or .lz4.
 */
#include "io/edge_maker.h"
#include "io/ldbc.h"
#include "io/text.h"

#include <stdio.h>
#include <string.h>
#include <strings.h>
#include <unistd.h>

#define PATH_ROOM 4096

static const char *const packed[] = {"", ".gz", ".zst", ".xz", ".bz2", ".lz4"};

/* Suffix of compression of a path, in upper or lower case; or "". */
static const char *packing(const char *path) {
    const size_t length = strlen(path);
    for (size_t i = sizeof packed / sizeof *packed - 1; i > 0; i--) {
        const size_t tail = strlen(packed[i]);
        if (length > tail && strcasecmp(path + length - tail, packed[i]) == 0) {
            return path + length - tail;
        }
    }
    return path + length;
}

/* Finds the file prefix + suffix, preferably with the compression suffix `like`. */
static bool find_part(const char *prefix, size_t length, const char *suffix, const char *like, char path[PATH_ROOM]) {
    const size_t kinds = sizeof packed / sizeof *packed;
    for (size_t i = 0; i <= kinds; i++) {
        const int size = snprintf(path, PATH_ROOM, "%.*s%s%s", (int)length, prefix, suffix, i ? packed[i - 1] : like);
        if (size > 0 && size < PATH_ROOM && access(path, F_OK) == 0) {
            return true;
        }
    }
    return false;
}

/* Length of a path without `suffix` and the suffix of compression; 0: it does not end so. */
static size_t prefix_length(const char *path, const char *suffix) {
    const size_t length = (size_t)(packing(path) - path), tail = strlen(suffix);
    return length > tail && strncmp(path + length - tail, suffix, tail) == 0 ? length - tail : 0;
}

size_t mg__ldbc_prefix(const char *path, const char **suffix) {
    static const char *const parts[] = {".v", ".e", ".properties", ""};
    size_t length = 0;
    for (int i = 0; i < 4 && !length; i++) {
        length = prefix_length(path, parts[i]);
    }
    *suffix = packing(path);
    return length;
}

mg_status mg__ldbc_edges(mg_context *context, const char *path, char **edges) {
    char found[PATH_ROOM];
    const char *like = packing(path);
    size_t length = prefix_length(path, ".v");
    *edges = NULL;
    length = length ? length : prefix_length(path, ".properties");
    if (!length && access(path, F_OK) != 0) {
        length = strlen(path);
        if (!find_part(path, length, ".v", like, found)) {
            return MG_OK;
        }
    }
    if (!length || length >= PATH_ROOM || !find_part(path, length, ".e", like, found)) {
        return MG_OK;
    }
    const mg_status status = MG_ALLOC(context, *edges, strlen(found) + 1, "a file name");
    if (status >= 0) {
        strcpy(*edges, found);
    }
    return status;
}

/* Parses one id per line. */
static mg_status parse_vertices(mg_context *context, mg_input *input, mg_id_list *list) {
    mg_status status;
    for (;;) {
        MG_TRY(mg__skip_comments(context, input, true));
        if (!input->size) {
            break;
        }
        uint64_t id = 0;
        const char *text = mg__skip_blanks(input->text), *end = mg__parse_unsigned(text, &id);
        if (!end) {
            mg__unexpected(context, input, input->line, "a vertex id below 2^64", text);
            return MG_ERROR_RANGE;
        }
        if (end == text || !mg__column_ends(*end)) {
            return mg__unexpected(context, input, input->line, "a vertex id", text);
        }
        MG_TRY(mg__id_list_add(context, list, id));
        mg__skip_line(input);
    }
out:
    return status;
}

static mg_status read_vertices(mg_context *context, const char *path, mg_edge_buffer *buffer) {
    mg_input input;
    mg_id_list list = {0};
    mg_status status;
    MG_TRY(mg__input_open(context, path, &input));
    MG_TRY(mg__input_next(context, &input));
    mg__skip_bom(&input);
    MG_TRY(parse_vertices(context, &input, &list));
    status = mg__id_list_take(context, &list, buffer);
out:
    mg__id_list_release(&context->memory, &list);
    mg__input_close(context, &input);
    return status;
}

/* Is it the word `value`, before blanks only? */
static bool is_value(const char *text, const char *value) {
    const size_t length = strlen(value);
    return strncasecmp(text, value, length) == 0 && *mg__skip_blanks(text + length) == '\n';
}

/* Parses a line `....directed = true`. Keys of Java's properties end at `=`, `:` or a blank. */
static mg_status parse_property(mg_context *context, const mg_input *input, bool *found, bool *directed) {
    static const char key[] = "directed";
    const size_t length = sizeof key - 1;
    const char *begin = mg__skip_blanks(input->text), *text = begin;
    while (!mg__column_ends(*text) && *text != '=' && *text != ':') {
        text++;
    }
    if ((size_t)(text - begin) < length || memcmp(text - length, key, length) != 0 ||
        (text - length > begin && text[-(ptrdiff_t)length - 1] != '.')) {
        return MG_OK;
    }
    text = mg__skip_blanks(text);
    text = mg__skip_blanks(*text == '=' || *text == ':' ? text + 1 : text);
    *found = true;
    *directed = is_value(text, "true");
    if (!*directed && !is_value(text, "false")) {
        return mg__unexpected(context, input, input->line, "'true' or 'false'", text);
    }
    return MG_OK;
}

static mg_status read_properties(mg_context *context, const char *path, bool *found, bool *directed) {
    mg_input input;
    mg_status status;
    MG_TRY(mg__input_open(context, path, &input));
    MG_TRY(mg__input_next(context, &input));
    mg__skip_bom(&input);
    for (;;) {
        MG_TRY(mg__skip_comments(context, &input, true));
        if (!input.size) {
            break;
        }
        if (*mg__skip_blanks(input.text) != '!') { /* the other mark of comments */
            MG_TRY(parse_property(context, &input, found, directed));
        }
        mg__skip_line(&input);
    }
out:
    mg__input_close(context, &input);
    return status;
}

static mg_status read_ldbc(mg_context *context, mg_input *input, const mg_graph_options *options,
                           mg_edge_buffer *buffer) {
    char path[PATH_ROOM];
    const char *like = packing(input->path);
    const size_t length = prefix_length(input->path, ".e");
    bool directed = true, found = false;
    mg_status status;
    if (!length || length >= PATH_ROOM || !find_part(input->path, length, ".v", like, path)) {
        MG_TRY(mg__fail(context, MG_ERROR_FILE, "%s: expected NAME.e with a file NAME.v beside it", input->path));
    }
    MG_TRY(mg__read_edge_list(context, input, options, true, buffer));
    MG_TRY(read_vertices(context, path, buffer));
    if (find_part(input->path, length, ".properties", like, path)) {
        MG_TRY(read_properties(context, path, &found, &directed));
    }
    if (!found && options->directedness == MG_AS_GIVEN) {
        mg__log(context, MG_LOG_WARNING,
                "%s: no property says whether edges are directed, so they are; --undirected if not", input->path);
    }
    buffer->symmetric = !directed;
out:
    return status;
}

const mg_reader mg__ldbc_reader = {
    .name = "ldbc",
    .description = "LDBC Graphalytics: NAME.v, NAME.e, NAME.properties",
    .suffixes = "e v properties",
    .read = read_ldbc,
};
