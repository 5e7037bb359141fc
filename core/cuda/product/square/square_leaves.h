/* SPDX-License-Identifier: Apache-2.0
 *
 * square_leaves.h: the leaves of HISPARSE as lists. Those of many nonzeros keep their two coordinates in 16 bits.
 * Leaves of a few ("light") would need more for what describes them than for their nonzeros: the nonzeros of those of a
 * block row are one list, by row, then column, whose coordinates are the row in the block row and the column in the
 * matrix, together 32 bits. C11.
 */
#ifndef MG_CORE_CUDA_PRODUCT_SQUARE_SQUARE_LEAVES_H
#define MG_CORE_CUDA_PRODUCT_SQUARE_SQUARE_LEAVES_H

#include "core/cuda/product/square/square_chunks.h"

#define MG_SQUARE_NARROW_SHIFT 8

typedef struct mg_square_leaves {
    const mg_block_index *index;
    mg_square_places places; /* slots: the heavy nonzeros, then the light ones */
    uint64_t heavy_count;
    uint16_t *narrow;
    uint32_t *wide;
} mg_square_leaves;

static inline uint32_t mg__square_wide_shift(const mg_block_index *index) {
    return 32 - index->shift;
}

/* Lists the coordinates of all leaves. Released also after a failure. Errors: MEMORY. */
mg_status mg__square_leaves(mg_context *context, mg_storage *storage, mg_square_leaves *leaves);
/* The light nonzeros begin at this slot, not after the heavy ones. */
void mg__square_leaves_move(mg_square_leaves *leaves, uint64_t first);
void mg__square_leaves_release(mg_context *context, mg_square_leaves *leaves);
/* `gather` of the device's arrays: heavy values, then light ones. */
mg_status mg__square_leaf_values(mg_context *context, mg_storage *storage, mg_type type, void *values);

#endif
