/* SPDX-License-Identifier: Apache-2.0
 *
 * row_order.h: the nonzeros of rows by ascending column, equal columns in the order of the CSR; and new CSRs from rows
 * that are merged so.
 */
#ifndef MG_CORE_SPARSE_ROW_ORDER_H
#define MG_CORE_SPARSE_ROW_ORDER_H

#include "core/sparse/formats.h"

/* Do the columns of every row ascend, or stay equal? */
bool mg__rows_ascend(const mg_context *context, const mg_storage *from);

/* The memory in which threads sort rows. */
typedef struct mg_row_order {
    const mg_csr_rows *csr;
    bool ascending; /* nothing is to be sorted */
    uint64_t longest;
    uint64_t *keys; /* 2 * longest for each thread; NULL: ascending */
} mg_row_order;
/* To be released also after a failure. */
mg_status mg__row_order_create(mg_context *context, mg_storage *from, mg_row_order *order);
void mg__row_order_release(mg_context *context, mg_row_order *order);

/* A row in order. */
typedef struct mg_ordered_row {
    uint32_t row;
    uint64_t begin;          /* its first nonzero in the CSR */
    const uint32_t *columns; /* of the CSR, from `begin` */
    const uint64_t *keys;    /* column << 32 | place in the row; NULL: in the order of the CSR */
} mg_ordered_row;
/* The row, valid until the thread's next one. Within a parallel region of the context's threads. */
mg_ordered_row mg__ordered_row(const mg_row_order *order, uint64_t row);

static inline uint32_t mg__ordered_column(const mg_ordered_row *row, uint64_t i) {
    return row->keys ? (uint32_t)(row->keys[i] >> 32) : row->columns[i];
}
static inline uint32_t mg__ordered_place(const mg_ordered_row *row, uint64_t i) {
    return row->keys ? (uint32_t)row->keys[i] : (uint32_t)i;
}

/* Writes row `row` of a new matrix from place `at` of `to` on and returns the end; with to->columns NULL it only
 * counts. */
typedef uint64_t (*mg_merge_row)(const void *merge, const mg_csr_rows *to, uint64_t row, uint64_t at);

/* A CSR whose rows come from `merge_row`, called twice for each by any thread: to count, then to write. *made: one
 * reference. Errors: MEMORY. */
mg_status mg__merge_rows(mg_context *context, mg_merge_row merge_row, const void *merge, uint64_t rows,
                         uint64_t columns, mg_type type, mg_storage **made);

#endif
