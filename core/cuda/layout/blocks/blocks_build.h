/* SPDX-License-Identifier: Apache-2.0
 *
 * blocks_build.h: the steps that build the blocks layout on the device, each a launch on a stream. Edges are words with
 * the fields of panels_build.h. Once they are sorted, the `panel` field of an edge of heavy block h is the number of
 * column panels + h, and light edges have their slot in the row field.
 */
#ifndef MG_CORE_CUDA_LAYOUT_BLOCKS_BLOCKS_BUILD_H
#define MG_CORE_CUDA_LAYOUT_BLOCKS_BLOCKS_BUILD_H

#include "core/cuda/layout/panels/panels_build.h"

/* The grid of matrix blocks, row panel by row panel. */
typedef struct mg_block_grid {
    uint32_t n, width;
    uint32_t row_panels, column_panels;
    uint64_t *counts;      /* edges of every block */
    uint64_t *heavy;       /* blocks + 1: heavy blocks before each */
    uint64_t *light;       /* edges + 1: light edges before each, row by row */
    const uint64_t *begin; /* n + 1: the first edge of each row */
    uint64_t *group_slots; /* of mg_matrix_blocks */
    uint16_t *slot_rows;   /* likewise; NULL: already filled */
} mg_block_grid;

/* The sorted edges of a part. */
typedef struct mg_block_range {
    uint64_t begin, end;
    uint64_t first, last; /* heavy: those of the whole block, counted like the others from the first heavy edge */
    uint64_t run;         /* heavy: runs of edges of one row before it */
    uint32_t row_panel;
} mg_block_range;

/* Edges of every block. */
cudaError_t mg__block_counts(const mg_block_grid *grid, const uint64_t *edges, uint64_t edge_count,
                             cudaStream_t stream);
/* heavy[i] = 1 where a block has more than `least` edges. */
cudaError_t mg__block_heavy(const mg_block_grid *grid, uint64_t least, cudaStream_t stream);
/* light[i] = 1 where an edge is light, 0 at the end; `heavy` has become prefix sums. */
cudaError_t mg__block_light(const mg_block_grid *grid, const uint64_t *edges, uint64_t edge_count, cudaStream_t stream);
/* group_slots[i] = the slots of group i, 0 at the end; `light` has become prefix sums. */
cudaError_t mg__block_groups(const mg_block_grid *grid, cudaStream_t stream);
/* Edges as they are sorted, and the rows of the slots; group_slots has become prefix sums. */
cudaError_t mg__block_words(const mg_block_grid *grid, uint64_t *edges, uint64_t edge_count, cudaStream_t stream);
/* where[h]: the position of heavy block h in the grid; panel_heavy of mg_matrix_blocks, or NULL. */
cudaError_t mg__block_where(const mg_block_grid *grid, uint64_t *where, uint32_t *panel_heavy, cudaStream_t stream);
/* bounds[i]: the first edge whose panel is i or more; `count` of them. */
cudaError_t mg__block_bounds(const uint64_t *edges, uint64_t edge_count, uint32_t count, uint64_t *bounds,
                             cudaStream_t stream);

/* The parts while they are built. */
typedef struct mg_block_parts {
    mg_block_part *parts;
    mg_block_range *ranges;
    uint32_t count, threads; /* of a thread block of phase 1 */
    uint64_t *sizes;         /* count + 1: elements of the parts' matrices; then, by prefix sums, where they begin */
    const uint64_t *edges;   /* light ones first */
    uint64_t light_count;
    const uint64_t *heads;           /* of the runs of heavy edges */
    uint64_t run_count, heavy_count; /* heavy_count: edges */
} mg_block_parts;
/* Heavy parts begin with a row; their rows, heights and sizes. */
cudaError_t mg__block_cut(const mg_block_grid *grid, const mg_block_parts *parts, cudaStream_t stream);
/* Where the matrices begin, from the prefix sums of their sizes. */
cudaError_t mg__block_place(const mg_block_parts *parts, cudaStream_t stream);
/* The elements, and the ids and slots of light edges. */
cudaError_t mg__block_fill(const mg_block_parts *parts, uint16_t *elements, uint16_t *ids, uint32_t *slots,
                           cudaStream_t stream);
/* The weights of both; index: what edge it is. */
cudaError_t mg__block_weigh(const mg_block_parts *parts, const uint64_t *index, const mg_panel_source *source,
                            uint32_t weight_size, uint64_t element_count, void *weights, cudaStream_t stream);

#endif
