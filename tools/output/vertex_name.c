/* SPDX-License-Identifier: Apache-2.0 */
#include "tools/output/vertex_name.h"
#include "tools/output/number.h"
#include "tools/output/utf8.h"

#include <inttypes.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

/* Would the name be read as another one, or as several, without quotes? */
static bool needs_quotes(const char *name, name_style style) {
    const size_t length = strlen(name);
    if (style == NAME_TSV) {
        return !length || *name == '"' || strpbrk(name, "\t\n\r");
    }
    return !length || strpbrk(name, ",\"\n\r") || *name == ' ' || *name == '\t' || name[length - 1] == ' ' ||
           name[length - 1] == '\t';
}

static void put_quoted(sink *s, const char *name) {
    sink_text(s, "\"");
    for (const char *at = name;; at++) {
        const size_t length = strcspn(at, "\"");
        sink_write(s, at, length);
        at += length;
        if (!*at) {
            break;
        }
        sink_text(s, "\"\"");
    }
    sink_text(s, "\"");
}

/* Bytes that are no UTF-8 become question marks: JSON has no others. */
void put_json_string(sink *s, const char *text) {
    char *const copy = utf8_copy(text), escape[8];
    sink_text(s, "\"");
    for (const char *c = copy ? copy : ""; *c; c++) {
        if (*c == '"' || *c == '\\') {
            sink_text(s, "\\");
        }
        if ((unsigned char)*c < ' ') {
            snprintf(escape, sizeof escape, "\\u%04x", (unsigned)*c);
            sink_text(s, escape);
        } else {
            sink_write(s, c, 1);
        }
    }
    sink_text(s, "\"");
    free(copy);
}

void put_vertex(sink *s, const mg_graph *graph, mg_vertex v, name_style style) {
    const char *const name = style == NAME_ID ? NULL : mg_graph_name(graph, v);
    if (!name) {
        sink_advance(s, format_u64(sink_room(s, NUMBER_SIZE), mg_graph_id(graph, v)));
    } else if (style == NAME_JSON) {
        put_json_string(s, name);
    } else if (needs_quotes(name, style)) {
        put_quoted(s, name);
    } else {
        sink_text(s, name);
    }
}

/* Cuts before a character of several bytes, not within it. */
const char *vertex_text(const mg_graph *graph, mg_vertex v, char text[VERTEX_TEXT_SIZE]) {
    const char *const name = mg_graph_name(graph, v);
    if (!name) {
        snprintf(text, VERTEX_TEXT_SIZE, "%" PRIu64, mg_graph_id(graph, v));
        return text;
    }
    size_t length = strlen(name);
    const bool cut = length >= VERTEX_TEXT_SIZE;
    length = cut ? VERTEX_TEXT_SIZE - 4 : length;
    while (cut && length && ((unsigned char)name[length] & 0xc0) == 0x80) {
        length--;
    }
    for (size_t i = 0; i < length; i++) {
        text[i] = name[i];
        if ((unsigned char)name[i] < ' ' || name[i] == 127) {
            text[i] = '?';
        }
    }
    strcpy(text + length, cut ? "..." : "");
    return text;
}
