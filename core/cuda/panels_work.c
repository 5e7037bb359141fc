/* SPDX-License-Identifier: Apache-2.0
 *
 * panels_work.c: the steps of a build in their order, and the memory that lives between them.
 */
#include "core/cuda/dense_work.h"

#define PANELS_MAX 65536u

/* The edges by panel, in it by row; then where a row's edges of one panel begin. */
static mg_status sort_edges(mg_dense_work *w) {
    mg_status status = MG_OK;
    size_t bytes = 0;
    cudaStream_t stream = w->cuda->stream;
    const mg_panels *p = &w->built->layout;
    const uint64_t m = w->edge_count;
    MG_TRY(mg__dense_edges(w));
    mg__dense_drop(w, &w->received);
    mg__dense_drop(w, &w->rank);
    if (p->panels > 1) {
        MG_TRY(mg__dense_sort(w, w->edges, w->index, m, mg__dense_bits(p->panels), &w->sorted));
    }
    mg__dense_drop(w, &w->index[!w->sorted]);
    uint64_t *heads = w->edges[!w->sorted];
    STEP(mg__select_heads(NULL, &bytes, w->edges[w->sorted], m, heads, w->counter, stream));
    MG_TRY(mg__dense_room(w, bytes));
    STEP(mg__select_heads(w->temporary, &bytes, w->edges[w->sorted], m, heads, w->counter, stream));
    MG_TRY(mg__dense_count(w, w->counter, &w->run_count));
out:
    return status;
}

static mg_status make_pieces(mg_dense_work *w) {
    mg_status status = MG_OK;
    cudaStream_t stream = w->cuda->stream;
    uint64_t *heads = w->edges[!w->sorted];
    int sorted = 0;
    TAKE(w->first, w->run_count + 1);
    STEP(mg__panel_piece_counts(heads, w->run_count, w->edge_count, w->first, stream));
    MG_TRY(mg__dense_sum(w, w->first, w->run_count + 1));
    MG_TRY(mg__dense_count(w, w->first + w->run_count, &w->piece_count));
    for (int i = 0; i < 2; i++) {
        TAKE(w->piece_keys[i], w->piece_count);
        TAKE(w->pieces[i], w->piece_count);
    }
    STEP(mg__panel_pieces(w->edges[w->sorted], heads, w->first, w->run_count, w->piece_keys[0], w->pieces[0], stream));
    mg__dense_drop(w, &w->first);
    mg__dense_drop(w, &w->edges[!w->sorted]);
    MG_TRY(mg__dense_sort(w, w->piece_keys, w->pieces, w->piece_count,
                          MG_PIECE_PANEL_SHIFT + mg__dense_bits(w->built->layout.panels), &sorted));
    if (sorted) {
        uint64_t *const keys = w->piece_keys[0], *const pieces = w->pieces[0];
        w->piece_keys[0] = w->piece_keys[1];
        w->pieces[0] = w->pieces[1];
        w->piece_keys[1] = keys;
        w->pieces[1] = pieces;
    }
    mg__dense_drop(w, &w->piece_keys[1]);
    mg__dense_drop(w, &w->pieces[1]);
out:
    return status;
}

/* Where chunks, places and slots of every class and panel begin follows from the classes' sizes. Short pieces' slots
 * come first, window by window. */
static mg_status lay_groups(mg_dense_work *w, const uint64_t *bounds, mg_piece_group *groups, uint32_t *panel_chunk) {
    static const uint32_t size[MG_PIECE_CLASSES] = {64, 64, 128, MG_WINDOW};
    mg_panels *p = &w->built->layout;
    uint64_t place = 0, chunk = 0, slot = 0;
    uint32_t windows = 0;
    for (uint32_t i = 0; i < MG_PIECE_CLASSES * p->panels; i++) {
        const uint32_t kind = i % MG_PIECE_CLASSES;
        const uint64_t pieces = bounds[i + 1] - bounds[i], chunks = (pieces + size[kind] - 1) / size[kind];
        if (kind == 0) {
            panel_chunk[i / MG_PIECE_CLASSES] = (uint32_t)chunk;
        }
        groups[i] = (mg_piece_group){.piece = bounds[i], .pieces = pieces, .place = place, .chunk = (uint32_t)chunk};
        groups[i].slot = kind == MG_PIECE_CLASSES - 1 ? windows * MG_WINDOW : 0;
        windows += kind == MG_PIECE_CLASSES - 1 ? (uint32_t)chunks : 0;
        chunk += chunks;
        place += chunks * size[kind];
    }
    slot = (uint64_t)windows * MG_WINDOW;
    for (uint32_t i = 0; i < MG_PIECE_CLASSES * p->panels; i++) {
        const uint32_t kind = i % MG_PIECE_CLASSES;
        if (kind != MG_PIECE_CLASSES - 1) {
            groups[i].slot = (uint32_t)slot;
            slot += kind == 0 ? groups[i].pieces / 32 : (groups[i].pieces + size[kind] - 1) / size[kind] * size[kind];
        }
    }
    if (place >= MG_NO_SLOT) {
        return mg__fail(w->context, MG_ERROR_UNSUPPORTED, "the graph is too large for the panels layout");
    }
    panel_chunk[p->panels] = p->chunks = (uint32_t)chunk;
    w->built->slots = slot;
    w->place_count = place;
    return MG_OK;
}

