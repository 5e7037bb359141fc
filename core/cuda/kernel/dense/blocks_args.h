/* SPDX-License-Identifier: Apache-2.0
 *
 * blocks_args.h: the blocks layout of the dense representation, as in section 3.4 of the paper. C11 and CUDA C++.
 *
 * Rows are receivers, columns are senders, both in the order of dense_args.h, both cut into panels of `width`. A matrix
 * block with many edges is heavy. Phase 1: a heavy block is stored as a matrix of 16-bit elements with one column per
 * thread: a row header, the senders of its edges, the next row header; each thread reads one column downwards. The
 * rows' sums go to the block's place in the stream buffer. Each light edge of a column panel has a slot of its own
 * there. Phase 2: the light slots of adjacent rows form such a matrix, too; the sums of heavy blocks are added from
 * left to right. So nothing is atomic and sums are reproducible.
 *
 * Unlike in the paper, heavy blocks and column panels of many edges are shared by several thread blocks, and a thread
 * block of phase 2 has MG_BLOCK_ROWS rows of a row panel.
 */
#ifndef MG_CORE_CUDA_KERNEL_DENSE_BLOCKS_ARGS_H
#define MG_CORE_CUDA_KERNEL_DENSE_BLOCKS_ARGS_H

#include <stdint.h>

enum {
    MG_BLOCK_THREADS = 1024, /* most threads of a thread block of phase 1 */
    MG_BLOCK_ROWS = 512,     /* rows and threads of a thread block of phase 2; divides the panel width */
    MG_BLOCK_ELEMENTS = 8,   /* elements that a thread loads together: 16 bytes */
    MG_BLOCK_LIGHT = 4       /* light edges that a thread loads together */
};

/* Elements of a matrix: the index of a column in its panel, or a row header (MG_BLOCK_ROW_HEADER and the row). */
#define MG_BLOCK_ROW_HEADER 0x8000u
#define MG_BLOCK_NONE 0xffffu
#define MG_BLOCK_NO_SLOT 0xffffffffu

/* Work of one thread block of phase 1. */
typedef struct mg_block_part {
    uint64_t at;        /* heavy: first element of its matrix; light: first edge */
    uint64_t slot;      /* heavy: slot of its first row's sum */
    uint32_t panel;     /* column panel */
    uint32_t row, rows; /* heavy: rows that it sums; rows = 0: light */
    uint32_t height;    /* heavy: loads per thread; light: edges, a multiple of MG_BLOCK_LIGHT */
} mg_block_part;

/* The blocks layout; arrays are in device memory. */
typedef struct mg_matrix_blocks {
    uint32_t width, part_count, groups; /* groups of MG_BLOCK_ROWS rows */
    uint32_t unused;
    const mg_block_part *parts;
    const uint16_t *elements;    /* heavy matrices */
    const uint16_t *light_ids;   /* column of every light edge */
    const uint32_t *light_slots; /* slot of every light edge */
    const uint16_t *slot_rows;   /* row of every light slot in its group; MG_BLOCK_NONE: unused slot */
    const uint64_t *group_slots; /* groups + 1: first light slot of each group, a matrix stored row by row */
    const uint32_t *panel_heavy; /* row panels + 1: first heavy block of each */
    const void *weights;         /* of elements, then of light edges; NULL: all 1 */
    uint64_t element_count;
    uint64_t heavy_stream, light_stream; /* first slots of heavy blocks and of light edges in `sums` */
} mg_matrix_blocks;

#endif
