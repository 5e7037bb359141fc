/* SPDX-License-Identifier: Apache-2.0 */
#include "io/labels.h"
#include "io/table_line.h"

#include <stdio.h>
#include <string.h>

mg_status mg__labels_add(mg_context *context, mg_labels *labels, mg_label_place place, const char *name,
                         size_t length) {
    const uint64_t count = labels->names.count;
    mg_status status;
    if (count == labels->room) {
        mg_label_place *larger;
        const uint64_t room = count ? 2 * count : 1024;
        MG_TRY(MG_ALLOC(context, larger, room, "names"));
        if (count) {
            memcpy(larger, labels->places, (size_t)count * sizeof *larger);
        }
        mg__release(&context->memory, labels->places);
        labels->places = larger;
        labels->room = room;
    }
    MG_TRY(mg__names_append(context, &labels->names, name, length));
    labels->places[count] = place;
out:
    return status;
}

void mg__labels_release(const mg_allocator *memory, mg_labels *labels) {
    mg__release(memory, labels->places);
    mg__names_release(memory, &labels->names);
    *labels = (mg_labels){0};
}

/* ---- the names of a graph ---- */

/* label_of[i] = number of the name of the vertex of i-th smallest id, MG_NONE without one. */
static mg_status find_labels(mg_context *context, const char *path, const mg_labels *labels, bool optional,
                             const mg_graph *graph, mg_vertex *label_of) {
    uint64_t strangers = 0, stranger = 0;
    if (labels->by_rank && labels->names.count != graph->n) {
        return mg__fail(context, MG_ERROR_FORMAT,
                        "%s: expected %lu names, one for each vertex, or lines `id name`; found %llu names", path,
                        (unsigned long)graph->n, (unsigned long long)labels->names.count);
    }
    for (mg_vertex i = 0; i < graph->n; i++) {
        label_of[i] = labels->by_rank ? i : MG_NONE;
    }
    for (uint64_t k = 0; !labels->by_rank && k < labels->names.count; k++) {
        const mg_label_place place = labels->places[k];
        mg_vertex v;
        if (!mg_graph_find(graph, place.id, &v)) {
            stranger = strangers++ ? stranger : place.id;
            continue;
        }
        const mg_vertex i = mg__id_rank(graph, v);
        if (label_of[i] != MG_NONE && !optional) {
            return mg__fail(context, MG_ERROR_FORMAT, "%s:%llu: vertex %llu has a name already, in line %llu", path,
                            (unsigned long long)place.line, (unsigned long long)place.id,
                            (unsigned long long)labels->places[label_of[i]].line);
        }
        label_of[i] = (mg_vertex)k;
    }
    if (strangers) {
        mg__log(context, MG_LOG_INFO, "%s: %llu names of ids that the graph does not have, the first of %llu", path,
                (unsigned long long)strangers, (unsigned long long)stranger);
    }
    return MG_OK;
}

static mg_status append_name(mg_context *context, const mg_labels *labels, const mg_graph *graph, mg_vertex i,
                             mg_vertex label, mg_names *names) {
    char number[24];
    size_t length;
    const char *name;
    if (label != MG_NONE) {
        name = mg__names_at(&labels->names, label, &length);
    } else {
        const uint64_t id = mg_graph_id(graph, graph->by_id ? graph->by_id[i] : i);
        length = (size_t)snprintf(number, sizeof number, "%llu", (unsigned long long)id);
        name = number;
    }
    return mg__names_append(context, names, name, length);
}

/* The first vertex, by id, whose name another one before has; n: there is none. */
static mg_vertex find_repeated(const mg_names *names, mg_vertex n, mg_vertex *first) {
    for (mg_vertex i = 0; i < n; i++) {
        size_t length;
        const char *name = mg__names_at(names, i, &length);
        *first = mg__names_find(names, name, length);
        if (*first != i) {
            return i;
        }
    }
    return n;
}

static uint64_t id_at(const mg_graph *graph, mg_vertex i) {
    return mg_graph_id(graph, graph->by_id ? graph->by_id[i] : i);
}

/* Two vertices of the same name: an error, or a warning if the names are optional. */
static mg_status report_repeated(mg_context *context, const char *path, const mg_labels *labels, bool optional,
                                 const char *name, const uint64_t ids[2], const mg_vertex label[2]) {
    const unsigned long long first = ids[0], second = ids[1];
    if (optional) {
        mg__log(context, MG_LOG_WARNING, "%s: '%.40s' is the name of %llu and of %llu; vertices keep their ids", path,
                name, first, second);
        return MG_OK;
    }
    if (label[0] == MG_NONE || label[1] == MG_NONE) { /* two ids differ, so that one has a name */
        const int named = label[0] == MG_NONE;
        return mg__fail(context, MG_ERROR_FORMAT,
                        "%s:%llu: '%.40s' is the name of vertex %llu, and the id of a vertex without a name", path,
                        (unsigned long long)labels->places[label[named]].line, name, (unsigned long long)ids[named]);
    }
    const unsigned long long x = labels->places[label[0]].line, y = labels->places[label[1]].line;
    return mg__fail(context, MG_ERROR_FORMAT,
                    "%s:%llu: '%.40s' is the name of vertex %llu, and in line %llu that of %llu", path, x > y ? x : y,
                    name, x > y ? first : second, x > y ? y : x, x > y ? second : first);
}

