/* SPDX-License-Identifier: Apache-2.0
 *
 * panels_pieces.c: from runs (the edges of one row in one panel) to sorted pieces of the panels layout.
 */
#include "core/cuda/layout/layout_build.h"

mg_status mg__panels_count_pieces(mg_layout_build *w) {
    mg_status status = MG_OK;
    const uint64_t words = (w->built->layout.n + 31ull) / 32;
    TAKE(w->word_slots, words + 1);
    STEP(cudaMemsetAsync(w->word_slots, 0, (words + 1) * sizeof *w->word_slots, w->cuda->stream));
    if (w->edge_count) {
        TAKE(w->first, w->run_count + 1);
        STEP(mg__panel_piece_counts(w->edges[w->sorted], mg__panel_bank_lines(w->built), w->delta_edges, w->heads,
                                    w->run_count, w->edge_count, w->first, w->word_slots, w->cuda->stream));
        MG_TRY(mg__dense_sum(w, w->first, w->run_count + 1));
        MG_TRY(mg__dense_count(w, w->first + w->run_count, &w->piece_count));
    }
out:
    return status;
}

static int tile_bits(const mg_layout_build *w) {
    return mg__dense_bits(w->built->tiles);
}

static mg_status panel_of_run(mg_layout_build *w, uint64_t run, uint32_t *panel) {
    mg_status status = MG_OK;
    uint64_t head = 0, edge = 0;
    MG_TRY(mg__dense_count(w, w->heads + run, &head));
    MG_TRY(mg__dense_count(w, w->edges[w->sorted] + head, &edge));
    *panel = edge & MG_EDGE_PANEL;
out:
    return status;
}

/* *run = the first one from `begin` on that is of panel `panel` or a later one, or that begins at piece `piece` or a
 * later one. */
static mg_status find_run(mg_layout_build *w, uint64_t begin, uint32_t panel, uint64_t piece, uint64_t *run) {
    mg_status status = MG_OK;
    uint64_t low = begin, high = w->run_count;
    while (low < high) {
        const uint64_t middle = low + (high - low) / 2;
        uint64_t first = 0;
        uint32_t its = 0;
        MG_TRY(mg__dense_count(w, w->first + middle, &first));
        MG_TRY(panel_of_run(w, middle, &its));
        if (its < panel && first < piece) {
            low = middle + 1;
        } else {
            high = middle;
        }
    }
    *run = low;
out:
    return status;
}

/* *end = the end of the runs from `begin` on whose pieces are sorted together: those of whole panels, with about
 * MG_PIECES_AT_ONCE pieces. */
static mg_status end_of_sort(mg_layout_build *w, uint64_t begin, uint64_t first_piece, uint64_t *end) {
    mg_status status = MG_OK;
    const uint64_t set = w->cuda->test.pieces_at_once, most = set ? set : MG_PIECES_AT_ONCE;
    uint32_t panel = 0;
    *end = w->run_count;
    if (w->piece_count - first_piece > most) {
        MG_TRY(find_run(w, begin, UINT32_MAX, first_piece + most, end));
        MG_TRY(panel_of_run(w, *end - 1, &panel));
        MG_TRY(find_run(w, begin, panel + 1, UINT64_MAX, end));
    }
out:
    return status;
}

