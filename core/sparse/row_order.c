/* SPDX-License-Identifier: Apache-2.0
 *
 * row_order.c: sorts rows by column.
 */
#include "core/sparse/row_order.h"

#include <assert.h>
#include <omp.h>
#include <string.h>

#define KEY uint64_t
#define RADIX_SORT sort_row
#include "core/radix_sort.inc.h"

static bool row_ascends(const mg_csr_rows *csr, uint64_t row) {
    for (uint64_t e = csr->offsets[row] + 1; e < csr->offsets[row + 1]; e++) {
        if (csr->columns[e] < csr->columns[e - 1]) {
            return false;
        }
    }
    return true;
}

bool mg__rows_ascend(const mg_context *context, const mg_storage *from) {
    bool ascending = true;
#pragma omp parallel for num_threads(context->threads) schedule(guided, 1024) reduction(&& : ascending)
    for (uint64_t row = 0; row < from->rows; row++) {
        ascending = ascending && row_ascends(&from->csr, row);
    }
    return ascending;
}

mg_status mg__row_order_create(mg_context *context, mg_storage *from, mg_row_order *order) {
    *order = (mg_row_order){.csr = &from->csr, .longest = mg__storage_shape(context, from).longest};
    order->ascending = mg__rows_ascend(context, from);
    return order->ascending ? MG_OK
                            : MG_ALLOC(context, order->keys, 2 * order->longest * (uint64_t)context->threads,
                                       "rows sorted by column");
}

void mg__row_order_release(mg_context *context, mg_row_order *order) {
    mg__release(&context->memory, order->keys);
    order->keys = NULL;
}

mg_ordered_row mg__ordered_row(const mg_row_order *order, uint64_t row) {
    const uint64_t begin = order->csr->offsets[row], count = order->csr->offsets[row + 1] - begin;
    mg_ordered_row ordered = {.row = (uint32_t)row, .begin = begin, .columns = order->csr->columns + begin};
    if (!order->ascending && !row_ascends(order->csr, row)) {
        uint64_t *const keys = order->keys + 2 * order->longest * (uint64_t)omp_get_thread_num();
        for (uint64_t i = 0; i < count; i++) {
            keys[i] = (uint64_t)ordered.columns[i] << 32 | i;
        }
        sort_row(keys, keys + order->longest, count);
        ordered.keys = keys;
    }
    return ordered;
}

mg_status mg__merge_rows(mg_context *context, mg_merge_row merge_row, const void *merge, uint64_t rows,
                         uint64_t columns, mg_type type, mg_storage **made) {
    const mg_csr_rows none = {0};
    mg_storage *to = NULL;
    uint64_t *offsets = NULL;
    mg_status status;
    MG_TRY(MG_ALLOC(context, offsets, rows + 1, "row offsets of a matrix"));
    offsets[0] = 0;
#pragma omp parallel for num_threads(context->threads) schedule(guided, 256)
    for (uint64_t row = 0; row < rows; row++) {
        offsets[row + 1] = merge_row(merge, &none, row, 0);
    }
    for (uint64_t row = 0; row < rows; row++) {
        offsets[row + 1] += offsets[row];
    }
    MG_TRY(mg__storage_create(context, &mg__format_csr, rows, columns, offsets[rows], type, &to));
    MG_TRY(mg__storage_allocate_csr(context, to));
    memcpy(to->csr.offsets, offsets, (rows + 1) * sizeof *offsets);
#pragma omp parallel for num_threads(context->threads) schedule(guided, 256)
    for (uint64_t row = 0; row < rows; row++) {
        merge_row(merge, &to->csr, row, to->csr.offsets[row]);
    }
    *made = to;
    to = NULL;
out:
    mg__release(&context->memory, offsets);
    mg__storage_release(context, to);
    return status;
}
