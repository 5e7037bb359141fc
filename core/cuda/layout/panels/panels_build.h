/* SPDX-License-Identifier: Apache-2.0
 *
 * panels_build.h: the steps in which the panels layout is built on the device, each a launch or a CUB call on a stream.
 * All counts are below 2^56, all offsets 64-bit.
 */
#ifndef MG_CORE_CUDA_LAYOUT_PANELS_PANELS_BUILD_H
#define MG_CORE_CUDA_LAYOUT_PANELS_PANELS_BUILD_H

#include "core/cuda/kernel/dense/dense_args.h"

#include <cuda_runtime_api.h>
#include <stdbool.h>
#include <stddef.h>

/* The edges by receiver, and the degrees at which vertices send. */
typedef struct mg_panel_source {
    uint32_t n, sides;
    bool wide; /* 64-bit offsets */
    mg_device_side receive[2], send[2];
    const void *out_offsets, *in_offsets; /* in_offsets may be NULL */
} mg_panel_source;

/* The pieces of one kind in one panel, and where what is made of them begins. */
typedef struct mg_piece_group {
    uint64_t piece, pieces;
    uint64_t slice;
    uint64_t slot;
} mg_piece_group;

/* The groups by degree fit so many bits; the last one holds the vertices that send nothing. */
#define MG_GROUP_BITS 8
#define MG_GROUP_NO_SENDERS 128u

/* Fields of an edge: the place it leads from, panel, row. Where wide pieces are steps, the places of a panel are
 * numbered bank by bank, each bank's as many as the panel has lines: bank_lines; it is 0 where they are numbered as
 * they lie. A piece: where its edges begin, their number. */
#define MG_EDGE_PANEL 0xffffu
#define MG_EDGE_LOCAL_SHIFT 16
#define MG_EDGE_ROW_SHIFT 32
#define MG_PIECE_LENGTH_SHIFT 56
#define MG_PIECE_TILE_SHIFT 6 /* in the keys by which pieces are sorted */

/* CUB: with temporary NULL only *bytes is set. Pairs of buffers: sorted from [0]; *in says where the result is. */
cudaError_t mg__sort_keys(void *temporary, size_t *bytes, uint64_t *keys[2], uint64_t count, int begin_bit, int end_bit,
                          int *in, cudaStream_t stream);
cudaError_t mg__sort_pairs(void *temporary, size_t *bytes, uint64_t *keys[2], uint64_t *values[2], uint64_t count,
                           int end_bit, int *in, cudaStream_t stream);
cudaError_t mg__prefix_sums(void *temporary, size_t *bytes, uint64_t *values, uint64_t count, cudaStream_t stream);
/* The positions where a run of edges of one row and panel begins. */
cudaError_t mg__select_heads(void *temporary, size_t *bytes, const uint64_t *edges, uint64_t count, uint64_t *heads,
                             uint64_t *head_count, cudaStream_t stream);
/* The positions where the pieces of one panel, kind and tile, a cell, begin among the sorted ones. */
cudaError_t mg__select_cells(void *temporary, size_t *bytes, const uint64_t *keys, uint64_t count, uint64_t *cells,
                             uint64_t *cell_count, cudaStream_t stream);

/* Keys: the group of a vertex by sending degree; values: the vertex. */
cudaError_t mg__panel_groups(const mg_panel_source *source, uint64_t *keys, uint64_t *values, cudaStream_t stream);
/* From the sorted pairs: order, its inverse, how many vertices send. */
cudaError_t mg__panel_order(const uint64_t *keys, const uint64_t *values, uint32_t n, uint32_t *order, uint32_t *rank,
                            uint64_t *columns, cudaStream_t stream);
/* By row: degrees; received[n + 1]: the edges that a row receives, then 0. */
cudaError_t mg__panel_degrees(const mg_panel_source *source, const uint32_t *order, uint32_t *out, uint32_t *in,
                              uint64_t *received, cudaStream_t stream);
