/* SPDX-License-Identifier: Apache-2.0 */
#include "tools/output/output_edges.h"
#include "tools/output/npy_file.h"
#include "tools/output/number.h"
#include "tools/output/output.h"
#include "tools/output/vertex_name.h"

#include <inttypes.h>
#include <stdio.h>
#include <string.h>

void output_edge_text(sink *out, const mg_graph *graph, mg_vertex source, mg_vertex target, const edge_values *values,
                      uint64_t at) {
    const mg_column column = {.type = values->type, .meaning = values->meaning, .data = values->data, .width = 1};
    const output_table table = {.graph = graph, .column = &column};
    put_vertex(out, graph, source, NAME_TSV);
    sink_text(out, "\t");
    put_vertex(out, graph, target, NAME_TSV);
    if (values->type != MG_TYPE_NONE) {
        sink_text(out, "\t");
        output_element(out, &table, at, &output_tsv_words);
    }
    sink_text(out, "\n");
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
