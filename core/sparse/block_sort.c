/* SPDX-License-Identifier: Apache-2.0
 *
 * block_sort.c: sorts nonzeros by block: threads claim block rows, distribute the nonzeros to the block columns, and
 * sort each block.
 */
#include "core/sparse/block_sort.h"

#include "core/sparse/columns_seen.h"
#include "core/sparse/row_order.h"

#include <assert.h>
#include <omp.h>
#include <string.h>

#define KEY uint64_t
#define RADIX_SORT sort_keys
#include "core/radix_sort.inc.h"

void mg__sorted_blocks_release(mg_context *context, mg_sorted_blocks *sorted) {
    mg__release(&context->memory, sorted->row_firsts);
    mg__release(&context->memory, sorted->columns);
    mg__release(&context->memory, sorted->starts);
    mg__release(&context->memory, sorted->sources);
    mg__release(&context->memory, sorted->local);
}

/* ---- which blocks there are ---- */

static void see_block_row(const mg_storage *from, const mg_sorted_blocks *s, uint64_t row, mg_columns_seen *seen) {
    const uint64_t last = (row + 1) << s->shift;
    const uint64_t begin = from->csr.offsets[row << s->shift];
    const uint64_t end = from->csr.offsets[last < from->rows ? last : from->rows];
    for (uint64_t e = begin; e < end; e++) {
        mg__see_column(seen, from->csr.columns[e] >> s->shift);
    }
}

static void count_blocks(const mg_context *context, const mg_storage *from, mg_sorted_blocks *s, uint64_t *memory) {
#pragma omp parallel num_threads(context->threads)
    {
        mg_columns_seen seen = mg__columns_seen(memory, s->block_columns);
#pragma omp for schedule(dynamic, 8)
        for (uint64_t row = 0; row < s->block_rows; row++) {
            see_block_row(from, s, row, &seen);
            s->row_firsts[row] = seen.count;
            mg__forget_columns(&seen);
        }
    }
    s->row_firsts[s->block_rows] = 0;
    mg__sum_before(s->row_firsts, s->block_rows + 1);
    s->block_count = s->row_firsts[s->block_rows];
}

static void list_blocks(const mg_context *context, const mg_storage *from, mg_sorted_blocks *s, uint64_t *memory) {
    uint64_t largest = 0;
#pragma omp parallel num_threads(context->threads) reduction(max : largest)
    {
        mg_columns_seen seen = mg__columns_seen(memory, s->block_columns);
#pragma omp for schedule(dynamic, 8)
        for (uint64_t row = 0; row < s->block_rows; row++) {
            see_block_row(from, s, row, &seen);
            sort_keys(seen.listed, seen.scratch, seen.count);
            for (uint64_t i = 0; i < seen.count; i++) {
                const uint64_t block = s->row_firsts[row] + i, count = seen.counts[seen.listed[i]];
                s->columns[block] = (uint32_t)seen.listed[i];
                s->starts[block] = count;
                largest = count > largest ? count : largest;
            }
            mg__forget_columns(&seen);
        }
    }
    s->largest = largest;
    s->starts[s->block_count] = 0;
    mg__sum_before(s->starts, s->block_count + 1);
}

mg_status mg__blocks_count(mg_context *context, const mg_storage *from, uint32_t shift, mg_sorted_blocks *sorted) {
    uint64_t *memory = NULL;
    mg_status status;
    *sorted = (mg_sorted_blocks){.shift = shift,
                                 .ascending = mg__rows_ascend(context, from),
                                 .block_rows = mg__blocks_of(from->rows, shift),
                                 .block_columns = mg__blocks_of(from->columns, shift)};
    MG_TRY(MG_ALLOC_ZEROED(context, memory, 3 * sorted->block_columns * (uint64_t)context->threads, "block columns"));
    MG_TRY(MG_ALLOC(context, sorted->row_firsts, sorted->block_rows + 1, "blocks of a matrix"));
    count_blocks(context, from, sorted, memory);
    MG_TRY(MG_ALLOC(context, sorted->columns, sorted->block_count, "blocks of a matrix"));
    MG_TRY(MG_ALLOC(context, sorted->starts, sorted->block_count + 1, "blocks of a matrix"));
    list_blocks(context, from, sorted, memory);
out:
    mg__release(&context->memory, memory);
    return status;
}

/* ---- the nonzeros of blocks ---- */

