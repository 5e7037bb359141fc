/* SPDX-License-Identifier: Apache-2.0 */
#include "tools/bench/bench_table.h"

#include <cjson/cJSON.h>
#include <ctype.h>
#include <inttypes.h>
#include <math.h>
#include <stdarg.h>
#include <stdio.h>
#include <string.h>

#define LINE_SIZE 512

/* ---- the table ---- */

void table_begin(bench_table *t, bench_report *r, mg_backend_kind backend, const char *number, const char *title, ...) {
    char line[LINE_SIZE];
    va_list arguments;
    va_start(arguments, title);
    vsnprintf(line, sizeof line, title, arguments);
    va_end(arguments);
    *t = (bench_table){
        .out = r->table, .tables = &r->tables, .whole = json_object(), .rows = json_array(), .notes = json_array()};
    json_text(&t->whole, "suite", r->suite);
    json_text(&t->whole, "backend", bench_backend_name(backend));
    json_text(&t->whole, "number", number);
    json_text(&t->whole, "title", line);
    if (*line) {
        bench_print(t->out, "\n%s%s%s\n", number, *number ? ": " : "", line);
    }
}

void table_fact(bench_table *t, const char *name, const char *text) {
    json_text(&t->whole, name, text);
}

void table_note(bench_table *t, const char *format, ...) {
    char line[LINE_SIZE];
    va_list arguments;
    va_start(arguments, format);
    vsnprintf(line, sizeof line, format, arguments);
    va_end(arguments);
    bench_print(t->out, "%s\n", line);
    json_text(&t->notes, NULL, line);
}

void table_end(bench_table *t) {
    json_nest(&t->whole, "notes", t->notes);
    json_nest(&t->whole, "rows", t->rows);
    json_nest(t->tables, NULL, t->whole);
    sink_flush(t->out);
}

/* ---- columns ---- */

/* Lower case; what is neither letter nor digit is one underscore, and none at the end. */
static void make_key(char *name) {
    char *end = name;
    for (const char *at = name; *at; at++) {
        if (isalnum((unsigned char)*at)) {
            *end++ = (char)tolower((unsigned char)*at);
        } else if (end > name && end[-1] != '_') {
            *end++ = '_';
        }
    }
    end -= end > name && end[-1] == '_';
    *end = '\0';
}

void table_column_add(bench_table *t, int width, int decimals, const char *heading, const char *name, ...) {
    va_list arguments;
    if (t->count == TABLE_COLUMNS) {
        return;
    }
    table_column *const c = &t->columns[t->count];
    *c = (table_column){.width = width, .decimals = decimals, .before = t->count ? " " : "", .after = ""};
    snprintf(c->heading, sizeof c->heading, "%s", heading);
    va_start(arguments, name);
    vsnprintf(c->name, sizeof c->name, name, arguments);
    va_end(arguments);
    make_key(c->name);
    t->count++;
}

void table_between(bench_table *t, const char *before, const char *after) {
    t->columns[t->count - 1].before = before;
    t->columns[t->count - 1].after = after;
}

static void print_text(const bench_table *t, const table_column *c, const char *text) {
    if (c->width && !t->silent) {
        bench_print(t->out, "%s%*s%s", c->before, c->width, text, c->after);
    }
}

static void print_headings(bench_table *t) {
    for (size_t i = 0; i < t->count; i++) {
        print_text(t, &t->columns[i], t->columns[i].heading);
    }
    bench_print(t->out, "\n");
    t->headed = true;
}

/* ---- cells ---- */

/* The column of the next cell, of a new row if it is the first; NULL: there is none. */
static const table_column *next_column(bench_table *t) {
    if (t->at == 0) {
        t->row = json_object();
        if (!t->headed) {
            print_headings(t);
        }
    }
    return t->at < t->count ? &t->columns[t->at++] : NULL;
}

void table_text(bench_table *t, const char *format, ...) {
    char text[LINE_SIZE];
    const table_column *const c = next_column(t);
    va_list arguments;
    va_start(arguments, format);
    vsnprintf(text, sizeof text, format, arguments);
    va_end(arguments);
    if (c) {
        print_text(t, c, text);
        json_text(&t->row, c->name, text);
    }
}

void table_count(bench_table *t, uint64_t value) {
    char text[24];
    const table_column *const c = next_column(t);
    if (c) {
        snprintf(text, sizeof text, "%" PRIu64, value);
        print_text(t, c, text);
        json_u64(&t->row, c->name, value);
    }
}

void table_number(bench_table *t, double value) {
    char text[64] = "-";
    const table_column *const c = next_column(t);
    if (c && value >= 0) {
        snprintf(text, sizeof text, "%.*f", c->decimals, value);
        json_number(&t->row, c->name, value);
    } else if (c) {
        json_add(&t->row, c->name, cJSON_CreateNull());
    }
    if (c) {
        print_text(t, c, text);
    }
}

void table_measured(bench_table *t, double value) {
    table_number(t, value > 0 ? value : NAN);
}

void table_blank(bench_table *t) {
    const table_column *const c = next_column(t);
    if (c) {
        print_text(t, c, "");
    }
}

void table_row(bench_table *t) {
    json_nest(&t->rows, NULL, t->row);
    t->at = 0;
    if (!t->silent) {
        bench_print(t->out, "\n");
        sink_flush(t->out);
    }
}
