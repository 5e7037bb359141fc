/* SPDX-License-Identifier: Apache-2.0
 *
 * read_npz.c: graphs from the sparse matrices of scipy.sparse.save_npz. Entry (i, j) is the edge i -> j, of weight
 * data; data that are all 1 mean no weights. An archive of a single array is an array of edges.
 */
#include "io/edge_maker.h"
#include "io/npz.h"

#include <inttypes.h>
#include <math.h>

static bool sniff_npz(const mg_input *input) {
    size_t size;
    const unsigned char *head = mg__input_head(input, &size);
    return mg__is_npz(head, size);
}

static mg_status take_entry(const mg_npz *npz, mg_edge_maker *maker, uint64_t row, uint64_t column, uint64_t at) {
    const mg_npy *data = &npz->arrays[MG_NPZ_DATA];
    const mg_number weight = mg__npy_number(data, &data->fields[0], at);
    if (!isfinite(weight.value)) {
        return mg__fail(npz->context, MG_ERROR_FORMAT, "%s/data.npy: element %" PRIu64 " is not a finite number",
                        npz->input->path, at);
    }
    return mg__maker_edge(npz->context, maker, row, column, &weight);
}

/* csr, or csc if `transposed`; the matrix is square. */
static mg_status take_rows(const mg_npz *npz, mg_edge_maker *maker, bool transposed) {
    uint64_t end = 0, other;
    mg_status status = MG_OK;
    for (uint64_t v = 0, begin = 0; v < npz->rows; v++, begin = end) {
        MG_TRY(mg__npz_row_end(npz, v, begin, &end));
        for (uint64_t i = begin; i < end; i++) {
            MG_TRY(mg__npz_index(npz, MG_NPZ_INDICES, i, 0, npz->rows - 1, &other));
            MG_TRY(take_entry(npz, maker, transposed ? other : v, transposed ? v : other, i));
        }
    }
out:
    return status;
}

static mg_status take_entries(const mg_npz *npz, mg_edge_maker *maker) {
    mg_status status = MG_OK;
    for (uint64_t i = 0; i < npz->entries; i++) {
        uint64_t row, column;
        MG_TRY(mg__npz_index(npz, MG_NPZ_ROW, i, 0, npz->rows - 1, &row));
        MG_TRY(mg__npz_index(npz, MG_NPZ_COL, i, 0, npz->rows - 1, &column));
        MG_TRY(take_entry(npz, maker, row, column, i));
    }
out:
    return status;
}

static mg_status take_matrix(mg_npz *npz, mg_edge_maker *maker, const mg_graph_options *options) {
    mg_status status;
    MG_TRY(mg__npz_matrix(npz));
    if (npz->rows != npz->columns) {
        return mg__fail(npz->context, MG_ERROR_FORMAT,
                        "%s/shape.npy: expected a square matrix, found %" PRIu64 " x %" PRIu64, npz->input->path,
                        npz->rows, npz->columns);
    }
    MG_TRY(mg__check_vertices(npz->context, npz->input, options, npz->rows, npz->entries));
    MG_TRY(strcmp(npz->format, "coo") == 0 ? take_entries(npz, maker)
                                           : take_rows(npz, maker, strcmp(npz->format, "csc") == 0));
    maker->buffer->contiguous = true;
    maker->buffer->vertex_count = npz->rows;
    MG_TRY(mg__maker_finish(npz->context, maker, npz->input));
    mg__drop_unit_weights(npz->context, maker->buffer);
out:
    return status;
}

static mg_status read_npz(mg_context *context, mg_input *input, const mg_graph_options *options,
                          mg_edge_buffer *buffer) {
    mg_npz npz;
    mg_edge_maker maker = {0};
    mg_status status;
    MG_TRY(mg__npz_open(context, input, &npz));
    if (npz.members == 1 && npz.other.bytes) {
        MG_TRY(mg__read_npy_edges(context, input, npz.other.bytes, npz.other.size, options, buffer));
    } else {
        MG_TRY(mg__maker_open(context, &maker, options, buffer));
        status = take_matrix(&npz, &maker, options);
    }
out:
    mg__npz_close(&npz);
    mg__maker_close(context, &maker);
    return status;
}

const mg_reader mg__npz_reader = {
    .name = "npz",
    .description = "SciPy's sparse matrices, and a NumPy array of edges, in a zip archive",
    .suffixes = "npz",
    .sniff_bytes = sniff_npz,
    .read = read_npz,
};
