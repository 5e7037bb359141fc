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

/* The pieces of one kind in one panel, and the beginnings of their slices, slots and chunks. */
typedef struct mg_piece_group {
    uint64_t piece, pieces;
    uint64_t slice;
    uint64_t slot;
} mg_piece_group;

/* Degree groups fit this many bits; the last group has the vertices that send nothing. */
#define MG_GROUP_BITS 8
#define MG_GROUP_NO_SENDERS 128u

/* Fields of an edge: place of its sender, panel, row. For delta-encoded wide pieces the places of a panel are numbered
 * bank by bank; bank_lines is the number of lines of a panel, or 0 if places are numbered in memory order. Fields of a
 * piece: its first edge, its number of edges. */
#define MG_EDGE_PANEL 0xffffu
#define MG_EDGE_LOCAL_SHIFT 16
#define MG_EDGE_ROW_SHIFT 32
#define MG_PIECE_LENGTH_SHIFT 56
#define MG_PIECE_TILE_SHIFT 6          /* in the sort keys of pieces */
#define MG_PIECES_AT_ONCE (1ull << 28) /* that are sorted; more in several sorts, each of whole panels */

/* In core/cuda/layout/sorts.cu: as the calls of sorts.h. Selects the beginnings of runs: edges of one row and panel. */
cudaError_t mg__select_heads(void *temporary, size_t *bytes, const uint64_t *edges, uint64_t count, uint64_t *heads,
                             uint64_t *head_count, cudaStream_t stream);
/* Selects the beginnings of cells among the sorted pieces: pieces of one panel, kind and tile. */
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
/* The edges, row by row, for panels of layout->width columns; `begin`: prefix sums of `received`. index: original index
 * of each edge, or NULL. */
cudaError_t mg__panel_edges(const mg_panel_source *source, const mg_panels *layout, uint32_t bank_lines,
                            const uint32_t *rank, const uint64_t *begin, uint64_t edge_count, uint64_t *edges,
                            uint64_t *index, cudaStream_t stream);
/* For runs that become delta-encoded wide pieces: moves the edges that exceed a lane's cap behind the others;
 * delta_edges[j]: number of the others. */
cudaError_t mg__panel_cap(uint64_t *edges, uint32_t bank_lines, const uint64_t *heads, uint64_t run_count,
                          uint64_t edge_count, uint32_t *delta_edges, cudaStream_t stream);
/* heads[run_count] = edge_count; counts[j]: pieces of run j; counts[run_count] = 0. Adds the slots of each word of 32
 * rows to word_slots. */
cudaError_t mg__panel_piece_counts(const uint64_t *edges, uint32_t bank_lines, const uint32_t *delta_edges,
                                   uint64_t *heads, uint64_t run_count, uint64_t edge_count, uint64_t *counts,
                                   uint32_t *word_slots, cudaStream_t stream);
/* Keys: panel, kind, tile, half vectors; values: pieces. A wide piece is 32 of them, one per lane. */
cudaError_t mg__panel_pieces(const uint64_t *edges, uint32_t bank_lines, const uint32_t *delta_edges,
                             const uint64_t *heads, const uint64_t *first, uint64_t run_count,
                             const uint32_t *word_tile, int tile_bits, uint64_t *keys, uint64_t *pieces,
                             cudaStream_t stream);
/* bounds[groups + 1]: beginnings of each panel's kinds among the sorted pieces. */
cudaError_t mg__panel_bounds(const uint64_t *keys, uint64_t piece_count, uint32_t groups, int tile_bits,
                             uint64_t *bounds, cudaStream_t stream);

/* Cells, sorted by tile, then by their order among the pieces. */
typedef struct mg_panel_cells {
    const mg_piece_group *groups; /* MG_PIECE_KINDS for each panel */
    const uint64_t *keys;         /* of the sorted pieces */
    uint64_t piece_count, count;
    int tile_bits;
    uint32_t piece_slots;          /* as in mg_panels */
    uint64_t *piece;               /* first piece of every cell */
    uint64_t *sort_keys, *sort_at; /* sort keys of cells, and the cells */
    uint64_t *at;                  /* count + 1: slots of the sorted cells in whole pieces; then their prefix sums */
    uint64_t *cell_at;             /* of every cell */
    mg_slot_run *run;              /* count + 1 */
} mg_panel_cells;
cudaError_t mg__panel_cell_keys(const mg_panel_cells *cells, cudaStream_t stream);
cudaError_t mg__panel_cell_slots(const mg_panel_cells *cells, cudaStream_t stream);
cudaError_t mg__panel_runs(const mg_panel_cells *cells, cudaStream_t stream);
/* Beginnings and numbers of the tiles' slots; *over remains 0 if all fit `capacity`. Called between the sums and the
 * runs. */
