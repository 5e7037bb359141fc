/* SPDX-License-Identifier: Apache-2.0
 *
 * format_split.c: CSR, whose arrays are shared, and a list of work items of at most MG_SPLIT_ITEM nonzeros of one row.
 */
#include "core/sparse/formats.h"

static void release(mg_storage *storage) {
    mg_split *split = storage->layout;
    mg__release(&storage->memory, split->begins);
    mg__release(&storage->memory, split->rows);
    mg__release(&storage->memory, split->split_rows);
    mg__release(&storage->memory, split);
}

/* Cuts the rows; `split` has room for all items. */
static void cut(const mg_storage *from, mg_split *split) {
    const uint64_t *offsets = from->csr.offsets;
    uint64_t item = 0, slot = 0, split_row = 0;
    for (uint64_t row = 0; row < from->rows; row++) {
        const uint64_t first = item, end = offsets[row + 1];
        uint64_t e = offsets[row];
        do {
            split->begins[item] = e;
            split->rows[item++] = (uint32_t)row;
            e += MG_SPLIT_ITEM;
        } while (e < end);
        if (item - first > 1) {
            split->split_rows[split_row++] = (mg_split_row){
                .row = (uint32_t)row, .items = (uint32_t)(item - first), .first_item = first, .first_slot = slot};
            slot += item - first;
        }
    }
    split->begins[item] = from->nonzeros;
    split->slot_count = slot;
}

static mg_status build(mg_context *context, mg_storage *from, mg_storage *to) {
    const mg_matrix_shape shape = mg__storage_shape(context, from);
    mg_split *split;
    mg_status status;
    to->csr = from->csr;
    to->base = mg__storage_retain(from);
    MG_TRY(MG_ALLOC(context, split, 1, "format split"));
    *split = (mg_split){.item_count = shape.split_items, .split_row_count = shape.split_rows};
    to->layout = split;
    MG_TRY(MG_ALLOC(context, split->begins, shape.split_items + 1, "work items of format split"));
    MG_TRY(MG_ALLOC(context, split->rows, shape.split_items, "work items of format split"));
    MG_TRY(MG_ALLOC(context, split->split_rows, shape.split_rows, "split rows of format split"));
    cut(from, split);
out:
    return status;
}

static uint64_t predicted_bytes(const mg_matrix_shape *shape) {
    return mg__format_csr.predicted_bytes(shape) + (shape->split_items + 1) * sizeof(uint64_t) +
           shape->split_items * sizeof(uint32_t) + shape->split_rows * sizeof(mg_split_row);
}

static void arrays(const mg_storage *storage, mg_matrix_statistics *statistics) {
    const mg_split *split = storage->layout;
    mg__format_csr.arrays(storage, statistics);
    mg__list_array(statistics, "item_begins", split->item_count + 1, sizeof *split->begins);
    mg__list_array(statistics, "item_rows", split->item_count, sizeof *split->rows);
    mg__list_array(statistics, "split_rows", split->split_row_count, sizeof *split->split_rows);
}

static uint64_t units(const mg_storage *storage) {
    return ((const mg_split *)storage->layout)->item_count;
}

const mg_format mg__format_split = {
    .id = MG_FORMAT_SPLIT,
    .name = "split",
    .summary = "CSR and work items of at most 512 nonzeros of one row each",
    .unit = "work items",
    .operations = {[MG_BACKEND_CPU] = MG_OPERATION_ALL, [MG_BACKEND_CUDA] = MG_OPERATION_ALL},
    .build = build,
    .release = release,
    .arrays = arrays,
    .predicted_bytes = predicted_bytes,
    .units = units,
    .builds_on_device = true,
};
