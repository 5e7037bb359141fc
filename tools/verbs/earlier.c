/* SPDX-License-Identifier: Apache-2.0
 *
 * --from FILE: the result of an earlier run, in any format that --output-format writes, as values to start from.
 */
#include "tools/cli/message.h"
#include "tools/output/number.h"
#include "tools/output/packing.h"
#include "tools/output/result_line.h"
#include "tools/verbs/algorithm.h"
#include "tools/verbs/session_edits.h"

#include <errno.h>
#include <inttypes.h>
#include <math.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#define HEADER_MOST 1024 /* of the NumPy files that the command writes */

/* One value of the file. */
typedef struct value {
    bool reached;
    uint64_t whole;
    double real;
    mg_vertex vertex; /* of a component */
} value;

typedef struct reading {
    session *s;
    const char *path, *column;
    mg_type type; /* of the values to start from */
    mg_vertex count;
    bool *has; /* by vertex: the file has a value */
} reading;

static bool fail(const reading *r, unsigned long line, const char *expected) {
    if (line) {
        message("%s:%lu: expected %s", r->path, line, expected);
    } else {
        message("%s: expected %s", r->path, expected);
    }
    return false;
}

static size_t size_of(mg_type type) {
    return type == MG_UINT32 || type == MG_FLOAT32 ? 4 : 8;
}

static bool is_component(const reading *r) {
    return strcmp(r->column, "component") == 0;
}

/* The vertex of the graph before its changes that a text names; false: prints that there is none. */
static bool take_vertex(const reading *r, const char *text, mg_vertex *v) {
    if (session_find(r->s, text, v) && *v < r->count) {
        return true;
    }
    message("%s: %s has no vertex %s", r->path, graph_name(r->s->options), text);
    return false;
}

/* The same for an id of a NumPy file. */
static bool take_id(const reading *r, uint64_t id, mg_vertex *v) {
    if (mg_graph_find(r->s->graph, id, v) && *v < r->count) {
        return true;
    }
    message("%s: %s has no vertex %" PRIu64, r->path, graph_name(r->s->options), id);
    return false;
}

/* The value of a component is the vertex that names it. */
static bool store(reading *r, unsigned long line, mg_vertex vertex, value v) {
    void *const values = r->s->start_values;
    if (is_component(r)) {
        ((mg_vertex *)values)[vertex] = v.vertex;
    } else if (r->type == MG_UINT32) {
        if (v.reached && v.whole >= MG_UNREACHED) {
            return fail(r, line, "a depth below 4294967295");
        }
        ((uint32_t *)values)[vertex] = v.reached ? (uint32_t)v.whole : MG_UNREACHED;
    } else if (r->type == MG_UINT64) {
        ((uint64_t *)values)[vertex] = v.reached ? v.whole : MG_UNREACHED64;
    } else if (r->type == MG_FLOAT32) {
        ((float *)values)[vertex] = v.reached ? (float)v.real : HUGE_VALF;
    } else {
        ((double *)values)[vertex] = v.reached ? v.real : HUGE_VAL;
    }
    r->has[vertex] = true;
    return true;
}

/* ---- text ---- */

static bool is_unreached(const reading *r, const char *text) {
    return strcmp(text, "inf") == 0 || strcmp(text, "Infinity") == 0 || strcmp(text, "null") == 0 ||
           (strcmp(r->column, "depth") == 0 && strcmp(text, "9223372036854775807") == 0);
}

static bool parse_value(const reading *r, const char *text, value *v) {
    const bool is_real = r->type == MG_FLOAT32 || r->type == MG_FLOAT64;
    *v = (value){.reached = !is_unreached(r, text)};
    return is_component(r) || !v->reached || (is_real ? parse_double(text, &v->real) : parse_u64(text, &v->whole));
}

static bool take_line(reading *r, char *line, unsigned long number) {
    char *words[RESULT_WORDS];
    const bool named = mg_graph_has_names(r->s->graph);
    const int count = result_line_cut(line, named, words);
    const bool heading = count == 2 && strcmp(words[0], "id") == 0 && strcmp(words[1], r->column) == 0;
    if (count == 0 || heading) {
        return true;
    }
    const bool is_json = count == 4 && strcmp(words[0], "id") == 0 && strcmp(words[2], r->column) == 0;
    uint64_t id;
    mg_vertex vertex;
    value v;
    if ((count != 2 && !is_json) || (!named && !parse_u64(words[is_json], &id)) ||
        !parse_value(r, words[is_json ? 3 : 1], &v) ||
        (!named && is_component(r) && !parse_u64(words[is_json ? 3 : 1], &id))) {
        char expected[96];
        snprintf(expected, sizeof expected, "the id of a vertex and its %s", r->column);
        return fail(r, number, expected);
    }
    return take_vertex(r, words[is_json], &vertex) &&
           (!is_component(r) || take_vertex(r, words[is_json ? 3 : 1], &v.vertex)) && store(r, number, vertex, v);
}

static bool read_text(reading *r, FILE *file) {
    char *line = NULL;
    size_t size = 0;
    bool good = true;
    errno = 0;
    for (unsigned long number = 1; good && getline(&line, &size, file) >= 0; number++) {
        good = take_line(r, line, number);
    }
    free(line);
    if (good && ferror(file)) {
        message("cannot read %s: %s", r->path, strerror(errno));
        return false;
    }
    return good;
}

