/* SPDX-License-Identifier: Apache-2.0
 *
 * panels_tiles.c: row tiles of the panels layout: adjacent rows whose slots fit shared memory, shares of tiles of about
 * equal work, and the lines that list each row's slots.
 */
#include "core/cuda/layout/layout_build.h"

/* One pass over the words. With tiles NULL they are only counted. */
typedef struct tiling {
    const uint32_t *word_slots;
    uint64_t words, per_share;  /* what a share costs */
    uint32_t capacity;          /* slots of a tile, */
    uint32_t value_size, bytes; /* bytes of a slot, and of all that comes with a tile */
    mg_row_tile *tiles;
    uint32_t *word_tile, *share_tile;
    uint64_t count, share, at, line; /* at, line: of the next tile */
} tiling;

static void put_tile(tiling *t, mg_row_tile tile) {
    if (t->tiles) {
        tile.at = (uint32_t)t->at;
        tile.line = (uint32_t)t->line;
        t->tiles[t->count] = tile;
    }
    t->count++;
    t->at += tile.slots;
    t->line += tile.words;
}

/* A word that does not fit into a tile gets several tiles of its own. */
static void put_large(tiling *t, uint32_t word) {
    for (uint32_t left = t->word_slots[word]; left;) {
        const uint32_t slots = left < t->capacity ? left : t->capacity;
        left -= slots;
        put_tile(t, (mg_row_tile){.slots = slots, .word = word, .words = 1, .goes_on = left > 0});
    }
}

static void begin_share(tiling *t, uint64_t share) {
    for (; t->share <= share; t->share++) {
        if (t->tiles) {
            t->share_tile[t->share] = (uint32_t)t->count;
        }
    }
}

/* Approximate bytes that a tile of `slots` slots in `words` words reads: values, lines and descriptions. */
static uint64_t bytes_of(const tiling *t, uint64_t slots, uint64_t words) {
    return slots * t->value_size + slots * MG_ROW_TILE_LINE / 64 + words * MG_ROW_TILE_ROWS;
}

/* Is there no room for another word in a tile? */
static bool is_full(const tiling *t, const mg_row_tile *tile, uint32_t slots) {
    const uint64_t all = (uint64_t)tile->slots + slots, words = tile->words + 1ull;
    return words > MG_ROW_TILE_WORDS || all > t->capacity || bytes_of(t, all, words) > t->bytes;
}

static void cut_tiles(tiling *t) {
    mg_row_tile open = {0};
    uint64_t cost = 0;
    t->count = t->share = t->at = t->line = 0;
    for (uint32_t word = 0; word < t->words; word++) {
        const uint32_t slots = t->word_slots[word];
        const uint64_t share = cost / t->per_share;
        const bool new_share = share >= t->share, large = slots > t->capacity;
        if (open.words && (new_share || is_full(t, &open, slots))) {
            put_tile(t, open);
            open.words = 0;
        }
        if (new_share) {
            begin_share(t, share);
        }
        if (t->tiles) {
            t->word_tile[word] = (uint32_t)t->count;
        }
        if (large) {
            put_large(t, word);
        } else {
            open = (mg_row_tile){.slots = (open.words ? open.slots : 0) + slots,
                                 .word = open.words ? open.word : word,
                                 .words = open.words + 1};
        }
        cost += (uint64_t)slots + MG_WORD_COST;
    }
    if (open.words) {
        put_tile(t, open);
    }
}

/* Cost per share, such that all blocks get equally many shares, each of about a tile at most and of a word at least. */
static uint64_t share_cost(const mg_layout_build *w, const tiling *t, uint32_t *shares) {
    const uint64_t blocks = (uint64_t)MG_SUM_BLOCKS * (uint32_t)w->cuda->sms;
    uint64_t slots = 0;
    for (uint64_t word = 0; word < t->words; word++) {
        slots += t->word_slots[word];
    }
    const uint64_t cost = slots + t->words * MG_WORD_COST;
    const uint64_t by_slots = slots / t->capacity, by_bytes = bytes_of(t, slots, t->words) / t->bytes;
    const uint64_t tiles = by_slots > by_bytes ? by_slots : by_bytes;
    const uint64_t each = tiles / blocks + 1, wanted = blocks * (each > MG_ROW_TILE_SHARES ? each : MG_ROW_TILE_SHARES);
    *shares = (uint32_t)(t->words == 0 ? 1 : t->words < wanted ? t->words : wanted);
    return cost / *shares + 1;
}

static mg_status upload_tiles(mg_layout_build *w, const tiling *t) {
    mg_status status = MG_OK;
    mg_panels *p = &w->built->layout;
    uint32_t *share_tile = NULL;
    KEEP(w->tile, t->count);
    p->tile = w->tile;
    KEEP(share_tile, p->shares + 1ull);
    p->share_tile = share_tile;
    MG_TRY(mg__cuda_upload(w->context, w->cuda, w->tile, t->tiles, t->count * sizeof *t->tiles));
    MG_TRY(mg__cuda_upload(w->context, w->cuda, share_tile, t->share_tile, (p->shares + 1ull) * sizeof *share_tile));
out:
    return status;
}

