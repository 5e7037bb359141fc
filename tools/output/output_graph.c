/* SPDX-License-Identifier: Apache-2.0
 *
 * Results as attributes of the graph: GraphML (Brandes et al., GD 2001), GEXF 1.3 (Gephi) and DOT (Graphviz). With
 * --top, the graph of these vertices. Values that are no numbers, such as unreached, are left out.
 */
#include "tools/output/number.h"
#include "tools/output/output.h"
#include "tools/output/utf8.h"

#include <errno.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

/* Values that are no numbers are empty. */
static const output_words words = {
    .unreached = "", .infinity = "", .no_vertex = "", .negative_infinity = "", .not_a_number = ""};

/* DOT has tabs and line breaks as they are; attributes of XML would lose them. */
static const char *white_space(char c, bool xml) {
    return !xml ? "" : c == '\t' ? "&#9;" : c == '\n' ? "&#10;" : "&#13;";
}

/* Text with entities or backslashes; control characters other than tabs and line breaks, and what is not UTF-8 become
 * question marks. */
static void put_escaped(sink *s, const char *text, bool xml) {
    char *const copy = utf8_copy(text);
    for (const char *c = copy ? copy : ""; *c; c++) {
        const char *const entity = !xml && (*c == '"' || *c == '\\') ? "\\"
                                   : xml && *c == '&'                ? "&amp;"
                                   : xml && *c == '<'                ? "&lt;"
                                   : xml && *c == '>'                ? "&gt;"
                                   : xml && *c == '"'                ? "&quot;"
                                   : strchr("\t\n\r", *c)            ? white_space(*c, xml)
                                   : (unsigned char)*c < ' '         ? "?"
                                                                     : "";
        sink_text(s, entity);
        if (!*entity || *entity == '\\') {
            sink_write(s, c, 1);
        }
    }
    free(copy);
}

static void put_name(sink *s, const output_table *table, mg_vertex v, bool xml) {
    const char *const name = mg_graph_name(table->graph, v);
    if (name) {
        put_escaped(s, name, xml);
    } else {
        put_vertex(s, table->graph, v, NAME_ID);
    }
}

/* Value number k of a vertex, between two texts; nothing if it is none. */
static void put_value(sink *s, const output_table *table, mg_vertex v, uint32_t k, const char *before,
                      const char *after, bool xml) {
    const uint64_t at = (uint64_t)v * table->column->width + k;
    char cell[OUTPUT_CELL_SIZE];
    if (table->column->meaning == MG_VERTEX) {
        const mg_vertex u = ((const mg_vertex *)table->column->data)[at];
        if (u != MG_NONE) {
            sink_text(s, before);
            put_name(s, table, u, xml);
            sink_text(s, after);
        }
        return;
    }
    const size_t length = output_cell(cell, table, at, &words);
    if (length) {
        sink_text(s, before);
        sink_write(s, cell, length);
        sink_text(s, after);
    }
}

/* The name of attribute k: that of the column, with several sources also the source. */
static void put_title(sink *s, const output_table *table, uint32_t k, bool xml) {
    sink_text(s, table->column->name);
    if (table->column->width > 1 && table->sources) {
        sink_text(s, "_");
        put_name(s, table, table->sources[k], xml);
    }
}

static const char *type_of(const output_table *table) {
    const mg_column *const c = table->column;
    return c->meaning == MG_VERTEX ? "string" : c->type == MG_FLOAT32 || c->type == MG_FLOAT64 ? "double" : "long";
}

static void put_weight(sink *s, const output_table *table, uint64_t arc) {
    const void *const weights = mg_graph_out_edges(table->graph).weights;
    char *const room = sink_room(s, NUMBER_SIZE);
    switch (mg_graph_weight_type(table->graph)) {
    case MG_INT32:
        sink_advance(s, format_i64(room, ((const int32_t *)weights)[arc]));
        break;
    case MG_INT64:
        sink_advance(s, format_i64(room, ((const int64_t *)weights)[arc]));
        break;
    case MG_FLOAT32:
        sink_advance(s, format_float(room, ((const float *)weights)[arc]));
        break;
    default:
        sink_advance(s, format_double(room, ((const double *)weights)[arc]));
    }
}

/* The syntax of an edge: before, between and after its ends, around its weight, and at its end. */
typedef struct edge_syntax {
    const char *before, *between, *after, *weight, *weighted, *end;
    bool xml;
} edge_syntax;

/* Edges between vertices of the table, an undirected one once. `taken`: NULL: all vertices are in it. */
static void put_edges(sink *s, const output_table *table, const bool *taken, const edge_syntax *syntax) {
    const mg_adjacency out = mg_graph_out_edges(table->graph);
    const bool directed = mg_graph_directed(table->graph);
    for (uint64_t row = 0; row < table->rows; row++) {
        const mg_vertex v = output_vertex(table, row);
        for (uint64_t arc = out.offsets[v]; arc < out.offsets[v + 1]; arc++) {
            const mg_vertex u = out.neighbours[arc];
            if ((taken && !taken[u]) || (!directed && u < v)) {
                continue;
            }
            sink_text(s, syntax->before);
            put_name(s, table, v, syntax->xml);
            sink_text(s, syntax->between);
            put_name(s, table, u, syntax->xml);
            sink_text(s, syntax->after);
            if (out.weights) {
                sink_text(s, syntax->weight);
                put_weight(s, table, arc);
                sink_text(s, syntax->weighted);
            }
            sink_text(s, syntax->end);
        }
    }
}

