/* SPDX-License-Identifier: Apache-2.0
 *
 * edge_table.h: edge lists that are tables: with a header row, semicolons, quotes, names instead of ids, or the data
 * dictionaries of NetworkX. One thread reads them.
 */
#ifndef MG_IO_EDGE_TABLE_H
#define MG_IO_EDGE_TABLE_H

#include "io/edge_comments.h"

#define MG_TABLE_COLUMNS 64 /* further columns are not read */

typedef struct mg_table {
    char separator;  /* 0: blanks */
    bool header;     /* the first line has the names of the columns */
    bool unsure;     /* these do not say which columns are source and target, */
    bool guessed;    /* or that the third one is a weight */
    bool named;      /* vertices have names, not ids, */
    bool keeps_names; /* also where all names are ids */
    bool dictionary; /* the third column is a dictionary of NetworkX */
    int columns;     /* number of columns of every line; 0: any that has the needed ones */
    int source, target, weight, type; /* columns; -1: none. type: "Directed" or "Undirected", as Gephi writes */
} mg_table;

/* Is the text, at the first line that is no comment, such a table rather than a plain edge list? Options that say how
 * it is built make it one. INVALID: there are no such columns. */
mg_status mg__find_table(mg_context *context, const mg_input *input, const mg_graph_options *options, mg_table *table,
                         bool *is_table);

/* The table whose first line is the next one, and whose first two columns are names: there is no header row. */
mg_table mg__named_table(const mg_input *input);

/* Reads the table. */
mg_status mg__read_table(mg_context *context, mg_input *input, const mg_graph_options *options, mg_table *table,
                         mg_edge_buffer *buffer);

#endif