/* Slots that tiles are cut for, with room for the padding of runs to whole pieces. A tile has at most one run per panel
 * and kind. The room is at most a quarter: where there are many panels, few tiles have a run in each. */
static uint32_t room_for_slots(const mg_layout_build *w) {
    const mg_panels *p = &w->built->layout;
    const uint64_t beside = 2ull * (w->built->piece_slots - 1) * MG_PIECE_KINDS * p->panels,
                   most = p->row_tile_slots / 4;
    return p->row_tile_slots - (uint32_t)(beside < most ? beside : most);
}

mg_status mg__panels_row_tiles(mg_layout_build *w) {
    mg_status status = MG_OK;
    mg_panels *p = &w->built->layout;
    tiling t = {.words = (p->n + 31ull) / 32,
                .capacity = room_for_slots(w),
                .value_size = w->built->value_size,
                .bytes = w->built->piece_slots > 1 ? MG_ROW_TILE_STAGE : UINT32_MAX};
    uint32_t *word_slots = NULL, shares = 0;
    MG_TRY(MG_ALLOC(w->context, word_slots, t.words + 1, "panels"));
    MG_TRY(mg__cuda_download(w->context, w->cuda, word_slots, w->word_slots, t.words * sizeof *word_slots));
    t.word_slots = word_slots;
    t.per_share = share_cost(w, &t, &shares);
    cut_tiles(&t);
    if (t.at >= UINT32_MAX) {
        MG_TRY(mg__fail(w->context, MG_ERROR_UNSUPPORTED, "the graph is too large for the panels layout"));
    }
    MG_TRY(MG_ALLOC(w->context, t.tiles, t.count + 1, "panels"));
    MG_TRY(MG_ALLOC(w->context, t.word_tile, t.words + 1, "panels"));
    MG_TRY(MG_ALLOC(w->context, t.share_tile, shares + 1ull, "panels"));
    cut_tiles(&t);
    begin_share(&t, shares);
    w->built->tiles = (uint32_t)t.count;
    w->line_words = t.line;
    TAKE(w->word_tile, t.words);
    MG_TRY(mg__cuda_upload(w->context, w->cuda, w->word_tile, t.word_tile, t.words * sizeof *t.word_tile));
    if (w->fresh) {
        p->shares = shares;
        p->piece_slots = w->built->piece_slots;
        MG_TRY(upload_tiles(w, &t));
    }
out:
    mg__release(&w->context->memory, word_slots);
    mg__release(&w->context->memory, t.tiles);
    mg__release(&w->context->memory, t.word_tile);
    mg__release(&w->context->memory, t.share_tile);
    return status;
}

static mg_status find_cells(mg_layout_build *w) {
    mg_status status = MG_OK;
    size_t bytes = 0;
    uint64_t *found = NULL;
    cudaStream_t stream = w->cuda->stream;
    TAKE(found, w->piece_count);
    STEP(mg__select_cells(NULL, &bytes, w->piece_keys[0], w->piece_count, found, w->counter, stream));
    MG_TRY(mg__dense_room(w, bytes));
    STEP(mg__select_cells(w->temporary, &bytes, w->piece_keys[0], w->piece_count, found, w->counter, stream));
    MG_TRY(mg__dense_count(w, w->counter, &w->cell_count));
    TAKE(w->cells, w->cell_count);
    STEP(cudaMemcpyAsync(w->cells, found, w->cell_count * sizeof *found, cudaMemcpyDeviceToDevice, stream));
out:
    mg__cuda_release(w->cuda, found);
    return status;
}

/* Where the slots of cells and tiles lie. *over: some tile has no room for its own, or they are too many. */
static mg_status place_slots(mg_layout_build *w, const mg_panel_cells *cells, uint64_t *over) {
    mg_status status = MG_OK;
    uint64_t all = 0;
    cudaStream_t stream = w->cuda->stream;
    STEP(mg__panel_cell_slots(cells, stream));
    MG_TRY(mg__dense_sum(w, cells->at, cells->count + 1));
    STEP(cudaMemsetAsync(w->counter, 0, sizeof *w->counter, stream));
    STEP(
        mg__panel_row_tile_slots(cells, w->tile, w->built->tiles, w->built->layout.row_tile_slots, w->counter, stream));
    MG_TRY(mg__dense_count(w, w->counter, over));
    MG_TRY(mg__dense_count(w, cells->at + cells->count, &all));
    *over |= all >= UINT32_MAX;
out:
    return status;
}

