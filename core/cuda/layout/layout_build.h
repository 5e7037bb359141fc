/* SPDX-License-Identifier: Apache-2.0
 *
 * layout_build.h: one build of a dense layout, and the steps common to all builds.
 */
#ifndef MG_CORE_CUDA_LAYOUT_LAYOUT_BUILD_H
#define MG_CORE_CUDA_LAYOUT_LAYOUT_BUILD_H

#include "core/cuda/layout/panels/panels.h"
#include "core/cuda/layout/panels/panels_build.h"

/* One build: its inputs, temporary arrays and counts. */
typedef struct mg_layout_build {
    mg_context *context;
    mg_cuda *cuda;
    mg_panels_built *built;
    mg_panel_source source;
    mg_type weights; /* weights to be stored; NONE: only the layout */
    bool fresh;      /* the layout is new and is filled, too */
    uint64_t edge_count, run_count, piece_count, slice_count;
    uint32_t *rank;
    uint64_t *edges[2], *index[2]; /* index NULL: no weights */
    int sorted;                    /* index of the sorted buffer */
    uint64_t *received, *heads, *first, *piece_keys[2], *pieces[2], *counter;
    uint32_t *delta_edges;                             /* by run: edges in delta-encoded wide pieces */
    uint64_t *halves, *starts, *chunk_slice, *vectors; /* of slices and chunks (panels_build.h) */
    uint32_t *word_slots, *word_tile;                  /* of every 32 rows */
    mg_row_tile *tile;                                 /* the layout's */
    uint64_t cell_count, line_words;                   /* words of all tiles, which have lines */
    uint64_t *cells, *cell_at;
    uint64_t *slot_keys[2], *slot_at[2], *row_begin, *lines;
    mg_panel_chunk *chunk; /* owned by the layout if it is new */
    uint32_t *rows, *panel_chunk;
    void *temporary;
    size_t temporary_bytes;
    mg_piece_group *groups; /* on the device */
} mg_layout_build;

/* Fills work->built: order, edges, weights. On failure it keeps its permanent allocations. */
mg_status mg__panels_build(mg_layout_build *work);
mg_status mg__blocks_build(mg_layout_build *work);

/* Counts the pieces of runs and the slots of each word: tiles depend on slots, and the order of pieces on tiles. */
mg_status mg__panels_count_pieces(mg_layout_build *work);
/* Makes the pieces and sorts them; frees the runs. */
mg_status mg__panels_make_pieces(mg_layout_build *work);
/* Where the slices and slots of every kind and panel begin. */
mg_status mg__panels_group_pieces(mg_layout_build *work);
/* From word_slots: the tiles of rows, and word_tile. */
mg_status mg__panels_row_tiles(mg_layout_build *work);
/* From the sorted pieces: cells and runs; once slots are listed, the rows' lines. */
mg_status mg__panels_runs(mg_layout_build *work);
mg_status mg__panels_lines(mg_layout_build *work);
/* Tiles and lines where row r has one slot, number r, or none where there are no edges. */
mg_status mg__dense_plain_rows(mg_layout_build *work);

/* Arrays that outlive the build; temporary ones. */
#define KEEP(array, count) MG_TRY(mg__dense_keep(w, &(array), (uint64_t)(count) * sizeof *(array)))
#define TAKE(array, count)                                                                                             \
    MG_TRY(mg__cuda_get(w->context, w->cuda, (void **)&(array), (uint64_t)(count) * sizeof *(array),                   \
                        "building the dense representation"))
#define STEP(call) MG_CUDA_TRY(w->context, (call), "building the dense representation")

/* Allocates memory that stays with the layout; `array` is the address of the pointer to it. */
mg_status mg__dense_keep(mg_layout_build *work, const void *array, uint64_t bytes);
/* Frees a temporary array; `array` is the address of the pointer to it, which becomes NULL. */
void mg__dense_drop(mg_layout_build *work, void *array);
/* Ensures temporary memory for a CUB call. */
mg_status mg__dense_room(mg_layout_build *work, size_t bytes);
/* Sorts by the low bits of the keys; values[0] NULL: keys alone. *in: which buffers have the result. */
mg_status mg__dense_sort(mg_layout_build *work, uint64_t *keys[2], uint64_t *values[2], uint64_t count, int end_bit,
                         int *in);
/* values[i] = the sum of those before it. */
mg_status mg__dense_sum(mg_layout_build *work, uint64_t *values, uint64_t count);
/* How edges number the places of a layout's panels (panels_build.h). */
uint32_t mg__panel_bank_lines(const mg_panels_built *built);
/* Sorts keys only, by a range of bits. */
mg_status mg__dense_sort_bits(mg_layout_build *w, uint64_t *keys[2], uint64_t count, int begin_bit, int end_bit,
                              int *in);
/* The bits of numbers below `values`. */
int mg__dense_bits(uint64_t values);
/* Copies a number from device memory. */
mg_status mg__dense_count(mg_layout_build *work, const uint64_t *at, uint64_t *count);
/* First step: order of rows and columns, degrees, and row offsets (work->received). */
mg_status mg__dense_begin(mg_layout_build *work);
/* Writes the edges, row by row, to edges[0] and allocates edges[1]; with weights, also their original indices
 * (`index`). */
mg_status mg__dense_edges(mg_layout_build *work);
/* Waits for the end of the build and adds its time. */
mg_status mg__dense_end(mg_layout_build *work);
/* Frees the temporary arrays common to all builds. */
void mg__dense_drop_all(mg_layout_build *work);

#endif
