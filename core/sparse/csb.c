/* SPDX-License-Identifier: Apache-2.0
 *
 * csb.c: what the formats CSB, ECSB and GCSB share: sizes and slots.
 */
#include "core/sparse/csb.h"

#include "core/sparse/copy_value.h"
#include "core/sparse/row_order.h"

#define SHORT_SHIFT 8       /* two coordinates of 8 bits */
#define GROUPED_SHIFT 5     /* the thesis: a cache line of a column or row of the block */
#define MOST_BLOCKS_TIMES 4 /* every block only if they are at most so many times the rows and nonzeros */

/* The largest power of two whose square is at most the smaller side of the matrix. */
static uint32_t root_shift(const mg_storage *from) {
    const uint64_t side = from->rows < from->columns ? from->rows : from->columns;
    uint32_t shift = 0;
    while (shift < MG_BLOCK_SHIFT_MAX && UINT64_C(1) << (2 * shift + 2) <= side) {
        shift++;
    }
    return shift;
}

static void set_shift(const mg_storage *from, uint32_t shift, mg_csb *csb) {
    csb->shift = shift;
    csb->block_rows = mg__blocks_of(from->rows, shift);
    csb->block_columns = mg__blocks_of(from->columns, shift);
}

static bool numbers_fit(const mg_csb *csb) {
    return !csb->block_rows || csb->block_columns <= UINT32_MAX / csb->block_rows;
}

/* Short coordinates in blocks of 256, or long ones in blocks of the square root: the fewer bytes. */
static mg_status cheaper_shift(mg_context *context, const mg_storage *from, uint32_t *shift) {
    const uint64_t block = sizeof(uint64_t) + sizeof(uint32_t);
    mg_sorted_blocks small = {0}, large = {0};
    mg_status status;
    *shift = SHORT_SHIFT;
    if (root_shift(from) > SHORT_SHIFT) {
        MG_TRY(mg__blocks_count(context, from, SHORT_SHIFT, &small));
        MG_TRY(mg__blocks_count(context, from, root_shift(from), &large));
        if (block * small.block_count > block * large.block_count + 2 * from->nonzeros) {
            *shift = root_shift(from);
        }
    }
    status = MG_OK;
out:
    mg__sorted_blocks_release(context, &small);
    mg__sorted_blocks_release(context, &large);
    return status;
}

static mg_status check_blocks(mg_context *context, const mg_storage *from, mg_matrix_format format, const mg_csb *csb) {
    const double blocks = (double)csb->block_rows * (double)csb->block_columns;
    const double most = MOST_BLOCKS_TIMES * ((double)from->rows + (double)from->nonzeros + 1);
    const char *name = mg__format(format)->name;
    if (csb->is_whole && blocks > most) {
        return mg__fail(context, MG_ERROR_UNSUPPORTED,
                        "format %s: %.0f blocks of side %u, the empty ones included, are too many for %llu nonzeros",
                        name, blocks, 1U << csb->shift, (unsigned long long)from->nonzeros);
    }
    if (format != MG_FORMAT_CSB && !numbers_fit(csb)) {
        return mg__fail(context, MG_ERROR_UNSUPPORTED,
                        "format %s: %.0f blocks of side %u, at most 4294967295 are numbered", name, blocks,
                        1U << csb->shift);
    }
    return MG_OK;
}

mg_status mg__csb_sizes(mg_context *context, const mg_storage *from, const mg_format_options *options,
                        mg_matrix_format format, mg_csb *csb) {
    const bool is_published = options->tiling == MG_TILING_PAPER;
    uint32_t shift;
    mg_status status;
    *csb =
        (mg_csb){.is_whole = is_published && format != MG_FORMAT_ECSB, .group = options->group ? options->group : 32};
    if (options->tile_columns) {
        set_shift(from, (uint32_t)__builtin_ctz(options->tile_columns), csb);
    } else if (format == MG_FORMAT_GCSB) {
        set_shift(from, GROUPED_SHIFT, csb);
    } else if (is_published) {
        set_shift(from, root_shift(from), csb);
    } else if (format == MG_FORMAT_CSB) {
        MG_TRY(cheaper_shift(context, from, &shift));
        set_shift(from, shift, csb);
    } else {
        set_shift(from, SHORT_SHIFT, csb);
    }
    while (format != MG_FORMAT_CSB && !options->tile_columns && !numbers_fit(csb)) {
        set_shift(from, csb->shift + 1, csb);
    }
    csb->is_wide = is_published || csb->shift > SHORT_SHIFT;
    status = check_blocks(context, from, format, csb);
out:
    return status;
}

mg_status mg__csb_create(mg_context *context, mg_storage *to, mg_csb **csb) {
    const mg_status status = MG_ALLOC_ZEROED(context, *csb, 1, "blocks of a matrix");
    to->layout = *csb;
    return status;
}

