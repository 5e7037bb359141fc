/* SPDX-License-Identifier: Apache-2.0 */
#include "tools/output/output_edges.h"
#include "tools/output/npy_file.h"
#include "tools/output/number.h"

#include <inttypes.h>
#include <stdio.h>
#include <string.h>

static size_t size_of(mg_type type) {
    return type == MG_TYPE_NONE ? 0 : type == MG_INT32 || type == MG_FLOAT32 ? 4 : 8;
}

static size_t format_value(char *out, const edge_values *values, uint64_t at) {
    switch (values->type) {
    case MG_FLOAT32:
        return format_float(out, ((const float *)values->data)[at]);
    case MG_FLOAT64:
        return format_double(out, ((const double *)values->data)[at]);
    case MG_INT32:
        return format_i64(out, ((const int32_t *)values->data)[at]);
    default:
        return format_i64(out, ((const int64_t *)values->data)[at]);
    }
}

void output_edge_text(sink *out, uint64_t source, uint64_t target, const edge_values *values, uint64_t at) {
    char *room = sink_room(out, 3 * NUMBER_SIZE + 3), *end = room;
    end += format_u64(end, source);
    *end++ = '\t';
    end += format_u64(end, target);
    if (values->type != MG_TYPE_NONE) {
        *end++ = '\t';
        end += format_value(end, values, at);
    }
    *end++ = '\n';
    sink_advance(out, (size_t)(end - room));
}

void output_edge_header(sink *out, const edge_values *values, uint64_t count) {
    const char order = __BYTE_ORDER__ == __ORDER_LITTLE_ENDIAN__ ? '<' : '>';
    const char *const code = values->type == MG_FLOAT32   ? "f4"
                             : values->type == MG_FLOAT64 ? "f8"
                             : values->type == MG_INT32   ? "i4"
                                                          : "i8";
    char fields[192], value[64] = "";
    if (values->type != MG_TYPE_NONE) {
        snprintf(value, sizeof value, ", ('%s', '%c%s')", values->name, order, code);
    }
    snprintf(fields, sizeof fields,
             "{'descr': [('source', '%cu8'), ('target', '%cu8')%s], 'fortran_order': False, 'shape': (%" PRIu64 ",), }",
             order, order, value, count);
    npy_write_header(out, fields);
}

void output_edge_record(sink *out, uint64_t source, uint64_t target, const edge_values *values, uint64_t at) {
    const size_t size = size_of(values->type);
    char *room = sink_room(out, 16 + size);
    memcpy(room, &source, 8);
    memcpy(room + 8, &target, 8);
    if (size) {
        memcpy(room + 16, (const char *)values->data + at * size, size);
    }
    sink_advance(out, 16 + size);
}
