/* SPDX-License-Identifier: Apache-2.0
 *
 * panels_work.c: the sequence of steps that build the panels layout, and the memory that they share.
 */
#include "core/cuda/layout/layout_build.h"

#define PANELS_MAX 65536u

/* Sorts the edges by panel, row, and number in the panel. */
static mg_status sort_places(mg_layout_build *w) {
    mg_status status = MG_OK;
    const mg_panels *p = &w->built->layout;
    int first = 0;
    MG_TRY(mg__dense_sort_bits(w, w->edges, w->edge_count, MG_EDGE_LOCAL_SHIFT,
                               MG_EDGE_ROW_SHIFT + mg__dense_bits(p->n), &first));
    uint64_t *const by_row[2] = {w->edges[first], w->edges[!first]};
    w->edges[0] = by_row[0];
    w->edges[1] = by_row[1];
    if (p->panels > 1) {
        MG_TRY(mg__dense_sort_bits(w, w->edges, w->edge_count, 0, mg__dense_bits(p->panels), &w->sorted));
    }
out:
    return status;
}

/* Finds the beginnings of runs (edges of one row and panel), first into the other buffer of edges, which is then free.
 */
static mg_status find_heads(mg_layout_build *w) {
    mg_status status = MG_OK;
    size_t bytes = 0;
    cudaStream_t stream = w->cuda->stream;
    const uint64_t m = w->edge_count, *const edges = w->edges[w->sorted];
    uint64_t *const found = w->edges[!w->sorted];
    STEP(mg__select_heads(NULL, &bytes, edges, m, found, w->counter, stream));
    MG_TRY(mg__dense_room(w, bytes));
    STEP(mg__select_heads(w->temporary, &bytes, edges, m, found, w->counter, stream));
    MG_TRY(mg__dense_count(w, w->counter, &w->run_count));
    TAKE(w->heads, w->run_count + 1);
    STEP(cudaMemcpyAsync(w->heads, found, w->run_count * sizeof *found, cudaMemcpyDeviceToDevice, stream));
    mg__dense_drop(w, &w->edges[!w->sorted]);
out:
    return status;
}

/* Sorts the edges by panel and row, and finds the runs. */
static mg_status sort_edges(mg_layout_build *w) {
    mg_status status = MG_OK;
    const mg_panels *p = &w->built->layout;
    const uint64_t m = w->edge_count;
    MG_TRY(mg__dense_edges(w));
    mg__dense_drop(w, &w->received);
    mg__dense_drop(w, &w->rank);
    if (p->delta_encoded) {
        MG_TRY(sort_places(w));
    } else if (p->panels > 1) {
        MG_TRY(mg__dense_sort(w, w->edges, w->index, m, mg__dense_bits(p->panels), &w->sorted));
    }
    mg__dense_drop(w, &w->index[!w->sorted]);
    MG_TRY(find_heads(w));
    if (p->delta_encoded) {
        TAKE(w->delta_edges, w->run_count);
        STEP(mg__panel_cap(w->edges[w->sorted], mg__panel_bank_lines(w->built), w->heads, w->run_count, m,
                           w->delta_edges, w->cuda->stream));
    }
out:
    return status;
}

/* Allocates rows and per-slice arrays. */
static mg_status get_slices(mg_layout_build *w) {
    mg_status status = MG_OK;
    mg_panels *p = &w->built->layout;
    TAKE(w->halves, w->slice_count + 1);
    TAKE(w->starts, w->slice_count + 1);
    if (!w->fresh) {
        TAKE(w->rows, w->built->slots);
        TAKE(w->panel_chunk, p->panels + 1);
        return MG_OK;
    }
    KEEP(w->rows, w->built->slots);
    p->rows = w->rows;
    KEEP(w->panel_chunk, p->panels + 1);
    p->panel_chunk = w->panel_chunk;
    TAKE(w->slot_keys[0], w->built->slots);
    TAKE(w->slot_at[0], w->built->slots);
out:
    return status;
}

/* Allocates chunks: permanent in a new layout; temporary when weights are added to a layout that others may be
 * reading. */
static mg_status get_chunks(mg_layout_build *w) {
    mg_status status = MG_OK;
    mg_panels *p = &w->built->layout;
    TAKE(w->chunk_slice, (uint64_t)p->chunks + 1);
    TAKE(w->vectors, (uint64_t)p->chunks + 1);
    if (!w->fresh) {
        TAKE(w->chunk, p->chunks);
        return MG_OK;
    }
    KEEP(w->chunk, p->chunks);
    p->chunk = w->chunk;
out:
    return status;
}

