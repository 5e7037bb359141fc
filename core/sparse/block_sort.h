/* SPDX-License-Identifier: Apache-2.0
 *
 * block_sort.h: the nonzeros of a matrix sorted by square block.
 */
#ifndef MG_CORE_SPARSE_BLOCK_SORT_H
#define MG_CORE_SPARSE_BLOCK_SORT_H

#include "core/sparse/square_blocks.h"

typedef enum mg_block_order {
    MG_BLOCK_BY_ROW, /* row by row, columns ascending */
    MG_BLOCK_MORTON  /* upper left, upper right, lower left, lower right quadrant, and so on within each */
} mg_block_order;

/* Block b of block row r, row_firsts[r] <= b < row_firsts[r + 1], has the nonzeros starts[b] .. starts[b + 1], in the
 * requested order; equal coordinates in the order of the CSR. */
typedef struct mg_sorted_blocks {
    uint32_t shift;
    bool ascending; /* do the CSR's rows ascend? */
    uint64_t block_rows, block_columns, block_count, largest;
    uint64_t *row_firsts;
    uint32_t *columns; /* of the blocks, ascending in a block row */
    uint64_t *starts;
    uint64_t *sources; /* the nonzero of the CSR */
    uint32_t *local;   /* row within the block << shift | column within it */
} mg_sorted_blocks;

/* Finds the blocks of side 1 << shift: all but `sources` and `local`. To be released also after a failure. */
mg_status mg__blocks_count(mg_context *context, const mg_storage *from, uint32_t shift, mg_sorted_blocks *sorted);
/* Fills in `sources` and `local`. */
mg_status mg__blocks_sort(mg_context *context, const mg_storage *from, mg_block_order order, mg_sorted_blocks *sorted);
void mg__sorted_blocks_release(mg_context *context, mg_sorted_blocks *sorted);

#endif
