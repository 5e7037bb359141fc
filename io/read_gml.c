/* SPDX-License-Identifier: Apache-2.0
 *
 * read_gml.c: the Graph Modelling Language (Himsolt, 1997).
 *
 * Lists of keys and values: graph [ directed 0|1 node [ id ID ... ] edge [ source ID target ID weight W ... ] ]. Values
 * are numbers, strings in quotes, and lists in brackets. Ids are whole numbers; the weight of an edge is `weight`, or
 * else `value`. Without `directed 1` edges are undirected.
 */
#include "io/edge_maker.h"
#include "io/entities.h"

#include <ctype.h>
#include <strings.h>

#define TOKEN_ROOM 128

typedef enum token_kind { END, KEY, NUMBER, STRING, OPEN, CLOSE } token_kind;

typedef struct reading {
    mg_context *context;
    mg_input *input;
    mg_edge_maker maker;
    token_kind kind;
    char token[TOKEN_ROOM + 1]; /* ended by a newline, shortened; not of a string */
    size_t length;
    char *text; /* of the last label */
    size_t text_length, text_room;
    bool graph, directed;
    mg_labels labels;
    bool named; /* some label is not the id of its vertex */
} reading;

/* What an element says of itself. */
typedef struct element {
    uint64_t id, source, target;
    bool id_given, source_given, target_given;
    mg_number weight, value;
    bool weight_given, value_given;
} element;

/* Possible beginnings: comments, keys with values, then `graph [`. */
static mg_sniff sniff_gml(const char *text, size_t size) {
    const char *end = text + size;
    for (text += mg__is_bom(text, size) ? 3 : 0; text < end;) {
        const char *word = mg__skip_blanks(text);
        if (strncasecmp(word, "graph", 5) == 0 && !isalnum((unsigned char)word[5])) {
            word += 5;
            while (word < end && isspace((unsigned char)*word)) {
                word++;
            }
            return word < end && *word == '[' ? MG_SNIFF_SURE : MG_SNIFF_NO;
        }
        if (*word != '\n' && *word != '#' && strncasecmp(word, "Creator", 7) != 0 &&
            strncasecmp(word, "Version", 7) != 0 && strncasecmp(word, "comment", 7) != 0) {
            return MG_SNIFF_NO;
        }
        text = (const char *)memchr(text, '\n', (size_t)(end - text)) + 1;
    }
    return MG_SNIFF_NO;
}

static void advance(mg_input *input, const char *to) {
    input->size -= (size_t)(to - input->text);
    input->text = to;
}

/* Goes to the next character that is no white space, and not in a comment; input->size is 0 at the end. */
static mg_status skip_space(reading *r) {
    mg_input *input = r->input;
    for (;;) {
        if (!input->size) {
            const mg_status status = mg__input_next(r->context, input);
            if (status < 0 || !input->size) {
                return status;
            }
        }
        const char *at = mg__skip_blanks(input->text);
        advance(input, at);
        if (*at != '\n' && *at != '#') {
            return MG_OK;
        }
        mg__skip_line(input);
    }
}

/* Appends to the text of a label. */
static mg_status keep_text(reading *r, const char *text, size_t length) {
    mg_status status = MG_OK;
    if (r->text_length + length + 1 > r->text_room) {
        char *larger;
        const size_t room = 2 * (r->text_length + length + 1);
        MG_TRY(MG_ALLOC(r->context, larger, room, "a label"));
        if (r->text_length) {
            memcpy(larger, r->text, r->text_length);
        }
        mg__release(&r->context->memory, r->text);
        r->text = larger;
        r->text_room = room;
    }
    memcpy(r->text + r->text_length, text, length);
    r->text_length += length;
    r->text[r->text_length] = 0;
out:
    return status;
}

/* Reads a string, which may go over several lines, from its first quote on; `keep`: as a label. */
static mg_status take_string(reading *r, bool keep) {
    mg_input *input = r->input;
    const unsigned long long line = input->line;
    advance(input, input->text + 1);
    for (;;) {
        const char *at = input->text;
        while (input->size && *at != '"' && *at != '\n') {
            at++;
        }
        if (keep && input->size) {
            const mg_status status = keep_text(r, input->text, (size_t)(at - input->text) + (*at == '\n'));
            if (status < 0) {
                return status;
            }
        }
        if (input->size && *at == '"') {
            advance(input, at + 1);
            return MG_OK;
        }
        if (input->size) {
            mg__skip_line(input);
        }
        if (!input->size) {
            const mg_status status = mg__input_next(r->context, input);
            if (status < 0) {
                return status;
            }
            if (!input->size) {
                return mg__fail(r->context, MG_ERROR_FORMAT,
                                "%s:%llu: expected a closing quote, found the end of the file", input->path, line);
            }
        }
    }
}

