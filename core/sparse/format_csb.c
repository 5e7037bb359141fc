/* SPDX-License-Identifier: Apache-2.0
 *
 * format_csb.c: compressed sparse blocks: square blocks by row, their nonzeros in Morton order, coordinates within the
 * block, so that products with the matrix and its transpose read it alike. Sources: Buluc et al., SPAA 2009; Nakano,
 * "Grouped compressed sparse blocks", JAIST 2023, section 3.1 (published: coordinates of 32 bits, every block).
 */
#include "core/sparse/csb.h"
#include "core/sparse/row_order.h"

#include <string.h>

static uint64_t bytes_of(const mg_csb *csb, bool ascending, size_t value_size) {
    const uint64_t list = csb->is_whole ? 0 : 8 * (csb->block_rows + 1) + 4 * csb->block_count;
    return list + 8 * (csb->block_count + 1) + mg__csb_slot_bytes(csb, ascending, value_size);
}

static mg_status plan(mg_context *context, const mg_storage *from, const mg_format_options *options, mg_csb *csb,
                      mg_sorted_blocks *sorted) {
    mg_status status;
    *sorted = (mg_sorted_blocks){0};
    MG_TRY(mg__csb_sizes(context, from, options, MG_FORMAT_CSB, csb));
    MG_TRY(mg__blocks_count(context, from, csb->shift, sorted));
    csb->block_count = csb->is_whole ? csb->block_rows * csb->block_columns : sorted->block_count;
    csb->slot_count = from->nonzeros;
out:
    return status;
}

static mg_status predict(mg_context *context, mg_storage *from, const mg_format_options *options, uint64_t *bytes) {
    mg_csb csb;
    mg_sorted_blocks sorted;
    const mg_status status = plan(context, from, options, &csb, &sorted);
    *bytes = bytes_of(&csb, sorted.ascending, mg__type_size(from->type));
    mg__sorted_blocks_release(context, &sorted);
    return status;
}

/* The starts of every block, from those of the others. */
static void list_every_block(const mg_csb *csb, const mg_sorted_blocks *sorted) {
    uint64_t block = 0;
    for (uint64_t row = 0; row < csb->block_rows; row++) {
        for (uint64_t column = 0; column < csb->block_columns; column++) {
            const bool is_stored = block < sorted->row_firsts[row + 1] && sorted->columns[block] == column;
            csb->starts[row * csb->block_columns + column] = sorted->starts[block];
            block += is_stored;
        }
    }
    csb->starts[csb->block_count] = sorted->starts[sorted->block_count];
}

static mg_status list_blocks(mg_context *context, const mg_sorted_blocks *sorted, mg_csb *csb) {
    mg_status status;
    MG_TRY(MG_ALLOC(context, csb->starts, csb->block_count + 1, "blocks of format csb"));
    if (csb->is_whole) {
        list_every_block(csb, sorted);
        return MG_OK;
    }
    MG_TRY(MG_ALLOC(context, csb->row_firsts, csb->block_rows + 1, "blocks of format csb"));
    MG_TRY(MG_ALLOC(context, csb->columns, csb->block_count, "blocks of format csb"));
    memcpy(csb->starts, sorted->starts, (csb->block_count + 1) * sizeof *csb->starts);
    memcpy(csb->row_firsts, sorted->row_firsts, (csb->block_rows + 1) * sizeof *csb->row_firsts);
    memcpy(csb->columns, sorted->columns, csb->block_count * sizeof *csb->columns);
out:
    return status;
}

static mg_status build(mg_context *context, mg_storage *from, mg_storage *to) {
    mg_sorted_blocks sorted = {0};
    mg_csb *csb;
    mg_status status;
    MG_TRY(mg__csb_create(context, to, &csb));
    MG_TRY(plan(context, from, &to->options, csb, &sorted));
    MG_TRY(list_blocks(context, &sorted, csb));
    MG_TRY(mg__csb_slots(context, from, sorted.ascending, csb));
    MG_TRY(mg__blocks_sort(context, from, MG_BLOCK_MORTON, &sorted));
#pragma omp parallel for num_threads(context->threads) schedule(dynamic, 8)
    for (uint64_t row = 0; row < csb->block_rows; row++) {
        for (uint64_t i = sorted.starts[sorted.row_firsts[row]]; i < sorted.starts[sorted.row_firsts[row + 1]]; i++) {
            mg__csb_store(csb, from, &sorted, row, i, i);
        }
    }
out:
    mg__sorted_blocks_release(context, &sorted);
    return status;
}

static void arrays(const mg_storage *storage, mg_matrix_statistics *statistics) {
    const mg_csb *csb = storage->layout;
    mg__list_array(statistics, "row_firsts", csb->is_whole ? 0 : csb->block_rows + 1, sizeof *csb->row_firsts);
    mg__list_array(statistics, "columns", csb->is_whole ? 0 : csb->block_count, sizeof *csb->columns);
    mg__list_array(statistics, "starts", csb->block_count + 1, sizeof *csb->starts);
    mg__csb_list_slots(storage, statistics);
}

/* ---- blocks ---- */

static void list(const mg_storage *storage, mg_block *blocks) {
    const mg_csb *csb = storage->layout;
    for (uint64_t row = 0; row < csb->block_rows; row++) {
        const uint64_t first = csb->is_whole ? row * csb->block_columns : csb->row_firsts[row];
        const uint64_t end = csb->is_whole ? first + csb->block_columns : csb->row_firsts[row + 1];
        for (uint64_t block = first; block < end; block++) {
            blocks[block] = (mg_block){.begin = csb->starts[block],
                                       .count = csb->starts[block + 1] - csb->starts[block],
                                       .row = (uint32_t)row,
                                       .column = csb->is_whole ? (uint32_t)(block - first) : csb->columns[block]};
        }
    }
}

static void load(const mg_storage *storage, const mg_block *block, uint64_t from, mg_block_batch *batch) {
    mg__csb_load(storage, block->begin + from, 1, block->count - from, batch);
}

static const mg_block_ops block_ops = {
    .shift = mg__csb_shift, .count = mg__csb_units, .list = list, .load = load, .has_positions = mg__csb_has_positions};

const mg_format mg__format_csb = {
    .id = MG_FORMAT_CSB,
    .name = "csb",
    .summary = "square blocks with short coordinates, in Morton order: as fast for the transposed matrix",
    .unit = "blocks",
    .operations = {[MG_BACKEND_CPU] = MG_OPERATION_SPMM | MG_OPERATION_SPMM_TRANSPOSED,
                   [MG_BACKEND_CUDA] = MG_OPERATION_SPMM | MG_OPERATION_SPMM_TRANSPOSED},
    .fits = mg__is_one_vector,
    .build = build,
    .decode = mg__blocks_decode,
    .values = mg__csb_values,
    .release = mg__csb_release_layout,
    .arrays = arrays,
    .predict = predict,
    .units = mg__csb_units,
    .blocks = &block_ops,
};