/* ---- slots ---- */

mg_status mg__csb_slots(mg_context *context, const mg_storage *from, bool ascending, mg_csb *csb) {
    const size_t size = mg__type_size(from->type);
    mg_status status;
    MG_TRY(
        mg__alloc_zeroed(context, &csb->coordinates, csb->slot_count, csb->is_wide ? 4 : 2, "coordinates of blocks"));
    if (size) {
        MG_TRY(mg__alloc_zeroed(context, &csb->values, csb->slot_count, size, "values of blocks"));
    }
    if (!ascending) {
        MG_TRY(MG_ALLOC_ZEROED(context, csb->positions, csb->slot_count, "positions of blocks"));
    }
out:
    return status;
}

uint64_t mg__csb_slot_bytes(const mg_csb *csb, bool ascending, size_t value_size) {
    return csb->slot_count * ((csb->is_wide ? 4 : 2) + value_size + (ascending ? 0 : sizeof *csb->positions));
}

void mg__csb_release(const mg_allocator *memory, mg_csb *csb) {
    mg__release(memory, csb->coordinates);
    mg__release(memory, csb->values);
    mg__release(memory, csb->positions);
    mg__release(memory, csb->starts);
    mg__release(memory, csb->row_firsts);
    mg__release(memory, csb->columns);
    mg__release(memory, csb->group_starts);
    mg__release(memory, csb->counts);
    mg__release(memory, csb->row_starts);
    mg__release(memory, csb->rest_starts);
    mg__release(memory, csb->numbers);
}

void mg__csb_store(const mg_csb *csb, const mg_storage *from, const mg_sorted_blocks *sorted, uint64_t block_row,
                   uint64_t i, uint64_t slot) {
    const uint64_t source = sorted->sources[i];
    if (csb->is_wide) {
        ((uint32_t *)csb->coordinates)[slot] = sorted->local[i];
    } else {
        ((uint16_t *)csb->coordinates)[slot] = (uint16_t)sorted->local[i];
    }
    mg__copy_value(csb->values, slot, from->csr.values, source, mg__type_size(from->type));
    if (csb->positions) {
        const uint64_t row = (block_row << csb->shift) + (sorted->local[i] >> csb->shift);
        csb->positions[slot] = (uint32_t)(source - from->csr.offsets[row]);
    }
}

void mg__csb_load(const mg_storage *storage, uint64_t first, uint64_t stride, uint64_t left, mg_block_batch *batch) {
    const mg_csb *csb = storage->layout;
    const uint32_t mask = (UINT32_C(1) << csb->shift) - 1;
    batch->count = left < MG_BLOCK_BATCH ? (uint32_t)left : MG_BLOCK_BATCH;
    batch->stride = stride;
    batch->values = csb->values ? (const char *)csb->values + first * mg__type_size(storage->type) : NULL;
    batch->positions = csb->positions ? csb->positions + first : NULL;
    for (uint32_t i = 0; i < batch->count; i++) {
        const uint64_t slot = first + i * stride;
        const uint32_t local =
            csb->is_wide ? ((const uint32_t *)csb->coordinates)[slot] : ((const uint16_t *)csb->coordinates)[slot];
        batch->rows[i] = (uint16_t)(local >> csb->shift);
        batch->columns[i] = (uint16_t)(local & mask);
    }
}

/* ---- shared parts of the descriptors ---- */

void mg__csb_release_layout(mg_storage *storage) {
    mg__csb_release(&storage->memory, storage->layout);
    mg__release(&storage->memory, storage->layout);
}

void mg__csb_list_slots(const mg_storage *storage, mg_matrix_statistics *statistics) {
    const mg_csb *csb = storage->layout;
    mg__list_array(statistics, "coordinates", csb->slot_count, csb->is_wide ? 4 : 2);
    mg__list_array(statistics, "values", csb->slot_count, mg__type_size(storage->type));
    mg__list_array(statistics, "positions", csb->positions ? csb->slot_count : 0, sizeof *csb->positions);
}

const void *mg__csb_values(const mg_storage *storage, uint64_t *count) {
    *count = ((const mg_csb *)storage->layout)->slot_count;
    return ((const mg_csb *)storage->layout)->values;
}

uint64_t mg__csb_units(const mg_storage *storage) {
    return ((const mg_csb *)storage->layout)->block_count;
}

uint64_t mg__csb_padding(const mg_storage *storage) {
    return ((const mg_csb *)storage->layout)->slot_count - storage->nonzeros;
}

uint32_t mg__csb_shift(const mg_storage *storage) {
    return ((const mg_csb *)storage->layout)->shift;
}

bool mg__csb_has_positions(const mg_storage *storage) {
    return ((const mg_csb *)storage->layout)->positions != NULL;
}