static mg_status take_token(reading *r, bool label) {
    mg_status status;
    r->kind = END;
    r->token[r->length = 0] = '\n';
    MG_TRY(skip_space(r));
    if (!r->input->size) {
        return MG_OK;
    }
    const char *at = r->input->text;
    if (*at == '[' || *at == ']') {
        r->kind = *at == '[' ? OPEN : CLOSE;
        advance(r->input, at + 1);
    } else if (*at == '"') {
        r->kind = STRING;
        status = take_string(r, label);
    } else {
        r->kind = isalpha((unsigned char)*at) || *at == '_' ? KEY : NUMBER;
        const char *end = at + 1; /* even of a control character */
        while (!isspace((unsigned char)*end) && *end != '[' && *end != ']' && *end != '"') {
            end++;
        }
        r->length = (size_t)(end - at) < TOKEN_ROOM ? (size_t)(end - at) : TOKEN_ROOM;
        memcpy(r->token, at, r->length);
        r->token[r->length] = '\n';
        advance(r->input, end);
    }
out:
    return status;
}

static mg_status next_token(reading *r) {
    return take_token(r, false);
}

static bool is_key(const reading *r, const char *key) {
    return r->length == strlen(key) && strncasecmp(r->token, key, r->length) == 0;
}

static mg_status expected(reading *r, const char *what) {
    static const char *const found[] = {
        [END] = "the end of the file", [STRING] = "a string", [OPEN] = "'['", [CLOSE] = "']'"};
    if (r->kind == KEY || r->kind == NUMBER) {
        return mg__unexpected(r->context, r->input, r->input->line, what, r->token);
    }
    return mg__fail(r->context, MG_ERROR_FORMAT, "%s:%llu: expected %s, found %s", r->input->path,
                    (unsigned long long)r->input->line, what, found[r->kind]);
}

/* Skips the value after a key, of any depth of lists; a string is kept as a `label`. */
static mg_status take_value(reading *r, bool label) {
    mg_status status;
    MG_TRY(take_token(r, label));
    if (r->kind == END || r->kind == CLOSE || r->kind == KEY) {
        return expected(r, "a value after a key");
    }
    for (uint64_t depth = r->kind == OPEN; depth;) {
        MG_TRY(next_token(r));
        if (r->kind == END) {
            return expected(r, "']'");
        }
        depth += r->kind == OPEN;
        depth -= r->kind == CLOSE;
    }
out:
    return status;
}

static mg_status skip_value(reading *r) {
    return take_value(r, false);
}

static mg_status take_id(reading *r, uint64_t *id, bool *given) {
    mg_status status;
    MG_TRY(next_token(r));
    const char *end = r->kind == NUMBER ? mg__parse_unsigned(r->token, id) : NULL;
    if (!end || end != r->token + r->length) {
        return expected(r, "an id, a whole number below 2^64");
    }
    *given = true;
out:
    return status;
}

static mg_status take_number(reading *r, mg_number *number, bool *given) {
    mg_status status;
    MG_TRY(next_token(r));
    const char *end = r->kind == NUMBER ? mg__parse_number(r->token, r->maker.c_locale, number) : NULL;
    if (!end || end != r->token + r->length) {
        return expected(r, "a finite weight");
    }
    *given = true;
out:
    return status;
}

static mg_status take_label(reading *r) {
    r->text_length = 0;
    const mg_status status = take_value(r, true);
    if (status >= 0 && r->kind == STRING && r->text_length) {
        r->text_length = mg__decode_entities(r->text, r->text_length);
    }
    return status;
}

/* Takes the list of a node or an edge, from its bracket on. */
static mg_status take_element(reading *r, bool edge, element *e) {
    mg_status status;
    *e = (element){0};
    r->text_length = 0;
    MG_TRY(next_token(r));
    if (r->kind != OPEN) {
        return expected(r, "'['");
    }
    for (;;) {
        MG_TRY(next_token(r));
        if (r->kind == CLOSE) {
            return MG_OK;
        }
        if (r->kind != KEY) {
            return expected(r, "a key or ']'");
        }
        if (!edge && is_key(r, "id")) {
            MG_TRY(take_id(r, &e->id, &e->id_given));
        } else if (!edge && is_key(r, "label")) {
            MG_TRY(take_label(r));
        } else if (edge && is_key(r, "source")) {
            MG_TRY(take_id(r, &e->source, &e->source_given));
        } else if (edge && is_key(r, "target")) {
            MG_TRY(take_id(r, &e->target, &e->target_given));
        } else if (edge && !r->maker.skip_weights && is_key(r, "weight")) {
            MG_TRY(take_number(r, &e->weight, &e->weight_given));
        } else if (edge && !r->maker.skip_weights && is_key(r, "value")) {
            MG_TRY(take_number(r, &e->value, &e->value_given));
        } else {
            MG_TRY(skip_value(r));
        }
    }
out:
    return status;
}