/* The edges, row by row, of panels of layout->width columns; `begin` is the prefix sum of `received`. index: what edge
 * it is, or NULL. */
cudaError_t mg__panel_edges(const mg_panel_source *source, const mg_panels *layout, uint32_t bank_lines,
                            const uint32_t *rank, const uint64_t *begin, uint64_t edge_count, uint64_t *edges,
                            uint64_t *index, cudaStream_t stream);
/* Of runs that are to be wide pieces of steps: puts edges that lanes have too many of behind the others; kept[j]: how
 * many the others are. */
cudaError_t mg__panel_cap(uint64_t *edges, uint32_t bank_lines, const uint64_t *heads, uint64_t run_count,
                          uint64_t edge_count, uint32_t *kept, cudaStream_t stream);
/* heads[run_count] = edge_count; counts[j]: the pieces of run j, and counts[run_count] = 0. What each word of 32 rows
 * has in slots is added to word_slots. */
cudaError_t mg__panel_piece_counts(const uint64_t *edges, uint32_t bank_lines, const uint32_t *kept, uint64_t *heads,
                                   uint64_t run_count, uint64_t edge_count, uint64_t *counts, uint32_t *word_slots,
                                   cudaStream_t stream);
/* Keys: panel, kind, tile, half vectors; values: pieces. A wide piece is 32 of them, one for each lane. */
cudaError_t mg__panel_pieces(const uint64_t *edges, uint32_t bank_lines, const uint32_t *kept, const uint64_t *heads,
                             const uint64_t *first, uint64_t run_count, const uint32_t *word_tile, int tile_bits,
                             uint64_t *keys, uint64_t *pieces, cudaStream_t stream);
/* bounds[groups + 1]: where the kinds of the panels begin among the sorted pieces. */
cudaError_t mg__panel_bounds(const uint64_t *keys, uint64_t piece_count, uint32_t groups, int tile_bits,
                             uint64_t *bounds, cudaStream_t stream);

/* The cells: by tile, then in their order among the pieces. */
typedef struct mg_panel_cells {
    const mg_piece_group *groups; /* MG_PIECE_KINDS for each panel */
    const uint64_t *keys;         /* of the sorted pieces */
    uint64_t piece_count, count;
    int tile_bits;
    uint32_t piece_slots;          /* as in mg_panels */
    uint64_t *piece;               /* of every cell its first one */
    uint64_t *sort_keys, *sort_at; /* what cells are sorted by, and the cells */
    uint64_t *at;                  /* count + 1: slots of the sorted cells, whole pieces; once added up, those before */
    uint64_t *cell_at;             /* of every cell */
    mg_slot_run *run;              /* count + 1 */
} mg_panel_cells;
cudaError_t mg__panel_cell_keys(const mg_panel_cells *cells, cudaStream_t stream);
cudaError_t mg__panel_cell_slots(const mg_panel_cells *cells, cudaStream_t stream);
cudaError_t mg__panel_runs(const mg_panel_cells *cells, cudaStream_t stream);
/* Where the tiles' slots begin, and how many they are: all have room in `capacity` if *over remains 0. Between the sums
 * and the runs. */
cudaError_t mg__panel_row_tile_slots(const mg_panel_cells *cells, mg_row_tile *tile, uint32_t tile_count,
                                     uint32_t capacity, uint64_t *over, cudaStream_t stream);
/* Which runs the tiles' slots are in. */
cudaError_t mg__panel_row_tile_runs(const mg_slot_run *run, uint64_t run_count, mg_row_tile *tile, uint32_t tile_count,
                                    cudaStream_t stream);

