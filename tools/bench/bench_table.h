/* SPDX-License-Identifier: Apache-2.0
 *
 * bench_table.h: a table of bench whose columns are named once: it is printed line by line as text, and it is an object
 * of the JSON report (docs/bench.md). The calls: table_begin, then facts, notes and columns, then the cells of each row
 * in the order of the columns with table_row after them, and table_end in every case. The line of headings is printed
 * before the first row.
 */
#ifndef MG_TOOLS_BENCH_BENCH_TABLE_H
#define MG_TOOLS_BENCH_BENCH_TABLE_H

#include "tools/bench/bench.h"

#define TABLE_COLUMNS 40 /* at most; further ones are left out */
#define TABLE_NAME_SIZE 48

typedef struct table_column {
    char name[TABLE_NAME_SIZE]; /* in the report */
    char heading[TABLE_NAME_SIZE];
    int width;                  /* characters, flush right; negative: flush left; 0: in the report only */
    int decimals;               /* of numbers, in the text; the report has all digits */
    const char *before, *after; /* what separates the cell from its neighbours */
} table_column;

typedef struct bench_table {
    sink *out;
    json_builder *tables; /* of the report */
    json_builder whole, rows, row, notes;
    table_column columns[TABLE_COLUMNS];
    size_t count, at;    /* columns; the next cell */
    bool headed, silent; /* the headings are printed; rows go to the report only */
} bench_table;

/* number: "Table 3.2", ""; title: printf's. Both are printed, unless the title is empty. */
void table_begin(bench_table *t, bench_report *r, mg_backend_kind backend, const char *number, const char *title, ...)
    __attribute__((format(printf, 5, 6)));
/* A member of the table in the report, such as its graph. */
void table_fact(bench_table *t, const char *name, const char *text);
/* A line of text, printed and kept as a note of the table. */
void table_note(bench_table *t, const char *format, ...) __attribute__((format(printf, 2, 3)));

/* name: printf's; other characters than letters and digits become underscores. A space separates columns. */
void table_column_add(bench_table *t, int width, int decimals, const char *heading, const char *name, ...)
    __attribute__((format(printf, 5, 6)));
/* What separates the column that was added last. */
void table_between(bench_table *t, const char *before, const char *after);

/* The next cell. */
void table_text(bench_table *t, const char *format, ...) __attribute__((format(printf, 2, 3)));
void table_count(bench_table *t, uint64_t value);
/* Negative or not a number: "-", null in the report. */
void table_number(bench_table *t, double value);
/* The same where 0 is no measurement either. */
void table_measured(bench_table *t, double value);
/* Blank, and not in the report. */
void table_blank(bench_table *t);

void table_row(bench_table *t);
void table_end(bench_table *t);

#endif
