/* SPDX-License-Identifier: Apache-2.0
 *
 * format_ecsb.c: expanded compressed sparse blocks: CSB with the number of its block at each nonzero, so that threads
 * need not own blocks. Block rows are stored as COO, as ELL of equal length, or as both: ELL up to the length that a
 * third of the block rows reach (the rule of Bell and Garland), the rest as COO. Source: Nakano, JAIST 2023, section
 * 2.4.3, after Tao et al., "GPU accelerated sparse matrix-vector multiplication and sparse matrix-transpose vector
 * multiplication".
 */
#include "core/sparse/csb.h"

#include <assert.h>
#include <string.h>

#define KEY uint64_t
#define RADIX_SORT sort_lengths
#include "core/radix_sort.inc.h"

/* Bell and Garland: ELL is three times as fast, for at least so many rows. */
#define ELL_SPEED 3
#define FEWEST_ROWS 4096
/* More bytes than this multiple of the CSR are refused. */
#define MOST_OF_CSR 4

static uint64_t bytes_of(const mg_csb *csb, bool ascending, size_t value_size) {
    return 2 * 8 * (csb->block_rows + 1) + 4 * csb->slot_count + mg__csb_slot_bytes(csb, ascending, value_size);
}

/* Nonzeros of a block row in ELL slots. */
static uint64_t ell_part(const mg_csb *csb, uint64_t row) {
    const uint64_t length = csb->row_starts[row + 1] - csb->row_starts[row];
    return length < csb->width ? length : csb->width;
}

/* lengths: of the block rows, ascending. */
static uint64_t choose_width(const uint64_t *lengths, uint64_t rows, mg_ecsb_parts parts) {
    const uint64_t third = (rows + ELL_SPEED - 1) / ELL_SPEED, longest = rows ? lengths[rows - 1] : 0;
    switch (parts) {
    case MG_ECSB_COO:
        return 0;
    case MG_ECSB_ELL:
        return longest;
    case MG_ECSB_HYBRID:
        return rows ? lengths[rows - third] : 0;
    default:
        return third >= FEWEST_ROWS ? lengths[rows - third] : rows >= FEWEST_ROWS ? lengths[rows - FEWEST_ROWS] : 0;
    }
}

static mg_status find_width(mg_context *context, const mg_storage *from, mg_ecsb_parts parts, mg_csb *csb) {
    const uint64_t rows = csb->block_rows;
    uint64_t *lengths = NULL;
    mg_status status;
    MG_TRY(MG_ALLOC(context, csb->row_starts, rows + 1, "block rows of format ecsb"));
    MG_TRY(MG_ALLOC(context, csb->rest_starts, rows + 1, "block rows of format ecsb"));
    MG_TRY(MG_ALLOC(context, lengths, 2 * rows, "block rows of format ecsb"));
    for (uint64_t row = 0; row <= rows; row++) {
        const uint64_t first = row << csb->shift;
        csb->row_starts[row] = from->csr.offsets[first < from->rows ? first : from->rows];
    }
    for (uint64_t row = 0; row < rows; row++) {
        lengths[row] = csb->row_starts[row + 1] - csb->row_starts[row];
    }
    sort_lengths(lengths, lengths + rows, rows);
    csb->width = choose_width(lengths, rows, parts);
    csb->rest_starts[0] = 0;
    for (uint64_t row = 0; row < rows; row++) {
        const uint64_t length = csb->row_starts[row + 1] - csb->row_starts[row];
        csb->rest_starts[row + 1] = csb->rest_starts[row] + length - ell_part(csb, row);
    }
out:
    mg__release(&context->memory, lengths);
    return status;
}

static mg_status plan(mg_context *context, mg_storage *from, const mg_format_options *options, mg_csb *csb,
                      mg_sorted_blocks *sorted) {
    const mg_matrix_shape shape = mg__storage_shape(context, from);
    const double most = MOST_OF_CSR * (double)mg__format_csr.predicted_bytes(&shape);
    mg_status status;
    *sorted = (mg_sorted_blocks){0};
    MG_TRY(mg__csb_sizes(context, from, options, MG_FORMAT_ECSB, csb));
    MG_TRY(mg__blocks_count(context, from, csb->shift, sorted));
    MG_TRY(find_width(context, from, options->parts, csb));
    csb->block_count = sorted->block_count;
    if ((double)csb->width * (double)csb->block_rows * (4.0 + (double)shape.value_size) > most) {
        return mg__fail(context, MG_ERROR_UNSUPPORTED,
                        "format ecsb: block rows padded to %llu nonzeros need more than %d times the bytes of csr",
                        (unsigned long long)csb->width, MOST_OF_CSR);
    }
    csb->slot_count = csb->width * csb->block_rows + csb->rest_starts[csb->block_rows];
out:
    return status;
}

