/* SPDX-License-Identifier: Apache-2.0
 *
 * read_npy.c: arrays of edges of NumPy, .npy: m rows of source, target and perhaps weight; two rows of m columns, as
 * PyTorch Geometric has them; or a structured array of these fields. Edges are directed.
 */
#include "io/edge_maker.h"
#include "io/npz.h"

#include <math.h>

/* Where the numbers of an edge are: element edge * step + column * gap. */
typedef struct layout {
    uint64_t edges, step, gap;
    int columns;
} layout;

static bool sniff_npy(const mg_input *input) {
    size_t size;
    const unsigned char *head = mg__input_head(input, &size);
    return mg__npy_begins(head, size);
}

/* Finds the edges in the array; warns where both of its dimensions could be their number. */
static mg_status find_edges(mg_context *context, const mg_input *input, const mg_npy *array, layout *l) {
    const uint64_t rows = array->shape[0], columns = array->shape[1];
    if (array->field_count > 1 && array->dimensions == 1) {
        *l = (layout){rows, 1, 0, array->field_count};
        return MG_OK;
    }
    const bool pairs = array->dimensions == 2 && rows == 2 && columns != 2;
    if (array->field_count > 1 || array->dimensions != 2 || (!pairs && columns != 2 && columns != 3) ||
        array->fields[0].kind == 'S' || array->fields[0].kind == 'U') {
        return mg__fail(context, MG_ERROR_UNSUPPORTED,
                        "%s: expected an array of m x 2, m x 3 or 2 x m numbers, or with the fields source, target and "
                        "weight; found another shape or type",
                        input->path);
    }
    if (rows == 2 && (columns == 2 || columns == 3)) {
        mg__log(context, MG_LOG_WARNING, "%s: an array of 2 x %llu numbers is read as %s", input->path,
                (unsigned long long)columns, pairs ? "a row of sources and a row of targets" : "two edges, one a row");
    }
    const uint64_t edges = pairs ? columns : rows, gap = pairs ? columns : 1, step = pairs ? 1 : columns;
    *l = (layout){edges, array->by_column ? (pairs ? 2 : 1) : step, array->by_column ? (pairs ? 1 : rows) : gap,
                  pairs ? 2 : (int)columns};
    return MG_OK;
}

static bool take_weight(const mg_npy *array, const mg_npy_field *field, uint64_t at, mg_number *number) {
    *number = mg__npy_number(array, field, at);
    return isfinite(number->value);
}

static mg_status take_edges(mg_context *context, const mg_input *input, mg_edge_maker *maker, const mg_npy *array,
                            const layout *l) {
    const mg_npy_field *f = array->fields;
    const int of_target = array->field_count > 1, of_weight = array->field_count > 1 ? 2 : 0;
    mg_status status = MG_OK;
    for (uint64_t i = 0; i < l->edges; i++) {
        const uint64_t at = i * l->step;
        uint64_t source, target;
        mg_number weight = {0};
        const bool weighted = l->columns == 3 && !maker->skip_weights;
        if (!mg__npy_unsigned(array, &f[0], at, &source) ||
            !mg__npy_unsigned(array, &f[of_target], at + l->gap, &target) ||
            (weighted && !take_weight(array, &f[of_weight], at + 2 * l->gap, &weight))) {
            return mg__fail(context, MG_ERROR_FORMAT,
                            "%s: expected ids of at least 0 and finite weights, found another at edge %llu",
                            input->path, (unsigned long long)i);
        }
        MG_TRY(mg__maker_edge(context, maker, source, target, weighted ? &weight : NULL));
        if (i % 65536 == 0) {
            MG_TRY(mg__progress(context, "reading", (double)i / (double)l->edges));
        }
    }
out:
    return status;
}

mg_status mg__read_npy_edges(mg_context *context, const mg_input *input, const unsigned char *bytes, uint64_t size,
                             const mg_graph_options *options, mg_edge_buffer *buffer) {
    mg_edge_maker maker;
    mg_npy array;
    layout l = {0};
    mg_status status;
    MG_TRY(mg__maker_open(context, &maker, options, buffer));
    MG_TRY(mg__npy_open(context, input->path, bytes, size, &array));
    MG_TRY(find_edges(context, input, &array, &l));
    MG_TRY(take_edges(context, input, &maker, &array, &l));
    status = mg__maker_finish(context, &maker, input);
out:
    mg__maker_close(context, &maker);
    return status;
}

static mg_status read_npy(mg_context *context, mg_input *input, const mg_graph_options *options,
                          mg_edge_buffer *buffer) {
    const mg_status status = mg__input_bytes(context, input, UINT64_MAX / 4);
    return status < 0 ? status : mg__read_npy_edges(context, input, input->bytes, input->byte_count, options, buffer);
}

const mg_reader mg__npy_reader = {
    .name = "npy",
    .description = "NumPy arrays of edges",
    .suffixes = "npy",
    .sniff_bytes = sniff_npy,
    .read = read_npy,
};
