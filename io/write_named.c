/* SPDX-License-Identifier: Apache-2.0
 *
 * write_named.c: text with names of vertices in place of ids, one line after the other: names have any length.
 */
#include "io/put.h"
#include "io/writer.h"

#include <ctype.h>
#include <string.h>

static mg_status put(mg_output *output, const char *text, size_t length) {
    return length ? mg__output_write(output, text, length) : MG_OK;
}

static mg_status put_number(mg_output *output, uint64_t number) {
    char text[MG_NUMBER_CHARS];
    return put(output, text, (size_t)(mg__put_unsigned(text, number) - text));
}

/* Is it read as a name without quotes, whatever stands beside it? */
static bool is_plain_word(const char *name) {
    bool plain = isalpha((unsigned char)*name) || (unsigned char)*name >= 128;
    for (const char *c = name; *c && plain; c++) {
        plain = isalnum((unsigned char)*c) || strchr("_-.:/@+", *c) || (unsigned char)*c >= 128;
    }
    return plain;
}

/* Writes a name with a replacement for each character of `special`. */
static mg_status put_replaced(mg_output *output, const char *name, const char *special, const char *const *by) {
    mg_status status = MG_OK;
    while (*name && status >= 0) {
        const size_t length = strcspn(name, special);
        status = put(output, name, length);
        name += length;
        if (*name && status >= 0) {
            const char *const replacement = by[strchr(special, *name++) - special];
            status = put(output, replacement, strlen(replacement));
        }
    }
    return status;
}

static mg_status put_name(mg_output *output, const char *name, mg_name_syntax syntax) {
    static const char *const doubled[] = {"\"\""}, *const apostrophes[] = {"'"}, *const entities[] = {"&amp;", "&lt;",
                                                                                                      "&gt;",  "&quot;",
                                                                                                      "&#9;",  "&#10;",
                                                                                                      "&#13;"};
    mg_status status;
    if (syntax == MG_NAMES_XML) {
        return put_replaced(output, name, "&<>\"\t\n\r", entities);
    }
    if (syntax == MG_NAMES_QUOTED) {
        return put_replaced(output, name, "\"", apostrophes);
    }
    if (is_plain_word(name)) {
        return put(output, name, strlen(name));
    }
    MG_TRY(put(output, "\"", 1));
    MG_TRY(put_replaced(output, name, "\"", doubled));
    status = put(output, "\"", 1);
out:
    return status;
}

static mg_status put_arc(const mg_graph *graph, const mg_arc_lines *lines, mg_vertex from, uint64_t arc,
                         mg_output *output) {
    const bool weighted = graph->weight_type != MG_TYPE_NONE;
    char weight[MG_NUMBER_CHARS];
    mg_status status;
    MG_TRY(mg__write_text(output, lines->lead));
    MG_TRY(put_name(output, mg_graph_name(graph, from), lines->names));
    MG_TRY(mg__write_text(output, lines->between));
    MG_TRY(put_name(output, mg_graph_name(graph, graph->out.neighbours[arc]), lines->names));
    if (weighted) {
        MG_TRY(mg__write_text(output, lines->before_weight));
        const char *end = mg__put_weight(weight, graph->weight_type, graph->out.weights, arc);
        MG_TRY(put(output, weight, (size_t)(end - weight)));
    } else if (lines->unit_weights) {
        MG_TRY(mg__write_text(output, lines->before_weight));
        MG_TRY(put(output, "1", 1));
    }
    status = mg__write_text(output, weighted || !lines->unweighted_tail ? lines->tail : lines->unweighted_tail);
out:
    return status;
}

mg_status mg__write_named_arcs(mg_context *context, const mg_graph *graph, const mg_arc_lines *lines, locale_t plain,
                               mg_output *output) {
    const locale_t before = uselocale(plain);
    mg_status status = MG_OK;
    for (mg_vertex v = 0; v < graph->n; v++) {
        for (uint64_t arc = graph->out.offsets[v]; arc < graph->out.offsets[v + 1]; arc++) {
            uint64_t first, second;
            if (lines->ends(graph, v, graph->out.neighbours[arc], &first, &second)) {
                MG_TRY(put_arc(graph, lines, v, arc, output));
            }
        }
        MG_TRY(mg__progress(context, "writing", (double)v / (double)graph->n));
    }
out:
    uselocale(before);
    return status;
}

mg_status mg__write_named_vertices(mg_context *context, const mg_graph *graph, const mg_vertex_lines *lines,
                                   mg_output *output) {
    mg_status status = MG_OK;
    for (mg_vertex v = 0; v < graph->n; v++) {
        MG_TRY(mg__write_text(output, lines->lead));
        if (lines->between) {
            MG_TRY(put_number(output, lines->numbered ? (uint64_t)v + 1 : mg_graph_id(graph, v)));
            MG_TRY(mg__write_text(output, lines->between));
        }
        MG_TRY(put_name(output, mg_graph_name(graph, v), lines->names));
        MG_TRY(mg__write_text(output, lines->tail));
        MG_TRY(mg__progress(context, "writing", -1.0));
    }
out:
    return status;
}
