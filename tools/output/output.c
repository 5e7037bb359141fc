/* SPDX-License-Identifier: Apache-2.0 */
#include "tools/output/output.h"
#include "tools/output/number.h"

#include <math.h>
#include <stdio.h>
#include <string.h>

mg_vertex output_vertex(const output_table *table, uint64_t row) {
    const mg_vertex *const order = table->order ? table->order : mg_graph_by_id(table->graph);
    return order ? order[row] : (mg_vertex)row;
}

static size_t put_word(char *out, const char *word) {
    size_t length = strlen(word);
    memcpy(out, word, length);
    return length;
}

static size_t put_unsigned(char *out, uint64_t value, uint64_t unreached, mg_meaning meaning,
                           const output_words *words) {
    return meaning == MG_DISTANCE && value == unreached ? put_word(out, words->unreached) : format_u64(out, value);
}

static size_t put_real(char *out, double value, bool single, const output_words *words) {
    if (!isfinite(value)) {
        return put_word(out, isnan(value) ? words->not_a_number
                             : value > 0  ? words->infinity
                                          : words->negative_infinity);
    }
    if (words->exponent) {
        return (size_t)snprintf(out, OUTPUT_CELL_SIZE, "%.15e", value);
    }
    if (words->digits) {
        return (size_t)snprintf(out, OUTPUT_CELL_SIZE, "%.*g", words->digits, value);
    }
    return single ? format_float(out, (float)value) : format_double(out, value);
}

size_t output_cell(char *out, const output_table *table, uint64_t at, const output_words *words) {
    const mg_column *column = table->column;
    const void *data = column->data;
    switch (column->type) {
    case MG_UINT32: {
        uint32_t value = ((const uint32_t *)data)[at];
        if (column->meaning == MG_VERTEX) {
            return put_word(out, words->no_vertex); /* the others are written by put_vertex() */
        }
        return put_unsigned(out, value, UINT32_MAX, column->meaning, words);
    }
    case MG_UINT64:
        return put_unsigned(out, ((const uint64_t *)data)[at], UINT64_MAX, column->meaning, words);
    case MG_INT32:
        return format_i64(out, ((const int32_t *)data)[at]);
    case MG_INT64:
        return format_i64(out, ((const int64_t *)data)[at]);
    case MG_FLOAT32:
        return put_real(out, (double)((const float *)data)[at], true, words);
    case MG_FLOAT64:
        return put_real(out, ((const double *)data)[at], false, words);
    default:
        return put_word(out, "?"); /* no built-in algorithm has such a column */
    }
}

void output_element(sink *s, const output_table *table, uint64_t at, const output_words *words) {
    if (table->column->meaning == MG_VERTEX && ((const mg_vertex *)table->column->data)[at] != MG_NONE) {
        put_vertex(s, table->graph, ((const mg_vertex *)table->column->data)[at], words->names);
    } else {
        sink_advance(s, output_cell(sink_room(s, OUTPUT_CELL_SIZE), table, at, words));
    }
}

void output_cells(sink *s, const output_table *table, mg_vertex v, const char *between, const output_words *words) {
    const uint32_t width = table->column->width;
    for (uint32_t k = 0; k < width; k++) {
        if (k) {
            sink_text(s, between);
        }
        output_element(s, table, (uint64_t)v * width + k, words);
    }
}

void output_write(sink *s, const output_table *table, output_format format) {
    static void (*const writers[])(sink *, const output_table *) = {
        [OUTPUT_TSV] = output_tsv,
        [OUTPUT_CSV] = output_csv,
        [OUTPUT_JSON] = output_json,
        [OUTPUT_NPY] = output_npy,
        [OUTPUT_GRAPHALYTICS] = output_graphalytics,
    };
    if (format >= OUTPUT_GRAPHML) {
        output_graph(s, table, format);
    } else {
        writers[format](s, table);
    }
}
