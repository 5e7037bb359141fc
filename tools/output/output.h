/* SPDX-License-Identifier: Apache-2.0
 *
 * output.h: writes one result column in the file's own ids (docs/output-formats.md).
 */
#ifndef MG_TOOLS_OUTPUT_OUTPUT_H
#define MG_TOOLS_OUTPUT_OUTPUT_H

#include "tools/cli/options.h"
#include "tools/output/vertex_name.h"

typedef struct output_table {
    const mg_graph *graph;
    const mg_column *column;
    const mg_vertex *sources; /* column with several values per vertex: the source of each value */
    const mg_vertex *order; /* the vertices to write, in this order; NULL: all, by id */
    uint64_t rows;
    int threads; /* that format rows; 0: one */
} output_table;

/* How a text format writes special values. */
typedef struct output_words {
    const char *unreached, *infinity, *no_vertex;
    const char *negative_infinity, *not_a_number;
    bool exponent; /* reals as %.15e instead of the fewest digits */
    name_style names;
    int digits; /* of reals for people to read; 0: as many as are exact */
} output_words;

extern const output_words output_tsv_words;

/* The vertex of a row. */
mg_vertex output_vertex(const output_table *table, uint64_t row);

/* Writes element `at` of the column to `out` and returns the number of characters, at most OUTPUT_CELL_SIZE. Vertex v
 * has the elements v * width to (v + 1) * width - 1. */
#define OUTPUT_CELL_SIZE 64
size_t output_cell(char *out, const output_table *table, uint64_t at, const output_words *words);
/* The same to a sink, vertices by their ids or names. */
void output_element(sink *s, const output_table *table, uint64_t at, const output_words *words);
/* Writes all elements of v to the sink, separated by `between`. */
void output_cells(sink *s, const output_table *table, mg_vertex v, const char *between, const output_words *words);

/* Writes the row at this position in a style. */
typedef void (*output_row)(sink *s, const output_table *table, uint64_t row, const void *style);
/* Writes all rows, which the threads of the table format at the same time. */
void output_rows(sink *s, const output_table *table, output_row write, const void *style);

/* Writes the table in one of the formats; errors are reported when the sink is flushed. */
void output_write(sink *s, const output_table *table, output_format format);

void output_tsv(sink *s, const output_table *table);
void output_csv(sink *s, const output_table *table);
void output_json(sink *s, const output_table *table);
void output_npy(sink *s, const output_table *table);
void output_graphalytics(sink *s, const output_table *table);
/* The graph with the column as attribute of its vertices, in one of the last three formats. */
void output_graph(sink *s, const output_table *table, output_format format);
/* Preview for a terminal: a heading and, of a long table, only the first and last rows. */
void output_preview(sink *s, const output_table *table);

/* The *count vertices of largest value in descending order, smaller ids first on ties, without unreached vertices. Sets
 * *count to the actual number. The caller frees the array; NULL: out of memory. */
mg_vertex *output_largest(const mg_graph *graph, const mg_column *column, uint64_t *count);

#endif