mg_status mg__labels_apply(mg_context *context, const char *path, const mg_labels *labels, bool optional,
                           mg_graph *graph) {
    mg_vertex *label_of = NULL, first = 0;
    mg_names names = {0};
    mg_status status;
    MG_TRY(mg_graph_check(context, graph));
    MG_TRY(MG_ALLOC(context, label_of, graph->n, "names"));
    MG_TRY(find_labels(context, path, labels, optional, graph, label_of));
    for (mg_vertex i = 0; i < graph->n; i++) {
        MG_TRY(append_name(context, labels, graph, i, label_of[i], &names));
    }
    MG_TRY(mg__names_index(&context->memory, &names));
    const mg_vertex repeated = find_repeated(&names, graph->n, &first);
    if (repeated < graph->n) {
        size_t length;
        const uint64_t ids[] = {id_at(graph, first), id_at(graph, repeated)};
        const mg_vertex label[] = {label_of[first], label_of[repeated]};
        status = report_repeated(context, path, labels, optional, mg__names_at(&names, repeated, &length), ids, label);
        goto out;
    }
    mg__graph_set_names(graph, &names);
out:
    mg__names_release(&context->memory, &names);
    mg__release(&context->memory, label_of);
    return status;
}

/* ---- a file of names ---- */

static bool is_blank(char c) {
    return c == ' ' || c == '\t' || c == '\r';
}

/* The rest of a line, without blanks and one pair of quotes around it. */
static mg_field rest_of(const char *text) {
    const char *end;
    while (is_blank(*text)) {
        text++;
    }
    for (end = text; *end != '\n'; end++) {
    }
    while (end > text && is_blank(end[-1])) {
        end--;
    }
    const bool quoted = end > text + 1 && *text == '"' && end[-1] == '"';
    return (mg_field){text + quoted, (size_t)(end - text) - 2 * (size_t)quoted, quoted};
}

/* The id that a line begins with, before a separator; *rest: what follows. */
static bool begins_with_id(const char *text, uint64_t *id, const char **rest) {
    const bool quoted = *text == '"';
    const char *end = mg__parse_unsigned(text + quoted, id);
    end = end == text + quoted ? NULL : end;
    end = end && quoted ? (*end == '"' ? end + 1 : NULL) : end;
    if (!end || (!is_blank(*end) && *end != ',' && *end != ';' && *end != '|')) {
        return false;
    }
    while (is_blank(*end)) {
        end++;
    }
    *rest = *end == ',' || *end == ';' || *end == '|' ? end + 1 : end;
    return true;
}

/* Is the first word of a line one that stands above ids? */
static bool begins_with_id_word(const char *text) {
    static const char *const words[] = {"id", "vertex", "vertexid", "node", "nodeid", "key", "index", "number"};
    const mg_field first = {.text = text, .length = strcspn(text, " \t\r\n")};
    for (size_t i = 0; i < sizeof words / sizeof *words; i++) {
        if (mg__field_is(first, words[i])) {
            return true;
        }
    }
    return false;
}

/* The line after the first one, if the window has it, decides if the first is a header: one that begins with an id
 * after one that has separators or begins with a word such as `id`. */
static bool has_ids(const mg_input *input, bool *header) {
    const char *first = mg__skip_blanks(input->text), *rest;
    const char *second = (const char *)memchr(first, '\n', (size_t)(input->text + input->size - first)) + 1;
    uint64_t id;
    *header = false;
    if (begins_with_id(first, &id, &rest)) {
        return true;
    }
    *header = second < input->text + input->size && begins_with_id(mg__skip_blanks(second), &id, &rest) &&
              (strcspn(first, ",;|\t\n") < strcspn(first, "\n") || begins_with_id_word(first));
    return *header;
}

static mg_status take_label(mg_context *context, const mg_input *input, bool ids, mg_labels *labels) {
    const char *text = mg__skip_blanks(input->text);
    mg_label_place place = {.line = input->line};
    char *name = NULL;
    mg_status status;
    if (ids && !begins_with_id(text, &place.id, &text)) {
        return mg__unexpected(context, input, input->line, "an id and a name", text);
    }
    const mg_field field = rest_of(text);
    if (!field.length) {
        return mg__unexpected(context, input, input->line, ids ? "a name after the id" : "a name", text);
    }
    MG_TRY(MG_ALLOC(context, name, field.length, "names"));
    status = mg__labels_add(context, labels, place, name, mg__undouble(field, name));
out:
    mg__release(&context->memory, name);
    return status;
}

mg_status mg__labels_read(mg_context *context, const char *path, mg_labels *labels) {
    mg_input input;
    bool ids = false, header = false;
    mg_status status;
    MG_TRY(mg__input_open(context, path, &input));
    MG_TRY(mg__input_next(context, &input));
    mg__skip_bom(&input);
    for (uint64_t lines = 0;; lines++) {
        MG_TRY(mg__skip_comments(context, &input, true));
        if (!input.size) {
            break;
        }
        if (lines % 65536 == 0) {
            MG_TRY(mg__progress(context, "reading", mg__input_fraction(&input)));
        }
        ids = lines ? ids : has_ids(&input, &header);
        labels->by_rank = !ids;
        if (lines || !header) {
            MG_TRY(take_label(context, &input, ids, labels));
        }
        mg__skip_line(&input);
    }
    if (!labels->names.count) {
        status = mg__fail(context, MG_ERROR_FORMAT, "%s: expected names of vertices, found none", path);
    }
out:
    mg__input_close(context, &input);
    return status;
}