static void put_graphml(sink *s, const output_table *table, const bool *taken) {
    static const edge_syntax edges = {"<edge source=\"", "\" target=\"", "\">", "<data key=\"weight\">",
                                      "</data>",         "</edge>\n",    true};
    char key[48];
    sink_text(s, "<?xml version=\"1.0\" encoding=\"UTF-8\"?>\n"
                 "<graphml xmlns=\"http://graphml.graphdrawing.org/xmlns\">\n");
    if (mg_graph_weight_type(table->graph) != MG_TYPE_NONE) {
        sink_text(s, "<key id=\"weight\" for=\"edge\" attr.name=\"weight\" attr.type=\"double\"/>\n");
    }
    for (uint32_t k = 0; k < table->column->width; k++) {
        snprintf(key, sizeof key, "<key id=\"v%lu\" for=\"node\" attr.name=\"", (unsigned long)k);
        sink_text(s, key);
        put_title(s, table, k, true);
        sink_text(s, "\" attr.type=\"");
        sink_text(s, type_of(table));
        sink_text(s, "\"/>\n");
    }
    sink_text(s, mg_graph_directed(table->graph) ? "<graph edgedefault=\"directed\">\n"
                                                 : "<graph edgedefault=\"undirected\">\n");
    for (uint64_t row = 0; row < table->rows; row++) {
        const mg_vertex v = output_vertex(table, row);
        sink_text(s, "<node id=\"");
        put_name(s, table, v, true);
        sink_text(s, "\">");
        for (uint32_t k = 0; k < table->column->width; k++) {
            snprintf(key, sizeof key, "<data key=\"v%lu\">", (unsigned long)k);
            put_value(s, table, v, k, key, "</data>", true);
        }
        sink_text(s, "</node>\n");
    }
    put_edges(s, table, taken, &edges);
    sink_text(s, "</graph>\n</graphml>\n");
}

static void put_gexf(sink *s, const output_table *table, const bool *taken) {
    static const edge_syntax edges = {"<edge source=\"", "\" target=\"", "\"", " weight=\"", "\"", "/>\n", true};
    char text[48];
    sink_text(s, "<?xml version=\"1.0\" encoding=\"UTF-8\"?>\n<gexf xmlns=\"http://gexf.net/1.3\" version=\"1.3\">\n");
    sink_text(s, mg_graph_directed(table->graph) ? "<graph defaultedgetype=\"directed\">\n"
                                                 : "<graph defaultedgetype=\"undirected\">\n");
    sink_text(s, "<attributes class=\"node\">\n");
    for (uint32_t k = 0; k < table->column->width; k++) {
        snprintf(text, sizeof text, "<attribute id=\"%lu\" title=\"", (unsigned long)k);
        sink_text(s, text);
        put_title(s, table, k, true);
        sink_text(s, "\" type=\"");
        sink_text(s, type_of(table));
        sink_text(s, "\"/>\n");
    }
    sink_text(s, "</attributes>\n<nodes>\n");
    for (uint64_t row = 0; row < table->rows; row++) {
        const mg_vertex v = output_vertex(table, row);
        sink_text(s, "<node id=\"");
        put_name(s, table, v, true);
        sink_text(s, "\" label=\"");
        put_name(s, table, v, true);
        sink_text(s, "\"><attvalues>");
        for (uint32_t k = 0; k < table->column->width; k++) {
            snprintf(text, sizeof text, "<attvalue for=\"%lu\" value=\"", (unsigned long)k);
            put_value(s, table, v, k, text, "\"/>", true);
        }
        sink_text(s, "</attvalues></node>\n");
    }
    sink_text(s, "</nodes>\n<edges>\n");
    put_edges(s, table, taken, &edges);
    sink_text(s, "</edges>\n</graph>\n</gexf>\n");
}

static void put_dot(sink *s, const output_table *table, const bool *taken) {
    const bool directed = mg_graph_directed(table->graph);
    const edge_syntax edges = {"  \"", directed ? "\" -> \"" : "\" -- \"", "\"", " [weight=", "]", ";\n", false};
    sink_text(s, directed ? "digraph {\n" : "graph {\n");
    for (uint64_t row = 0; row < table->rows; row++) {
        const mg_vertex v = output_vertex(table, row);
        sink_text(s, "  \"");
        put_name(s, table, v, false);
        sink_text(s, "\" [");
        for (uint32_t k = 0; k < table->column->width; k++) {
            sink_text(s, k ? ", \"" : "\"");
            put_title(s, table, k, false);
            sink_text(s, "\"=\"");
            put_value(s, table, v, k, "", "", false);
            sink_text(s, "\"");
        }
        sink_text(s, "];\n");
    }
    put_edges(s, table, taken, &edges);
    sink_text(s, "}\n");
}

void output_graph(sink *s, const output_table *table, output_format format) {
    const mg_vertex n = mg_graph_vertex_count(table->graph);
    bool *const taken = table->order ? calloc((size_t)n + 1, sizeof *taken) : NULL;
    for (uint64_t row = 0; taken && row < table->rows; row++) {
        taken[table->order[row]] = true;
    }
    if (table->order && !taken) {
        s->error = ENOMEM;
    } else if (format == OUTPUT_GRAPHML) {
        put_graphml(s, table, taken);
    } else if (format == OUTPUT_GEXF) {
        put_gexf(s, table, taken);
    } else {
        put_dot(s, table, taken);
    }
    free(taken);
}
