/* SPDX-License-Identifier: Apache-2.0
 *
 * read_graphml.c: GraphML (Brandes et al., GD 2001), parsed by expat.
 *
 * Nodes and edges of nested graphs count as those of the graph; ports and hyperedges are refused. The weight of an edge
 * is its datum whose key has the name "weight".
 */
#include "io/edge_maker.h"

#include <expat.h>
#include <stdio.h>

#define KEY_ROOM 128 /* bytes of the id of a key, of a weight */

typedef struct reading {
    mg_context *context;
    const mg_input *input;
    XML_Parser parser;
    mg_edge_maker maker;
    mg_status status;
    unsigned depth;
    bool graph, undirected; /* within or after a graph; its edgedefault */
    bool mixed, given;      /* edges differ; the options say what they are */
    bool edge, datum;       /* within an edge; within its weight */
    bool default_given, in_key, in_default;
    char key[KEY_ROOM], text[KEY_ROOM]; /* id of the key of weights; text of a datum */
    size_t text_length;
    mg_number number, default_number; /* weights: of the edge, of edges without */
    bool number_given;
    uint32_t source, target;
} reading;

static mg_sniff sniff_graphml(const char *text, size_t size) {
    static const char tag[] = "<graphml";
    const char *end = text + (size < 4096 ? size : 4096);
    text += mg__is_bom(text, size) ? 3 : 0;
    while (text < end && (*mg__skip_blanks(text) == '\n')) {
        text = mg__skip_blanks(text) + 1;
    }
    if (text >= end || *mg__skip_blanks(text) != '<') {
        return MG_SNIFF_NO;
    }
    for (; text + sizeof tag <= end; text++) {
        if (memcmp(text, tag, sizeof tag - 1) == 0) {
            return MG_SNIFF_SURE;
        }
    }
    return MG_SNIFF_NO;
}

static void stop(reading *r, mg_status status) {
    r->status = status;
    XML_StopParser(r->parser, XML_FALSE);
}

static void fail(reading *r, mg_status status, const char *what, const char *name) {
    mg__fail(r->context, status, "%s:%lu: %s%s", r->input->path, (unsigned long)XML_GetCurrentLineNumber(r->parser),
             what, name);
    stop(r, status);
}

static const char *attribute(const XML_Char **attributes, const char *name) {
    for (; *attributes; attributes += 2) {
        if (strcmp(attributes[0], name) == 0) {
            return attributes[1];
        }
    }
    return NULL;
}

/* Number of the vertex that an attribute names. */
static bool take_vertex(reading *r, const XML_Char **attributes, const char *name, uint32_t *number) {
    const char *id = attribute(attributes, name);
    if (!id || !*id) {
        fail(r, MG_ERROR_FORMAT, "expected an attribute ", name);
        return false;
    }
    const mg_status status = mg__names_add(r->context, &r->maker.names, id, strlen(id), number);
    if (status < 0) {
        stop(r, status);
    }
    return status >= 0;
}

static void begin_key(reading *r, const XML_Char **attributes) {
    const char *id = attribute(attributes, "id"), *name = attribute(attributes, "attr.name");
    const char *domain = attribute(attributes, "for");
    name = name ? name : id;
    r->in_key = id && strlen(id) < KEY_ROOM && (strcmp(name, "weight") == 0 || strcmp(name, "Weight") == 0) &&
                (!domain || strcmp(domain, "edge") == 0 || strcmp(domain, "all") == 0);
    if (r->in_key) {
        strcpy(r->key, id);
    }
}

static void begin_graph(reading *r, const XML_Char **attributes) {
    const char *kind = attribute(attributes, "edgedefault");
    const bool undirected = kind && strcmp(kind, "undirected") == 0;
    if (!kind || (!undirected && strcmp(kind, "directed") != 0)) {
        fail(r, MG_ERROR_FORMAT, "expected edgedefault=\"directed\" or \"undirected\"", "");
    } else if (r->graph && r->depth == 1) {
        fail(r, MG_ERROR_UNSUPPORTED, "expected one graph, found a second", "");
    } else {
        r->mixed |= r->graph && undirected != r->undirected;
        r->undirected = undirected;
        r->graph = true;
    }
}

static void begin_edge(reading *r, const XML_Char **attributes) {
    const char *directed = attribute(attributes, "directed");
    if (directed) {
        r->mixed |= (strcmp(directed, "false") == 0) != r->undirected;
    }
    if (r->mixed && !r->given) {
        fail(r, MG_ERROR_UNSUPPORTED,
             "directed and undirected edges in one graph; --directed or --undirected settles it", "");
        return;
    }
    r->number_given = r->default_given;
    r->number = r->default_number;
    r->edge = take_vertex(r, attributes, "source", &r->source) && take_vertex(r, attributes, "target", &r->target);
}