static mg_status predict(mg_context *context, mg_storage *from, const mg_format_options *options, uint64_t *bytes) {
    mg_csb csb;
    mg_sorted_blocks sorted;
    const mg_status status = plan(context, from, options, &csb, &sorted);
    *bytes = bytes_of(&csb, sorted.ascending, mg__type_size(from->type));
    mg__csb_release(&context->memory, &csb);
    mg__sorted_blocks_release(context, &sorted);
    return status;
}

static uint64_t slot_of(const mg_csb *csb, uint64_t row, uint64_t place) {
    return place < csb->width ? place * csb->block_rows + row
                              : csb->width * csb->block_rows + csb->rest_starts[row] + place - csb->width;
}

static void fill_block_row(const mg_csb *csb, const mg_storage *from, const mg_sorted_blocks *sorted, uint64_t row) {
    for (uint64_t block = sorted->row_firsts[row]; block < sorted->row_firsts[row + 1]; block++) {
        for (uint64_t i = sorted->starts[block]; i < sorted->starts[block + 1]; i++) {
            const uint64_t slot = slot_of(csb, row, i - csb->row_starts[row]);
            csb->numbers[slot] = (uint32_t)(row * csb->block_columns + sorted->columns[block]);
            mg__csb_store(csb, from, sorted, row, i, slot);
        }
    }
}

static mg_status build(mg_context *context, mg_storage *from, mg_storage *to) {
    mg_sorted_blocks sorted = {0};
    mg_csb *csb;
    mg_status status;
    MG_TRY(mg__csb_create(context, to, &csb));
    MG_TRY(plan(context, from, &to->options, csb, &sorted));
    MG_TRY(MG_ALLOC_ZEROED(context, csb->numbers, csb->slot_count, "block numbers of format ecsb"));
    MG_TRY(mg__csb_slots(context, from, sorted.ascending, csb));
    MG_TRY(mg__blocks_sort(context, from, MG_BLOCK_MORTON, &sorted));
#pragma omp parallel for num_threads(context->threads) schedule(dynamic, 8)
    for (uint64_t row = 0; row < csb->block_rows; row++) {
        fill_block_row(csb, from, &sorted, row);
    }
out:
    mg__sorted_blocks_release(context, &sorted);
    return status;
}

static void arrays(const mg_storage *storage, mg_matrix_statistics *statistics) {
    const mg_csb *csb = storage->layout;
    mg__list_array(statistics, "row_starts", csb->block_rows + 1, sizeof *csb->row_starts);
    mg__list_array(statistics, "rest_starts", csb->block_rows + 1, sizeof *csb->rest_starts);
    mg__list_array(statistics, "numbers", csb->slot_count, sizeof *csb->numbers);
    mg__csb_list_slots(storage, statistics);
}

/* ---- blocks: runs of equal numbers ---- */

static void list(const mg_storage *storage, mg_block *blocks) {
    const mg_csb *csb = storage->layout;
    for (uint64_t row = 0; row < csb->block_rows; row++) {
        const uint64_t length = csb->row_starts[row + 1] - csb->row_starts[row];
        for (uint64_t i = 0, end; i < length; i = end) {
            const uint32_t number = csb->numbers[slot_of(csb, row, i)];
            for (end = i + 1; end < length && csb->numbers[slot_of(csb, row, end)] == number; end++) {
            }
            *blocks++ = (mg_block){.begin = i,
                                   .count = end - i,
                                   .row = (uint32_t)row,
                                   .column = (uint32_t)(number - row * csb->block_columns)};
        }
    }
}

/* A batch is in ELL slots or in COO slots. */
static void load(const mg_storage *storage, const mg_block *block, uint64_t from, mg_block_batch *batch) {
    const mg_csb *csb = storage->layout;
    const uint64_t place = block->begin + from, left = block->count - from;
    if (place < csb->width) {
        mg__csb_load(storage, slot_of(csb, block->row, place), csb->block_rows,
                     left < csb->width - place ? left : csb->width - place, batch);
    } else {
        mg__csb_load(storage, slot_of(csb, block->row, place), 1, left, batch);
    }
}

static const mg_block_ops block_ops = {
    .shift = mg__csb_shift, .count = mg__csb_units, .list = list, .load = load, .has_positions = mg__csb_has_positions};

const mg_format mg__format_ecsb = {
    .id = MG_FORMAT_ECSB,
    .name = "ecsb",
    .summary = "csb with the number of its block at each nonzero, as coo, ell or both",
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
    .padding = mg__csb_padding,
    .blocks = &block_ops,
};
