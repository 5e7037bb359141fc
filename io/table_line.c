/* SPDX-License-Identifier: Apache-2.0
 *
 * table_line.c: fields between separators or blanks, with or without quotes.
 */
#include "io/table_line.h"

#include <ctype.h>

static bool is_blank(char c) {
    return c == ' ' || c == '\t' || c == '\r';
}

/* Takes a quoted field; returns the character after it, or NULL if the quote is not closed. */
static const char *cut_quoted(const char *text, mg_field *field) {
    const char *end = text + 1;
    bool doubled = false;
    while (*end != '\n' && (*end != '"' || end[1] == '"')) {
        doubled |= *end == '"';
        end += *end == '"' ? 2 : 1;
    }
    *field = (mg_field){text + 1, (size_t)(end - text - 1), doubled};
    return *end == '"' ? end + 1 : NULL;
}

/* Takes a field up to the separator, without blanks at its end. */
static const char *cut_plain(const char *text, char separator, mg_field *field) {
    const char *end = text;
    while (*end != '\n' && *end != separator && (separator || !is_blank(*end))) {
        end++;
    }
    size_t length = (size_t)(end - text);
    while (length && is_blank(text[length - 1])) {
        length--;
    }
    *field = (mg_field){text, length, false};
    return end;
}

const char *mg__cut_line(const char *text, const mg_table *table, mg_table_line *line) {
    const char separator = table->separator;
    for (line->count = 0; line->count < MG_TABLE_COLUMNS;) {
        while (is_blank(*text) && *text != separator) {
            text++;
        }
        if (*text == '\n' && (!separator || !line->count)) {
            return NULL;
        }
        mg_field *field = &line->fields[line->count++];
        const char *end;
        if (*text == '"') {
            end = cut_quoted(text, field);
        } else {
            end = cut_plain(text, table->dictionary && *text == '{' ? '\n' : separator, field);
        }
        if (!end) {
            return text;
        }
        text = end;
        while (is_blank(*text) && *text != separator) {
            text++;
        }
        if (*text == '\n') {
            return NULL;
        }
        if (separator ? *text != separator : text == end) {
            return text; /* something directly after a quote */
        }
        text += separator != 0;
    }
    return NULL;
}

size_t mg__undouble(mg_field field, char *out) {
    size_t length = 0;
    for (size_t i = 0; i < field.length; i++) {
        out[length++] = field.text[i];
        i += field.doubled && field.text[i] == '"';
    }
    return length;
}

bool mg__field_id(mg_field field, uint64_t *id) {
    const char *end = field.length ? mg__parse_unsigned(field.text, id) : NULL;
    return end && end == field.text + field.length;
}

bool mg__field_is(mg_field field, const char *word) {
    for (size_t i = 0; i < field.length; i++) {
        const unsigned char c = (unsigned char)field.text[i];
        if (isalnum(c) && tolower(c) != (unsigned char)*word++) {
            return false;
        }
    }
    return !*word;
}