static mg_status take_node(reading *r) {
    element e;
    mg_status status;
    MG_TRY(take_element(r, false, &e));
    if (!e.id_given) {
        return mg__fail(r->context, MG_ERROR_FORMAT, "%s:%llu: expected the id of a node, found none", r->input->path,
                        (unsigned long long)r->input->line);
    }
    if (r->text_length) {
        const mg_label_place place = {e.id, r->input->line};
        uint64_t number;
        r->named |= !mg__text_is_id(r->text, r->text_length, &number) || number != e.id;
        MG_TRY(mg__labels_add(r->context, &r->labels, place, r->text, r->text_length));
    }
    status = mg__id_list_add(r->context, &r->maker.vertices, e.id);
out:
    return status;
}

static mg_status take_edge(reading *r) {
    element e;
    mg_status status;
    MG_TRY(take_element(r, true, &e));
    if (!e.source_given || !e.target_given) {
        return mg__fail(r->context, MG_ERROR_FORMAT, "%s:%llu: expected source and target of an edge, found no %s",
                        r->input->path, (unsigned long long)r->input->line, e.source_given ? "target" : "source");
    }
    status = mg__maker_edge(r->context, &r->maker, e.source, e.target,
                            e.weight_given  ? &e.weight
                            : e.value_given ? &e.value
                                            : NULL);
out:
    return status;
}

/* Takes the list of the graph, from its bracket on. */
static mg_status take_graph(reading *r) {
    uint64_t directed = 0;
    bool given;
    mg_status status;
    MG_TRY(next_token(r));
    if (r->kind != OPEN) {
        return expected(r, "'['");
    }
    r->graph = true;
    for (uint64_t elements = 0;; elements++) {
        if (elements % 65536 == 0) {
            MG_TRY(mg__progress(r->context, "reading", mg__input_fraction(r->input)));
        }
        MG_TRY(next_token(r));
        if (r->kind == CLOSE) {
            return MG_OK;
        }
        if (r->kind != KEY) {
            return expected(r, "a key or ']'");
        }
        if (is_key(r, "node")) {
            MG_TRY(take_node(r));
        } else if (is_key(r, "edge")) {
            MG_TRY(take_edge(r));
        } else if (is_key(r, "directed")) {
            MG_TRY(take_id(r, &directed, &given));
            r->directed = directed != 0;
        } else {
            MG_TRY(skip_value(r));
        }
    }
out:
    return status;
}

static mg_status read_gml(mg_context *context, mg_input *input, const mg_graph_options *options,
                          mg_edge_buffer *buffer) {
    reading r = {.context = context, .input = input};
    mg_status status;
    MG_TRY(mg__maker_open(context, &r.maker, options, buffer));
    mg__skip_bom(input);
    for (;;) {
        MG_TRY(next_token(&r));
        if (r.kind == END) {
            break;
        }
        if (r.kind != KEY || (is_key(&r, "graph") && r.graph)) {
            MG_TRY(expected(&r, r.graph ? "the end of the file" : "a key"));
        }
        if (is_key(&r, "graph")) {
            MG_TRY(take_graph(&r));
        } else {
            MG_TRY(skip_value(&r));
        }
    }
    if (!r.graph) {
        MG_TRY(expected(&r, "'graph ['"));
    }
    buffer->symmetric = !r.directed;
    MG_TRY(mg__maker_finish(context, &r.maker, input));
    if (r.named) {
        buffer->labels = r.labels;
        r.labels = (mg_labels){0};
    }
out:
    mg__labels_release(&context->memory, &r.labels);
    mg__release(&context->memory, r.text);
    mg__maker_close(context, &r.maker);
    return status;
}

const mg_reader mg__gml_reader = {
    .name = "gml",
    .description = "GML, the Graph Modelling Language",
    .suffixes = "gml",
    .sniff = sniff_gml,
    .read = read_gml,
};