/* Are chunks halved, since a warp would get few of them? A block waits for the last chunks of a panel. */
static bool has_few_chunks(const mg_layout_build *w) {
    const uint64_t warps = (uint64_t)w->built->blocks * w->built->threads / 32;
    return w->edge_count / (MG_CHUNK_HALVES * 4 * 32) < MG_CHUNK_MANY * warps;
}

static mg_panel_shape shape_of(const mg_layout_build *w) {
    const mg_panels *p = &w->built->layout;
    const uint32_t parts = has_few_chunks(w) ? 2 : 1;
    return (mg_panel_shape){.groups = w->groups,
                            .edges = w->edges[w->sorted],
                            .pieces = w->pieces[0],
                            .n = p->n,
                            .group_count = MG_PIECE_KINDS * p->panels,
                            .chunk_count = p->chunks,
                            .value_size = w->built->value_size,
                            .places = p->places,
                            .bank_lines = mg__panel_bank_lines(w->built),
                            .chunk_halves = MG_CHUNK_HALVES / parts,
                            .chunk_singles = MG_CHUNK_SINGLES / parts,
                            .slice_count = w->slice_count,
                            .cell_piece = w->cells,
                            .cell_at = w->cell_at,
                            .cell_count = w->cell_count,
                            .halves = w->halves,
                            .starts = w->starts,
                            .chunk_slice = w->chunk_slice,
                            .chunks = w->chunk,
                            .panel_chunk = w->panel_chunk,
                            .rows = w->rows,
                            .vectors = w->vectors,
                            .slot_keys = w->slot_keys[0],
                            .slot_at = w->slot_at[0]};
}

/* From pieces to slices, from slices to chunks. */
static mg_status make_chunks(mg_layout_build *w) {
    mg_status status = MG_OK;
    cudaStream_t stream = w->cuda->stream;
    mg_panels *p = &w->built->layout;
    uint64_t chunks = 0;
    MG_TRY(get_slices(w));
    mg_panel_shape shape = shape_of(w);
    STEP(mg__panel_slices(&shape, stream));
    MG_TRY(mg__dense_sum(w, w->halves, w->slice_count + 1));
    STEP(mg__panel_starts(&shape, stream));
    MG_TRY(mg__dense_sum(w, w->starts, w->slice_count + 1));
    MG_TRY(mg__dense_count(w, w->starts + w->slice_count, &chunks));
    p->chunks = (uint32_t)chunks;
    MG_TRY(get_chunks(w));
    shape = shape_of(w);
    STEP(mg__panel_chunks(&shape, stream));
    MG_TRY(mg__dense_sum(w, w->vectors, chunks + 1));
    STEP(mg__panel_place(w->chunk, p->chunks, w->vectors, stream));
    MG_TRY(mg__dense_count(w, w->vectors + chunks, &w->built->vectors));
out:
    return status;
}

/* How many bytes of a weight are stored: of 4 one where none has more, beside values of 4 bytes. Both directions have
 * the same weights. */
static mg_status stored_bytes(mg_layout_build *w, uint32_t *size) {
    mg_status status = MG_OK;
    cudaStream_t stream = w->cuda->stream;
    uint64_t large = 0;
    *size = (uint32_t)mg__type_size(w->weights);
    if (*size == 4 && w->built->value_size == 4) {
        STEP(cudaMemsetAsync(w->counter, 0, sizeof *w->counter, stream));
        STEP(
            mg__panel_large_weights(w->source.receive[0].weights, w->edge_count / w->source.sides, w->counter, stream));
        MG_TRY(mg__dense_count(w, w->counter, &large));
        *size = large ? 4 : 1;
    }
out:
    return status;
}

static mg_status fill(mg_layout_build *w) {
    mg_status status = MG_OK;
    cudaStream_t stream = w->cuda->stream;
    mg_panels *p = &w->built->layout;
    uint16_t *ids = NULL;
    const mg_panel_shape shape = shape_of(w);
    if (w->fresh) {
        KEEP(ids, w->built->vectors * 256);
        p->ids = ids;
        STEP(mg__panel_fill(&shape, NULL, ids, &w->source, 0, NULL, stream));
    }
    if (w->weights != MG_TYPE_NONE) {
        void *weights = NULL;
        uint32_t size = 0;
        MG_TRY(stored_bytes(w, &size));
        MG_TRY(mg__dense_keep(w, &weights, w->built->vectors * 256 * size));
        w->built->weights[w->weights] = weights;
        w->built->low_byte_weights[w->weights] = size == 1;
        STEP(mg__panel_fill(&shape, w->index[w->sorted], NULL, &w->source, size, weights, stream));
    }
out:
    return status;
}

