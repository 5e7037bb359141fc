/* SPDX-License-Identifier: Apache-2.0
 *
 * format_gcsb.c: grouped compressed sparse blocks: blocks by descending number of nonzeros ("block swizzle"), groups of
 * blocks interleaved, so that the threads of a GPU's warp, a block each, read neighbouring elements. Source: Nakano,
 * "Grouped compressed sparse blocks", JAIST 2023, section 3.3 (published: coordinates of 32 bits, every block).
 */
#include "core/sparse/csb.h"

#include <assert.h>
#include <string.h>

#define KEY uint64_t
#define RADIX_SORT sort_blocks
#include "core/radix_sort.inc.h"

static uint64_t bytes_of(const mg_csb *csb, bool ascending, size_t value_size) {
    return 8 * (csb->group_count + 1) + (4 + 4) * csb->block_count + mg__csb_slot_bytes(csb, ascending, value_size);
}

/* The blocks in their new order. */
typedef struct swizzle {
    mg_sorted_blocks sorted;
    uint64_t *keys; /* ~nonzeros << 32 | number of the sorted block, or with every block of that */
    uint64_t *scratch;
    uint32_t *block_rows; /* of each sorted block */
} swizzle;

static void swizzle_release(mg_context *context, swizzle *s) {
    mg__sorted_blocks_release(context, &s->sorted);
    mg__release(&context->memory, s->keys);
    mg__release(&context->memory, s->scratch);
    mg__release(&context->memory, s->block_rows);
}

static void make_keys(const mg_csb *csb, swizzle *s) {
    for (uint64_t i = 0; csb->is_whole && i < csb->block_count; i++) {
        s->keys[i] = (uint64_t)UINT32_MAX << 32 | i;
    }
    for (uint64_t row = 0; row < csb->block_rows; row++) {
        for (uint64_t block = s->sorted.row_firsts[row]; block < s->sorted.row_firsts[row + 1]; block++) {
            const uint64_t count = s->sorted.starts[block + 1] - s->sorted.starts[block];
            const uint64_t number = csb->is_whole ? row * csb->block_columns + s->sorted.columns[block] : block;
            s->keys[number] = (uint64_t) ~(uint32_t)count << 32 | number;
            s->block_rows[block] = (uint32_t)row;
        }
    }
}

static uint32_t count_of(const swizzle *s, uint64_t place) {
    return ~(uint32_t)(s->keys[place] >> 32);
}

static mg_status plan(mg_context *context, const mg_storage *from, const mg_format_options *options, mg_csb *csb,
                      swizzle *s) {
    mg_status status;
    *s = (swizzle){.keys = NULL};
    MG_TRY(mg__csb_sizes(context, from, options, MG_FORMAT_GCSB, csb));
    MG_TRY(mg__blocks_count(context, from, csb->shift, &s->sorted));
    csb->block_count = csb->is_whole ? csb->block_rows * csb->block_columns : s->sorted.block_count;
    csb->group_count = (csb->block_count + csb->group - 1) / csb->group;
    MG_TRY(MG_ALLOC(context, s->keys, csb->block_count, "blocks of format gcsb"));
    MG_TRY(MG_ALLOC(context, s->scratch, csb->block_count, "blocks of format gcsb"));
    MG_TRY(MG_ALLOC(context, s->block_rows, s->sorted.block_count, "blocks of format gcsb"));
    make_keys(csb, s);
    sort_blocks(s->keys, s->scratch, csb->block_count);
    for (uint64_t group = 0; group < csb->group_count; group++) {
        csb->slot_count += (uint64_t)count_of(s, group * csb->group) * csb->group;
    }
out:
    return status;
}

static mg_status predict(mg_context *context, mg_storage *from, const mg_format_options *options, uint64_t *bytes) {
    mg_csb csb;
    swizzle s;
    const mg_status status = plan(context, from, options, &csb, &s);
    *bytes = bytes_of(&csb, s.sorted.ascending, mg__type_size(from->type));
    swizzle_release(context, &s);
    return status;
}

