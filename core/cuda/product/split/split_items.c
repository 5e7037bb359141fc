/* SPDX-License-Identifier: Apache-2.0 */
#include "core/cuda/product/split/split_items.h"

#include "core/cuda/product/split/split_build.h"

/* Items that even a small matrix is cut into: about one for each warp of a large device. The length does not depend on
 * the device, so that results do not, either. */
#define ITEMS_WANTED 4096

static uint32_t length_for(uint64_t nonzeros) {
    uint32_t length = MG_SPLIT_LENGTH;
    while (length > MG_SPLIT_LEAST && nonzeros / length < ITEMS_WANTED) {
        length /= 2;
    }
    return length;
}

/* Keys of parts have MG_SPLIT_PART_BITS bits. */
static uint32_t column_shift(uint32_t columns) {
    uint32_t shift = 0;
    while (columns >> shift >= 1u << MG_SPLIT_PART_BITS) {
        shift++;
    }
    return shift;
}

/* The arrays of the result in one block; returns its bytes. */
static uint64_t lay_out(const mg_split_counts *counts, char *base, mg_split_source *s) {
    uint64_t at = 0;
    s->items = mg__cuda_carve(base, &at, counts->items * sizeof *s->items);
    s->slot_row = mg__cuda_carve(base, &at, (counts->slots + 1) * sizeof *s->slot_row);
    s->split_row = mg__cuda_carve(base, &at, (counts->split_rows + 1) * sizeof *s->split_row);
    s->split_slot = mg__cuda_carve(base, &at, (counts->split_rows + 1) * sizeof *s->split_slot);
    return at;
}

/* Temporary arrays of the second part. */
static uint64_t lay_out_unsorted(const mg_split_counts *counts, char *base, mg_split_source *s) {
    uint64_t at = 0;
    s->unsorted = mg__cuda_carve(base, &at, counts->items * sizeof *s->unsorted);
    for (int i = 0; i < 2; i++) {
        s->item_key[i] = mg__cuda_carve(base, &at, counts->items * sizeof **s->item_key);
        s->from[i] = mg__cuda_carve(base, &at, counts->items * sizeof **s->from);
    }
    return at;
}

/* Arrays of the first part, and `bytes` of temporary memory. */
static uint64_t lay_out_sums(char *base, size_t bytes, mg_split_source *s, void **temporary) {
    const uint64_t sums = ((uint64_t)s->rows + 1) * sizeof *s->first_item;
    uint64_t at = 0;
    s->first_item = mg__cuda_carve(base, &at, sums);
    s->first_slot = mg__cuda_carve(base, &at, sums);
    s->counts = mg__cuda_carve(base, &at, sizeof *s->counts);
    *temporary = mg__cuda_carve(base, &at, bytes ? bytes : 1);
    return at;
}

uint64_t mg__split_items_bytes(const uint64_t *offsets, uint32_t rows, uint64_t *beside) {
    mg_split_source s = {.rows = rows, .length = length_for(offsets[rows])};
    mg_split_counts counts = {0};
    void *temporary = NULL;
    for (uint32_t r = 0; r < rows; r++) {
        const uint64_t length = offsets[r + 1] - offsets[r], items = length ? (length + s.length - 1) / s.length : 1;
        counts.items += items;
        counts.slots += items > 1 ? items : 0;
        counts.split_rows += items > 1;
    }
    *beside = lay_out_unsorted(&counts, NULL, &s) + lay_out_sums(NULL, 0, &s, &temporary);
    return lay_out(&counts, NULL, &s);
}

static mg_status count_items(mg_context *context, mg_cuda *cuda, mg_split_source *s, void **memory,
                             mg_split_counts *counts) {
    mg_status status = MG_OK;
    size_t bytes = 0;
    void *temporary = NULL;
    MG_CUDA_TRY(context, mg__split_count(s, NULL, &bytes, cuda->stream), "work items");
    MG_TRY(mg__cuda_get(context, cuda, memory, lay_out_sums(NULL, bytes, s, &temporary), "work items"));
    lay_out_sums(*memory, bytes, s, &temporary);
    MG_CUDA_TRY(context, cudaMemsetAsync(s->counts, 0, sizeof *counts, cuda->stream), "work items");
    MG_CUDA_TRY(context, mg__split_count(s, temporary, &bytes, cuda->stream), "work items");
    MG_TRY(mg__cuda_download(context, cuda, counts, s->counts, sizeof *counts));
    if (counts->slots >= UINT32_MAX || counts->items >= UINT32_MAX) {
        return mg__fail(context, MG_ERROR_RANGE, "the matrix has too many rows for the split format on a GPU");
    }
out:
    return status;
}

mg_status mg__split_items(mg_context *context, mg_cuda *cuda, const uint64_t *begins, const uint64_t *ends,
                          uint64_t nonzeros, void **items, mg_device_split *split) {
    mg_status status = MG_OK;
    mg_split_source source = {.rows = split->rows,
                              .length = length_for(nonzeros),
                              .column_shift = column_shift(split->columns),
                              .begins = begins,
                              .ends = ends,
                              .columns = split->column};
    mg_split_source *const s = &source;
    mg_split_counts counts;
    void *sums = NULL, *unsorted = NULL, *temporary = NULL;
    size_t bytes = 0;
    MG_TRY(count_items(context, cuda, s, &sums, &counts));
    MG_TRY(mg__cuda_keep(context, items, lay_out(&counts, NULL, s), "work items"));
    lay_out(&counts, *items, s);
    MG_TRY(mg__cuda_get(context, cuda, &unsorted, lay_out_unsorted(&counts, NULL, s), "work items"));
    lay_out_unsorted(&counts, unsorted, s);
    MG_CUDA_TRY(context, mg__split_fill(s, (uint32_t)counts.items, NULL, &bytes, cuda->stream), "work items");
    MG_TRY(mg__cuda_get(context, cuda, &temporary, bytes ? bytes : 1, "work items"));
    MG_CUDA_TRY(context, mg__split_fill(s, (uint32_t)counts.items, temporary, &bytes, cuda->stream), "work items");
    MG_TRY(mg__cuda_download(context, cuda, &counts, s->counts, sizeof counts));
    split->items = s->items;
    split->item_count = counts.items;
    split->long_count = counts.long_items;
    split->shared_count = counts.shared_items;
    split->slot_row = s->slot_row;
    split->split_row = s->split_row;
    split->split_slot = s->split_slot;
    split->has_runs = 2 * counts.adjacent > counts.pairs;
    split->slot_count = (uint32_t)counts.slots;
    split->split_count = (uint32_t)counts.split_rows;
out:
    mg__cuda_release(cuda, sums);
    mg__cuda_release(cuda, unsorted);
    mg__cuda_release(cuda, temporary);
    return status;
}