mg_status mg__panels_runs(mg_layout_build *w) {
    mg_status status = MG_OK;
    uint64_t over = 0;
    cudaStream_t stream = w->cuda->stream;
    mg_panels *p = &w->built->layout;
    uint64_t *keys[2] = {0}, *values[2] = {0}, *at = NULL;
    mg_slot_run *run = NULL;
    int in = 0;
    MG_TRY(find_cells(w));
    for (int i = 0; i < 2; i++) {
        TAKE(keys[i], w->cell_count);
        TAKE(values[i], w->cell_count);
    }
    TAKE(at, w->cell_count + 1);
    TAKE(w->cell_at, w->cell_count);
    KEEP(run, w->cell_count + 1);
    p->run = run;
    mg_panel_cells cells = {.groups = w->groups,
                            .keys = w->piece_keys[0],
                            .piece_count = w->piece_count,
                            .count = w->cell_count,
                            .tile_bits = mg__dense_bits(w->built->tiles),
                            .piece_slots = p->piece_slots,
                            .piece = w->cells,
                            .sort_keys = keys[0],
                            .sort_at = values[0],
                            .at = at,
                            .cell_at = w->cell_at,
                            .run = run};
    STEP(mg__panel_cell_keys(&cells, stream));
    MG_TRY(mg__dense_sort(w, keys, values, w->cell_count, cells.tile_bits, &in));
    cells.sort_keys = keys[in];
    cells.sort_at = values[in];
    MG_TRY(place_slots(w, &cells, &over));
    if (over && cells.piece_slots > 1) {
        cells.piece_slots = 1;
        MG_TRY(place_slots(w, &cells, &over));
    }
    p->piece_slots = cells.piece_slots;
    STEP(mg__panel_runs(&cells, stream));
    STEP(mg__panel_row_tile_runs(run, w->cell_count, w->tile, w->built->tiles, stream));
out:
    for (int i = 0; i < 2; i++) {
        mg__dense_drop(w, &keys[i]);
        mg__dense_drop(w, &values[i]);
    }
    mg__dense_drop(w, &at);
    return status;
}

/* The lines of slots that are sorted by row: rows[i] is the row of one that lies at at[i] among the tiles'. */
static mg_status make_lines(mg_layout_build *w, const uint64_t *rows, const uint64_t *at, uint64_t count) {
    mg_status status = MG_OK;
    cudaStream_t stream = w->cuda->stream;
    mg_panels *p = &w->built->layout;
    uint32_t *begin = NULL, *lines = NULL;
    TAKE(w->row_begin, p->n + 1ull);
    TAKE(w->lines, w->line_words + 1);
    const mg_row_slots slots = {.rows = rows,
                                .at = at,
                                .count = count,
                                .n = p->n,
                                .tile = p->tile,
                                .tile_count = w->built->tiles,
                                .first = MG_ROW_TILE_PIECE / w->built->value_size,
                                .begin = w->row_begin,
                                .lines = w->lines};
    STEP(cudaMemsetAsync(w->lines + w->line_words, 0, sizeof *w->lines, stream));
    STEP(mg__panel_rows(&slots, stream));
    MG_TRY(mg__dense_sum(w, w->lines, w->line_words + 1));
    MG_TRY(mg__dense_count(w, w->lines + w->line_words, &w->built->lines));
    if (w->built->lines >= UINT32_MAX) {
        MG_TRY(mg__fail(w->context, MG_ERROR_UNSUPPORTED, "the graph is too large for the dense representation"));
    }
    KEEP(begin, w->line_words + 1);
    p->line_begin = begin;
    KEEP(lines, w->built->lines * 32);
    p->lines = lines;
    STEP(mg__panel_lines(&slots, w->line_words, lines, begin, stream));
out:
    return status;
}

mg_status mg__panels_lines(mg_layout_build *w) {
    mg_status status = MG_OK;
    int in = 0;
    if (w->built->slots) {
        TAKE(w->slot_keys[1], w->built->slots);
        TAKE(w->slot_at[1], w->built->slots);
        MG_TRY(mg__dense_sort(w, w->slot_keys, w->slot_at, w->built->slots, mg__dense_bits(w->built->layout.n + 1ull),
                              &in));
    }
    mg__dense_drop(w, &w->slot_keys[!in]);
    mg__dense_drop(w, &w->slot_at[!in]);
    MG_TRY(make_lines(w, w->slot_keys[in], w->slot_at[in], w->built->slots));
out:
    return status;
}

mg_status mg__dense_plain_rows(mg_layout_build *w) {
    mg_status status = MG_OK;
    const uint64_t n = w->built->layout.n, count = w->edge_count ? n : 0;
    mg_slot_run *run = NULL;
    TAKE(w->word_slots, (n + 31) / 32 + 1);
    TAKE(w->slot_at[0], n + 1);
    KEEP(run, 2);
    w->built->layout.run = run;
    STEP(mg__panel_plain_rows((uint32_t)n, (uint32_t)count, w->word_slots, w->slot_at[0], run, w->cuda->stream));
    MG_TRY(mg__panels_row_tiles(w));
    STEP(mg__panel_row_tile_runs(run, 1, w->tile, w->built->tiles, w->cuda->stream));
    MG_TRY(make_lines(w, w->slot_at[0], w->slot_at[0], count));
out:
    mg__dense_drop(w, &w->word_slots);
    mg__dense_drop(w, &w->word_tile);
    mg__dense_drop(w, &w->slot_at[0]);
    mg__dense_drop(w, &w->row_begin);
    mg__dense_drop(w, &w->lines);
    return status;
}
