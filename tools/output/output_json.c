/* SPDX-License-Identifier: Apache-2.0
 *
 * Results as JSON: an array with one object per vertex, one per line. Values without a JSON number are null.
 */
#include "tools/output/output.h"

void output_json(sink *s, const output_table *table) {
    static const output_words words = {.unreached = "null",
                                       .infinity = "null",
                                       .no_vertex = "null",
                                       .negative_infinity = "null",
                                       .not_a_number = "null",
                                       .names = NAME_JSON};
    sink_text(s, "[");
    for (uint64_t row = 0; row < table->rows; row++) {
        const mg_vertex v = output_vertex(table, row);
        sink_text(s, row ? ",\n{\"id\": " : "\n{\"id\": ");
        put_vertex(s, table->graph, v, NAME_JSON);
        sink_text(s, ", \"");
        sink_text(s, table->column->name);
        sink_text(s, table->column->width > 1 ? "\": [" : "\": ");
        output_cells(s, table, v, ", ", &words);
        sink_text(s, table->column->width > 1 ? "]}" : "}");
    }
    sink_text(s, table->rows ? "\n]\n" : "]\n");
}
