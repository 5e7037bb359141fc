/* SPDX-License-Identifier: Apache-2.0
 *
 * Results as JSON: an array with one object per vertex, one per line. Values without a JSON number are null.
 */
#include "tools/output/output.h"

static const output_words words = {.unreached = "null",
                                   .infinity = "null",
                                   .no_vertex = "null",
                                   .negative_infinity = "null",
                                   .not_a_number = "null",
                                   .names = NAME_JSON};

static void write_object(sink *s, const output_table *table, uint64_t row, const void *unused) {
    const mg_vertex v = output_vertex(table, row);
    (void)unused;
    sink_text(s, row ? ",\n{\"id\": " : "\n{\"id\": ");
    put_vertex(s, table->graph, v, NAME_JSON);
    sink_text(s, ", \"");
    sink_text(s, table->column->name);
    sink_text(s, table->column->width > 1 ? "\": [" : "\": ");
    output_cells(s, table, v, ", ", &words);
    sink_text(s, table->column->width > 1 ? "]}" : "}");
}

void output_json(sink *s, const output_table *table) {
    sink_text(s, "[");
    output_rows(s, table, write_object, NULL);
    sink_text(s, table->rows ? "\n]\n" : "]\n");
}