/* From sorted pieces to chunks: what is read, then what is written. */
typedef struct mg_panel_shape {
    const mg_piece_group *groups; /* MG_PIECE_KINDS for each panel */
    const uint64_t *edges, *pieces;
    uint32_t n, group_count, chunk_count, value_size;
    uint32_t places;                      /* of a panel */
    uint32_t bank_lines;                  /* as in the edges */
    uint32_t chunk_halves, chunk_singles; /* of a chunk at most (MG_CHUNK_HALVES, MG_CHUNK_SINGLES) */
    uint64_t slice_count;
    const uint64_t *cell_piece, *cell_at; /* NULL: slots are not listed */
    uint64_t cell_count;
    uint64_t *halves;      /* slice_count + 1: half vectors of every slice; once added up, of those before */
    uint64_t *starts;      /* slice_count + 1: 1 where a chunk begins; once added up, chunks before */
    uint64_t *chunk_slice; /* chunk_count + 1: their first slices */
    mg_panel_chunk *chunks;
    uint32_t *panel_chunk;
    uint32_t *rows;
    uint64_t *vectors;             /* chunk_count + 1 */
    uint64_t *slot_keys, *slot_at; /* of every slot: its row, n where it has none; where it lies among the tiles' */
} mg_panel_shape;
/* Rows, slots and half vectors of slices. */
cudaError_t mg__panel_slices(const mg_panel_shape *shape, cudaStream_t stream);
/* Where chunks begin; then the chunks, but for their vectors' place. */
cudaError_t mg__panel_starts(const mg_panel_shape *shape, cudaStream_t stream);
cudaError_t mg__panel_chunks(const mg_panel_shape *shape, cudaStream_t stream);
/* Where each chunk's vectors begin, from the prefix sums of their numbers. */
cudaError_t mg__panel_place(mg_panel_chunk *chunks, uint32_t chunk_count, const uint64_t *vectors, cudaStream_t stream);
/* *large becomes 1 if one of `arcs` weights of 4 bytes has more than its lowest byte. */
cudaError_t mg__panel_large_weights(const void *weights, uint64_t arcs, uint64_t *large, cudaStream_t stream);
/* The ids, or, with ids NULL, the weights, of which stored_bytes are written, 0 in the padding; 1: the lowest of 4.
 * `index`: what edge it is. */
cudaError_t mg__panel_fill(const mg_panel_shape *shape, const uint64_t *index, uint16_t *ids,
                           const mg_panel_source *source, uint32_t stored_bytes, void *weights, cudaStream_t stream);
/* costs[chunks + 1]: of chunk i; then, from their prefix sums, what blocks of so many warps begin with, and of every
 * panel the blocks that do and the first chunk that is nobody's. */
cudaError_t mg__panel_costs(const mg_panels *panels, uint64_t *costs, cudaStream_t stream);
cudaError_t mg__panel_block_starts(const mg_panels *panels, uint32_t blocks, uint32_t warps, mg_block_start *first,
                                   uint32_t *starting_blocks, uint32_t *first_shared, cudaStream_t stream);

/* Where the first `count` rows have one slot, their own: slots of words, where they lie, and the only run. */
cudaError_t mg__panel_plain_rows(uint32_t n, uint32_t count, uint32_t *word_slots, uint64_t *at, mg_slot_run *run,
                                 cudaStream_t stream);

/* Slots sorted by row: the row of each, and where it lies among the tiles'. */
typedef struct mg_row_slots {
    const uint64_t *rows, *at;
    uint64_t count;
    uint32_t n;
    const mg_row_tile *tile;
    uint32_t tile_count, first; /* first: the place of a tile's first slot */
    uint64_t *begin;            /* n + 1: where each row's begin */
    uint64_t *lines;            /* of every word of every tile, then 0; once added up, the lines before */
} mg_row_slots;
/* Rows' beginnings and numbers of lines. */
cudaError_t mg__panel_rows(const mg_row_slots *slots, cudaStream_t stream);
/* The lines, and where each word's begin, from the prefix sums; `entries` words of tiles. */
cudaError_t mg__panel_lines(const mg_row_slots *slots, uint64_t entries, uint32_t *lines, uint32_t *line_begin,
                            cudaStream_t stream);

#endif