/* The sorted block of a number among every block; one without nonzeros has none. */
static uint64_t sorted_block(const mg_csb *csb, const swizzle *s, uint64_t number) {
    if (!csb->is_whole) {
        return number;
    }
    const uint64_t row = number / csb->block_columns;
    uint64_t low = s->sorted.row_firsts[row], high = s->sorted.row_firsts[row + 1];
    while (low < high) {
        const uint64_t middle = low + (high - low) / 2;
        if (s->sorted.columns[middle] < number % csb->block_columns) {
            low = middle + 1;
        } else {
            high = middle;
        }
    }
    return low;
}

static void fill_block(const mg_csb *csb, const mg_storage *from, const swizzle *s, uint64_t place) {
    const uint64_t number = (uint32_t)s->keys[place];
    const uint32_t count = count_of(s, place);
    csb->counts[place] = count;
    if (!count) {
        csb->numbers[place] = (uint32_t)number;
        return;
    }
    const uint64_t block = sorted_block(csb, s, number), row = s->block_rows[block];
    csb->numbers[place] = (uint32_t)(row * csb->block_columns + s->sorted.columns[block]);
    for (uint32_t j = 0; j < count; j++) {
        const uint64_t slot = (csb->group_starts[place / csb->group] + j) * csb->group + place % csb->group;
        mg__csb_store(csb, from, &s->sorted, row, s->sorted.starts[block] + j, slot);
    }
}

static mg_status build(mg_context *context, mg_storage *from, mg_storage *to) {
    swizzle s = {.keys = NULL};
    mg_csb *csb;
    mg_status status;
    MG_TRY(mg__csb_create(context, to, &csb));
    MG_TRY(plan(context, from, &to->options, csb, &s));
    MG_TRY(MG_ALLOC(context, csb->group_starts, csb->group_count + 1, "groups of format gcsb"));
    MG_TRY(MG_ALLOC(context, csb->counts, csb->block_count, "blocks of format gcsb"));
    MG_TRY(MG_ALLOC(context, csb->numbers, csb->block_count, "blocks of format gcsb"));
    MG_TRY(mg__csb_slots(context, from, s.sorted.ascending, csb));
    MG_TRY(mg__blocks_sort(context, from, MG_BLOCK_MORTON, &s.sorted));
    csb->group_starts[0] = 0;
    for (uint64_t group = 0; group < csb->group_count; group++) {
        csb->group_starts[group + 1] = csb->group_starts[group] + count_of(&s, group * csb->group);
    }
#pragma omp parallel for num_threads(context->threads) schedule(dynamic, 64)
    for (uint64_t place = 0; place < csb->block_count; place++) {
        fill_block(csb, from, &s, place);
    }
out:
    swizzle_release(context, &s);
    return status;
}

static void arrays(const mg_storage *storage, mg_matrix_statistics *statistics) {
    const mg_csb *csb = storage->layout;
    mg__list_array(statistics, "group_starts", csb->group_count + 1, sizeof *csb->group_starts);
    mg__list_array(statistics, "numbers", csb->block_count, sizeof *csb->numbers);
    mg__list_array(statistics, "counts", csb->block_count, sizeof *csb->counts);
    mg__csb_list_slots(storage, statistics);
}

/* ---- blocks ---- */

static void list(const mg_storage *storage, mg_block *blocks) {
    const mg_csb *csb = storage->layout;
    for (uint64_t b = 0; b < csb->block_count; b++) {
        blocks[b] = (mg_block){.begin = csb->group_starts[b / csb->group] * csb->group + b % csb->group,
                               .count = csb->counts[b],
                               .row = (uint32_t)(csb->numbers[b] / csb->block_columns),
                               .column = (uint32_t)(csb->numbers[b] % csb->block_columns)};
    }
}

static void load(const mg_storage *storage, const mg_block *block, uint64_t from, mg_block_batch *batch) {
    const uint32_t group = ((const mg_csb *)storage->layout)->group;
    mg__csb_load(storage, block->begin + from * group, group, block->count - from, batch);
}

static const mg_block_ops block_ops = {
    .shift = mg__csb_shift, .count = mg__csb_units, .list = list, .load = load, .has_positions = mg__csb_has_positions};

const mg_format mg__format_gcsb = {
    .id = MG_FORMAT_GCSB,
    .name = "gcsb",
    .summary = "square blocks by descending size, interleaved in groups",
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
