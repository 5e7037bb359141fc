/* SPDX-License-Identifier: Apache-2.0
 *
 * read_mtx.c: graphs in Matrix Market files. Row i, column j is the edge i -> j. A symmetric or hermitian matrix is an
 * undirected graph; of a skew-symmetric one the two arcs of an entry have opposite weights, so its graph is directed.
 */
#include "io/mtx_text.h"

static mg_sniff sniff_mtx(const char *text, size_t size) {
    return mg__mtx_has_banner(text, size) ? MG_SNIFF_SURE : MG_SNIFF_NO;
}

static mg_status read_mtx(mg_context *context, mg_input *input, const mg_graph_options *options,
                          mg_edge_buffer *buffer) {
    mg_mtx_header h;
    mg_status status;
    MG_TRY(mg__mtx_header(context, input, options, true, &h));
    MG_TRY(mg__mtx_entries(context, input, options, &h, buffer));
    buffer->contiguous = true;
    buffer->id_base = 1;
    buffer->vertex_count = h.rows;
    buffer->symmetric = h.symmetry == MG_MTX_SYMMETRIC || h.symmetry == MG_MTX_HERMITIAN;
out:
    return status;
}

const mg_reader mg__mtx_reader = {
    .name = "mtx",
    .description = "Matrix Market coordinate files",
    .suffixes = "mtx mm",
    .sniff = sniff_mtx,
    .read = read_mtx,
};