/* The bits of a number on the even places. */
static uint32_t spread(uint32_t bits) {
    bits = (bits | bits << 8) & 0x00ff00ff;
    bits = (bits | bits << 4) & 0x0f0f0f0f;
    bits = (bits | bits << 2) & 0x33333333;
    return (bits | bits << 1) & 0x55555555;
}

static uint32_t rank(uint32_t local, uint32_t shift, mg_block_order order) {
    const uint32_t row = local >> shift, column = local & ((UINT32_C(1) << shift) - 1);
    return order == MG_BLOCK_MORTON ? spread(row) << 1 | spread(column) : local;
}

/* Memory of a thread for the largest block. */
typedef struct sorting {
    uint64_t *keys, *scratch, *sources;
    uint32_t *local;
    uint64_t *next; /* of each block column */
} sorting;

static void sort_block(const mg_sorted_blocks *s, uint64_t block, mg_block_order order, const sorting *own) {
    const uint64_t begin = s->starts[block], count = s->starts[block + 1] - begin;
    bool sorted = true;
    for (uint64_t i = 0; i < count; i++) {
        own->keys[i] = (uint64_t)rank(s->local[begin + i], s->shift, order) << 32 | i;
        sorted = sorted && (i == 0 || own->keys[i] > own->keys[i - 1]);
    }
    if (sorted) {
        return;
    }
    sort_keys(own->keys, own->scratch, count);
    memcpy(own->sources, s->sources + begin, count * sizeof *s->sources);
    memcpy(own->local, s->local + begin, count * sizeof *s->local);
    for (uint64_t i = 0; i < count; i++) {
        s->sources[begin + i] = own->sources[(uint32_t)own->keys[i]];
        s->local[begin + i] = own->local[(uint32_t)own->keys[i]];
    }
}

static void distribute(const mg_storage *from, const mg_sorted_blocks *s, uint64_t block_row, const sorting *own) {
    const uint32_t mask = (UINT32_C(1) << s->shift) - 1;
    const uint64_t first = block_row << s->shift;
    for (uint64_t block = s->row_firsts[block_row]; block < s->row_firsts[block_row + 1]; block++) {
        own->next[s->columns[block]] = s->starts[block];
    }
    for (uint64_t row = 0; row <= mask && first + row < from->rows; row++) {
        for (uint64_t e = from->csr.offsets[first + row]; e < from->csr.offsets[first + row + 1]; e++) {
            const uint32_t column = from->csr.columns[e];
            const uint64_t at = own->next[column >> s->shift]++;
            s->sources[at] = e;
            s->local[at] = (uint32_t)row << s->shift | (column & mask);
        }
    }
}

mg_status mg__blocks_sort(mg_context *context, const mg_storage *from, mg_block_order order, mg_sorted_blocks *s) {
    const uint64_t threads = (uint64_t)context->threads, most = s->largest;
    sorting all = {0};
    mg_status status;
    if (most > UINT32_MAX) {
        return mg__fail(context, MG_ERROR_UNSUPPORTED, "a block has %llu nonzeros; at most 4294967295 are supported",
                        (unsigned long long)most);
    }
    MG_TRY(MG_ALLOC(context, s->sources, from->nonzeros, "nonzeros of blocks"));
    MG_TRY(MG_ALLOC(context, s->local, from->nonzeros, "nonzeros of blocks"));
    MG_TRY(MG_ALLOC(context, all.keys, 3 * most * threads, "sorting of blocks"));
    MG_TRY(MG_ALLOC(context, all.local, most * threads, "sorting of blocks"));
    MG_TRY(MG_ALLOC(context, all.next, s->block_columns * threads, "sorting of blocks"));
#pragma omp parallel num_threads(context->threads)
    {
        const uint64_t thread = (uint64_t)omp_get_thread_num();
        const sorting own = {.keys = all.keys + 3 * most * thread,
                             .scratch = all.keys + 3 * most * thread + most,
                             .sources = all.keys + 3 * most * thread + 2 * most,
                             .local = all.local + most * thread,
                             .next = all.next + s->block_columns * thread};
#pragma omp for schedule(dynamic, 8)
        for (uint64_t row = 0; row < s->block_rows; row++) {
            distribute(from, s, row, &own);
            for (uint64_t block = s->row_firsts[row]; block < s->row_firsts[row + 1]; block++) {
                sort_block(s, block, order, &own);
            }
        }
    }
out:
    mg__release(&context->memory, all.keys);
    mg__release(&context->memory, all.local);
    mg__release(&context->memory, all.next);
    return status;
}
