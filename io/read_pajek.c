/* SPDX-License-Identifier: Apache-2.0
 *
 * read_pajek.c: networks of Pajek (Batagelj, Mrvar, 1998).
 *
 * `*Vertices n`, lines `NUMBER "LABEL" ...`, which may be missing, then sections: `*Arcs` and `*Edges` with lines `FROM
 * TO [WEIGHT]`, `*Arcslist` and `*Edgeslist` with lines `FROM TO...`. Vertices are 1 to n; labels that are all
 * different ids are the ids of the graph. A network with arcs is directed, and its edges are arcs in both directions.
 */
#include "core/graph/weights.h"
#include "io/edge_maker.h"

#include <string.h>
#include <strings.h>

typedef enum section { OTHER, VERTICES, ARCS, EDGES, ARCS_LIST, EDGES_LIST } section;

typedef struct reading {
    mg_context *context;
    mg_input *input;
    mg_edge_maker maker;
    section section;
    bool vertices;          /* `*Vertices` was read */
    uint64_t n, arcs;       /* arcs: in sections of arcs */
    uint64_t labels;        /* labels of the first vertices, in order */
    bool numbered;          /* the labels are no ids: vertices keep their numbers */
    bool named;             /* some label is not its vertex's number */
    mg_labels names;        /* the labels */
    mg_id_list edges; /* positions of the edges of sections of edges: begin, end, begin, end, ... */
} reading;

static mg_sniff sniff_pajek(const char *text, size_t size) {
    const char *end = text + size;
    for (text += mg__is_bom(text, size) ? 3 : 0; text < end;) {
        const char *word = mg__skip_blanks(text);
        if (strncasecmp(word, "*Vertices", 9) == 0 && mg__column_ends(word[9])) {
            return MG_SNIFF_SURE;
        }
        if (*word != '\n' && *word != '%' && strncasecmp(word, "*Network", 8) != 0) {
            return MG_SNIFF_NO;
        }
        text = (const char *)memchr(text, '\n', (size_t)(end - text)) + 1;
    }
    return MG_SNIFF_NO;
}

static mg_status unexpected(const reading *r, const char *expected, const char *found) {
    return mg__unexpected(r->context, r->input, r->input->line, expected, found);
}

/* Parses a vertex, 1 to n; returns the text after it, or NULL after a failure. */
static const char *take_vertex(const reading *r, const char *text, uint64_t *vertex) {
    const char *end = mg__parse_unsigned(text, vertex);
    if (!end || end == text || !mg__column_ends(*end) || *vertex < 1 || *vertex > r->n) {
        unexpected(r, "a vertex from 1 to n", text);
        return NULL;
    }
    return mg__skip_blanks(end);
}

/* `*Vertices n [m]` */
static mg_status begin_vertices(reading *r, const char *text) {
    const char *begin = mg__skip_blanks(text), *end = mg__parse_unsigned(begin, &r->n);
    if (r->vertices || !end || end == begin || !mg__column_ends(*end)) {
        return unexpected(r, r->vertices ? "one section of vertices" : "the number of vertices", begin);
    }
    if (r->n >= MG_NONE) {
        unexpected(r, "at most 4294967294 vertices", begin);
        return MG_ERROR_RANGE;
    }
    r->vertices = true;
    return MG_OK;
}

/* The position of the edges where a section of edges begins, or ends. */
static mg_status mark_edges(reading *r) {
    const bool inside = r->section == EDGES || r->section == EDGES_LIST;
    return inside == (r->edges.count % 2 == 1) ? MG_OK : mg__id_list_add(r->context, &r->edges, r->maker.buffer->count);
}

static mg_status begin_section(reading *r, const char *text) {
    static const struct {
        const char *name;
        section section;
    } sections[] = {{"*vertices", VERTICES},    {"*arcs", ARCS},     {"*edges", EDGES},     {"*arcslist", ARCS_LIST},
                    {"*edgeslist", EDGES_LIST}, {"*network", OTHER}, {"*partition", OTHER}, {"*vector", OTHER}};
    const char *end = text;
    while (!mg__column_ends(*end)) {
        end++;
    }
    for (size_t i = 0; i < sizeof sections / sizeof *sections; i++) {
        if (strlen(sections[i].name) == (size_t)(end - text) &&
            strncasecmp(text, sections[i].name, (size_t)(end - text)) == 0) {
            r->section = sections[i].section;
            const mg_status status = mark_edges(r);
            return status >= 0 && r->section == VERTICES ? begin_vertices(r, end) : status;
        }
    }
    return unexpected(r, "'*Vertices', '*Arcs', '*Edges', '*Arcslist' or '*Edgeslist'", text);
}

/* Keeps the label of a vertex if it may be its id. */
static mg_status take_label(reading *r, const char *text) {
    uint64_t vertex;
    text = take_vertex(r, text, &vertex);
    if (!text) {
        return MG_ERROR_FORMAT;
    }
    const bool quoted = *text == '"';
    const char *end = text += quoted;
    while (quoted ? *end != '"' && *end != '\n' : !mg__column_ends(*end)) {
        end++;
    }
    uint64_t same = 0;
    r->named |= end > text && (!mg__text_is_id(text, (size_t)(end - text), &same) || same != vertex);
    if (end > text) {
        const mg_label_place place = {vertex, r->input->line};
        const mg_status added = mg__labels_add(r->context, &r->names, place, text, (size_t)(end - text));
        if (added < 0) {
            return added;
        }
    }
    uint32_t number = 0;
    if (r->numbered || vertex != r->labels + 1 || end == text) {
        r->numbered = true;
        return MG_OK;
    }
    uint64_t id;
    const mg_status status = mg__names_add(r->context, &r->maker.names, text, (size_t)(end - text), &number);
    r->numbered = status < 0 || number != r->labels++ || !mg__names_id(&r->maker.names, number, &id);
    return status;
}

