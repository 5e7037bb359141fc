/* SPDX-License-Identifier: Apache-2.0
 *
 * npz.h: archives of NumPy arrays, and the sparse matrices that scipy.sparse.save_npz stores in them.
 */
#ifndef MG_IO_NPZ_H
#define MG_IO_NPZ_H

#include "io/npy.h"
#include "io/output_stream.h"
#include "io/reader.h"

#include <multigraph/matrices.h>

/* The members of a sparse matrix. */
typedef enum mg_npz_part {
    MG_NPZ_FORMAT,
    MG_NPZ_SHAPE,
    MG_NPZ_DATA,
    MG_NPZ_INDICES,
    MG_NPZ_INDPTR,
    MG_NPZ_ROW,
    MG_NPZ_COL,
    MG_NPZ_PARTS
} mg_npz_part;

/* A member in memory. */
typedef struct mg_npz_member {
    unsigned char *bytes; /* NULL: it is not there */
    uint64_t size, room;
} mg_npz_member;

typedef struct mg_npz {
    mg_context *context;
    const mg_input *input;
    mg_npz_member parts[MG_NPZ_PARTS], other; /* other: a member of another name */
    uint64_t members;
    mg_npy arrays[MG_NPZ_PARTS];
    /* the matrix, after mg__npz_matrix */
    char format[4]; /* "csr", "csc" or "coo" */
    uint64_t rows, columns, entries;
} mg_npz;

/* Is this the beginning of a zip archive whose first member is an array? */
bool mg__is_npz(const unsigned char *bytes, size_t size);

/* Reads the members to memory. Call mg__npz_close also after a failure. */
mg_status mg__npz_open(mg_context *context, mg_input *input, mg_npz *npz);
void mg__npz_close(mg_npz *npz);
/* Opens the arrays and checks that they are those of a sparse matrix; messages name the member. */
mg_status mg__npz_matrix(mg_npz *npz);
/* Element `at` of indices, indptr, row or col, which must be from `low` to `high`. */
mg_status mg__npz_index(const mg_npz *npz, mg_npz_part part, uint64_t at, uint64_t low, uint64_t high, uint64_t *value);
/* The end of row `row` (csr) or column `row` (csc), which begins at `begin`. */
mg_status mg__npz_row_end(const mg_npz *npz, uint64_t row, uint64_t begin, uint64_t *end);

/* Reads an array of edges in memory. */
mg_status mg__read_npy_edges(mg_context *context, const mg_input *input, const unsigned char *bytes, uint64_t size,
                             const mg_graph_options *options, mg_edge_buffer *buffer);

/* Creates a matrix from the bytes of an archive. */
mg_status mg__matrix_from_npz(mg_context *context, mg_input *input, mg_matrix **matrix);

/* Writes a CSR as scipy.sparse.save_npz does, uncompressed. Without values `data` is 1 everywhere, of type bool or
 * int32. */
mg_status mg__write_npz_csr(mg_context *context, const mg_matrix_arrays *csr, bool boolean_ones, mg_output *output);

#endif
