/* SPDX-License-Identifier: Apache-2.0
 *
 * formats.h: storage formats of matrices. A format is one static descriptor in a file of its own, entered in the table
 * of formats.c; docs/matrix-formats.md says how one is added.
 */
#ifndef MG_CORE_SPARSE_FORMATS_H
#define MG_CORE_SPARSE_FORMATS_H

#include "core/sparse/matrix.h"

/* Operations for which a backend has kernels of a format. */
typedef enum mg_matrix_operation {
    MG_OPERATION_SPMM = 1, /* also spmv: k = 1 */
    MG_OPERATION_SPMM_TRANSPOSED = 2,
    MG_OPERATION_SDDMM = 4,
    MG_OPERATION_SDDMM_TRANSPOSED = 8,
    MG_OPERATION_ALL = 15
} mg_matrix_operation;

struct mg_format {
    mg_matrix_format id;
    const char *name;
    const char *summary;                      /* one line, for help and describe */
    const char *unit;                         /* what `units` counts */
    uint32_t operations[MG_BACKEND_CUDA + 1]; /* by mg_backend_kind: mg_matrix_operation bits; others run on CSR */
    /* Fills `to`, an empty storage of this format, from `from`, which has `csr`. On failure the caller releases. */
    mg_status (*build)(mg_context *context, mg_storage *from, mg_storage *to);
    /* Fills the allocated arrays of `csr` in the order of the CSR that the storage was made from. NULL: the storage
     * has `csr`. */
    mg_status (*decode)(mg_context *context, const mg_storage *storage, const mg_csr_rows *csr);
    /* The values of `layout`; *count: their number. NULL: those of `csr`. */
    const void *(*values)(const mg_storage *storage, uint64_t *count);
    /* Frees `layout`. NULL: there is none. */
    void (*release)(mg_storage *storage);
    uint64_t (*bytes)(const mg_storage *storage);              /* of all arrays, those of `base` included */
    uint64_t (*predicted_bytes)(const mg_matrix_shape *shape); /* the formula, before it is built */
    uint64_t (*units)(const mg_storage *storage);
    uint64_t (*padding)(const mg_storage *storage); /* NULL: none */
};

/* The descriptor of a format; NULL for AUTO and numbers that are none. */
const mg_format *mg__format(mg_matrix_format format);

extern const mg_format mg__format_csr, mg__format_coo, mg__format_ell, mg__format_split;

/* Layout of COO: sorted by row. */
typedef struct mg_coo {
    uint32_t *rows, *columns;
    void *values; /* NULL with type NONE */
} mg_coo;

/* Layout of ELL: `width` slots for each row, slot-major: slot s of row r is element s * rows + r. The nonzeros of a row
 * come first; the other slots are padding: column MG_ELL_PADDING, value 0, which no kernel may use. */
#define MG_ELL_PADDING UINT32_MAX
typedef struct mg_ell {
    uint64_t width;    /* nonzeros of the longest row */
    uint32_t *columns; /* rows * width */
    void *values;      /* the same; NULL with type NONE */
} mg_ell;

/* Layout of SPLIT: work items of at most MG_SPLIT_ITEM nonzeros of one row each, in row order. A row without nonzeros
 * has one item, too, so that each row of the result is written. */
typedef struct mg_split_row {
    uint32_t row;
    uint32_t items; /* at least 2 */
    uint64_t first_item;
    uint64_t first_slot; /* its items have the partial sums first_slot, first_slot + 1, ... */
} mg_split_row;
typedef struct mg_split {
    uint64_t item_count;
    uint64_t *begins; /* item_count + 1: item i is the nonzeros begins[i] .. begins[i + 1] */
    uint32_t *rows;   /* row of each item */
    uint64_t split_row_count;
    uint64_t slot_count;      /* items of the rows with several items */
    mg_split_row *split_rows; /* these rows, ascending */
} mg_split;

#endif