/* Makes and sorts the pieces of some runs, which are `count` from number `at` on. */
static mg_status sort_pieces(mg_layout_build *w, uint64_t begin, uint64_t end, uint64_t at, uint64_t count) {
    mg_status status = MG_OK;
    cudaStream_t stream = w->cuda->stream;
    const int bits = tile_bits(w);
    const size_t bytes = count * sizeof(uint64_t);
    int in = 0;
    TAKE(w->piece_keys[1], count);
    TAKE(w->pieces[1], count);
    STEP(mg__panel_pieces(w->edges[w->sorted], mg__panel_bank_lines(w->built),
                          w->delta_edges ? w->delta_edges + begin : NULL, w->heads + begin, w->first + begin,
                          end - begin, w->word_tile, bits, w->piece_keys[0], w->pieces[0], stream));
    uint64_t *keys[2] = {w->piece_keys[0] + at, w->piece_keys[1]}, *pieces[2] = {w->pieces[0] + at, w->pieces[1]};
    MG_TRY(mg__dense_sort(w, keys, pieces, count,
                          MG_PIECE_TILE_SHIFT + bits + mg__dense_bits(MG_PIECE_KINDS * w->built->layout.panels), &in));
    if (in && count == w->piece_count) { /* all at once: the other buffers have the result */
        w->piece_keys[1] = keys[0];
        w->piece_keys[0] = keys[1];
        w->pieces[1] = pieces[0];
        w->pieces[0] = pieces[1];
    } else if (in) {
        STEP(cudaMemcpyAsync(keys[0], keys[1], bytes, cudaMemcpyDeviceToDevice, stream));
        STEP(cudaMemcpyAsync(pieces[0], pieces[1], bytes, cudaMemcpyDeviceToDevice, stream));
    }
    mg__dense_drop(w, &w->piece_keys[1]);
    mg__dense_drop(w, &w->pieces[1]);
out:
    return status;
}

mg_status mg__panels_make_pieces(mg_layout_build *w) {
    mg_status status = MG_OK;
    uint64_t end = 0, at = 0, next = 0;
    TAKE(w->piece_keys[0], w->piece_count);
    TAKE(w->pieces[0], w->piece_count);
    for (uint64_t begin = 0; begin < w->run_count; begin = end, at = next) {
        MG_TRY(end_of_sort(w, begin, at, &end));
        MG_TRY(mg__dense_count(w, w->first + end, &next));
        MG_TRY(sort_pieces(w, begin, end, at, next - at));
    }
    mg__dense_drop(w, &w->heads);
    mg__dense_drop(w, &w->first);
    mg__dense_drop(w, &w->delta_edges);
out:
    return status;
}

/* Where slices and slots of every kind and panel begin follows from how many pieces there are. Single edges fill
 * MG_CHUNK_LEAST vectors. */
static mg_status lay_groups(mg_layout_build *w, const uint64_t *bounds, mg_piece_group *groups) {
    uint64_t slice = 0, slot = 0;
    for (uint32_t i = 0; i < MG_PIECE_KINDS * w->built->layout.panels; i++) {
        const uint64_t pieces = bounds[i + 1] - bounds[i];
        const uint64_t each = i % MG_PIECE_KINDS == MG_PIECE_SINGLE ? 8 * MG_CHUNK_LEAST : 1;
        const uint64_t slices = (pieces + 32 * each - 1) / (32 * each) * each;
        groups[i] = (mg_piece_group){.piece = bounds[i], .pieces = pieces, .slice = slice, .slot = slot};
        slice += slices;
        slot += i % MG_PIECE_KINDS == MG_PIECE_WIDE ? slices : 32 * slices;
    }
    if (32 * slice >= UINT32_MAX) {
        return mg__fail(w->context, MG_ERROR_UNSUPPORTED, "the graph is too large for the panels layout");
    }
    w->built->slots = slot;
    w->slice_count = slice;
    return MG_OK;
}

mg_status mg__panels_group_pieces(mg_layout_build *w) {
    mg_status status = MG_OK;
    const uint32_t count = MG_PIECE_KINDS * w->built->layout.panels;
    uint64_t *bounds = NULL, *on_device = NULL;
    mg_piece_group *groups = NULL;
    MG_TRY(MG_ALLOC(w->context, bounds, count + 1, "panels"));
    MG_TRY(MG_ALLOC(w->context, groups, count + 1, "panels"));
    TAKE(on_device, count + 1);
    STEP(mg__panel_bounds(w->piece_keys[0], w->piece_count, count, tile_bits(w), on_device, w->cuda->stream));
    MG_TRY(mg__cuda_download(w->context, w->cuda, bounds, on_device, (count + 1) * sizeof *bounds));
    MG_TRY(lay_groups(w, bounds, groups));
    TAKE(w->groups, count);
    MG_TRY(mg__cuda_upload(w->context, w->cuda, w->groups, groups, count * sizeof *groups));
out:
    mg__cuda_release(w->cuda, on_device);
    mg__release(&w->context->memory, bounds);
    mg__release(&w->context->memory, groups);
    return status;
}
