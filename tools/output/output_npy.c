/* SPDX-License-Identifier: Apache-2.0
 *
 * Results as a NumPy file: a one-dimensional array of records (id, value), which numpy.load reads as columns "id" and
 * the column's name; of several sources the second field has a value for each. Format: numpy.lib.format, version 1.0.
 * Values are as in the C API (unreached integers are the type's largest value), vertices are ids (no vertex: 2^64 - 1).
 */
#include "tools/output/npy_file.h"
#include "tools/output/output.h"

#include <inttypes.h>
#include <stdio.h>
#include <string.h>

static const char *type_code(const mg_column *column) {
    switch (column->type) {
    case MG_INT32:
        return "i4";
    case MG_INT64:
        return "i8";
    case MG_UINT32:
        return column->meaning == MG_VERTEX ? "u8" : "u4";
    case MG_FLOAT32:
        return "f4";
    case MG_FLOAT64:
        return "f8";
    default:
        return "u8";
    }
}

static void write_header(sink *s, const output_table *table) {
    const char order = __BYTE_ORDER__ == __ORDER_LITTLE_ENDIAN__ ? '<' : '>';
    char header[256], shape[32] = "";
    if (table->column->width > 1) {
        snprintf(shape, sizeof shape, ", (%" PRIu32 ",)", table->column->width);
    }
    snprintf(header, sizeof header,
             "{'descr': [('id', '%cu8'), ('%s', '%c%s'%s)], 'fortran_order': False, 'shape': (%llu,), }", order,
             table->column->name, order, type_code(table->column), shape, (unsigned long long)table->rows);
    npy_write_header(s, header);
}

static void put_element(sink *s, const output_table *table, uint64_t at, size_t size) {
    const mg_column *column = table->column;
    char *out = sink_room(s, size);
    if (column->meaning == MG_VERTEX) {
        const mg_vertex u = ((const mg_vertex *)column->data)[at];
        const uint64_t other = u == MG_NONE ? UINT64_MAX : mg_graph_id(table->graph, u);
        memcpy(out, &other, size);
    } else {
        memcpy(out, (const char *)column->data + at * size, size);
    }
    sink_advance(s, size);
}

void output_npy(sink *s, const output_table *table) {
    const uint32_t width = table->column->width;
    const size_t size = type_code(table->column)[1] == '4' ? 4 : 8;
    write_header(s, table);
    for (uint64_t row = 0; row < table->rows; row++) {
        const mg_vertex v = output_vertex(table, row);
        const uint64_t id = mg_graph_id(table->graph, v);
        sink_write(s, &id, sizeof id);
        for (uint32_t k = 0; k < width; k++) {
            put_element(s, table, (uint64_t)v * width + k, size);
        }
    }
}