/* `FROM TO [WEIGHT ...]` */
static mg_status take_edge(reading *r, const char *text) {
    uint64_t from, to;
    mg_number number;
    text = take_vertex(r, text, &from);
    text = text ? take_vertex(r, text, &to) : NULL;
    if (!text) {
        return MG_ERROR_FORMAT;
    }
    const bool weighted = *text != '\n' && !r->maker.skip_weights;
    const char *end = weighted ? mg__parse_number(text, r->maker.c_locale, &number) : text;
    if (weighted && (!end || !mg__column_ends(*end))) {
        return unexpected(r, "a finite weight", text);
    }
    r->arcs += r->section == ARCS;
    return mg__maker_edge(r->context, &r->maker, from - 1, to - 1, weighted ? &number : NULL);
}

/* `FROM TO...` */
static mg_status take_list(reading *r, const char *text) {
    uint64_t from, to;
    text = take_vertex(r, text, &from);
    while (text && *text != '\n') {
        text = take_vertex(r, text, &to);
        if (text) {
            const mg_status status = mg__maker_edge(r->context, &r->maker, from - 1, to - 1, NULL);
            if (status < 0) {
                return status;
            }
            r->arcs += r->section == ARCS_LIST;
        }
    }
    return text ? MG_OK : MG_ERROR_FORMAT;
}

static mg_status take_line(reading *r) {
    const char *text = mg__skip_blanks(r->input->text);
    if (*text == '*') {
        return begin_section(r, text);
    }
    switch (r->section) {
    case VERTICES:
        return take_label(r, text);
    case ARCS:
    case EDGES:
        return take_edge(r, text);
    case ARCS_LIST:
    case EDGES_LIST:
        return take_list(r, text);
    default:
        return r->vertices ? MG_OK : unexpected(r, "'*Vertices n'", text);
    }
}

/* In a network with arcs every edge becomes two arcs. */
static mg_status unfold_edges(reading *r) {
    const mg_edge_buffer *const buffer = r->maker.buffer;
    mg_status status = MG_OK;
    for (uint64_t k = 0; k + 1 < r->edges.count && r->arcs; k += 2) {
        for (uint64_t i = r->edges.ids[k]; i < r->edges.ids[k + 1]; i++) {
            const bool whole = buffer->weight_type == MG_INT64;
            const mg_number weight = {.value = mg__weight_at(buffer->weight_type, buffer->weight, i),
                                      .whole = whole ? ((const int64_t *)buffer->weight)[i] : 0,
                                      .fits = whole};
            if (buffer->source[i] != buffer->target[i]) {
                MG_TRY(mg__maker_edge(r->context, &r->maker, buffer->target[i], buffer->source[i],
                                      buffer->weight ? &weight : NULL));
            }
        }
    }
out:
    return status;
}

static mg_status read_lines(reading *r) {
    mg_status status;
    for (uint64_t lines = 0;; lines++) {
        MG_TRY(mg__skip_comments(r->context, r->input, false));
        if (!r->input->size) {
            return MG_OK;
        }
        if (lines % 65536 == 0) {
            MG_TRY(mg__progress(r->context, "reading", mg__input_fraction(r->input)));
        }
        MG_TRY(take_line(r));
        mg__skip_line(r->input);
    }
out:
    return status;
}

static mg_status read_pajek(mg_context *context, mg_input *input, const mg_graph_options *options,
                            mg_edge_buffer *buffer) {
    reading r = {.context = context, .input = input};
    mg_status status;
    MG_TRY(mg__maker_open(context, &r.maker, options, buffer));
    mg__skip_bom(input);
    MG_TRY(read_lines(&r));
    if (!r.vertices) {
        MG_TRY(mg__fail(context, MG_ERROR_FORMAT, "%s:%llu: expected '*Vertices n', found the end of the file",
                        input->path, (unsigned long long)input->line));
    }
    r.section = OTHER;
    MG_TRY(mark_edges(&r));
    MG_TRY(unfold_edges(&r));
    MG_TRY(mg__check_vertices(context, input, options, r.n, buffer->count));
    buffer->symmetric = !r.arcs && r.edges.count;
    r.maker.named = !r.numbered && r.labels == r.n && r.n;
    if (!r.maker.named) {
        if (r.named) {
            buffer->labels = r.names;
            r.names = (mg_labels){0};
        }
        buffer->contiguous = true;
        buffer->id_base = 1;
        buffer->vertex_count = r.n;
        for (uint64_t i = 0; i < buffer->count; i++) {
            buffer->source[i]++;
            buffer->target[i]++;
        }
    }
    MG_TRY(mg__maker_finish(context, &r.maker, input));
    mg__drop_unit_weights(context, buffer); /* NetworkX writes them always */
out:
    mg__id_list_release(&context->memory, &r.edges);
    mg__labels_release(&context->memory, &r.names);
    mg__maker_close(context, &r.maker);
    return status;
}

const mg_reader mg__pajek_reader = {
    .name = "pajek",
    .description = "Pajek networks",
    .suffixes = "net paj",
    .sniff = sniff_pajek,
    .read = read_pajek,
};
