/* SPDX-License-Identifier: Apache-2.0
 *
 * npy_file.h: NumPy files (numpy.lib.format, versions 1.0 to 3.0) of one array of numbers.
 */
#ifndef MG_TOOLS_OUTPUT_NPY_FILE_H
#define MG_TOOLS_OUTPUT_NPY_FILE_H

#include "tools/output/sink.h"

#include <multigraph/multigraph.h>

/* Rows of `columns` elements each; a one-dimensional array has one column. */
typedef struct npy_array {
    uint64_t rows, columns;
    mg_type type; /* INT32, INT64, FLOAT32 or FLOAT64 */
    void *data;   /* freed by the caller */
} npy_array;

/* Reads an array in C order. False after printing an error. */
bool npy_read(const char *path, npy_array *array);

/* Writes an array; of one column with is_vector as a one-dimensional one. Errors are reported when it is flushed. */
void npy_write(sink *s, const npy_array *array, bool is_vector);

/* Writes what precedes the elements; `fields`: the text of a Python dictionary, at most 190 characters. */
void npy_write_header(sink *s, const char *fields);

#endif
