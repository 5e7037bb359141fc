/* SPDX-License-Identifier: Apache-2.0
 *
 * mtx_text.h: the header and the entries of a Matrix Market coordinate file, for graphs and rectangular matrices.
 */
#ifndef MG_IO_MTX_TEXT_H
#define MG_IO_MTX_TEXT_H

#include "io/edge_text.h"

typedef enum mg_mtx_field { MG_MTX_PATTERN, MG_MTX_INTEGER, MG_MTX_REAL, MG_MTX_COMPLEX } mg_mtx_field;
typedef enum mg_mtx_symmetry { MG_MTX_GENERAL, MG_MTX_SYMMETRIC, MG_MTX_SKEW, MG_MTX_HERMITIAN } mg_mtx_symmetry;

typedef struct mg_mtx_header {
    bool is_square; /* a rectangular matrix is an error */
    bool banner;
    int field, symmetry; /* mg_mtx_field, mg_mtx_symmetry */
    uint64_t rows, columns, entries;
} mg_mtx_header;

/* Is there a banner among the empty lines and comments at the beginning? */
bool mg__mtx_has_banner(const char *text, size_t size);

/* Parses banner, comments and sizes. With MG_WEIGHTS_FILE complex values are an error. */
mg_status mg__mtx_header(mg_context *context, mg_input *input, const mg_graph_options *options, bool is_square,
                         mg_mtx_header *h);

/* Reads all entries, from 1, with MG_WEIGHTS_FILE with their values; of a skew-symmetric matrix in both triangles. */
mg_status mg__mtx_entries(mg_context *context, mg_input *input, const mg_graph_options *options, const mg_mtx_header *h,
                          mg_edge_buffer *buffer);

/* Adds the transposed entries that are not on the diagonal. */
mg_status mg__mtx_unfold(mg_context *context, bool negate, mg_edge_buffer *buffer);

#endif
