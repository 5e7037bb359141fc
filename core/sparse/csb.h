/* SPDX-License-Identifier: Apache-2.0
 *
 * csb.h: the layouts of the formats CSB (compressed sparse blocks), ECSB (expanded) and GCSB (grouped).
 */
#ifndef MG_CORE_SPARSE_CSB_H
#define MG_CORE_SPARSE_CSB_H

#include "core/sparse/block_sort.h"

/* What the three have: blocks of side 1 << shift, and for each slot the coordinates row << shift | column within its
 * block, in 16 bits up to a side of 256, else in 32. Nonzeros of a block are in Morton order. The number of a block is
 * row-major: block row * block_columns + block column. */
typedef struct mg_csb {
    uint32_t shift;
    bool is_wide;  /* coordinates of 32 bits */
    bool is_whole; /* has every block, also the empty ones */
    uint64_t block_rows, block_columns, block_count, slot_count;
    void *coordinates;   /* uint16_t or uint32_t */
    void *values;        /* NULL with type NONE */
    uint32_t *positions; /* of each slot: its place in its row of the CSR; NULL: rows are in the CSR's order */

    /* CSB: blocks by row, then column; block b has the slots starts[b] .. starts[b + 1] */
    uint64_t *starts;
    uint64_t *row_firsts; /* block_rows + 1: first block of each block row; NULL: is_whole, every row has all */
    uint32_t *columns;    /* of the blocks; NULL: is_whole */

    /* GCSB: blocks by descending number of nonzeros, `group` of them a group; element j of block b is slot
     * (group_starts[b / group] + j) * group + b % group */
    uint32_t group;
    uint64_t group_count;
    uint64_t *group_starts; /* group_count + 1 */
    uint32_t *counts;       /* of each block: its nonzeros; slots after them are padding */

    /* ECSB: block row r has row_starts[r + 1] - row_starts[r] nonzeros: the first `width` of them in ELL slots, element
     * j in slot j * block_rows + r, the others in COO slots width * block_rows + rest_starts[r] + j - width */
    uint64_t width;
    uint64_t *row_starts, *rest_starts; /* block_rows + 1 */

    uint32_t *numbers; /* of the block: of each block (GCSB), of each slot (ECSB) */
} mg_csb;

/* The side of blocks and the width of coordinates by the options. Published: 32 bits and every block. */
mg_status mg__csb_sizes(mg_context *context, const mg_storage *from, const mg_format_options *options,
                        mg_matrix_format format, mg_csb *csb);
/* An empty layout of a storage. */
mg_status mg__csb_create(mg_context *context, mg_storage *to, mg_csb **csb);
/* Allocates coordinates, values and positions of all slots; padding is 0. */
mg_status mg__csb_slots(mg_context *context, const mg_storage *from, bool ascending, mg_csb *csb);
/* Bytes of the slots. */
uint64_t mg__csb_slot_bytes(const mg_csb *csb, bool ascending, size_t value_size);
void mg__csb_release(const mg_allocator *memory, mg_csb *csb);

/* Stores nonzero i of sorted blocks, of a block row, in a slot. */
void mg__csb_store(const mg_csb *csb, const mg_storage *from, const mg_sorted_blocks *sorted, uint64_t block_row,
                   uint64_t i, uint64_t slot);
/* Loads the slots first, first + stride, ... of a block into a batch. */
void mg__csb_load(const mg_storage *storage, uint64_t first, uint64_t stride, uint64_t left, mg_block_batch *batch);

/* Parts of mg_format and mg_block_ops that the three share. */
void mg__csb_release_layout(mg_storage *storage);
/* Lists the arrays of slots. */
void mg__csb_list_slots(const mg_storage *storage, mg_matrix_statistics *statistics);
const void *mg__csb_values(const mg_storage *storage, uint64_t *count);
uint64_t mg__csb_units(const mg_storage *storage);
uint64_t mg__csb_padding(const mg_storage *storage);
uint32_t mg__csb_shift(const mg_storage *storage);
bool mg__csb_has_positions(const mg_storage *storage);

#endif
