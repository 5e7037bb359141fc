/* SPDX-License-Identifier: Apache-2.0 */
#include "tools/output/output_edges.h"
#include "tools/output/npy_file.h"
#include "tools/output/number.h"
#include "tools/output/vertex_name.h"

#include <inttypes.h>
#include <stdio.h>
#include <string.h>

static size_t format_whole(char *out, uint64_t value, uint64_t unreached, bool distance) {
    if (distance && value == unreached) {
        memcpy(out, "inf", 3);
        return 3;
    }
    return format_u64(out, value);
}

static size_t format_value(char *out, const edge_values *values, uint64_t at) {
    const bool distance = values->meaning == MG_DISTANCE;
    switch (values->type) {
    case MG_FLOAT32:
        return format_float(out, ((const float *)values->data)[at]);
    case MG_FLOAT64:
        return format_double(out, ((const double *)values->data)[at]);
    case MG_INT32:
        return format_i64(out, ((const int32_t *)values->data)[at]);
    case MG_UINT32:
        return format_whole(out, ((const uint32_t *)values->data)[at], UINT32_MAX, distance);
    case MG_UINT64:
        return format_whole(out, ((const uint64_t *)values->data)[at], UINT64_MAX, distance);
    default:
        return format_i64(out, ((const int64_t *)values->data)[at]);
    }
}

void output_edge_text(sink *out, const mg_graph *graph, mg_vertex source, mg_vertex target, const edge_values *values,
                      uint64_t at) {
    put_vertex(out, graph, source, NAME_TSV);
    sink_text(out, "\t");
    put_vertex(out, graph, target, NAME_TSV);
    if (values->meaning == MG_VERTEX) {
        const mg_vertex v = ((const mg_vertex *)values->data)[at];
        sink_text(out, v == MG_NONE ? "\t-" : "\t");
        if (v != MG_NONE) {
            put_vertex(out, graph, v, NAME_TSV);
        }
    }
    char *room = sink_room(out, NUMBER_SIZE + 2), *end = room;
    if (values->type != MG_TYPE_NONE && values->meaning != MG_VERTEX) {
        *end++ = '\t';
        end += format_value(end, values, at);
    }
    *end++ = '\n';
    sink_advance(out, (size_t)(end - room));
}

void output_edge_header(sink *out, const edge_values *values, uint64_t count) {
    const char order = __BYTE_ORDER__ == __ORDER_LITTLE_ENDIAN__ ? '<' : '>';
    static const char *const codes[] = {[MG_INT32] = "i4",  [MG_UINT32] = "u4",  [MG_INT64] = "i8",
                                        [MG_UINT64] = "u8", [MG_FLOAT32] = "f4", [MG_FLOAT64] = "f8"};
    const char *const code = values->meaning == MG_VERTEX ? "u8" : codes[values->type];
    char fields[192], value[64] = "";
    if (values->type != MG_TYPE_NONE) {
        snprintf(value, sizeof value, ", ('%s', '%c%s')", values->name, order, code);
    }
    snprintf(fields, sizeof fields,
             "{'descr': [('source', '%cu8'), ('target', '%cu8')%s], 'fortran_order': False, 'shape': (%" PRIu64 ",), }",
             order, order, value, count);
    npy_write_header(out, fields);
}

void output_edge_record(sink *out, const mg_graph *graph, mg_vertex source, mg_vertex target, const edge_values *values,
                        uint64_t at) {
    const uint64_t ends[] = {mg_graph_id(graph, source), mg_graph_id(graph, target)};
    const bool vertex = values->meaning == MG_VERTEX;
    const size_t size = vertex ? sizeof *ends : type_size(values->type);
    char *room = sink_room(out, sizeof ends + size);
    memcpy(room, ends, sizeof ends);
    if (vertex) {
        const mg_vertex v = ((const mg_vertex *)values->data)[at];
        const uint64_t id = v == MG_NONE ? UINT64_MAX : mg_graph_id(graph, v);
        memcpy(room + sizeof ends, &id, size);
    } else if (size) {
        memcpy(room + sizeof ends, (const char *)values->data + at * size, size);
    }
    sink_advance(out, sizeof ends + size);
}