static mg_status group_pieces(mg_dense_work *w) {
    mg_status status = MG_OK;
    mg_panels *p = &w->built->layout;
    const uint32_t count = MG_PIECE_CLASSES * p->panels;
    uint64_t *bounds = NULL, *on_device = NULL;
    uint32_t *panel_chunk = NULL, *kept = NULL;
    mg_piece_group *groups = NULL;
    MG_TRY(MG_GET(w->context, bounds, count + 1, "panels"));
    MG_TRY(MG_GET(w->context, groups, count + 1, "panels"));
    MG_TRY(MG_GET(w->context, panel_chunk, p->panels + 1, "panels"));
    TAKE(on_device, count + 1);
    STEP(mg__panel_bounds(w->piece_keys[0], w->piece_count, p->panels, on_device, w->cuda->stream));
    MG_TRY(mg__cuda_download(w->context, w->cuda, bounds, on_device, (count + 1) * sizeof *bounds));
    MG_TRY(lay_groups(w, bounds, groups, panel_chunk));
    TAKE(w->groups, count);
    MG_TRY(mg__cuda_upload(w->context, w->cuda, w->groups, groups, count * sizeof *groups));
    if (w->fresh) {
        KEEP(kept, p->panels + 1);
        p->panel_chunk = kept;
        MG_TRY(mg__cuda_upload(w->context, w->cuda, kept, panel_chunk, (p->panels + 1) * sizeof *kept));
    }
out:
    mg__cuda_release(w->cuda, on_device);
    mg__release(&w->context->memory, bounds);
    mg__release(&w->context->memory, groups);
    mg__release(&w->context->memory, panel_chunk);
    return status;
}

/* Room for chunks and rows: the layout's own, or for a while, to add weights to what others may be reading. */
static mg_status get_chunks(mg_dense_work *w) {
    mg_status status = MG_OK;
    mg_panels *p = &w->built->layout;
    if (!w->fresh) {
        TAKE(w->chunk, p->chunks);
        TAKE(w->rows, w->built->slots);
        return MG_OK;
    }
    KEEP(w->chunk, p->chunks);
    p->chunk = w->chunk;
    KEEP(w->rows, w->built->slots);
    p->rows = w->rows;
    for (int i = 0; i < 2; i++) {
        TAKE(w->slot_keys[i], w->built->slots);
        TAKE(w->slot_at[i], w->built->slots);
    }
out:
    return status;
}

static mg_panel_shape shape_of(const mg_dense_work *w) {
    const mg_panels *p = &w->built->layout;
    return (mg_panel_shape){.groups = w->groups,
                            .edges = w->edges[w->sorted],
                            .pieces = w->pieces[0],
                            .group_count = MG_PIECE_CLASSES * p->panels,
                            .chunk_count = p->chunks,
                            .panel_bits = mg__dense_bits(p->panels),
                            .chunks = w->chunk,
                            .rows = w->rows,
                            .placed = w->placed,
                            .vectors = w->vectors,
                            .slot_keys = w->slot_keys[0],
                            .slot_at = w->slot_at[0]};
}

static mg_status fill(mg_dense_work *w) {
    mg_status status = MG_OK;
    cudaStream_t stream = w->cuda->stream;
    mg_panels *p = &w->built->layout;
    uint16_t *ids = NULL;
    const uint32_t size = w->weights == MG_TYPE_NONE ? 0 : (uint32_t)mg__type_size(w->weights);
    TAKE(w->placed, w->place_count);
    TAKE(w->vectors, (uint64_t)p->chunks + 1);
    const mg_panel_shape shape = shape_of(w);
    STEP(mg__panel_shape(&shape, stream));
    MG_TRY(mg__dense_sum(w, w->vectors, (uint64_t)p->chunks + 1));
    STEP(mg__panel_place(w->chunk, p->chunks, w->vectors, stream));
    MG_TRY(mg__dense_count(w, w->vectors + p->chunks, &w->built->vectors));
    if (w->fresh) {
        KEEP(ids, w->built->vectors * 256);
        p->ids = ids;
        STEP(mg__panel_fill(&shape, NULL, p->width, ids, &w->source, 0, NULL, stream));
    }
    if (size) {
        void *weights = NULL;
        MG_TRY(mg__dense_keep(w, &weights, w->built->vectors * 256 * size));
        w->built->weights[w->weights] = weights;
        STEP(mg__panel_fill(&shape, w->index[w->sorted], p->width, NULL, &w->source, size, weights, stream));
    }
out:
    return status;
}

