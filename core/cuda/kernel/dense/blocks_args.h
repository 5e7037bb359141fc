/* SPDX-License-Identifier: Apache-2.0
 *
 * blocks_args.h: the blocks layout of the dense representation, as section 3.4 of the paper has it. C11 and CUDA C++.
 *
 * Rows are receivers, columns are senders, both in the order of dense_args.h, both cut into panels of `width`. A block
 * of the matrix with more than so many edges is heavy. Phase 1: a heavy block is a matrix of 16-bit elements with as
 * many columns as the thread block has threads: the mark of a row, the senders of its edges, the next mark; a thread
 * goes down a column. The rows' sums go to the block's place in the stream buffer. The light edges of a column panel
 * each have a slot there. Phase 2: the slots of adjacent rows are such a matrix, too; to their sums those of the heavy
 * blocks are added, from left to right. So nothing is atomic and the sums repeat.
 *
 * Other than in the paper, heavy blocks and column panels of many edges are shared by several thread blocks, and one
 * of phase 2 has MG_BLOCK_ROWS rows of a row panel.
 */
#ifndef MG_CORE_CUDA_KERNEL_DENSE_BLOCKS_ARGS_H
#define MG_CORE_CUDA_KERNEL_DENSE_BLOCKS_ARGS_H

#include <stdint.h>

enum {
    MG_BLOCK_THREADS = 1024, /* of a thread block of phase 1 at most */
    MG_BLOCK_ROWS = 512,     /* rows, and threads, of a thread block of phase 2; a panel has a multiple of it */
    MG_BLOCK_ELEMENTS = 8,   /* that a thread loads together: 16 bytes */
    MG_BLOCK_LIGHT = 4       /* light edges that a thread loads together */
};

/* Elements of a matrix: the number of a column in its panel, or a mark. */
#define MG_BLOCK_MARK 0x8000u
#define MG_BLOCK_NONE 0xffffu
#define MG_BLOCK_NO_SLOT 0xffffffffu

/* What one thread block of phase 1 takes. */
typedef struct mg_block_part {
    uint64_t at;        /* heavy: where its matrix begins, in elements; light: its first edge */
    uint64_t slot;      /* heavy: of its first row's sum */
    uint32_t panel;     /* of its columns */
    uint32_t row, rows; /* heavy: the rows that it sums; rows 0: light */
    uint32_t height;    /* heavy: how often a thread loads; light: edges, a multiple of MG_BLOCK_LIGHT */
} mg_block_part;

/* The arrays are in device memory. */
typedef struct mg_matrix_blocks {
    uint32_t width, part_count, groups; /* groups of MG_BLOCK_ROWS rows */
    uint32_t unused;
    const mg_block_part *parts;
    const uint16_t *elements;    /* of the heavy matrices */
    const uint16_t *light_ids;   /* of every light edge its column, */
    const uint32_t *light_slots; /* and its slot */
    const uint16_t *slot_rows;   /* the row of every light slot in its group; MG_BLOCK_NONE: it is not used */
    const uint64_t *group_slots; /* groups + 1: the first light slot of each group, a matrix row by row */
    const uint32_t *panel_heavy; /* row panels + 1: the first heavy block of each */
    const void *weights;         /* of the elements, then of the light edges; NULL: all 1 */
    uint64_t element_count;
    uint64_t heavy_stream, light_stream; /* where the slots of heavy blocks and of light edges begin in `sums` */
} mg_matrix_blocks;

#endif