static void begin_element(void *data, const XML_Char *name, const XML_Char **attributes) {
    reading *r = data;
    const char *key = attribute(attributes, "key");
    uint32_t number;
    if (r->depth == 0 && strcmp(name, "graphml") != 0) {
        fail(r, MG_ERROR_FORMAT, "expected the element graphml, found ", name);
    } else if (strcmp(name, "key") == 0) {
        begin_key(r, attributes);
    } else if (strcmp(name, "graph") == 0) {
        begin_graph(r, attributes);
    } else if (strcmp(name, "node") == 0) {
        take_vertex(r, attributes, "id", &number);
    } else if (strcmp(name, "edge") == 0) {
        begin_edge(r, attributes);
    } else if (strcmp(name, "hyperedge") == 0) {
        fail(r, MG_ERROR_UNSUPPORTED, "hyperedges are not supported", "");
    }
    r->datum = r->edge && key && *r->key && strcmp(name, "data") == 0 && strcmp(key, r->key) == 0;
    r->in_default = r->in_key && strcmp(name, "default") == 0;
    r->text_length = r->datum || r->in_default ? 0 : r->text_length;
    r->depth++;
}

static void take_text(void *data, const XML_Char *text, int length) {
    reading *r = data;
    if (r->datum || r->in_default) {
        const size_t left = KEY_ROOM - 2 - r->text_length, size = (size_t)length < left ? (size_t)length : left;
        memcpy(r->text + r->text_length, text, size);
        r->text_length += size;
    }
}

/* Parses the text of an element, blanks around it allowed. */
static bool parse_text(reading *r, mg_number *number) {
    r->text[r->text_length] = '\n';
    r->text[r->text_length + 1] = 0;
    const char *text = r->text + strspn(r->text, " \t\r\n");
    const char *end = *text ? mg__parse_number(text, r->maker.c_locale, number) : NULL;
    if (end && !end[strspn(end, " \t\r\n")]) {
        return true;
    }
    fail(r, MG_ERROR_FORMAT, "expected a finite weight", "");
    return false;
}

static void end_element(void *data, const XML_Char *name) {
    reading *r = data;
    r->depth--;
    if (r->datum) {
        r->number_given = parse_text(r, &r->number);
    } else if (r->in_default) {
        r->default_given = parse_text(r, &r->default_number);
    } else if (r->edge && strcmp(name, "edge") == 0) {
        const mg_status status =
            mg__maker_edge(r->context, &r->maker, r->source, r->target, r->number_given ? &r->number : NULL);
        r->edge = false;
        if (status < 0) {
            stop(r, status);
        }
    }
    r->datum = r->in_default = false;
    r->in_key &= strcmp(name, "key") != 0;
}

/* Entities could expand without limit. */
static void refuse_entity(void *data, const XML_Char *name, int parameter, const XML_Char *value, int length,
                          const XML_Char *base, const XML_Char *system, const XML_Char *public,
                          const XML_Char *notation) {
    (void)parameter, (void)value, (void)length, (void)base, (void)system, (void)public, (void)notation;
    fail(data, MG_ERROR_UNSUPPORTED, "declarations of entities are not supported: ", name);
}

static mg_status parse_windows(reading *r, mg_input *input) {
    mg_status status;
    for (uint64_t windows = 0;; windows++) {
        MG_TRY(mg__progress(r->context, "reading", mg__input_fraction(input)));
        const bool last = !input->size;
        for (size_t at = 0; at < input->size || last;) {
            const size_t left = input->size - at, size = left < (1u << 20) ? left : (1u << 20);
            if (XML_Parse(r->parser, input->text + at, (int)size, last) != XML_STATUS_OK) {
                return r->status < 0 ? r->status
                                     : mg__fail(r->context, MG_ERROR_FORMAT, "%s:%lu: %s", input->path,
                                                (unsigned long)XML_GetCurrentLineNumber(r->parser),
                                                XML_ErrorString(XML_GetErrorCode(r->parser)));
            }
            at += size;
            if (last) {
                return MG_OK;
            }
        }
        MG_TRY(mg__input_next(r->context, input));
    }
out:
    return status;
}

static mg_status read_graphml(mg_context *context, mg_input *input, const mg_graph_options *options,
                              mg_edge_buffer *buffer) {
    reading r = {.context = context, .input = input, .given = options->directedness != MG_AS_GIVEN};
    mg_status status;
    MG_TRY(mg__maker_open(context, &r.maker, options, buffer));
    r.maker.named = true;
    r.parser = XML_ParserCreate(input->filter ? "UTF-8" : NULL); /* the filter has made it UTF-8, whatever it says */
    if (!r.parser) {
        MG_TRY(mg__fail(context, MG_ERROR_MEMORY, "out of memory: reading XML"));
    }
    XML_SetUserData(r.parser, &r);
    XML_SetElementHandler(r.parser, begin_element, end_element);
    XML_SetCharacterDataHandler(r.parser, take_text);
    XML_SetEntityDeclHandler(r.parser, refuse_entity);
    MG_TRY(parse_windows(&r, input));
    if (!r.graph) {
        MG_TRY(mg__fail(context, MG_ERROR_FORMAT, "%s: expected an element graph, found none", input->path));
    }
    buffer->symmetric = r.undirected;
    status = mg__maker_finish(context, &r.maker, input);
out:
    if (r.parser) {
        XML_ParserFree(r.parser);
    }
    mg__maker_close(context, &r.maker);
    return status;
}

const mg_reader mg__graphml_reader = {
    .name = "graphml",
    .description = "GraphML",
    .suffixes = "graphml",
    .sniff = sniff_graphml,
    .read = read_graphml,
};