/* Costs of chunks, and where blocks start. */
static mg_status divide(mg_layout_build *w) {
    mg_status status = MG_OK;
    mg_panels_built *b = w->built;
    uint64_t *costs = NULL;
    mg_block_start *first = NULL;
    uint32_t *starting_blocks = NULL, *first_shared = NULL;
    KEEP(costs, (uint64_t)b->layout.chunks + 1);
    b->layout.costs = costs;
    KEEP(first, b->blocks);
    b->layout.first = first;
    KEEP(starting_blocks, b->layout.panels);
    b->layout.starting_blocks = starting_blocks;
    KEEP(first_shared, b->layout.panels);
    b->layout.first_shared = first_shared;
    STEP(mg__panel_costs(&b->layout, costs, w->cuda->stream));
    MG_TRY(mg__dense_sum(w, costs, (uint64_t)b->layout.chunks + 1));
    STEP(mg__panel_block_starts(&b->layout, b->blocks, b->threads / 32, first, starting_blocks, first_shared,
                                w->cuda->stream));
out:
    return status;
}

static void drop_arrays(mg_layout_build *w, void *const *arrays, size_t count) {
    for (size_t i = 0; i < count; i++) {
        mg__dense_drop(w, arrays[i]);
    }
}

/* What is needed until the layout has its ids and weights. */
static void drop_edges(mg_layout_build *w) {
    void *const arrays[] = {&w->heads,       &w->first,     &w->delta_edges, &w->piece_keys[0], &w->piece_keys[1],
                            &w->pieces[0],   &w->pieces[1], &w->groups,      &w->halves,        &w->starts,
                            &w->chunk_slice, &w->vectors,   &w->cells,       &w->cell_at,       &w->edges[0],
                            &w->edges[1],    &w->index[0],  &w->index[1]};
    drop_arrays(w, arrays, sizeof arrays / sizeof *arrays);
}

static void drop_all(mg_layout_build *w) {
    void *const arrays[] = {&w->word_slots, &w->word_tile,  &w->slot_keys[0], &w->slot_keys[1],
                            &w->slot_at[0], &w->slot_at[1], &w->row_begin,    &w->lines};
    drop_edges(w);
    drop_arrays(w, arrays, sizeof arrays / sizeof *arrays);
    mg__dense_drop_all(w);
    if (!w->fresh) {
        mg__dense_drop(w, &w->chunk);
        mg__dense_drop(w, &w->rows);
        mg__dense_drop(w, &w->panel_chunk);
    }
}

/* Edges, pieces, cells, chunks, ids and weights. */
static mg_status build_edges(mg_layout_build *w) {
    mg_status status = MG_OK;
    MG_TRY(mg__panels_make_pieces(w));
    MG_TRY(mg__panels_group_pieces(w));
    if (w->fresh) {
        MG_TRY(mg__panels_runs(w));
    }
    mg__dense_drop(w, &w->piece_keys[0]);
    MG_TRY(make_chunks(w));
    MG_TRY(fill(w));
    drop_edges(w);
out:
    return status;
}

mg_status mg__panels_build(mg_layout_build *w) {
    mg_status status = MG_OK;
    mg_panels *p = &w->built->layout;
    MG_TRY(mg__dense_begin(w));
    p->panels = (p->columns + p->width - 1) / p->width;
    if (p->panels > PANELS_MAX) {
        MG_TRY(mg__fail(w->context, MG_ERROR_UNSUPPORTED, "the graph is too large for the panels layout"));
    }
    if (w->edge_count) {
        MG_TRY(sort_edges(w));
    }
    MG_TRY(mg__panels_count_pieces(w));
    MG_TRY(mg__panels_row_tiles(w));
    if (w->edge_count) {
        MG_TRY(build_edges(w));
    }
    if (w->fresh) {
        MG_TRY(mg__panels_lines(w));
        MG_TRY(divide(w));
    }
    MG_TRY(mg__dense_end(w));
out:
    drop_all(w);
    return status;
}