/* ---- npy ---- */

/* The type of the second field of the records that the command writes. */
static bool parse_header(const reading *r, const char *header, char code[3]) {
    char expected[64];
    snprintf(expected, sizeof expected, "[('id', '<u8'), ('%s', '<", r->column);
    const char *at = strstr(header, expected);
    at = at ? at + strlen(expected) : NULL;
    if (!at || !strchr("uf", at[0]) || !strchr("48", at[1]) || at[2] != '\'') {
        return false;
    }
    code[0] = at[0];
    code[1] = at[1];
    code[2] = '\0';
    return true;
}

static value load(const char *code, const void *element) {
    uint32_t small;
    uint64_t whole;
    float narrow;
    double real;
    if (strcmp(code, "u4") == 0) {
        memcpy(&small, element, sizeof small);
        return (value){small != MG_UNREACHED, small, small, 0};
    }
    if (strcmp(code, "u8") == 0) {
        memcpy(&whole, element, sizeof whole);
        return (value){whole != MG_UNREACHED64, whole, (double)whole, 0};
    }
    if (strcmp(code, "f4") == 0) {
        memcpy(&narrow, element, sizeof narrow);
        return (value){narrow < HUGE_VALF, 0, (double)narrow, 0};
    }
    memcpy(&real, element, sizeof real);
    return (value){real < HUGE_VAL, 0, real, 0};
}

static bool read_npy(reading *r, FILE *file) {
    unsigned char start[10], record[16];
    char header[HEADER_MOST + 1], code[3];
    const size_t length = fread(start, 1, sizeof start, file) == sizeof start ? start[8] | (size_t)start[9] << 8 : 0;
    header[length < HEADER_MOST ? length : HEADER_MOST] = '\0';
    if (!length || length > HEADER_MOST || fread(header, 1, length, file) != length || !parse_header(r, header, code)) {
        char expected[96];
        snprintf(expected, sizeof expected, "records of id and %s, as --output-format npy writes them", r->column);
        return fail(r, 0, expected);
    }
    const bool is_real = code[0] == 'f';
    if (is_real != (r->type == MG_FLOAT32 || r->type == MG_FLOAT64)) {
        return fail(r, 0, is_real ? "whole numbers" : "real numbers");
    }
    const size_t size = 8 + (size_t)(code[1] - '0');
    for (size_t got; (got = fread(record, 1, size, file)) != 0;) {
        uint64_t id;
        memcpy(&id, record, sizeof id);
        if (got != size) {
            return fail(r, 0, "a whole number of records");
        }
        value v = load(code, record + 8);
        mg_vertex vertex;
        if (!take_id(r, id, &vertex) || (is_component(r) && !take_id(r, v.whole, &v.vertex)) ||
            !store(r, 0, vertex, v)) {
            return false;
        }
    }
    return true;
}

/* ---- the file ---- */

static mg_type start_type(const session *s) {
    const mg_type weight = mg_graph_weight_type(s->graph);
    switch (s->verb->bit) {
    case VERB_PAGERANK:
        return MG_FLOAT64;
    case VERB_SSSP:
        return weight == MG_FLOAT32 || weight == MG_FLOAT64 ? weight : MG_UINT64;
    default:
        return MG_UINT32;
    }
}

static bool read_file(reading *r) {
    char *content;
    FILE *file = packed_open(r->path, &content);
    if (!file) {
        message("cannot read %s: %s", r->path, strerror(errno));
        return false;
    }
    const int first = getc(file);
    if (first != EOF) {
        ungetc(first, file);
    }
    const bool good = first == 0x93 ? read_npy(r, file) : read_text(r, file);
    fclose(file);
    free(content);
    for (mg_vertex v = 0; good && v < r->count; v++) {
        if (!r->has[v]) {
            char name[VERTEX_TEXT_SIZE];
            message("%s has no %s of vertex %s", r->path, r->column, vertex_text(r->s->graph, v, name));
            return false;
        }
    }
    return good;
}

int session_read_start(session *s) {
    const mg_graph_edits *edits = s->edits ? &s->edits->edits : NULL;
    if (!s->options->from) {
        return STATUS_SUCCESS;
    }
    if (s->options->sources) {
        message("--from cannot be combined with --sources");
        return STATUS_USAGE;
    }
    reading r = {.s = s, .path = s->options->from, .column = s->verb->runs->column, .type = start_type(s)};
    r.count = mg_graph_vertex_count(s->graph) - (edits ? edits->new_vertices : 0);
    r.has = calloc((size_t)r.count + 1, sizeof *r.has);
    s->start_values = calloc((size_t)r.count + 1, size_of(r.type));
    if (!r.has || !s->start_values) {
        free(r.has);
        message("out of memory for --from");
        return STATUS_FAILURE;
    }
    s->start = MG_START_INIT;
    s->start.values = s->start_values;
    s->start.type = r.type;
    s->start.count = r.count;
    s->start.edits = edits;
    const bool good = read_file(&r);
    free(r.has);
    return good ? STATUS_SUCCESS : STATUS_USAGE;
}
