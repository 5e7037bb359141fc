/* SPDX-License-Identifier: Apache-2.0
 *
 * matrix_session.h: what the verbs of matrices share: the matrix, the dense operands, the list of properties.
 */
#ifndef MG_TOOLS_VERBS_MATRIX_SESSION_H
#define MG_TOOLS_VERBS_MATRIX_SESSION_H

#include "tools/cli/session.h"
#include "tools/output/npy_file.h"

/* Reads the matrix of the operand. Returns an exit status; prints errors. */
int matrix_read(session *s, mg_matrix **matrix);

/* How matrices are converted by the options, for products with k columns. */
mg_format_options matrix_format_options(const cli_options *options, uint64_t k);

/* Is this a name under which mg_matrix_write() writes: .npz, .mtx and the like? */
bool names_matrix(const char *path);

/* Writes `name<TAB>value` lines. */
void put_count_line(sink *out, const char *name, uint64_t value);
void put_real_line(sink *out, const char *name, double value);
void put_rounded_line(sink *out, const char *name, double value); /* six decimals */
void put_text_line(sink *out, const char *name, const char *value);

/* Name of an element type. */
const char *element_name(mg_type type);

/* Checks a product against a double loop: every element within the rounding of its row. `y` is the result of spmm, or
 * the second factor of sddmm, whose result is `out` (else NULL). Returns false after printing the first difference. */
bool product_check(const mg_matrix_arrays *csr, const npy_array *x, const npy_array *y, const npy_array *out);

#endif
