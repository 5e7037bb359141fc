/* SPDX-License-Identifier: Apache-2.0
 *
 * Results as text: tsv, csv, graphalytics, and the short form for a terminal.
 */
#include "tools/output/number.h"
#include "tools/output/output.h"

#include <inttypes.h>
#include <stdio.h>
#include <string.h>

#define PREVIEW_ALL 24  /* tables of at most this many rows are shown completely, */
#define PREVIEW_FIRST 8 /* of longer ones this many first rows */
#define PREVIEW_LAST 4  /* and this many last rows */
#define PREVIEW_ID 12   /* width of the first column */

const output_words output_tsv_words = {
    .unreached = "inf", .infinity = "inf", .no_vertex = "-", .negative_infinity = "-inf", .not_a_number = "nan"};

/* Exact digits are in files and pipes. */
static const output_words preview_words = {.unreached = "inf",
                                           .infinity = "inf",
                                           .no_vertex = "-",
                                           .negative_infinity = "-inf",
                                           .not_a_number = "nan",
                                           .digits = 6};

static const output_words csv_words = {.unreached = "inf",
                                       .infinity = "inf",
                                       .no_vertex = "-",
                                       .negative_infinity = "-inf",
                                       .not_a_number = "nan",
                                       .names = NAME_CSV};

typedef struct line_style {
    const char *separator;
    const output_words *words;
} line_style;

static void write_line(sink *s, const output_table *table, uint64_t row, const void *style) {
    const line_style *const line = style;
    const mg_vertex v = output_vertex(table, row);
    put_vertex(s, table->graph, v, line->words->names);
    sink_text(s, line->separator);
    output_cells(s, table, v, line->separator, line->words);
    sink_text(s, "\n");
}

static void write_rows(sink *s, const output_table *table, const char *separator, const output_words *words) {
    const line_style style = {separator, words};
    output_rows(s, table, write_line, &style);
}

void output_tsv(sink *s, const output_table *table) {
    write_rows(s, table, "\t", &output_tsv_words);
}

void output_csv(sink *s, const output_table *table) {
    sink_text(s, "id");
    for (uint32_t k = 0; k < table->column->width; k++) {
        sink_text(s, ",");
        sink_text(s, table->column->name);
        if (table->column->width > 1 && table->sources) {
            sink_text(s, "_");
            put_vertex(s, table->graph, table->sources[k], NAME_CSV);
        }
    }
    sink_text(s, "\n");
    write_rows(s, table, ",", &csv_words);
}

/* LDBC Graphalytics: hops and labels are 64-bit integers, distances and ranks reals. */
void output_graphalytics(sink *s, const output_table *table) {
    const output_words words = {.unreached =
                                    strcmp(table->column->name, "depth") == 0 ? "9223372036854775807" : "Infinity",
                                .infinity = "Infinity",
                                .no_vertex = "-1",
                                .negative_infinity = "-Infinity",
                                .not_a_number = "NaN",
                                .names = NAME_ID,
                                .exponent = table->column->meaning == MG_NUMBER};
    write_rows(s, table, " ", &words);
}

static void preview_rows(sink *s, const output_table *table, uint64_t first, uint64_t end) {
    for (uint64_t row = first; row < end; row++) {
        const mg_vertex v = output_vertex(table, row);
        char id[VERTEX_TEXT_SIZE], padded[VERTEX_TEXT_SIZE + PREVIEW_ID + 1];
        snprintf(padded, sizeof padded, "%-*s ", PREVIEW_ID, vertex_text(table->graph, v, id));
        sink_text(s, padded);
        output_cells(s, table, v, " ", &preview_words);
        sink_text(s, "\n");
    }
}

void output_preview(sink *s, const output_table *table) {
    char line[128];
    snprintf(line, sizeof line, "%-*s %s\n", PREVIEW_ID, "id", table->column->name);
    sink_text(s, line);
    if (table->order || table->rows <= PREVIEW_ALL) {
        preview_rows(s, table, 0, table->rows);
        return;
    }
    preview_rows(s, table, 0, PREVIEW_FIRST);
    snprintf(line, sizeof line, "... %" PRIu64 " more (-o FILE writes all, -o - shows all)\n",
             table->rows - PREVIEW_FIRST - PREVIEW_LAST);
    sink_text(s, line);
    preview_rows(s, table, table->rows - PREVIEW_LAST, table->rows);
}
