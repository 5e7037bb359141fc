/* SPDX-License-Identifier: Apache-2.0
 *
 * table_line.h: cuts a line of a table into fields.
 */
#ifndef MG_IO_TABLE_LINE_H
#define MG_IO_TABLE_LINE_H

#include "io/edge_table.h"
#include "io/text.h"

typedef struct mg_field {
    const char *text;
    size_t length;
    bool doubled; /* has two quotes where one is meant */
} mg_field;

typedef struct mg_table_line {
    mg_field fields[MG_TABLE_COLUMNS];
    int count;
} mg_table_line;

/* Cuts a line, which ends with a newline. Blanks and quotes around fields are left out; of a dictionary the field is
 * the rest of the line. Returns NULL, or where a quote is not closed. */
const char *mg__cut_line(const char *text, const mg_table *table, mg_table_line *line);

/* Copies a field, each of whose doubled quotes becomes one; returns the length, at most that of the field. */
size_t mg__undouble(mg_field field, char *out);

/* Is a field an id: digits only, below 2^64? */
bool mg__field_id(mg_field field, uint64_t *id);

/* Is a field equal to a word, regardless of case and of characters other than letters and digits? */
bool mg__field_is(mg_field field, const char *word);

#endif
