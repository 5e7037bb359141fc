/* SPDX-License-Identifier: Apache-2.0
 *
 * Results as JSON: an array with one object per vertex, one per line. Values without a JSON number are null.
 */
#include "tools/output/number.h"
#include "tools/output/output.h"

void output_json(sink *s, const output_table *table) {
    static const output_words words = {.unreached = "null",
                                       .infinity = "null",
                                       .no_vertex = "null",
                                       .negative_infinity = "null",
                                       .not_a_number = "null"};
    sink_text(s, "[");
    for (uint64_t row = 0; row < table->rows; row++) {
        const mg_vertex v = output_vertex(table, row);
        char number[NUMBER_SIZE];
        sink_text(s, row ? ",\n{\"id\": " : "\n{\"id\": ");
        sink_write(s, number, format_u64(number, mg_graph_id(table->graph, v)));
        sink_text(s, ", \"");
        sink_text(s, table->column->name);
        sink_text(s, table->column->width > 1 ? "\": [" : "\": ");
        output_cells(s, table, v, ", ", &words);
        sink_text(s, table->column->width > 1 ? "]}" : "}");
    }
    sink_text(s, table->rows ? "\n]\n" : "]\n");
}