cudaError_t mg__panel_row_tile_slots(const mg_panel_cells *cells, mg_row_tile *tile, uint32_t tile_count,
                                     uint32_t capacity, uint64_t *over, cudaStream_t stream);
/* Finds the runs that have the tiles' slots. */
cudaError_t mg__panel_row_tile_runs(const mg_slot_run *run, uint64_t run_count, mg_row_tile *tile, uint32_t tile_count,
                                    cudaStream_t stream);

/* From sorted pieces to chunks: inputs, then outputs. */
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
    uint64_t *halves;      /* slice_count + 1: half vectors of every slice; then their prefix sums */
    uint64_t *starts;      /* slice_count + 1: 1 if a chunk begins; then their prefix sums */
    uint64_t *chunk_slice; /* chunk_count + 1: their first slices */
    mg_panel_chunk *chunks;
    uint32_t *panel_chunk;
    uint32_t *rows;
    uint64_t *vectors;             /* chunk_count + 1 */
    uint64_t *slot_keys, *slot_at; /* row of every slot (n: none), and its place among the tiles' slots */
} mg_panel_shape;
/* Rows, slots and half vectors of slices. */
cudaError_t mg__panel_slices(const mg_panel_shape *shape, cudaStream_t stream);
/* Beginnings of chunks; then the chunks, except the place of their vectors. */
cudaError_t mg__panel_starts(const mg_panel_shape *shape, cudaStream_t stream);
cudaError_t mg__panel_chunks(const mg_panel_shape *shape, cudaStream_t stream);
/* First vector of each chunk, from the prefix sums of their numbers. */
cudaError_t mg__panel_place(mg_panel_chunk *chunks, uint32_t chunk_count, const uint64_t *vectors, cudaStream_t stream);
/* *large becomes 1 if one of `arcs` weights of 4 bytes has more than its lowest byte. */
cudaError_t mg__panel_large_weights(const void *weights, uint64_t arcs, uint64_t *large, cudaStream_t stream);
/* Writes the ids or, with ids NULL, the weights, stored_bytes each and 0 in the padding (1: lowest byte of 4). `index`:
 * original index of each edge. */
cudaError_t mg__panel_fill(const mg_panel_shape *shape, const uint64_t *index, uint16_t *ids,
                           const mg_panel_source *source, uint32_t stored_bytes, void *weights, cudaStream_t stream);
/* costs[chunks + 1]: cost of chunk i. */
cudaError_t mg__panel_costs(const mg_panels *panels, uint64_t *costs, cudaStream_t stream);
/* After the prefix sums of the costs: where each block of `warps` warps starts; by panel, the number of starting blocks
 * and the first chunk that is scheduled dynamically. */
cudaError_t mg__panel_block_starts(const mg_panels *panels, uint32_t blocks, uint32_t warps, mg_block_start *first,
                                   uint32_t *starting_blocks, uint32_t *first_shared, cudaStream_t stream);

/* For layouts in which each of the first `count` rows has one slot: slots of words, their places, and the only run. */
cudaError_t mg__panel_plain_rows(uint32_t n, uint32_t count, uint32_t *word_slots, uint64_t *at, mg_slot_run *run,
                                 cudaStream_t stream);

/* Slots sorted by row: row and place among the tiles' slots. */
typedef struct mg_row_slots {
    const uint64_t *rows, *at;
    uint64_t count;
    uint32_t n;
    const mg_row_tile *tile;
    uint32_t tile_count, first; /* first: the place of a tile's first slot */
    uint64_t *begin;            /* n + 1: first slot of each row */
    uint64_t *lines;            /* lines of every word of every tile, then 0; then their prefix sums */
} mg_row_slots;
/* First slot of each row, and numbers of lines. */
cudaError_t mg__panel_rows(const mg_row_slots *slots, cudaStream_t stream);
/* The lines, and the first one of each word, from the prefix sums; `entries`: words of all tiles. */
cudaError_t mg__panel_lines(const mg_row_slots *slots, uint64_t entries, uint32_t *lines, uint32_t *line_begin,
                            cudaStream_t stream);

#endif