/* The slots, sorted by row and panel, become the rows' lines. */
static mg_status make_lines(mg_dense_work *w) {
    mg_status status = MG_OK;
    cudaStream_t stream = w->cuda->stream;
    mg_panels *p = &w->built->layout;
    const uint64_t words = ((uint64_t)p->n + 31) / 32;
    const int panel_bits = mg__dense_bits(p->panels);
    uint32_t *begin = NULL, *slots = NULL;
    int in = 0;
    MG_TRY(mg__dense_sort(w, w->slot_keys, w->slot_at, w->built->slots, panel_bits + mg__dense_bits(p->n + 1ull), &in));
    mg__dense_drop(w, &w->slot_keys[!in]);
    mg__dense_drop(w, &w->slot_at[!in]);
    TAKE(w->row_begin, p->n + 1ull);
    TAKE(w->lines, words + 1);
    STEP(mg__panel_rows(w->slot_keys[in], w->built->slots, panel_bits, p->n, w->row_begin, w->lines, stream));
    MG_TRY(mg__dense_sum(w, w->lines, words + 1));
    MG_TRY(mg__dense_count(w, w->lines + words, &w->built->lines));
    if (w->built->lines >= MG_NO_SLOT) {
        MG_TRY(mg__fail(w->context, MG_ERROR_UNSUPPORTED, "the graph is too large for the panels layout"));
    }
    KEEP(begin, words + 1);
    p->line_begin = begin;
    KEEP(slots, w->built->lines * 32);
    p->slots = slots;
    STEP(mg__panel_lines(w->slot_at[in], w->row_begin, w->lines, p->n, slots, begin, stream));
out:
    return status;
}

/* What chunks cost, and where blocks begin. */
static mg_status divide(mg_dense_work *w) {
    mg_status status = MG_OK;
    mg_panels_built *b = w->built;
    uint64_t *costs = NULL;
    uint32_t *first = NULL, *beginners = NULL;
    KEEP(costs, (uint64_t)b->layout.chunks + 1);
    b->layout.costs = costs;
    KEEP(first, b->blocks);
    b->layout.first = first;
    KEEP(beginners, b->layout.panels);
    b->layout.beginners = beginners;
    STEP(mg__panel_costs(&b->layout, costs, w->cuda->stream));
    MG_TRY(mg__dense_sum(w, costs, (uint64_t)b->layout.chunks + 1));
    STEP(mg__panel_beginnings(&b->layout, b->blocks, first, beginners, w->cuda->stream));
out:
    return status;
}

static void drop_all(mg_dense_work *w) {
    void *const arrays[] = {&w->first,      &w->piece_keys[0], &w->piece_keys[1], &w->pieces[0],    &w->pieces[1],
                            &w->placed,     &w->vectors,       &w->groups,        &w->slot_keys[0], &w->slot_keys[1],
                            &w->slot_at[0], &w->slot_at[1],    &w->row_begin,     &w->lines};
    for (size_t i = 0; i < sizeof arrays / sizeof *arrays; i++) {
        mg__dense_drop(w, arrays[i]);
    }
    mg__dense_drop_all(w);
    if (!w->fresh) {
        mg__dense_drop(w, &w->chunk);
        mg__dense_drop(w, &w->rows);
    }
}

mg_status mg__panels_build(mg_dense_work *w) {
    mg_status status = MG_OK;
    mg_panels *p = &w->built->layout;
    MG_TRY(mg__dense_begin(w));
    p->panels = (p->columns + p->width - 1) / p->width;
    if (p->panels > PANELS_MAX) {
        MG_TRY(mg__fail(w->context, MG_ERROR_UNSUPPORTED, "the graph is too large for the panels layout"));
    }
    if (w->edge_count) {
        MG_TRY(sort_edges(w));
        MG_TRY(make_pieces(w));
        MG_TRY(group_pieces(w));
        MG_TRY(get_chunks(w));
        MG_TRY(fill(w));
    }
    if (w->fresh && w->edge_count) {
        MG_TRY(make_lines(w));
    } else if (w->fresh) {
        MG_TRY(mg__dense_no_lines(w));
    }
    if (w->fresh) {
        MG_TRY(divide(w));
    }
    MG_TRY(mg__dense_end(w));
out:
    drop_all(w);
    return status;
}
