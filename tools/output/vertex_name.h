/* SPDX-License-Identifier: Apache-2.0
 *
 * vertex_name.h: how vertices are called in outputs and messages: by their names, or by their ids if they have none.
 */
#ifndef MG_TOOLS_OUTPUT_VERTEX_NAME_H
#define MG_TOOLS_OUTPUT_VERTEX_NAME_H

#include "tools/output/sink.h"

#include <multigraph/multigraph.h>

typedef enum name_style {
    NAME_TSV,  /* in quotes, doubled within, if the name has a tab, a line break or a quote at its beginning */
    NAME_CSV,  /* the same if it has a comma, a quote, a line break, or blanks at an end */
    NAME_JSON, /* a string; an id is a number */
    NAME_ID    /* the id, also of a vertex with a name */
} name_style;

void put_vertex(sink *s, const mg_graph *graph, mg_vertex v, name_style style);

/* Text as a JSON string. */
void put_json_string(sink *s, const char *text);

/* The vertex for a message: a long name is cut, control characters are question marks. */
#define VERTEX_TEXT_SIZE 48
const char *vertex_text(const mg_graph *graph, mg_vertex v, char text[VERTEX_TEXT_SIZE]);

#endif
