/* SPDX-License-Identifier: Apache-2.0
 *
 * read_ldbc.c: graphs of LDBC Graphalytics (Iosup et al., VLDB 2016): NAME.v, NAME.e and NAME.properties in one folder.
 *
 * NAME.v has an id on each line, NAME.e lines `source target [weight]`, every undirected edge once. NAME.properties
 * states `graph.NAME.directed = true` or `false`; without it arcs are directed. The files are found by their suffixes,
 * not by the names in NAME.properties. Each may be compressed, with suffix .gz or .zst.
 */
#include "io/edge_text.h"
#include "io/ldbc.h"
#include "io/text.h"

#include <stdio.h>
#include <string.h>
#include <strings.h>
#include <unistd.h>

#define PATH_ROOM 4096

static const char *const packed[] = {"", ".gz", ".zst"};

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

/* Growing array of ids. */
typedef struct id_list {
    uint64_t *ids;
    uint64_t count, room;
} id_list;

static mg_status add_id(mg_context *context, id_list *list, uint64_t id) {
    if (list->count == list->room) {
        const uint64_t room = list->room ? list->room * 2 : 1024;
        uint64_t *larger;
        const mg_status status = MG_ALLOC(context, larger, room, "ids");
        if (status < 0) {
            return status;
        }
        if (list->count) {
            memcpy(larger, list->ids, (size_t)list->count * sizeof *larger);
        }
        mg__release(&context->memory, list->ids);
        list->ids = larger;
        list->room = room;
    }
    list->ids[list->count++] = id;
    return MG_OK;
}

/* Parses one id per line. */
static mg_status parse_vertices(mg_context *context, mg_input *input, id_list *list) {
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
        MG_TRY(add_id(context, list, id));
        mg__skip_line(input);
    }
out:
    return status;
}

/* Stores the ids in the form of those of the edges: 32-bit, or numbers of `names`. */
static mg_status take_ids(mg_context *context, const id_list *list, mg_edge_buffer *buffer) {
    uint64_t most = 0;
    mg_status status;
    for (uint64_t i = 0; i < list->count; i++) {
        most = list->ids[i] > most ? list->ids[i] : most;
    }
    if (most > UINT32_MAX && !buffer->names.ids) {
        MG_TRY(mg__name_ids(context, buffer));
    }
    MG_TRY(MG_ALLOC(context, buffer->ids, list->count, "ids"));
    buffer->vertex_count = list->count;
    if (buffer->names.ids) {
        return mg__id_set_number(context, &buffer->names, MG_UINT64, list->ids, list->count, buffer->ids);
    }
    for (uint64_t i = 0; i < list->count; i++) {
        buffer->ids[i] = (uint32_t)list->ids[i];
        buffer->id_bits |= list->ids[i];
    }
out:
    return status;
}

static mg_status read_vertices(mg_context *context, const char *path, mg_edge_buffer *buffer) {
    mg_input input;
    id_list list = {0};
    mg_status status;
    MG_TRY(mg__input_open(context, path, &input));
    MG_TRY(mg__input_next(context, &input));
    MG_TRY(parse_vertices(context, &input, &list));
    status = take_ids(context, &list, buffer);
out:
    mg__release(&context->memory, list.ids);
    mg__input_close(context, &input);
    return status;
}

/* Parses a line `....directed = true`. */
static mg_status parse_property(mg_context *context, const mg_input *input, bool *directed) {
    static const char key[] = ".directed";
    const char *text = input->text, *end = memchr(text, '\n', input->size);
    const char *equals = memchr(text, '=', (size_t)(end - text)), *last = equals;
    while (last && last > text && (last[-1] == ' ' || last[-1] == '\t')) {
        last--;
    }
    if (!last || (size_t)(last - text) < sizeof key - 1 || memcmp(last - sizeof key + 1, key, sizeof key - 1) != 0) {
        return MG_OK;
    }
    const char *value = mg__skip_blanks(equals + 1);
    *directed = strncasecmp(value, "true", 4) == 0;
    if (!*directed && strncasecmp(value, "false", 5) != 0) {
        return mg__unexpected(context, input, input->line, "'true' or 'false'", value);
    }
    return MG_OK;
}

static mg_status read_properties(mg_context *context, const char *path, bool *directed) {
    mg_input input;
    mg_status status;
    MG_TRY(mg__input_open(context, path, &input));
    MG_TRY(mg__input_next(context, &input));
    for (;;) {
        MG_TRY(mg__skip_comments(context, &input, true));
        if (!input.size) {
            break;
        }
        MG_TRY(parse_property(context, &input, directed));
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
    bool directed = true;
    mg_status status;
    if (!length || length >= PATH_ROOM || !find_part(input->path, length, ".v", like, path)) {
        MG_TRY(mg__fail(context, MG_ERROR_FILE, "%s: expected NAME.e with a file NAME.v beside it", input->path));
    }
    MG_TRY(mg__read_edge_list(context, input, options, true, buffer));
    MG_TRY(read_vertices(context, path, buffer));
    if (find_part(input->path, length, ".properties", like, path)) {
        MG_TRY(read_properties(context, path, &directed));
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
